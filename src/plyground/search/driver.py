"""The one door to the searches: run one on a position and get a :class:`Result`."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

from plyground.errors import SearchError, SearchTooDeep, SpecError
from plyground.language import _
from plyground.position import MAX, Move, Position
from plyground.search.algorithms import Algorithm, algorithm
from plyground.search.native import native as twin_of
from plyground.search.result import Bound, Result, RootMove
from plyground.search.scores import INFINITY, decided
from plyground.search.setting import Setting, setting
from plyground.search.tally import (
    ALPHA_CUTOFFS,
    BETA_CUTOFFS,
    GUESSES,
    LEAVES,
    REPLIES,
    VISITS,
    Both,
    Tally,
    Trace,
    best_line,
    new_tally,
    root_replies,
)

TIES = ("first", "last", "random")
"""How one of several equally good moves is chosen, in the order of the search."""


def search(
    position: Position,
    name: str = "alphabeta",
    chosen: Setting | None = None,
    *,
    ties: str = "first",
    seed: int | None = None,
    every_move: bool = False,
    trace: Trace | None = None,
    tally: Tally | None = None,
    native: bool = False,
) -> Result:
    """Search ``position`` with the algorithm ``name`` under the ``chosen`` setting (default: to the end).

    ``ties`` says which of equally good moves is best: ``first``, ``last`` or ``random`` (by ``seed``).
    Alpha-beta gives mere bounds for some root moves; those that may tie are searched again with an open
    window, so that a tie is only ever broken between exact values. With ``every_move``, every root move
    gets its exact value so. ``trace`` hears the search itself, not these repetitions; ``tally`` lets
    another thread or process watch and stop it.

    With ``native``, the compiled twin of the same text runs, hundreds of times as fast; it takes a second
    or two to make, once for each game and machine, and can tell nothing to a trace. Without Numba the
    plain text runs, after a warning.

    Raises :class:`SearchStopped`, :class:`SearchTooDeep`, :class:`SearchError` (what cannot be combined),
    :class:`SpecError` (names) and, with ``native``, :class:`RulesError` (rules that cannot be compiled).
    """
    text = algorithm(name)
    chosen = chosen or setting()
    tally = tally or new_tally()
    tally.counts[REPLIES] = 0  # those of an earlier search that was counted in it, too
    if ties not in TIES:
        raise SpecError(_("Ties cannot be broken “{ties}”; choose one of: {names}.", ties=ties, names=", ".join(TIES)))
    if text.windowed and not text.convention and chosen.convention.exact_ties:
        raise SearchError(_("{name} has its own convention: it cuts when alpha ≥ beta.", name=text.name))
    heard: Any = tally if trace is None else Both(tally, trace)
    if native:
        if trace is not None or not text.compiles:
            raise SearchError(_("{name} cannot be traced at native speed.", name=text.name))
        window = (0, 0) if text.windowed else ()
        text = replace(text, text=twin_of(text.text, tally.counts, position, 0, *window, MAX, chosen, tally))
    started = time.perf_counter()
    try:
        score = text.value(position, 0, -INFINITY, INFINITY, MAX, chosen, heard)
        line = best_line(tally, 0)
        roots = _root_moves(position, text, chosen, tally)
        if every_move or ties != "first":
            lines = {line[:1]: line}
            for place, root in enumerate(roots):
                may_tie = root.score is not None and root.score >= score
                if root.bound != "exact" and (every_move or may_tie):
                    roots[place] = _search_again(position, root.move, text, chosen, heard)
                    lines[root.move,] = (root.move, *best_line(tally, 1))
            equals = [(root.move,) for root in roots if root.bound == "exact" and root.score == score]
            if equals:
                line = lines.get(best := _break_tie(equals, ties, seed), best)
    except RecursionError:
        raise SearchTooDeep from None
    return _result(text, chosen, tally, score, line, tuple(roots), time.perf_counter() - started)


def _root_moves(position: Any, text: Algorithm, chosen: Setting, tally: Tally) -> list[RootMove]:
    """What came back for each root move; it is exact where it beat alpha, else an upper bound."""
    roots = []
    alpha = -INFINITY
    for move, reply in root_replies(tally):
        exact = not text.windowed or reply > alpha or (reply == alpha and chosen.convention.exact_ties)
        roots.append(_root_move(move, reply, "exact" if exact else "upper", chosen))
        alpha = max(alpha, reply)
    seen = {root.move for root in roots}
    if not position.is_over():
        rest = [move for move in chosen.order.moves(position) if move not in seen]
        roots += [RootMove(move, None, None, None, "unvisited") for move in rest]
    return roots


def _search_again(position: Any, move: Move, text: Algorithm, chosen: Setting, heard: Any) -> RootMove:
    """The exact value of one root move, by a search with an open window."""
    child = position.play(move)
    turn = position.turn(child)
    reply = turn * text.value(child, 1, -INFINITY, INFINITY, turn * MAX, chosen, heard)
    return _root_move(move, reply, "exact", chosen)


def _root_move(move: Move, score: int, bound: Bound, chosen: Setting) -> RootMove:
    end = decided(score, chosen.scores)
    if end is None:
        return RootMove(move, score, score, None, bound)
    return RootMove(move, score, end.utility, end.distance, bound)


def _break_tie(equals: list[tuple[Move]], ties: str, seed: int | None) -> tuple[Move]:
    if ties == "random":
        return random.Random(seed).choice(equals)
    return equals[0 if ties == "first" else -1]


def _result(
    text: Algorithm,
    chosen: Setting,
    tally: Tally,
    score: int,
    line: tuple[Move, ...],
    roots: tuple[RootMove, ...],
    seconds: float,
) -> Result:
    end = decided(score, chosen.scores)
    counts = tally.counts
    return Result(
        algorithm=text.name,
        move=line[0] if line else None,
        value=score if end is None else end.utility,
        score=score,
        distance=None if end is None else end.distance,
        exact=True,
        proven=counts[GUESSES] == 0 or (end is not None and abs(end.utility) == chosen.scores.utmost),
        line=line,
        moves=roots,
        visits=counts[VISITS],
        leaves=counts[LEAVES],
        alpha_cutoffs=counts[ALPHA_CUTOFFS],
        beta_cutoffs=counts[BETA_CUTOFFS],
        seconds=seconds,
    )
