"""Measure what learning gains: learned evaluations against the games' own, by a sequential test at equal nodes.

``python -m benchmarks.learning GAME GAMES [--nodes 500] [--seeds 3] [--on-top NAME] [--tables KINDS]`` learns from so many
games of self-play with one thread, once for each seed, and lets the engine's search with the learned evaluation play
the same search with the game's best evaluation (or none). Both games of a pair have the same random opening.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from plyground import game as game_named
from plyground import learn
from plyground.core.game import Game
from plyground.searches.deepening import deepen
from plyground.searches.engine_setting import engine
from plyground.searches.limit import Limit
from plyground.searches.tally import new_tally
from plyground.statistics.elo import ScoreCounts
from plyground.statistics.sequential_test import SequentialTest

LONGEST = 300
"""Plies after which a game is a draw."""
MEMORY_MB = 8
TEST = SequentialTest(elo0=0, elo1=20, model="logistic")
MAX_PAIRS = 1_000


class Searching:
    """Iterative deepening with one evaluation and a limit of nodes."""

    def __init__(self, game: Game, evaluation: Any, nodes: int) -> None:
        self.game = game
        self.evaluation = evaluation
        self.limit = Limit(nodes=nodes)
        self.seconds = 0.0
        self.nodes = 0
        self.begin()

    def begin(self) -> None:
        """Forget the game before."""
        loops = self.game.facts.loops
        self.setting = engine(self.game.start, self.evaluation, memory_mb=MEMORY_MB, loops=loops)

    def choose(self, line: list[Any]) -> int:
        """Return the move of a search."""
        began = time.process_time()
        past = line[:-1] if self.game.facts.loops else ()
        found = deepen(line[-1], self.limit, self.setting, past=past, tally=new_tally(), native=True)
        self.seconds += time.process_time() - began
        self.nodes += found.nodes
        assert found.move is not None
        return found.move


def played(game: Game, first: Searching, second: Searching, opening: list[Any]) -> float:
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


def main() -> None:
    """Measure one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("games", type=int)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--on-top", default="none")
    parser.add_argument("--tables")
    parser.add_argument("--plies", type=int, default=4)
    parser.add_argument("--pairs", type=int, default=MAX_PAIRS)
    asked = parser.parse_args()
    game = game_named(asked.game)
    own = next(iter(game.evaluations.values()), None)
    for seed in range(1, asked.seeds + 1):
        began = time.process_time()
        learned = learn(game, games=asked.games, seed=seed, on_top=asked.on_top, tables=asked.tables)
        spent = time.process_time() - began
        one, other = Searching(game, learned.evaluation(game), asked.nodes), Searching(game, own, asked.nodes)
        chance, scores = random.Random(seed), []
        decision = None
        while decision is None and len(scores) < asked.pairs:
            line = opening(game, chance, asked.plies)
            scores.append(played(game, one, other, line) + 1 - played(game, other, one, line))
            counts = ScoreCounts.of_pairs(scores)
            decision = TEST.decision(TEST.llr(counts))
        elo = TEST.estimate(counts)
        verdict = {None: "undecided", TEST.elo0: "not stronger", TEST.elo1: "stronger"}[decision]
        cost = one.seconds / one.nodes / (other.seconds / other.nodes)
        print(
            f"{asked.game} seed {seed}: {asked.games} games in {spent:.0f} s CPU; at {asked.nodes} nodes {elo.value:+.0f} "
            f"[{elo.low:+.0f}, {elo.high:+.0f}] Elo after {2 * len(scores)} games: {verdict}; a node costs {cost:.2f} times",
            flush=True,
        )


if __name__ == "__main__":
    main()
