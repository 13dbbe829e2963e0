"""The gallery: trees from textbooks and courses, each with its source and its exercises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from plyground.errors import SpecError
from plyground.i18n import Sentence, _
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.json_format import exercise_of
from plyground.trees import Tree

TITLES: Mapping[str, Sentence] = {
    "aima-5.2": _("The textbook's two plies"),
    "cs188-lecture6": _("Two plies, one leaf cut"),
    "cs188-small-tree": _("An uneven tree"),
    "cs188-tied-root": _("Two moves of equal value"),
    "cs188-one-ghost-3": _("Three plies"),
    "cs188-one-ghost-4": _("Four plies, with a deep cut-off"),
    "cs188-expectimax1": _("Chance instead of MIN"),
    "cs188-expectimax2": _("Chance instead of MIN, another one"),
    "cs188-expectimax-1g3": _("MAX, chance, MAX"),
    "cs188-expectimax-2g3": _("Chance twice"),
    "cosc367-q3": _("Leaves beside nodes"),
    "cosc367-q4": _("MIN at the root"),
    "cosc367-q5": _("A whole branch cut"),
    "cmu-15150-testSmall": _("Two plies with negative values"),
    "gfg": _("Three plies, three leaves cut"),
    "javatpoint": _("Three plies, another three leaves cut"),
    "ferraresi": _("Two plies, best move first"),
    "ufp-torres": _("Two plies, worst move first"),
    "caraciolo-cutoff": _("The first cut-off"),
    "lab-one-ply": _("One ply"),
    "lab-two-plies": _("Two plies"),
    "lab-shallow-cutoff": _("A shallow cut-off"),
    "lab-deep-cutoff": _("A deep cut-off"),
    "lecture-three-moves": _("Three moves: which does MAX choose?"),
    "lecture-four-levels": _("Three moves, three plies"),
    "aima-three-players": _("Three players"),
    "biased-dice": _("Unequal probabilities"),
}


@dataclass(frozen=True)
class Example:
    """One tree of the gallery."""

    name: str
    title: Sentence
    source: str
    tree: Tree
    exercises: tuple[Exercise, ...]
    convention: str  # convention of the course that the tree comes from


@cache
def gallery() -> Mapping[str, Example]:
    """Return all examples by name."""
    text = files("plyground.teaching").joinpath("gallery.json").read_text(encoding="utf-8")
    return {entry["name"]: _example(entry) for entry in json.loads(text)}


def example(name: str) -> Example:
    """Return the example with this name. Raise :class:`SpecError`."""
    try:
        return gallery()[name]
    except KeyError:
        raise SpecError(
            _("There is no example “{name}”; the examples are: {names}.", name=name, names=", ".join(TITLES))
        ) from None


def _example(entry: dict[str, Any]) -> Example:
    tree = replace(Tree.of(entry["tree"]), title=entry["name"], source=entry["source"])
    asked = tuple(exercise_of(tree, question) for question in entry.get("exercises", ()))
    rule = (
        "cs188" if entry["name"].startswith("cs188-") else "cosc367" if entry["name"].startswith("cosc367-") else "aima"
    )
    return Example(entry["name"], TITLES[entry["name"]], entry["source"], tree, asked, rule)
