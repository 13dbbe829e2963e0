"""The class room of a student: the name, the present task, and the board of a vote."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from plyground.frontend.bundle import modules
from plyground.i18n import Sentence, _, language
from plyground.store.tokens import hashed
from plyground.web.components.classroom.class_tasks import student_path, task_title
from plyground.web.components.page_layout import render
from plyground.web.components.templates import fragment
from plyground.web.live_class import MAX_NAME_CHARS, LiveClass, Student, TaskKind
from plyground.web.pages.live.vote_board import vote_state
from plyground.web.services import Services


def student_page(request: Request, name: str, trouble: Sentence | str = "") -> Response:
    """Return the class room; before a student has joined, the form that asks for a name."""
    services = Services.of(request)
    student = services.live.students.get(hashed(request.state.visitor))
    return render(
        request,
        "live.html",
        400 if trouble else 200,
        title=_("Class"),
        student=student,
        name=name,
        trouble=trouble,
        max_name_chars=MAX_NAME_CHARS,
        state=student_state(services) | {"own": own_words(services.live, student)} if student else None,
        modules=modules("puzzle.js"),
    )


def student_state(services: Services) -> dict[str, Any]:
    """Return the state of the class that all students see. Each language has a copy until the next change."""
    live = services.live
    return live.cached(language(), lambda: _state(services))


def _state(services: Services) -> dict[str, Any]:
    live, task = services.live, services.live.task
    state: dict[str, Any] = {
        "number": live.task_signal.number,
        "task": live.number,
        "vote": None,
        "url": "",
        "results": "",
    }
    if task is None:
        return state | {
            "title": str(_("No task now")),
            "words": str(_("The next task of your teacher appears here by itself.")),
        }
    state["title"] = str(task_title(task, services.lessons))
    if task.kind is not TaskKind.VOTE:
        words = _("Your answers count.") if live.is_open else _("The task is closed: answers no longer count.")
        return state | {"words": str(words), "url": student_path(task)}
    assert task.match
    state["vote"] = vote_state(task.match, live.number, playable=live.is_open)
    if not live.is_open and live.shows_answers:
        state["results"] = fragment("live_bars.html", bars=live.bars, names=False)
    words = _("Press your move. You can change it until the vote is closed.") if live.is_open else _("The vote is closed.")  # fmt: skip
    return state | {"words": str(words)}


def own_words(live: LiveClass, student: Student | None) -> str:
    """Return a student's own vote in words; an empty text if the student has not voted."""
    answer = student.latest if student else None
    if answer is None or live.task is None or live.task.kind is not TaskKind.VOTE:
        return ""
    return str(_("Your vote: {move}", move=answer.words))
