"""Go as a game: its rules are in go_rules.py, its notation in go_notation.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count
from plyground.core.game import Facts, Game
from plyground.core.picture import Kind
from plyground.core.position import MarkedPosition
from plyground.core.spec import write
from plyground.errors import SpecError
from plyground.games.built_in import changed
from plyground.games.go.dead_stones import dead_stones, points_of, without
from plyground.games.go.go_board import board
from plyground.games.go.go_notation import LETTERS, GoNotation
from plyground.games.go.go_rules import AREA, POSITIONAL, SIMPLE, TERRITORY, go
from plyground.i18n import Number, Sentence, _

MIN_SECOND_STAR_SIZE = 7
"""Smallest board size that has handicap points."""
RULE_SETS = {
    "tromp-taylor": (AREA, POSITIONAL, True),
    "chinese": (AREA, POSITIONAL, False),
    "japanese": (TERRITORY, SIMPLE, False),
}
"""Scoring, ko rule and suicide rule, by the name of the rule set."""


@rules
class Influence(NamedTuple):
    """Evaluation by influence: points nearer to own stones than to the opponent's, plus a little for each stone.

    It is crude: no simple sum tells the value of a stone in Go. Random games judge better.
    """

    area: int = 10  # worth of each point that a side reaches first
    stone: int = 3
    steps: int = 4  # greatest distance of such a point from the stones
    win: int = 10_000

    def value(self, position: Any) -> int:
        own, other = position.own, position.other
        for _step in range(self.steps):
            own, other = position.grown(own, other), position.grown(other, own)
        reached = count(own & ~other) - count(other & ~own)
        stones: int = count(position.own) - count(position.other)
        return self.area * reached + self.stone * stones


def star_points(size: int) -> tuple[int, ...]:
    """Return the rows (and columns) of the star points, from 0: the third line from the edge, on large boards the
    fourth.
    """
    if size < MIN_SECOND_STAR_SIZE:
        return ()
    first = 3 if size >= 13 else 2
    middle = (size // 2,) if size % 2 and size > MIN_SECOND_STAR_SIZE else ()
    return (first, *middle, size - 1 - first)


def handicap_points(size: int, stones: int) -> list[tuple[int, int]]:
    """Return (row, column), from 0, of the usual places of handicap stones (GTP 2, section 4.1.1)."""
    lines = star_points(size)
    if not lines:
        return []
    low, high = lines[0], lines[-1]
    corners = [(low, low), (high, high), (high, low), (low, high)]
    if len(lines) == 2:
        return corners if stones <= 4 else []
    middle = lines[1]
    sides = [(middle, low), (middle, high), (low, middle), (high, middle)]
    places = corners[: min(4, stones)] + (sides[: (stones - 4) // 2 * 2] if stones >= 6 else [])
    return places + [(middle, middle)] * (stones in (5, 7, 9))


def max_handicap(size: int) -> int:
    """Return the greatest number of handicap stones for a board size."""
    return {0: 0, 2: 4}.get(len(star_points(size)), 9)


class GoPicture:
    """A board with stones on the crossings of lines."""

    pieces, stones, material = False, True, "points"
    side_names = _("Black"), _("White")
    goals = ""
    kinds: ClassVar[Mapping[str, Kind]] = {
        "X": Kind(0, _("stone"), "stone", "dark", "●"),
        "O": Kind(1, _("stone"), "stone", "light", "○"),
    }

    def __init__(self, notation: GoNotation, *, is_territory: bool) -> None:
        self._notation = notation
        self._is_territory = is_territory
        self.width, self.height = notation.width, notation.height
        self.columns = tuple(LETTERS[: self.width])
        self.rows = tuple(str(row) for row in range(self.height, 0, -1))

    def marks(self, position: MarkedPosition) -> str:
        """Return ``X``, ``O`` or ``.`` for each point."""
        return self._notation.marks(position)

    def areas(self, position: Any) -> str:
        """Return for each empty point the mark of the side that owns it after the game; an empty text during the
        game.
        """
        if not position.is_over():
            return ""
        own, other = position.territory()
        return self._notation.marks(position._replace(own=own, other=other))

    def score_text(self, position: Any) -> Sentence:
        """Return the points of both sides as a sentence; of territory scoring, only the lead."""
        half_lead = position.half_points()
        if self._is_territory:
            ahead = position.second if half_lead > 0 else 1 - position.second
            return _("Lead of {side} in points: {lead}.", side=self.side_names[ahead], lead=_half(abs(half_lead)))
        stones = self._notation.by_colour(position)
        areas = position.territory()[:: -1 if position.second else 1]
        black, white = (2 * count(stones[side] | areas[side]) for side in (0, 1))
        return _(
            "Points: {first} {count}, {second} {other}.",
            first=self.side_names[0], count=_half(black), second=self.side_names[1], other=_half(white + position.half_komi),
        )  # fmt: skip

    def dead(self, position: MarkedPosition) -> int:
        """Return the stones of a finished position that random games find dead."""
        return dead_stones(position, self.width, self.height)

    def chain(self, position: Any, cell: int) -> int:
        """Return the stones that are connected with the one on a cell, or 0 for a free cell."""
        row, column = divmod(cell, self.width)
        stone = 1 << self._notation.place(self.height - 1 - row, column)
        chain = board(self.width, self.height).chain
        return chain(position.own, stone & position.own) | chain(position.other, stone & position.other)

    def without(self, position: MarkedPosition, dead: int) -> Any:
        """Return a finished position without these stones, which are prisoners of the opponent."""
        return without(position, dead)

    def point_names(self, stones: int) -> str:
        """Return the names of the points of a set of stones."""
        return " ".join(map(self._notation.word, points_of(stones)))

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no points: the whole board decides."""
        return ()

    def cells(self, position: MarkedPosition, move: int) -> tuple[int, ...]:
        """Return the point of the new stone; no point for a pass."""
        row, column = divmod(move, self.width + 1)
        return () if row == self.height else (self.width * (self.height - 1 - row) + column,)

    def word(self, cell: int) -> str:
        """Return the name of the point of a cell."""
        row, column = divmod(cell, self.width)
        return self._notation.word(self._notation.place(self.height - 1 - row, column))


