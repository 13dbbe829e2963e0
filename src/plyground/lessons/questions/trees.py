"""Trees in lessons: their pictures, and where their searches can be stepped through."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import urlencode

from plyground.language import _
from plyground.lessons.questions.question import Link, Picture
from plyground.lessons.way import Way
from plyground.position import Demand
from plyground.search.algorithms import algorithm
from plyground.search.setting import setting
from plyground.trace.look import BEFORE
from plyground.trace.plan import plan
from plyground.trace.svg import svg
from plyground.trace.text import text
from plyground.trees import Tree


def tree_picture(tree: Tree) -> Picture:
    """A tree alone, before any search of it."""
    demands = tree.start.demands()
    whole = "max-n" if Demand.PLAYERS in demands else "expectiminimax" if Demand.CHANCE in demands else "minimax"
    drawn = plan(Way(tree, algorithm(whole), setting()).work().run)
    return Picture(lambda theme: svg(drawn, BEFORE, theme=theme, text=False), text(drawn, BEFORE))


def steps_link(tree: Tree, algorithm: str, convention: str, step: int = 0) -> Link:
    """Where this search of a tree can be stepped through."""
    written = json.dumps(
        json.loads(replace(tree, title="", source="").json()), separators=(",", ":"), ensure_ascii=False
    )
    query = {"tree": written, "algorithm": algorithm, "convention": convention, "step": str(step or "")}
    kept = {name: text for name, text in query.items() if text}
    return Link(f"/trees?{urlencode(kept)}", _("Step through this search"))
