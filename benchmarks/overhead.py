"""The overhead of the arena: CPU time of a tournament beside that of the same games without it.

``python -m benchmarks.overhead`` plays ``uct:playouts=1000`` against itself at Connect Four. Then the same bots play the
same games again in as many processes, without the arena. This is done several times, because the speed of a machine
varies; the median counts. CPU time of all processes counts, so that other programs disturb little. With ``--bot
random``, which does not think, nearly all of the time is the arena's own: plan, openings, messages and record.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import plyground
from plyground.arena.match import Match
from plyground.bots import Thought
from plyground.bots import bot as bot_named
from plyground.searches import new_tally
from plyground.tournaments.pairing_formats import PlannedGame
from plyground.tournaments.tournament_record import Record

GAME, BOT = "connect_four", "uct:playouts=1000"
WARM_UP_GAMES = 2


def cpu_seconds() -> float:
    """Return the CPU time of this process and of those that it has started and that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def played_here(planned: Sequence[PlannedGame], text: str = BOT) -> tuple[float, int]:
    """Return the CPU time of these games in this process, and the number of their moves."""
    game = plyground.game(GAME)
    bots = [bot_named(text, game) for _side in range(2)]
    begun, plies = 0.0, 0
    for number, each in enumerate((*planned[:WARM_UP_GAMES], *planned)):
        if number == WARM_UP_GAMES:
            begun, plies = time.process_time(), 0
        for side, bot in enumerate(bots):
            bot.seed = each.seed + side  # type: ignore[attr-defined]  # the bots measured here have one
        match = Match(game)
        while not match.outcome:
            thought = Thought((), new_tally(), native=True, is_one_of_many=True)
            match = match.play(bots[match.side].choose(match.position, thought).move)
        plies += match.ply
    return time.process_time() - begun, plies


def played_plainly(planned: Sequence[PlannedGame], jobs: int, text: str = BOT) -> tuple[float, int]:
    """Return the CPU time of these games in so many processes, and the number of their moves."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawn, ignore_interrupts) as pool:
        shares = [planned[first::jobs] for first in range(jobs)]
        times, plies = zip(*pool.map(played_here, shares, [text] * jobs), strict=True)
    return sum(times), sum(plies)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C, which a search in the main thread of a process would otherwise listen for, as in the arena."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Played(NamedTuple):
    """A tournament that has been played."""

    cpu_s: float
    clock_s: float
    games: tuple[PlannedGame, ...]
    plies: int


def played_in_a_tournament(games: int, jobs: int, text: str = BOT) -> Played:
    """Play a tournament of two equal bots."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "overhead.db"
        begun, clock = cpu_seconds(), time.monotonic()
        plyground.tournament(
            GAME, [f"one={text}", f"other={text}"], games_per_pair=games, openings="none", jobs=jobs, file=file
        )
        cpu_s, clock_s = cpu_seconds() - begun, time.monotonic() - clock
        with Record(file) as record:
            return Played(cpu_s, clock_s, record.planned_games, sum(map(len, record.moves_by_game().values())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--bot", default=BOT)
    chosen = parser.parse_args()
    found = []
    for _round in range(chosen.rounds):
        start_s = played_in_a_tournament(2, chosen.jobs, chosen.bot).cpu_s
        arena = played_in_a_tournament(chosen.games, chosen.jobs, chosen.bot)
        plain_s, plies = played_plainly(arena.games, chosen.jobs, chosen.bot)
        assert plies == arena.plies, "these are not the same games"
        each, alone = (1000 * seconds / chosen.games for seconds in (arena.cpu_s - start_s, plain_s))
        found.append(100 * (each / alone - 1))
        print(
            f"{chosen.games} games of {chosen.bot}: {each:.2f} ms of CPU a game in the arena, {alone:.2f} ms without it, "
            f"{found[-1]:.1f} % more. The start took {start_s:.1f} s of CPU, and all games {arena.clock_s:.1f} s by the clock.",
            flush=True,
        )
    print(f"Median of {chosen.rounds} rounds: {median(found):.1f} % more.")


if __name__ == "__main__":
    main()
