"""The routes of the arena. Only the teacher, or the only visitor of a program in a browser, can start tournaments. Only a
teacher can allow visitors to hand in bots; by default no visitor can hand in a bot.
"""

from __future__ import annotations

import hashlib

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.errors import PlygroundError, SpecError
from plyground.i18n import _
from plyground.web.components.classroom.teacher_only import OWN_HOST_ONLY, TEACHER_ONLY
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.services import Services
from plyground.web.tournament_keeper import MAX_BOT_CHARS, TournamentKeeper

FORMATS = ("csv", "json", "html")

router = Router()


@router.get("/arena")
def arena(request: Request) -> Response:
    """Show all tournaments, and the form for a new one to the teacher."""
    from plyground.web.pages.arena.tournament_form import arena_page

    return arena_page(request, request.query_params)


@router.post("/arena", before=OWN_HOST_ONLY)
async def start_tournament(request: Request) -> Response:
    """Start a tournament and show it."""
    return await run_in_threadpool(_start, request, await request.form())


@router.post("/arena/open", before=TEACHER_ONLY)
async def open_hand_in(request: Request) -> Response:
    """Allow visitors to hand in bots, or stop that, or delete the bots handed in."""
    from plyground.web.pages.arena.tournament_form import arena_page

    keeper, form = _keeper(request), await request.form()
    if "remove" in form:
        await run_in_threadpool(keeper.remove_bots)
    elif form.get("open") != "yes":
        keeper.takes_bots = False
    else:
        try:
            keeper.take_bots()
        except PlygroundError as error:
            return await run_in_threadpool(arena_page, request, request.query_params, error.sentence)
    return RedirectResponse("/arena", 303)


@router.post("/arena/bots")
async def hand_in(request: Request) -> Response:
    """Take a visitor's bot, if the teacher lets visitors hand them in."""
    from plyground.web.pages.arena.tournament_form import arena_page

    form = await request.form(max_files=1, max_fields=2)
    try:
        name, text = await _bot_of(form)
        await run_in_threadpool(_keeper(request).hand_in, request.state.visitor, name, text)
    except PlygroundError as error:
        return await run_in_threadpool(arena_page, request, request.query_params, error.sentence)
    return RedirectResponse(f"/arena?taken={name}", 303)


@router.get("/arena/{name}")
def tournament(request: Request, name: str) -> Response:
    """Show a tournament."""
    from plyground.web.pages.arena.tournament_view import tournament_page

    kept = _keeper(request).find(name)
    if kept is None:
        return _unknown(request)
    try:
        return tournament_page(request, kept)
    except PlygroundError as error:
        return notice(PageLayout.of(request), _("This tournament cannot be shown"), error.sentence, 400)


@router.get("/arena/{name}/live")
def live(request: Request, name: str) -> Response:
    """Return the changing parts of a tournament's page, or 304 if nothing has changed."""
    from plyground.web.pages.arena.tournament_view import live_parts

    kept = _keeper(request).find(name)
    if kept is None:
        return Response(status_code=404)
    PageLayout.of(request)  # sets the visitor's language
    try:
        parts = live_parts(request, kept)
    except PlygroundError:
        return Response(status_code=404)
    mark = f'"{hashlib.sha256(parts.encode()).hexdigest()[:20]}"'
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304)
    return Response(parts, media_type="text/html", headers={"ETag": mark, "Cache-Control": "no-store"})


@router.get("/arena/{name}/standings.{kind}")
def save_standings(request: Request, name: str, kind: str) -> Response:
    """Return the standings of a tournament as a file."""
    from plyground.web.pages.arena.tournament_view import standings_file

    kept = _keeper(request).find(name)
    if kept is None or kind not in FORMATS:
        return _unknown(request)
    PageLayout.of(request)
    return standings_file(request, kept, kind)


@router.get("/arena/{name}/game/{key}")
def replay(request: Request, name: str, key: str) -> Response:
    """Open a game of a tournament on the board, with its moves."""
    from plyground.web.pages.arena.tournament_view import game_address

    kept = _keeper(request).find(name)
    address = game_address(_keeper(request), kept, key) if kept is not None else None
    return _unknown(request) if address is None else RedirectResponse(address, 303)


@router.post("/arena/{name}/{action}", before=OWN_HOST_ONLY)
def control(request: Request, name: str, action: str) -> Response:
    """Stop or continue a tournament, or show the names of its players."""
    keeper = _keeper(request)
    kept = keeper.find(name)
    does = {"stop": keeper.stop, "resume": keeper.resume, "reveal": keeper.reveal}.get(action)
    if kept is None or does is None:
        return _unknown(request)
    try:
        does(name)
    except PlygroundError as error:
        return notice(PageLayout.of(request), _("This tournament cannot go on now"), error.sentence, 400)
    return RedirectResponse(f"/arena/{name}", 303)


def _start(request: Request, form: FormData) -> Response:
    from plyground.web.pages.arena.tournament_form import arena_page, begin

    try:
        name = begin(_keeper(request), form)
    except PlygroundError as error:
        return arena_page(request, form, error.sentence)
    return RedirectResponse(f"/arena/{name}", 303)


async def _bot_of(form: FormData) -> tuple[str, str]:
    """Return (name, program text) of the bot in a form. Raise :class:`SpecError`."""
    file = form.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise SpecError(_("Choose the file of your bot, such as my_bot.py."))
    content = await file.read(4 * MAX_BOT_CHARS + 1)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise SpecError(_("The file of a bot is a text in UTF-8.")) from None
    given = str(form.get("name", "")).strip()
    return (given or file.filename).removesuffix(".py"), text


def _unknown(request: Request) -> Response:
    sentence = _("It may have been deleted. The arena lists all tournaments.")
    return notice(PageLayout.of(request), _("There is no such tournament"), sentence, 404)


def _keeper(request: Request) -> TournamentKeeper:
    return Services.of(request).tournaments
