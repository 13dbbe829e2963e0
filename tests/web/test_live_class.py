"""The state of a class live: its answers are counted as they should be, and neighbours meet fairly."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import PlygroundError
from plyground.store.lazy_store import LazyStore
from plyground.store.tokens import hashed
from plyground.web.components.classroom.class_tasks import exercise_answer_title, kinds_of, read_task, task_title
from plyground.web.components.kept_lesson import LESSON_HOURS, keep_lesson, restore, take_up, written
from plyground.web.live_class import (
    ABSENT_S,
    HERE_S,
    MAX_ARRIVALS,
    Answer,
    LiveClass,
    Signal,
    Task,
    TaskKind,
    neighbours,
)

VOTE, EXERCISE = Task(TaskKind.VOTE, "/play/nim"), Task(TaskKind.EXERCISE, "/exercises?kind=values")


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def class_of(count: int, clock: Clock | None = None) -> LiveClass:
    live = LiveClass(clock or Clock())
    for number in range(count):
        live.join(f"token {number}", f"student {number}")
    return live


@given(st.integers(0, 15), st.integers(0, 40))
def test_a_round_gives_each_student_one_neighbour(count: int, turn: int) -> None:
    tokens = [str(number) for number in range(count)]
    pairs = neighbours(tokens, turn)
    assert sorted(token for pair in pairs for token in pair) == sorted(tokens)
    assert sum(len(pair) == 1 for pair in pairs) == count % 2


@pytest.mark.parametrize("count", [2, 3, 7, 8])
def test_everyone_meets_everyone_before_anybody_meets_again(count: int) -> None:
    tokens = [str(number) for number in range(count)]
    rounds = range(count - 1 if count % 2 == 0 else count)
    met = [frozenset(pair) for turn in rounds for pair in neighbours(tokens, turn) if len(pair) == 2]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(tokens, 2)))


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from("abc")), max_size=30))
def test_the_last_vote_of_each_student_counts(votes: list[tuple[int, str]]) -> None:
    live = class_of(5)
    live.begin(VOTE)
    for number, word in votes:
        assert live.answer(f"token {number}", Answer(word, word))
    last = dict(votes)
    assert {str(bar.words): bar.total for bar in live.bars} == {
        word: list(last.values()).count(word) for word in set(last.values())
    }
    assert [bar.total for bar in live.bars] == sorted((bar.total for bar in live.bars), reverse=True)
    assert live.answered == len(last)


def test_the_first_answer_to_an_exercise_counts_and_the_latest_is_shown() -> None:
    live = class_of(1)
    live.begin(EXERCISE)
    live.answer("token 0", Answer("wrong", "wrong", right=False))
    live.answer("token 0", Answer("right", "right", right=True))
    student = live.students["token 0"]
    assert [(bar.words, bar.total, bar.names) for bar in live.bars] == [("wrong", 1, ("student 0",))]
    assert (student.latest, student.tries) == (Answer("right", "right", right=True), 2)


def test_no_answer_counts_from_strangers_without_a_task_or_after_its_end() -> None:
    live, answer = class_of(1), Answer("a", "a")
    assert not live.answer("token 0", answer)
    live.begin(VOTE)
    assert not live.answer("a stranger", answer)
    live.open(is_open=False)
    assert not live.answer("token 0", answer)
    live.open(is_open=True)
    assert live.answer("token 0", answer)
    live.begin(VOTE)
    assert live.bars == []


def test_a_student_who_is_silent_for_long_is_no_longer_here() -> None:
    clock = Clock()
    live = class_of(2, clock)
    clock.seconds += HERE_S
    live.see("token 1", "/learn")
    clock.seconds += 1
    assert list(live.present) == ["token 1"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "\x00\u200b"])
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(PlygroundError, match="Write a name"):
        class_of(0).join("token", name)


def test_a_change_wakes_everyone_who_waits() -> None:
    async def scene() -> int:
        signal = Signal()
        waiting = [asyncio.create_task(signal.wait(signal.number, 60)) for _each in range(3)]
        await asyncio.sleep(0)
        seen = signal.number
        signal.tell()
        await asyncio.gather(*waiting)
        await signal.wait(seen, 60)  # a change that was missed
        return signal.number - seen

    assert asyncio.run(scene()) == 1


@pytest.mark.parametrize(
    ("kind", "path", "title"),
    [
        (TaskKind.VOTE, "/play/tictactoe?moves=4-0", "Tic-tac-toe: vote on the next move"),
        (TaskKind.GAME, "/play/othello", "Play Othello"),
        (TaskKind.NEIGHBOURS, "/play/nim?moves=", "Nim: play your neighbour"),
        (TaskKind.EXERCISE, "/exercises?kind=values&number=3&student=Ana", "Exercise 3: the value of every node"),
        (TaskKind.LESSON, "/learn/minimax?step=99", None),
        (TaskKind.PAGE, "/trees", "Trees"),
    ],
)
def test_a_page_becomes_a_task_with_a_title(kind: TaskKind, path: str, title: str | None) -> None:
    assert kind in kinds_of(path)
    task = read_task(kind, path, None)
    assert "Ana" not in task.path  # the same exercise for all
    shown = str(task_title(task, None))
    assert shown == title if title else shown.count(":") == 1


@pytest.mark.parametrize(
    ("kind", "path", "reason"),
    [
        (TaskKind.VOTE, "/play/tictactoe?moves=0-3-1-4-2", "is over"),
        (TaskKind.VOTE, "/play/kuhn", "see the whole position"),
        (TaskKind.VOTE, "/play/shogi", "There is no game"),
        (TaskKind.NEIGHBOURS, "/play/three", "Two people cannot play"),
        (TaskKind.LESSON, "/learn/nothing?step=1", "There is no lesson"),
        (TaskKind.EXERCISE, "/exercises?kind=values&number=x", "Write a number"),
        (TaskKind.PAGE, "/mine", "cannot be a task"),
        (TaskKind.PAGE, "https://example.org/trees", "cannot be a task"),
        (TaskKind.PAGE, "//example.org/trees", "cannot be a task"),
        (TaskKind.PAGE, "/trees?" + "x" * 4000, "too long"),
    ],
)
def test_pages_that_cannot_be_tasks_are_refused_with_a_reason(kind: TaskKind, path: str, reason: str) -> None:
    with pytest.raises(PlygroundError, match=reason):
        read_task(kind, path, None)


def answers_of(live: LiveClass) -> list[tuple[str, bool | None, int, tuple[str, ...]]]:
    return [(str(bar.words), bar.right, bar.total, bar.names) for bar in live.bars]


PATHS = {
    TaskKind.VOTE: "/play/tictactoe?moves=0-4&seed=0",
    TaskKind.GAME: "/play/connect_four?x=human&o=random",
    TaskKind.NEIGHBOURS: "/play/othello",
    TaskKind.EXERCISE: "/exercises?kind=values&number=3",
    TaskKind.LESSON: "/learn/games?step=2",
    TaskKind.PAGE: "/solved",
}


@given(
    st.sampled_from(list(PATHS)),
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from(("right", "partly", "wrong", "1"))), max_size=12),
    st.booleans(),
)
def test_a_lesson_goes_on_after_a_restart(kind: TaskKind, given: list[tuple[int, str]], is_open: bool) -> None:
    live, moment = class_of(5), datetime.now(UTC)
    live.begin(read_task(kind, PATHS[kind], None))
    for number, key in given:
        words = exercise_answer_title(key) if kind is TaskKind.EXERCISE and key != "1" else key
        live.answer(f"token {number}", Answer(key, words, key == "right"))
    live.open(is_open=is_open)
    live.show(names=True)
    again = class_of(0)
    restore(again, written(live, moment), moment, None)
    assert again.task is not None
    assert again.task == live.task or str(again.task) == str(live.task)
    assert answers_of(again) == answers_of(live)
    assert written(again, moment) == written(live, moment)
    assert (again.number, again.is_open, again.shows_names) == (live.number, is_open, True)


def test_an_old_lesson_and_rubbish_are_not_taken_up() -> None:
    live, moment = class_of(3), datetime.now(UTC)
    live.begin(VOTE)
    text = written(live, moment)
    for state, when in (
        (text, moment + timedelta(hours=LESSON_HOURS, seconds=1)),
        ("{", moment),
        ("[]", moment),
        ("", moment),
    ):
        again = class_of(0)
        restore(again, state, when, None)
        assert again.students == {}
        assert again.task is None


def test_the_store_keeps_the_lesson_and_no_token(tmp_path: Path) -> None:
    async def scenario() -> None:
        store, live = LazyStore(tmp_path / "work.sqlite"), class_of(0)
        keeping = asyncio.create_task(keep_lesson(live, store))
        await asyncio.sleep(0)
        live.join(hashed("secret token"), "Ana")
        while not store.open().lesson():
            await asyncio.sleep(0)
        keeping.cancel()
        assert "Ana" in store.open().lesson()
        assert "secret token" not in store.open().lesson()
        again = class_of(0)
        take_up(again, LazyStore(tmp_path / "work.sqlite"), None)
        assert [student.name for student in again.students.values()] == ["Ana"]

    asyncio.run(scenario())


def test_one_name_has_one_seat() -> None:
    clock = Clock()
    live = LiveClass(clock)
    live.join("first", "Ana")
    live.begin(VOTE)
    assert live.answer("first", Answer("a", "a"))
    for name in ("Ana", " ana ", "Ana\u200b", "\u0410na"):
        with pytest.raises(PlygroundError, match="already"):
            live.join("second", name)
    live.join("first", "Ana B")  # her own seat
    live.join("first", "Ana")
    live.join("second", "Ana", is_own_name=True)  # she has signed in elsewhere, and takes her seat and vote along
    assert list(live.students) == ["second"] and live.answered == 1
    clock.seconds = HERE_S + 1
    live.join("third", "Ana")  # nobody is there any more
    assert list(live.students) == ["third"] and live.answered == 1


def test_absent_students_give_up_their_seats_at_the_next_task() -> None:
    clock = Clock()
    live = class_of(3, clock)
    clock.seconds = ABSENT_S
    live.see("token 1", "/live")
    clock.seconds += 1
    live.begin(VOTE)
    assert list(live.students) == ["token 1"]


def test_a_network_cannot_fill_the_class() -> None:
    clock = Clock()
    live = LiveClass(clock)
    for number in range(MAX_ARRIVALS):  # a class comes at once
        live.join(f"{number}", f"name {number}", "school")
    with pytest.raises(PlygroundError, match="Many students"):
        live.join("next", "Eve", "school")
    live.join("elsewhere", "Bob", "home")
    clock.seconds = 1.1
    live.join("next", "Eve", "school")
    with pytest.raises(PlygroundError, match="Many students"):
        live.join("another", "Eva", "school")


def test_the_teacher_removes_and_locks() -> None:
    live = class_of(3)
    live.begin(VOTE)
    assert live.answer("token 1", Answer("a", "a"))
    live.remove("token 1")
    assert live.answered == 0 and not live.answer("token 1", Answer("a", "a"))
    with pytest.raises(PlygroundError, match="taken you out"):
        live.join("token 1", "other")
    live.lock(is_locked=True)
    with pytest.raises(PlygroundError, match="nobody else"):
        live.join("new", "Eve")
    live.join("token 2", "renamed")
    other = LiveClass(Clock())
    restore(other, written(live, datetime.now(UTC)), datetime.now(UTC), None)
    with pytest.raises(PlygroundError, match="taken you out"):
        other.join("token 1", "other")
    with pytest.raises(PlygroundError, match="nobody else"):
        other.join("new", "Eve")
    live.lock(is_locked=False)
    live.join("new", "Eve")
