"""Levels of a game: bots with real weaknesses, measured by a tournament, and chosen in even steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence

from plyground.core.game import Game
from plyground.errors import PlygroundError, SearchError
from plyground.i18n import _
from plyground.players import player
from plyground.players.level import MAX_LEVELS, MeasuredLevel
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
    *(f"depth-limited:depth=1,noise={noise}" for noise in (1000, 300, 100)),
    *(f"depth-limited:depth={depth},noise=100" for depth in (2, 3)),
    *(f"depth-limited:depth={depth},ties=random" for depth in range(1, 5)),
    *(f"uct:playouts={playouts}" for playouts in (30, 100, 300, 1000, 3000)),
    "expectiminimax:depth=1",
    "expectiminimax:depth=2",
    "max-n:depth=1",
    "max-n:depth=2",
    *(f"engine:nodes={nodes}" for nodes in (2000, 6000, 20_000)),
)
"""Bots that are rated to choose levels from: some search less deep, play fewer random games, or evaluate with noise or
not at all.
"""
MOVE_S = 0.3
"""Seconds that a candidate may take for its first move."""
MIN_STEP, WANTED_STEP, MAX_STEP = 80, 150, 250
"""Elo from one level to the next: the least, the best, and the most."""
ROUNDS = 50
"""Most rounds; the limit of time usually ends the tournament sooner."""


def candidates(game: Game) -> list[str]:
    """Return the bots that can play a game and move fast enough."""
    found = []
    for text in CANDIDATES:
        try:
            bot = player(text, game)
            begun = time.monotonic()
            bot.choose(_first(game))
            if time.monotonic() - begun <= MOVE_S:
                found.append(text)
        except PlygroundError:
            continue
    return found


def calibrate(
    game: Game,
    record: Record,
    seconds: float,
    jobs: int,
    *,
    seed: int = 0,
    bots: Sequence[str] = (),
    watch: Callable[[Progress], object] = lambda progress: None,
) -> tuple[MeasuredLevel, ...]:
    """Rate bots in a tournament of about ``seconds`` seconds. Return the levels chosen. Raise :class:`SearchError` if
    too few bots can play.
    """
    taking_part = list(bots) or candidates(game)
    if len(taking_part) < 2:
        raise SearchError(_("Too few bots play {game} to measure levels.", game=game.name))
    settings = TournamentSettings(rounds=ROUNDS, games_per_pair=len(game.sides), seed=seed)
    run = Tournament.begin(record, game.name, taking_part, settings)
    run.play(jobs, watch, seconds=seconds)
    return levels_in(standings(record).table, taking_part)


def levels_in(table: Sequence[Row], bots: Collection[str]) -> tuple[MeasuredLevel, ...]:
    """Return the levels of these bots from the standings of a tournament that included :data:`ZERO`."""
    zero = next((row.elo or 0.0 for row in table if row.player == ZERO), 0.0)
    return chosen(
        [
            Rating(row.player, (row.elo or 0.0) - zero, row.error or 0.0, row.games, row.points, row.group)
            for row in table
            if row.player in bots and row.games and (row.elo or 0.0) > zero
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
