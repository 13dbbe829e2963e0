"""The routes of learning. Only the teacher may use them, because a run takes a worker for minutes."""

from __future__ import annotations

import asyncio

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.i18n import _
from plyground.web.components.classroom.teacher_only import TEACHER_ONLY
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.services import Services

router = Router()
_tasks: set[asyncio.Task[None]] = set()
"""Runs in progress; the event loop itself holds them only weakly."""


@router.get("/evaluation/{game}", before=TEACHER_ONLY)
async def show_learning(request: Request, game: str) -> Response:
    """Show the form and the progress."""
    from plyground.web.pages.evaluation.page import learnable, learning_page

    frame = PageLayout.of(request)
    try:
        return await run_in_threadpool(learning_page, request, learnable(game))
    except PlygroundError as error:
        return notice(frame, _("Nothing can be learned here"), error.sentence, 400)


@router.post("/evaluation/{game}", before=TEACHER_ONLY)
async def begin_or_stop(request: Request, game: str) -> Response:
    """Begin to learn, or stop and keep what was learned."""
    from plyground.web.pages.evaluation.page import learnable, learning_page, seconds_of

    frame, keeper = PageLayout.of(request), Services.of(request).learning
    form = await request.form(max_files=0, max_fields=2)
    try:
        learned = await run_in_threadpool(learnable, game)
        run = keeper.find(learned.name)
        if form.get("do") == "stop":
            if run is not None:
                run.is_stopped = True
        elif keeper.running is not None:
            return learning_page(request, learned, _("{game} is being learned. Stop that first.", game=keeper.running.game.title))  # fmt: skip
        else:
            task = asyncio.create_task(_learn(request, learned, seconds_of(str(form.get("seconds", "")))))
            _tasks.add(task)
            task.add_done_callback(_tasks.discard)
            await asyncio.sleep(0)  # the run has begun when the page is shown
    except PlygroundError as error:
        return notice(frame, _("Nothing can be learned here"), error.sentence, 400)
    return RedirectResponse(request.url.path, 303)


@router.get("/evaluation/{game}/weights", before=TEACHER_ONLY)
def save_weights(request: Request, game: str) -> Response:
    """Return the file of weights."""
    run = Services.of(request).learning.find(game)
    if run is None or not run.content:
        return notice(PageLayout.of(request), _("Nothing can be learned here"), _("Nothing was learned yet."), 404)
    headers = {"Content-Disposition": f'attachment; filename="{run.evaluation}"'}
    return Response(run.content, media_type="application/octet-stream", headers=headers)


async def _learn(request: Request, game: Game, seconds: float) -> None:
    """Learn, and let all workers know the evaluation."""
    services = Services.of(request)
    if await services.learning.learn(game, seconds, services.room_workers(request)):
        services.bot_processes.renew()
        services.room_processes.renew()
