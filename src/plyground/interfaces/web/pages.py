"""The addresses that the server answers, and what it says when something is wrong with one."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import app, binding, ui
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from plyground.arena import match_file
from plyground.arena.match import Match
from plyground.errors import PlygroundError, SpecError
from plyground.interfaces.web import address
from plyground.interfaces.web.address import Seat, seat
from plyground.interfaces.web.classroom import asking_page, class_page
from plyground.interfaces.web.door import CLASS, TEACHER, Door, Doorkeeper, Guess, Standing, network_of, peer_of
from plyground.interfaces.web.files import BASE
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.game_page import GamePage
from plyground.interfaces.web.guard import LARGEST, Guard
from plyground.interfaces.web.notices import foreign, notice, watch_over
from plyground.interfaces.web.preferences import A_YEAR, greet, origin, remember
from plyground.interfaces.web.solved_page import solved_page
from plyground.interfaces.web.start_page import start_page
from plyground.interfaces.web.sweeping import sweep
from plyground.interfaces.web.tree_address import Wanted
from plyground.interfaces.web.visitors import Keeper, Visitors
from plyground.interfaces.web.workers import PATIENCE, Share, Workers, unwatched
from plyground.language import _, language
from plyground.store.shelf import Shelf

if TYPE_CHECKING:
    from plyground.interfaces.web.lesson_page import Page, Visited

log = logging.getLogger(__name__)

FORGETFUL = 3
"""Seconds after which a page that was closed, or has lost the connection, is forgotten, with all that it computes."""
LATER = 5
"""Seconds after the start at which the rooms that nobody has asked for are imported, and the store opened: by then the first page is there."""
OTHERS = ("answers_page", "compare_page", "exercise_page", "lesson_page", "mine_page", "study_jobs", "tree_page")
"""The modules of these rooms; whoever asks for one before has it imported at once."""
PATIENT_READER = "h11"
"""What reads requests: uvicorn's other one, httptools, opens a web socket before the answer to the request ahead of it on the
same connection is whole, and then closes the socket as an idle connection, five seconds after that answer."""
SLUGGISH = 30
"""Seconds within which a browser, or a network, may be too busy to answer and is not taken for gone."""


def run(
    listening: socket.socket,
    opened: Callable[[], None],
    shelf: Shelf,
    door: Door,
    url: str,
    lessons: Path | None = None,
) -> None:
    """Serve on a listening socket until quit; ``opened`` is called as soon as the page answers.

    The store of ``shelf`` keeps what visitors do; ``door`` knows who may come in, and a class does so at ``url``; ``lessons`` is a
    folder with a teacher's own.
    """
    processors = os.cpu_count() or 1
    thinkers, students = (_pool(max(2, count), bool(door.code)) for count in (processors, processors // 2))
    _add_pages(thinkers, students, not door.code, shelf, lessons)
    _add_class(door, shelf, url)
    app.add_middleware(Visitors)
    app.add_middleware(Doorkeeper, door=door, free=ENTRANCE if door.code else (), asking=stopped(door))
    app.add_middleware(Guard, refusing=foreign)
    for reader in ("engineio.server", "python_multipart"):
        logging.getLogger(reader).setLevel(logging.CRITICAL)  # what visitors send wrong is no fault of ours
    app.on_startup(_forgive)
    binding.MAX_PROPAGATION_TIME = math.inf  # nothing is bound: what NiceGUI would warn of is a busy machine
    app.on_startup(opened)
    app.on_startup(thinkers.begin)
    app.on_startup(students.begin)
    app.on_startup(partial(_bring_others, shelf))
    app.on_startup(sweep)
    app.on_shutdown(thinkers.close)
    app.on_shutdown(students.close)
    app.on_shutdown(shelf.close)
    host, port = listening.getsockname()[:2]
    with suppress(KeyboardInterrupt):
        ui.run(
            host=host, port=port, fd=listening.fileno(), show=False, reload=False, title="plyground", favicon="♟",
            dark=None, tailwind=False, show_welcome_message=False, binding_refresh_interval=None,
            timeout_graceful_shutdown=2, reconnect_timeout=SLUGGISH, ws_per_message_deflate=False, access_log=False, uvicorn_logging_level="critical",
            server_header=False, ws_max_size=LARGEST, http=PATIENT_READER,
        )  # fmt: skip


def _forgive() -> None:
    """Let a message through a socket that cannot be read, such as one with half a character, be no line of the log."""

    def heard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not isinstance(error, json.JSONDecodeError) or _is_ours(error):
            loop.default_exception_handler(context)

    asyncio.get_running_loop().set_exception_handler(heard)


def _is_ours(error: BaseException) -> bool:
    """Whether code of this program had a part in an error."""
    return any(
        frame.f_globals.get("__name__", "").startswith("plyground.") for frame, _line in walk_tb(error.__traceback__)
    )


def _bring_others(shelf: Shelf) -> None:
    def bring() -> None:
        for name in OTHERS:
            import_module(f"plyground.interfaces.web.{name}")
        with suppress(PlygroundError):  # whoever asks for the store is told
            shelf.take()

    asyncio.get_running_loop().call_later(LATER, threading.Thread(target=bring, daemon=True).start)


def _pool(processes: int, for_a_class: bool) -> Workers:
    """Workers of which, in a class, nobody can have more than half."""
    return Workers(processes, processes // 2 if for_a_class else None)


def _add_pages(thinkers: Workers, students: Workers, local: bool, shelf: Shelf, lessons: Path | None) -> None:
    def keeper(request: Request) -> Keeper:
        return Keeper(shelf, request.state.visitor, is_new=request.state.is_new)

    def own(workers: Workers, request: Request) -> Share:
        return workers.of(request.state.visitor, network_of(peer_of(request)))

    @app.get("/")
    def start(request: Request) -> Response:
        return start_page(Frame.of(request), request.query_params)

    @app.get("/play")
    def play_something() -> Response:
        return RedirectResponse("/play/tictactoe")

    app.get("/preferences")(remember)

    @ui.page("/play/{game}", reconnect_timeout=FORGETFUL)
    def play(game: str, request: Request) -> Response | None:
        frame = Frame.of(request)
        try:
            seats, match = address.parse(game, request.query_params)
        except PlygroundError as error:
            return notice(frame, _("This link cannot be opened"), error.sentence, 400)
        kept = keeper(request)
        match = commented(kept, seats, match)
        page = GamePage(frame, seats, match, own(thinkers, request), own(students, request), kept, local)
        page.build(explores="explore" in request.query_params)
        return None

    @app.get("/play/{game}/file")
    def play_file(game: str, request: Request) -> Response:
        frame = Frame.of(request)
        try:
            seats, match = address.parse(game, request.query_params)
        except PlygroundError as error:
            return notice(frame, _("This link cannot be opened"), error.sentence, 400)
        content = match_file.write(commented(keeper(request), seats, match), tuple(taken.text for taken in seats))
        headers = {"Content-Disposition": 'attachment; filename="plyground-game.json"'}
        return Response(content, media_type="application/json", headers=headers)

    @app.post("/play/file")
    async def play_opened(request: Request) -> Response:
        frame = Frame.of(request)
        try:
            saved = match_file.read(await sent_file(request))
            seats = tuple(seat(text, saved.match.game) for text in saved.players)
        except PlygroundError as error:
            return notice(frame, _("This file cannot be opened"), error.sentence, 400)
        there = address.format(seats, saved.match)
        if saved.match.moves:
            keeper(request).page("play", saved.match.game.title, there, saved.match.comments)
        return RedirectResponse(there, 303)

    @ui.page("/trees", reconnect_timeout=FORGETFUL)
    def trees(request: Request) -> None:
        from plyground.interfaces.web.tree_page import TreePage

        wanted = Wanted.parse(request.query_params.multi_items())
        TreePage(Frame.of(request), wanted, own(students, request), keeper(request)).build()

    @app.get("/trees/file")
    async def trees_file(request: Request) -> Response:
        from plyground.interfaces.web.tree_page import saved_page

        greet(request)
        wanted = Wanted.parse(request.query_params.multi_items())
        return await saved_page(wanted, own(students, request))

    @ui.page("/compare", reconnect_timeout=FORGETFUL)
    def compare(request: Request) -> None:
        from plyground.interfaces.web.compare_address import Asked
        from plyground.interfaces.web.compare_page import ComparePage

        asked = Asked.parse(request.query_params.multi_items())
        ComparePage(Frame.of(request), asked, own(students, request)).build()

    @app.get("/exercises")
    async def exercises(request: Request) -> Response:
        from plyground.interfaces.web.exercise_page import Asked
        from plyground.interfaces.web.study_jobs import show_exercise

        frame = Frame.of(request)
        asked = Asked.parse(request.query_params.multi_items())
        try:
            shown = await own(students, request).run(show_exercise, PATIENCE, unwatched, asked, language())
        except PlygroundError as error:
            return notice(frame, _("This link cannot be opened"), error.sentence, 400)
        if shown.answered is not None:
            keeper(request).answer(shown.answered)
        return frame.page(_("Exercises"), shown.body)

    @app.get("/solved")
    def solved(request: Request) -> Response:
        return solved_page(Frame.of(request))

    @app.get("/mine")
    def mine(request: Request) -> Response:
        from plyground.interfaces.web.mine_page import mine_page

        return mine_page(Frame.of(request), shelf.take(), request.state.visitor)

    @app.get("/mine/export")
    def mine_export(request: Request) -> Response:
        from plyground.interfaces.web.mine_page import export

        return export(shelf.take(), request.state.visitor)

    @app.post("/mine/delete")  # its cookie comes only from pages of our own (SameSite)
    def mine_delete(request: Request) -> Response:
        shelf.take().forget(request.state.visitor)
        return RedirectResponse("/mine", 303)

    @app.get("/learn")
    async def learn(request: Request) -> Response:
        from plyground.interfaces.web.study_jobs import show_lessons

        return await lesson(request, show_lessons)

    @app.get("/learn/{name}")
    async def learn_one(name: str, request: Request) -> Response:
        from plyground.interfaces.web.lesson_page import Visited
        from plyground.interfaces.web.study_jobs import show_lesson

        return await lesson(request, show_lesson, Visited.parse(name, request.query_params.multi_items()))

    async def lesson(request: Request, job: Callable[..., Page], *visited: Visited) -> Response:
        frame = Frame.of(request)
        try:
            page = await own(students, request).run(job, PATIENCE, unwatched, *visited, lessons, language())
        except PlygroundError as error:
            return notice(frame, _("This link cannot be opened"), error.sentence, 400)
        return frame.page(*page)

    watch_over(app)


def commented(keeper: Keeper, seats: tuple[Seat, ...], match: Match) -> Match:
    """The match of an address with what its visitor wrote on its moves."""
    written = keeper.comments("play", address.format(seats, match))
    for number, text in enumerate(written[: len(match.moves)], 1):
        match = match.commented(number, text)
    return match


ENTRANCE = ("/enter", "/preferences", f"{BASE}/page.css", f"{BASE}/reach.js")
"""What a stranger may ask for while a class is on."""


def _add_class(door: Door, shelf: Shelf, url: str) -> None:
    """The pages of a class: the way in, and what only its teacher sees."""

    @app.get("/enter")
    def enter(request: Request, code: str = "", key: str = "") -> Response:
        if door.is_key(key):
            return admitted(TEACHER, door.key, "/class")
        return heard(request, code) if code else asking_page(Frame.of(request))

    @app.post("/enter")
    async def enter_by_hand(request: Request) -> Response:
        return heard(request, str((await request.form()).get("code", "")))

    def heard(request: Request, code: str) -> Response:
        guess = door.guess(peer_of(request), code)
        if guess is not Guess.RIGHT:
            return asking_page(Frame.of(request), guess)
        back = origin(request)
        return admitted(CLASS, door.mark, "/" if back.startswith("/enter") else back)

    def admitted(cookie: str, mark: str, to: str) -> Response:
        answer = RedirectResponse(to, 303)
        answer.set_cookie(cookie, mark, max_age=A_YEAR, httponly=True, samesite="lax")
        return answer

    def for_teachers(page: Callable[[Frame], Response]) -> Callable[[Request], Response]:
        def answered(request: Request) -> Response:
            frame = Frame.of(request)
            if request.state.standing is Standing.TEACHER:
                return page(frame)
            return notice(
                frame,
                _("This page is the teacher's"),
                _("It opens on the computer that plyground runs on, or with the key that it printed when it started."),
                403,
            )

        return answered

    app.get("/class")(for_teachers(lambda frame: class_page(frame, door.code, url)))

    def answers(frame: Frame) -> Response:
        from plyground.interfaces.web.answers_page import answers_page

        return answers_page(frame, shelf.take().answered())

    def answers_as_table(_frame: Frame) -> Response:
        from plyground.interfaces.web.answers_page import answers_file

        return answers_file(shelf.take().answered())

    app.get("/class/answers")(for_teachers(answers))
    app.get("/class/answers.csv")(for_teachers(answers_as_table))


def stopped(door: Door) -> Callable[[Request], Response]:
    """What a stranger gets: the question for the code; without a class, a refusal."""

    def asked(request: Request) -> Response:
        return asking_page(Frame.of(request))

    def refused(request: Request) -> Response:
        frame = Frame.of(request)._replace(opened=False)
        sentence = _("Ask for it as 127.0.0.1 or localhost, on the computer that it runs on.")
        return notice(frame, _("Nobody else can come in"), sentence, 403)

    return asked if door.code else refused


async def sent_file(request: Request) -> bytes:
    """The file that a form sends; empty where there is none. Raises :class:`SpecError` where it says to be too large, or not how large."""
    length = request.headers.get("content-length", "")
    if not (length.isdecimal() and len(length) < 10 and int(length) <= match_file.LARGEST):
        raise SpecError(_("A file of a game has at most {bytes} bytes.", bytes=match_file.LARGEST))
    try:
        async with request.form(max_files=1, max_fields=1) as form:
            file = form.get("file")
            return await file.read() if isinstance(file, UploadFile) else b""
    except HTTPException as error:
        if error.status_code != 400:
            raise
        raise SpecError(_("The form came in a way that cannot be read: choose the file once more.")) from None
