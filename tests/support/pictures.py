"""The drawings in the documentation; ``python tests/pictures.py`` makes them anew."""

from __future__ import annotations

from typing import Any

from paths import ROOT

from plyground import game, setting
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.i18n import use
from plyground.trace.record import record
from plyground.trace.run import Action, Run
from plyground.trees import Tree

FOLDER = ROOT / "docs" / "images"
BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
DEEP = [5, [[[4, 9], [9, [1, 2]]], 8], [[[3, -3], [7, [7, 1, 0]]], [6, 2]]]
DICE = {"tree": [[[3, 12], [-8, 2]], [[4, 6], [9, 1]], [[14, 5], [2, 0]]], "levels": ["max", "chance", "min"]}


def run_of(nested: Any, name: str = "alphabeta") -> Run:
    tree = Tree.of(nested)
    return record(tree.start, name, of=tree)


def drawings() -> dict[str, str]:
    """Return every drawing by its file name."""
    tictactoe = game("tictactoe")
    book, deep = run_of(BOOK), run_of(DEEP)
    (cut,) = (n for n, step in enumerate(book.steps) if step.action == Action.CUT)
    boards = record(tictactoe.notation.parse("xxo.o.x.."), of=tictactoe)
    opening = record(tictactoe.start, "minimax", setting(depth=2), of=tictactoe)
    return {
        "run-book": svg(plan(book)),
        "run-cut": svg(plan(book), cut),
        "run-deep": svg(plan(deep), theme="print", shapes="squares"),
        "run-chance": svg(plan(run_of(DICE, "star1"))),
        "run-boards": svg(plan(boards)),
        "run-graph": svg(plan(opening, merge="symmetries")),
    }


if __name__ == "__main__":
    use("en")
    for name, drawing in drawings().items():
        (FOLDER / f"{name}.svg").write_text(drawing)
