"""The state of the stepping view for the page, notebooks and standalone files."""

from __future__ import annotations

import json
from typing import TypedDict

from plyground.i18n import _
from plyground.stepping.comparison import Scene, state


class StepsTexts(TypedDict):
    """The texts of the view."""

    tree: str
    controls: str
    first: str
    back: str
    play: str
    pause: str
    forward: str
    last: str
    step: str
    of: str
    speed: str
    speeds: list[str]
    rule: str
    cutWhen: str
    focus: str
    focusShort: str
    smaller: str
    larger: str
    fit: str
    keys: str
    keyWords: list[list[str]]
    program: str
    source: str
    pseudocode: str
    stack: str
    line: str
    counts: list[str]
    leaves: str
    minimum: str
    shapes: dict[str, str]
    ahead: str
    open: str
    done: str
    gone: str
    more: str
    less: str


class Slider(TypedDict):
    """A slider with a few named places."""

    name: str
    label: str
    places: list[str]
    place: int


class TreeChanges(TypedDict):
    """The changes that a reader can make in the tree."""

    leaf: str  # label of a leaf's field
    hint: str
    trouble: str  # reason why the last change was refused
    sliders: list[Slider]


class StepsState(TypedDict):
    """The state of the view.

    Its messages are ``{reel: name}`` for the words of more steps and ``{both: true}`` for the films of the other cut
    rule. A reader's changes are ``{leaf: path, value: text}`` and ``{slider: name, place: number}``.
    """

    scenes: str  # list of SceneState as JSON text, which is sent faster
    reels: dict[str, list[list[str]]]  # words of the steps by "scene-film-reel": sentence and window of each step
    reel: int  # steps in one reel
    step: int
    minimum: int | None  # leaves that any search must visit; None: unknown
    other: bool  # True if the other cut rule is shown
    texts: StepsTexts
    legend: list[tuple[str, str]]  # (sign, meaning)
    changes: TreeChanges | None  # None: nothing can be changed


def stepping(
    scenes: list[Scene],
    step: int = 0,
    *,
    other: bool = False,
    whole: bool = False,
    changes: TreeChanges | None = None,
) -> StepsState:
    """Return the state of the view in the reader's language. With ``whole`` it has the words of all steps."""
    shown = state(scenes, step, whole=whole)
    return {
        "scenes": json.dumps(shown["scenes"], ensure_ascii=False, separators=(",", ":")),
        "reels": shown["reels"],
        "reel": shown["reel"],
        "step": shown["step"],
        "minimum": shown["minimum"],
        "other": other,
        "texts": texts(),
        "legend": legend(scenes),
        "changes": changes,
    }


def texts() -> StepsTexts:
    """Return the texts of the view."""
    return {
        "tree": str(_("Tree: the arrow keys move, Enter goes to the step of a node, the space bar folds it")),
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
        "rule": str(_("Change the cut rule, and see the difference")),
        "cutWhen": str(_("Cut when {rule}")),
        "focus": str(_("Show only the path to the node of the step")),
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
            ["C", str(_("change the cut rule"))],
            ["F", str(_("only the path to the node of the step"))],
            ["+ − 0", str(_("larger, smaller, fit the width"))],
            [str(_("in the tree")), str(_("the arrows move, Home and End go to the first and the last node, a typed name goes to its node; Enter goes to the step of a node; the space bar folds it"))],
            ["?", str(_("these keys"))],
        ],
        "program": str(_("The algorithm")),
        "source": str(_("Source text")),
        "pseudocode": str(_("Pseudo-code")),
        "stack": str(_("Call stack, the innermost first")),
        "line": str(_("line {line}")),
        "counts": [
            str(words)
            for words in (_("nodes"), _("leaves"), _("alpha cut-offs"), _("beta cut-offs"), _("from the table"))
        ],
        "leaves": str(_("{count} of the {all} leaves that this search visits.")),
        "minimum": str(_("The dotted line: every search needs at least {count}.")),
        "shapes": {
            "max": "MAX", "min": "MIN", "chance": str(_("Chance")), "player": str(_("player")),
            "over": str(_("leaf")), "horizon": str(_("evaluated at the depth limit")), "known": str(_("from the table")),
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
    """Return the meanings of the signs that occur in the drawing."""
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
    ("judged", _("evaluated at the depth limit")),
    ("known", _("from the table")),
    ("line", _("thick: best play so far")),
    ("cut", _("cut: never visited")),
    ("window", _("[α, β]: the window; a value outside it is only a bound, ≥ or ≤")),
)
