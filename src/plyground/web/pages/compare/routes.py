"""The route of the room that compares searches."""

from __future__ import annotations

from fastapi import Request
from nicegui import APIRouter

from plyground.web.components.page_layout import PageLayout
from plyground.web.services import Services

router = APIRouter()


@router.page("/compare", reconnect_timeout=3)
def compare(request: Request) -> None:
    """Show a comparison of searches."""
    from plyground.web.pages.compare.page import ComparePage
    from plyground.web.urls.compare_url import CompareQuery

    query = CompareQuery.parse(request.query_params.multi_items())
    ComparePage(PageLayout.of(request), query, Services.of(request).room_workers(request)).build()
