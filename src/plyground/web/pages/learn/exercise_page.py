"""The page of exercises: plain HTML forms without scripts."""

from __future__ import annotations

from typing import Any

from plyground.drawing.legend import conventions_in_words
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _, capital
from plyground.searches.conventions import PRESETS, Convention
from plyground.searches.registry import algorithm
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.gallery import gallery
from plyground.web.components.exercise_form import ExercisePage, kept_answer, mark_of, question_values
from plyground.web.components.templates import fragment
from plyground.web.urls.learn_url import ExerciseQuery

ABOUT: dict[str, tuple[Sentence, str]] = {
    "window": (_("Ask about this node"), "D"),
    "why": (_("Ask about this node"), "D"),
    "cut-when": (_("The leaf with x, then the leaf that may be cut"), "B2, C1"),
    "find-mistake": (_("The mistake"), ""),
}
"""Field in which a teacher chooses the subject of an exercise on a tree of their own, with an example, by kind."""


def exercise_page(query: ExerciseQuery) -> ExercisePage:
    """Return the page of an exercise, with the mark of an answer if there is one."""
    try:
        exercise = query.exercise()
    except PlygroundError as error:
        return ExercisePage(fragment("exercise.html", **_choices(query), error=error.sentence), None)
    marked, trouble = mark_of(query, exercise)
    answered = kept_answer(query, marked) if marked is not None else None
    if query.kind in gallery():  # an example has its own convention
        query = query._replace(convention=_preset_of(exercise.convention))
    values = _choices(query) | question_values(query, exercise, marked)
    values |= {"action": "/exercises", "may_answer": True, "solution_url": query.solution, "next_url": query.next}
    return ExercisePage(fragment("exercise.html", **values, error="", trouble=trouble), answered)


def _preset_of(choices: Convention) -> str:
    return next((name for name, preset in PRESETS.items() if preset == choices), "")


def _choices(query: ExerciseQuery) -> dict[str, Any]:
    """Return the template values of the form that chooses the exercise."""
    kinds = [(name, capital(kind.title)) for name, kind in KINDS.items()]
    examples = [(name, one.title) for name, one in gallery().items() if one.exercises]
    kind = KINDS.get(query.kind)
    searches = [algorithm(name) for name in kind.algorithms] if kind is not None else []
    cuts = bool(searches) and algorithm(query.algorithm or searches[0].name).windowed
    usual = ExerciseQuery()
    return {
        "query": query,
        "kinds": [*kinds, *examples],
        "algorithms": [(known.name, capital(known.title)) for known in searches],
        "conventions": conventions_in_words() if cuts else [],
        "about": ABOUT.get(query.kind, (_("Ask about these nodes"), "") if query.about else None),
        "mistakes": [("", _("the first that fits")), *((name, one.title) for name, one in MISCONCEPTIONS.items())],
        "is_set": (query.number, query.seed, query.convention) != (usual.number, usual.seed, usual.convention),
    }
