"""A drawing of a run as lines of Unicode text, for terminals, mail and screen readers."""

from __future__ import annotations

from plyground.language import _
from plyground.trace.labels import Labels
from plyground.trace.legend import footer
from plyground.trace.look import Look, looks
from plyground.trace.plan import Plan, Spot

SHAPES = {"max": "▲", "min": "▼", "chance": "○", "player": "⬡", "over": "□", "horizon": "◇", "known": "◎", "cut": "·"}
"""As in the pictures: who is to move, or the kind of leaf."""


def text(plan: Plan, step: int | None = None) -> str:
    """The drawing after a step; at the end, where none is given: a line for each node, its children below it.

    The best line is marked ``━``, what was cut ``╳``. O(nodes · depth).
    """
    seen = looks(plan, step)
    labels = Labels(plan.run)
    edges = {link.child: link for link in plan.links}
    children: list[list[int]] = [[] for _spot in plan.spots]
    for link in plan.links:
        children[link.parent].append(link.child)
    lines = []
    pending = [(0, "", "")]
    while pending:
        number, before, below = pending.pop()
        edge = edges.get(number)
        words = [] if edge is None else [edge.move or edge.chance, "" if seen[number].is_faint else edge.window]
        lines.append(before + " ".join(filter(None, _words(labels, plan.spots[number], seen[number], words))))
        for place, child in reversed(list(enumerate(children[number]))):
            is_last = place == len(children[number]) - 1
            line = "╳" if seen[child].struck else "━" if seen[child].line and seen[number].line else "─"
            pending.append((child, f"{below}{'└' if is_last else '├'}{line} ", below + ("   " if is_last else "│  ")))
    return "\n".join([*lines, "", *footer(plan, step), ""])


def _words(labels: Labels, spot: Spot, look: Look, edge: list[str]) -> list[str]:
    is_leaf = spot.shape in ("over", "horizon", "known", "cut")
    who = "" if is_leaf else str(labels.who_moves(spot.mover))
    value = look.value or spot.text
    state = ""
    if look.state == "cut":
        state = str(_("(cut)")) if look.struck else str(_("(never visited)"))
    elif look.state == "ahead":
        state = str(_("(not yet visited)"))
    here = "◀" if look.current else ""
    return [*edge, SHAPES[spot.shape], who, spot.name, spot.marks, f"= {value}" if value and value[0] not in "≥≤" else value, state, here]  # fmt: skip
