"""The teacher's page of a lesson, which a projector can show: the task, its answers, and the students."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from plyground.frontend.bundle import modules
from plyground.i18n import Sentence, _, capital, language
from plyground.presentation.friend_game import can_be_shared
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.lessons.course import course
from plyground.web.components.classroom.class_tasks import kinds_of, task_title
from plyground.web.components.game_list import listed_games
from plyground.web.components.page_layout import render
from plyground.web.components.templates import fragment
from plyground.web.live_class import TaskKind
from plyground.web.pages.live.results import bars, pairs, places, rows
from plyground.web.pages.live.vote_board import status, vote_state
from plyground.web.services import Services
from plyground.web.urls.learn_url import ExerciseQuery, LessonQuery

SET_WORDS: dict[TaskKind, Sentence] = {
    TaskKind.VOTE: _("Vote on the next move"),
    TaskKind.GAME: _("Everyone plays from here"),
    TaskKind.NEIGHBOURS: _("Everyone plays a neighbour"),
    TaskKind.EXERCISE: _("Everyone solves this exercise"),
    TaskKind.LESSON: _("Everyone predicts in this step"),
    TaskKind.PAGE: _("Everyone opens this page"),
}
"""The buttons that set a task."""


class Choice(NamedTuple):
    """A line of the form that sets a task: a list of pages, and a button for each kind of task that they can be."""

    label: Sentence
    groups: list[tuple[str, list[tuple[str, Sentence | str]]]]  # (title of a group, [(path, label)])
    kinds: tuple[TaskKind, ...]


def teacher_page(request: Request, trouble: Sentence | str = "") -> Response:
    """Return the page with the state of the lesson, and the forms that set the next task."""
    services = Services.of(request)
    return render(
        request,
        "class_live.html",
        400 if trouble else 200,
        title=_("Class live"),
        trouble=trouble,
        state=teacher_state(services),
        offers=_choices(services.lessons),
        words=SET_WORDS,
        modules=modules("puzzle.js"),
    )


def set_page(request: Request, path: str) -> Response:
    """Return the page that asks which kind of task the page at ``path`` shall be."""
    return render(
        request, "class_set.html", title=_("Set for the class"), path=path, kinds=kinds_of(path), words=SET_WORDS
    )


def teacher_state(services: Services) -> dict[str, Any]:
    """Return the state of the page for its script: a board if there is a vote, and the panels as HTML."""
    live, task = services.live, services.live.task
    vote = vote_state(task.match, live.number, playable=True) if task and task.match else None
    games = pairs(live, services.friends) if task and task.kind is TaskKind.NEIGHBOURS else []
    html = fragment(
        "live_results.html",
        live=live,
        task=task,
        title=task_title(task, services.lessons) if task else "",
        said=status(task.match) if task and task.match else "",
        moves=task.match.transcript if task and task.match else "",
        bars=bars(live, services.friends),
        rows=rows(live) if live.shows_names else [],
        places=places(live),
        games=games if live.shows_names else [],
        has_code=bool(services.policy.code),
        listed=vote["listed"] if vote else [],
        is_over=bool(task and task.match and task.match.outcome),
    )
    return {"number": live.answer_signal.number, "task": live.number, "vote": vote, "html": html}


def _choices(lessons: Path | None) -> list[Choice]:
    """Return the lists of games, exercises and steps of lessons."""
    games = [game for game in listed_games()[0].values() if can_be_shared(game)]
    exercises = [(ExerciseQuery(name).url(), capital(kind.title)) for name, kind in KINDS.items()]
    steps = [
        (
            each.title,
            [(LessonQuery(each.name).url(number), part.title) for number, part in enumerate(each.parts, 1) if part.question],
        )
        for each in course(language(), lessons).values()
    ]  # fmt: skip
    return [
        Choice(
            _("Game"),
            [("", [(f"/play/{game.name}", game.title) for game in games])],
            (TaskKind.VOTE, TaskKind.GAME, TaskKind.NEIGHBOURS),
        ),
        Choice(_("Exercise"), [("", [*exercises])], (TaskKind.EXERCISE,)),
        Choice(_("Lesson"), [(title, [*parts]) for title, parts in steps if parts], (TaskKind.LESSON,)),
    ]
