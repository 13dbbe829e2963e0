"""OpenSpiel's games in plyground: every search, tree and audit runs on OpenSpiel's rules.

They run in plain Python, because OpenSpiel's rules are compiled already. Their demands are declared as for any game
(:class:`plyground.core.position.WiderPosition`): chance, turns that do not alternate, more players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

from plyground.adapters.exact_numbers import fractional, number
from plyground.adapters.history import HistoryNotation
from plyground.adapters.open_spiel.boards import drawn
from plyground.adapters.optional_library import library
from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import word
from plyground.core.game import Facts, Game
from plyground.core.position import CHANCE, Demand, Move
from plyground.errors import SpecError
from plyground.i18n import Sentence, _

pyspiel = library("pyspiel", "open-spiel")


@dataclass(frozen=True)
class LoadedGame:
    """The data that all positions of one game share."""

    text: str  # OpenSpiel's text of the game with its parameters
    merged: bool
    players: int
    demands: Demand
    least: Any  # lower bound of the utilities
    most: Any  # upper bound of the utilities
    total: Any  # upper bound of the sum of all players' utilities


class State:
    """An OpenSpiel state with an equality, which OpenSpiel does not define.

    Two states are equal if the same actions led to them or, with ``merged``, if their texts, numbers of actions,
    players to move and last movers are equal.
    """

    def __init__(self, state: Any, merged: bool, last: int = -1) -> None:
        """Wrap a state; ``last`` is the player who moved last, without chance; −1 at the start."""
        self.state = state
        self.merged = merged
        self.last = last
        self.mover: int = CHANCE if state.is_chance_node() else state.current_player()

    @cached_property
    def identity(self) -> tuple[Any, ...]:
        if self.merged:
            return str(self.state), self.state.move_number(), self.mover, self.last
        return tuple(self.state.history())

    @cached_property
    def probabilities(self) -> dict[Move, Fraction]:
        return {action: fractional(likely) for action, likely in self.state.chance_outcomes()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return repr(self.state.history())


@rules
class SpielPosition(NamedTuple):
    """An OpenSpiel state as a position; its moves are OpenSpiel's actions and, at chance nodes, outcomes."""

    kind: LoadedGame
    held: State

    def moves(self) -> Iterator[Move]:
        yield from self.held.state.legal_actions()

    def play(self, move: Move) -> SpielPosition:
        held = self.held
        last = held.last if held.mover == CHANCE else held.mover
        return SpielPosition(self.kind, State(held.state.child(move), held.merged, last))

    def mobility(self) -> int:
        return len(self.held.state.legal_actions())

    def is_over(self) -> bool:
        over: bool = self.held.state.is_terminal()
        return over

    def utmost(self) -> Any:
        return max(self.kind.most, -self.kind.least)

    def demands(self) -> Demand:
        return self.kind.demands

    def key(self) -> int:
        digest = blake2b(repr(self.held.identity).encode(), digest_size=8).digest()
        return word(int.from_bytes(digest, "little"))

    def past(self) -> tuple[Move, ...]:
        """Return OpenSpiel's actions and outcomes from the start."""
        return tuple(self.held.state.history())

    def called(self, move: Move) -> str:
        """Return OpenSpiel's name of an action."""
        name: str = self.held.state.action_to_string(self.held.state.current_player(), move)
        return name

    def picture(self) -> str:
        """Return the text that OpenSpiel prints."""
        return str(self.held.state)

    # More players, and chance

    def to_move(self) -> int:
        """Return OpenSpiel's player to move; after the end, the player whose turn would come."""
        return (self.held.last + 1) % self.kind.players if self.is_over() else self.held.mover

    def players(self) -> int:
        return self.kind.players

    def utilities(self) -> tuple[Any, ...]:
        return tuple(map(number, self.held.state.returns()))

    def probability(self, move: Move) -> Fraction:
        return self.held.probabilities[move]

    def bounds(self) -> tuple[Any, Any]:
        return self.kind.least, self.kind.most

    def total(self) -> Any:
        return self.kind.total


