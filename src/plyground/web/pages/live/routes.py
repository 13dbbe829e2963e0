"""The routes of a class live: its students' room, and the teacher's page.

The scripts of both ask for the next change, and the server answers when there is one.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from plyground.errors import PlygroundError, SpecError
from plyground.i18n import _
from plyground.presentation.friend_game import FriendGame
from plyground.store.tokens import hashed
from plyground.web.access import NAME_COOKIE, network_of, peer_of
from plyground.web.components.classroom.class_names import checked_name, own_name_or_none
from plyground.web.components.classroom.class_tasks import game_of, read_task, task_link, vote
from plyground.web.components.classroom.teacher_only import TEACHER_ONLY
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.live_class import Answer, LiveClass, TaskKind, neighbours
from plyground.web.preferences import COOKIE_AGE_S, apply_preferences, local_path, referring_path
from plyground.web.services import Services

WAIT_S = 20.0
"""Seconds for which a request for the next change waits."""
MAX_BODY_BYTES = 10_000

router = Router()


# Students


@router.get("/live")
async def show_room(request: Request) -> Response:
    """Show the class room to a student. A browser that has joined before keeps its name."""
    from plyground.web.pages.live.student_page import student_page

    PageLayout.of(request)
    live, name = Services.of(request).live, own_name_or_none(request) or _cookie_name(request)
    if name and hashed(request.state.visitor) not in live.students:
        try:
            _join(request, name)
        except PlygroundError:  # the form asks for the name again
            name = ""
    live.see(hashed(request.state.visitor), "/live")
    return student_page(request, name)


@router.post("/live")
async def join(request: Request) -> Response:
    """Let a student in under a name."""
    from plyground.web.pages.live.student_page import student_page

    PageLayout.of(request)
    name = str((await request.form(max_files=0, max_fields=2)).get("name", ""))
    try:
        _join(request, name)
    except PlygroundError as error:
        return student_page(request, name[:100], error.sentence)
    answer = RedirectResponse("/live", 303)
    kept = name.strip().encode("utf-8").hex()  # encoded, because a cookie holds only ASCII
    answer.set_cookie(
        Services.of(request).policy.cookie(NAME_COOKIE), kept, max_age=COOKIE_AGE_S, httponly=True, samesite="lax"
    )
    return answer


@router.get("/live/state")
async def room_state(request: Request, seen: int = 0) -> Response:
    """Answer the class room's script when the task changes."""
    from plyground.web.pages.live.student_page import student_state

    apply_preferences(request)
    services = Services.of(request)
    services.live.see(hashed(request.state.visitor), "/live")
    await services.live.task_signal.wait(seen, WAIT_S)
    return JSONResponse(student_state(services))


@router.get("/live/wait")
async def wait(request: Request, seen: int = 0, at: str = "") -> Response:
    """Answer the task line's script, at the top of other pages, as soon as the task changes. ``at`` is the path of the
    page.
    """
    apply_preferences(request)
    live = Services.of(request).live
    live.see(hashed(request.state.visitor), local_path(at[:2000]))
    await live.task_signal.wait(seen, WAIT_S)
    link = task_link(request)
    if link is None:  # the server was restarted
        return JSONResponse({"number": live.task_signal.number, "title": "", "url": "/live"})
    return JSONResponse({"number": link.number, "title": str(link.title), "url": link.url})


@router.post("/live/vote")
async def cast_vote(request: Request) -> Response:
    """Count a student's vote."""
    from plyground.web.pages.live.student_page import own_words
    from plyground.web.pages.live.vote_board import voted_move

    apply_preferences(request)
    live, visitor = Services.of(request).live, hashed(request.state.visitor)
    try:
        asked = await _asked(request, live)
        task = live.task
        if task is None or task.match is None or not live.is_open:
            raise SpecError(_("The vote is closed."))
        move, word = voted_move(task.match, asked)
        if not live.answer(visitor, Answer(word, word)):
            raise SpecError(_("Give your name first: open the page “Class” again."))
        cells = list(task.match.game.picture.cells(task.match.position, move))
        return JSONResponse({"own": own_words(live, live.students[visitor]), "cells": cells})
    except PlygroundError as error:
        return _refusal(error)


@router.get("/live/game")
async def open_game(request: Request) -> Response:
    """Redirect a student to the game against the neighbour. A late student is paired with a student who waits."""
    PageLayout.of(request)
    services = Services.of(request)
    visitor = hashed(request.state.visitor)
    student, task = services.live.students.get(visitor), services.live.task
    if student is None or task is None or task.kind is not TaskKind.NEIGHBOURS:
        return RedirectResponse("/live", 303)
    if not student.game:
        student.game = services.friends.pair(game_of(task).name, visitor).key
    return RedirectResponse(f"/friend/game/{student.game}", 303)


# The teacher


@router.get("/class/live", before=TEACHER_ONLY)
async def show_lesson(request: Request) -> Response:
    """Show the state of the lesson."""
    from plyground.web.pages.live.teacher_page import teacher_page

    PageLayout.of(request)
    return teacher_page(request)


