"""A drawing of a run as lines of Unicode text, for terminals, mail and screen readers."""

from __future__ import annotations

from plyground.drawing.legend import footer
from plyground.drawing.node_style import BEFORE, EdgeLook, NodeLook, looks
from plyground.drawing.plan import INNER, Plan, Spot
from plyground.i18n import _
from plyground.trace.labels import Labels

SHAPES = {"max": "▲", "min": "▼", "chance": "○", "player": "⬡", "over": "□", "horizon": "◇", "known": "◎", "cut": "·"}
"""Signs of the shapes: kinds of mover and of leaf."""


def text(plan: Plan, step: int | None = None) -> str:
    """Return the drawing after a step (default: at the end): a line for each node, its children below it.

    After :data:`BEFORE` it shows the tree alone. The best line is marked ``━``, cut nodes ``╳``, and nodes that are
    already drawn further up ``↑``. O(nodes · depth).
    """
    nodes, passages = looks(plan, step)
    labels = Labels(plan.run)
    edges = {(link.parent, link.child): (link, look) for link, look in zip(plan.links, passages, strict=True)}
    children: list[list[int]] = [[] for _spot in plan.spots]
    for parent, child in edges:
        children[parent].append(child)
    lines = []
    written = set()
    pending: list[tuple[int | None, int, str, str]] = [(None, 0, "", "")]
    while pending:
        above, spot, before, below = pending.pop()
        words = _words(labels, plan.spots[spot], nodes[spot])
        if above is not None:
            link, look = edges[above, spot]
            words = [
                link.move or link.chance,
                "" if look.is_faint else link.window,
                *words,
                "" if step == BEFORE else _state(nodes[spot], look),
            ]
        if spot in written and children[spot]:
            lines.append(before + " ".join(filter(None, [*words, "↑"])))
            continue
        written.add(spot)
        lines.append(before + " ".join(filter(None, words)))
        for place, child in reversed(list(enumerate(children[spot]))):
            is_last = place == len(children[spot]) - 1
            look = edges[spot, child][1]
            line = "╳" if look.struck else "━" if look.line else "─"
            pending.append(
                (spot, child, f"{below}{'└' if is_last else '├'}{line} ", below + ("   " if is_last else "│  "))
            )
    return "\n".join([*lines, *(() if step == BEFORE else ("", *footer(plan, step))), ""])


def _words(labels: Labels, spot: Spot, look: NodeLook) -> list[str]:
    who = str(labels.who_moves(spot.mover)) if spot.shape in INNER else ""
    value = look.value or spot.text
    here = "◀" if look.current else ""
    return [
        SHAPES[spot.shape],
        who,
        spot.name,
        " ".join(spot.content.stacks) or spot.content.marks if spot.content else "",
        f"= {value}" if value and value[0] not in "≥≤" else value,
        here,
    ]


def _state(look: NodeLook, passage: EdgeLook) -> str:
    if passage.struck:
        return str(_("(cut)"))
    if look.is_faint:
        return str(_("(never visited)") if look.state == "cut" else _("(not yet visited)"))
    return ""
