"""The changes of a tree on the page: its leaves, the depth of the search, and the order of the children."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.core.position import CHANCE, Demand
from plyground.errors import MoveError
from plyground.i18n import Sentence, _
from plyground.searches.registry import algorithm
from plyground.stepping.view import Slider, TreeChanges
from plyground.teaching.exercises.written_values import read_value
from plyground.teaching.lessons.questions.generated_trees import bare_text
from plyground.trees import Tree
from plyground.trees.order import ORDERS
from plyground.web.components.tree_steps.films import rule, subject
from plyground.web.urls.trees_url import TreeQuery

MAX_CHANGED_NODES = 200
"""Nodes of the largest tree whose leaves can be changed on the page."""
PLACES = ("worst", "given", "best")
"""The places of the slider of the order."""


def changes(wanted: TreeQuery, trouble: Sentence | str = "") -> TreeChanges | None:
    """Return what can be changed in the tree of a URL, with the reason why the last change was refused.

    Raise :class:`WrongField`.
    """
    tree = _tree(wanted)
    if tree is None or len(tree) > MAX_CHANGED_NODES:
        return None
    return {
        "leaf": str(_("Value of the leaf {name}")),
        "hint": str(_("Drag a leaf up or down, or type another value. The arrow keys ↑ and ↓ change it, too.")),
        "trouble": str(trouble),
        "sliders": [*_depth(wanted, tree), *_order(wanted, tree)],
    }


def with_leaf(wanted: TreeQuery, moves: Sequence[int], text: str) -> TreeQuery:
    """Return the URL with another value at the node after these moves. Raise :class:`PlygroundError`."""
    tree = _tree(wanted)
    if tree is None:
        raise MoveError(_("The leaves of a game's tree are the game's."))
    changed = tree.with_value(tree.at(*moves).node, read_value(text))
    kept = {"example": "", "random": "", "seed": "", "irregular": "", "root": "", "levels": ""}
    return wanted._replace(tree=bare_text(changed), convention=rule(wanted), step="", **kept)


def with_slider(wanted: TreeQuery, name: str, place: int) -> TreeQuery:
    """Return the URL with another place of a slider. Ignore places that it does not have."""
    if name == "depth" and place >= 0:
        return wanted._replace(depth=str(place + 1), step="")
    if name == "order" and place in range(len(PLACES)):
        order = PLACES[place]
        return wanted._replace(order="" if order == ORDERS[0] else order, step="")
    return wanted


def _tree(wanted: TreeQuery) -> Tree | None:
    """Return the tree of a URL; None for the tree of a game."""
    if wanted.source == "game":
        return None
    of = subject(wanted._replace(order="", allies="")).of
    return of if isinstance(of, Tree) else None


def _depth(wanted: TreeQuery, tree: Tree) -> list[Slider]:
    """Return the slider of the depth, if the tree has static values."""
    if not tree.judged:
        return []
    places = list(map(str, range(1, tree.height + 1)))
    place = int(wanted.depth) if wanted.depth else tree.height
    return [{"name": "depth", "label": str(_("Depth in plies")), "places": places, "place": place - 1}]


def _order(wanted: TreeQuery, tree: Tree) -> list[Slider]:
    """Return the slider of the order, if the searches cut and the tree has a best and a worst order."""
    cuts = any(algorithm(name).windowed for name in wanted.algorithms)
    several = tree.start.demands() & (Demand.CHANCE | Demand.PLAYERS) or CHANCE in tree.levels
    if several or not cuts:
        return []
    words = {"worst": _("the worst first"), "given": _("as given"), "best": _("the best first")}
    places = [str(words[place]) for place in PLACES]
    return [{"name": "order", "label": str(_("Order of the children")), "places": places, "place": PLACES.index(wanted.order or "given")}]  # fmt: skip
