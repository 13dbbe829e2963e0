"""Measure what learning gains: a learned evaluation against the game's own, at equal processor time.

``python -m benchmarks.learning GAME --games N`` learns from so many games of self-play with one thread, once for each
seed. Then the engine's search with the learned evaluation plays the same search with the game's best evaluation (or
none). The numbers of nodes a move are in the inverse ratio of the costs of a node in long searches, which are measured
in the same run. A sequential test ends the match.
Both games of a pair have the same random opening. ``-o FOLDER`` keeps the weights of each seed before the match begins;
``--weights FILE`` measures a file; ``--depth N`` compares searches of one depth instead. ``--puct`` lets PUCT use the
learned evaluation; ``--against learned`` gives the opponent the same one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import Any

from plyground import game as game_named
from plyground import learn
from plyground.core.game import Game
from plyground.learning.learned import UNIT
from plyground.learning.weights_file import Weights, read_weights, weights_name
from plyground.searches.best_first.mcts_tree import new_tree
from plyground.searches.best_first.puct_search import puct
from plyground.searches.deepening import deepen
from plyground.searches.engine_setting import engine
from plyground.searches.limit import Limit
from plyground.searches.scores import INFINITY
from plyground.searches.tally import STOP, new_tally
from plyground.statistics.elo import ScoreCounts
from plyground.statistics.sequential_test import SequentialTest

LONGEST = 300
"""Plies after which a game is a draw."""
MEMORY_MB = 8
"""Least memory of a transposition table. A long search has 64 bytes for each of its nodes."""
TEST = SequentialTest(elo0=0, elo1=20, model="logistic")
MAX_PAIRS, PAIRS_TO_TELL = 1_000, 4
COST_NODES, COST_POSITIONS = ((2_000, 60_000), (100, 3_000)), 9
"""Nodes of a short and a long search that measure the cost of a node, and the number of positions."""


class Searching:
    """Iterative deepening with one evaluation, to a number of nodes or a depth."""

    def __init__(self, game: Game, evaluation: Any, limit: Limit) -> None:
        self.game = game
        self.evaluation = evaluation
        self.limit = limit
        self.spent, self.nodes, self.moves = 0.0, 0, 0
        self.begin()

    def begin(self) -> None:
        """Forget the game before."""
        loops = self.game.facts.loops
        memory_mb = max(MEMORY_MB, (self.limit.nodes or 0) * 64 >> 20)
        self.setting = engine(self.game.start, self.evaluation, memory_mb=memory_mb, loops=loops)

    def choose(self, line: list[Any]) -> int:
        """Return the move of a search, and count processor time and nodes."""
        began = time.thread_time()
        past = line[:-1] if self.game.facts.loops else ()
        found = deepen(line[-1], self.limit, self.setting, past=past, tally=new_tally(), native=True)
        self.spent += time.thread_time() - began
        self.nodes += found.nodes
        self.moves += 1
        assert found.move is not None
        return found.move


class Growing(Searching):
    """PUCT with an evaluation, until it has judged a number of positions."""

    def begin(self) -> None:
        """Forget the game before."""
        self.tree_mb = max(4, self.limit.nodes * 64 >> 20) if self.limit.nodes else 4

    def choose(self, line: list[Any]) -> int:
        """Return the move of a search, and count processor time and positions."""
        tally = new_tally()
        tally.counts[STOP] = self.limit.nodes or 0
        began = time.thread_time()
        found = puct(
            line[-1], self.evaluation, UNIT, playouts=INFINITY, tree=new_tree(self.tree_mb), tally=tally, native=True
        )
        self.spent += time.thread_time() - began
        self.nodes += found.nodes
        self.moves += 1
        assert found.move is not None
        return found.move


def node_costs(game: Game, searches: list[tuple[type[Searching], Any]], plies: int) -> list[float]:
    """Return the processor time of a further node in each kind of search with its evaluation, in seconds.

    It is the difference of a long and a short search, so that the time before the first node does not count. The
    searches take turns in some positions, because other work of the machine slows down both. The position with the
    median ratio of costs counts. In a game that long searches solve, the long search is shorter.
    """
    for short_nodes, long_nodes in COST_NODES:
        chance = random.Random(1)
        costs = []
        for number in range(COST_POSITIONS + 1):
            line = opening(game, chance, plies)
            spent = []
            for kind, evaluation in searches:
                short, long = (kind(game, evaluation, Limit(nodes=nodes)) for nodes in (short_nodes, long_nodes))
                short.choose(line)
                long.choose(line)
                if long.nodes > long_nodes // 2:
                    spent.append((long.spent - short.spent) / (long.nodes - short.nodes))
            if number and len(spent) == len(searches):  # the first one compiles
                costs.append(spent)
        if costs:
            return sorted(costs, key=lambda spent: spent[0] / spent[-1])[len(costs) // 2]
    raise SystemExit(f"{game.name} is solved in fewer nodes than are needed to measure the cost of one.")


def played(game: Game, first: Any, second: Any, opening: list[Any]) -> float:
    """Return the points of ``first``, which moves first after the opening."""
    line = list(opening)
    side = game.side(line[-1])
    first.begin()
    second.begin()
    while not line[-1].is_over() and len(line) <= LONGEST:
        mover = first if game.side(line[-1]) == side else second
        line.append(line[-1].play(mover.choose(line)))
    if not line[-1].is_over():
        return 0.5
    outcome = game.outcome(line[-1])
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def opening(game: Game, chance: random.Random, plies: int) -> list[Any]:
    """Return the positions of a random opening that does not end the game."""
    while True:
        line = [game.start]
        for _ply in range(plies):
            if line[-1].is_over():
                break
            line.append(line[-1].play(chance.choice(list(line[-1].moves()))))
        if not line[-1].is_over():
            return line


def match(game: Game, one: Any, other: Any, plies: int, pairs: int, seed: int) -> dict[str, Any]:
    """Return the record of a match that the sequential test ends, at the latest after so many pairs."""
    chance = random.Random(seed)
    scores: list[float] = []
    decision = None
    while decision is None and len(scores) < pairs:
        line = opening(game, chance, plies)
        scores.append(played(game, one, other, line) + 1 - played(game, other, one, line))
        counts = ScoreCounts.of_pairs(scores)
        decision = TEST.decision(TEST.llr(counts))
        if len(scores) % PAIRS_TO_TELL == 0:
            print(told(record_of(counts, decision)), file=sys.stderr, flush=True)
    return record_of(counts, decision)


def record_of(counts: ScoreCounts, decision: float | None) -> dict[str, Any]:
    """Return the record of the pairs so far, with the decision of the sequential test."""
    elo = TEST.estimate(counts)
    return {
        "games": 2 * sum(counts.counts),
        "elo": [round(elo.value), round(elo.low), round(elo.high)],
        "verdict": {None: "undecided", TEST.elo0: "not stronger", TEST.elo1: "stronger"}[decision],
    }


def told(record: dict[str, Any]) -> str:
    """Return a record as a line of text."""
    value, low, high = record["elo"]
    return f"{value:+d} [{low:+d}, {high:+d}] Elo after {record['games']} games: {record['verdict']}"


def main() -> None:
    """Measure one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--on-top", default="none")
    parser.add_argument("--against", default="best")
    parser.add_argument("--tables")
    parser.add_argument("--puct", action="store_true")
    parser.add_argument("--plies", type=int, default=4)
    parser.add_argument("--pairs", type=int, default=MAX_PAIRS)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    asked = parser.parse_args()
    game = game_named(asked.game)
    names = list(game.evaluations)
    against = (names[0] if names else "none") if asked.against == "best" else asked.against
    own = game.evaluations.get(against)
    for seed in asked.seeds:
        began = time.process_time()
        weights: Weights = (
            read_weights(asked.weights)
            if asked.weights
            else learn(
                game, games=asked.games, seconds=asked.seconds, seed=seed, on_top=asked.on_top, tables=asked.tables
            )
        )
        spent = time.process_time() - began
        if asked.output:
            asked.output.mkdir(exist_ok=True)
            weights.write(asked.output / f"{seed}-{weights_name(game.name)}")
        learned = weights.evaluation(game)
        kind = Growing if asked.puct else Searching
        if asked.against == "learned":
            own = weights.evaluation(game)
        costs = node_costs(game, [(kind, learned), (Searching, own)], asked.plies)
        nodes = round(asked.nodes * costs[1] / costs[0])
        limits = [Limit(depth=asked.depth)] * 2 if asked.depth else [Limit(nodes=nodes), Limit(nodes=asked.nodes)]
        one, other = kind(game, learned, limits[0]), Searching(game, own, limits[1])
        began = time.monotonic()
        record = match(game, one, other, asked.plies, asked.pairs, seed + 100)
        limit = f"depth {asked.depth}" if asked.depth else f"{nodes} against {asked.nodes} nodes"
        print(
            f"{game.name}{' by PUCT' if asked.puct else ''} seed {seed}, {weights.games} games in {spent:.0f} s CPU, {weights.tables}, on top of "
            f"{asked.on_top}; {limit} ({1e6 * costs[0]:.2f} against {1e6 * costs[1]:.2f} µs each), against {against}: "
            f"{told(record)}; {one.spent / one.moves:.3f} against {other.spent / other.moves:.3f} s a move, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
