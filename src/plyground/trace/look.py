"""How the nodes of a plan look after a step of the run."""

from __future__ import annotations

from typing import Literal, NamedTuple

from plyground.trace.plan import Plan
from plyground.trace.values import claim, is_done, written

State = Literal["ahead", "open", "done", "cut"]
"""Not visited yet, being searched, left again, or never to be visited."""


class Look(NamedTuple):
    """One node after a step."""

    state: State
    value: str  # what is known of its value, with its sign: ``≥ 3``
    line: bool  # on the best line so far
    current: bool  # the step is its own
    struck: bool  # the edge to it was cut

    @property
    def is_faint(self) -> bool:
        """Whether the search has not been there."""
        return self.state in ("ahead", "cut")


def looks(plan: Plan, step: int | None = None) -> list[Look]:
    """Every node of the plan after a step; at the end, where none is given. O(nodes · log children)."""
    run = plan.run
    last = len(run.steps) - 1
    step = last if step is None else step
    line = set(run.line(step))
    if len(line) == 1:  # the root alone leads nowhere yet
        line = set()
    here = run.steps[step].node if step != last else None
    above = {link.child: link.parent for link in reversed(plan.links)}
    found: list[Look] = []
    for number, spot in enumerate(plan.spots):
        if spot.node is None:
            inherited = found[above[number]].state
            found.append(Look("cut" if inherited == "cut" else "ahead", "", False, False, False))
            continue
        node = run.nodes[spot.node]
        state = run.state(spot.node, step)
        value = ""
        where: State = "ahead"
        if state is not None:
            where = "done" if is_done(state) else "open"
            claimed = claim(run, spot.node, step)
            value = "" if claimed is None else written(claimed, run.terms, signed=plan.signed)
        elif node.kind == "cut" and run.seen(spot.node, step):
            where = "cut"
        found.append(Look(where, value, spot.node in line and where != "ahead", spot.node == here, where == "cut"))
    return found
