"""The routes of the room *My work*."""

from __future__ import annotations

import asyncio

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.errors import PlygroundError
from plyground.i18n import _n, language
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.services import Services
from plyground.web.workers.pool import ROOM_TIMEOUT_S, ignore_status

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


@router.post("/mine/load")
async def load_work(request: Request) -> Response:
    """Add the work in a file to a visitor's work. A class keeps no answers that were given elsewhere."""
    from plyground.web.pages.my_work.jobs import read
    from plyground.web.pages.my_work.page import my_work_page

    PageLayout.of(request)
    services = Services.of(request)
    store = services.store.open()
    try:
        async with request.form(max_files=1, max_fields=1) as form:
            file = form.get("file")
            content = await file.read() if isinstance(file, UploadFile) else b""
        work = await services.room_workers(request).run(read, ROOM_TIMEOUT_S, ignore_status, content, language())
        if services.policy.code:
            work = work._replace(answers=())
        added = await asyncio.to_thread(store.add, request.state.visitor, work)
    except PlygroundError as error:
        return my_work_page(request, store, request.state.visitor, error.sentence)
    told = _n("{count} entry was added to your work.", "{count} entries were added to your work.", added)
    return my_work_page(request, store, request.state.visitor, told)


@router.post("/mine/delete")
def delete_my_work(request: Request) -> Response:
    """Delete a visitor's work."""
    Services.of(request).store.open().forget(request.state.visitor)
    return RedirectResponse("/mine", 303)
