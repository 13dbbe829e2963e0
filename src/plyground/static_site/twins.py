"""The compiled searches of a site: the page's jobs run once for each game, and what they compiled is kept for browsers."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from plyground.arena.analysis import contestants
from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.native.compiler import recorded
from plyground.native.targets.target import WASM32
from plyground.presentation.default_players import opponent
from plyground.presentation.opponents import levels, opponent_groups
from plyground.searches.tally import STOP, Tally, new_tally
from plyground.web.pages.game import jobs
from plyground.web.workers.running_job import run_job

JOB_S = 0.5
"""Seconds for a job; it runs only to be compiled."""
OPENING_PLIES = 8
"""Plies of the random game in which jobs run, too."""


def write_twins(games: Iterable[Game], folder: Path) -> int:
    """Write the twins of these games' pages into a folder. Return their number.

    Raise :class:`OSError`.
    """
    with recorded() as twins:
        for game in games:
            for moves in ((), _opening(game)):
                for job in _jobs(game, moves):
                    _run(job)
    for twin in twins:
        twin.keep_for(WASM32, folder)
    return len(twins)


def _jobs(game: Game, moves: tuple[Any, ...]) -> Iterator[Callable[[Tally], object]]:
    """Yield what the page of a game asks of its workers after ``moves``."""

    def later(job: Callable[..., object], *arguments: Any, **options: Any) -> Callable[[Tally], object]:
        return lambda tally: job(tally, game.name, moves, *arguments, **options)

    offered = [each.text for group in opponent_groups(game) for each in group.opponents]
    for bot in dict.fromkeys([opponent(game), *(level.text for level in levels(game)), *offered]):
        yield later(jobs.choose, bot)
    yield later(jobs.judgement)
    yield later(jobs.explanation)
    yield later(jobs.advice)
    if moves:
        yield later(jobs.reviewed_move)
    for number in range(len(contestants(game))):
        yield later(jobs.compared_tree, number)


def _run(job: Callable[[Tally], object]) -> None:
    """Run a job for a short time. A job that fails needs no twin: on the page it fails, too."""
    tally = new_tally()
    with _stopped_after(tally, JOB_S), suppress(PlygroundError):
        run_job(tally, _ignore, job, (), {})


def _ignore(_news: Any) -> None:
    """Ignore a report."""


@contextmanager
def _stopped_after(tally: Tally, seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, tally.counts.__setitem__, (STOP, 1))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _opening(game: Game) -> tuple[Any, ...]:
    """Return the moves of a random game that is not over after them."""
    chance, position, moves = random.Random(1), game.start, []
    for _ply in range(OPENING_PLIES):
        move = chance.choice(list(position.moves()))
        following = position.play(move)
        if following.is_over():
            break
        position = following
        moves.append(move)
    return tuple(moves)
