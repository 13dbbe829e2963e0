"""How the values of a run are written: as numbers that people know, each with what it claims."""

from __future__ import annotations

from typing import Literal

from plyground.position import MAX
from plyground.search.scores import INFINITY, decided
from plyground.trace.run import Action, Node, Run, Score, Step, Terms, Value

ENDLESS = INFINITY // 2
"""What is no number that people know: a chance node hands down parts of a window without bounds."""

Relation = Literal["=", "≥", "≤", "?", "…"]
"""A value is known, at least or at most so much; or it says nothing; or it is the best of what was seen so far."""


def number(value: Value, terms: Terms, *, signed: bool = False) -> str:
    """A value in MAX's view as people write it: a fraction as such, a win or loss with the plies from the root to it.

    ``signed`` writes +1 for 1, as suits a game where one side's gain is the other's loss.
    """
    if isinstance(value, tuple):
        return f"({', '.join(number(part, terms, signed=signed) for part in value)})"
    if not -ENDLESS < value < ENDLESS:
        return "+∞" if value > 0 else "−∞"
    end = decided(value, terms.scores) if terms.scores.per_ply and isinstance(value, int) else None
    if end is None or end.utility == 0:
        return _written(value, signed)
    return f"{_written(end.utility, signed)} ({end.distance})"


def _written(value: Score, signed: bool) -> str:
    text = str(round(value, 3) if isinstance(value, float) else value)
    return "+" + text if signed and value > 0 else text.replace("-", "−")


def relation(node: Node, terms: Terms) -> Relation:
    """Whether a node's value is the value (=) or, from a window, a bound on it (≥, ≤), in MAX's view.

    What fail-hard returns from an empty window is neither (?). Neither need be what a probe of a few moves returns.
    """
    value = node.value
    assert value is not None
    if node.kind in ("over", "horizon") or not terms.windowed or isinstance(value, tuple):
        return "="
    if node.partial:
        so_far = relation_so_far(node, value, terms)
        return "?" if so_far == "…" else so_far
    if terms.convention.fail_hard and node.alpha == node.beta:
        return "?"
    touching = terms.convention.exact_ties
    if value < node.alpha or (value == node.alpha and not touching):
        return "≤"
    if value > node.beta or (value == node.beta and not touching):
        return "≥"
    return "="


def relation_so_far(node: Node, value: Value, terms: Terms) -> Relation:
    """What the best ``value`` so far says of a node that is still searched, in MAX's view.

    MAX will have at least what MAX has, if that is itself no mere bound: a reply outside the window may be one.
    """
    if isinstance(value, tuple):
        return "…"
    touching = not terms.windowed or terms.convention.exact_ties
    if node.side == MAX:
        return "≥" if value > node.alpha or (touching and value == node.alpha) else "…"
    return "≤" if value < node.beta or (touching and value == node.beta) else "…"


def claim(run: Run, node: int, step: int) -> tuple[Relation, Value] | None:
    """What is known of a node's value after a step; None while nothing is."""
    state = run.state(node, step)
    if state is None or state.value is None:
        return None
    if is_done(state):
        return relation(run.nodes[node], run.terms), state.value
    return relation_so_far(run.nodes[node], state.value, run.terms), state.value


def is_done(state: Step) -> bool:
    """Whether the search has left the node of this state."""
    return state.action in (Action.LEAF, Action.HIT, Action.LEAVE)


def written(claimed: tuple[Relation, Value], terms: Terms, *, signed: bool = False) -> str:
    """A claim in signs: ``3``, ``≥ 3``, ``≤ 3``; ``3 …`` while it is only the best so far; ``3 ?`` where it says nothing."""
    sign, value = claimed
    text = number(value, terms, signed=signed)
    if sign == "=":
        return text
    return f"{text} {sign}" if sign in "…?" else f"{sign} {text}"


def window(alpha: Score, beta: Score, terms: Terms, *, signed: bool = False) -> str:
    """A window, ``[3, +∞]``; nothing where the search has none."""
    if not terms.windowed:
        return ""
    return f"[{number(alpha, terms, signed=signed)}, {number(beta, terms, signed=signed)}]"
