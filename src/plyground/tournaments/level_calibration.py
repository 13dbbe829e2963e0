"""Measuring of levels: bots of different strength play each other until levels with even steps in Elo are known well.

First all candidates play their neighbours in the order of their ratings. Then, again and again, levels are chosen from
the ratings, and neighbours among them play further games, until the error of each step is small enough.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from plyground.bots import Bot
from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import Thought
from plyground.bots.level import MeasuredLevel
from plyground.cluster.places import Place
from plyground.cluster.worker_pool import WorkerPool
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import PlygroundError, SearchError, SearchStopped
from plyground.i18n import _
from plyground.searches import new_tally
from plyground.searches.limit import deadline
from plyground.searches.progress import unheard
from plyground.tournaments.adjudication import Adjudication
from plyground.tournaments.game_play import PlayedGame
from plyground.tournaments.game_table import GameJob, TableMaker
from plyground.tournaments.joint_ratings import GameScore, Ratings, joint_ratings
from plyground.tournaments.level_choice import ZERO, chosen, measured_bots, measured_levels, nearest
from plyground.tournaments.openings import Openings
from plyground.tournaments.pair_results import PairResults
from plyground.tournaments.pairing_formats import PlannedGame, game_seed
from plyground.tournaments.time_control import TimeControl

CANDIDATES = (
    ZERO,
    "depth-limited:depth=1,evaluation=none,ties=random",
    "depth-limited:depth=2,evaluation=none,ties=random",
    *(f"depth-limited:depth=1,noise={noise}" for noise in (1000, 500, 300, 200, 150, 100, 70, 50, 30, 20, 10)),
    *(f"depth-limited:depth=2,noise={noise}" for noise in (200, 100, 70, 50, 30, 20, 10)),
    *(f"depth-limited:depth=3,noise={noise}" for noise in (200, 100, 50, 20)),
    *(f"depth-limited:depth={depth},ties=random" for depth in range(1, 7)),
    *(f"uct:playouts={playouts}" for playouts in (10, 30, 100, 300, 1000, 3000)),
    "expectiminimax:depth=1",
    "expectiminimax:depth=2",
    *(f"engine:nodes={nodes},memory=4" for nodes in (300, 1000, 3000, 6000, 20_000, 50_000, 100_000)),
)
"""Bots that are rated to choose levels from: some search less deep, play fewer random games, or evaluate with noise or
not at all. An engine's table is small so that it is quickly made.
"""
AVERAGE = "(average)"
"""Name of a bot that plays no game (:func:`_cautious`)."""
MOVE_S = 0.1
"""Seconds that a candidate may take for its first move."""
PLACING_PAIRS = 10
"""Pairs of games that every bot plays with its neighbours before levels are chosen."""
STEP_PAIRS, PLACE_PAIRS = 8, 4
"""Pairs of games in a later round: between two levels, and of another bot with each of two bots of about its strength.
"""
WANTED_ERROR, NAMED_ERROR = 55.0, 80.0
"""Elo by which a step, and the place of a named bot, may be wrong; the measuring ends when all errors (95 %) are
smaller.
"""
FAR = 400
"""Difference in Elo to the random bot above which games against it say little."""
TRIAL_PART, PLACING_PART = 0.15, 0.45
"""Shares of the time: after the first, no further candidate is tried; after the second, none is placed."""


class Progress(NamedTuple):
    """The progress of a measurement."""

    played: int  # games played
    levels: tuple[MeasuredLevel, ...]  # levels that would be chosen now
    greatest_error: float  # greatest error of a step


@dataclass(frozen=True)
class Calibration:
    """Measured levels of a game, with other bots on the same scale."""

    levels: tuple[MeasuredLevel, ...]  # the weakest first; the error is that of the step from the level below
    bots: tuple[MeasuredLevel, ...]  # the strongest first; the error is that of the distance from the nearest level
    results: PairResults


def candidates(game: Game, seconds: float = float("inf")) -> list[str]:
    """Return the bots that play the game fast enough. Candidates that could not be tried within ``seconds`` are left
    out.
    """
    found = []
    until = time.monotonic() + seconds
    for text in CANDIDATES:
        left = until - time.monotonic()
        with suppress(PlygroundError):
            bot = bot_named(text, game)
            if left > 0 and _seconds(bot, game, left) is not None and (_seconds(bot, game, MOVE_S) or 0) <= MOVE_S:
                found.append(text)
    return found


def _seconds(bot: Bot, game: Game, limit: float) -> float | None:
    """Return the seconds in which a bot chooses its first move; None if it is stopped at ``limit``."""
    tally, begun = new_tally(), time.monotonic()
    with deadline(limit, tally.counts):
        try:
            bot.choose(_first(game), Thought(tally=tally, native=True))
        except SearchStopped:
            return None
    return time.monotonic() - begun


def _first(game: Game) -> object:
    """Return the first position in which a player moves, after the moves of chance."""
    from plyground.arena.match import Match

    return Match(game).rolled().position


def demand_measurable(game: Game) -> None:
    """Raise :class:`SearchError` for a game whose levels cannot be measured."""
    if len(game.sides) != 2:
        raise SearchError(_("Levels are measured in games for two players, and {game} has more.", game=game.name))
    if game.demands & Demand.HIDDEN:  # only the random bot plays such a game
        raise SearchError(_("Too few bots play {game} to measure levels.", game=game.name))


def calibrate(
    game: Game,
    jobs: int,
    *,
    seconds: float = float("inf"),
    most_games: int | None = None,
    bots: Sequence[str] = (),
    named: Sequence[str] = (),
    openings: str = "random:plies=2",
    seed: int = 0,
    before: PairResults | None = None,
    on_progress: Callable[[Progress], object] = unheard,
) -> Calibration:
    """Measure levels of a game in at most ``seconds`` and return them.

    ``bots`` are the candidates for levels; without them all that play fast enough. A bot that loses a game by a fault
    is left out. ``named`` are further bots to be rated on the same scale. ``before`` has the results of an earlier
    measurement, which count as well. The results depend on the seed and not on ``jobs``, unless the time runs out.
    Raise :class:`SearchError` if too few bots can play or too few games ended.
    """
    demand_measurable(game)
    begun = time.monotonic()
    taking_part = list(bots) or candidates(game, TRIAL_PART * seconds)
    if len(taking_part) < 2:
        raise SearchError(_("Too few bots play {game} to measure levels.", game=game.name))
    measuring = _Measuring(
        game, taking_part, named, Openings.parse(openings, game, seed), seed, before or PairResults()
    )
    measuring.play(jobs, begun, seconds, float("inf") if most_games is None else most_games, on_progress)
    found = measuring.found
    if not found.levels:
        if measuring.results.games >= 2 * PLACING_PAIRS:
            raise SearchError(_("No bot plays {game} better than random moves, so it has no levels.", game=game.name))
        raise SearchError(_("Too few games of {game} ended in this time to measure levels.", game=game.name))
    return found


Meetings = list[tuple[str, str, int]]
"""Two bots and the number of pairs of games that they play."""


def found_in(results: PairResults, bots: Sequence[str], named: Sequence[str] = ()) -> Calibration:
    """Return the levels chosen from ``bots``, and the ratings of ``named`` bots, according to these results."""
    everybody = list(dict.fromkeys((ZERO, *bots, *named)))
    ratings, levels = joint_ratings(results.scores(), players=everybody), chosen(_cautious(results, everybody), bots)
    return Calibration(measured_levels(ratings, levels), measured_bots(ratings, named, levels), results)


def _cautious(results: PairResults, everybody: Sequence[str]) -> Ratings:
    """Return ratings as if every bot had also drawn a game against one average bot.

    This keeps the rating of a bot with few games near the others.
    """
    drawn = (GameScore(bot, AVERAGE, 0.5, (AVERAGE, bot)) for bot in everybody)
    return joint_ratings((*results.scores(), *drawn))


class _Measuring:
    """The games of one measurement."""

    def __init__(
        self, game: Game, bots: Sequence[str], named: Sequence[str], openings: Openings, seed: int, results: PairResults
    ) -> None:
        self.game = game
        self.bots = list(dict.fromkeys(bots))
        self.named = list(named)
        self.everybody = list(dict.fromkeys((ZERO, *bots, *named)))
        self.openings = openings
        self.seed = seed
        self.results = results

    def play(
        self, jobs: int, begun: float, seconds: float, most_games: float, on_progress: Callable[[Progress], object]
    ) -> None:
        """Play all rounds, until the steps are known well enough, or the time or the number of games is reached."""
        specs = {text: text for text in self.everybody}
        maker = TableMaker(self.game, specs, TimeControl.parse("none"), Adjudication.parse("none"), None, True)
        pool = Place(jobs=jobs).open(maker)
        try:
            for meetings in self._rounds(begun, seconds):
                in_time = self._play(pool, meetings, begun + seconds)
                on_progress(self._progress())
                if not in_time or self.results.games >= most_games:
                    return
        finally:
            pool.close()

    @property
    def found(self) -> Calibration:
        """The levels and ratings by the games so far."""
        return found_in(self.results, self.bots, self.named)

    def _progress(self) -> Progress:
        levels = self.found.levels
        return Progress(self.results.games, levels, max((level.error for level in levels[1:]), default=0.0))

    def _rounds(self, begun: float, seconds: float) -> Iterator[Meetings]:
        """Yield the meetings of each round. First all bots play their neighbours; then levels and named bots."""
        order = self.everybody
        while True:
            if self.results.games:
                careful = _cautious(self.results, self.everybody)
                order = sorted(self.everybody, key=lambda bot: careful[bot].elo)
                if time.monotonic() > begun + PLACING_PART * seconds:
                    break
            new = {bot for bot in (ZERO, *self.bots, *self.named) if self.results.pairs_with(bot) < PLACING_PAIRS}
            if not new:
                break
            yield [(lower, higher, 1) for lower, higher in pairwise(order) if lower in new or higher in new]
        while meetings := list(self._unsure()):
            yield meetings

    def _unsure(self) -> Iterator[tuple[str, str, int]]:
        """Yield the meetings that reduce the greatest errors: first of levels, then of named bots."""
        ratings = joint_ratings(self.results.scores(), players=self.everybody)
        careful = _cautious(self.results, self.everybody)
        levels = chosen(careful, self.bots)

        def is_unsure(one: str, other: str, wanted: float = WANTED_ERROR) -> bool:
            difference = ratings.difference(one, other)
            return difference is None or difference.error > wanted

        if not levels:  # a good bot may seem no better than random moves, by bad luck
            rising = sorted((bot for bot in self.bots if bot != ZERO), key=lambda bot: careful[bot].elo)
            levels = tuple(rising[-1:])
        steps = list(pairwise(levels))
        if levels and careful[levels[0]].elo - careful[ZERO].elo < FAR:
            steps.insert(0, (ZERO, levels[0]))
        unsure = [step for step in steps if is_unsure(*step)]
        yield from ((lower, higher, STEP_PAIRS) for lower, higher in unsure)
        if unsure:
            return
        placed = {*levels, *self.named}
        for bot in self.named:
            if bot not in (*levels, ZERO) and is_unsure(nearest(careful, bot, levels), bot, NAMED_ERROR):
                others = sorted(placed - {bot}, key=lambda other: abs(careful[other].elo - careful[bot].elo))
                yield from ((bot, other, PLACE_PAIRS) for other in others[:2])

    def _play(self, pool: WorkerPool[GameJob, PlayedGame], meetings: Meetings, until: float) -> bool:
        """Play the games of a round and count their pairs. Return False if the time was up before they ended."""
        jobs = deque(self._jobs(meetings))
        scores: dict[str, tuple[float, ...]] = {}
        seats = {job.key: job.seats for job, _opening in jobs}
        pairs = [(job.seats, job.pair) for job, _opening in list(jobs)[::2]]
        in_time = True
        while (jobs or pool.running) and in_time:
            while jobs and pool.room:
                pool.submit(jobs.popleft())
            left = until - time.monotonic()
            in_time = left > 0
            for ended in pool.results(None if left == float("inf") else max(left, 0.0)):
                if ended.culprit is None:  # a fault says nothing about strength
                    scores[ended.key] = ended.scores
                else:
                    self._leave_out(seats[ended.key][ended.culprit])
        for (one, other), pair in pairs:
            if f"{pair} 0" in scores and f"{pair} 1" in scores:
                self.results.add(one, other, scores[f"{pair} 0"][0], scores[f"{pair} 1"][1])
        return in_time

    def _leave_out(self, bot: str) -> None:
        self.bots, self.named = ([each for each in bots if each != bot] for bots in (self.bots, self.named))

    def _jobs(self, meetings: Iterable[tuple[str, str, int]]) -> Iterator[GameJob]:
        """Yield the games of these meetings, two of each opening, in a row."""
        for one, other, count in meetings:
            begun = self.results.pairs_of(one, other)
            for number in range(begun, begun + count):
                pair = f"{one} {other} {number}"
                opening = self.openings[number]
                for seating, seats in enumerate(((one, other), (other, one))):
                    key = f"{pair} {seating}"
                    seeds = game_seed(self.seed, key), game_seed(self.seed, pair)
                    yield PlannedGame(key, 1, pair, number, seats, *seeds), opening
