"""Titles of exercises for tables of the page."""

from __future__ import annotations

from plyground.i18n import Sentence
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.gallery import gallery


def exercise_title(exercise: str) -> Sentence | str:
    """Return the title of an exercise that the store keeps by name."""
    if exercise in KINDS:
        return KINDS[exercise].title
    return gallery()[exercise].title if exercise in gallery() else exercise
