"""The overhead of the arena: CPU time of a tournament beside that of the same bots playing in one process.

``python -m benchmarks.overhead --games 1000`` plays ``uct:playouts=1000`` against itself at Connect Four. CPU time of all
processes counts, so that other programs on the machine do not. With ``--bot random``, which does not think, nearly all
of the time is the arena's own: plan, openings, messages and record.
"""

from __future__ import annotations

import argparse
import os
import time

import plyground
from plyground.arena.match import Match
from plyground.players import Thought, player
from plyground.searches import new_tally

GAME, BOT = "connect_four", "uct:playouts=1000"
WARM_UP_GAMES = 2


def cpu_seconds() -> float:
    """Return the CPU time of this process and of those that it has started and that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def played_here(games: int, text: str = BOT) -> float:
    """Return the CPU time of games in this process."""
    game = plyground.game(GAME)
    bots = [player(text, game) for _side in range(2)]
    begun = 0.0
    for number in range(-WARM_UP_GAMES, games):
        if number == 0:
            begun = cpu_seconds()
        for side, bot in enumerate(bots):
            bot.seed = 2 * number + side  # type: ignore[attr-defined]  # the bots measured here have one
        match = Match(game)
        while not match.outcome:
            match = match.play(bots[match.side].choose(match.position, Thought((), new_tally())).move)
    return cpu_seconds() - begun


def played_in_a_tournament(games: int, jobs: int, text: str = BOT) -> tuple[float, float]:
    """Return the CPU time and the clock time of games of a tournament."""
    begun, clock = cpu_seconds(), time.monotonic()
    plyground.tournament(GAME, [f"one={text}", f"other={text}"], games_per_pair=games, openings="none", jobs=jobs)
    return cpu_seconds() - begun, time.monotonic() - clock


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--bot", default=BOT)
    chosen = parser.parse_args()
    start, _clock = played_in_a_tournament(2, chosen.jobs, chosen.bot)
    arena, clock = played_in_a_tournament(chosen.games, chosen.jobs, chosen.bot)
    plain = played_here(chosen.games, chosen.bot)
    each, alone = (1000 * seconds / chosen.games for seconds in (arena - start, plain))
    print(
        f"{chosen.games} games of {chosen.bot}: {each:.2f} ms of CPU a game in the arena, {alone:.2f} ms in one process,"
    )
    print(
        f"{100 * (each / alone - 1):.1f} % more. The start took {start:.1f} s of CPU, and all games {clock:.1f} s by the clock."
    )


if __name__ == "__main__":
    main()
