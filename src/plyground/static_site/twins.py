"""The compiled searches of a site: the page's jobs run once for each game, and what they compiled is kept for browsers."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from plyground.arena.analysis import contestants
from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.judge.kept_judgements import kept_judgements
from plyground.learning.learn import bot_text
from plyground.native.compiler import recorded
from plyground.native.targets.target import WASM32
from plyground.presentation.default_players import opponent
from plyground.presentation.opponents import levels, opponent_groups
from plyground.searches.progress import unheard
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.web.pages.compare import jobs as compare_jobs
from plyground.web.pages.game import jobs
from plyground.web.urls.compare_url import CompareQuery, experiment
from plyground.web.workers.running_job import run_job

SEARCH_S, JUDGE_S = 0.5, 20.0
"""Seconds after the first node for a search, and for a question to the judge.

A search runs only to be compiled; the judge uses several searches one after another and ends by itself.
"""
POLL_S = 0.01
OPENING_TURNS, ENDING_TURNS = 8, 3
"""Turns after the first and before the last of a random game at which jobs run, too."""
MAX_GAME_PLIES = 300
"""Most plies of this game."""


def write_twins(games: Iterable[Game], folder: Path) -> int:
    """Write the twins of these games' pages into a folder. Return their number.

    Raise :class:`OSError`.
    """
    with recorded() as twins, kept_judgements().ignored():
        for game in games:
            turns = _turns(game)
            last = len(turns) - 1
            for number in sorted({0, min(OPENING_TURNS, last), max(0, last - ENDING_TURNS)}):
                for job in _searches(game, turns[number]):
                    _run(job, SEARCH_S)
                for job in _questions(game, turns[number]):
                    _run(job, JUDGE_S)
            for job in _comparisons(game):
                _run(job, SEARCH_S)
    for twin in twins:
        twin.keep_for(WASM32, folder)
    return len(twins)


def _later(job: Callable[..., object], game: Game, moves: tuple[Any, ...], *others: Any) -> Callable[[Tally], object]:
    """Return a job of a game's page after ``moves``."""
    return lambda tally: job(tally, game.name, moves, *others)


def _searches(game: Game, moves: tuple[Any, ...]) -> Iterator[Callable[[Tally], object]]:
    """Yield the moves of the offered bots after ``moves``, also by each evaluation, and the compared searches."""
    offered = [each.text for group in opponent_groups(game) for each in group.opponents]
    for bot in dict.fromkeys([opponent(game), *(level.text for level in levels(game)), *offered]):
        yield _later(jobs.choose, game, moves, bot)
    for evaluation in game.evaluations:
        yield _later(jobs.choose, game, moves, bot_text(game, evaluation))
    for number in range(len(contestants(game))):
        yield _later(jobs.compared_tree, game, moves, number)


def _questions(game: Game, moves: tuple[Any, ...]) -> Iterator[Callable[[Tally], object]]:
    """Yield the questions of a game's page to the judge."""
    yield _later(jobs.judgement, game, moves)
    yield _later(jobs.explanation, game, moves)
    yield _later(jobs.advice, game, moves)
    if moves:
        yield _later(jobs.reviewed_move, game, moves)


def _comparisons(game: Game) -> Iterator[Callable[[Tally], object]]:
    """Yield what Compare asks for by default: its plan, and one run of each search."""
    asked = CompareQuery(game.name)
    yield lambda tally: compare_jobs.plan_comparison(tally, asked)
    with suppress(PlygroundError):
        runs = {run.contender: number for number, run in enumerate(experiment(asked).runs())}
        for number in runs.values():
            yield partial(compare_jobs.compare, asked=asked, number=number, before=None)


def _run(job: Callable[[Tally], object], seconds: float) -> None:
    """Run a job for some seconds. A job that fails needs no twin: on the page it fails, too."""
    tally = new_tally()
    with _stopped_after(tally, seconds), suppress(PlygroundError):
        run_job(tally, unheard, job, (), {})


@contextmanager
def _stopped_after(tally: Tally, seconds: float) -> Iterator[None]:
    """Tell a job to stop some seconds after its first node: its search is compiled by then."""
    is_done = threading.Event()

    def watch() -> None:
        while tally.counts[NODES] == 0:
            if is_done.wait(POLL_S):
                return
        if not is_done.wait(seconds):
            tally.counts[STOP] = 1

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        is_done.set()
        watcher.join()


def _turns(game: Game) -> list[tuple[Any, ...]]:
    """Return the moves before each turn of a side in a random game."""
    chance, position = random.Random(1), game.start
    moves, turns = list[Any](), list[tuple[Any, ...]]()
    while not position.is_over() and len(moves) < MAX_GAME_PLIES:
        if not position.is_chance():
            turns.append(tuple(moves))
        moves.append(chance.choice(list(position.moves())))
        position = position.play(moves[-1])
    return turns
