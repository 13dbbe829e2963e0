"""The question of an exercise with the form of its answer and the mark, in the room Exercises and in sets."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup

from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.store.records import KeptAnswer
from plyground.teaching.exercises.drawings import as_svg, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.form_fields import answer, fields, signs
from plyground.teaching.exercises.marking import Mark, mark
from plyground.teaching.exercises.marking_report import solution_line, verdict
from plyground.web.components.themed_svg import LEAST_PART, picture
from plyground.web.urls.learn_url import ITEM_PREFIX, ExerciseQuery, given_in

KEPT_FIELDS = ("kind", "student", "number", "seed", "algorithm", "convention", "tree", "root", "about")
"""The fields of a URL that are sent with an answer."""


class ExercisePage(NamedTuple):
    """The content of the page, and the answer that it marks."""

    body: str
    answered: KeptAnswer | None


def mark_of(query: ExerciseQuery, exercise: Exercise) -> tuple[Mark | None, Sentence | str]:
    """Return (mark of the answer or None, reason why it cannot be read)."""
    if not query.answered:
        return None, ""
    try:
        return mark(exercise, answer(exercise, given_in(query.items))), ""
    except PlygroundError as error:
        return None, error.sentence


def kept_answer(query: ExerciseQuery, marked: Mark) -> KeptAnswer:
    """Return the answer in the form in which it is stored."""
    given = json.dumps({name.removeprefix(ITEM_PREFIX): text for name, text in query.items}, ensure_ascii=False)
    return KeptAnswer(
        query.student, query.kind, query.whole_number, query.url(), given, float(marked.credit),
        " ".join(named.name for named in marked.misconceptions),
    )  # fmt: skip


def marked_again(answered: KeptAnswer) -> KeptAnswer | None:
    """Return a kept answer with the mark that it gets now; None if its exercise or its fields cannot be read."""
    try:
        fields = json.loads(answered.given)
        query = ExerciseQuery.parse(parse_qsl(urlsplit(answered.address).query))._replace(
            items=tuple((f"{ITEM_PREFIX}{name}", str(text)) for name, text in fields.items()), answered="1"
        )
        marked, _trouble = mark_of(query, query.exercise())
    except (PlygroundError, ValueError, AttributeError):
        return None
    if marked is None:
        return None
    return kept_answer(query, marked)._replace(at=answered.at, solution_seen=answered.solution_seen)


def question_values(query: ExerciseQuery, exercise: Exercise, marked: Mark | None) -> dict[str, Any]:
    """Return the template values of the question, its form and the mark."""
    solved, given = bool(query.solved), given_in(query.items)
    drawn = Markup()
    if has_picture(exercise, solved=solved):
        drawn = picture(lambda theme: as_svg(exercise, solved=solved, theme=theme), exercise.drawn().json(), LEAST_PART)
    kept = [(name, getattr(query, name)) for name in KEPT_FIELDS]
    return {
        "question": exercise.question,
        "picture": drawn,
        "hidden": [(name, text) for name, text in (*kept, ("answered", "1")) if text],
        "fields": fields(exercise),
        "given": given,
        "signs": signs(exercise, marked, given) if marked else {},
        "verdict": list(verdict(marked)) if marked else [],
        "is_right": marked is not None and marked.credit == 1,
        "solution": _("Solution: {answer}", answer=solution_line(exercise)) if solved else "",
    }
