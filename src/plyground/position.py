"""What a position is: the one thing that a game's author writes.

A position is an immutable ``NamedTuple`` marked :func:`rules`, with four short methods (:class:`Position`).
Its fields are whole numbers (sets of cells as the bits of an int, counters) or tuples of them, so that
the same text runs as plain Python and, compiled, at native speed. A function that methods call, and
that is not itself a method, is marked :func:`helper`.

Two players, zero-sum, taking turns is the common case and needs nothing more. More players and chance are
further methods (:class:`WiderPosition`); what a game demands so (:class:`Demand`), not every search masters.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from enum import Flag, auto
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from plyground.bits import mix
from plyground.language import Sentence

Move: TypeAlias = int
"""A move is a whole number, meaningful in one position; a game's notation says what people call it."""

MAX, MIN = 1, -1
"""The two sides of a search: MAX is the side to move at its root."""


CHANCE = -1
"""Who is to move where dice, cards or the like decide (:meth:`WiderPosition.to_move`)."""


class Demand(Flag):
    """What a game may ask of a search beyond two players who take turns, where one wins what the other loses."""

    NOTHING = 0
    TURNS = auto()  # a side may move twice
    FRACTIONS = auto()  # utilities are not all whole numbers
    CHANCE = auto()  # what happens next is not always a choice
    PLAYERS = auto()  # each player has a utility of its own: more than two, or what one wins no other need lose
    HIDDEN = auto()  # no player sees the whole position


class Position(Protocol):
    """What every game must answer about one of its positions."""

    def moves(self) -> Iterator[Move]:
        """Yield each legal move once, always in the same order; nothing when the game is over."""

    def play(self, move: Move) -> Self:
        """The position after a legal ``move``; this one does not change."""

    def is_over(self) -> bool:
        """Whether the game has ended here."""

    def utility(self) -> int:
        """The result for the side to move, when over: +1 won, 0 drawn, −1 lost.

        A game with other results has a method ``utmost()`` that says how great they can be.
        """


class MarkedPosition(Position, Protocol):
    """A position whose class bears :func:`rules`: what the searches are written over."""

    def demands(self) -> Demand:
        """What the game asks of a search beyond the common case; asked once, before a search."""

    def turn(self, child: Self) -> int:
        """+1 when the side to move in ``self`` moves again in ``child``, −1 when the turn has passed."""

    def root_side(self) -> int:
        """Who moves at the root of a search that begins here: MAX, unless the game itself calls one player so."""

    def utmost(self) -> int:
        """The greatest utility of the game; the least is its negative."""

    def is_stuck(self) -> bool:
        """Whether the game is over only because the side to move has no legal move."""

    def key(self) -> int:
        """A word (``bits.word``) that stands for the position in a transposition table."""

    def mobility(self) -> int:
        """How many moves there are."""

    def promise(self, move: Move) -> int:
        """How good a legal move looks before any search: greater is taken sooner. Less than 1000 either way."""

    def is_noisy(self, move: Move) -> bool:
        """Whether a judgement must not ignore a legal move, such as a capture: quiescence search follows it."""

    def score(self) -> int:
        """The exact result for the side to move, when over, as problems of the game count it; the utility at least."""

    def prospects(self, alpha: int, beta: int) -> tuple[int, int]:
        """The least and the greatest score that best play can give here, as far as a look without search tells.

        They are equal when it tells all. A position where the game is over may be left open, if it has no
        candidates; then its score is asked for. A search that only asks whether the
        score is more than ``alpha`` or ``beta`` says so, to save what cannot matter.
        """

    def candidates(self) -> Iterator[Move]:
        """The moves that can be best where :meth:`prospects` leaves the score open: at least one best move of all."""

    def is_memorable(self) -> bool:
        """Whether the exact solver keeps what it learns here: near the end of some games it is sooner found again."""


