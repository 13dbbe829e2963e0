"""A game: its rules (a start position) with what people need around them: names, notation, picture, facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from plyground.errors import GameOver, MoveError
from plyground.evaluation import Evaluation
from plyground.language import Sentence, _
from plyground.position import CHANCE, Demand, MarkedPosition, Move, hiding, titles

FIRST, SECOND = 0, 1
"""The sides of a two-player game, in the order in which they move; further ones are numbered on."""


REPETITIONS, LONGEST_MATCH = 3, 100
"""In a game whose positions can come again, times that one may come and moves of both sides until a match is drawn."""


NOBODY = "*"
"""The mark of a stone that belongs to neither side."""


class Notation(Protocol):
    """How positions and moves are written; every ``parse`` takes what its ``format`` gives."""

    def format(self, position: Any) -> str:
        """The position as one line of text."""

    def parse(self, text: str) -> Any:
        """The position that ``text`` stands for; raises :class:`PositionError` with every reason."""

    def format_move(self, position: Any, move: Move) -> str:
        """What people call ``move`` in ``position``; a hyphen in it may be left out, as links do."""

    def parse_move(self, position: Any, text: str) -> Move:
        """The legal move that ``text`` names in ``position``; raises :class:`MoveError`."""

    def side(self, position: Any) -> int:
        """Who is to move: a side, from :data:`FIRST` (also when the game is over), or :data:`CHANCE`."""


class Picture(Protocol):
    """How a game on a grid of cells is drawn, by any interface; cells are numbered row by row from 0."""

    width: int
    height: int
    pieces: bool  # whether a move takes a piece from one cell to another; else it fills a cell
    stones: bool  # whether the marks are round stones rather than signs
    columns: tuple[str, ...]  # what stands above each column; empty where every cell has a number
    rows: tuple[str, ...]  # what stands beside each row, from the top; empty, too, where a move names only a column
    goals: str  # whose pieces have to come to each cell, written as marks are; empty where no game is about that

    def marks(self, position: Any) -> str:
        """One character a cell, row by row: a side's mark, :data:`NOBODY`'s or ``.``."""

    def highlight(self, position: Any) -> tuple[int, ...]:
        """The cells that decided the game, such as a winning line; empty when there are none."""

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Where a legal move is shown: the cell that it fills, or those that a piece leaves and goes to.

        Empty when it has no place, such as a pass.
        """

    def word(self, cell: int) -> str:
        """What the cell is called in the text of a move; two of them are joined by a hyphen."""


class Facts(NamedTuple):
    """What kind of task a game is (Russell & Norvig, AIMA 2.3; Caraciolo 2009)."""

    players: int = 2
    observable: bool = True  # complete information: every player sees the whole position
    deterministic: bool = True  # moves are chosen freely; nothing is left to chance
    sequential: bool = True  # a move has consequences for those after it
    static: bool = True  # the position waits while a player thinks
    discrete: bool = True  # finitely many distinct moves and positions
    zero_sum: bool = True  # what one player wins the other loses
    loops: bool = False  # positions can come again: a match is drawn at the third time (LONGEST_MATCH)
    ended_count: bool = False  # whether perft counts a game that ended before its depth, as its published figures do
    source: str = ""  # where the rules, or the figures about them, come from


class Outcome(NamedTuple):
    """How a game ended: the winner's side (``None``: drawn, or several are first) and the reason."""

    winner: int | None
    reason: Sentence
    utilities: tuple[Any, ...] = ()  # what each side gets, where each has a utility of its own

    @property
    def ranking(self) -> tuple[int, ...]:
        """The sides where each has a utility of its own, the best first; those that are equal in their order."""
        return tuple(sorted(range(len(self.utilities)), key=lambda side: self.utilities[side], reverse=True))


@dataclass(frozen=True)
class Game:
    """Everything about one game that is not its rules; the rules are the class of ``start``."""

    name: str  # its spec text
    title: Sentence
    summary: Sentence  # the rules in a sentence or two
    start: MarkedPosition
    notation: Notation
    picture: Picture
    endings: tuple[Sentence, Sentence]  # why a game was won; why it was drawn
    facts: Facts = Facts()
    sides: tuple[str, ...] = ("X", "O")  # one for each player
    chance: Sentence = _("chance")  # what people call it where it moves, such as dice
    person: int = FIRST  # the side that a person plays against a bot when nobody was chosen
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)  # static evaluations by name, the best first

    def __post_init__(self) -> None:
        titles[type(self.start)] = self.title
        if not self.facts.observable:
            hiding.add(type(self.start))

    @property
    def demands(self) -> Demand:
        """What the game asks of a search beyond the common case."""
        return self.start.demands()

    def side(self, position: Any) -> int:
        """Who is to move in ``position``: a side, from :data:`FIRST`, or :data:`CHANCE`."""
        return self.notation.side(position)

    def mover(self, position: Any) -> str | Sentence:
        """What people call who is to move in ``position``."""
        side = self.side(position)
        return self.chance if side == CHANCE else self.sides[side]

    def pressed(self, position: Any, cells: Iterable[int]) -> Move:
        """The legal move that people mean who press these cells, in this order; raises :class:`MoveError`."""
        return self.notation.parse_move(position, "-".join(map(self.picture.word, cells)))

    def play(self, position: Any, move: Move) -> Any:
        """The position after ``move``; raises :class:`MoveError` when the rules do not allow it."""
        if position.is_over():
            raise GameOver
        if move not in position.moves():
            raise MoveError(_("{move} is not a legal move here.", move=move))
        return position.play(move)

    def outcome(self, position: Any) -> Outcome | None:
        """How the game ended in ``position``; ``None`` while it goes on."""
        if not position.is_over():
            return None
        if Demand.PLAYERS in self.demands:
            utilities = tuple(position.utilities())
            first, *others = [side for side, utility in enumerate(utilities) if utility == max(utilities)]
            return Outcome(None if others else first, self.endings[bool(others)], utilities)
        utility = position.utility()
        if utility == 0:
            return Outcome(None, self.endings[1])
        mover = max(self.side(position), FIRST)  # chance takes the first side's view
        reason = _("the other side cannot move") if position.is_stuck() else self.endings[0]
        return Outcome(mover if utility > 0 else 1 - mover, reason)
