"""The exercises of a set as addresses, and the answers to sets in the same form as other answers."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from plyground.store.classbook import Classbook
from plyground.store.records import ExerciseSet, KeptAnswer, SetAnswer
from plyground.teaching.gallery import gallery
from plyground.web.urls.learn_url import ExerciseQuery


def student_query(made: ExerciseSet, name: str, item: int) -> ExerciseQuery:
    """Return the exercise of a student with a number in a set, from 1. Each student has a tree of their own, unless the
    teacher has chosen one.
    """
    query = ExerciseQuery.parse(parse_qsl(urlsplit(made.exercises[item - 1]).query))
    if query.kind in gallery():
        return query._replace(student=name)
    return query._replace(student=name, number=str(item), seed=str(made.seed))


def answered_in_sets(book: Classbook) -> list[KeptAnswer]:
    """Return the answers to all sets in the form of answers outside of sets, each with the address of its exercise."""
    return [answer for made in book.sets() for answer in kept_answers(made, book.answers(made.key))]


def kept_answers(made: ExerciseSet, answers: list[tuple[str, SetAnswer]]) -> list[KeptAnswer]:
    """Return the answers to a set in the form of answers outside of sets."""
    return [
        KeptAnswer(
            name, (query := student_query(made, name, each.item)).kind, query.whole_number, query.url(), each.given,
            each.credit, each.misconceptions, each.at, each.solution_seen, made.title,
        )
        for name, each in answers
    ]  # fmt: skip
