"""Searches with a known mistake, which predict the answers of a student's program that makes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from plyground.searches.conventions import Convention
from plyground.teaching.grading.answer import Answer, Path, inner_value
from plyground.teaching.grading.student_call import height

STYLES = ("value", "window", "merged")
"""Ways to write alpha-beta that agree in a correct program: test the value, test alpha ≥ beta, or keep only the
window.
"""

SAME_ANSWERS = {
    "infinity-swapped": ("infinity-swapped", "max-takes-min", "min-takes-max"),
    "bounds-replaced": ("bounds-replaced", "window-of-child"),
    "skips-last": ("skips-last", "skips-last-of-many"),
    "whole-average": ("whole-average", "truncated-average", "rounded-average"),
    "mover-by-depth": ("even-depth-is-max", "odd-depth-is-max"),
    "min-never-cuts": ("cuts-only-max", "alpha-kept", "max-keeps-window"),
    "max-never-cuts": ("cuts-only-min", "beta-kept", "min-keeps-window"),
    "window-exchanged": ("window-swapped", "min-raises-alpha"),
}
"""Mistakes with a shared explanation, by the name of the mistake that has the explanation."""
NO_START = -math.inf, math.inf
"""The correct initial best values of MAX and MIN."""
LEFT_OUT = {
    *((fault, "window") for fault in ("alpha-kept", "beta-kept", "min-raises-alpha")),
    *((fault, "merged") for fault in ("infinity-swapped", "same-infinity", "max-takes-min", "min-takes-max")),
}
"""Pairs (mistake, style) that are left out. The first three never prune, so they equal minimax. The others use no
infinity.
"""


def predictions(
    task: str, rule: Convention, faults: tuple[str, ...], trees: list[Any], starts: tuple[Any, Any]
) -> Iterator[Iterator[Answer]]:
    """Yield the answers to all trees of a program with these mistakes, once for each style of writing it.

    ``starts`` are the initial best values of MAX and MIN in the program.
    """
    members = list(product(*(SAME_ANSWERS.get(fault, (fault,)) for fault in faults)))
    if task in ("expectimax", "max-n"):
        walk = _expectimax if task == "expectimax" else _max_n
        for (member,) in members:
            yield (_averaged(tree, member, walk) for tree in trees)
        return
    if "mover-by-depth" in faults and len({height(tree) % 2 for tree in trees}) == 1:
        return  # the mistake equals the right search or "swapped" for these trees
    if "finite-start" in faults and starts == NO_START:
        return
    styles = STYLES if task == "alphabeta" or "prunes" in faults else STYLES[:1]
    for chosen in members:
        for style in styles:
            if not any((member, style) in LEFT_OUT for member in chosen):
                yield (faulty_answer(task, rule, chosen, tree, style, starts) for tree in trees)


def faulty_answer(
    task: str,
    rule: Convention,
    faults: tuple[str, ...],
    tree: Any,
    style: str = "value",
    begun: tuple[Any, Any] = NO_START,
) -> Answer:
    """Return the answer of minimax or alpha-beta with these mistakes."""
    prunes = "prunes" in faults or (task == "alphabeta" and "nothing-cut" not in faults)
    return _TwoPlayers(rule, prunes, frozenset(faults), style, begun).answer(tree)


class _TwoPlayers:
    """Minimax or alpha-beta with known mistakes. MAX moves at the root; values and windows are from MAX's view."""

    def __init__(
        self, rule: Convention, prunes: bool, faults: frozenset[str], style: str, begun: tuple[Any, Any]
    ) -> None:
        self.rule = rule
        self.prunes = prunes
        self.faults = faults
        self.style = style
        self.begun = begun
        self.leaves: list[Path] = []
        self.shared: tuple[Any, Any] = -math.inf, math.inf
        self.horizon = 1 << 30

    def answer(self, tree: Any) -> Answer:
        """Search a tree."""
        levels = height(tree)
        if "depth-in-plies" in self.faults:
            self.horizon = (levels + 1) // 2
        elif "depth-one-less" in self.faults:
            self.horizon = max(0, (levels + 1) // 2 * 2 - 2)
        alpha = 0 if "alpha-zero" in self.faults else -math.inf
        beta = 0 if "beta-zero" in self.faults else math.inf
        value, moves = self._node(tree, (), alpha, beta, self._is_max_first(levels))
        if self.faults & {"returns-move", "returns-move-everywhere"} and moves:
            value = min(moves)
        return Answer(value, frozenset(moves), tuple(dict.fromkeys(self.leaves)))

    def _is_max_first(self, levels: int) -> bool:
        """Return True if MAX moves at the root of a tree of this height."""
        if self.faults & {"even-depth-is-max", "odd-depth-is-max"}:
            return levels % 2 == ("odd-depth-is-max" in self.faults)
        return not self.faults & {"swapped", "min-at-root"}

    def _node(self, node: Any, path: Path, alpha: Any, beta: Any, is_max: bool) -> tuple[Any, list[int]]:
        faults = self.faults
        if not isinstance(node, list) or len(path) >= self.horizon:
            self.leaves.append(path)
            value = inner_value(path) if isinstance(node, list) else node
            return (-value if faults & {"leaf-sign", "no-minus"} and len(path) % 2 else value), []
        low, high = alpha, beta
        best: Any = self._start(is_max)
        if self.prunes and self.style == "merged" and best in (-math.inf, math.inf):
            best = alpha if is_max else beta
        replies: dict[int, Any] = {}
        for number in self._order(len(node)):
            before = best, low, high
            reply, below = self._node(
                node[number], (*path, number), *self._handed(path, best, low, high, is_max), self._next(is_max, path)
            )
            if "returns-move-everywhere" in faults and below:
                reply = min(below)
            if "last-child" in faults or ("zero-for-none" in faults and not best):
                best = reply
                replies.clear()
            elif (reply > best) if self._takes_larger(is_max) else (reply < best):
                best = reply
                replies = {place: value for place, value in replies.items() if value == best}
            if reply == best:
                replies[number] = reply
            low, high = self._window(reply if "window-of-child" in faults else best, low, high, is_max)
            if "shared-window" in faults:
                self.shared = low, high = self._window(best, self.shared[0], self.shared[1], is_max)
            tested = before if "late-cut" in faults else (best, low, high)
            if "first-child" in faults or (self.prunes and self._cuts(*tested, before[1], before[2], is_max)):
                break
        if self.rule.fail_hard and self.prunes and not faults:
            best = max(alpha, min(beta, best))
        moves = list(replies)
        return best, ([moves[-1]] if "later-tie" in faults and moves else moves)

    def _start(self, is_max: bool) -> Any:
        faults = self.faults
        if "zero-start" in faults or ("zero-start-max" if is_max else "zero-start-min") in faults:
            return 0
        if "finite-start" in faults:
            return self.begun[not is_max]
        if "same-infinity" in faults:
            return -math.inf
        return -math.inf if is_max != ("infinity-swapped" in faults) else math.inf

    def _order(self, count: int) -> list[int]:
        order = list(range(count))
        if "skips-last-of-many" in self.faults and count == 1:
            return order
        if self.rule.right_to_left != ("right-to-left" in self.faults):
            order.reverse()
        if self.faults & {"skips-last", "skips-last-of-many"}:
            return order[:-1]
        return order[1:] if "skips-first" in self.faults else order

    def _takes_larger(self, is_max: bool) -> bool:
        """Return True if a larger value replaces the best one."""
        return (is_max or "min-takes-max" in self.faults) and not (is_max and "max-takes-min" in self.faults)

    def _next(self, is_max: bool, path: Path) -> bool:
        if self.faults & {"one-side", "no-minus"}:
            return is_max
        if self.faults & {"max-twice", "min-at-root"} and not path:
            return "max-twice" in self.faults
        return not is_max and "stays-min" not in self.faults

    def _handed(self, path: Path, best: Any, low: Any, high: Any, is_max: bool) -> tuple[Any, Any]:
        """Return the window that is passed to a child."""
        faults = self.faults
        if ("root-window" in faults and not path) or ("max-keeps-window" if is_max else "min-keeps-window") in faults:
            return -math.inf, math.inf
        if "shared-window" in faults:
            return self.shared
        if "window-swapped" in faults:
            return high, low
        if "shallow" in faults or self.rule.shallow:
            return (best, math.inf) if is_max else (-math.inf, best)
        return low, high

    def _window(self, best: Any, low: Any, high: Any, is_max: bool) -> tuple[Any, Any]:
        """Return the window after a child was searched."""
        faults = self.faults
        if is_max:
            if "alpha-kept" in faults:
                return low, high
            return (best if faults & {"bounds-replaced", "window-of-child"} else max(low, best)), high
        if "min-raises-alpha" in faults:
            return max(low, best), high
        if "beta-kept" in faults:
            return low, high
        return low, (best if faults & {"bounds-replaced", "window-of-child"} else min(high, best))

    def _cuts(self, best: Any, low: Any, high: Any, alpha: Any, beta: Any, is_max: bool) -> bool:
        """Return True if the remaining children are skipped; ``alpha`` and ``beta`` are the window before this
        child.
        """
        faults = self.faults
        if ("cuts-only-min" if is_max else "cuts-only-max") in faults:
            return False
        if "wrong-side" in faults:
            surplus = alpha - best if is_max else best - beta
        elif self.style == "window" or "shared-window" in faults:
            surplus = low - high
        else:
            surplus = best - high if is_max else low - best
        strict = self.rule.strict
        if "other-rule" in faults or ("other-rule-max" if is_max else "other-rule-min") in faults:
            strict = not strict
        return bool(surplus > 0 or (surplus == 0 and not strict))


WHOLE: dict[str, Callable[[float], int]] = {
    "whole-average": math.floor,
    "truncated-average": int,
    "rounded-average": round,
}
"""Ways to round an average to a whole number, by the name of the mistake."""


def _averaged(tree: Any, fault: str, walk: Any) -> Answer:
    leaves: list[Path] = []
    value, moves = walk(tree, (), fault, leaves)
    return Answer(value, frozenset(moves), tuple(leaves))


def _kept(node: list[Any], fault: str) -> list[int]:
    """Return the indices of the children that are searched."""
    order = list(range(len(node)))
    cut = {"first-child": order[:1], "skips-last": order[:-1], "skips-last-of-many": order[:-1] or order, "skips-first": order[1:]}  # fmt: skip
    return cut.get(fault, order)


def _expectimax(node: Any, path: Path, fault: str, leaves: list[Path]) -> tuple[Any, list[int]]:
    """Search with MAX at even levels and chance at odd ones. Return the value and the best moves."""
    if not isinstance(node, list):
        leaves.append(path)
        return node, []
    order = _kept(node, fault)
    replies = {number: _expectimax(node[number], (*path, number), fault, leaves)[0] for number in order}
    values = list(replies.values())
    is_max = (len(path) % 2 == 0) != (fault == "swapped")
    if fault == "average-everywhere" or (fault == "stays-chance" and path):
        is_max = False
    if is_max:
        if fault == "zero-start":
            values.insert(0, 0)
        best = replies[order[-1]] if fault == "last-child" and order else max(values, default=-math.inf)
        return best, [number for number in order if replies[number] == best]
    if fault in ("chance-as-min", "chance-as-max"):
        return (min if fault == "chance-as-min" else max)(values), []
    total = sum(values)
    if fault == "sum" or not values:
        return total, []
    if fault == "first-child":
        return total / len(node), []
    if fault in WHOLE:
        return WHOLE[fault](total / len(values)), []
    return total / (2 if fault == "halved" else len(values)), []


def _max_n(node: Any, path: Path, fault: str, leaves: list[Path]) -> tuple[Any, list[int]]:
    """Search with three players in turn. Return the vector of values and the best moves."""
    if not isinstance(node, list):
        leaves.append(path)
        return node, []
    order = _kept(node, fault)
    replies = {number: _max_n(node[number], (*path, number), fault, leaves)[0] for number in order}
    mover = len(path) % (2 if fault == "two-players" else 3)
    best: Any = (0, 0, 0) if fault == "zero-start" else None
    chosen: list[int] = []
    for number, reply in replies.items():
        if reply is None:
            continue
        if best is None or fault == "last-child" or _worth(reply, mover, fault) > _worth(best, mover, fault):
            best, chosen = reply, [number]
    return best, chosen


def _worth(vector: tuple[Any, ...], mover: int, fault: str) -> Any:
    if fault == "paranoid":
        return vector[0] if mover == 0 else -vector[0]
    if fault == "first-player":
        return vector[0]
    if fault == "next-player":
        return vector[(mover + 1) % 3]
    return sum(vector) if fault == "greatest-sum" else vector[mover]
