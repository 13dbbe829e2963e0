"""The common entry point of the searches: run one on a position and get a :class:`Result`."""

from __future__ import annotations

import random
import time
from typing import Any

from plyground.core.authoring.marked_rules import ratio
from plyground.core.contract import blaming_rules, demand_contract
from plyground.core.position import MAX, MAX_MOVES, AnyPosition, Demand, MarkedPosition, Move, WiderPosition
from plyground.errors import RulesError, SearchError, SearchTooDeep, SpecError
from plyground.i18n import Number, _
from plyground.searches.child_order import BestByEvaluation
from plyground.searches.demands import refuse_demands
from plyground.searches.engine_setting import Engine
from plyground.searches.registry import Algorithm, AnySearch
from plyground.searches.registry import algorithm as named
from plyground.searches.result import Bound, Result, RootMove
from plyground.searches.scores import INFINITY, MAX_DEPTH, decided, usual_scores
from plyground.searches.search_setting import Setting, checked_depth
from plyground.searches.search_setting import setting as standard
from plyground.searches.tally import (
    ALPHA_CUTOFFS,
    BETA_CUTOFFS,
    COUNTS,
    GUESSED,
    GUESSES,
    HITS,
    LEAVES,
    NODES,
    REPLIES,
    Both,
    Tally,
    Trace,
    best_line,
    moves_of,
    new_tally,
    of_any_numbers,
    of_floats,
    of_utilities,
    root_replies,
    row,
    with_room,
)
from plyground.searches.twin import native as twin_of

NOT_WHOLE = Demand.FRACTIONS | Demand.CHANCE | Demand.PLAYERS
"""Demands with results that are not whole numbers."""
ROUNDING = 1e-9
"""Difference of averages, in wins, below which compiled searches treat moves as equally good."""
TIES = ("first", "last", "random")
"""Ways to choose one of several equally good moves, in the order of the search."""


def search(
    position: AnyPosition,
    algorithm: AnySearch = "alphabeta",
    setting: Setting | Engine | None = None,
    *,
    depth: int | None = None,
    ties: str = "first",
    seed: int | None = None,
    every_move: bool = False,
    trace: Trace | None = None,
    tally: Tally | None = None,
    native: bool = False,
) -> Result:
    """Search a ``position`` with the ``algorithm`` of this name under a ``setting`` (default: to the end of the game).

    :func:`plyground.search` explains the arguments. Here ``depth`` replaces the setting's, and the plain text runs
    unless ``native`` is True.

    Raise :class:`SearchStopped`, :class:`SearchTooDeep`, :class:`SearchError` (for impossible combinations),
    :class:`SpecError` (for unknown names) and :class:`RulesError` (for a class without ``@rules`` or, with ``native``,
    rules that cannot be compiled).
    """
    known = named(algorithm)
    setting = setting or standard()
    if depth is not None:
        setting = setting._replace(depth=checked_depth(depth))
    tally = tally or new_tally()
    with blaming_rules():
        return _search(position, known, setting, ties, seed, every_move, trace, tally, native)


