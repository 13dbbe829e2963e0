"""The picture of backgammon: twelve points above and below, the bar between, the checkers borne off on the right.

Each cell is a whole point. Cells of the lower row, from the left, are White's points 12 to 7, its bar, 6 to 1, and its
checkers borne off; those above are 13 to 18, Black's bar, 19 to 24, and Black's checkers borne off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from plyground.core.game import FIRST, SECOND
from plyground.core.picture import Kind
from plyground.core.position import MarkedPosition, Move
from plyground.games.backgammon.backgammon_notation import SIDES, Step, point_word, scores_of, way, ways
from plyground.games.backgammon.backgammon_rules import BAR, BOTH, CHECKERS, DOUBLED, MOVER, OFF, OPPONENT
from plyground.i18n import Sentence, _, _n

WIDTH, HEIGHT = 14, 2
BAR_COLUMN, OFF_COLUMN = 6, 13
MAX_DRAWN = 5
"""Checkers on a point that a board of text has room for."""
UPPER = (*range(13, 19), BAR, *range(19, 25), OFF)
"""White's numbers of the upper row."""
LOWER = (*range(12, 6, -1), BAR, *range(6, 0, -1), OFF)


def mark_of(side: int, checkers: int) -> str:
    """Return the mark of a point with this many checkers of a side; ``.`` for none."""
    return chr(ord("aA"[side]) + checkers - 1) if checkers else "."


class BackgammonPicture:
    """Points with stacks of checkers, the bar, the checkers borne off, and the dice."""

    pieces, stones, material = True, False, "backgammon"
    side_names = _("White"), _("Black")
    goals = ""
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    width, height = WIDTH, HEIGHT
    tall = 4.6
    """Height of a cell as a multiple of its width."""

    kinds: ClassVar[Mapping[str, Kind]] = {
        mark_of(side, count): Kind(
            side, _n("{count} checker", "{count} checkers", count), "stack", ("light", "dark")[side], str(count)
        )
        for side in range(2)
        for count in range(1, CHECKERS + 1)
    }

    def marks(self, position: Any) -> str:
        """Return the side and number of the checkers on each point, by the marks of ``kinds``."""
        first, second = (position.other, position.own) if position.second else (position.own, position.other)
        found = []
        for row, numbers in enumerate((UPPER, LOWER)):
            for number in numbers:
                if number in (BAR, OFF):
                    found.append(mark_of(1 - row, (first if row else second)[number]))
                else:
                    found.append(mark_of(0, first[number]) if first[number] else mark_of(1, second[BAR - number]))
        return "".join(found)

    def dice(self, position: Any) -> tuple[int, ...]:
        """Return the faces of the dice of the side to play."""
        return (position.large, position.small) if position.large else ()

    def cube(self, position: Any) -> tuple[int, ...]:
        """Return what the doubling cube shows and the side that owns it, −1 for the middle; empty without a cube."""
        if not position.cube:
            return ()
        if position.stage == DOUBLED:
            return 2 * position.cube, -1
        owner = {BOTH: -1, MOVER: position.second, OPPONENT: 1 - position.second}[position.owner]
        return position.cube, owner

    def stake(self, position: Any) -> Sentence | str:
        """Return the cube and the score of the match in words; an empty text without a cube."""
        if not position.cube:
            return ""
        shown, owner = self.cube(position)
        cube = _("cube {shown}, {owner}", shown=shown, owner=_("in the middle") if owner < 0 else SIDES[owner])
        if not position.length:
            return cube
        first, second = scores_of(position)
        values = {"cube": cube, "points": position.length, "score": f"{first}–{second}"}
        return _("{cube}; match to {points} at {score}, Crawford game", **values) if position.crawford else _("{cube}; match to {points} at {score}", **values)  # fmt: skip

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no cells: all checkers decide."""
        return ()

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int, ...]:
        """Return no cells: a play has no single place, as it moves up to four checkers."""
        return ()

    def path(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return the cells of all steps of a play, start and end in turn."""
        if not position.large:
            return ()
        return self._cells_of(way(position, move), position.second)

    def ways(self, position: Any, move: Move) -> tuple[tuple[int, ...], ...]:
        """Return the cells of a play in each order that gives the same position: some plays can begin with either die."""
        if not position.large:
            return ()
        return tuple(self._cells_of(steps, position.second) for steps in ways(position, move))

    def _cells_of(self, steps: list[Step], second: int) -> tuple[int, ...]:
        return tuple(cell for step in steps for cell in (self.cell(step.start, second), self.cell(step.end, second)))

    def text(self, position: Any) -> str:
        """Return the board as lines of text: W and B for checkers, a number where a point has more than five.

        The numbers of the points are those of the side to play.
        """
        first, second = (position.other, position.own) if position.second else (position.own, position.other)

        def letter(number: int, height: int, side: int) -> str:
            """Return the character at a ``height`` of a point, from 0 at the edge of the board to 4. On the bar, and
            among the checkers borne off, only checkers of ``side`` count.
            """
            at_end = number in (BAR, OFF)
            mine, yours = first[number], second[number if at_end else BAR - number]
            count, sign = (yours, "B") if (side if at_end else yours) else (mine, "W")
            if height == MAX_DRAWN - 1 and count > MAX_DRAWN:
                return str(count)
            return sign if height < count else "." if not at_end else ""

        def line(numbers: tuple[int, ...], height: int, side: int) -> str:
            return "|".join(
                "".join(f"{letter(number, height, side):^4}" for number in part)
                for part in (numbers[:6], numbers[6:7], numbers[7:13], numbers[13:])
            )

        def edge(numbers: tuple[int, ...]) -> str:
            words = self.words(position)[0 if numbers == UPPER else WIDTH :]
            return " ".join(
                "".join(f"{word:^4}" for word in part) for part in (words[:6], words[6:7], words[7:13], words[13:])
            )

        upper = [line(UPPER, height, SECOND) for height in range(MAX_DRAWN)]
        lower = [line(LOWER, height, FIRST) for height in reversed(range(MAX_DRAWN))]
        middle = f"{'':24}|{'':4}|{'':24}|"
        dice = f"   {SIDES[position.second]}: {position.large}-{position.small}" if position.large else ""
        stake = str(self.stake(position))
        return "\n".join([edge(UPPER), *upper, middle + dice, *lower, edge(LOWER), *[stake] * bool(stake)])

    def cell(self, point: int, second: int) -> int:
        """Return the cell of a point of a side."""
        if point in (BAR, OFF):
            column = BAR_COLUMN if point == BAR else OFF_COLUMN
            return column if second == SECOND else WIDTH + column
        number = BAR - point if second else point
        return UPPER.index(number) if number > 12 else WIDTH + LOWER.index(number)

    def word(self, cell: int) -> str:
        """Return White's number of a point, ``bar`` or ``off``."""
        return point_word((UPPER if cell < WIDTH else LOWER)[cell % WIDTH])

    def words(self, position: Any) -> tuple[str, ...]:
        """Return the numbers of all points for the side to move, as plays name them; ``bar`` and ``off``."""
        numbers = (*UPPER, *LOWER)
        turned = (number if number in (BAR, OFF) or not position.second else BAR - number for number in numbers)
        return tuple(map(point_word, turned))
