"""Games by the interface of the textbook's code, here (:func:`load`) and from here (:class:`Offered`).

Russell & Norvig, AIMA, chapter on adversarial search, and its Python code (aimacode/aima-python, packaged as aima3): a game has
``initial``, ``actions``, ``result``, ``utility``, ``to_move`` and ``terminal_test`` or, as the fourth edition calls it,
``is_terminal``. No more than that is used, so nothing need be installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

from plyground.adapters.history import HistoryNotation
from plyground.adapters.numbers import number
from plyground.bits import word
from plyground.errors import RulesError
from plyground.game import FIRST, SECOND, Facts, Game
from plyground.language import Sentence, _
from plyground.picture import NoPicture
from plyground.position import Demand, Move, rules
from plyground.search.demands import refuse_demands

NEEDED = ("initial", "actions", "result", "utility", "to_move")
"""What every game of theirs has, besides what tells its end."""


class State:
    """A state of theirs, of any type, and the moves that led to it; equal states are equal whichever these were."""

    def __init__(self, state: Any, past: tuple[Move, ...]) -> None:
        self.state = state
        self.past = past

    @cached_property
    def identity(self) -> Any:
        return _frozen(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return repr(self.state)


class Theirs:
    """What all positions of one game share."""

    def __init__(self, game: Any, utmost: int, fractions: bool) -> None:
        """Raises :class:`RulesError` where the game lacks a part of the interface."""
        missing = [name for name in NEEDED if not hasattr(game, name)]
        if not hasattr(game, "is_terminal") and not hasattr(game, "terminal_test"):
            missing.append("is_terminal")
        if missing:
            raise RulesError(_("class {name} lacks {methods}", name=type(game).__name__, methods=", ".join(missing)))
        self.game = game
        self.utmost = utmost
        self.demands = Demand.TURNS | (Demand.FRACTIONS if fractions else Demand.NOTHING)
        self.first = game.to_move(game.initial)
        self.is_terminal = game.is_terminal if hasattr(game, "is_terminal") else game.terminal_test


@rules
class AimaPosition(NamedTuple):
    """A state of theirs as a position; a move is the place of an action in the list that they give."""

    theirs: Theirs
    held: State

    def moves(self) -> Iterator[Move]:
        if not self.is_over():
            yield from range(len(self.choices()))

    def choices(self) -> list[Any]:
        """Their actions."""
        return list(self.theirs.game.actions(self.held.state))

    def play(self, move: Move) -> AimaPosition:
        state = self.theirs.game.result(self.held.state, self.choices()[move])
        return AimaPosition(self.theirs, State(state, (*self.held.past, move)))

    def is_over(self) -> bool:
        return bool(self.theirs.is_terminal(self.held.state))

    def utility(self) -> Any:
        state = self.held.state
        utility: Any = number(self.theirs.game.utility(state, self.theirs.game.to_move(state)))
        if abs(utility) > self.theirs.utmost:
            raise RulesError(
                _(
                    "{cls}.utility gives {utility}, and utmost says that it is {utmost} at most: load the game with a greater one.",
                    cls=type(self.theirs.game).__name__, utility=utility, utmost=self.theirs.utmost,
                )
            )  # fmt: skip
        if utility.denominator > 1 and Demand.FRACTIONS not in self.demands():
            raise RulesError(
                _(
                    "{cls}.utility gives {utility}, no whole number: load the game with fractions=True.",
                    cls=type(self.theirs.game).__name__, utility=utility,
                )
            )  # fmt: skip
        return utility

    def utmost(self) -> int:
        return self.theirs.utmost

    def demands(self) -> Demand:
        return self.theirs.demands

    def to_move(self) -> int:
        return FIRST if self.theirs.game.to_move(self.held.state) == self.theirs.first else SECOND

    def key(self) -> int:
        digest = blake2b(repr(self.held.identity).encode(), digest_size=8).digest()
        return word(int.from_bytes(digest, "little"))

    def past(self) -> tuple[Move, ...]:
        """The moves from the start."""
        return self.held.past

    def called(self, move: Move) -> str:
        """The action as text."""
        return str(self.choices()[move])


def load(theirs: Any, *, name: str = "", utmost: int = 1, fractions: bool = False) -> Game:
    """A game of two players by the textbook's interface, as a game here; ``utmost`` is the greatest utility.

    With ``fractions`` utilities need not be whole, and searches that count in whole numbers refuse the game. Its ``actions`` must come in the same order each time. What one player wins the other must lose. Raises
    :class:`RulesError` where it lacks a part of the interface.
    """
    start: Any = AimaPosition(Theirs(theirs, utmost, fractions), State(theirs.initial, ()))
    picture = NoPicture()
    title = Sentence(name or type(theirs).__name__, {})
    return Game(
        name=str(title),
        title=title,
        summary=_("{title}, by the rules of a program with the textbook's interface.", title=title),
        start=start,
        notation=HistoryNotation(start, picture),
        picture=picture,
        facts=Facts(source="Russell & Norvig, AIMA"),
        sides=("MAX", "MIN"),
    )


class Offered:
    """A game of this package by the textbook's interface: its functions, and students' own, run on it.

    States are positions, players are numbers from 0. Raises :class:`plyground.errors.SearchError` for a game with
    chance or hidden parts, of which the interface knows nothing.
    """

    def __init__(self, game: Game) -> None:
        refuse_demands(game.start, Demand.TURNS | Demand.FRACTIONS | Demand.PLAYERS, "AIMA")
        self.game = game
        self.initial = game.start

    def actions(self, state: Any) -> list[Move]:
        """The legal moves."""
        return list(state.moves())

    def result(self, state: Any, action: Move) -> Any:
        """The state after a legal move; raises :class:`plyground.errors.MoveError`."""
        return self.game.play(state, action)

    def is_terminal(self, state: Any) -> bool:
        """Whether the game is over."""
        over: bool = state.is_over()
        return over

    terminal_test = is_terminal  # as the third edition calls it

    def to_move(self, state: Any) -> int:
        """Who is to move."""
        return self.game.side(state)

    def utility(self, state: Any, player: int) -> Any:
        """What a player gets when the game is over."""
        if Demand.PLAYERS in self.game.demands:
            return state.utilities()[player]
        return state.utility() if player == self.to_move(state) else -state.utility()

    def display(self, state: Any) -> None:
        """Print the state."""
        print(self.game.notation.format(state))


def _frozen(value: Any) -> Any:
    """The same with a hash, where it is made of dictionaries, sets and lists; in an order that does not depend on how."""
    if isinstance(value, dict):
        return tuple(sorted(((_frozen(key), _frozen(kept)) for key, kept in value.items()), key=repr))
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(_frozen, value), key=repr))
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    return value
