"""The routes of the room *My work*."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.web.connected.routing import Router
from plyground.web.services import Services

router = Router()


@router.get("/mine")
def my_work(request: Request) -> Response:
    """List a visitor's work."""
    from plyground.web.pages.my_work.page import my_work_page

    return my_work_page(request, Services.of(request).store.open(), request.state.visitor)


@router.get("/mine/export")
def export_my_work(request: Request) -> Response:
    """Return a visitor's work as a file."""
    from plyground.web.pages.my_work.page import export

    return export(Services.of(request).store.open(), request.state.visitor)


@router.post("/mine/delete")
def delete_my_work(request: Request) -> Response:
    """Delete a visitor's work."""
    Services.of(request).store.open().forget(request.state.visitor)
    return RedirectResponse("/mine", 303)
