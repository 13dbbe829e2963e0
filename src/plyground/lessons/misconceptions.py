"""What people get wrong about game-tree search: each mistake is another :class:`Way`, run beside the right one.

Where it can be, a mistake is a search of the project under another setting, or on another tree; what no setting
says is a short text here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from plyground.language import Sentence, _
from plyground.lessons.way import Way
from plyground.position import CHANCE
from plyground.search.algorithms import algorithm
from plyground.search.engine import Engine
from plyground.search.order import LeftToRight, RightToLeft
from plyground.search.scores import INFINITY, LONGEST
from plyground.search.table import EXACT, UNKNOWN, Entry, Table
from plyground.trees.nodes import MAXIMISER, MINIMISER, parent

OTHER = {MAXIMISER: MINIMISER, MINIMISER: MAXIMISER}


class Misconception(NamedTuple):
    """One mistake: how it changes the way, and the sentence that tells whoever makes it."""

    name: str
    title: Sentence  # what whoever makes it does, for others
    change: Callable[[Way], Way]
    tell: Callable[[Way], Sentence]


@dataclass(frozen=True)
class Forgetful:
    """Minimax or alpha-beta by somebody who takes a best value of 0 for none: ``if not value or reply > value``."""

    prunes: bool

    def __call__(self, position: Any, depth: int, alpha: Any, beta: Any, side: int, setting: Any, trace: Any) -> Any:
        """As :func:`plyground.search.alphabeta.alphabeta`, but for the mistake."""
        trace.enter(position, depth, side, alpha, beta)
        if position.is_over():
            value = setting.scores.of(position.utility(), depth)
            trace.leaf(depth, value, True)
            return value
        value = -INFINITY
        cut = False
        for move in setting.order.moves(position):
            if cut:
                trace.cut(depth, side)
                break
            child = position.play(move)
            turn = position.turn(child)
            low, high = setting.convention.handed_down(value, alpha, beta) if self.prunes else (-INFINITY, INFINITY)
            window = (low, high) if turn > 0 else (-high, -low)
            reply = turn * self(child, depth + 1, *window, turn * side, setting, trace)
            improved = not value or reply > value
            trace.update(depth, move, reply, improved)
            value = reply if improved else value
            cut = self.prunes and setting.convention.cuts(value, beta)
        value = setting.convention.returned(value, alpha, beta)
        trace.leave(depth, value)
        return value


@dataclass(frozen=True)
class Suspicious:
    """Max^n by somebody who takes all others for players against ``me`` alone."""

    me: int

    def __call__(self, position: Any, depth: int, side: int, setting: Any, trace: Any) -> Any:
        """As :func:`plyground.search.max_n.max_n`, but for the mistake."""
        trace.enter(position, depth, side, -INFINITY, INFINITY)
        if position.is_over():
            value = position.utilities()
            trace.leaf(depth, value, True)
            return value
        sign = 1 if position.to_move() == self.me else -1
        value = ()
        for move in setting.order.moves(position):
            reply = self(position.play(move), depth + 1, side, setting, trace)
            improved = not value or sign * reply[self.me] > sign * value[self.me]
            trace.update(depth, move, reply, improved)
            value = reply if improved else value
        trace.leave(depth, value)
        return value


@dataclass(frozen=True)
class Credulous:
    """A transposition table that takes every value that it holds for the exact one."""

    table: Table

    def probe(self, key: int) -> Entry:
        """What the table knows, and more than it knows."""
        known = self.table.probe(key)
        return known._replace(bound=UNKNOWN if known.bound == UNKNOWN else EXACT)

    def store(self, *entry: Any) -> None:
        """Remember as the table does."""
        self.table.store(*entry)


def _other_rule(way: Way) -> Way:
    return _under(way, strict=not way.setting.convention.strict)


def _tell_other_rule(way: Way) -> Sentence:
    if way.setting.convention.strict:
        return _("Right under ≥, but this exercise uses >: equal values do not cut here.")
    return _("Right under >, but this exercise uses ≥: equal values cut here.")


def _other_fail(way: Way) -> Way:
    return _under(way, fail_hard=not way.setting.convention.fail_hard)


def _tell_other_fail(way: Way) -> Sentence:
    if way.setting.convention.fail_hard:
        return _(
            "Those are fail-soft values; this exercise is fail-hard: what a node returns is clamped to its window."
        )
    return _("Those are fail-hard values; this exercise is fail-soft: a node returns the best that it has seen, even outside its window.")  # fmt: skip


def _under(way: Way, **choices: bool) -> Way:
    return way._replace(setting=way.setting._replace(convention=way.setting.convention._replace(**choices)))


def _other_order(way: Way) -> Way:
    order = LeftToRight() if isinstance(way.setting.order, RightToLeft) else RightToLeft()
    return way._replace(setting=way.setting._replace(order=order))


def _shallow(way: Way) -> Way:
    return _under(way, shallow=True)


def _forgetful(way: Way) -> Way:
    if way.algorithm.name not in ("minimax", "alphabeta") or way.setting.horizon <= LONGEST:
        return way
    text = Forgetful(way.algorithm.windowed)
    return way._replace(algorithm=replace(way.algorithm, text=text, windowed=True))


def _suspicious(way: Way) -> Way:
    if not way.algorithm.for_each:
        return way
    return way._replace(algorithm=replace(way.algorithm, text=Suspicious(way.tree.mover(0))))


def _nothing_cut(way: Way) -> Way:
    return way._replace(algorithm=algorithm("minimax")) if way.algorithm.windowed else way


def _other_root(way: Way) -> Way:
    return _moved(way, lambda _node, mover: OTHER.get(mover, mover))


def _one_side(way: Way) -> Way:
    first = way.tree.mover(0)
    return _moved(way, lambda _node, mover: first if mover in OTHER else mover)


def _cut_chance(way: Way) -> Way:
    tree = way.tree
    if CHANCE not in tree.nodes.mover:
        return way

    def mover_of(node: int, mover: int) -> int:
        if mover != CHANCE:
            return mover
        return OTHER.get(tree.mover(parent(tree.nodes.first, node)), MINIMISER) if node else MAXIMISER

    return _moved(way._replace(algorithm=algorithm("alphabeta")), mover_of)


def _moved(way: Way, mover_of: Callable[[int, int], int]) -> Way:
    """The same tree with other movers; where each player has a utility of its own, who moves is no matter of sign."""
    nodes = way.tree.nodes
    if nodes.players > 2:
        return way
    movers = array("q", [mover_of(node, mover) for node, mover in enumerate(nodes.mover)])
    return way._replace(tree=replace(way.tree, nodes=nodes._replace(mover=movers)))


def _unflipped(way: Way) -> Way:
    tree = way.tree
    if tree.nodes.width > 1:
        return way
    values = [tree.side(node) * value for node, value in enumerate(tree.nodes.value)]
    most = max(map(abs, values))
    return way._replace(tree=replace(tree, nodes=tree.nodes._replace(value=values, least=-most, most=most)))


def _deeper(way: Way, plies: int) -> Way:
    horizon = way.setting.horizon + plies
    return way if way.setting.horizon > LONGEST or horizon < 1 else way._replace(setting=way.setting._replace(horizon=horizon))  # fmt: skip


def _believed(way: Way) -> Way:
    way = way.remembering()
    if not isinstance(way.setting, Engine):
        return way
    return way._replace(setting=way.setting._replace(table=Credulous(way.setting.table)))  # type: ignore[arg-type]


def _bound_for_value(way: Way) -> Way:
    return way._replace(algorithm=algorithm("alphabeta")) if way.algorithm.name == "minimax" else way


def _uniform(way: Way) -> Way:
    nodes = way.tree.nodes
    weights = array("q", [min(weight, 1) for weight in nodes.weight])
    return way._replace(tree=replace(way.tree, nodes=nodes._replace(weight=weights)))


MISCONCEPTIONS = {
    known.name: known
    for known in (
        Misconception("other-cut-rule",
        _("cuts by the other rule, ≥ for > or > for ≥"), _other_rule, _tell_other_rule),
        Misconception(
        "bound-for-tie",
        _("takes a bound for a tie"),
        _bound_for_value,
        lambda way: _("What alpha-beta returns for a later move may be a bound: a bound that equals the best value is no tie."),
    ),
        Misconception(
        "no-deep-cutoffs",
        _("cuts by the parent's value alone"),
        _shallow,
        lambda way: _(
            "That is alpha-beta without deep cut-offs: a node looks at what every node above it has, not only its parent."
        ),
    ),
        Misconception("other-fail",
        _("confuses fail-soft and fail-hard values"), _other_fail, _tell_other_fail),
        Misconception(
        "table-bound-exact",
        _("takes a bound in the table for an exact value"),
        _believed,
        lambda way: _("A value that the table kept from a cut search is a bound; it was taken for the exact value."),
    ),
        Misconception(
        "zero-for-none",
        _("takes a best value of 0 for none"),
        _forgetful,
        lambda way: _("A value of 0 is a value: it was taken for “none yet” and overwritten."),
    ),
        Misconception(
        "depth-one-more",
        _("looks one ply too deep"),
        lambda way: _deeper(way, 1),
        lambda way: _("That is one ply too deep: the moves are counted from the root, which is at depth 0."),
    ),
        Misconception(
        "depth-one-less",
        _("looks one ply too shallow"),
        lambda way: _deeper(way, -1),
        lambda way: _("That is one ply too shallow: the moves are counted from the root, which is at depth 0."),
    ),
        Misconception(
        "uniform-chance",
        _("takes all outcomes of chance for equally likely"),
        _uniform,
        lambda way: _("The outcomes of chance were averaged as if all were equally likely: weigh each by its probability."),
    ),
        Misconception(
        "chance-cut",
        _("cuts at a chance node as at a player's"),
        _cut_chance,
        lambda way: _("A chance node was treated as a player's: every outcome counts in its average, so nothing may be cut there unless the values are known to lie within bounds."),
    ),
        Misconception(
        "max-n-as-paranoid",
        _("lets all others play against the first player"),
        _suspicious,
        lambda way: _("That is right if all others play against the first player; in max^n each looks to its own utility."),
    ),
        Misconception(
        "leaf-sign",
        _("does not turn the sign of a leaf"),
        _unflipped,
        lambda way: _("A leaf's value is MAX's; where MIN is to move at the leaf, negamax must turn its sign."),
    ),
        Misconception(
        "wrong-root",
        _("lets the other player begin"),
        _other_root,
        lambda way: _("That is right if the other player begins: look who moves at the root."),
    ),
        Misconception(
        "one-side",
        _("lets one player make every choice"),
        _one_side,
        lambda way: _("Here one player made every choice: MAX and MIN take turns by level."),
    ),
        Misconception(
        "other-order",
        _("takes the children in the opposite order"),
        _other_order,
        lambda way: _("The children were taken in the opposite order.")
    ),
        Misconception(
        "nothing-cut",
        _("cuts nothing"),
        _nothing_cut,
        lambda way: _("That is plain minimax: alpha-beta leaves out what can no longer matter."),
    ),
    )
}  # fmt: skip
"""All of them by name, the likeliest first."""
