"""Plays as players write them, ``8/5 6/5``, and positions as XGID does.

A play names for each checker the points where it starts and ends, by the numbers of the side that plays. ``*`` marks a hit, ``(2)``
two equal parts, ``bar`` the bar and ``off`` the end. The points between are left out, unless a blot is hit there: ``24/18*/13``.
A side that cannot move has the play ``pass``.

A position is 26 characters, the side to play and the dice: ``-b----E-C---eE---c-e----B- White 31``. The characters are the
first side's points from the opponent's bar to its own: ``A`` is one checker of the first side, ``a`` one of the
second. Dice not yet rolled are ``-``, those of the opening ``opening``. The 26 characters are the first part of an XGID, and
a whole XGID can be read, too. So can a position ID of GNU Backgammon, ``4HPwATDgc/ABMA``, alone or in place of the 26
characters; alone it means that White is to roll.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

from plyground.core.game import FIRST, SECOND
from plyground.core.position import Move
from plyground.errors import GameOver, MoveError, PositionError
from plyground.games.backgammon.backgammon_rules import (
    BAR,
    CHECKERS,
    MAX_STEPS,
    OFF,
    POINT,
    POINT_BITS,
    Backgammon,
)
from plyground.games.backgammon.position_codes import POINTS, POSITION_ID, points_of_id, points_text, read_xgid, rows_of
from plyground.i18n import Sentence, _

SIDES = ("White", "Black")
PASS_WORD, BAR_WORD, OFF_WORD = "pass", "bar", "off"
UNROLLED, OPENING = "-", "opening"
MAX_NAMED_PLAYS = 8
"""Plays that an error names as examples."""
PART = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?", re.ASCII)


class Step(NamedTuple):
    """One checker's move by one die, or by several without a hit on the way."""

    start: int  # a point of the side that plays
    end: int
    hits: bool


def steps(position: Any, play: Move) -> list[Step]:
    """Return the steps of a play, in the order of its number."""
    found = []
    for step in range(MAX_STEPS):
        start = play >> POINT_BITS * step & POINT
        if start:
            end = max(start - position.die(step), OFF)
            found.append(Step(start, end, end > OFF and position.is_blot(end)))
    return found


def way(position: Any, play: Move) -> list[Step]:
    """Return the steps of a play in a possible order; the first checker that comes to a blot hits it."""
    ordered = steps(position, play)
    if len(ordered) == 2 and position.large != position.small and not position.own[ordered[0].start]:
        ordered.reverse()
    hit: set[int] = set()
    way = []
    for step in ordered:
        way.append(step._replace(hits=step.hits and step.end not in hit))
        hit.add(step.end)
    return way


def ways(position: Any, play: Move) -> list[list[Step]]:
    """Return the steps of a play in each order that gives the same position: one checker may use either die first."""
    made = way(position, play)
    if len(made) != 2 or position.large == position.small or made[0].end != made[1].start or made[0].hits:
        return [made]
    start, end = made[0].start, made[1].end
    between = start - (position.large + position.small - (start - made[0].end))
    if between <= OFF or position.other[BAR - between] > 0:
        return [made]
    return [made, [Step(start, between, False), Step(between, end, made[1].hits)]]


