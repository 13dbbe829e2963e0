"""The live lesson of a class in the store, so that it continues after a restart of the server.

Students are kept under the hashes of their tokens. A lesson that is older than :data:`LESSON_HOURS` is over.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from plyground.errors import PlygroundError
from plyground.store.lazy_store import LazyStore
from plyground.web.components.classroom.class_tasks import exercise_answer_title, game_of, read_task
from plyground.web.components.room_names import GAMES_ROOM
from plyground.web.live_class import Answer, LiveClass, Student, Task, TaskKind

LESSON_HOURS = 4
"""Hours after its last change during which a lesson can be continued."""
SAVE_INTERVAL_S = 1.0
"""Seconds between two times at which a lesson is kept; the last changes before a crash can be lost."""


async def keep_lesson(live: LiveClass, store: LazyStore) -> None:
    """Keep a lesson in the store after each change, as long as the server runs."""
    seen = live.answer_signal.number
    while True:
        await live.answer_signal.wait(seen, 3600)
        seen = live.answer_signal.number
        text = written(live, datetime.now(UTC))
        with suppress(PlygroundError):  # the store does not answer now
            await asyncio.to_thread(_keep, store, text)
        await asyncio.sleep(SAVE_INTERVAL_S)


def _keep(store: LazyStore, text: str) -> None:
    store.open().keep_lesson(text)


def take_up(live: LiveClass, store: LazyStore, lessons: Path | None) -> None:
    """Continue the lesson in the store, unless it is over or cannot be read."""
    with suppress(PlygroundError):
        restore(live, store.open().lesson(), datetime.now(UTC), lessons)


def written(live: LiveClass, moment: datetime) -> str:
    """Return a lesson as JSON."""
    return json.dumps(
        {
            "at": moment.isoformat(),
            "task": _plain_task(live.task) if live.task else None,
            "number": live.number,
            "is_open": live.is_open,
            "shows_names": live.shows_names,
            "shows_answers": live.shows_answers,
            "is_locked": live.is_locked,
            "removed": sorted(live.removed),
            "pairings": live.pairings,
            "students": {mark: _plain(student) for mark, student in live.students.items()},
        }
    )


def restore(live: LiveClass, text: str, moment: datetime, lessons: Path | None) -> None:
    """Bring a lesson to the state that :func:`written` returned, unless it is over. ``lessons`` as in ``read_task``.

    A task whose page is no longer there is dropped; the students stay.
    """
    try:
        kept = json.loads(text) if text else None
        if kept is None or moment - datetime.fromisoformat(kept["at"]) > timedelta(hours=LESSON_HOURS):
            return
        live.students = {mark: _student(live, student) for mark, student in kept["students"].items()}
        live.number, live.pairings = kept["number"], kept["pairings"]
        live.shows_names, live.shows_answers = kept["shows_names"], kept["shows_answers"]
        live.is_locked, live.removed = kept.get("is_locked", False), set(kept.get("removed", ()))
        live.task = _task(kept["task"], lessons)
        live.is_open = kept["is_open"] and live.task is not None
    except (ValueError, KeyError, TypeError, AttributeError):  # written by another version
        return


def _plain_task(task: Task) -> dict[str, str]:
    """Return the kind of a task and the page that a teacher sets for it."""
    path = f"{GAMES_ROOM}/{quote(game_of(task).name, safe=':=,')}" if task.kind is TaskKind.NEIGHBOURS else task.path
    return {"kind": task.kind.value, "path": path}


def _plain(student: Student) -> dict[str, Any]:
    state = asdict(student)
    del state["seen"]
    return state | {name: _plain_answer(state[name]) for name in ("first", "latest")}


def _plain_answer(answer: Answer | None) -> list[Any] | None:
    """Return an answer as plain data, without its translated words, which follow from its key; None if there is no
    answer.
    """
    if answer is None:
        return None
    return [answer.key, answer.words if isinstance(answer.words, str) else None, answer.right]


def _student(live: LiveClass, kept: dict[str, Any]) -> Student:
    answers = {name: _answer(kept[name]) for name in ("first", "latest")}
    return Student(**{**kept, **answers, "seen": live.now()})


def _answer(kept: list[Any] | None) -> Answer | None:
    if kept is None:
        return None
    key, words, right = kept
    return Answer(key, exercise_answer_title(key) if words is None else words, right)


def _task(kept: dict[str, str] | None, lessons: Path | None) -> Task | None:
    if kept is None:
        return None
    try:
        return read_task(TaskKind(kept["kind"]), kept["path"], lessons)
    except PlygroundError:
        return None
