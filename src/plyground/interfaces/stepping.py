"""The stepping view, wherever it is shown: what its module (``web/static/tree.js``) is given to draw and to say."""

from __future__ import annotations

import json
from typing import Any

from plyground.language import _
from plyground.trace.screening import Scene, state


def stepping(scenes: list[Scene], step: int = 0, *, other: bool = False, whole: bool = False) -> dict[str, Any]:
    """The state of the view, in the reader's language. With ``whole`` it needs nobody to ask for the words of a step."""
    shown = state(scenes, step, whole=whole)
    heads = json.dumps(shown["scenes"], ensure_ascii=False, separators=(",", ":"))  # as text it travels faster
    return shown | {"scenes": heads, "other": other, "texts": texts(), "legend": legend(scenes)}


def texts() -> dict[str, Any]:
    """What the view says."""
    return {
        "tree": str(_("Tree: arrow keys walk, Enter goes to the step of a node, the space bar folds")),
        "controls": str(_("Steps")),
        "first": str(_("First step")),
        "back": str(_("Step back")),
        "play": str(_("Play the steps")),
        "pause": str(_("Pause")),
        "forward": str(_("Step forward")),
        "last": str(_("Last step")),
        "step": str(_("Step")),
        "of": str(_("step {step} of {count}")),
        "speed": str(_("Speed")),
        "speeds": [str(words) for words in (_("slow"), _("normal"), _("fast"), _("very fast"))],
        "rule": str(_("Change when it cuts, and see what changes")),
        "cutWhen": str(_("Cut when {rule}")),
        "focus": str(_("Show only the way to the node of the step")),
        "focusShort": str(_("Focus")),
        "smaller": str(_("Smaller")),
        "larger": str(_("Larger")),
        "fit": str(_("Fit the width")),
        "keys": str(_("Keys")),
        "keyWords": [
            ["→ ←, L J", str(_("step forward, step back"))],
            ["K", str(_("play, pause"))],
            ["Home, End", str(_("first step, last step"))],
            ["[ ]", str(_("slower, faster"))],
            ["C", str(_("change when it cuts"))],
            ["F", str(_("only the way to the node of the step"))],
            ["+ − 0", str(_("larger, smaller, fit the width"))],
            [str(_("in the tree")), str(_("arrows walk, Home and End go to the first and the last node, a name typed to its node; Enter goes to the step of a node; the space bar folds it"))],
            ["?", str(_("these keys"))],
        ],
        "program": str(_("The algorithm")),
        "source": str(_("Source text")),
        "stack": str(_("Call stack, the innermost first")),
        "line": str(_("line {line}")),
        "counts": [
            str(words)
            for words in (_("nodes"), _("leaves"), _("alpha cut-offs"), _("beta cut-offs"), _("from the table"))
        ],
        "leaves": str(_("{count} of the {all} leaves that this search visits.")),
        "minimum": str(_("The dotted line: no search can do with fewer than {count}.")),
        "shapes": {
            "max": "MAX", "min": "MIN", "chance": str(_("Chance")), "player": str(_("player")),
            "over": str(_("leaf")), "horizon": str(_("judged at the depth limit")), "known": str(_("known from before")),
            "cut": "",
        },
        "ahead": str(_("not visited yet")),
        "open": str(_("being searched")),
        "done": str(_("done")),
        "gone": str(_("cut, never visited")),
        "more": str(_("visited only under this rule")),
        "less": str(_("visited only under the other rule")),
    }  # fmt: skip


def legend(scenes: list[Scene]) -> list[tuple[str, str]]:
    """What the signs of the drawing mean, those that occur in it."""
    films = [film for scene in scenes for film in (scene.film, scene.other) if film is not None]
    signs = {"line"}
    for film in films:
        signs.update(spot.shape for spot in film.plan.spots)
        signs.update({"horizon": "judged"}.get(node.kind, node.kind) for node in film.run.nodes)
        signs.update(["window"] if film.run.terms.windowed else [])
    return [(sign, str(words)) for sign, words in SIGNS if sign in signs]


SIGNS = (
    ("max", _("MAX to move: takes the greatest value")),
    ("min", _("MIN to move: takes the least")),
    ("player", _("a player to move: takes what is best for itself")),
    ("chance", _("chance: the average, by the probabilities on the edges")),
    ("over", _("leaf")),
    ("judged", _("judged at the depth limit")),
    ("known", _("known from before")),
    ("line", _("thick: best play so far")),
    ("cut", _("cut: never visited")),
    ("window", _("[α, β]: the window; a value outside it is only a bound, ≥ or ≤")),
)
