"""The means of the judge. Each returns the judgement of an unfinished position, or None if it cannot judge it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.core.evaluation import Evaluation, NoEvaluation
from plyground.core.game import Game
from plyground.core.position import CHANCE, Demand, MarkedPosition, Move
from plyground.errors import SearchError, SearchStopped
from plyground.evaluations.calibration import Calibration
from plyground.judge.judgement import WIN, Judgement, MoveWorth, ranked, rounded, sign
from plyground.searches.best_first.uct_search import Arm, uct
from plyground.searches.deepening import deepen
from plyground.searches.engine_setting import Engine, engine
from plyground.searches.limit import Limit
from plyground.searches.progress import Progress
from plyground.searches.run_search import search
from plyground.searches.scores import scores, usual_scores
from plyground.searches.search_setting import setting
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.solvers.exact import Solver
from plyground.solvers.explore import perfect_line
from plyground.solvers.forward import Valued

LINE_PLIES = 8
"""Plies of a line."""
PROOF_NODES = 10
"""Nodes of a proof for each node of a search: they are cheaper, and settle the question."""
LIKELY = 2
"""A proof is tried if its expected nodes are at most so many times its limit."""
MEMORY_MB, PROOF_MEMORY_MB = 16, 8
NODES_PER_PLAYOUT = 80
"""Nodes of the judge that one random game counts as."""
MIN_PLAYOUTS, MIN_PLAYOUT_NODES = 200, 20_000
TRUSTED_PLAYOUTS = 500
"""Random games whose means are trusted: fewer are too noisy to mark a move."""
RAVE = 1000
DOUBT_VISITS = 20
"""Visits of a move at which the mean of its random games counts half."""
NODES_PER_AVERAGE = 10
"""Nodes of the judge that one position of an exact average over chance counts as, in plain Python."""
CHANCE_DEPTHS = (3, 1)
"""Plies of averages over evaluations: a move, chance and the reply; a move alone if these are too many nodes."""
MAX_CHANCE_PLIES = 300
"""Plies to which averages over chance are followed."""


class Means(NamedTuple):
    """Everything that the sources need to know of a game and of the limits."""

    game: Game
    nodes: int  # positions that a search may visit
    native: bool  # compiled code runs
    evaluation: Evaluation | None
    calibration: Calibration


# The table of the whole game


def by_table(values: Valued, position: MarkedPosition) -> Judgement:
    """Return the judgement from the values of all positions."""
    moves = []
    for move in position.moves():
        child = position.play(move)
        value = values[child].before(position.turn(child))
        line = (move,) if child.is_over() else (move, *perfect_line(values, child, LINE_PLIES - 1))
        moves.append(MoveWorth(move, WIN * value.sign, True, value.distance, line, _points(child, value.utility)))
    found = ranked(moves)
    return Judgement("table", found[0].value, True, found, len(found), 0)


def _points(position: MarkedPosition, utility: int) -> int | None:
    return utility if position.utmost() > 1 else None


# Proof


def by_proof(means: Means, position: Any) -> Judgement | None:
    """Return the judgement if win, draw or loss of every move is proven within the limit.

    What is left of the nodes goes to exact scores and lines: they cost 3 to 10 times more.
    """
    limit = PROOF_NODES * means.nodes
    if not hasattr(position, "proof_nodes") or position.proof_nodes() > LIKELY * limit:
        return None
    tally = new_tally()
    solver = Solver(position, memory_mb=PROOF_MEMORY_MB, tally=tally, native=means.native)
    tally.counts[STOP] = limit
    moves: dict[Move, MoveWorth] = {}
    try:
        for move in position.moves():
            child = position.play(move)
            result = position.turn(child) * solver.score(child, weak=True)
            moves[move] = MoveWorth(move, WIN * sign(result), True, 1 if child.is_over() else None, (move,))
    except SearchStopped:
        return None
    spent = tally.counts[NODES]
    tally.counts[STOP] = spent + limit
    timed = hasattr(position, "plies_to")
    try:
        for move, worth in moves.items():
            child = position.play(move)
            score = position.turn(child) * solver.score(child)
            if not timed:
                moves[move] = worth._replace(points=score)
            elif score and not child.is_over():
                moves[move] = worth._replace(distance=child.plies_to(position.turn(child) * score) + 1)
        for move, worth in sorted(moves.items(), key=lambda each: each[1].rank, reverse=True):
            child = position.play(move)
            if not child.is_over():
                moves[move] = worth._replace(line=(move, *solver.best(child, plies=LINE_PLIES - 1)[1]))
    except SearchStopped:
        pass
    found = ranked(moves.values())
    return Judgement("proof", found[0].value, True, found, spent, 0)


# The engine


def by_engine(means: Means, position: MarkedPosition, repeated: tuple[Any, ...]) -> Judgement:
    """Return the judgement of the engine: every move exactly with half of the nodes, then one deep search.

    The second search anchors the first: no move is worth more than its value, which is the value of the position.
    """
    legal = list(position.moves())
    setting = engine(
        position,
        means.evaluation,
        memory_mb=MEMORY_MB,
        loops=means.game.facts.loops,
        scores=scores(usual_scores(position.demands()), means.evaluation or NoEvaluation()),
    )
    told: dict[int, dict[Move, Progress]] = {}

    def keep(news: Progress) -> None:
        told.setdefault(news.depth, {})[news.line[0]] = news

    limit = Limit(nodes=max(1, means.nodes // 2))
    wide = deepen(position, limit, setting, past=repeated, native=means.native, lines=max(2, len(legal)), on_progress=keep)  # fmt: skip
    last, before = told[wide.depth or 0], told.get((wide.depth or 0) - 1, {})
    moves = {move: _worth(means, move, last[move], before.get(move)) for move in legal}
    top = max(moves.values(), key=lambda each: each.rank)
    nodes, first = wide.nodes, None
    if not top.proven:
        deep, spent = _deeper(means, position, repeated, setting, limit)
        nodes += spent
        if deep is not None:
            first = deep.move
            moves = {move: _anchored(worth, deep) for move, worth in moves.items()}
    found = ranked(moves.values(), first)
    proven = found[0].proven and (found[0].value > 0 or all(each.proven for each in found))
    return Judgement("engine", found[0].value, proven, found, nodes, wide.depth or 0, not means.calibration.is_weak)


def _anchored(worth: MoveWorth, deep: MoveWorth) -> MoveWorth:
    """Return the worth of a move after the deep search, whose best move is ``deep``."""
    if worth.move == deep.move:
        return deep
    if not worth.proven and worth.value > deep.value:
        return worth._replace(value=deep.value)
    return worth


def _deeper(
    means: Means, position: MarkedPosition, repeated: tuple[Any, ...], setting: Engine, limit: Limit
) -> tuple[MoveWorth | None, int]:
    """Return the best move by one search for the best move alone, and the nodes of this search."""
    news: list[Progress] = []
    found = deepen(position, limit, setting, past=repeated, native=means.native, on_progress=news.append)
    if found.move is None:
        return None, found.nodes
    if found.proven:
        return MoveWorth(found.move, WIN * sign(found.value), True, found.distance, found.line), found.nodes
    value = means.calibration.expected(found.value)
    if len(news) > 1 and not news[-2].proven:
        value = (value + means.calibration.expected(news[-2].value)) / 2
    return MoveWorth(found.move, value, False, None, found.line), found.nodes


def _worth(means: Means, move: Move, last: Progress, before: Progress | None) -> MoveWorth:
    """Return the worth of a root move: the mean of its last two depths, which differ if one is odd and one even."""
    if last.proven:
        return MoveWorth(move, WIN * sign(last.value), True, last.distance, last.line)
    value = means.calibration.expected(last.value)
    if before is not None and not before.proven:
        value = (value + means.calibration.expected(before.value)) / 2
    return MoveWorth(move, value, False, None, last.line)


# Random games


def by_uct(means: Means, position: MarkedPosition) -> Judgement | None:
    """Return the judgement of random games in a tree; None if the position has too many moves for them."""
    demands = position.demands()
    rave = RAVE if hasattr(position, "actions") and not demands & (Demand.CHANCE | Demand.PLAYERS) else 0
    playouts = max(MIN_PLAYOUTS, means.nodes // (1 if demands & Demand.PLAYERS else NODES_PER_PLAYOUT))
    tally = new_tally()
    tally.counts[STOP] = max(means.nodes, MIN_PLAYOUT_NODES)  # so long games end
    try:
        found = uct(position, playouts=playouts, seed=1, rave=rave, tally=tally, native=means.native)
    except SearchError:
        return None
    if not found.moves:  # chance is to move
        return Judgement("uct", rounded(WIN * found.value), found.proven, (), found.nodes, 0)
    best = max(found.moves, key=lambda arm: (arm.proven and arm.value > 0, arm.visits))
    top = _of_games(best, found.value)
    moves = []
    for arm in found.moves:
        if arm is best:
            moves.append(MoveWorth(arm.move, top, arm.proven, None, found.line or (arm.move,)))
        else:  # no rarely tried move is better than the most visited one
            value = min(top, _of_games(arm, found.value))
            moves.append(MoveWorth(arm.move, value, arm.proven and value == WIN * arm.value, None, (arm.move,)))
    played = sum(arm.visits for arm in found.moves)
    return Judgement(
        "uct", rounded(top), found.proven, ranked(moves, best.move), found.nodes, 0, played >= TRUSTED_PLAYOUTS
    )


def _of_games(arm: Arm, usual: float) -> float:
    """Return the value of a move. The mean of few random games is drawn towards the ``usual`` one if it is greater."""
    if arm.proven:
        return WIN * arm.value
    trust = arm.visits / (arm.visits + DOUBT_VISITS)
    return WIN * (trust * arm.value + (1 - trust) * min(usual, arm.value))


def by_both(means: Means, position: MarkedPosition, found: Judgement) -> Judgement:
    """Return the judgement for rules without an evaluation: proofs of the engine, and random games for the rest."""
    guessed = by_uct(means, position)
    if guessed is None:
        return found
    values = {each.move: each for each in guessed.moves}
    moves = ranked((each if each.proven else values[each.move] for each in found.moves), guessed.best.move)
    return Judgement("uct", moves[0].value, False, moves, found.nodes + guessed.nodes, found.depth, guessed.trusted)


# Chance


def by_chance(means: Means, position: MarkedPosition) -> Judgement | None:
    """Return the judgement of a game of chance: exact averages of best play, or evaluations, or random games."""
    exact = _Average(means.game, max(1, means.nodes // NODES_PER_AVERAGE))
    unit = 1 if means.evaluation is not None else max(1, int(position.utmost()))  # one point is a win of an evaluation
    try:
        return _chance(means, position, lambda child: _of_points(exact.of(child) / unit), proven=True)
    except _TooMuch:
        pass
    if means.evaluation is not None:
        for depth in CHANCE_DEPTHS:
            try:
                return _averaged(means, position, means.evaluation, depth)
            except (SearchStopped, SearchError):
                continue
    found = by_uct(means, position)
    return found and found._replace(source="chance")


def _chance(means: Means, position: MarkedPosition, value_of: Callable[[Any], float], *, proven: bool) -> Judgement:
    """Return the judgement by the values of the positions after each move, for the first player."""
    side = means.game.side(position)
    if side == CHANCE:
        return Judgement("chance", rounded(value_of(position)), proven, (), 1, 0)
    view = -1 if side else 1
    values = {move: view * value_of(position.play(move)) for move in position.moves()}
    moves = ranked(MoveWorth(move, value, proven, None, (move,)) for move, value in values.items())
    return Judgement("chance", moves[0].value, proven, moves, len(moves), 0)


class _TooMuch(Exception):
    """The position has too many successors for an exact average, or play can go round in circles."""


class _Average:
    """The exact averages over chance of utilities, for the first player."""

    def __init__(self, game: Game, most: int) -> None:
        self._side = game.side
        self._most = most  # positions
        self._known: dict[Any, float | None] = {}

    def of(self, position: Any, plies: int = 0) -> float:
        """Return the average of best play from a position. Raise :class:`_TooMuch`."""
        if position in self._known:
            known = self._known[position]
            if known is None:
                raise _TooMuch
            return known
        if len(self._known) >= self._most or plies > MAX_CHANCE_PLIES:
            raise _TooMuch
        self._known[position] = None
        side = self._side(position)
        if position.is_over():
            found = _first(side, float(position.utility()))
        elif position.is_chance():
            found = sum(float(position.probability(move)) * self.of(position.play(move), plies + 1) for move in position.moves())  # fmt: skip
        else:
            found = (min if side else max)(self.of(position.play(move), plies + 1) for move in position.moves())
        self._known[position] = found
        return found


def _averaged(means: Means, position: MarkedPosition, evaluation: Evaluation, depth: int) -> Judgement:
    """Return the judgement by averages of evaluations ``depth`` plies ahead. Raise :class:`SearchStopped` beyond the
    limit.

    A value is the average in points, at most 1 in size.
    """
    tally = new_tally()
    tally.counts[STOP] = means.nodes
    plan = setting(depth=depth, evaluation=evaluation)
    found = search(position, "expectiminimax", plan, every_move=True, tally=tally, native=means.native)
    worths = [
        MoveWorth(each.move, _of_points(each.value or 0), each.proven, None, (each.move,)) for each in found.moves
    ]
    moves = () if means.game.side(position) == CHANCE else ranked(worths)  # nobody chooses what chance does
    value = moves[0].value if moves else rounded(_of_points(found.value))
    return Judgement("chance", value, found.proven, moves, found.nodes, depth)


def _of_points(points: Any) -> float:
    return WIN * max(-1.0, min(1.0, float(points)))


def _first(side: int, value: float) -> float:
    """Return a value for the first player; chance nodes are seen from there already."""
    return -value if side > 0 else value
