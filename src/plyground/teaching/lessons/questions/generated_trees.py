"""Trees in lessons: their pictures, and links to the steps of their searches."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import urlencode

from plyground.core.position import Demand
from plyground.drawing.node_style import BEFORE
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.drawing.text import text
from plyground.i18n import _
from plyground.searches.conventions import PRESETS, Convention
from plyground.searches.registry import algorithm
from plyground.searches.search_setting import setting
from plyground.teaching.exercises.working import SearchSetup
from plyground.teaching.lessons.questions.question import Link, Picture
from plyground.trees import Tree


def tree_picture(tree: Tree) -> Picture:
    """Return a picture of the tree without a search."""
    demands = tree.start.demands()
    whole = "max-n" if Demand.PLAYERS in demands else "expectiminimax" if Demand.CHANCE in demands else "minimax"
    drawn = plan(SearchSetup(tree, algorithm(whole), setting()).work().run)
    return Picture(lambda theme: svg(drawn, BEFORE, theme=theme, text=False), text(drawn, BEFORE))


def preset_name(chosen: Convention) -> str:
    """Return the name of the first preset that is this convention; "" if none is."""
    return next((name for name, preset in PRESETS.items() if preset == chosen), "")


def bare_text(tree: Tree) -> str:
    """Return the text of a tree in one line, without its title and source."""
    return json.dumps(json.loads(replace(tree, title="", source="").json()), separators=(",", ":"), ensure_ascii=False)


def steps_link(tree: Tree, algorithm: str, convention: str, step: int = 0) -> Link:
    """Return the link to the steps of a search on a tree."""
    query = {"tree": bare_text(tree), "algorithm": algorithm, "convention": convention, "step": str(step or "")}
    kept = {name: text for name, text in query.items() if text}
    return Link(f"/trees?{urlencode(kept)}", _("Step through this search"))
