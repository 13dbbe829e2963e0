"""Bots as agents of Kaggle's environments ``connectx`` and ``tictactoe``, and such agents as bots.

Source: Kaggle, kaggle-environments: an agent is ``function(observation, configuration)``; ``observation.board`` lists
the cells row by row from the top, 0 for an empty one and else the mark of its player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import Thought
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.errors import SpecError
from plyground.games.loading import game as game_named
from plyground.i18n import _

MARKS = ".xo"
"""Marks of a cell by Kaggle's number: an empty cell, the first player, the second player."""
Agent = Callable[..., int]


class Struct(dict[str, Any]):
    """A dictionary whose values are attributes, too, as Kaggle's."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def agent(bot: str = "engine:seconds=1") -> Agent:
    """Return an agent that plays the moves of a bot, given by its spec text.

    It raises :class:`SpecError` for other environments and for rules that are not here.
    """
    bots: dict[str, Any] = {}

    def act(observation: Mapping[str, Any], configuration: Mapping[str, Any] | None = None) -> int:
        board = observation["board"]
        game = _game(len(board), configuration or {})
        player = bots.setdefault(game.name, bot_named(bot, game))
        position = _position(game, board)
        return _number(game, position, player.choose(position, Thought()).move)

    return act


def chooser(theirs: Agent, configuration: Mapping[str, Any] | None = None) -> Callable[[Any], str]:
    """Return a function ``choose(position)`` that plays the moves of a Kaggle agent, as the file of a bot has it."""

    def choose(position: Any) -> str:
        game = game_named("tictactoe" if len(str(_marks(position))) == 9 else "connect_four")
        marks = _marks(position)
        board = [MARKS.index(mark) for mark in marks]
        rules = {"columns": 7, "rows": 6, "inarow": 4, **(configuration or {})}
        number = theirs(Struct(board=board, mark=game.side(position) + 1), Struct(rules))
        return str(number + 1) if game.name == "connect_four" else str(number)

    return choose


def _marks(position: MarkedPosition) -> str:
    """Return the mark of each cell from the top."""
    for name in ("tictactoe", "connect_four"):
        game = game_named(name)
        if type(game.start) is type(position):
            return game.picture.marks(position).lower()
    raise SpecError(_("Agents of Kaggle play tic-tac-toe and Connect Four only."))


def _game(cells: int, configuration: Mapping[str, Any]) -> Game:
    columns, rows = int(configuration.get("columns", 7)), int(configuration.get("rows", 6))
    if cells == 9 and "columns" not in configuration:
        return game_named("tictactoe")
    if cells != columns * rows or configuration.get("inarow", 4) != 4:
        raise SpecError(_("Agents of Kaggle play tic-tac-toe and Connect Four only."))
    return game_named(f"connect_four:width={columns},height={rows}")


def _position(game: Game, board: list[int]) -> Any:
    width = game.picture.width
    rows = ["".join(MARKS[mark] for mark in board[row : row + width]) for row in range(0, len(board), width)]
    return game.notation.parse("".join(rows) if game.name == "tictactoe" else "/".join(rows))


def _number(game: Game, position: MarkedPosition, move: Move) -> int:
    word = game.notation.format_move(position, move)
    return int(word) if game.name == "tictactoe" else int(word) - 1