class BackgammonNotation:
    """The notation of plays, rolls and positions."""

    def __init__(self) -> None:
        self._named: tuple[Any, dict[str, Move]] = (None, {})

    # Positions

    def format(self, position: Any) -> str:
        """Return the points, the side to play and the dice."""
        dice = f"{position.large}{position.small}" if position.large else OPENING if position.opening else UNROLLED
        return f"{points_text(position)} {SIDES[position.second]} {dice}"

    def parse(self, text: str) -> Any:
        """Return the position of such a text, or of an XGID. Raise :class:`PositionError` with every reason."""
        code = read_xgid(text)
        if code:
            words = [code.points, SIDES[code.side], code.dice or UNROLLED]
        else:
            words = text.split()
            if len(words) == 1 and POSITION_ID.fullmatch(words[0]):
                words += [SIDES[FIRST], UNROLLED]
        if len(words) != 3:
            raise PositionError(text, [_("it needs 26 characters for the points, the side to play, and the dice, with blanks between them, or it is an XGID")])  # fmt: skip
        points, side, dice = words
        if POSITION_ID.fullmatch(points):
            points = points_of_id(points, side == SIDES[SECOND])
        reasons: list[Sentence] = []
        if not POINTS.fullmatch(points):
            reasons.append(_("the points are 26 characters: letters from A to O, or a to o, or -"))
        if side not in SIDES:
            reasons.append(_("the side to play is {first} or {second}, not “{text}”", first=SIDES[0], second=SIDES[1], text=side))  # fmt: skip
        if dice not in (UNROLLED, OPENING) and not re.fullmatch("[1-6]{2}", dice, re.ASCII):
            reasons.append(_("the dice are two digits from 1 to 6, or -, or “{opening}”, not “{text}”", opening=OPENING, text=dice))  # fmt: skip
        if reasons:
            raise PositionError(text, reasons)
        first, second = rows_of(points)
        for name, row in zip(SIDES, (first, second), strict=True):
            if sum(row) > CHECKERS:
                reasons.append(_("{side} has {count} checkers, more than {most}", side=name, count=sum(row), most=CHECKERS))  # fmt: skip
        reasons += blocked_reasons(points)
        if reasons:
            raise PositionError(text, reasons)
        rows = [(CHECKERS - sum(row), *row[1:]) for row in (first, second)]
        if rows[0][OFF] == rows[1][OFF] == CHECKERS:
            raise PositionError(text, [_("no checkers are left on the board")])
        is_second = int(side == SIDES[SECOND])
        own, other = rows[is_second], rows[1 - is_second]
        large, small = sorted(map(int, dice), reverse=True) if dice.isdecimal() else (0, 0)
        if CHECKERS in (own[OFF], other[OFF]):
            large = small = 0
        return Backgammon(own, other, large, small, is_second, int(dice == OPENING))

    # Plays and rolls

    def format_move(self, position: Any, move: Move) -> str:
        """Return a play, such as ``24/18*/13 6/5(2)``, or a roll, such as ``31``."""
        if not position.large:
            return str(move)
        parts: list[str] = []
        ends: list[tuple[int, bool]] = []  # where each part ends, and if it hits there
        for step in sorted(way(position, move), key=lambda step: -step.start):
            mark = point_word(step.end) + "*" * step.hits
            joined = next((place for place, (end, _hits) in enumerate(ends) if end == step.start), None)
            if joined is None:
                parts.append(f"{point_word(step.start)}/{mark}")
                ends.append((step.end, step.hits))
                continue
            begun = parts[joined] if ends[joined][1] else parts[joined].rpartition("/")[0]
            parts[joined], ends[joined] = f"{begun}/{mark}", (step.end, step.hits)
        counted = Counter(parts)
        return " ".join(part + f"({count})" * (count > 1) for part, count in counted.items()) or PASS_WORD

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the roll or play that ``text`` names: its parts in any order, with or without the points between and ``*``.

        A play can also be told by pressed cells of the board, ``13-11``, by White's numbers. Raise :class:`MoveError`.
        """
        if position.is_over():
            raise GameOver
        wanted = " ".join(text.lower().split())
        known = self._names(position)
        if wanted in known:
            return known[wanted]
        if position.large:
            for read in (self._spoken(position, wanted, known), self._pressed(position, wanted, known)):
                if read is not None:
                    return read
        names = [*known][:MAX_NAMED_PLAYS]
        raise MoveError(_("“{text}” is not a move here; moves are {names}.", text=text, names=", ".join(names) + ", …" * (len(names) < len(known))))  # fmt: skip

    def _names(self, position: Any) -> dict[str, Move]:
        """Return the moves by their names. The names of the last position are cached."""
        known, names = self._named
        if known != position:
            names = {self.format_move(position, move): move for move in position.moves()}
            self._named = position, names
        return names

    def _spoken(self, position: Any, text: str, known: dict[str, Move]) -> Move | None:
        """Return the play with these parts; of several, the one with as many hits as are written, then the first."""
        change: Counter[int] = Counter()
        named: list[int] = []
        for part in text.split(" "):
            read = PART.fullmatch(part)
            if not read:
                return None
            places = [point_of(word.removesuffix("*")) for word in (read[1] + read[2]).split("/")]
            if any(place > BAR for place in places):
                return None
            for _time in range(int(read[3] or 1)):
                change[places[0]] += 1
                change[places[-1]] -= 1
                named += places[1:]
        plays = []
        for name, move in known.items():
            made = way(position, move)
            moved = Counter(step.start for step in made)
            moved.subtract(step.end for step in made)
            if any(moved[point] != change[point] for point in {*moved, *change}):
                continue
            if any(not Counter(named) - Counter(step.end for step in way) for way in ways(position, move)):
                plays.append((name.count("*") != text.count("*"), move))
        return min(plays)[1] if plays else None

    def _pressed(self, position: Any, text: str, known: dict[str, Move]) -> Move | None:
        """Return the play whose steps are these pairs of points, by White's numbers."""
        words = text.split("-")
        if len(words) % 2 or not all(word in (BAR_WORD, OFF_WORD) or word.isdecimal() for word in words):
            return None
        points = [point_of(word, position.second) for word in words]
        parts = [f"{point_word(start)}/{point_word(end)}" for start, end in zip(points[::2], points[1::2], strict=True)]
        return self._spoken(position, " ".join(parts), known)

    def side(self, position: Any) -> int:
        """Return the side to play, or chance before a roll."""
        side: int = position.to_move()
        return side


def point_word(point: int) -> str:
    """Return the name of a point of the side that plays."""
    return BAR_WORD if point == BAR else OFF_WORD if point == OFF else str(point)


def point_of(word: str, second: int = 0) -> int:
    """Return the point of a name; with ``second``, a number is the opponent's and is turned."""
    if word in (BAR_WORD, OFF_WORD):
        return BAR if word == BAR_WORD else OFF
    return BAR - int(word) if second else int(word)


def blocked_reasons(points: str) -> list[Sentence]:
    """Return the reasons why checkers cannot stand on the bars as written."""
    reasons: list[Sentence] = []
    if points[0].isupper():
        reasons.append(_("the first character is the bar of {side}", side=SIDES[SECOND]))
    if points[-1].islower():
        reasons.append(_("the last character is the bar of {side}", side=SIDES[FIRST]))
    return reasons