def _half(half_points: int) -> Number:
    """Return half of a number, with one decimal if needed."""
    return Number(half_points / 2, 1) if half_points % 2 else Number(half_points // 2)


def _summary(ko: str, scoring: str) -> Sentence:
    """Return the rules in some sentences, for one ko rule and one way of scoring."""
    if scoring == TERRITORY:
        return _(
            "Black and White put stones on the points of a board. Stones without an empty point beside them are captured. A move must not bring back the board before the last move (ko). When both pass, the side with more points wins: the empty points that its stones enclose, and its prisoners."
        )
    if ko == SIMPLE:
        return _(
            "Black and White put stones on the points of a board. Stones without an empty point beside them are captured. A move must not bring back the board before the last move (ko). When both pass, the side with more points wins: its stones and the points they enclose."
        )
    return _(
        "Black and White put stones on the points of a board. Stones without an empty point beside them are captured. No board may repeat. When both pass, the side with more points wins: its stones and the points they enclose."
    )


def make(size: int, komi: float, handicap: int, rules: str, ko: str) -> Game:
    """Return the game of one size and rule set. Raise :class:`SpecError` for options that contradict each other."""
    if komi * 2 % 1:
        raise SpecError(
            _("go: the komi is a number of points or of half points, such as 7 or 7.5, not {komi}.", komi=komi)
        )
    if handicap == 1 or handicap > max_handicap(size):
        raise SpecError(_("go: on {size} × {size} there are 0 or 2 to {most} handicap stones, not {count}.", size=size, most=max_handicap(size), count=handicap) if max_handicap(size) else _("go: on {size} × {size} there are no places for handicap stones.", size=size))  # fmt: skip
    scoring, own_ko, suicide = RULE_SETS[rules]
    half_komi, ko = int(2 * komi), own_ko if ko == "usual" else ko
    kind = go(size, size, half_komi, ko, suicide, scoring)
    notation = GoNotation(kind, size, size, ko == SIMPLE)
    start = kind()
    if handicap:
        step = board(size, size).step
        stones = sum(1 << step * row + column for row, column in handicap_points(size, handicap))
        start = kind(0, stones, 1).recurring()
    options = changed(
        "go",
        size=size,
        komi=komi if half_komi % 2 else half_komi // 2,
        handicap=handicap,
        rules=rules,
        ko="usual" if ko == own_ko else ko,
    )
    return Game(
        name=write("go", options),
        title=_("Go, {size} × {size}", size=size) if "size" in options else _("Go"),
        summary=_summary(ko, scoring),
        start=start,
        notation=notation,
        picture=GoPicture(notation, is_territory=scoring == TERRITORY),
        endings=(_("more points"), _("equal points on both sides")),
        facts=Facts(loops=ko == SIMPLE, max_plies=0, source="J. Tromp, W. Taylor (1995), Logical Rules of Go"),
        sides=("Black", "White"),
        evaluations={"influence": Influence()},
        bot="uct:seconds=1,rave=1000",
    )
