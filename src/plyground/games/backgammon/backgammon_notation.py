"""Plays as players write them, ``8/5 6/5``, and positions as XGID does.

A play names for each checker the points where it starts and ends, by the numbers of the side that plays. ``*`` marks a
hit, ``(2)`` two equal parts, ``bar`` the bar and ``off`` the end. The points between are left out, unless a blot is hit
there: ``24/18*/13``. A side that cannot move has the play ``pass``.

A position is 26 characters, the side to play and the dice: ``-b----E-C---eE---c-e----B- White 31``. The characters are
the first side's points from the opponent's bar to its own: ``A`` is one checker of the first side, ``a`` one of the
second. Dice not yet rolled are ``-``, those of the opening ``opening``. The 26 characters are the first part of an
XGID, and a whole XGID can be read, too. So can a position ID of GNU Backgammon, ``4HPwATDgc/ABMA``, alone or in place
of the 26 characters; alone it means that White is to roll. With a match ID behind it, ``4HPwATDgc/ABMA:cIkAAAAAAAAE``,
it tells all.

With a doubling cube there follow the stake and the cube's owner, ``cube 2 Black``, or ``cube 1 -`` in the middle, and
in a match the scores before the game, ``score 2-3/5``, and ``crawford`` if nobody may double. In place of the dice
stand ``rolls`` for a side that has chosen to roll, ``doubled`` for one that answers a double, and ``dropped`` for one
that gave up. The moves of the cube are ``roll``, ``double``, ``take`` and ``drop``.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

from plyground.core.game import FIRST, SECOND
from plyground.core.position import MarkedPosition, Move, WiderPosition
from plyground.errors import GameOver, MoveError, PositionError
from plyground.games.backgammon.backgammon_rules import (
    BAR,
    BOTH,
    CHECKERS,
    DOUBLED,
    DROPPED,
    MAX_CUBE,
    MAX_STEPS,
    MOVER,
    OFF,
    OPPONENT,
    POINT,
    POINT_BITS,
    ROLLS,
    TO_ROLL,
    Backgammon,
)
from plyground.games.backgammon.position_codes import POINTS, POSITION_ID, points_of_id, points_text, read_code, rows_of
from plyground.games.built_in import MAX_MATCH_POINTS
from plyground.i18n import Sentence, _, _n

SIDES = ("White", "Black")
PASS_WORD, BAR_WORD, OFF_WORD = "pass", "bar", "off"
UNROLLED, OPENING = "-", "opening"
STAGES = {TO_ROLL: UNROLLED, ROLLS: "rolls", DOUBLED: "doubled", DROPPED: "dropped"}
"""Words in place of the dice."""
NOBODY = "-"
"""The owner of a cube in the middle."""
CUBE = re.compile(r"(?: cube (\d+) (\S+)(?: score (\d+)-(\d+)/(\d+)( crawford)?)?)?", re.ASCII)
MAX_NAMED_PLAYS = 8
"""Plays that an error names as examples."""
CUBE_MOVES: dict[int, tuple[str, str]] = {TO_ROLL: ("roll", "double"), DOUBLED: ("drop", "take")}
"""The moves of the cube, by the stage of the turn and their numbers."""
PART = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?", re.ASCII)


class Step(NamedTuple):
    """One checker's move by one die, or by several without a hit on the way."""

    start: int  # a point, numbered for the side that plays
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
    """Return the steps of a play in each order that gives the same position: some plays can begin with either die."""
    made = way(position, play)
    if len(made) != 2 or position.large == position.small or made[0].end != made[1].start or made[0].hits:
        return [made]
    start, end = made[0].start, made[1].end
    between = start - (position.large + position.small - (start - made[0].end))
    if between <= OFF or position.other[BAR - between] > 0:
        return [made]
    return [made, [Step(start, between, False), Step(between, end, made[1].hits)]]


def moved(start: int, end: int) -> int:
    """Return a number for the move of one checker. Plays with equal sums leave the same checkers."""
    return (1 << POINT_BITS * start) - (1 << POINT_BITS * end)


def changed(position: Any, play: Move) -> int:
    """Return the sum of :func:`moved` over the steps of a play."""
    change = 0
    for step in range(MAX_STEPS):
        start = play >> POINT_BITS * step & POINT
        if start:
            change += moved(start, max(start - position.die(step), OFF))
    return change


NO_CUBE = Backgammon()


