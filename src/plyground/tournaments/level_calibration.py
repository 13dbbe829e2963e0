"""Levels of a game: bots with real weaknesses, measured by a tournament, and chosen in even steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from plyground.core.game import Game
from plyground.errors import PlygroundError, SearchError, SearchStopped
from plyground.i18n import _
from plyground.players import Player, player
from plyground.players.level import MAX_LEVELS, MeasuredLevel
from plyground.players.player import Thought
from plyground.searches import new_tally
from plyground.searches.limit import deadline
from plyground.tournaments.joint_ratings import Rating
from plyground.tournaments.standings import Row, standings
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Progress, Tournament, TournamentSettings

ZERO = "random"
"""The bot that has rating 0 among the levels. The errors are relative to the mean of all bots."""
CANDIDATES = (
    "random",
    "depth-limited:depth=1,evaluation=none,ties=random",
    "depth-limited:depth=2,evaluation=none,ties=random",
    *(f"depth-limited:depth=1,noise={noise}" for noise in (1000, 300, 150, 100, 50)),
    *(f"depth-limited:depth=2,noise={noise}" for noise in (100, 50)),
    "depth-limited:depth=3,noise=100",
    *(f"depth-limited:depth={depth},ties=random" for depth in range(1, 6)),
    *(f"uct:playouts={playouts}" for playouts in (30, 100, 300, 1000, 3000)),
    "expectiminimax:depth=1",
    "expectiminimax:depth=2",
    "max-n:depth=1",
    "max-n:depth=2",
    *(f"engine:nodes={nodes},megabytes=4" for nodes in (6000, 20_000, 100_000)),  # a small table is quickly made
)
"""Bots that are rated to choose levels from: some search less deep, play fewer random games, or evaluate with noise or
not at all.
"""
MOVE_S = 0.1
"""Seconds that a candidate may take for its first move."""
MIN_STEP, WANTED_STEP, MAX_STEP = 80, 150, 250
"""Elo from one level to the next: the least, the best, and the most."""
ROUNDS = 1000
"""Most rounds; the limit of time usually ends the tournament sooner."""
TRIAL_PART, BEGINNING_PART = 0.25, 0.9
"""Parts of the time: to try the candidates, and of the rest, after which no game begins."""


def candidates(game: Game, seconds: float = float("inf")) -> list[str]:
    """Return the bots that can play a game and move fast enough, of those that could be tried within ``seconds``."""
    found = []
    until = time.monotonic() + seconds
    for text in CANDIDATES:
        left = until - time.monotonic()
        with suppress(PlygroundError):
            bot = player(text, game)
            if left > 0 and _seconds(bot, game, left) is not None and (_seconds(bot, game, MOVE_S) or 0) <= MOVE_S:
                found.append(text)
    return found


def _seconds(bot: Player, game: Game, limit: float) -> float | None:
    """Return the seconds in which a bot chooses its first move; None if it is stopped at ``limit``."""
    tally, begun = new_tally(), time.monotonic()
    with deadline(limit, tally.counts):
        try:
            bot.choose(_first(game), Thought(tally=tally, native=True))
        except SearchStopped:
            return None
    return time.monotonic() - begun


def calibrate(
    game: Game,
    record: Record,
    seconds: float,
    jobs: int,
    *,
    seed: int = 0,
    rounds: int = ROUNDS,
    bots: Sequence[str] = (),
    watch: Callable[[Progress], object] = lambda progress: None,
) -> tuple[MeasuredLevel, ...]:
    """Rate bots in a tournament and return the levels chosen, within ``seconds``. Raise :class:`SearchError` if too few
    bots can play.
    """
    begun = time.monotonic()
    taking_part = list(bots) or candidates(game, TRIAL_PART * seconds)
    if len(taking_part) < 2:
        raise SearchError(_("Too few bots play {game} to measure levels.", game=game.name))
    pairing = "ladder" if len(game.sides) == 2 else "round-robin"
    settings = TournamentSettings(pairing, rounds=rounds, games_per_pair=len(game.sides), seed=seed)
    run = Tournament.begin(record, game.name, taking_part, settings)
    left = max(begun + seconds - time.monotonic(), 0)
    run.play(jobs, watch, seconds=BEGINNING_PART * left, at_most=left)
    found = levels_in(standings(record).table, taking_part)
    if not found:
        raise SearchError(_("Too few games of {game} ended in this time to measure levels.", game=game.name))
    return found


def levels_in(table: Sequence[Row], bots: Collection[str]) -> tuple[MeasuredLevel, ...]:
    """Return the levels of these bots from the standings of a tournament that included :data:`ZERO`."""
    zero, group = next(((row.elo or 0.0, row.group) for row in table if row.player == ZERO), (0.0, 0))
    return chosen(
        [
            Rating(row.player, (row.elo or 0.0) - zero, row.error or 0.0, row.games, row.points, row.group)
            for row in table
            if row.player in bots and row.games and row.group == group and (row.elo or 0.0) > zero
        ]
    )


def chosen(ratings: Sequence[Rating]) -> tuple[MeasuredLevel, ...]:
    """Return the bots that make levels, from the weakest to the strongest.

    They rise by about :data:`WANTED_STEP`, or by more if :data:`MAX_LEVELS` such steps would not reach the strongest.
    """
    rising = sorted(ratings, key=lambda row: row.elo)
    found = rising[:1]
    step = max(WANTED_STEP, (rising[-1].elo - rising[0].elo) / (MAX_LEVELS - 1)) if rising else WANTED_STEP
    while True:
        above = [row for row in rising if row.elo - found[-1].elo >= MIN_STEP]
        if not above or len(found) == MAX_LEVELS:
            break
        last = found[-1]
        found.append(min(above, key=lambda row: abs(row.elo - last.elo - step)))
    return tuple(MeasuredLevel(row.player, round(row.elo), round(row.error)) for row in found)


def _first(game: Game) -> object:
    """Return the first position in which a player moves, after the moves of chance."""
    from plyground.arena.match import Match

    return Match(game).rolled().position