@router.get("/class/live/state", before=TEACHER_ONLY)
async def lesson_state(request: Request, seen: int = 0) -> Response:
    """Answer the script of the teacher's page at the next answer, or when a student comes or leaves."""
    from plyground.web.pages.live.teacher_page import teacher_state

    apply_preferences(request)
    services = Services.of(request)
    await services.live.answer_signal.wait(seen, WAIT_S)
    return JSONResponse(teacher_state(services))


@router.get("/class/set", before=TEACHER_ONLY)
async def choose_kind(request: Request) -> Response:
    """Ask the teacher which kind of task the last page shall be."""
    from plyground.web.pages.live.teacher_page import set_page

    PageLayout.of(request)
    return set_page(request, referring_path(request))


@router.post("/class/live", before=TEACHER_ONLY)
async def command(request: Request) -> Response:
    """Set a task, or carry out another command of the teacher."""
    layout = PageLayout.of(request)
    services = Services.of(request)
    form = {name: str(text) for name, text in (await request.form(max_files=0, max_fields=5)).items()}
    try:
        _command(services, form)
    except PlygroundError as error:
        return notice(layout, _("This cannot be set"), error.sentence, 400)
    return RedirectResponse("/class/live", 303)


@router.post("/class/live/move", before=TEACHER_ONLY)
async def make_move(request: Request) -> Response:
    """Make a move on the board of a vote; the next position is the next vote."""
    from plyground.web.pages.live.vote_board import voted_move

    apply_preferences(request)
    live = Services.of(request).live
    try:
        asked = await _asked(request, live)
        if live.task is None or live.task.match is None:
            raise SpecError(_("There is no vote now."))
        _go_on(live, voted_move(live.task.match, asked)[1])
        return JSONResponse({})
    except PlygroundError as error:
        return _refusal(error)


def _join(request: Request, name: str) -> None:
    """Let a visitor join under a name. Raise :class:`PlygroundError` if that is not possible.

    If the class has a list, its students join under the names by which they have signed in.
    """
    services, own = Services.of(request), own_name_or_none(request)
    if not own and services.policy.code and services.store.open().classbook.roster():
        raise SpecError(_("Your class has a list. Sign in with your code first, under “Exercise sets”."))
    services.live.join(
        hashed(request.state.visitor), checked_name(request, name), network_of(peer_of(request)), is_own_name=bool(own)
    )


def _command(services: Services, form: dict[str, str]) -> None:
    """Carry out a command of the teacher's form. Raise :class:`PlygroundError`."""
    live, name = services.live, form.get("do", "")
    if name in ("open", "close"):
        live.open(is_open=name == "open")
    elif name in ("names", "answers"):
        live.show(**{name: form.get("show") == "yes"})
    elif name == "lock":
        live.lock(is_locked=form.get("show") == "yes")
    elif name == "remove":
        live.remove(form.get("student", ""))
    elif name == "end":
        live.end()
    elif name == "play" and live.bars:
        _go_on(live, str(live.bars[0].words))
    elif name in {kind.value for kind in TaskKind}:
        task = read_task(TaskKind(name), form.get("path", ""), services.lessons)
        live.begin(task)
        if task.kind is TaskKind.NEIGHBOURS:
            _pair(services, game_of(task).name)


def _go_on(live: LiveClass, word: str) -> None:
    """Make a move in the position of the vote, and begin the vote on the next position. At the end of the game the last
    position stays on the board.
    """
    task = live.task
    if task is None or task.match is None:
        raise SpecError(_("There is no vote now."))
    after = task.match.play(task.match.game.notation.parse_move(task.match.position, word)).rolled()
    if after.outcome is None:
        live.begin(vote(after))
    else:
        live.begin(task._replace(match=after))
        live.open(is_open=False)


def _pair(services: Services, game: str) -> None:
    """Give each present student a game against a neighbour. A student without a neighbour waits for the next student."""
    live = services.live
    for pair in neighbours(list(live.present), live.pairings):
        first, *others = pair
        if not others:
            live.students[first].game = services.friends.pair(game, first).key
            continue
        opened = services.friends.create(game, first, 0)
        services.friends.change(opened, partial(_seated, visitor=others[0]))
        for visitor in pair:
            live.students[visitor].game = opened.key
    live.pairings += 1


def _seated(game: FriendGame, visitor: str) -> FriendGame:
    """Return a game after giving its free seat to a visitor."""
    return game.join(visitor, game.invitation)


async def _asked(request: Request, live: LiveClass) -> dict[str, Any]:
    """Return the content of a request about the board of the present task. Raise :class:`SpecError`."""
    body = await request.body()
    try:
        asked = json.loads(body) if len(body) <= MAX_BODY_BYTES else None
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or asked.get("task") != live.number:
        raise SpecError(_("The position has changed: look at the board again."))
    return asked


def _refusal(error: PlygroundError) -> Response:
    told = json.dumps({"trouble": str(error.sentence)}).replace("<", "\\u003c")  # escape visitors' text
    return Response(told, 400, media_type="application/json")


def _cookie_name(request: Request) -> str:
    """Return the name that this browser gave in an earlier lesson; empty if it gave none."""
    try:
        return bytes.fromhex(request.cookies.get(Services.of(request).policy.cookie(NAME_COOKIE), "")[:400]).decode(
            "utf-8"
        )
    except ValueError:
        return ""
