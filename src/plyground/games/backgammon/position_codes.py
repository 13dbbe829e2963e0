"""Short codes of backgammon positions that other programs read and write: XGID, and the position and match ID of GNU
Backgammon.

Both hold the 26 characters of the points, ``-b----E-C---eE---c-e----B-``. They are the first side's points from the
opponent's bar to its own: ``A`` is one checker of the first side, ``a`` one of the second. The first side is White
here, the lower player of an XGID, and player 1 of a match ID.

Sources: eXtreme Gammon Help, "XGID"; GNU Backgammon Manual, "A technical description of the Position ID" and "... of
the Match ID".
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from typing import Any, NamedTuple

from plyground.core.game import FIRST, SECOND
from plyground.core.position import MarkedPosition
from plyground.games.backgammon.backgammon_rules import BAR, BOTH, DOUBLED, MOVER, OPPONENT, TO_ROLL, Backgammon

POINTS = re.compile(r"[-a-oA-O]{26}", re.ASCII)
POSITION_ID, ID_BITS = re.compile(r"[A-Za-z0-9+/]{14}", re.ASCII), 80
BOTH_IDS, MATCH_BITS = re.compile(r"([A-Za-z0-9+/]{14}):([A-Za-z0-9+/]{12})", re.ASCII), 72
XGID = re.compile(
    r"(?:XGID=)?([-a-oA-O]{26}):(\d{1,2}):(-1|0|1):(-1|1):([0-6]{2}|D):(\d{1,5}):(\d{1,5}):([0-3]):(\d{1,5}):\d{1,2}",
    re.ASCII,
)
XGID_MAX_CUBE = 10
"""The logarithm of the highest cube that an XGID usually contains."""
PLAYING, CENTRED, NO_JACOBY_RULE = 1, 3, 1
"""Codes of a match ID: a game that goes on, a cube in the middle, and gammons that count before the first double."""


class Code(NamedTuple):
    """The content of a code that a position has."""

    points: str  # 26 characters
    side: int  # side to move
    dice: str  # two digits; "" = before the roll
    cube: int = 1
    owner: int | None = None  # the side that owns the cube
    is_doubled: bool = False  # True if the side to move answers a double
    scores: tuple[int, int] = (0, 0)  # points of the first and the second side
    length: int = 0
    is_crawford: bool = False

    @property
    def is_plain(self) -> bool:
        """True if the code contains neither a cube nor a match."""
        return self[3:] == Code("", FIRST, "")[3:]

    def complete(self, position: Backgammon) -> Backgammon:
        """Return a position of this code's points with its cube and match."""
        owner = BOTH if self.owner is None else MOVER if self.owner == self.side else OPPONENT
        scores = self.scores[:: -1 if self.side else 1] if self.length else (0, 0)
        stage = DOUBLED if self.is_doubled else TO_ROLL
        return position._replace(
            cube=self.cube, owner=owner, stage=stage, won=scores[0], other_won=scores[1], length=self.length,
            crawford=int(self.is_crawford),
        )  # fmt: skip


def code_of(position: Any) -> Code:
    """Return the parts of a position that a code contains."""
    side = position.second
    dice = f"{position.large}{position.small}" if position.large else ""
    owner = {BOTH: None, MOVER: side, OPPONENT: 1 - side}[position.owner]
    scores = (position.other_won, position.won) if side else (position.won, position.other_won)
    return Code(
        points_text(position), side, dice, max(position.cube, 1), owner, position.stage == DOUBLED, scores,
        position.length, position.crawford == 1,
    )  # fmt: skip


def read_code(text: str) -> Code | None:
    """Return the content of an XGID, or of a position ID with a match ID; None for another text."""
    text = text.strip()
    if found := BOTH_IDS.fullmatch(text):
        return _read_ids(found[1], found[2])
    if not (found := XGID.fullmatch(text)):
        return None
    points, cube, owner, turn, dice, *scores = found.groups()
    side = FIRST if turn == "1" else SECOND
    first, second, crawford, length = map(int, scores)
    is_doubled = dice == "D"  # the side to move has been offered a double
    return Code(
        points, 1 - side if is_doubled else side, dice if dice.isdecimal() and dice != "00" else "", 1 << int(cube),
        {1: FIRST, 0: None, -1: SECOND}[int(owner)], is_doubled, (first, second), length, length > 0 and crawford == 1,
    )  # fmt: skip


def xgid(position: Any, *, as_first: bool = False) -> str:
    """Return the XGID of a position. With ``as_first`` the side to play is written as the first side."""
    if as_first and position.second:
        position = position._replace(second=FIRST)
    code = code_of(position)
    turn = -1 if (1 - code.side if code.is_doubled else code.side) else 1
    owner = {None: 0, FIRST: 1, SECOND: -1}[code.owner]
    dice = "D" if code.is_doubled else code.dice or "00"
    fields = (
        code.points, code.cube.bit_length() - 1, owner, turn, dice, *code.scores, int(code.is_crawford), code.length,
        XGID_MAX_CUBE,
    )  # fmt: skip
    return f"XGID={':'.join(map(str, fields))}"


