"""The routes of the room in which a position is set up by hand."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from plyground.errors import PlygroundError
from plyground.i18n import _
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router

router = Router()


@router.get("/setup/{game}")
async def setup(game: str, request: Request) -> Response:
    """Show the board to set up, or open the game from the position in the query."""
    from plyground.web.pages.setup.page import setup_page

    frame = PageLayout.of(request)
    try:
        return await run_in_threadpool(setup_page, frame, game, request.query_params)
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 400)
