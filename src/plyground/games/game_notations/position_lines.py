"""Positions of backgammon as short codes, one a line: XGID, and the position and match IDs of GNU Backgammon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame, readable
from plyground.errors import NotationError, PositionError
from plyground.games.backgammon.position_codes import both_ids, position_id, xgid
from plyground.i18n import Sentence


class PositionLines(NamedTuple):
    """Positions without moves, each written as a code."""

    name: str
    title: Sentence | str
    suffix: str
    code: Callable[[Game, Any], str]
    holds_comments: bool = False

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every position. Raise :class:`NotationError` if none can be read."""
        return readable(self.stream(text.splitlines(), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every position of a file, given its lines."""
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield WrittenGame(game.beginning(line.strip()))
                except PositionError as error:
                    column = len(line) - len(line.lstrip()) + 1
                    yield WrittenGame(game, fault=NotationError(number, column, error.sentence))

    def write(self, written: WrittenGame) -> str:
        """Return one line: the position after the last move."""
        return f"{self.code(written.game, written.end_position())}\n"


def _ids(game: Game, position: Any) -> str:
    """Return the position ID and, in a game with a cube, the match ID; else the side to play and the dice."""
    if position.cube:
        return both_ids(position)
    _points, *rest = game.notation.format(position).split()
    return " ".join([position_id(position), *rest])


XGID = PositionLines("xgid", "eXtreme Gammon ID", ".xgid", lambda game, position: xgid(position))
POSITION_ID = PositionLines("position-id", "GNU Backgammon ID", ".id", _ids)
