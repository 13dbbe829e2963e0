"""Read-ahead: ask rules in another process, in a thread, for the values that a page will need. The server handles other
requests meanwhile.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import Request

from plyground.arena.match import Match
from plyground.bots.offers import offered_bots
from plyground.errors import PlygroundError
from plyground.games.remote.remote_rules import rules_of, run_apart
from plyground.presentation.board_state import BoardView
from plyground.presentation.board_text import written
from plyground.presentation.score_text import score_line
from plyground.web.urls import game_url


def read_page_ahead(game: str, request: Request) -> None:
    """Fetch the values that the page of a game shows first. FastAPI calls this in a thread."""
    if run_apart(game):
        with suppress(PlygroundError):  # the page says it
            _seats, match = game_url.parse(game, request.query_params)
            offered_bots(match.game)
            _read(match)


async def read_press_ahead(match: Match, cells: object) -> None:
    """Fetch the values that the page shows after a press on these cells."""
    if rules_of(match.position) is not None:
        await asyncio.to_thread(_press, match, cells)


def _press(match: Match, cells: object) -> None:
    with suppress(PlygroundError):  # the page says it
        move = BoardView(match).pressed(cells)
        if move is not None:
            _read(match.play(move).rolled())


def _read(match: Match) -> None:
    game, position = match.game, match.position
    if match.outcome is None and not match.is_chance:
        BoardView(match).state("", 0, {}, playable=True, focus=False)
    written(game, position)
    score_line(game, position)
