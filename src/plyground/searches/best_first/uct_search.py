"""UCT: Monte-Carlo tree search. It plays random games, most of them after moves that have done well so far."""

from __future__ import annotations

import math
import random
import time
import traceback
from collections.abc import Callable, Iterator, MutableSequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import titles
from plyground.core.contract import blaming_rules, demand_contract
from plyground.core.position import MAX, MAX_CHOICES, AnyPosition, Demand, MarkedPosition, Move, WiderPosition
from plyground.core.random_numbers import new_chance
from plyground.errors import SearchError, SearchStopped
from plyground.i18n import _
from plyground.searches.algorithms.mcts import play_out, sign
from plyground.searches.algorithms.mcts_max_n import play_out_each
from plyground.searches.best_first.mcts_tree import ROOT, Tree, children, mean, new_tree
from plyground.searches.best_first.tree_trace import Both, Count, Trace
from plyground.searches.demands import refuse_demands
from plyground.searches.limit import Limit
from plyground.searches.progress import Progress
from plyground.searches.scores import INFINITY
from plyground.searches.slices import in_slices
from plyground.searches.tally import NODES, Tally, new_tally
from plyground.searches.twin import native as twin_of

PLAYOUTS = 10_000
"""Default number of random games, if no limit is given."""
EXPLORATION = math.sqrt(2)
"""Exploration constant: half of UCB1's for results from −1 to 1 (P. Auer, N. Cesa-Bianchi, P. Fischer 2002, Finite-time
analysis of the multiarmed bandit problem). In Connect Four with 3,000 playouts a move, values from 1 to 2 play
equally well, and 0.6 or less is worse.
"""
RAVE_EXPLORATION = 0.2
"""Exploration constant with RAVE, which explores by itself. In 9 × 9 Go, values from 0 to 0.3 play equally well."""
MEGABYTES = 256
"""Megabytes of the default tree, room for 8 million nodes. The memory is used as the tree grows."""
PERCENT = 100
LOST = -1
MASTERS = Demand.TURNS | Demand.CHANCE | Demand.PLAYERS
"""Demands of a game that UCT supports."""

titles[play_out] = titles[play_out_each] = _("UCT")


class Arm(NamedTuple):
    """One move at the root with the results of its visits, for the side to move there."""

    move: Move
    visits: int  # playouts that began with the move
    value: float  # mean result of the playouts, from −1 (lost) to 1 (won); the exact result if proven
    proven: bool


@dataclass(frozen=True)
class Estimate:
    """The answer of UCT, for the side to move at the root; for the first player if chance is to move there."""

    algorithm: str
    move: Move | None  # most visited move, or one that proves the value; None if the game is over or chance is to move
    value: float  # mean result of the playouts, from −1 (lost) to 1 (won); the exact result if proven
    proven: bool  # True if the tree proves the value: it is the game's own
    line: tuple[Move, ...]  # most visited play of all sides, as far as the tree goes, at most to a chance node
    moves: tuple[Arm, ...]  # every legal move, in the order of the rules
    playouts: int  # playouts through the tree
    nodes: int  # positions visited, in the tree and in random games
    tree_size: int  # nodes of the tree
    seconds: float
    native: bool = field(default=False, compare=False)  # compiled code ran
    position: Any = field(default=None, compare=False, repr=False)  # the position searched


def fewest_nodes(playouts: int | None, seconds: float | None) -> int:
    """Return the fewest positions that this many random games visit, to choose between plain and compiled code.

    A limit in seconds alone is there to be used up.
    """
    return playouts or (PLAYOUTS if seconds is None else INFINITY)


def uct(
    position: AnyPosition,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    exploration: float | None = None,
    rave: int = 0,
    seed: int | None = None,
    tree: Tree | None = None,
    trace: Trace | None = None,
    tally: Tally | None = None,
    native: bool = False,
    on_progress: Callable[[Progress], object] | None = None,
) -> Estimate:
    """Play random games from ``position`` until ``playouts`` or ``seconds`` are used up, or the position is solved.

    :func:`plyground.uct` explains the arguments. The plain text runs unless ``native`` is True. Raise
    :class:`SearchError` (for impossible combinations), :class:`RulesError`, and :class:`SearchStopped` if the search is
    stopped before its first playout.
    """
    if exploration is None:
        exploration = RAVE_EXPLORATION if rave else EXPLORATION
    with blaming_rules():
        refuse_what_cannot_grow(
            "uct", MASTERS, position, playouts, seconds, exploration, traced=trace is not None, native=native
        )
    if playouts is None and seconds is None:
        playouts = PLAYOUTS
    counts = (tally or new_tally()).counts
    if rave:
        refuse_demands(position, MASTERS & ~(Demand.CHANCE | Demand.PLAYERS), "RAVE")
    if rave and not hasattr(position, "actions"):
        raise SearchError(_("RAVE needs rules with a method actions(), which says how many moves there are."))
    here: Any = position
    tree = tree or new_tree(MEGABYTES, here.actions() if rave else 0, rave)
    algorithm: Any = play_out
    if Demand.PLAYERS in here.demands():
        algorithm = play_out_each
        least, most = here.bounds()
        tree.greatest[0] = most - least
    reach = float(exploration) * tree.greatest[0]
    chance = new_chance(random.getrandbits(64) if seed is None else seed)
    heard: Any = Count(counts) if trace is None else Both(Count(counts), trace)
    text = twin_of(algorithm, counts, position, 0, 0.0, tree, chance, heard) if native else algorithm
    try:
        return grown(
            "uct", position, tree, lambda times: text(position, times, reach, tree, chance, heard), counts,
            playouts=playouts, seconds=seconds, on_progress=on_progress, native=native,
        )  # fmt: skip
    except TypeError as error:
        if _is_raised_in(Tree.reward, error):  # the sum of the results is not a whole number
            refuse_demands(position, MASTERS, "uct", demanded=Demand.FRACTIONS)
        raise