def match_id(position: MarkedPosition) -> str:
    """Return the match ID: the dice, the cube and the score, as 67 bits from the lowest, in base 64.

    In a turn where a double is answered, the side that doubled is on roll and the other one has the turn.
    """
    code = code_of(position)
    turn = 1 - code.side
    on_roll = 1 - turn if code.is_doubled else turn
    large, small = map(int, code.dice or "00")
    first, second = code.scores
    bits, place = 0, 0
    for value, width in (
        (code.cube.bit_length() - 1, 4), (CENTRED if code.owner is None else 1 - code.owner, 2), (on_roll, 1),
        (int(code.is_crawford), 1), (PLAYING, 3), (turn, 1), (int(code.is_doubled), 1), (0, 2), (large, 3), (small, 3),
        (code.length, 15), (second, 15), (first, 15), (NO_JACOBY_RULE, 1),
    ):  # fmt: skip
        bits |= value << place
        place += width
    return _in_base_64(bits, MATCH_BITS)


def both_ids(position: Any) -> str:
    """Return the position ID and the match ID, with a colon between them. The position is seen by the side on roll."""
    on_roll = position.passed(position.own, position.other) if position.stage == DOUBLED else position
    return f"{position_id(on_roll)}:{match_id(position)}"


def _read_ids(points_id: str, match: str) -> Code:
    bits = _of_base_64(match)

    def field(place: int, width: int) -> int:
        return bits >> place & (1 << width) - 1

    side = 1 - field(11, 1)
    large, small = field(15, 3), field(18, 3)
    owner = field(4, 2)
    return Code(
        points_of_id(points_id, field(6, 1) == 0), side, f"{large}{small}" if large else "", 1 << field(0, 4),
        None if owner == CENTRED else 1 - (owner & 1), field(12, 1) == 1, (field(51, 15), field(36, 15)), field(21, 15),
        field(7, 1) == 1,
    )  # fmt: skip


def _in_base_64(bits: int, size: int) -> str:
    return b64encode(bits.to_bytes(size // 8, "little")).decode().rstrip("=")


def _of_base_64(text: str) -> int:
    return int.from_bytes(b64decode(text + "=" * (-len(text) % 4)), "little")


def position_id(position: Any) -> str:
    """Return the position ID of a position: its checkers alone, from the side to play.

    An ID is 80 bits, in bytes from the lowest bit and in base 64: for each point from 1 to the bar a one for each
    checker and then a zero, first for the side that waits, then for the side to play.
    """
    bits, place = 0, 0
    for row in (position.other, position.own):
        for point in range(1, BAR + 1):
            bits |= ((1 << row[point]) - 1) << place
            place += row[point] + 1
    return _in_base_64(bits, ID_BITS)


def points_of_id(text: str, is_second: bool) -> str:
    """Return the 26 characters of the points of a position ID. The caller checks the number of checkers."""
    data = _of_base_64(text)
    rows = [[0] * (BAR + 1), [0] * (BAR + 1)]
    place = 1
    for bit in range(ID_BITS):
        side, point = divmod(place - 1, BAR)
        if data >> bit & 1 == 0:
            place += 1
        elif side < len(rows):
            rows[side][point + 1] += 1
    waiting, playing = rows
    first, second = (waiting, playing) if is_second else (playing, waiting)
    return "".join(
        letter(first[point], "A") if first[point] else letter(second[BAR - point], "a") for point in range(BAR + 1)
    )


def points_text(position: Any) -> str:
    """Return the 26 characters of the points."""
    first, second = (position.other, position.own) if position.second else (position.own, position.other)
    marks = ["-"] * (BAR + 1)
    for point in range(1, BAR + 1):
        if second[point]:
            marks[BAR - point] = letter(second[point], "a")
        if first[point]:
            marks[point] = letter(first[point], "A")
    return "".join(marks)


def rows_of(points: str) -> tuple[list[int], list[int]]:
    """Return the checkers on the board of the first and of the second side, by their own points."""
    first = [ord(mark) - ord("A") + 1 if mark.isupper() else 0 for mark in points]
    second = [ord(mark) - ord("a") + 1 if mark.islower() else 0 for mark in reversed(points)]
    return first, second


def letter(count: int, one: str) -> str:
    """Return the letter for a number of checkers; ``one`` is the letter for one, and ``-`` stands for none."""
    return chr(ord(one) + count - 1) if count else "-"
