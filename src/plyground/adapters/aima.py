"""The interface of the textbook's code: load its games (:func:`load`) and offer plyground's games (:class:`Offered`).

Russell & Norvig, AIMA, chapter on adversarial search, and its Python code (aimacode/aima-python, packaged as aima3): a
game has ``initial``, ``actions``, ``result``, ``utility``, ``to_move`` and ``terminal_test`` or, in the fourth edition,
``is_terminal``. Only these names are used, so no package is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from hashlib import blake2b
from inspect import signature
from math import isfinite
from numbers import Real
from typing import Any, NamedTuple

from plyground.adapters.exact_numbers import number
from plyground.adapters.history import HistoryNotation
from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import word
from plyground.core.checked_arguments import short_repr
from plyground.core.game import FIRST, SECOND, Facts, Game
from plyground.core.picture import NoPicture
from plyground.core.position import Demand, Move
from plyground.errors import RulesError
from plyground.i18n import Sentence, _
from plyground.searches.demands import refuse_demands

NEEDED = ("initial", "actions", "result", "utility", "to_move")
"""Methods and attributes of every AIMA game, besides its test for the end."""
PARAMETERS = {
    "actions": "state", "result": "state, action", "utility": "state, player", "to_move": "state", "is_terminal": "state", "terminal_test": "state"
}  # fmt: skip
"""The parameters of each method."""


class State:
    """A state of an AIMA game, of any type, and the moves that led to it. Equality ignores the moves."""

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


class AimaGame:
    """The data that all positions of one game share."""

    def __init__(self, game: Any, utmost: int, fractions: bool) -> None:
        """Wrap a game. Raise :class:`RulesError` if it lacks a part of the interface."""
        missing = [name for name in NEEDED if not hasattr(game, name)]
        if not hasattr(game, "is_terminal") and not hasattr(game, "terminal_test"):
            missing.append("is_terminal")
        if missing:
            raise RulesError(_("class {name} lacks {methods}", name=type(game).__name__, methods=", ".join(missing)))
        for method in PARAMETERS:
            _demand_parameters(game, method)
        self.game = game
        self.name = type(game).__name__
        self.utmost = utmost
        self.demands = Demand.TURNS | (Demand.FRACTIONS if fractions else Demand.NOTHING)
        self.first = game.to_move(game.initial)
        self.is_terminal = game.is_terminal if hasattr(game, "is_terminal") else game.terminal_test


@rules
class AimaPosition(NamedTuple):
    """A state of an AIMA game as a position; a move is the index of an action in the game's list."""

    theirs: AimaGame
    held: State

    def moves(self) -> Iterator[Move]:
        if not self.is_over():
            yield from range(len(self.choices()))

    def choices(self) -> list[Any]:
        """Return the actions of the AIMA game. Raise :class:`RulesError` if it returns something else."""
        actions = self.theirs.game.actions(self.held.state)
        if not isinstance(actions, Iterable):
            raise RulesError(_("{cls}.actions returns {value}: return a list of the actions.", cls=self.theirs.name, value=short_repr(actions)))  # fmt: skip
        return list(actions)

    def play(self, move: Move) -> AimaPosition:
        before = _frozen(self.held.state, whole=True)
        action = self.choices()[move]
        state = self.theirs.game.result(self.held.state, action)
        if _frozen(self.held.state, whole=True) != before:
            raise RulesError(_("{cls}.result changes the state that it is given: change a copy of it, and return that.", cls=self.theirs.name))  # fmt: skip
        if state is None:
            raise RulesError(_("{cls}.result returns None: return the state after the action.", cls=self.theirs.name))
        return AimaPosition(self.theirs, State(state, (*self.held.past, move)))

    def is_over(self) -> bool:
        return bool(self.theirs.is_terminal(self.held.state))

    def utility(self) -> Any:
        state = self.held.state
        told = self.theirs.game.utility(state, self.theirs.game.to_move(state))
        if not isinstance(told, Real | Decimal) or not isfinite(told):
            raise RulesError(_("{cls}.utility returns {value}: return a number.", cls=self.theirs.name, value=short_repr(told)))  # fmt: skip
        utility: Any = number(told)  # type: ignore[arg-type]
        if abs(utility) > self.theirs.utmost:
            raise RulesError(
                _(
                    "{cls}.utility returns {utility}, more than utmost={utmost}: load the game with a greater utmost.",
                    cls=self.theirs.name, utility=utility, utmost=self.theirs.utmost,
                )
            )  # fmt: skip
        if utility.denominator > 1 and Demand.FRACTIONS not in self.demands():
            raise RulesError(
                _(
                    "{cls}.utility returns {utility}, which is not a whole number: load the game with fractions=True.",
                    cls=self.theirs.name, utility=utility,
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
        """Return the moves from the start."""
        return self.held.past

    def called(self, move: Move) -> str:
        """Return the action as text."""
        return str(self.choices()[move])


def load(theirs: Any, *, name: str = "", utmost: int = 1, fractions: bool = False) -> Game:
    """Return a two-player game with the textbook's interface as a plyground game; ``utmost`` is the greatest utility.

    With ``fractions`` utilities need not be whole, and searches that use whole numbers refuse the game. Its ``actions``
    must come in the same order each time, and the game must be zero-sum. Raise :class:`RulesError` if a part of the
    interface is missing.
    """
    start: Any = AimaPosition(AimaGame(theirs, utmost, fractions), State(theirs.initial, ()))
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
    """A plyground game with the textbook's interface, for its functions and students' own code.

    States are positions, players are numbers from 0. Raise :class:`plyground.errors.SearchError` for a game with chance
    or hidden information, which the interface cannot express.
    """

    def __init__(self, game: Game) -> None:
        refuse_demands(game.start, Demand.TURNS | Demand.FRACTIONS | Demand.PLAYERS, "AIMA")
        self.game = game
        self.initial = game.start

    def actions(self, state: Any) -> list[Move]:
        """Return the legal moves."""
        return list(state.moves())

    def result(self, state: Any, action: Move) -> Any:
        """Return the state after a legal move. Raise :class:`plyground.errors.MoveError` for another one."""
        return self.game.play(state, action)

    def is_terminal(self, state: Any) -> bool:
        """Return True if the game is over."""
        over: bool = state.is_over()
        return over

    terminal_test = is_terminal  # name of the method in the third edition

    def to_move(self, state: Any) -> int:
        """Return the player to move."""
        return self.game.side(state)

    def utility(self, state: Any, player: int) -> Any:
        """Return the utility of a player when the game is over."""
        if Demand.PLAYERS in self.game.demands:
            return state.utilities()[player]
        return state.utility() if player == self.to_move(state) else -state.utility()

    def display(self, state: Any) -> None:
        """Print the state."""
        print(self.game.notation.format(state))


def _demand_parameters(game: Any, method: str) -> None:
    """Raise :class:`RulesError` if a game has a method that does not take the arguments of the interface."""
    try:
        signature(getattr(game, method, None)).bind(*PARAMETERS[method].split(", "))  # type: ignore[arg-type]
    except TypeError:
        if hasattr(game, method):
            raise RulesError(_("{cls}.{method} does not take {parameters}: write def {method}(self, {parameters}).", cls=type(game).__name__, method=method, parameters=PARAMETERS[method])) from None  # fmt: skip
    except ValueError:  # methods written in another language have no signature
        pass


def _frozen(value: Any, *, whole: bool = False) -> Any:
    """Return a hashable copy of a value made of dictionaries, sets and lists, independent of their order.

    With ``whole``, an object that is none of these gives its attributes.
    """
    if isinstance(value, dict):
        return tuple(sorted(((_frozen(key), _frozen(kept)) for key, kept in value.items()), key=repr))
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(_frozen, value), key=repr))
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    if hasattr(value, "tolist"):  # a NumPy array
        return _frozen(value.tolist())
    return _frozen(vars(value)) if whole and hasattr(value, "__dict__") else value
