"""The page of exercises: plain HTML forms without scripts."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from markupsafe import Markup

from plyground.drawing.legend import convention_in_words
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _, capital
from plyground.searches.convention import PRESETS, Convention
from plyground.searches.registry import algorithm
from plyground.store.records import KeptAnswer
from plyground.teaching.exercises.drawings import as_svg, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.form_fields import answer, fields, signs
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.marking import Mark, mark
from plyground.teaching.exercises.marking_report import solution_line, verdict
from plyground.teaching.gallery import gallery
from plyground.web.components.templates import fragment
from plyground.web.components.themed_svg import picture
from plyground.web.urls.learn_url import ITEM_PREFIX, ExerciseQuery, given_in

KEPT_FIELDS = ("kind", "student", "number", "seed", "algorithm", "convention", "tree", "root", "about")
"""The fields of a URL that are sent with an answer."""


class ExercisePage(NamedTuple):
    """The content of the page, and the answer that it marks."""

    body: str
    answered: KeptAnswer | None


def exercise_page(query: ExerciseQuery) -> ExercisePage:
    """Return the page of an exercise, with the mark of an answer if there is one."""
    try:
        exercise = query.exercise()
    except PlygroundError as error:
        return ExercisePage(fragment("exercise.html", **_choices(query), error=error.sentence), None)
    marked, trouble = _mark(query, exercise)
    answered = _answered(query, marked) if marked is not None else None
    if query.kind in gallery():  # an example has a convention of its own
        query = query._replace(convention=_preset_of(exercise.convention))
    values = _choices(query) | _question(query, exercise, marked)
    return ExercisePage(fragment("exercise.html", **values, error="", trouble=trouble), answered)


def _mark(query: ExerciseQuery, exercise: Exercise) -> tuple[Mark | None, Sentence | str]:
    """Return (mark of the answer or None, reason why it cannot be read)."""
    if not query.answered:
        return None, ""
    try:
        return mark(exercise, answer(exercise, given_in(query.items))), ""
    except PlygroundError as error:
        return None, error.sentence


def _answered(query: ExerciseQuery, marked: Mark) -> KeptAnswer:
    """Return the answer in the form in which it is stored."""
    given = json.dumps({name.removeprefix(ITEM_PREFIX): text for name, text in query.items}, ensure_ascii=False)
    return KeptAnswer(
        query.student, query.kind, query.whole_number, query.url(), given, float(marked.credit),
        " ".join(named.name for named in marked.misconceptions),
    )  # fmt: skip


def _preset_of(choices: Convention) -> str:
    return next((name for name, preset in PRESETS.items() if preset == choices), "")


def _choices(query: ExerciseQuery) -> dict[str, Any]:
    """Return the template values of the form that chooses the exercise."""
    kinds = [(name, capital(kind.title)) for name, kind in KINDS.items()]
    examples = [(name, one.title) for name, one in gallery().items() if one.exercises]
    kind = KINDS.get(query.kind)
    searches = [algorithm(name) for name in kind.algorithms] if kind is not None else []
    cuts = bool(searches) and algorithm(query.algorithm or searches[0].name).windowed
    presets = [
        (name, f"{name}: {', '.join(map(str, convention_in_words(preset)))}") for name, preset in PRESETS.items()
    ]
    usual = ExerciseQuery()
    return {
        "query": query,
        "kinds": [*kinds, *examples],
        "algorithms": [(known.name, capital(known.title)) for known in searches],
        "conventions": presets if cuts else [],
        "is_set": (query.number, query.seed, query.convention) != (usual.number, usual.seed, usual.convention),
    }


def _question(query: ExerciseQuery, exercise: Exercise, marked: Mark | None) -> dict[str, Any]:
    """Return the template values of the question, its form and the mark."""
    solved, given = bool(query.solved), given_in(query.items)
    drawn = Markup()
    if has_picture(exercise, solved=solved):
        drawn = picture(lambda theme: as_svg(exercise, solved=solved, theme=theme), exercise.drawn().json())
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
