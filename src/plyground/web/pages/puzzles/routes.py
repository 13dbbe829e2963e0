"""The routes of the room of puzzles."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from plyground.errors import PlygroundError, SpecError
from plyground.i18n import _
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.puzzle_progress import figures
from plyground.web.connected.routing import Router
from plyground.web.preferences import apply_preferences
from plyground.web.services import Services

MAX_ANSWER_BYTES = 10_000
"""Most bytes of an answer that is read."""

router = Router()


@router.get("/puzzles")
async def puzzles(request: Request) -> Response:
    """Show a puzzle."""
    from plyground.web.pages.puzzles.page import puzzles_page

    frame = PageLayout.of(request)
    try:
        return await run_in_threadpool(puzzles_page, request, date.today())
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 400)


@router.get("/puzzles/{name}.png")
def picture(request: Request, name: str) -> Response:
    """Return the board of a puzzle as a picture for links to it."""
    from plyground.web.pages.puzzles.page import puzzle_picture

    frame = PageLayout.of(request)
    try:
        drawn = puzzle_picture(Services.of(request).puzzles, name)
    except PlygroundError as error:
        return notice(frame, _("This picture cannot be drawn"), error.sentence, 400)
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn, media_type="image/png", headers={"Cache-Control": "max-age=3600"})


@router.post("/puzzles/answer")
async def answer_puzzle(request: Request) -> Response:
    """Judge an answer, or show the right answer, and keep the first result of the puzzle."""
    apply_preferences(request)
    try:
        asked = _read(await request.body())
        return JSONResponse(await run_in_threadpool(_answered, request, asked))
    except PlygroundError as error:
        refusal = json.dumps({"trouble": str(error.sentence)}).replace("<", "\\u003c")  # escape visitors' text
        return Response(refusal, 400, media_type="application/json")


def _read(body: bytes) -> dict[str, Any]:
    """Return the content of a request. Raise :class:`SpecError` if it cannot be read."""
    try:
        asked = json.loads(body) if len(body) <= MAX_ANSWER_BYTES else None
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise SpecError(_("The answer cannot be read: open the puzzle again."))
    return asked


def _answered(request: Request, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the response to an answer, with the visitor's progress after it."""
    from plyground.web.pages.puzzles.page import collection, progress_of
    from plyground.web.pages.puzzles.puzzle_board import answered

    services, today = Services.of(request), date.today()
    puzzles = collection(services.puzzles)
    puzzle = puzzles.by_id.get(str(asked.get("puzzle")))
    if puzzle is None:
        raise SpecError(_("There is no puzzle “{text}”.", text=str(asked.get("puzzle"))[:40]))
    state = answered(puzzle, asked)
    trouble = ""
    if state["verdict"] in ("solved", "wrong", "asked"):
        is_today = asked.get("day") == today.isoformat() and puzzles.of_day(today.toordinal()) is puzzle
        day = today.isoformat() if is_today else ""
        try:
            store = services.store.open()
            store.keep_attempt(request.state.visitor, puzzle.id, day, solved=state["verdict"] == "solved")
            request.state.is_new = False
        except PlygroundError as error:
            trouble = str(error.sentence)
    told = [str(figure) for figure in figures(progress_of(request, today))]
    return {**state, "figures": told, "trouble": trouble}
