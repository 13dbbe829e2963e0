"""Read-ahead: a thread asks rules in another process for the values that a page will need, while the server handles
other requests.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.requests import Request

from plyground.arena.match import Match
from plyground.bots.offers import offered_bots
from plyground.errors import PlygroundError
from plyground.games.remote.remote_rules import rules_of, run_apart
from plyground.presentation.boards.board_state import BoardView
from plyground.presentation.boards.board_text import written
from plyground.presentation.score_text import score_line
from plyground.web.urls import game_url


def read_page_ahead(game: str, request: Request) -> None:
    """Ask for the values that the page of a game shows first. This runs in a thread."""
    if run_apart(game):
        with suppress(PlygroundError):  # the page reports the error
            _seats, match = game_url.parse(game, request.query_params)
            offered_bots(match.game)
            _read(match)


async def read_press_ahead(match: Match, cells: object) -> None:
    """Ask for the values that the page shows after a press on these cells."""
    if rules_of(match.position) is not None:
        await asyncio.to_thread(_press, match, cells)


def _press(match: Match, cells: object) -> None:
    with suppress(PlygroundError):  # the page reports the error
        move = BoardView(match).pressed(cells)
        if move is not None:
            _read(match.play(move).rolled())


def _read(match: Match) -> None:
    game, position = match.game, match.position
    if match.outcome is None and not match.is_chance:
        BoardView(match).state("", 0, {}, playable=True, focus=False)
    written(game, position)
    score_line(game, position)
