"""The routes of the first page."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from plyground.errors import MoveError
from plyground.web.connected.routing import Router
from plyground.web.pages.home.page import home_page
from plyground.web.pages.home.playable_board import answer
from plyground.web.preferences import apply_preferences

router = Router()


@router.get("/")
def home(request: Request) -> Response:
    """Show the first page: all games, or those whose facts match the query."""
    return home_page(request)


@router.get("/play")
def choose_game() -> Response:
    """Redirect to the list of games."""
    return RedirectResponse("/")


@router.get("/first-board")
def first_board(request: Request, moves: str = "", cell: int | None = None) -> Response:
    """Return the board of the first page after ``moves`` and a press on ``cell``, with the bot's reply."""
    apply_preferences(request)
    try:
        return JSONResponse(answer(moves, cell))
    except MoveError as error:
        refusal = json.dumps({"trouble": str(error.sentence)}).replace("<", "\\u003c")  # escape visitors' text
        return Response(refusal, 400, media_type="application/json")