class BackgammonNotation:
    """The notation of plays, rolls and positions.

    A text without a cube has the cube and the score of the game's start.
    """

    def __init__(self, start: Backgammon = NO_CUBE) -> None:
        self._start = start

    # Positions

    def format(self, position: Any) -> str:
        """Return the points, the side to move and the dice; with a cube also the stake, its owner and the score."""
        dice = OPENING if position.opening else STAGES[position.stage]
        if position.large:
            dice = f"{position.large}{position.small}"
        text = f"{points_text(position)} {SIDES[position.second]} {dice}"
        if position.cube:
            text += f" cube {position.cube} {owner_word(position)}"
        if position.length:
            first, second = scores_of(position)
            text += f" score {first}-{second}/{position.length}"
        return text + " crawford" * int(position.crawford)

    def parse(self, text: str) -> Any:
        """Return the position of such a text, of an XGID or of IDs. Raise :class:`PositionError` with every reason."""
        code = read_code(text)
        if code:
            words = [code.points, SIDES[code.side], code.dice or UNROLLED]
        else:
            words = text.split()
            if len(words) == 1 and POSITION_ID.fullmatch(words[0]):
                words += [SIDES[FIRST], UNROLLED]
        if len(words) < 3:
            raise PositionError(text, [_("it needs 26 characters for the points, the side to play, and the dice, with blanks between them, or it is an XGID")])  # fmt: skip
        points, side, dice, *rest = words
        if POSITION_ID.fullmatch(points):
            points = points_of_id(points, side == SIDES[SECOND])
        stages = [word for stage, word in STAGES.items() if rest or self._start.cube or stage == TO_ROLL]
        reasons: list[Sentence] = []
        if not POINTS.fullmatch(points):
            reasons.append(_("the points are 26 characters: letters from A to O, or a to o, or -"))
        if side not in SIDES:
            reasons.append(
                _("the side to play is {first} or {second}, not “{text}”", first=SIDES[0], second=SIDES[1], text=side)
            )
        if dice not in (*stages, OPENING) and not re.fullmatch("[1-6]{2}", dice, re.ASCII):
            reasons.append(
                _("the dice are two digits from 1 to 6, or -, or “{opening}”, not “{text}”", opening=OPENING, text=dice)
            )
        if not (cube := CUBE.fullmatch("".join(f" {word}" for word in rest))):
            reasons.append(_("after the dice may follow the cube, such as “cube 2 White score 2-3/5”, not “{text}”", text=" ".join(rest)))  # fmt: skip
        if reasons or cube is None:
            raise PositionError(text, reasons)
        first, second = rows_of(points)
        for name, row in zip(SIDES, (first, second), strict=True):
            if sum(row) > CHECKERS:
                reasons.append(
                    _("{side} has {count} checkers, more than {most}", side=name, count=sum(row), most=CHECKERS)
                )
        reasons += blocked_reasons(points)
        rows = [(CHECKERS - sum(row), *row[1:]) for row in (first, second)]
        if rows[0][OFF] == rows[1][OFF] == CHECKERS:
            reasons.append(_("no checkers are left on the board"))
        is_second = int(side == SIDES[SECOND])
        own, other = rows[is_second], rows[1 - is_second]
        large, small = sorted(map(int, dice), reverse=True) if dice.isdecimal() else (0, 0)
        if CHECKERS in (own[OFF], other[OFF]):
            large = small = 0
        usual = self._start.passed(own, other) if is_second else self._start
        position = usual._replace(
            own=own, other=other, large=large, small=small, second=is_second, opening=int(dice == OPENING)
        )
        if code and not code.is_plain:
            position = code.complete(position)
        elif cube[1]:
            position = with_cube(position, cube)
        if position.cube and not code:
            position = position._replace(stage=next((stage for stage, word in STAGES.items() if word == dice), TO_ROLL))
        reasons += cube_reasons(position)
        if reasons:
            raise PositionError(text, reasons)
        return position

    # Plays and rolls

    def format_move(self, position: Any, move: Move) -> str:
        """Return a play, such as ``24/18*/13 6/5(2)``, a roll, such as ``31``, or a move of the cube, such as
        ``double``.
        """
        if position.is_cube_move():
            moves: tuple[str, str] = CUBE_MOVES[position.stage]
            return moves[move]
        if not position.large:
            return str(move)
        parts: list[str] = []
        ends: list[tuple[int, bool]] = []  # (end of each part, True if it hits there)
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
        """Return the roll or play that ``text`` names: its parts in any order, with or without the points between and
        ``*``.

        A play can also be told by pressed cells of the board, ``13-11``, by White's numbers. Raise :class:`MoveError`.
        """
        if position.is_over():
            raise GameOver
        wanted = " ".join(text.lower().split())
        if position.large:
            for read in (self._spoken(position, wanted), self._pressed(position, wanted)):
                if read is not None:
                    return read
        names = []
        moves: list[Move] = list(position.moves())
        for move in moves:
            names.append(self.format_move(position, move))
            if names[-1] == wanted:
                return move
        told = ", ".join(names[:MAX_NAMED_PLAYS]) + ", …" * (len(names) > MAX_NAMED_PLAYS)
        raise MoveError(_("“{text}” is not a move here; moves are {names}.", text=text, names=told))

    def _spoken(self, position: MarkedPosition, text: str) -> Move | None:
        """Return the play with these parts. If there are several, prefer one with exactly this name, then one with as
        many hits, then the first.
        """
        change = 0
        named: list[int] = []
        for part in text.split(" "):
            read = PART.fullmatch(part)
            if not read:
                return None
            places = [point_of(word.removesuffix("*")) for word in (read[1] + read[2]).split("/")]
            if any(place > BAR for place in places):
                return None
            for _time in range(int(read[3] or 1)):
                change += moved(places[0], places[-1])
                named += places[1:]
        plays = []
        for move in position.moves():
            if changed(position, move) != change:
                continue
            if any(not Counter(named) - Counter(step.end for step in way) for way in ways(position, move)):
                name = self.format_move(position, move)
                plays.append((name != text, name.count("*") != text.count("*"), move))
        return min(plays)[2] if plays else None

    def _pressed(self, position: Any, text: str) -> Move | None:
        """Return the play whose steps are these pairs of points, by White's numbers."""
        words = text.split("-")
        if len(words) % 2 or not all(word in (BAR_WORD, OFF_WORD) or word.isdecimal() for word in words):
            return None
        points = [point_of(word, position.second) for word in words]
        parts = [f"{point_word(start)}/{point_word(end)}" for start, end in zip(points[::2], points[1::2], strict=True)]
        return self._spoken(position, " ".join(parts))

    def ending(self, position: Any) -> Sentence:
        """Return how a finished game was won, and the points that it is worth."""
        points = abs(position.worth())
        worth = _n("{count} point", "{count} points", points)
        if position.stage == DROPPED:
            return _("the double was dropped, {points}", points=worth)
        if points == 3 * max(position.cube, 1):
            return _("backgammon, {points}", points=worth)
        if points == 2 * max(position.cube, 1):
            return _("gammon, {points}", points=worth)
        return _("all checkers borne off, {points}", points=worth)

    def side(self, position: WiderPosition) -> int:
        """Return the side to play, or chance before a roll."""
        side: int = position.to_move()
        return side


