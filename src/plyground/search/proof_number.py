"""Proof-number search as people call it: can the side to move get at least so much?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from plyground.errors import RulesError, SearchError, SearchStopped
from plyground.language import _
from plyground.position import MAX, Demand, MarkedPosition, Move, titles
from plyground.search.demands import refuse_demands
from plyground.search.growth import Both, Count, Trace
from plyground.search.limit import Limit
from plyground.search.native import native as twin_of
from plyground.search.proof_tree import ROOT, ProofTree, children, new_proof_tree
from plyground.search.proving import prove, settle
from plyground.search.slices import in_slices
from plyground.search.tally import VISITS, Tally, new_tally

MEGABYTES = 256
"""Room for 5 million nodes; the memory is taken as the tree grows."""

titles[prove] = _("proof-number search")


@dataclass(frozen=True)
class Proof:
    """The answer of one proof-number search, for the side to move at the root."""

    algorithm: str
    least: int  # the question: can it reach a utility of at least this?
    answer: bool | None  # None: not known within the limits
    move: Move | None  # one that reaches it; where none does, the one that takes longest to refute
    size: int  # nodes of the proof, or of the disproof; 0 while there is none
    proof: int  # leaves that must at the least turn out well to prove it
    disproof: int  # and to disprove it
    visits: int  # positions visited
    nodes: int  # of the tree, where it was largest
    seconds: float


def proof_number(
    position: MarkedPosition,
    least: int = 1,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    tree: ProofTree | None = None,
    trace: Trace | None = None,
    tally: Tally | None = None,
    native: bool = False,
) -> Proof:
    """Whether the side to move can reach a utility of ``least``: 1, a win; 0, at least a draw.

    It expands at most so many ``nodes``, for at most so many ``seconds``; without limits it goes on until it
    knows or its ``tree`` (:func:`plyground.search.proof_tree.new_proof_tree`; by default of 256 megabytes) is
    full. A tree that was grown for the same question is grown on. ``trace`` hears every step; ``tally`` lets
    another thread or process watch and stop it, which ends it without an answer.

    With ``native``, the compiled twin of the same text runs. Raises :class:`SearchError` (what cannot be
    combined) and :class:`RulesError`.
    """
    if not hasattr(position, "turn"):
        raise RulesError(_("{cls} is not marked @rules, so it cannot be searched.", cls=type(position).__name__))
    refuse_demands(position, Demand.TURNS, "proof-number")
    Limit(seconds, nodes).check()
    if native and trace is not None:
        raise SearchError(_("A search at native speed tells no trace what it does: choose one of the two."))
    counts = (tally or new_tally()).counts
    tree = tree or new_proof_tree(MEGABYTES)
    heard: Any = Count(counts) if trace is None else Both(Count(counts), trace)
    text = twin_of(prove, counts, position, 0, 0, tree, heard) if native else prove
    before = counts[VISITS]
    started = time.perf_counter()
    try:
        if position.is_over():
            settle(tree, ROOT, position.utility() >= least)
        else:
            in_slices(lambda times: text(position, times, least, tree, heard), nodes, seconds, lambda: None)
    except SearchStopped:
        pass
    proved = tree.work(ROOT, MAX) == 0
    best = [child for child in children(tree) if tree.is_solved(ROOT) and (tree.work(child, MAX) == 0) == proved]
    pick = min if proved else max
    return Proof(
        algorithm="proof-number",
        least=least,
        answer=proved if tree.is_solved(ROOT) else None,
        move=tree.move(pick(best, key=tree.size)) if best else None,
        size=tree.size(ROOT),
        proof=tree.work(ROOT, MAX),
        disproof=tree.work(ROOT, -MAX),
        visits=counts[VISITS] - before,
        nodes=tree.used[0],
        seconds=time.perf_counter() - started,
    )