def _search(
    position: Any,
    known: Algorithm,
    setting: Setting | Engine,
    ties: str,
    seed: int | None,
    every_move: bool,
    trace: Trace | None,
    tally: Tally,
    native: bool,
) -> Result:
    refuse_what_cannot_be(position, known, setting, ties, traced=trace is not None, native=native)
    setting = known.equipped(position, setting)
    tally = with_room(tally, position)
    position = known.seen(position)
    if native and known.for_each:
        tally = of_utilities(tally, position.players())
    elif known.for_each or position.demands() & NOT_WHOLE:
        tally = of_floats(tally) if native else of_any_numbers(tally)
    heard: Any = tally if trace is None else Both(tally, trace)
    if native:
        window = (0, 0) if known.windowed else ()
        text = known.text_under(setting.convention)
        known = known.with_text(twin_of(text, tally.counts, position, 0, *window, MAX, setting, tally))
    tally.counts[REPLIES] = 0  # forget the root moves of an earlier search with the same tally
    tally.counts[GUESSED] = tally.counts[GUESSES]
    before = list(tally.counts)
    started = time.perf_counter()
    try:
        answer = known.value(position, 0, -INFINITY, INFINITY, position.root_side(), setting, heard)
        score = own(answer, position)
        slack = ROUNDING * setting.scores.unit if native and position.demands() & Demand.CHANCE else 0
        if score in (-INFINITY, INFINITY):
            raise RulesError(_("{cls}.moves: a position that is not over has no move.", cls=type(position).__name__))
        line = to_chance(best_line(tally), position)
        best = line[:1]
        lines = {best: line}
        guessed = tally.counts[GUESSED]
        guesses = tally.counts[GUESSES] - guessed
        roots = root_moves(position, known, setting, tally, guessed, score - 1 if known.narrow else -INFINITY)
        if every_move or ties != "first":
            considered = set(setting.order.moves(position))
            for place, root in enumerate(roots):
                may_tie = root.move in considered and (root.score is None or root.score >= score - slack)
                if root.bound != "exact" and (every_move or may_tie):
                    roots[place] = _search_again(position, root.move, known, setting, tally)
                    lines[root.move,] = (root.move, *best_line(tally))
        roots = [_rounded(root, score, slack, setting, position) for root in roots]
        if every_move or ties != "first" or slack:
            equals = [(root.move,) for root in roots if root.bound == "exact" and root.score == score]
            best = _break_tie(equals, ties, seed) if equals and best else best
        if best not in lines:  # minimax keeps only the line of the first best move
            _search_again(position, best[0], known, setting, tally)
            lines[best] = (*best, *best_line(tally))
        line = to_its_end(lines[best], position, score, known, setting, tally)
    except RecursionError:
        raise SearchTooDeep from None
    seconds = time.perf_counter() - started
    spent = [now - then for now, then in zip(tally.counts, before, strict=True)]
    value, distance = read(score, setting, position)
    return Result(
        algorithm=known.name,
        move=best[0] if best else None,
        value=value,
        score=score,
        distance=distance,
        exact=True,
        proven=is_proven(position, score, guesses, setting),
        line=line,
        moves=tuple(roots),
        depth=setting.depth if setting.depth <= MAX_DEPTH else None,
        nodes=spent[NODES],
        leaves=spent[LEAVES],
        alpha_cutoffs=spent[ALPHA_CUTOFFS],
        beta_cutoffs=spent[BETA_CUTOFFS],
        table_hits=spent[HITS],
        seconds=seconds,
        utilities=tuple(read(each, setting, position)[0] for each in answer) if known.for_each else (),
        native=native,
    )


def refuse_what_cannot_be(
    position: Any, known: Algorithm, setting: Setting | Engine, ties: str = "first", *, traced: bool, native: bool
) -> None:
    """Raise an error that gives the reason if this search is impossible."""
    demand_contract(position)
    if ties not in TIES:
        raise SpecError(
            _("There is no choice of ties “{ties}”; choose one of: {names}.", ties=ties, names=", ".join(TIES))
        )
    refuse_demands(position, known.masters, known.name)
    if setting.scores.per_ply and usual_scores(position.demands()) == "utility":
        raise SearchError(_("In a game with chance or fractions a score cannot count plies: use the scores “utility”."))
    if (known.for_each or known.alone) and not hasattr(position, "utilities"):
        raise SearchError(_("{name} needs a game with to_move() and utilities().", name=known.name))
    if known.windowed and not known.has_conventions and not setting.convention.cuts_as_aima:
        raise SearchError(_("{name} has its own convention: it cuts when alpha ≥ beta.", name=known.name))
    if native and traced:
        raise SearchError(_("A search at native speed has no trace: choose one of the two."))
    if native and Demand.FRACTIONS in position.demands():
        raise SearchError(
            _("A search at native speed supports only whole numbers, and some utilities here are fractions.")
        )
    if native and known.in_floats and not known.compiles_for(position):
        raise SearchError(
            _(
                "{name} runs at native speed only in games with chance, and there is no chance here. Use minimax or alphabeta.",
                name=known.name,
            )
        )
    if native and not known.compiles_for(position):
        raise SearchError(
            _("{name} is made for reading and tracing; it does not run at native speed.", name=known.name)
        )
    if moves_of(position) > MAX_MOVES:
        raise SearchError(_("This position has more than {most} moves, too many for a search.", most=Number(MAX_MOVES)))


def root_moves(
    position: Any, known: Algorithm, setting: Setting | Engine, tally: Tally, guesses: int, alpha: int = -INFINITY
) -> list[RootMove]:
    """Return the value of each root move: exact if it beat alpha, else an upper bound.

    At a chance root every outcome's value is exact, as all of them are needed for the average.
    """
    by_chance = position.is_chance()
    roots = []
    for move, reply, guesses_then in root_replies(tally):
        reply = own(reply, position)
        exact = not known.windowed or by_chance or reply > alpha or (reply == alpha and setting.convention.exact_ties)
        bound: Bound = "exact" if exact else "upper"
        if known.for_each and not exact:  # if one player has enough, the utilities of the others do not matter
            reply = alpha
        roots.append(root_move(position, move, reply, bound, guesses_then - guesses, setting))
        alpha = max(alpha, reply)
        guesses = guesses_then
    seen = {root.move for root in roots}
    rest = dict.fromkeys(move for move in (*setting.order.moves(position), *position.moves()) if move not in seen)
    return roots + [RootMove(move, None, None, None, "unvisited", False) for move in rest]


