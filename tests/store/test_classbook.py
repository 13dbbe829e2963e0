"""The classbook: its students, sets and answers, in a file and in a database that servers share."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from plyground.errors import StoreError
from plyground.store.classbook import CODE_CHARS, CODE_LETTERS, MAX_STUDENTS
from plyground.store.records import ExerciseSet, KeptAnswer, RosterStudent, SetAnswer
from plyground.store.store import Store

FREE = KeptAnswer("Ana", "best-move", 1, "/exercises?kind=best-move", "A", 1.0, "")
RIGHT, WRONG = SetAnswer(1, '{"A": "3"}', 1.0, ""), SetAnswer(1, '{"A": "4"}', 0.0, "one-side")
DUE = datetime(2026, 5, 4, 12)


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "SQLite":
        return Store(tmp_path / "work.sqlite")
    return Store(request.getfixturevalue("postgresql").new_database())


def listed(store: Store, *names: str) -> dict[str, str]:
    """Put these students on the list. Return the code of each."""
    store.classbook.add_students(RosterStudent(name, "") for name in names)
    return dict(store.classbook.roster())


def test_each_student_has_a_code_of_their_own_and_keeps_it(store: Store) -> None:
    codes = listed(store, "Bogdan", "ana", "Ștefan")
    assert list(codes) == ["ana", "Bogdan", "Ștefan"]
    assert len(set(codes.values())) == 3
    assert all(len(code) == CODE_CHARS and set(code) <= set(CODE_LETTERS) for code in codes.values())
    assert listed(store, "Bogdan", "Carla").items() >= codes.items()


def test_only_the_own_code_signs_in(store: Store) -> None:
    codes = listed(store, "Ana", "Ben")
    assert store.classbook.sign_in("a telephone", f" {codes['Ana'][:4].upper()}-{codes['Ana'][4:]} ") == "Ana"
    assert store.classbook.sign_in("another", "wrong") == ""
    assert [store.classbook.signed_in(token) for token in ("a telephone", "another", "new")] == ["Ana", "", ""]
    assert store.classbook.sign_in("a telephone", codes["Ben"]) == "Ben"
    store.classbook.sign_out("a telephone")
    assert store.classbook.signed_in("a telephone") == ""
    assert store.classbook.is_listed(" aNA ") and not store.classbook.is_listed("Anas")


def test_a_new_code_signs_out_who_used_the_old_one(store: Store) -> None:
    store.classbook.sign_in("a telephone", listed(store, "Ana")["Ana"])
    store.classbook.add_students([RosterStudent("Ana", "SECRET-1")])
    assert store.classbook.signed_in("a telephone") == ""
    assert store.classbook.sign_in("a telephone", "secret1") == "Ana"
    with pytest.raises(StoreError, match="Ben: another student has this code"):
        store.classbook.add_students([RosterStudent("Ben", "secret1")])
    assert [each.name for each in store.classbook.roster()] == ["Ana"]  # nothing was done by halves


def test_a_class_list_has_an_end(store: Store) -> None:
    with pytest.raises(StoreError, match="at most 1,000 students"):
        store.classbook.add_students(RosterStudent(f"{number}", f"code{number}") for number in range(MAX_STUDENTS + 1))
    assert store.classbook.roster() == []


@pytest.mark.parametrize(("attempts", "kept"), [(1, 1), (2, 2), (0, 3)])
def test_attempts_are_counted_for_each_student_and_exercise(store: Store, attempts: int, kept: int) -> None:
    listed(store, "Ana", "Ben")
    book = store.classbook
    key = book.add_set("Sheet", None, attempts, "due", ["/exercises?kind=values"] * 2).key
    given = [WRONG, RIGHT, WRONG._replace(given="{}")]
    assert [book.answer(key, "Ana", each, attempts) for each in given] == [place < kept for place in range(3)]
    assert book.answer(key, "Ana", RIGHT._replace(item=2), attempts)
    assert book.answer(key, "Ben", RIGHT, attempts)
    assert book.answer(key, "Ben", RIGHT, attempts)  # the same page sent again
    found = [(name, answer.item) for name, answer in book.answers(key)]
    assert found == [("Ana", 1)] * kept + [("Ana", 2), ("Ben", 1)]


def test_answers_stay_when_a_browsers_work_is_deleted(store: Store) -> None:
    codes = listed(store, "Ana")
    key = store.classbook.add_set("Sheet", None, 1, "due", ["/exercises"]).key
    store.classbook.sign_in("a telephone", codes["Ana"])
    store.classbook.answer(key, "Ana", WRONG, 1)
    store.forget("a telephone")
    store.classbook.sign_in("a telephone", codes["Ana"])
    assert not store.classbook.answer(key, "Ana", RIGHT, 1)


def test_a_solution_that_was_seen_is_told_with_the_answers_after_it(store: Store) -> None:
    listed(store, "Ana", "Ben")
    key = store.classbook.add_set("Sheet", None, 0, "always", ["/exercises"]).key
    store.classbook.answer(key, "Ana", WRONG, 0)
    for _time in range(2):
        store.classbook.see_set_solution(key, "Ana", 1)
    store.classbook.answer(key, "Ana", RIGHT, 0)
    store.classbook.answer(key, "Ben", RIGHT, 0)
    assert [answer.solution_seen for _name, answer in store.classbook.answers(key)] == [False, True, False]


def test_a_solution_outside_of_sets_counts_in_all_browsers_of_a_student(store: Store) -> None:
    code = listed(store, "Ana")["Ana"]
    for token in ("telephone", "laptop"):
        store.classbook.sign_in(token, code)
    store.answer("laptop", FREE._replace(given="B"))
    for _time in range(2):
        store.classbook.see_solution("telephone", FREE.address)
    store.answer("laptop", FREE)
    store.answer("another", FREE)
    assert {answer.given: answer.solution_seen for answer in store.answered("laptop")} == {"A": True, "B": False}
    assert [answer.solution_seen for answer in store.answered("another")] == [False]


def test_a_set_is_kept_changed_and_removed(store: Store) -> None:
    listed(store, "Ana")
    made = store.classbook.add_set("Sheet 1", DUE, 2, "due", ["/exercises?kind=values"])
    assert store.classbook.sets() == [made] and store.classbook.set_of(made.key) == made
    store.classbook.change_set(made.key, "Sheet A", None, 0, "never")
    assert store.classbook.set_of(made.key) == made._replace(title="Sheet A", due=None, attempts=0, solutions="never")
    store.classbook.remove_set(made.key)
    assert store.classbook.set_of(made.key) is None
    with pytest.raises(StoreError, match="removed by your teacher"):
        store.classbook.answer(made.key, "Ana", RIGHT, 0)


@pytest.mark.parametrize(
    ("solutions", "before", "after"), [("due", False, True), ("always", True, True), ("never", False, False)]
)
def test_solutions_are_hidden_until_their_time(solutions: str, before: bool, after: bool) -> None:
    made = ExerciseSet("key", "Sheet", (), 0, DUE, 0, solutions)
    assert made.shows_solutions(DUE - timedelta(seconds=1)) is before
    assert made.shows_solutions(DUE) is after
    assert made.is_over(DUE) and not made.is_over(DUE - timedelta(seconds=1))
    assert not made._replace(due=None).is_over(DUE)
