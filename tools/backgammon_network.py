"""Train the network of backgammon by self-play, and compare it with the present one.

``python tools/backgammon_network.py FILE.bin --games 250000 --seed 2`` trains: the step falls from 0.03 to 0.002. It tells
how far it is, and writes the file at each report. ``--compare 500`` plays so many pairs of games against the network that
is bundled, each pair with the same dice. ``FILE`` replaces ``src/plyground/games/backgammon/backgammon_network.bin`` if
it is not weaker over 1,000 games.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import plyground.games.backgammon.backgammon_network as bundled
from plyground import game
from plyground.core.files import write_bytes
from plyground.core.random_numbers import new_chance
from plyground.learning.network_learner import learn_by_self_play, network_content, new_network_learner, play_game
from plyground.native.compiler import compiled

FIRST_STEP, LAST_STEP = 0.03, 0.002
REPORTS = 50
Z95 = 1.96
"""Standard errors of a 95 % interval."""


def train(path: Path, games: int, seed: int) -> None:
    """Train and write the file, at each report and at the end."""
    start, learner, chance = game("backgammon").start, new_network_learner(seed), new_chance(seed)
    play = compiled(learn_by_self_play, start, learner, chance, 1, 0.1)
    began = time.process_time()
    done = 0
    while done < games:
        step = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** (done / games)
        count = min(max(1, games // REPORTS), games - done)
        plays = play(start, learner, chance, count, step)
        done += count
        write_bytes(path, network_content(learner))
        spent = time.process_time() - began
        print(f"{done} games, {plays / count:.0f} plays a game, {spent:.0f} s of processor time", flush=True)


def compare(path: Path, pairs: int, seed: int) -> None:
    """Tell the points a game of a file's network against the bundled one, with a 95 % interval over pairs."""
    start = game("backgammon").start
    new = new_network_learner(content=path.read_bytes())
    old = new_network_learner(content=Path(bundled.__file__).with_suffix(".bin").read_bytes())
    play = compiled(play_game, start, new, old, new_chance(seed))
    scores = []
    for pair in range(pairs):
        dice, again = new_chance(seed + pair), new_chance(seed + pair)
        scores.append((play(start, new, old, dice) - play(start, old, new, again)) / 2)
    mean = sum(scores) / pairs
    error = Z95 * (sum((score - mean) ** 2 for score in scores) / max(1, pairs - 1) / pairs) ** 0.5
    print(f"{2 * pairs} games: {mean:+.3f} points a game [{mean - error:+.3f}, {mean + error:+.3f}]")


def main() -> None:
    """Train, compare, or both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--compare", type=int, default=0, metavar="PAIRS")
    asked = parser.parse_args()
    if asked.games:
        train(asked.file, asked.games, asked.seed)
    if asked.compare:
        compare(asked.file, asked.compare, asked.seed)


if __name__ == "__main__":
    main()
