"""EPD, Extended Position Description: a position of chess a line, with operations such as ``bm Nf3; id "test 1";``.

Source: S. J. Edwards (1994), Portable Game Notation Specification and Implementation Guide, section 16.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame, readable
from plyground.errors import NotationError, PositionError
from plyground.games.chess.chess_notation import lost_rights
from plyground.i18n import Sentence, _

POSITION = re.compile(r"\s*(\S+\s+\S+\s+\S+\s+\S+)(?:\s+(\d+)\s+(\d+)(?=\s|;|$))?\s*;?")
"""The four fields of a position, and the two numbers of a FEN if they stand before the operations."""
OPERATION = re.compile(r'\s*([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;|$)')
QUIET_PLIES, MOVE_NUMBER = "hmvc", "fmvn"
"""Operations with the number of plies since a capture or a pawn move, and with the number of the move."""
COMMENT_MARK = "#"
"""Sign at which a line of test suites is no position."""


class EpdNotation(NamedTuple):
    """Positions without moves. Their tags are the EPD operations, such as ``bm`` for the best moves."""

    name: str = "epd"
    title: Sentence | str = "Extended Position Description"
    suffix: str = ".epd"
    holds_comments: bool = False

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every position. Raise :class:`NotationError` if none can be read."""
        return readable(self.stream(text.splitlines(), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every position of a file, given its lines."""
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.lstrip().startswith(COMMENT_MARK):
                try:
                    yield _position(number, line, game)
                except NotationError as fault:
                    yield WrittenGame(game, fault=fault)

    def write(self, written: WrittenGame) -> str:
        """Return one line: the position after the last move, with the tags as operations."""
        text = written.game.position_text(written.end_position(), len(written.moves))
        *fields, quiet, number = text.split()
        tags = {name: value for name, value in written.tags.items() if name not in (QUIET_PLIES, MOVE_NUMBER)}
        tags |= {QUIET_PLIES: quiet} if quiet != "0" else {}
        tags |= {MOVE_NUMBER: number} if number != "1" else {}
        operations = (f"{name} {value}".strip() + ";" for name, value in tags.items())
        return " ".join([*fields, *operations]) + "\n"


def _position(number: int, line: str, game: Game) -> WrittenGame:
    """Return the position of a line. Raise :class:`NotationError`."""
    found = POSITION.match(line)
    if not found:
        raise NotationError(number, 1, _("a position has four fields: board, side, castling, en passant"))
    tags, column = {}, found.end()
    if found[2]:
        tags = {QUIET_PLIES: found[2], MOVE_NUMBER: found[3]}
    while line[column:].strip():
        operation = OPERATION.match(line, column)
        if not operation:
            raise NotationError(number, column + 1, _("an operation is a word, its values and “;”, such as bm Nf3;"))
        tags[operation[1]] = operation[2].strip()
        column = operation.end()
    fields = " ".join(found[1].split())
    letters = lost_rights(fields)
    repairs = [NotationError(number, found.start(1) + 1, _("castling rights without king and rook in their places are left out: {letters}", letters=letters))] if letters else []  # fmt: skip
    try:
        begun = game.beginning(f"{fields} {tags.get(QUIET_PLIES) or '0'} {tags.get(MOVE_NUMBER) or '1'}")
    except PositionError as error:
        raise NotationError(number, found.start(1) + 1, error.sentence) from None
    return WrittenGame(begun, (), tags, repairs=tuple(repairs))
