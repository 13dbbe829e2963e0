"""An exercise of a set with the mark of the student's last answer, and the job that marks an answer."""

from __future__ import annotations

from typing import NamedTuple

from plyground.i18n import Sentence, use
from plyground.searches import Tally
from plyground.web.components.exercise_form import ExercisePage, kept_answer, mark_of, question_values
from plyground.web.components.templates import fragment
from plyground.web.urls.learn_url import ExerciseQuery


class SetFrame(NamedTuple):
    """The facts about a set and its student that the page of an exercise shows."""

    action: str  # path of the exercise
    title: str
    item: int
    last: int  # number of exercises in the set
    words: tuple[Sentence, ...]  # sentences on the due time and the attempts
    may_answer: bool
    may_see: bool  # True if the student may see the solution


def set_exercise(tally: Tally, query: ExerciseQuery, frame: SetFrame, spoken: str) -> ExercisePage:
    """Return the page of an exercise in a set, with the mark of the answer in the query if there is one.

    Raise :class:`PlygroundError` if there is no such exercise.
    """
    use(spoken)
    exercise = query.exercise()
    marked, trouble = mark_of(query, exercise)
    answered = kept_answer(query, marked) if marked is not None else None
    values = question_values(query._replace(solved=query.solved if frame.may_see else ""), exercise, marked)
    body = fragment(
        "set_exercise.html", **(values | {"hidden": ()}), frame=frame, trouble=trouble, may_answer=frame.may_answer,
        action=frame.action, solution_url=f"{frame.action}?solved=1" if frame.may_see else "",
        next_url=_next(frame),
    )  # fmt: skip
    return ExercisePage(body, answered)


def _next(frame: SetFrame) -> str:
    return f"{frame.action.rpartition('/')[0]}/{frame.item + 1}" if frame.item < frame.last else ""
