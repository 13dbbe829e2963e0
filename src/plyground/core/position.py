"""Positions: the one class that the author of a game must write.

A position is an immutable ``NamedTuple``, or a frozen dataclass, marked :func:`rules`, with four short methods (:class:`Position`). Its fields
are whole numbers (counters, or sets of cells as bits) or tuples of them. So the same text runs as plain Python and,
compiled, at native speed. Mark a function that methods call, and that is not itself a method, with :func:`helper`.

Two players who take turns, zero-sum, is the common case and needs nothing more. More players and chance need further
methods (:class:`WiderPosition`). Not every search supports these demands (:class:`Demand`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from enum import Flag, auto
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias, TypeVar

from plyground.core.checked_arguments import describe
from plyground.i18n import _

Move: TypeAlias = int
"""A move: a whole number that has a meaning in one position. The notation of the game gives it a name."""

MAX_PLIES = 1_000_000
"""Plies of a game: a bound that no game reaches."""
MAX_CHOICES = 1000
"""Moves of one position that random games choose from."""
MAX_MOVES = 1_000_000
"""Moves of one position. A longer list counts as endless."""
MAX, MIN = 1, -1
"""The two sides of a search: MAX is the side to move at its root."""


CHANCE = -1
"""The player to move when dice, cards or other chance decide (:meth:`WiderPosition.to_move`)."""


class Demand(Flag):
    """Demands of a game on a search beyond two players who take turns, where one wins what the other loses."""

    NOTHING = 0
    TURNS = auto()  # a side may move twice
    FRACTIONS = auto()  # utilities are not all whole numbers
    CHANCE = auto()  # some positions are followed by a random event
    PLAYERS = auto()  # each player has a utility of its own: more than two players, or both can win
    HIDDEN = auto()  # no player sees the whole position


class AnyPosition(Protocol):
    """A position of any game, as an author writes it. Searches accept its class when it is marked :func:`rules`."""

    def moves(self) -> Iterable[Any]:
        """Yield each legal move once, always in the same order; nothing when the game is over.

        A move is a number, or a ``NamedTuple`` that ``play`` names (:class:`PartsPosition`).
        """

    def play(self, move: Any, /) -> Self:
        """Return the position after a legal ``move``; this one does not change."""

    def is_over(self) -> bool:
        """Return True if the game has ended here."""


POSITION_METHODS = ("moves", "play", "is_over")
"""The methods that every position has."""


def _is_like_position(value: Any) -> bool:
    """Return True for an object, not a class, with some method of a position; its rules may still be incomplete."""
    return not isinstance(value, type) and any(
        hasattr(value, name) for name in (*POSITION_METHODS, "to_move", "utility")
    )


describe(AnyPosition, _("a position"), _is_like_position)


class Position(AnyPosition, Protocol):
    """A position of a zero-sum game for two players, with all methods that such a game needs."""

    def utility(self) -> int:
        """Return the result for the side to move, when over: +1 won, 0 drawn, −1 lost.

        A game with other results has a method ``utmost()`` that says how great they can be.
        """


if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    Pos = TypeVarWithDefault("Pos", bound=AnyPosition, default=Any)
else:
    Pos = TypeVar("Pos", bound=AnyPosition)
"""The class of a game's positions: ``Game[Chess]`` is a game of chess, ``Game`` one of any kind."""