def own(answer: Any, position: Any) -> Any:
    """Return the value of an answer for the side to move: its own part if the answer has the utilities of all
    players.
    """
    return answer[position.to_move()] if isinstance(answer, tuple) else answer


def to_chance(line: tuple[Move, ...], position: MarkedPosition) -> tuple[Move, ...]:
    """Return the part of a best line before a chance node, because no player chooses what follows."""
    for place, move in enumerate(line):
        if position.is_chance():
            return line[:place]
        position = position.play(move)
    return line


def _search_again(
    position: WiderPosition, move: Move, known: Algorithm, setting: Setting | Engine, tally: Tally
) -> RootMove:
    """Return the exact value of one root move, by a search with an open window."""
    tally.counts[GUESSED] = tally.counts[GUESSES]
    child = position.play(move)
    turn = position.turn(child)
    answer = known.value(child, 1, -INFINITY, INFINITY, turn * position.root_side(), setting, tally._replace(start=1))
    reply = answer[position.to_move()] if known.for_each else turn * answer
    return root_move(position, move, reply, "exact", tally.counts[GUESSES] - tally.counts[GUESSED], setting)


def to_its_end(
    line: tuple[Move, ...],
    position: Any,
    score: int,
    known: Algorithm,
    setting: Setting | Engine,
    tally: Tally,
) -> tuple[Move, ...]:
    """Return a best ``line`` with its continuation, as a tally keeps only the first plies.

    The same search runs again after the kept plies. The best move of each node is the first that reaches the node's
    value, the ``score``; so a narrow window around it is enough, unless the score is an average or belongs to one of
    many players. These searches are not counted in the ``tally``. A search with a memory is not run again: its table
    continues the line.
    """
    if isinstance(setting, Engine):
        return setting.line(position, line, score)
    first = side = position.root_side()
    open_window = known.for_each or Demand.CHANCE in position.demands()
    further = line
    while further:
        for move in further:
            child = position.play(move)
            side *= position.turn(child)
            position = child
        aside = tally._replace(counts=row(COUNTS), start=len(line))
        mine = side * first * score
        alpha, beta = (-INFINITY, INFINITY) if open_window else (mine - 1, mine + 1)
        known.value(position, len(line), alpha, beta, side, setting, aside)
        further = to_chance(best_line(aside), position)
        line += further
    return line


def root_move(
    position: MarkedPosition, move: Move, score: int, bound: Bound, guesses: int, setting: Setting | Engine
) -> RootMove:
    """Return a root move with the meaning of its ``score``; ``guesses`` is the number of estimates below it."""
    value, distance = read(score, setting, position)
    return RootMove(move, score, value, distance, bound, is_proven(position, score, guesses, setting))


def read(score: Any, setting: Setting | Engine, position: MarkedPosition) -> tuple[Any, int | None]:
    """Return the value that a score means, the utility or else the evaluation, and the plies to the end.

    Averages over chance and results of one of many players are utilities, estimated or not.
    """
    if not isinstance(score, int):
        return score / setting.scores.unit, None
    found = decided(score, setting.scores)
    if found is None and position.demands() & (Demand.CHANCE | Demand.PLAYERS):
        return ratio(score, setting.evaluation.win), None
    return found or (score, None)


def is_proven(position: MarkedPosition, score: int, guesses: int, setting: Setting | Engine) -> bool:
    """Return True if a score is the game's own: no estimate was used below, or none could have changed it.

    Forward pruning ignores moves by an estimate, so its scores are never proven. If each player plays for itself, an
    estimate can decide what another player gives to the mover.
    """
    if isinstance(setting.order, BestByEvaluation):
        return False
    if guesses and position.demands() & Demand.PLAYERS:
        return False
    end = decided(score, setting.scores) if isinstance(score, int) else None
    return guesses == 0 or (end is not None and abs(end.utility) == position.utmost())


def _rounded(root: RootMove, score: Any, slack: float, setting: Setting | Engine, position: MarkedPosition) -> RootMove:
    """Return a root move with the best ``score`` if its own score differs only by rounding."""
    if not slack or root.score is None or abs(root.score - score) > slack:
        return root
    return root._replace(score=score, value=read(score, setting, position)[0])


def _break_tie(equals: list[tuple[Move]], ties: str, seed: int | None) -> tuple[Move]:
    if ties == "random":
        return random.Random(seed).choice(equals)
    return equals[0 if ties == "first" else -1]
