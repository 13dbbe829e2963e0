"""Tasks for a class: read from the path of a page, and named in the reader's language."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from starlette.requests import Request

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.games import game as game_named
from plyground.games.remote.remote_rules import run_apart
from plyground.i18n import Sentence, _, language
from plyground.presentation.friend_game import can_be_shared
from plyground.presentation.game_session import Seat
from plyground.store.records import KeptAnswer
from plyground.store.tokens import hashed
from plyground.web.components.classroom.class_names import own_name_or_none
from plyground.web.components.room_names import GAMES_ROOM, ROOMS
from plyground.web.live_class import Answer, Task, TaskKind
from plyground.web.services import Services
from plyground.web.urls import game_url

NEIGHBOUR_PATH = "/live/game"
"""The path that leads each student to the game against a neighbour."""
MAX_PATH_CHARS = 4000


class TaskLink(NamedTuple):
    """The present task, as a line at the top of every page shows it."""

    number: int  # number of the task signal: a larger number means a new task
    title: Sentence | str
    url: str
    is_here: bool = True  # True if the page is the task's own and needs no link


def first_part(path: str) -> str:
    """Return the first part of a path, such as ``/learn``."""
    return f"/{urlsplit(path).path.lstrip('/').partition('/')[0]}"


def kinds_of(path: str) -> tuple[TaskKind, ...]:
    """Return the kinds of tasks that a page can be; none for a page that cannot be a task."""
    parts, room = urlsplit(path), first_part(path)
    if parts.scheme or parts.netloc:
        return ()
    if room == GAMES_ROOM:
        return TaskKind.VOTE, TaskKind.GAME, TaskKind.NEIGHBOURS
    if room == "/exercises":
        return (TaskKind.EXERCISE,)
    if room == "/learn" and parts.path.count("/") > 1:
        return (TaskKind.LESSON,)
    return (TaskKind.PAGE,) if room in ROOMS and room != "/" else ()


def read_task(kind: TaskKind, path: str, lessons: Path | None) -> Task:
    """Return the task of a page. ``lessons`` is the folder of a teacher's own lessons. Raise :class:`PlygroundError`."""
    if len(path) > MAX_PATH_CHARS:
        raise SpecError(_("This address is too long for a task: it has at most {count} characters.", count=MAX_PATH_CHARS))  # fmt: skip
    if kind not in kinds_of(path):
        raise SpecError(_("This page cannot be a task for the class: open a game, an exercise or a lesson."))
    if kind is TaskKind.VOTE:
        _seats, match = _match(path)
        return vote(match)
    if kind is TaskKind.GAME:
        seats, match = _match(path)
        return Task(kind, game_url.format(seats, match))
    if kind is TaskKind.NEIGHBOURS:
        return neighbour_task(_match(path)[1].game)
    if kind is TaskKind.EXERCISE:
        return _exercise(path)
    if kind is TaskKind.LESSON:
        return _lesson(path, lessons)
    return Task(kind, path)


def vote(match: Match) -> Task:
    """Return the vote on the next move of a match. Raise :class:`SpecError` if there can be none."""
    game = match.game
    if not game.facts.observable or run_apart(game.name):
        raise SpecError(_("There can be no vote in {game}: everybody has to see the whole position.", game=game.title))
    if match.outcome is not None:
        raise SpecError(_("This game is over: choose an earlier position for the vote."))
    rolled = match.rolled()
    path = f"/play/{quote(game.name, safe=':=,')}?{urlencode({'moves': rolled.format(), 'seed': rolled.seed})}"
    return Task(TaskKind.VOTE, path, rolled)


def neighbour_task(game: Game) -> Task:
    """Return the task to play a game against a neighbour. Raise :class:`SpecError` if two people cannot play it."""
    if not can_be_shared(game):
        raise SpecError(_("Two people cannot play this game by a link: {title}.", title=game.title))
    return Task(TaskKind.NEIGHBOURS, f"{NEIGHBOUR_PATH}?{urlencode({'game': game.name})}")


def game_of(task: Task) -> Game:
    """Return the game of a vote, a game against a bot or one against a neighbour."""
    if task.match:
        return task.match.game
    parts = urlsplit(task.path)
    if task.kind is TaskKind.NEIGHBOURS:
        return game_named(dict(parse_qsl(parts.query))["game"])
    return game_named(unquote(parts.path.removeprefix("/play/")))