class MarkedPosition(Position, Protocol):
    """A position whose class is marked :func:`rules`, with all methods that searches use."""

    def demands(self) -> Demand:
        """Return the demands of the game on a search beyond the common case; asked once, before a search."""

    def turn(self, child: Self, /) -> int:
        """Return 1 if the side to move in ``self`` moves again in ``child``, −1 if the turn has passed."""

    def is_chance(self) -> bool:
        """Return True if chance is to move."""

    def root_side(self) -> int:
        """Return the side to move at the root of a search from here: MAX, unless the game itself names MAX and MIN."""

    def utmost(self) -> int:
        """Return the greatest utility of the game; the least is its negative."""

    def is_stuck(self) -> bool:
        """Return True if the game is over only because the side to move has no legal move."""

    def key(self) -> int:
        """Return the key of the position in a transposition table, as a word (``bits.word``)."""

    def mobility(self) -> int:
        """Return the number of moves."""

    def promise(self, move: Move, /) -> int:
        """Return the rank of a legal move for move ordering: greater is searched sooner. Between −1000 and 1000."""

    def is_noisy(self, move: Move, /) -> bool:
        """Return True for a move that an evaluation must not ignore, such as a capture: quiescence search follows
        it.
        """

    def score(self) -> int:
        """Return the exact result of a finished game for the side to move, as puzzles count it. The default is the
        utility.
        """

    def prospects(self, alpha: int, beta: int, /) -> tuple[int, int]:
        """Return a lower and an upper bound of the score of best play, without search.

        They are equal if the score is known. The bounds of a finished position may be open if it has no candidates;
        then its score is used. A search that only asks if the score exceeds ``alpha`` or ``beta`` passes these numbers,
        to save work.
        """

    def candidates(self) -> Iterable[Move]:
        """Return the moves that can be best while :meth:`prospects` leaves the score open, with at least one best
        move.
        """

    def is_memorable(self) -> bool:
        """Return True if the exact solver keeps its results here. Near the end it is faster to compute them again."""

    def recurring(self) -> Self:
        """Return the position without the fields that do not count for repetition, such as a number of quiet moves."""

    def reversible_plies(self) -> int:
        """Return the number of last plies within which a position can have occurred before."""

    def sketch(self) -> Any:
        """Return the position from which random games continue. It may leave out some rules to be faster."""

    def pick(self, choices: MutableSequence[int], chance: Any, /) -> Move:
        """Return the move of a random game, drawn by ``chance``; ``choices`` is a row to put moves in."""

    def prior(self, move: Move, last: Move, /) -> int:
        """Return the random games that a move counts as having won before RAVE tries it; negative: lost.

        ``last`` is the move that led here, or −1 if it is not known.
        """


class WiderPosition(MarkedPosition, Protocol):
    """A position of a game with more than two players or with chance."""

    def to_move(self) -> int:
        """Return the player to move, from 0, or :data:`CHANCE`.

        In a game of two, chance nodes are seen from the first player: a utility or an evaluation there is player 0's.
        """

    def players(self) -> int:
        """Return the number of players."""

    def utilities(self) -> tuple[Any, ...]:
        """Return the result of each player in a finished position, all of one type of number."""

    def probability(self, move: Move, /) -> Any:
        """Return the probability of a move of chance (:func:`ratio`).

        It is more than 0, and all of them add up to 1.
        """

    def bounds(self) -> tuple[Any, Any]:
        """Return the least and the greatest utility of any end of the game, for the side to move here (any player)."""

    def total(self) -> Any:
        """Return an upper bound on the sum of all players' utilities at the end of a game."""


class HiddenPosition(WiderPosition, Protocol):
    """A position of a game with hidden information, such as cards (``Facts.observable``)."""

    def seen_by(self, player: int) -> Self:
        """Return the position as one player sees it, for a drawing: hidden fields have their values before the deal."""


class DrawnPosition(MarkedPosition, Protocol):
    """A position that draws itself and names its moves, instead of a picture and a notation of the game."""

    def picture(self) -> str | Sequence[str]:
        """Return the lines of the drawing, as one text or one by one."""

    def highlight(self) -> Iterable[int]:
        """Return the cells that decided the game, numbered row by row from 0."""

    def material(self) -> str:
        """Return the word for the look of the board (:data:`plyground.core.picture.MATERIALS`)."""

    def move_text(self, move: Move, /) -> str:
        """Return the name of a legal move."""


class CardsPosition(MarkedPosition, Protocol):
    """A position of a game of cards, which the page draws."""

    def hands(self) -> Sequence[Sequence[str]]:
        """Return the cards of each player; an empty text is a card face down."""

    def stakes(self) -> Sequence[int]:
        """Return the coins that each player has put in."""


class SymmetricPosition(MarkedPosition, Protocol):
    """A position of a game in which symmetric positions have the same value."""

    def canonical(self) -> Self:
        """Return the one of all symmetric positions that represents them."""


