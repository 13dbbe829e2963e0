"""Small tournaments of tests, and what their games gave."""

from __future__ import annotations

from pathlib import Path

from plyground.tournaments.tournament_record import Record

ENTRANTS = ("random", "greedy", "depth-limited:depth=2")

Results = dict[str, tuple[tuple[float, ...], tuple[str, ...]]]
"""Scores and moves of each game, by its key."""


def results(path: Path) -> Results:
    """Return scores and moves of every game of a record."""
    with Record(path) as record:
        return {game.key: (game.scores, tuple(move.word for move in record.moves(game.key))) for game in record.played}