def load(text: str, *, merged: bool = False, **parameters: Any) -> Game:
    """Return a game of OpenSpiel as a plyground game: ``load("tic_tac_toe")``, ``load("hex", board_size=4)``,
    ``load("hex(board_size=4)")``.

    The game must have one player to move at a time, perfect information and explicit chance outcomes. By default two
    positions are equal only if the same actions led to them, which is right for every game. ``merged`` also treats
    positions as equal if their texts and lengths are equal; use it only if a game's texts contain everything that
    matters.

    Raise :class:`SpecError` for an unknown or unsupported game.
    """
    name = text.partition("(")[0].strip()
    if name not in pyspiel.registered_names() and name.startswith("python_"):
        library("open_spiel.python.games", "open-spiel")  # registers OpenSpiel's games that are written in Python
    if name not in pyspiel.registered_names():
        raise SpecError(_("OpenSpiel has no game “{name}”; those that can be played here are: {names}.", name=name, names=", ".join(names())))  # fmt: skip
    _refuse(next(kind for kind in pyspiel.registered_games() if kind.short_name == name))
    try:
        theirs = pyspiel.load_game(name, parameters) if parameters else pyspiel.load_game(text)
        theirs.new_initial_state()  # some games check their parameters only here
    except (pyspiel.SpielError, TypeError, ValueError) as error:
        raise SpecError(_("OpenSpiel cannot make {name} with these parameters: {reason}.", name=name, reason=str(error).strip().rstrip("."))) from None  # fmt: skip
    return _game(theirs, merged)


def names() -> list[str]:
    """Return the names of OpenSpiel's games that :func:`load` can make without parameters."""
    found = []
    for kind in pyspiel.registered_games():
        try:
            _refuse(kind)
        except SpecError:
            continue
        if kind.default_loadable:
            found.append(kind.short_name)
    return found


def _refuse(kind: Any) -> None:
    """Raise :class:`SpecError` for a game that this package cannot search, by its OpenSpiel type."""
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise SpecError(_("In OpenSpiel's {name} players move at the same time. In a game here, one player moves at a time.", name=kind.short_name))  # fmt: skip
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        raise SpecError(_("OpenSpiel's {name} has hidden information. Games of other libraries can only be played here without it.", name=kind.short_name))  # fmt: skip
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise SpecError(_("OpenSpiel's {name} does not give the probabilities of its random outcomes.", name=kind.short_name))  # fmt: skip


def _game(theirs: Any, merged: bool) -> Game:
    kind = theirs.get_type()
    players = theirs.num_players()
    least, most = number(theirs.min_utility()), number(theirs.max_utility())
    by_chance = kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC
    zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    demands = Demand.TURNS
    if by_chance:
        demands |= Demand.CHANCE
    if players > 2 or (players == 2 and not zero_sum):
        demands |= Demand.PLAYERS
    if isinstance(least, Fraction) or isinstance(most, Fraction):
        demands |= Demand.FRACTIONS
    total = theirs.utility_sum()
    start: Any = SpielPosition(
        LoadedGame(
            str(theirs), merged, players, demands, least, most, players * most if total is None else number(total)
        ),
        State(theirs.new_initial_state(), merged),
    )
    title = Sentence(kind.long_name, {})
    picture, marks = drawn(start)
    return Game(
        name=str(theirs),
        title=title,
        summary=_("{title}, by the rules of OpenSpiel.", title=title),
        start=start,
        notation=HistoryNotation(start, picture),
        picture=picture,
        sides=marks if players == 2 else tuple(map(str, range(1, players + 1))),
        facts=Facts(
            players=players,
            deterministic=not by_chance,
            zero_sum=zero_sum,
            source="Lanctot et al. (2019), OpenSpiel: A framework for reinforcement learning in games",
        ),
    )
