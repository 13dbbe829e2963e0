"""The answers of a class by student and by misconception, and the attempts at each exercise."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from plyground.core.csv_text import write_csv
from plyground.i18n import Sentence
from plyground.store.records import KeptAnswer
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.web.urls.learn_url import ExerciseQuery

COLUMNS = (
    "exercise", "student", "number", "credit", "misconceptions", "in_words", "given", "time", "attempt", "seed",
    "algorithm", "convention", "solution_seen", "set",
)  # fmt: skip
"""Columns of the table. They are a file format, the same in every language; only ``in_words`` is translated."""


class StudentRow(NamedTuple):
    """The work of one student. The best attempt at each exercise counts."""

    student: str
    exercises: int
    attempts: int
    credit: float  # mean credit of the exercises


class MisconceptionRow(NamedTuple):
    """A misconception, the number of answers that it explains and the students who gave them."""

    name: str
    answers: int
    students: tuple[str, ...]


class Terms(NamedTuple):
    """The terms of an exercise that its address contains: seed, algorithm and convention."""

    seed: str
    algorithm: str
    convention: str


def by_student(answers: list[KeptAnswer]) -> list[StudentRow]:
    """Return a row for each student, by name."""
    best: dict[str, dict[str, float]] = defaultdict(dict)
    for each in answers:
        credits_of = best[each.student]
        credits_of[each.address] = max(each.credit, credits_of.get(each.address, 0.0))
    attempts = Counter(each.student for each in answers)
    return [
        StudentRow(student, len(found), attempts[student], sum(found.values()) / len(found))
        for student, found in sorted(best.items())
    ]


def by_misconception(answers: list[KeptAnswer]) -> list[MisconceptionRow]:
    """Return a row for each misconception that explains an answer, the most frequent first."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in answers:
        for name in each.misconceptions.split():
            found[name].append(each.student)
    rows = [MisconceptionRow(name, len(who), tuple(sorted(set(who)))) for name, who in found.items()]
    return sorted(rows, key=lambda row: (-row.answers, row.name))


def attempts_of(answers: list[KeptAnswer]) -> list[int]:
    """Return the number of the attempt, from 1, for each answer: attempts by the same student at the same exercise.

    The answers to one exercise must be given in the order of their times.
    """
    seen: Counter[tuple[str, str]] = Counter()
    numbers = []
    for each in answers:
        seen[each.student, each.address] += 1
        numbers.append(seen[each.student, each.address])
    return numbers


def terms_of(answered: KeptAnswer) -> Terms:
    """Return the seed, the algorithm and the convention of the exercise that was answered."""
    query = ExerciseQuery.parse(parse_qsl(urlsplit(answered.address).query))
    kind = KINDS.get(query.kind)
    algorithm = query.algorithm or (kind.algorithms[0] if kind is not None else "")
    return Terms(query.seed, algorithm, query.convention)


def misconception_rows(rows: list[MisconceptionRow]) -> list[tuple[Sentence, int, str]]:
    """Return (title, number of answers, names of students) of each known misconception."""
    return [
        (MISCONCEPTIONS[row.name].title, row.answers, ", ".join(filter(None, row.students)))
        for row in rows
        if row.name in MISCONCEPTIONS
    ]


def answers_csv(answers: list[KeptAnswer]) -> str:
    """Return answers as a table of CSV. Times are in UTC."""
    rows: list[tuple[object, ...]] = [COLUMNS]
    for each, attempt in zip(answers, attempts_of(answers), strict=True):
        time = f"{each.at.isoformat(timespec='seconds')}Z" if each.at else ""
        row = (
            each.exercise,
            each.student,
            each.number,
            each.credit,
            each.misconceptions,
            in_words(each),
            each.given,
            time,
            attempt,
            *terms_of(each),
            int(each.solution_seen),
            each.exercise_set,
        )
        rows.append(row)
    return write_csv(rows, line_end="\r\n")


def in_words(answer: KeptAnswer) -> str:
    """Return the misconceptions that explain an answer, in the reader's language."""
    return "; ".join(
        str(MISCONCEPTIONS[name].title) for name in answer.misconceptions.split() if name in MISCONCEPTIONS
    )
