"""The routes of the room in which people write games of their own."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.errors import PlygroundError
from plyground.i18n import _
from plyground.web.components.classroom.teacher_only import has_own_host
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.services import Services

router = Router()


@router.page("/own", reconnect_timeout_s=60)
def new_game(request: Request, template: str = "", name: str = "") -> Response | None:
    """Show the editor with a game to begin from."""
    return _editor(request, name, template)


@router.page("/own/{name}", reconnect_timeout_s=60)
def edit_game(request: Request, name: str) -> Response | None:
    """Show the editor with a game of one's own."""
    return _editor(request, name, "")


@router.post("/own/file")
async def open_file(request: Request) -> Response:
    """Open the editor with the game of an uploaded file."""
    from plyground.web.pages.own.page import opened_file

    frame = PageLayout.of(request)
    if not has_own_host(request):
        return _refusal(frame)
    try:
        async with request.form(max_files=1, max_fields=1) as form:
            file = form.get("file")
            name, content = (file.filename or "", await file.read()) if isinstance(file, UploadFile) else ("", b"")
        name = await run_in_threadpool(opened_file, Services.of(request).own_games, name, content)
    except PlygroundError as error:
        return notice(frame, _("This file cannot be opened"), error.sentence, 400)
    return RedirectResponse(f"/own/{name}", 303)


@router.post("/own/{name}/delete")
async def delete_game(request: Request, name: str) -> Response:
    """Delete a game of one's own."""
    frame, services = PageLayout.of(request), Services.of(request)
    if not has_own_host(request):
        return _refusal(frame)
    await run_in_threadpool(services.own_games.remove, name)
    for workers in (services.bot_processes, services.room_processes, services.compiler_process):
        workers.renew()
    return RedirectResponse("/own", 303)


def _editor(request: Request, name: str, template: str) -> Response | None:
    """Build the editor, or refuse."""
    from plyground.web.pages.own.page import OwnGamePage

    frame, services = PageLayout.of(request), Services.of(request)
    if not has_own_host(request):
        return _refusal(frame)
    try:
        if request.path_params:
            services.own_games.text(name)  # raises the error for an unknown name
        OwnGamePage(frame, services, services.room_workers(request), name, template).build()
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 404)
    return None


def _refusal(frame: PageLayout) -> Response:
    sentence = _("A game is a program, and it would run on the computer of this page. So only the person who started the page adds games here. On your own computer, “plyground web” lets you write one.")  # fmt: skip
    return notice(frame, _("Your own game"), sentence, 403)