class WiderPosition(MarkedPosition, Protocol):
    """A position of a game that has more than two players, or chance."""

    def to_move(self) -> int:
        """Who is to move: a player, from 0, or :data:`CHANCE`.

        Of two players, chance takes the view of the first: a utility or an evaluation where it is to move is player 0's.
        """

    def is_chance(self) -> bool:
        """Whether chance is to move."""

    def players(self) -> int:
        """How many players there are."""

    def utilities(self) -> tuple[Any, ...]:
        """The result of each player, when over: one type of number throughout."""

    def probability(self, move: Move) -> Any:
        """Where chance is to move, how likely each of the ``moves`` is (:func:`ratio`): more than 0, together 1."""

    def bounds(self) -> tuple[Any, Any]:
        """The least and the greatest utility of any end of the game, for the side to move here (any player)."""

    def total(self) -> Any:
        """No end of the game gives all players together more than this."""


class NumberedPosition(MarkedPosition, Protocol):
    """A position of a game whose moves other libraries can number (:mod:`plyground.adapters`)."""

    def actions(self) -> int:
        """A number greater than every move of the game; none is less than 0."""


class TimedPosition(MarkedPosition, Protocol):
    """A position of a game whose scores prefer earlier wins, so that they tell when the game ends."""

    def plies_to(self, score: int) -> int:
        """How many plies of best play are left where the score, for the side to move, is other than 0."""


class CountedPosition(MarkedPosition, Protocol):
    """A position of a game whose positions have numbers, so that a table holds something about each of them."""

    def size(self) -> int:
        """How many numbers there are; some may stand for no position (:meth:`valid`)."""

    def rank(self) -> int:
        """The number of the position, from 0 to one less than the size."""

    def unrank(self, rank: int) -> Self:
        """The position with this number."""

    def valid(self) -> bool:
        """Whether the fields, as ``unrank`` gives them, are a position at all."""

    def period(self) -> int:
        """Positions whose numbers differ by a multiple of it mirror each other: they have equal values.

        It divides the size, and is the size where nothing is known to mirror.
        """


class ImpartialPosition(MarkedPosition, Protocol):
    """A position in which both sides would have the same moves; who cannot move has lost."""

    def grundy(self) -> int:
        """The Grundy number, by the theory of the game (:mod:`plyground.solve.grundy`)."""


Class = TypeVar("Class", bound=type[Any])
Function = TypeVar("Function", bound=Callable[..., Any])

marked_classes: list[type[Any]] = []
"""Every class marked :func:`rules`, in order of definition: what may be compiled."""
hiding: set[type[Any]] = set()
"""Classes of positions that no player sees whole: what a game tells by ``Facts.observable``."""
marked_helpers: list[Callable[..., Any]] = []
"""Every function marked :func:`helper`."""
titles: dict[Any, Sentence] = {}
"""What people call a class of positions or a search, where they have another name for it than its author's."""


def title(thing: Any) -> Sentence | str:
    """What people call a class of positions or a search."""
    return titles.get(thing) or str(thing.__name__)


def rules(cls: Class) -> Class:
    """Mark a ``NamedTuple`` whose methods a search calls: a position, an evaluation, a convention, ...

    A position gets here what it does not bring itself: ``turn``, which passes with every move or, where the
    class has ``to_move()``, with the player that it names; ``demands``, as its methods tell; ``root_side``, which is MAX; ``is_chance``,
    as ``to_move()`` tells; ``utmost``, which is 1; ``bounds``, as that says; ``is_stuck``, which is False;
    where it has ``utilities``, ``utility``, which is the mover's own, and ``total``, the utmost of all players;
    ``period``, where it has a ``size``, which is the same; ``key``, a hash of its fields; ``mobility``, which
    counts the moves; ``promise``, the same for every move; ``is_noisy``, no move; and for the exact solver
    ``score``, the utility, ``prospects``, known only at the end, ``candidates``, all moves, and ``is_memorable``,
    which is True.
    """
    if hasattr(cls, "play"):
        supplied = {
            "turn": _turn_by_player if hasattr(cls, "to_move") else _turn_passes,
            "demands": _demands,
            "root_side": _one,
            "is_chance": _is_chance if hasattr(cls, "to_move") else _no,
            "utmost": _one,
            "bounds": _bounds,
            "is_stuck": _no,
            "key": _hash_of_fields(cls),
            "mobility": _count_moves,
            "promise": _the_same,
            "is_noisy": _never,
            "score": _utility,
            "prospects": _prospects,
            "candidates": _all_moves,
            "is_memorable": _yes,
        }
        if hasattr(cls, "utilities"):
            supplied |= {"utility": _own_utility, "total": _total}
        if hasattr(cls, "size"):
            supplied["period"] = cls.size
        for name, method in supplied.items():
            if not hasattr(cls, name):
                setattr(cls, name, method)
    marked_classes.append(cls)
    return cls


