"""Misconceptions about game-tree search. Each is a changed :class:`SearchSetup`, which runs beside the correct one.

Most run one of the project's searches with another setting or on another tree. The others are short searches in this
module.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from plyground.core.position import CHANCE
from plyground.errors import SpecError
from plyground.i18n import Sentence, _
from plyground.searches.child_order import LeftToRight, RightToLeft
from plyground.searches.engine_setting import Engine
from plyground.searches.registry import algorithm
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.searches.transposition_table import EXACT, UNKNOWN, Entry, Table
from plyground.teaching.exercises.working import SearchSetup
from plyground.trees.nodes import MAXIMISER, MINIMISER, parent

OTHER = {MAXIMISER: MINIMISER, MINIMISER: MAXIMISER}


class Misconception(NamedTuple):
    """A misconception: the change that it makes to the set-up, and the sentence that explains it."""

    name: str
    title: Sentence  # description of the mistake for others
    change: Callable[[SearchSetup], SearchSetup]
    tell: Callable[[SearchSetup], Sentence]


@dataclass(frozen=True)
class ZeroAsNoValue:
    """Minimax or alpha-beta that treats a best value of 0 as no value: ``if not value or reply > value``."""

    prunes: bool

    def __call__(self, position: Any, depth: int, alpha: Any, beta: Any, side: int, setting: Any, trace: Any) -> Any:
        """Search as :mod:`plyground.searches.algorithms.alphabeta_conventions` does, except for the mistake."""
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
class AllOthersMinimise:
    """Max^n with the mistake that all other players minimise the value of player ``me``."""

    me: int

    def __call__(self, position: Any, depth: int, side: int, setting: Any, trace: Any) -> Any:
        """Search as :func:`plyground.searches.algorithms.max_n.max_n` does, except for the mistake."""
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
class BoundsAsValues:
    """A transposition table with the mistake that bounds are used as exact values."""

    table: Table

    def probe(self, key: int) -> Entry:
        """Return the entry of ``key``, with its bound changed to an exact value."""
        known = self.table.probe(key)
        return known._replace(bound=UNKNOWN if known.bound == UNKNOWN else EXACT)

    def store(self, *entry: Any) -> None:
        """Store an entry in the table."""
        self.table.store(*entry)


def _other_rule(way: SearchSetup) -> SearchSetup:
    return _under(way, strict=not way.setting.convention.strict)


def _tell_other_rule(way: SearchSetup) -> Sentence:
    if way.setting.convention.strict:
        return _("Right under ≥, but this exercise uses >: equal values do not cut here.")
    return _("Right under >, but this exercise uses ≥: equal values cut here.")


def _other_fail(way: SearchSetup) -> SearchSetup:
    return _under(way, fail_hard=not way.setting.convention.fail_hard)


def _tell_other_fail(way: SearchSetup) -> Sentence:
    if way.setting.convention.fail_hard:
        return _(
            "Those are fail-soft values; this exercise is fail-hard: what a node returns is clamped to its window."
        )
    return _("Those are fail-hard values; this exercise is fail-soft: a node returns the best that it has seen, even outside its window.")  # fmt: skip


def _under(way: SearchSetup, **choices: bool) -> SearchSetup:
    return way._replace(setting=way.setting._replace(convention=way.setting.convention._replace(**choices)))


def _other_order(way: SearchSetup) -> SearchSetup:
    order = LeftToRight() if isinstance(way.setting.order, RightToLeft) else RightToLeft()
    return way._replace(setting=way.setting._replace(order=order))


def _shallow(way: SearchSetup) -> SearchSetup:
    return _under(way, shallow=True)


def _forgetful(way: SearchSetup) -> SearchSetup:
    if way.algorithm.name not in ("minimax", "alphabeta") or way.setting.depth <= MAX_DEPTH:
        return way
    text = ZeroAsNoValue(way.algorithm.windowed)
    return way._replace(algorithm=replace(way.algorithm, text=text, windowed=True))


def _suspicious(way: SearchSetup) -> SearchSetup:
    if not way.algorithm.for_each:
        return way
    return way._replace(algorithm=replace(way.algorithm, text=AllOthersMinimise(way.tree.mover(0))))


def _nothing_cut(way: SearchSetup) -> SearchSetup:
    return way._replace(algorithm=algorithm("minimax")) if way.algorithm.windowed else way


def _other_root(way: SearchSetup) -> SearchSetup:
    return _moved(way, lambda _node, mover: OTHER.get(mover, mover))


def _one_side(way: SearchSetup) -> SearchSetup:
    if way.algorithm.windowed:  # an answer about cut-offs shows that the student knows of two players
        return way
    first = way.tree.mover(0)
    return _moved(way, lambda _node, mover: first if mover in OTHER else mover)


def _cut_chance(way: SearchSetup) -> SearchSetup:
    tree = way.tree
    if CHANCE not in tree.nodes.mover:
        return way

    def mover_of(node: int, mover: int) -> int:
        if mover != CHANCE:
            return mover
        return OTHER.get(tree.mover(parent(tree.nodes.first, node)), MINIMISER) if node else MAXIMISER

    return _moved(way._replace(algorithm=algorithm("alphabeta")), mover_of)


def _moved(way: SearchSetup, mover_of: Callable[[int, int], int]) -> SearchSetup:
    """Return the same tree with other movers; unchanged if each player has a utility of its own."""
    nodes = way.tree.nodes
    if nodes.players > 2:
        return way
    movers = array("q", [mover_of(node, mover) for node, mover in enumerate(nodes.mover)])
    return way._replace(tree=replace(way.tree, nodes=nodes._replace(mover=movers)))


def _unflipped(way: SearchSetup) -> SearchSetup:
    tree = way.tree
    if tree.nodes.width > 1:
        return way
    values = [tree.side(node) * value for node, value in enumerate(tree.nodes.value)]
    most = max(map(abs, values))
    return way._replace(tree=replace(tree, nodes=tree.nodes._replace(value=values, least=-most, most=most)))


def _deeper(way: SearchSetup, plies: int) -> SearchSetup:
    depth = way.setting.depth + plies
    return way if way.setting.depth > MAX_DEPTH or depth < 1 else way._replace(setting=way.setting._replace(depth=depth))  # fmt: skip


def _believed(way: SearchSetup) -> SearchSetup:
    way = way.remembering()
    if not isinstance(way.setting, Engine):
        return way
    return way._replace(setting=way.setting._replace(table=BoundsAsValues(way.setting.table)))  # type: ignore[arg-type]


def _bound_for_value(way: SearchSetup) -> SearchSetup:
    return way._replace(algorithm=algorithm("alphabeta")) if way.algorithm.name == "minimax" else way


def _uniform(way: SearchSetup) -> SearchSetup:
    nodes = way.tree.nodes
    weights = array("q", [min(weight, 1) for weight in nodes.weight])
    return way._replace(tree=replace(way.tree, nodes=nodes._replace(weight=weights)))


def _uncounted(way: SearchSetup) -> SearchSetup:
    return way._replace(counts_root=False)


MISCONCEPTIONS = {
    known.name: known
    for known in (
        Misconception(
            "other-cut-rule",
            _("cuts by the other rule, ≥ for > or > for ≥"),
            _other_rule,
            _tell_other_rule,
        ),
        Misconception(
            "no-deep-cutoffs",
            _("uses only the parent's value to cut"),
            _shallow,
            lambda way: _("That is alpha-beta without deep cut-offs: a node must use the values of all nodes above it, not only its parent's."),
        ),
        Misconception(
            "nothing-cut",
            _("cuts nothing"),
            _nothing_cut,
            lambda way: _("That is plain minimax: alpha-beta skips nodes that can no longer matter."),
        ),
        Misconception(
            "other-order",
            _("takes the children in the opposite order"),
            _other_order,
            lambda way: _("The children were taken in the opposite order."),
        ),
        Misconception(
            "root-not-counted",
            _("forgets to count the root"),
            _uncounted,
            lambda way: _("The root is a node, too: count it."),
        ),
        Misconception(
            "bound-for-tie",
            _("takes a bound for a value or a tie"),
            _bound_for_value,
            lambda way: _("For a later move alpha-beta may return only a bound. A bound that equals the best value is no tie."),
        ),
        Misconception(
            "other-fail",
            _("confuses fail-soft and fail-hard values"),
            _other_fail,
            _tell_other_fail,
        ),
        Misconception(
            "table-bound-exact",
            _("takes a bound in the table for an exact value"),
            _believed,
            lambda way: _("A value in the table from a search with a cut-off is a bound, but you took it for the exact value."),
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
            _("treats all outcomes of chance as equally likely"),
            _uniform,
            lambda way: _("The outcomes of chance were averaged as if all were equally likely: weigh each by its probability."),
        ),
        Misconception(
            "chance-cut",
            _("treats a chance node like a player's"),
            _cut_chance,
            lambda way: _("A chance node was treated as a player's: every outcome counts in its average, so nothing may be cut there unless the values are known to lie within bounds."),
        ),
        Misconception(
            "max-n-as-paranoid",
            _("lets all others play against the first player"),
            _suspicious,
            lambda way: _("That is right if all others play against the first player; in max^n each player maximises its own utility."),
        ),
        Misconception(
            "wrong-root",
            _("lets the other player begin"),
            _other_root,
            lambda way: _("That is right if the other player begins: check who moves at the root."),
        ),
        Misconception(
            "one-side",
            _("lets one player make every choice"),
            _one_side,
            lambda way: _("Here one player made every choice: MAX and MIN take turns by level."),
        ),
    )
}  # fmt: skip
"""The misconceptions that an answer can reveal, by name."""
PROGRAM_MISTAKES = {
    known.name: known
    for known in (
        Misconception(
            "zero-for-none",
            _("treats a best value of 0 as missing"),
            _forgetful,
            lambda way: _("A value of 0 is a value, but your search treated it as missing and overwrote it."),
        ),
        Misconception(
            "leaf-sign",
            _("does not change the sign of a leaf"),
            _unflipped,
            lambda way: _("A leaf has MAX's value. If MIN is to move there, negamax must change its sign."),
        ),
    )
}
"""The mistakes that only programs make, not people who search by hand, by name."""


def known_misconception(name: object) -> str:
    """Return the name of a misconception. Raise :class:`SpecError` if there is none of this name."""
    if name in MISCONCEPTIONS:
        return str(name)
    raise SpecError(
        _(
            "There is no misconception “{name}”; they are: {names}.",
            name=str(name)[:40],
            names=", ".join(MISCONCEPTIONS),
        )
    )
