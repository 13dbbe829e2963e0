"""The values of a run as text, each with its claim."""

from __future__ import annotations

from typing import Literal

from plyground.core.position import MAX
from plyground.searches.scores import INFINITY, decided
from plyground.trace.run import Action, Node, Run, Score, Step, Terms, Value

MIN_INFINITE = INFINITY // 2
"""Least number that counts as infinity: a chance node hands down parts of an open window."""

Relation = Literal["=", "≥", "≤", "?", "…"]
"""The claim of a value: exact, at least, at most, without information (?), or only the best so far (…)."""


def number(value: Value, terms: Terms, *, signed: bool = False) -> str:
    """Return a value for MAX as text: a fraction as a fraction, a win or loss with its plies from the root.

    ``signed`` writes +1 for 1, for games in which one side's gain is the other's loss.
    """
    if isinstance(value, tuple):
        return f"({', '.join(number(part, terms, signed=signed) for part in value)})"
    if not -MIN_INFINITE < value < MIN_INFINITE:
        return "+∞" if value > 0 else "−∞"
    end = decided(value, terms.scores) if terms.scores.per_ply and isinstance(value, int) else None
    if end is None or end.utility == 0:
        return _written(value, signed)
    return f"{_written(end.utility, signed)} ({end.distance})"


def _written(value: Score, signed: bool) -> str:
    text = str(round(value, 3) if isinstance(value, float) else value)
    return "+" + text if signed and value > 0 else text.replace("-", "−")


def relation(node: Node, terms: Terms) -> Relation:
    """Return the relation of a node's value to its true value, for MAX: exact (=) or a bound (≥, ≤).

    A fail-hard result of an empty window may be neither (?). So may the result of a probe of a few moves.
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
        return "≤" if value > -MIN_INFINITE else "="
    if value > node.beta or (value == node.beta and not touching):
        return "≥" if value < MIN_INFINITE else "="
    return "="


def relation_so_far(node: Node, value: Value, terms: Terms) -> Relation:
    """Return the relation of the best ``value`` so far to the value of a node that is still searched, for MAX.

    At MAX's node the best value so far is a lower bound if it is exact itself; a reply outside the window may only be a
    bound.
    """
    if isinstance(value, tuple):
        return "…"
    touching = not terms.windowed or terms.convention.exact_ties
    if node.side == MAX:
        return "≥" if value > node.alpha or (touching and value == node.alpha) else "…"
    return "≤" if value < node.beta or (touching and value == node.beta) else "…"


def claim(run: Run, node: int, step: int) -> tuple[Relation, Value] | None:
    """Return the claim on a node's value after a step: a value, exact or a bound; None if nothing is known."""
    state = run.state(node, step)
    if state is None or state.value is None:
        return None
    if is_done(state):
        return relation(run.nodes[node], run.terms), state.value
    return relation_so_far(run.nodes[node], state.value, run.terms), state.value


def is_done(state: Step) -> bool:
    """Return True if the search has left the node of this state."""
    return state.action in (Action.LEAF, Action.HIT, Action.LEAVE)


def written(claimed: tuple[Relation, Value], terms: Terms, *, signed: bool = False) -> str:
    """Return a claim in signs: ``3``, ``≥ 3``, ``≤ 3``; ``3 …`` for the best so far; ``3 ?`` without information."""
    sign, value = claimed
    text = number(value, terms, signed=signed)
    if sign == "=":
        return text
    return f"{text} {sign}" if sign in "…?" else f"{sign} {text}"


def window(alpha: Score, beta: Score, terms: Terms, *, signed: bool = False) -> str:
    """Return a window as text, ``[3, +∞]``; an empty text if the search has none."""
    if not terms.windowed:
        return ""
    return f"[{number(alpha, terms, signed=signed)}, {number(beta, terms, signed=signed)}]"