def grown(
    algorithm: str,
    position: AnyPosition,
    tree: Tree,
    run: Callable[[int], int],
    counts: MutableSequence[int],
    *,
    playouts: int | None,
    seconds: float | None,
    on_progress: Callable[[Progress], object] | None,
    native: bool,
) -> Estimate:
    """Grow a tree by ``run``, as :func:`.slices.in_slices` calls it, until a limit. Return the estimate of the tree.

    Raise :class:`SearchStopped` if the search is stopped before the first playout.
    """
    before = counts[NODES]
    started = time.perf_counter()

    def so_far() -> Estimate:
        spent = time.perf_counter() - started
        return _estimate(algorithm, position, tree, counts[NODES] - before, spent, native=native)

    try:
        with blaming_rules():
            if not position.is_over():
                in_slices(run, playouts, seconds, lambda: on_progress(_progress(so_far())) if on_progress else None)
    except SearchStopped:
        if tree.visits(ROOT) == 0:
            raise
    return so_far()


def favourite(tree: Tree, node: int, side: int) -> int:
    """Return the child of the move to make at a node, for the ``side`` to move.

    It is the most visited of the children that may be better than the proven value. If a draw or a win is proven, such
    a child must also have a better mean and more visits than the child that proves it; else the proving child is
    returned.
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


def best_line(position: MarkedPosition, tree: Tree) -> Iterator[Move]:
    """Yield the moves that the sides prefer, as long as the nodes were visited or are proven; end before a move of
    chance.
    """
    node, side = ROOT, MAX
    each_for_itself = Demand.PLAYERS in position.demands()
    while tree.first(node) and not position.is_chance():
        node = favourite(tree, node, side)
        if tree.visits(node) == 0 and not tree.is_solved(node):
            return
        yield tree.move(node)
        child = position.play(tree.move(node))
        side *= MAX if each_for_itself else position.turn(child)
        position = child


def _estimate(algorithm: str, position: Any, tree: Tree, nodes: int, seconds: float, *, native: bool) -> Estimate:
    over, by_chance = position.is_over(), position.is_chance()
    best = ROOT if over or by_chance else favourite(tree, ROOT, MAX)
    return Estimate(
        algorithm=algorithm,
        move=None if best == ROOT else tree.move(best),
        value=_result(position, tree) if over else _value(tree, best),
        proven=over or tree.is_solved(ROOT),
        line=tuple(best_line(position, tree)),
        moves=tuple(
            Arm(tree.move(child), tree.visits(child), _value(tree, child), tree.is_solved(child))
            for child in children(tree)
        ),
        playouts=tree.visits(ROOT),
        nodes=nodes,
        tree_size=tree.used[0],
        seconds=seconds,
        native=native,
    )


def _result(position: WiderPosition, tree: Tree) -> float:
    """Return the result of a finished game for the side to move, as the nodes of a tree count it."""
    if Demand.PLAYERS not in position.demands():
        return sign(position.utility())
    return float((2 * position.utility() - sum(position.bounds())) / tree.greatest[0])


def _is_raised_in(function: Any, error: BaseException) -> bool:
    """Return True if an error comes from a function itself, not from one that it calls."""
    frames = list(traceback.walk_tb(error.__traceback__))
    return frames[-1][0].f_code is function.__code__


def _value(tree: Tree, node: int) -> float:
    return tree.least(node) if tree.is_solved(node) else mean(tree, node)


def _progress(found: Estimate) -> Progress:
    value = round(found.value if found.proven else found.value * PERCENT)
    return Progress(len(found.line), value, value, None, found.proven, found.line, found.nodes, found.seconds)


def refuse_what_cannot_grow(
    algorithm: str,
    masters: Demand,
    position: Any,
    playouts: int | None,
    seconds: float | None,
    exploration: float,
    *,
    traced: bool,
    native: bool,
) -> None:
    """Raise :class:`SearchError` for arguments with which the ``algorithm`` cannot grow a tree."""
    demand_contract(position)
    refuse_demands(position, masters, algorithm)
    if playouts is not None and playouts < 1:
        raise SearchError(_("A number of playouts is at least 1, not {playouts}.", playouts=playouts))
    Limit(seconds=seconds).check()
    if not 0 <= exploration < math.inf:
        raise SearchError(_("The exploration is a number from 0, not {exploration}.", exploration=exploration))
    if native and traced:
        raise SearchError(_("A search at native speed has no trace: choose one of the two."))
    if sum(1 for _move in islice(position.moves(), MAX_CHOICES + 1)) > MAX_CHOICES:
        raise SearchError(
            _("The random games of uct choose from at most {most} moves, and this position has more.", most=MAX_CHOICES)
        )
