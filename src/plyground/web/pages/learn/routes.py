"""The routes of the rooms of exercises and lessons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.errors import PlygroundError
from plyground.i18n import _, language
from plyground.web.components.classroom.class_names import checked_name, own_name_or_none
from plyground.web.components.classroom.class_tasks import count_exercise, count_prediction
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.services import Services
from plyground.web.workers.pool import ROOM_TIMEOUT_S, ignore_status

if TYPE_CHECKING:
    from plyground.web.pages.learn.lesson_page import LessonPage
    from plyground.web.urls.learn_url import LessonQuery

router = Router()


@router.get("/exercises")
async def exercises(request: Request) -> Response:
    """Show an exercise, and the mark of an answer."""
    from plyground.web.pages.learn.jobs import show_exercise
    from plyground.web.urls.learn_url import ExerciseQuery

    frame, services = PageLayout.of(request), Services.of(request)
    asked = ExerciseQuery.parse(request.query_params.multi_items())
    if not asked.student:
        asked = asked._replace(student=own_name_or_none(request))
    try:
        if asked.solved:
            await asyncio.to_thread(
                Services.of(request).store.open().classbook.see_solution, request.state.visitor, asked.url()
            )
        shown = await services.room_workers(request).run(
            show_exercise, ROOM_TIMEOUT_S, ignore_status, asked, language()
        )
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 400)
    return frame.page(_("Exercises"), shown.body)


@router.post("/exercises")
async def answer_exercise(request: Request) -> Response:
    """Store an answer to an exercise, then show its mark."""
    from plyground.web.pages.learn.jobs import show_exercise
    from plyground.web.urls.learn_url import ExerciseQuery

    frame, services = PageLayout.of(request), Services.of(request)
    sent = [(name, text) for name, text in (await request.form()).multi_items() if isinstance(text, str)]
    asked = ExerciseQuery.parse(sent)
    try:
        asked = asked._replace(student=checked_name(request, asked.student))
        shown = await services.room_workers(request).run(
            show_exercise, ROOM_TIMEOUT_S, ignore_status, asked, language()
        )
    except PlygroundError as error:
        return notice(frame, _("This was not understood"), error.sentence, 400)
    if shown.answered is not None:
        answered = count_exercise(request, shown.answered)
        try:
            await services.keeper(request).answer(answered)
        except PlygroundError as error:
            title = _("Your answer is not kept yet")
            return frame.render("answer_not_kept.html", 503, title=title, sentence=error.sentence, sent=sent)
    return RedirectResponse(f"/exercises?{urlencode(sent)}#mark", 303)


@router.get("/learn")
async def lessons(request: Request) -> Response | None:
    """List all lessons."""
    from plyground.web.pages.learn.jobs import show_lessons

    return await _lesson(request, show_lessons)


@router.page("/learn/{name}", reconnect_timeout_s=3)
async def lesson(name: str, request: Request) -> Response | None:
    """Show a step of a lesson."""
    from plyground.web.pages.learn.jobs import show_lesson
    from plyground.web.urls.learn_url import LessonQuery

    return await _lesson(request, show_lesson, LessonQuery.parse(name, request.query_params.multi_items()))


async def _lesson(request: Request, job: Callable[..., LessonPage], *query: LessonQuery) -> Response | None:
    frame, services = PageLayout.of(request), Services.of(request)
    try:
        page = await services.room_workers(request).run(
            job, ROOM_TIMEOUT_S, ignore_status, *query, services.lessons, language()
        )
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 400)
    if page.right is not None:
        count_prediction(request, query[0].url(query[0].step), page.given, right=page.right)
    if page.touched is None:
        return frame.page(page.title, page.body)
    from plyground.web.pages.learn.touched_lesson import build_lesson

    build_lesson(frame, query[0], page.title, page.touched, services.room_workers(request))
    return None
