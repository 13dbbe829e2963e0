"""The route of the room that compares searches."""

from __future__ import annotations

from starlette.requests import Request

from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.services import Services

router = Router()


@router.page("/compare", reconnect_timeout_s=3)
def compare(request: Request) -> None:
    """Show a comparison of searches."""
    from plyground.web.pages.compare.page import ComparePage
    from plyground.web.urls.compare_url import CompareQuery

    query = CompareQuery.parse(request.query_params.multi_items())
    ComparePage(PageLayout.of(request), query, Services.of(request).room_workers(request)).build()
