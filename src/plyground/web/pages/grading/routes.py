"""The routes of grading. Only the teacher may use them, because they run other people's code."""

from __future__ import annotations

import asyncio

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.errors import PlygroundError
from plyground.web.components.classroom.teacher_only import TEACHER_ONLY
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.grading_keeper import MAX_FILES
from plyground.web.services import Services

router = Router()


@router.get("/class/grading", before=TEACHER_ONLY)
def show_grading(request: Request) -> Response:
    """Show the form and the results."""
    from plyground.web.pages.grading.page import grading_page

    PageLayout.of(request)
    return grading_page(request)


@router.post("/class/grading", before=TEACHER_ONLY)
async def begin_grading(request: Request) -> Response:
    """Grade the files of a form, or stop."""
    from plyground.web.pages.grading.page import CHOICES, grading_page, options_of, rubric_in

    PageLayout.of(request)
    keeper = Services.of(request).grading
    form = await request.form(max_files=2 * MAX_FILES, max_fields=10)
    if form.get("do") == "stop":
        await asyncio.to_thread(keeper.stop)
        return RedirectResponse("/class/grading", 303)
    sent = [each for each in form.getlist("files") if isinstance(each, UploadFile) and each.filename]
    task, seed = str(form.get("task", "")), str(form.get("seed", "")).strip() or "0"
    try:
        options = options_of(task, seed, {name: str(form.get(name, "")) for name in CHOICES})
        files = [(each.filename or "", await each.read()) for each in sent]
        keeper.begin(task, options, files, await rubric_in(form.get("rubric")))
    except PlygroundError as error:
        return grading_page(request, error.sentence)
    return RedirectResponse("/class/grading", 303)


@router.get("/class/grading.csv", before=TEACHER_ONLY)
def save_grading(request: Request) -> Response:
    """Return the results as a table."""
    from plyground.web.pages.grading.page import grading_file

    PageLayout.of(request)
    return grading_file(request)
