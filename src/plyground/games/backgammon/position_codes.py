"""Short codes of backgammon positions that other programs read and write: XGID and the position ID of GNU Backgammon.

Both come down to the 26 characters of the points, ``-b----E-C---eE---c-e----B-``. They are the first side's points from the
opponent's bar to its own: ``A`` is one checker of the first side, ``a`` one of the second.

Sources: eXtreme Gammon Help, "XGID"; GNU Backgammon Manual, "A technical description of the Position ID".
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from typing import Any, NamedTuple

from plyground.core.game import FIRST, SECOND
from plyground.games.backgammon.backgammon_rules import BAR

POINTS = re.compile(r"[-a-oA-O]{26}", re.ASCII)
POSITION_ID, ID_BITS = re.compile(r"[A-Za-z0-9+/]{14}", re.ASCII), 80
XGID = re.compile(r"(?:XGID=)?([-a-oA-O]{26}):(-?\d+):(-?\d+):(-?\d+):(\d\d|[DBR])(?::-?\d+){5}", re.ASCII)
NO_CUBE = "0:0"
"""The fields of an XGID for a cube that nobody has turned."""
MONEY_GAME = "0:0:0:0:10"
"""The fields of an XGID for no score, no Crawford game and no match."""


class Code(NamedTuple):
    """The content of an XGID that a position has."""

    points: str  # 26 characters
    side: int
    dice: str  # two digits; empty before a roll


def read_xgid(text: str) -> Code | None:
    """Return the content of an XGID; None for another text."""
    found = XGID.fullmatch(text.strip())
    if not found:
        return None
    dice = found[5] if found[5].isdecimal() and found[5] != "00" else ""
    return Code(found[1], FIRST if found[4] == "1" else SECOND, dice)


def xgid(position: Any, *, as_first: bool = False) -> str:
    """Return the XGID of a position. With ``as_first`` the side to play is written as the first side."""
    if as_first and position.second:
        position = position._replace(second=FIRST)
    turn = -1 if position.second else 1
    dice = f"{position.large}{position.small}" if position.large else "00"
    return f"XGID={points_text(position)}:{NO_CUBE}:{turn}:{dice}:{MONEY_GAME}"


def position_id(position: Any) -> str:
    """Return the position ID of a position: its checkers alone, from the side to play.

    An ID is 80 bits, in bytes from the lowest bit and in base 64: for each point from 1 to the bar so many ones as
    checkers and a zero, first for the side that waits, then for the side to play.
    """
    bits, place = 0, 0
    for row in (position.other, position.own):
        for point in range(1, BAR + 1):
            bits |= ((1 << row[point]) - 1) << place
            place += row[point] + 1
    return b64encode(bits.to_bytes(ID_BITS // 8, "little")).decode().rstrip("=")


def points_of_id(text: str, is_second: bool) -> str:
    """Return the 26 characters of the points of a position ID. The caller checks the number of checkers."""
    data = int.from_bytes(b64decode(text + "=="), "little")
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
    """Return the letter of so many checkers, from the letter of one; ``-`` for none."""
    return chr(ord(one) + count - 1) if count else "-"
