"""The routes of the room of trees."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.preferences import apply_preferences
from plyground.web.services import Services
from plyground.web.urls.trees_url import TreeQuery

router = Router()


@router.page("/trees", reconnect_timeout_s=3)
def trees(request: Request) -> None:
    """Show a tree and the searches of it."""
    from plyground.web.pages.trees.page import TreePage

    services, query = Services.of(request), TreeQuery.parse(request.query_params.multi_items())
    TreePage(PageLayout.of(request), query, services.room_workers(request), services.keeper(request)).build()


@router.get("/trees/file")
async def trees_file(request: Request) -> Response:
    """Return the page of a tree as a standalone file."""
    from plyground.web.pages.trees.page import saved_page

    apply_preferences(request)
    query = TreeQuery.parse(request.query_params.multi_items())
    return await saved_page(query, Services.of(request).room_workers(request))