def point_word(point: int) -> str:
    """Return the name of a point of the side that plays."""
    return BAR_WORD if point == BAR else OFF_WORD if point == OFF else str(point)


def point_of(word: str, second: int = 0) -> int:
    """Return the point of a name; with ``second``, a number is the opponent's and is converted."""
    if word in (BAR_WORD, OFF_WORD):
        return BAR if word == BAR_WORD else OFF
    return BAR - int(word) if second else int(word)


def owner_word(position: Any) -> str:
    """Return the side that owns the cube; ``-`` for a cube in the middle."""
    if position.owner == BOTH:
        return NOBODY
    return SIDES[position.second if position.owner == MOVER else 1 - position.second]


def scores_of(position: Any) -> tuple[int, int]:
    """Return the scores of the first and of the second side in the match."""
    return (position.other_won, position.won) if position.second else (position.won, position.other_won)


def with_cube(position: Any, cube: re.Match[str]) -> Any:
    """Return a position with the cube and the match of a text."""
    stake, owner, *scores, crawford = cube.groups()
    first, second, length = (int(score or 0) for score in scores)
    score, other = (second, first) if position.second else (first, second)
    sides = {NOBODY: BOTH, SIDES[position.second]: MOVER, SIDES[1 - position.second]: OPPONENT}
    return position._replace(
        cube=int(stake), owner=sides.get(owner, owner), won=score, other_won=other, length=length, crawford=int(bool(crawford))
    )  # fmt: skip


def cube_reasons(position: Any) -> list[Sentence]:
    """Return the reasons why the cube and the match score of a text are impossible."""
    reasons: list[Sentence] = []
    if position.cube and (position.cube > MAX_CUBE or position.cube & position.cube - 1):
        reasons.append(_("the cube shows 1, 2, 4 or another power of two up to {most}, not {count}", most=MAX_CUBE, count=position.cube))  # fmt: skip
    if position.owner not in (BOTH, MOVER, OPPONENT):
        reasons.append(_("the owner of the cube is {first}, {second} or -, not “{text}”", first=SIDES[0], second=SIDES[1], text=position.owner))  # fmt: skip
    elif position.cube == 1 and position.owner != BOTH:
        reasons.append(_("a cube that nobody has turned stands in the middle"))
    if position.length > MAX_MATCH_POINTS:
        reasons.append(
            _("a match has at most {most} points, not {count}", most=MAX_MATCH_POINTS, count=position.length)
        )
    elif position.length and max(position.won, position.other_won) >= position.length:
        reasons.append(_("a score is less than the {length} points of the match", length=position.length))
    if position.crawford and position.length - max(position.won, position.other_won) != 1:
        reasons.append(_("in a Crawford game a side needs a single point"))
    if position.stage == DOUBLED and not position.passed(position.own, position.other).may_double():
        reasons.append(_("the other side may not double here"))
    return reasons


def blocked_reasons(points: str) -> list[Sentence]:
    """Return the reasons why the checkers on the bars of a text are impossible."""
    reasons: list[Sentence] = []
    if points[0].isupper():
        reasons.append(_("the first character is the bar of {side}", side=SIDES[SECOND]))
    if points[-1].islower():
        reasons.append(_("the last character is the bar of {side}", side=SIDES[FIRST]))
    return reasons
