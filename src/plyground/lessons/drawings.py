"""Pictures of exercises: the tree as it is asked of, and the run that solves it."""

from __future__ import annotations

from dataclasses import replace

from plyground.lessons.exercise import Exercise
from plyground.lessons.way import Way
from plyground.search.algorithms import algorithm
from plyground.search.setting import setting
from plyground.trace.look import BEFORE
from plyground.trace.plan import Plan, plan
from plyground.trace.svg import svg
from plyground.trace.text import text
from plyground.trace.tikz import tikz

WHOLE = {"max-n": "max-n", "expectiminimax": "expectiminimax", "star1": "expectiminimax"}
"""Searches that look at everything, for trees where minimax cannot."""


def has_picture(exercise: Exercise, *, solved: bool = False) -> bool:
    """Whether a picture says anything: a statement has no tree, and no run on one tree answers for every x."""
    return exercise.kind.name != "statement" and not (solved and exercise.kind.name == "cut-when")


def as_svg(exercise: Exercise, *, solved: bool = False, theme: str = "print") -> str:
    """The picture as SVG."""
    drawn, step = _drawn(exercise, solved)
    return svg(drawn, step, theme=theme, text=False)


def as_tikz(exercise: Exercise, *, solved: bool = False) -> str:
    """The picture as a ``tikzpicture``, for a document of one's own."""
    drawn, step = _drawn(exercise, solved)
    return tikz(drawn, step, theme="print", text=False, document=False)


def as_text(exercise: Exercise, *, solved: bool = False) -> str:
    """The picture in letters."""
    drawn, step = _drawn(exercise, solved)
    return text(drawn, step)


def _drawn(exercise: Exercise, solved: bool) -> tuple[Plan, int | None]:
    """What is drawn, and after which step. The value that a question calls x is no number in its picture."""
    if solved and has_picture(exercise, solved=True):
        return plan(replace(exercise, tree=exercise.drawn()).way().work().run), None
    whole = algorithm(WHOLE.get(exercise.algorithm, "minimax"))
    drawn = plan(Way(exercise.drawn(), whole, setting()).work().run)
    if exercise.kind.name == "cut-when":
        positions = drawn.run.positions
        spots = tuple(
            spot._replace(text="x")
            if spot.node is not None and positions[spot.node].node == exercise.about[0]
            else spot
            for spot in drawn.spots
        )
        drawn = replace(drawn, spots=spots)
    return drawn, BEFORE