def task_title(task: Task, lessons: Path | None) -> Sentence | str:
    """Return the title of a task in the reader's language."""
    parts = urlsplit(task.path)
    query = dict(parse_qsl(parts.query))
    if task.kind is TaskKind.VOTE:
        return _("{game}: vote on the next move", game=game_of(task).title)
    if task.kind is TaskKind.GAME:
        return _("Play {game}", game=game_of(task).title)
    if task.kind is TaskKind.NEIGHBOURS:
        return _("{game}: play your neighbour", game=game_of(task).title)
    if task.kind is TaskKind.EXERCISE:
        from plyground.web.components.exercise_titles import exercise_title

        return _("Exercise {number}: {title}", number=query.get("number", "1"), title=exercise_title(query["kind"]))
    if task.kind is TaskKind.LESSON:
        from plyground.teaching.lessons.course import course

        name = unquote(parts.path.removeprefix("/learn/"))
        lesson = course(language(), lessons).get(name)
        if lesson is None:  # a teacher's own lesson that this language does not have
            return name
        step = min(int(query["step"]), len(lesson.parts))
        return f"{lesson.title}: {lesson.parts[step - 1].title}"
    return ROOMS[first_part(task.path)]


def task_link(request: Request) -> TaskLink | None:
    """Return the line about the task for a student of the class; None for everyone else."""
    services = Services.of(request)
    live = services.live
    if hashed(getattr(request.state, "visitor", "")) not in live.students:
        return None
    number, task = live.task_signal.number, live.task
    if task is None:
        return TaskLink(number, _("No task now"), "")
    return TaskLink(number, task_title(task, services.lessons), student_path(task), _is_page_of(task, request))


def student_path(task: Task) -> str:
    """Return the path on which a student does a task: a vote is in the class room itself."""
    return "/live" if task.kind is TaskKind.VOTE else task.path


def count_exercise(request: Request, answered: KeptAnswer) -> KeptAnswer:
    """Count an answer to the exercise that is the task. Return the answer, with the student's name in the class if it
    has no name.
    """
    live, visitor = Services.of(request).live, hashed(request.state.visitor)
    if live.task and live.task.kind is TaskKind.EXERCISE and _same_page(answered.address, live.task.path):
        live.answer(visitor, _marked(answered))
    student = live.students.get(visitor)
    name = own_name_or_none(request) or (student.name if student else "")
    return answered if answered.student else answered._replace(student=name)


def count_prediction(request: Request, path: str, given: str, *, right: bool) -> None:
    """Count a prediction in the step of a lesson that is the task. ``given`` is the prediction in words."""
    live = Services.of(request).live
    if live.task and live.task.kind is TaskKind.LESSON and live.task.path == path:
        live.answer(hashed(request.state.visitor), Answer(given, given, right))


def _marked(answered: KeptAnswer) -> Answer:
    """Return an answer to an exercise as it is counted: as right, as wrong, or under the misconception that explains
    it.
    """
    misconception = next(iter(answered.misconceptions.split()), "")
    key = "right" if answered.credit == 1 else misconception or ("partly" if answered.credit else "wrong")
    return Answer(key, exercise_answer_title(key), right=key == "right")


def exercise_answer_title(key: str) -> Sentence:
    """Return the title of a group of answers: answers with the same mark, or with the same misconception."""
    from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS

    marks = {"right": _("right answer"), "partly": _("partly right"), "wrong": _("wrong for another reason")}
    return marks[key] if key in marks else MISCONCEPTIONS[key].title


def _same_page(path: str, other: str) -> bool:
    """Return True if two paths of exercises differ only in the student's name or not at all."""
    one, two = (dict(parse_qsl(urlsplit(each).query)) for each in (path, other))
    return {**one, "student": ""} == {**two, "student": ""}


def _is_page_of(task: Task, request: Request) -> bool:
    """Return True if a request asks for the page of the task."""
    wanted = urlsplit(task.path)
    if task.kind is TaskKind.NEIGHBOURS:
        return first_part(request.url.path) == "/friend"
    if task.kind in (TaskKind.EXERCISE, TaskKind.LESSON) and not (
        set(parse_qsl(wanted.query)) <= set(request.query_params.multi_items())
    ):
        return False
    return request.url.path == unquote(wanted.path) and task.kind is not TaskKind.VOTE


def _match(path: str) -> tuple[tuple[Seat, ...], Match]:
    parts = urlsplit(path)
    return game_url.parse(unquote(parts.path.removeprefix("/play/")), dict(parse_qsl(parts.query)))


def _exercise(path: str) -> Task:
    """Return the task for an exercise. It is the same for all, so it contains no student's name."""
    from plyground.web.urls.learn_url import ExerciseQuery

    query = ExerciseQuery.parse(parse_qsl(urlsplit(path).query))._replace(student="")
    query.exercise()
    return Task(TaskKind.EXERCISE, query.url())


def _lesson(path: str, lessons: Path | None) -> Task:
    from plyground.teaching.lessons.course import course
    from plyground.web.urls.learn_url import LessonQuery

    parts = urlsplit(path)
    query = LessonQuery.parse(unquote(parts.path.removeprefix("/learn/")), parse_qsl(parts.query))
    found = course(language(), lessons).get(query.name)
    if found is None:
        raise SpecError(_("There is no lesson “{name}”.", name=query.name[:40]))
    return Task(TaskKind.LESSON, query.url(min(query.step, len(found.parts))))
