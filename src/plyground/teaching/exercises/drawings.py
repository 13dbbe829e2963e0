"""Pictures of exercises: the tree of the question, and the search that solves it."""

from __future__ import annotations

from dataclasses import replace

from plyground.drawing.node_style import BEFORE
from plyground.drawing.plan import Plan, plan
from plyground.drawing.svg import svg
from plyground.drawing.text import text
from plyground.drawing.tikz import tikz
from plyground.searches.registry import algorithm
from plyground.searches.search_setting import setting
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.find_mistake import misconception, working
from plyground.teaching.exercises.working import SearchSetup
from plyground.teaching.exercises.written_values import shown

WHOLE = {"max-n": "max-n", "expectiminimax": "expectiminimax", "star1": "expectiminimax"}
"""The algorithm without pruning for the picture of an exercise about a game with chance or more players."""


def has_picture(exercise: Exercise, *, solved: bool = False) -> bool:
    """Return True if an exercise has a useful picture. A statement has no tree, and “cut-when” has no single
    solution.
    """
    return exercise.kind.name != "statement" and not (solved and exercise.kind.name == "cut-when")


def as_svg(exercise: Exercise, *, solved: bool = False, theme: str = "print", least_type: float = 0) -> str:
    """Return the picture as SVG. No type is smaller than ``least_type``."""
    drawn, step = _drawn(exercise, solved)
    return svg(drawn, step, theme=theme, text=False, least_type=least_type)


def as_tikz(exercise: Exercise, *, solved: bool = False) -> str:
    """Return the picture as a ``tikzpicture`` for a LaTeX document."""
    drawn, step = _drawn(exercise, solved)
    return tikz(drawn, step, theme="print", text=False, document=False)


def as_text(exercise: Exercise, *, solved: bool = False) -> str:
    """Return the picture as text."""
    drawn, step = _drawn(exercise, solved)
    return text(drawn, step)


def _drawn(exercise: Exercise, solved: bool) -> tuple[Plan, int | None]:
    """Return the plan of the drawing and the step to draw.

    A value called x in the question is drawn as x, and in a tree with a mistake, each node has its value beside it.
    """
    if solved and has_picture(exercise, solved=True):
        return plan(replace(exercise, tree=exercise.drawn()).way().work().run), None
    whole = algorithm(WHOLE.get(exercise.algorithm, "minimax"))
    tree = exercise.drawn()
    if exercise.kind.name == "find-mistake":
        values = dict(working(exercise, misconception(exercise).change))
        names = {node: tree.name(node) for node in range(len(tree))}  # a leaf's own name depends on its parent's
        tree = replace(tree, names=names | {node: f"{names[node]} = {shown(value)}" for node, value in values.items()})
    drawn = plan(SearchSetup(tree, whole, setting()).work().run)
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
