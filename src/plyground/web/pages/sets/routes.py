"""The routes of exercise sets: the students' rooms, and the teacher's class list and sets."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.errors import PlygroundError
from plyground.i18n import _, language
from plyground.store.records import ExerciseSet, SetAnswer, now
from plyground.web.access import network_of, peer_of
from plyground.web.code_attempts import CodeCheck
from plyground.web.components.classroom.class_names import own_name
from plyground.web.components.classroom.teacher_only import TEACHER_ONLY, is_teacher
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.services import Services
from plyground.web.workers.pool import ROOM_TIMEOUT_S, ignore_status

if TYPE_CHECKING:
    from plyground.web.components.exercise_form import ExercisePage
    from plyground.web.urls.learn_url import ExerciseQuery

router = Router()


# Students


@router.get("/sets")
def show_sets(request: Request) -> Response:
    """Show a student's sets, or ask for the code."""
    from plyground.web.pages.sets.student_pages import sets_page, sign_in_page

    if is_teacher(request):
        return RedirectResponse("/class/sets", 303)
    PageLayout.of(request)
    name = own_name(request)
    return sets_page(request, name) if name else sign_in_page(request)


@router.post("/sets/sign-in")
async def sign_in(request: Request) -> Response:
    """Sign a student in by the code."""
    from plyground.web.pages.sets.student_pages import sign_in_page

    PageLayout.of(request)
    services = Services.of(request)
    code = str((await request.form(max_files=0, max_fields=2)).get("code", ""))[:100]
    browser = "" if request.state.is_new else request.state.visitor
    found = await services.policy.attempts.check(
        network_of(peer_of(request)),
        browser,
        lambda: bool(services.store.open().classbook.sign_in(request.state.visitor, code)),
    )
    return RedirectResponse("/sets", 303) if found.result is CodeCheck.RIGHT else sign_in_page(request, found)


@router.post("/sets/sign-out")
def sign_out(request: Request) -> Response:
    """Sign a student out."""
    Services.of(request).store.open().classbook.sign_out(request.state.visitor)
    return RedirectResponse("/sets", 303)


@router.get("/sets/{key}/{item}")
async def show_exercise(key: str, item: int, request: Request, solved: str = "") -> Response:
    """Show an exercise of a set, with the mark of the last answer that was kept."""
    frame, name = PageLayout.of(request), own_name(request)
    made = _set(request, key, item)
    if not name or made is None:
        return RedirectResponse("/sets", 303)
    if solved and made.shows_solutions(now()):
        Services.of(request).store.open().classbook.see_set_solution(key, name, item)
    try:
        shown = await _shown(request, made, name, item, solved=solved)
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 400)
    return frame.page(made.title, shown.body)


@router.post("/sets/{key}/{item}")
async def answer_exercise(key: str, item: int, request: Request) -> Response:
    """Keep an answer to an exercise of a set, then show its mark."""
    from plyground.web.urls.learn_url import ITEM_PREFIX

    frame, name = PageLayout.of(request), own_name(request)
    made = _set(request, key, item)
    if not name or made is None:
        return RedirectResponse("/sets", 303)
    if made.is_over(now()):
        return notice(frame, _("This set is closed"), _("Its due time is over: it takes no more answers."), 403)
    sent = [(field, text) for field, text in (await request.form()).multi_items() if isinstance(text, str)]
    given = {field.removeprefix(ITEM_PREFIX): text for field, text in sent if field.startswith(ITEM_PREFIX)}
    try:
        shown = await _shown(request, made, name, item, given=given)
        if shown.answered is None:  # an unreadable answer uses no attempt
            return frame.page(made.title, shown.body, 400)
        answer = SetAnswer(item, shown.answered.given, shown.answered.credit, shown.answered.misconceptions)
        book = Services.of(request).store.open().classbook
        kept = await asyncio.to_thread(book.answer, key, name, answer, made.attempts)
    except PlygroundError as error:
        return notice(frame, _("Your answer is not kept yet"), error.sentence, 503)
    if not kept:
        return notice(frame, _("No attempt is left"), _("You have used all attempts at this exercise."), 403)
    return RedirectResponse(f"/sets/{key}/{item}#mark", 303)


# The teacher


@router.get("/class/roster", before=TEACHER_ONLY)
def show_roster(request: Request) -> Response:
    """Show the class list with the codes."""
    from plyground.web.pages.sets.teacher_pages import roster_page

    PageLayout.of(request)
    return roster_page(request)


@router.post("/class/roster", before=TEACHER_ONLY)
async def change_roster(request: Request) -> Response:
    """Add the students of a file, or remove one."""
    from plyground.web.pages.sets.roster_file import read_roster
    from plyground.web.pages.sets.teacher_pages import roster_page

    PageLayout.of(request)
    book = Services.of(request).store.open().classbook
    form = await request.form(max_files=1, max_fields=3)
    file, removed = form.get("file"), form.get("remove")
    try:
        if isinstance(removed, str):
            book.remove_student(removed)
        else:
            content = await file.read() if isinstance(file, UploadFile) else b""
            book.add_students(read_roster(content or str(form.get("names", "")).encode()))
    except PlygroundError as error:
        return roster_page(request, error.sentence)
    return RedirectResponse("/class/roster", 303)


