"""UCT: the move whose random games go best, found by playing most of them where they go well."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from plyground.errors import RulesError, SearchError, SearchStopped
from plyground.language import _
from plyground.position import MAX, Demand, MarkedPosition, Move, titles
from plyground.search.chance import new_chance
from plyground.search.demands import refuse_demands
from plyground.search.growth import Both, Count, Trace
from plyground.search.limit import Limit
from plyground.search.native import native as twin_of
from plyground.search.playouts import play_out, sign
from plyground.search.progress import Progress
from plyground.search.slices import in_slices
from plyground.search.tally import MOST_MOVES, VISITS, Tally, new_tally
from plyground.search.tree import ROOT, Tree, children, mean, new_tree

PLAYOUTS = 10_000
"""Games played where no limit is given."""
EXPLORATION = math.sqrt(2)
"""Half of UCB1's for results from −1 to 1 (P. Auer, N. Cesa-Bianchi, P. Fischer 2002, Finite-time analysis of the
multiarmed bandit problem). In Connect Four, 3,000 playouts a move, 1 to 2 play alike and 0.6 or less is worse."""
MEGABYTES = 256
"""Room for 8 million nodes; the memory is taken as the tree grows."""
PERCENT = 100
LOST = -1
MASTERS = Demand.TURNS
"""What UCT can search besides the common case."""

titles[play_out] = _("UCT")


class Arm(NamedTuple):
    """One move at the root and what the search knows of it, for the side to move there."""

    move: Move
    visits: int  # playouts that began with it
    value: float  # the mean of their results, from −1 (lost) to 1 (won); the result itself where proven
    proven: bool


@dataclass(frozen=True)
class Estimate:
    """The answer of UCT, for the side to move at the root."""

    algorithm: str
    move: Move | None  # the most visited, or one that proves the value; None when the game is over
    value: float  # the mean result of its playouts, from −1 (lost) to 1 (won); the result itself where proven
    proven: bool  # the tree reaches the end of the game wherever it counts: the value is the game's own
    line: tuple[Move, ...]  # most visited play of both sides, as far as the tree goes
    moves: tuple[Arm, ...]  # every legal move, in the order of the rules
    playouts: int  # through the tree
    visits: int  # positions visited, in the tree and in random games
    nodes: int  # of the tree
    seconds: float


def uct(
    position: MarkedPosition,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    exploration: float = EXPLORATION,
    seed: int | None = None,
    tree: Tree | None = None,
    trace: Trace | None = None,
    tally: Tally | None = None,
    native: bool = False,
    tell: Callable[[Progress], object] | None = None,
) -> Estimate:
    """Play random games from ``position`` until ``playouts`` or ``seconds`` are spent, or the position is solved.

    With neither limit it is 10,000 playouts. The greater the ``exploration``, the more a move is favoured that
    was seldom tried. With a ``seed``, as many playouts give the same answer each time, plain or compiled.

    ``tree`` is one made by :func:`plyground.search.tree.new_tree` (by default of 256 megabytes), to be read
    afterwards, or to be grown on, if it was grown from this position; once full it grows no further, but its
    means still improve. ``tell`` hears ten times a second how it stands, the value in hundredths of a win.
    ``trace`` hears every step; ``tally`` lets another thread or process watch and stop it.

    A result counts as won, drawn or lost, by however much. With ``native``, the compiled twin of the same text
    runs. Raises :class:`SearchError` (what cannot be combined), :class:`RulesError`, and
    :class:`SearchStopped` when it is stopped before its first playout.
    """
    _refuse_what_cannot_be(position, playouts, seconds, exploration, traced=trace is not None, native=native)
    if playouts is None and seconds is None:
        playouts = PLAYOUTS
    counts = (tally or new_tally()).counts
    tree = tree or new_tree(MEGABYTES)
    chance = new_chance(random.getrandbits(64) if seed is None else seed)
    heard: Any = Count(counts) if trace is None else Both(Count(counts), trace)
    text = twin_of(play_out, counts, position, 0, 0.0, tree, chance, heard) if native else play_out
    before = counts[VISITS]
    started = time.perf_counter()

    def so_far() -> Estimate:
        return _estimate(position, tree, counts[VISITS] - before, time.perf_counter() - started)

    try:
        if not position.is_over():
            in_slices(
                lambda times: text(position, times, float(exploration), tree, chance, heard),
                playouts,
                seconds,
                lambda: tell(_progress(so_far())) if tell else None,
            )
    except SearchStopped:
        if tree.visits(ROOT) == 0:
            raise
    return so_far()


def favourite(tree: Tree, node: int, side: int) -> int:
    """The move to make at a node with children, for the ``side`` to move: the child that it leads to.

    The most visited of those that may be better than what is proven. Where a draw (or a win) is proven, it must
    also have done better than that, in more visits than the child that proves it; else that one is taken.
    """
    low, high = (tree.least, tree.most) if side == MAX else (tree.most, tree.least)
    sure = side * low(node)
    safe = max((child for child in children(tree, node) if side * low(child) >= sure), key=tree.visits)
    hopeful = [child for child in children(tree, node) if side * high(child) > sure]
    if hopeful:
        best = max(hopeful, key=tree.visits)
        if sure == LOST or (side * mean(tree, best) > sure and tree.visits(best) > tree.visits(safe)):
            return best
    return safe


def best_line(position: Any, tree: Tree) -> Iterator[Move]:
    """The moves that both sides favour, as far as the tree was visited or is proven."""
    node, side = ROOT, MAX
    while tree.first(node):
        node = favourite(tree, node, side)
        if tree.visits(node) == 0 and not tree.is_solved(node):
            return
        yield tree.move(node)
        child = position.play(tree.move(node))
        side *= position.turn(child)
        position = child


def _estimate(position: Any, tree: Tree, visits: int, seconds: float) -> Estimate:
    over = position.is_over()
    best = ROOT if over else favourite(tree, ROOT, MAX)
    return Estimate(
        algorithm="uct",
        move=None if over else tree.move(best),
        value=sign(position.utility()) if over else _value(tree, best),
        proven=over or tree.is_solved(ROOT),
        line=tuple(best_line(position, tree)),
        moves=tuple(
            Arm(tree.move(child), tree.visits(child), _value(tree, child), tree.is_solved(child))
            for child in children(tree)
        ),
        playouts=tree.visits(ROOT),
        visits=visits,
        nodes=tree.used[0],
        seconds=seconds,
    )


def _value(tree: Tree, node: int) -> float:
    return tree.least(node) if tree.is_solved(node) else mean(tree, node)


def _progress(found: Estimate) -> Progress:
    value = round(found.value if found.proven else found.value * PERCENT)
    return Progress(len(found.line), value, value, None, found.proven, found.line, found.visits, found.seconds)


def _refuse_what_cannot_be(
    position: Any,
    playouts: int | None,
    seconds: float | None,
    exploration: float,
    *,
    traced: bool,
    native: bool,
) -> None:
    if not hasattr(position, "turn"):
        raise RulesError(_("{cls} is not marked @rules, so it cannot be searched.", cls=type(position).__name__))
    refuse_demands(position, MASTERS, "uct")
    if playouts is not None and playouts < 1:
        raise SearchError(_("A number of playouts is at least 1, not {playouts}.", playouts=playouts))
    Limit(seconds=seconds).check()
    if not 0 <= exploration < math.inf:
        raise SearchError(_("The exploration is a number from 0, not {exploration}.", exploration=exploration))
    if native and traced:
        raise SearchError(_("A search at native speed tells no trace what it does: choose one of the two."))
    if sum(1 for _move in position.moves()) > MOST_MOVES:
        raise SearchError(_("A search has room for {most} moves at its root; this position has more.", most=MOST_MOVES))
