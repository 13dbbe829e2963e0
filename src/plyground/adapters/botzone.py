"""Bots for Botzone's line protocol: each turn the program gets one line of JSON and writes one.

Source: Botzone wiki, "Bot" (https://wiki.botzone.org.cn): ``requests`` are the opponent's moves and ``responses`` ours,
each ``{"x": column, "y": row}`` from 0; -1 is no move, as before the first one.
"""

from __future__ import annotations

import json
from typing import Any

from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import Thought
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.errors import MoveError
from plyground.i18n import _

NO_MOVE = {"x": -1, "y": -1}


def answer(game: Game, line: str, bot: str = "engine:seconds=0.8") -> str:
    """Return the line that answers the line of a turn, such as ``{"response": {"x": 2, "y": 3}}``.

    The game has moves to cells, such as Othello or five in a row. Raise :class:`MoveError` for an illegal move.
    """
    given = json.loads(line)
    requests, responses = given["requests"], given.get("responses", [])
    position = game.start
    for number, request in enumerate(requests):
        is_first = number == 0 and _is_none(request)  # we begin
        if not is_first:
            position = position.play(_move(game, position, request))
        if number < len(responses):
            position = position.play(_move(game, position, responses[number]))
    if position.is_over():
        return json.dumps({"response": NO_MOVE})
    move = bot_named(bot, game).choose(position, Thought()).move
    cells = game.picture.cells(position, move)
    row, column = divmod(cells[-1], game.picture.width) if cells else (-1, -1)
    return json.dumps({"response": {"x": column, "y": row}})


def _is_none(move: dict[str, Any]) -> bool:
    return int(move["x"]) < 0


def _move(game: Game, position: MarkedPosition, told: dict[str, Any]) -> Move:
    """Return the legal move to a cell; the one without a cell for none. Raise :class:`MoveError`."""
    cell = () if _is_none(told) else (int(told["y"]) * game.picture.width + int(told["x"]),)
    for move in position.moves():
        if tuple(game.picture.cells(position, move)[-1:]) == cell:
            legal: Move = move
            return legal
    raise MoveError(_("“{text}” is not a legal move here.", text=f"{told['x']}, {told['y']}"))
