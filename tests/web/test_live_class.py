"""The state of a class live: its answers are counted as they should be, and neighbours meet fairly."""

from __future__ import annotations

import asyncio
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import PlygroundError
from plyground.web.components.class_tasks import kinds_of, read_task, task_title
from plyground.web.live_class import HERE_S, Answer, LiveClass, Signal, Task, TaskKind, neighbours

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


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x00b"])
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