class SettledPosition(MarkedPosition, Protocol):
    """A position of a game in which no move changes a part of the score, such as the seeds in a store."""

    def settled(self) -> int:
        """Return the settled part of the score, for the side to move."""

    def open_key(self) -> int:
        """Return a key of everything that decides the rest of the score."""


class ScoredPosition(MarkedPosition, Protocol):
    """A position of a game that is decided by points."""

    def points(self) -> tuple[int, ...]:
        """Return the points of each player so far: stones, seeds, points."""


class NumberedPosition(MarkedPosition, Protocol):
    """A position of a game whose moves can be numbered for other libraries (:mod:`plyground.adapters`)."""

    def actions(self) -> int:
        """Return an upper bound: every move of the game is at least 0 and less than this number."""


class ListedPosition(MarkedPosition, Protocol):
    """A position of a game whose moves can be listed for other libraries, because their numbers have great gaps."""

    def all_moves(self) -> Iterable[Move]:
        """Yield every number that a move of the game can have, moves of chance included; the order is their number
        in other libraries.
        """


class TimedPosition(MarkedPosition, Protocol):
    """A position of a game whose scores prefer earlier wins, so that the end of the game follows from a score."""

    def plies_to(self, score: int, /) -> int:
        """Return the remaining plies of best play, for a ``score`` of the side to move other than 0."""


class ProvablePosition(MarkedPosition, Protocol):
    """A position that the exact solver may solve long before the end of the game."""

    def proof_nodes(self) -> int:
        """Return an estimate of the positions that the exact solver visits to prove win, draw or loss here."""


class PartsPosition(MarkedPosition, Protocol):
    """A position of a game whose moves have parts: the annotation of ``play`` is a ``NamedTuple`` of numbers.

    Each part has a range, ``origin: Annotated[int, range(36)]``. :func:`rules` supplies both methods. Outside the
    author's methods a move is a number.
    """

    def move_number(self, move: Any, /) -> Move:
        """Return the number of a move with these parts; a number stays as it is."""

    def move_parts(self, move: Any, /) -> Any:
        """Return the parts of the move with this number; parts stay as they are."""


class CountedPosition(MarkedPosition, Protocol):
    """A position of a game whose positions have numbers, so that a table can have an entry for each."""

    def size(self) -> int:
        """Return the number of position numbers; some may mean no position (:meth:`valid`)."""

    def rank(self) -> int:
        """Return the number of the position, from 0 to one less than the size."""

    def unrank(self, rank: int, /) -> Self:
        """Return the position with this number."""

    def valid(self) -> bool:
        """Return True if the fields that ``unrank`` returns are a real position."""

    def period(self) -> int:
        """Return the distance of the numbers of mirror images, which have equal values.

        It divides the size. It equals the size if there are no mirror images.
        """


class RetracedPosition(MarkedPosition, Protocol):
    """A position of a game that is solved from its ends, along the moves that lead to a position."""

    def predecessors(self) -> Iterable[Self]:
        """Yield each position from which a move leads here."""


class LayeredPosition(CountedPosition, Protocol):
    """A position of a game that is solved layer by layer (:mod:`plyground.solvers.layers`)."""

    def layer(self) -> int:
        """Return the number of the position's layer, from 0, such as the number of stones. No move leads to a lower
        one.

        The default is one layer for all positions.
        """


class BandedPosition(CountedPosition, Protocol):
    """A position of a game whose positions come in bands, each with all its successors in small parts of a table.

    A proof of the table goes from band to band, so the processor's cache holds what it reads.
    """

    def bands(self) -> int:
        """Return the number of bands, of about equal size."""

    def band(self, number: int, /) -> Iterator[Self]:
        """Yield the positions of the band with this number, from 0; each position of the game is in one band."""


class ImpartialPosition(MarkedPosition, Protocol):
    """A position of a game in which both sides have the same moves; the side that cannot move has lost."""

    def grundy(self) -> int:
        """Return the Grundy number, by the theory of the game (:mod:`plyground.solvers.grundy`)."""


PROTOCOLS: tuple[type[Any], ...] = tuple(
    thing
    for thing in vars().values()
    if isinstance(thing, type) and thing.__module__ == __name__ and thing is not Demand
)
"""All protocols above; searches and tools call only their methods."""
