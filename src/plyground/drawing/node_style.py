"""The looks of the nodes and the edges of a plan after a step of the run."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, NamedTuple

from plyground.drawing.plan import Plan
from plyground.trace.value_text import claim, is_done, written

BEFORE = -1
"""The step before the first one, with nothing visited."""

State = Literal["ahead", "open", "done", "cut"]
"""State of a node: not visited yet, being searched, finished, or cut and never visited."""


class NodeLook(NamedTuple):
    """The look of one node after a step."""

    state: State
    value: str  # known value with a sign, such as ``≥ 3``
    line: bool  # True if it is on the best line so far
    current: bool  # True if the step is at this node

    @property
    def is_faint(self) -> bool:
        """True if the search has not visited it."""
        return self.state in ("ahead", "cut")


class EdgeLook(NamedTuple):
    """The look of one edge after a step."""

    state: State
    line: bool  # True if it is on the best line so far
    struck: bool  # True if it is cut here

    @property
    def is_faint(self) -> bool:
        """True if the search has not used it."""
        return self.state in ("ahead", "cut")


def looks(plan: Plan, step: int | None = None) -> tuple[list[NodeLook], list[EdgeLook]]:
    """Return the looks of every node and edge after a step; default: at the end. :data:`BEFORE` means before the first
    step.

    O(nodes · log children).
    """
    run = plan.run
    last = len(run.steps) - 1
    step = last if step is None else step
    line = [plan.places[node] for node in run.line(step)]
    steps = set(pairwise(line))
    on_line = set(line) if steps else set()  # a line with the root alone shows nothing
    here = plan.places.get(run.steps[step].node) if step not in (BEFORE, last) else None
    cut = [False] * len(plan.spots)  # True below a cut, for nodes of a tree that the search did not visit
    passages = []
    for link in plan.links:
        struck = link.node is not None and run.nodes[link.node].kind == "cut" and run.seen(link.node, step)
        below = struck or (link.node is None and cut[link.parent])
        if below and plan.spots[link.child].node in (None, link.node):
            cut[link.child] = True
        visited = link.node is not None and run.state(link.node, step) is not None
        state: State = "cut" if below else "done" if visited else "ahead"
        passages.append(EdgeLook(state, (link.parent, link.child) in steps, struck))
    found = []
    for number, spot in enumerate(plan.spots):
        state, value = "cut" if cut[number] else "ahead", ""
        known = None if spot.node is None else run.state(spot.node, step)
        if spot.node is not None and known is not None:
            state = "done" if is_done(known) else "open"
            claimed = claim(run, spot.node, step)
            value = "" if claimed is None else written(claimed, run.terms, signed=plan.signed)
        found.append(NodeLook(state, value, number in on_line, number == here))
    return found, passages