def helper(function: Function) -> Function:
    """Mark a plain function that rules call and that must be compiled with them."""
    if not inspect.isfunction(function):
        raise TypeError(f"@helper marks a plain function, not {function!r}")
    marked_helpers.append(function)
    return function


helper(mix)  # marked here, as bits.py knows nothing of marks


def ratio(part: Any, whole: Any) -> Any:
    """A probability, exactly."""
    from fractions import Fraction  # late, as it brings much

    return Fraction(part, whole)


def _demands(self: Any) -> Demand:
    demand = Demand.NOTHING
    if type(self).turn is not _turn_passes:
        demand |= Demand.TURNS
    if hasattr(self, "probability"):
        demand |= Demand.CHANCE
    if hasattr(self, "utilities"):
        demand |= Demand.PLAYERS
    if type(self) in hiding:
        demand |= Demand.HIDDEN
    return demand


def _is_chance(self: Any) -> bool:
    by_chance: bool = self.to_move() == CHANCE
    return by_chance


def _one(self: Any) -> int:
    return 1


def _the_same(self: Any, move: Move) -> int:
    return 0


def _never(self: Any, move: Move) -> bool:
    return False


def _no(self: Any) -> bool:
    return False


def _yes(self: Any) -> bool:
    return True


def _utility(self: Any) -> int:
    utility: int = self.utility()
    return utility


def _bounds(self: Any) -> tuple[int, int]:
    most: int = self.utmost()
    return -most, most


def _own_utility(self: Any) -> Any:
    return self.utilities()[max(self.to_move(), 0)]


def _total(self: Any) -> Any:
    return self.players() * self.utmost()


def _prospects(self: Any, alpha: int, beta: int) -> tuple[int, int]:
    if self.is_over():
        score: int = self.score()
        return score, score
    most: int = self.utmost()
    return -most, most


def _all_moves(self: Any) -> Iterator[Move]:
    moves: Iterator[Move] = self.moves()
    return moves


def _turn_passes(self: Any, child: Any) -> int:
    return -1


def _turn_by_player(self: Any, child: Any) -> int:
    return 1 if max(child.to_move(), 0) == max(self.to_move(), 0) else -1  # chance takes the first player's view


def _count_moves(self: Any) -> int:
    moves = 0
    for _move in self.moves():
        moves += 1
    return moves


def _hash_of_fields(cls: type[Any]) -> Callable[[Any], int]:
    """The method ``key`` of a class. Compiled code takes fields of different types one by one, by name."""
    lines = ["def key(self):", "    key = 0"]
    for field, kind in cls.__annotations__.items():
        value = f"self.{field}"
        depth = _nesting(str(kind), getattr(cls, "_field_defaults", {}).get(field))
        for level in range(depth):
            lines.append("    " * (level + 1) + f"for value{level} in {value}:")
            value = f"value{level}"
        lines.append("    " * (depth + 1) + f"key = mix(key, {value})")
    scope: dict[str, Any] = {"mix": mix, "__name__": __name__}
    exec("\n".join([*lines, "    return key"]), scope)
    return scope["key"]  # type: ignore[no-any-return]


def _nesting(kind: str, example: Any) -> int:
    """How deep tuples stand in each other in a field: as its default shows or, without one, as its type says."""
    depth = 0
    while isinstance(example, tuple):
        depth, example = depth + 1, example[0] if example else None
    return depth or len(re.match(r"(tuple\[)*", kind)[0]) // len("tuple[") or int("tuple" in kind)  # type: ignore[index]