@router.get("/class/roster.csv", before=TEACHER_ONLY)
def save_roster(request: Request) -> Response:
    """Return the class list with the codes as a table."""
    from plyground.web.pages.sets.roster_file import write_roster

    headers = {"Content-Disposition": 'attachment; filename="plyground-class.csv"'}
    content = write_roster(Services.of(request).store.open().classbook.roster())
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/class/sets", before=TEACHER_ONLY)
def show_class_sets(request: Request) -> Response:
    """Show all sets to the teacher."""
    from plyground.web.pages.sets.teacher_pages import new_set_page

    PageLayout.of(request)
    return new_set_page(request, {})


@router.post("/class/sets", before=TEACHER_ONLY)
async def make_set(request: Request) -> Response:
    """Make a set of exercises."""
    from plyground.web.pages.sets.set_form import read_exercises, read_terms
    from plyground.web.pages.sets.teacher_pages import new_set_page

    PageLayout.of(request)
    form = {field: str(text) for field, text in (await request.form(max_files=0, max_fields=50)).items()}
    try:
        terms = read_terms(form)
        exercises = await asyncio.to_thread(read_exercises, form)
        made = Services.of(request).store.open().classbook.add_set(*terms, exercises)
    except PlygroundError as error:
        return new_set_page(request, form, error.sentence)
    return RedirectResponse(f"/class/sets/{made.key}", 303)


@router.get("/class/sets/{key}", before=TEACHER_ONLY)
def show_class_set(key: str, request: Request) -> Response:
    """Show the answers of all students to a set."""
    from plyground.web.pages.sets.teacher_pages import set_page

    PageLayout.of(request)
    made = _set(request, key)
    return set_page(request, made) if made else RedirectResponse("/class/sets", 303)


@router.post("/class/sets/{key}", before=TEACHER_ONLY)
async def change_set(key: str, request: Request) -> Response:
    """Change the terms of a set, or remove it."""
    from plyground.web.pages.sets.set_form import read_terms
    from plyground.web.pages.sets.teacher_pages import set_page

    PageLayout.of(request)
    book, made = Services.of(request).store.open().classbook, _set(request, key)
    form = {field: str(text) for field, text in (await request.form(max_files=0, max_fields=10)).items()}
    if made is None:
        return RedirectResponse("/class/sets", 303)
    if form.get("do") == "remove":
        book.remove_set(key)
        return RedirectResponse("/class/sets", 303)
    try:
        book.change_set(key, *read_terms(form))
    except PlygroundError as error:
        return set_page(request, made, error.sentence)
    return RedirectResponse(f"/class/sets/{key}", 303)


@router.get("/class/sets/{key}/{item}", before=TEACHER_ONLY)
async def show_student_exercise(key: str, item: int, request: Request, student: str = "") -> Response:
    """Show a student's exercise with the solution and the mark of the last answer."""
    frame = PageLayout.of(request)
    made = _set(request, key, item)
    if made is None:
        return RedirectResponse("/class/sets", 303)
    try:
        shown = await _shown(request, made, student[:100], item, solved="1")
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 400)
    return frame.page(f"{made.title}: {student[:100]}", shown.body)


def _set(request: Request, key: str, item: int = 1) -> ExerciseSet | None:
    """Return the set with a key that has an exercise with this number; None if there is none."""
    made = Services.of(request).store.open().classbook.set_of(key[:40])
    return made if made and 1 <= item <= len(made.exercises) else None


async def _shown(
    request: Request, made: ExerciseSet, name: str, item: int, given: dict[str, str] | None = None, solved: str = ""
) -> ExercisePage:
    """Return the page of a student's exercise with the mark of an answer (default: the last kept answer).

    The mark of an answer that is not kept is never shown, because it would be an attempt that does not count.
    """
    from plyground.web.components.classroom.set_answers import student_query
    from plyground.web.pages.sets.set_exercise import SetFrame, set_exercise
    from plyground.web.pages.sets.student_pages import item_words
    from plyground.web.urls.learn_url import ITEM_PREFIX

    services, moment = Services.of(request), now()
    own = [
        answer
        for who, answer in services.store.open().classbook.answers(made.key)
        if (who, answer.item) == (name, item)
    ]
    if given is None:
        given = json.loads(own[-1].given) if own else {}
    query: ExerciseQuery = student_query(made, name, item)._replace(
        items=tuple((f"{ITEM_PREFIX}{field}", text) for field, text in given.items()),
        answered="1" if given else "", solved=solved,
    )  # fmt: skip
    teaches = is_teacher(request)
    frame = SetFrame(
        f"/sets/{made.key}/{item}", made.title, item, len(made.exercises), item_words(made, len(own), moment),
        may_answer=not (teaches or made.is_over(moment) or (made.attempts and len(own) >= made.attempts)),
        may_see=teaches or made.shows_solutions(moment),
    )  # fmt: skip
    return await services.room_workers(request).run(
        set_exercise, ROOM_TIMEOUT_S, ignore_status, query, frame, language()
    )
