"""Proof-number search for users: can the side to move reach at least this utility?"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import titles
from plyground.core.contract import blaming_rules, checked_utility, demand_contract
from plyground.core.position import MAX, AnyPosition, Demand, Move
from plyground.errors import SearchError, SearchStopped
from plyground.i18n import _
from plyground.searches.algorithms.proof_number import prove, settle
from plyground.searches.best_first.proof_tree import ROOT, ProofTree, children, new_proof_tree
from plyground.searches.best_first.tree_trace import Both, Count, Trace
from plyground.searches.demands import refuse_demands
from plyground.searches.limit import Limit
from plyground.searches.slices import in_slices
from plyground.searches.tally import NODES, Tally, new_tally
from plyground.searches.twin import Text
from plyground.searches.twin import native as twin_of

MEGABYTES = 256
"""Megabytes of the default tree, room for 5 million nodes. The memory is used as the tree grows."""

titles[prove] = _("proof-number search")


class ProvedMove(NamedTuple):
    """One move at the root, and the answer to the question after it."""

    move: Move
    value: bool | None  # True if the move reaches the utility; None: unknown within the limits


@dataclass(frozen=True)
class Proof:
    """The answer of one proof-number search, for the side to move at the root."""

    algorithm: str
    least: int  # utility to prove
    value: bool | None  # True if the utility is reached; None: unknown within the limits
    move: Move | None  # a move that reaches it, else the move that takes longest to refute
    line: tuple[Move, ...]  # the move alone: the tree drops what follows a solved move
    moves: tuple[ProvedMove, ...]  # every legal move, in the order of the rules
    size: int  # nodes of the proof or disproof; 0 if there is none
    proof: int  # least number of leaves still needed for a proof
    disproof: int  # least number of leaves still needed for a disproof
    nodes: int  # positions visited
    tree_size: int  # largest number of nodes in the tree
    seconds: float
    native: bool = field(default=False, compare=False)  # compiled code ran
    position: Any = field(default=None, compare=False, repr=False)  # the position searched


def proof_number(
    position: AnyPosition,
    least: int = 1,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    tree: ProofTree | None = None,
    trace: Trace | None = None,
    tally: Tally | None = None,
    native: bool = False,
) -> Proof:
    """Find out if the side to move can reach a utility of ``least``: 1 is a win, 0 at least a draw. Return the proof.

    :func:`plyground.proof_number` explains the arguments. The plain text runs unless ``native`` is True. Raise
    :class:`SearchError` (for impossible combinations) and :class:`RulesError`.
    """
    demand_contract(position)
    refuse_demands(position, Demand.TURNS, "proof-number")
    Limit(seconds, nodes).check()
    if native and trace is not None:
        raise SearchError(_("A search at native speed has no trace: choose one of the two."))
    counts = (tally or new_tally()).counts
    tree = tree or new_proof_tree(MEGABYTES)
    heard: Any = Count(counts) if trace is None else Both(Count(counts), trace)
    text: Text = twin_of(prove, counts, position, 0, 0, tree, heard) if native else prove
    before = counts[NODES]
    started = time.perf_counter()
    try:
        with blaming_rules():
            if position.is_over():
                settle(tree, ROOT, checked_utility(position) >= least)
            else:
                in_slices(lambda times: text(position, times, least, tree, heard), nodes, seconds, lambda: None)
    except SearchStopped:
        pass
    proved = tree.work(ROOT, MAX) == 0
    best = [child for child in children(tree) if tree.is_solved(ROOT) and (tree.work(child, MAX) == 0) == proved]
    pick = min if proved else max
    move = tree.move(pick(best, key=tree.size)) if best else None
    return Proof(
        algorithm="proof-number",
        least=least,
        value=_answer(tree, ROOT),
        move=move,
        line=() if move is None else (move,),
        moves=tuple(ProvedMove(tree.move(child), _answer(tree, child)) for child in children(tree)),
        size=tree.size(ROOT),
        proof=tree.work(ROOT, MAX),
        disproof=tree.work(ROOT, -MAX),
        nodes=counts[NODES] - before,
        tree_size=tree.used[0],
        seconds=time.perf_counter() - started,
        native=native,
    )


def _answer(tree: ProofTree, node: int) -> bool | None:
    """Return the answer to the question at a node; None while it is unknown."""
    return tree.work(node, MAX) == 0 if tree.is_solved(node) else None
