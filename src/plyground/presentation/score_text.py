"""The score of a game that is decided by points: stones, seeds, points."""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.i18n import Number


def points(game: Game, position: Any) -> tuple[int, ...]:
    """Return the points of each side; an empty tuple for a game without points."""
    return tuple(position.points()) if hasattr(position, "points") else ()


def score_line(game: Game, position: MarkedPosition) -> str:
    """Return the score as one line, such as ``X 12 · O 9``; empty for a game without points."""
    return " · ".join(
        f"{side} {Number(count)}" for side, count in zip(game.sides, points(game, position), strict=False)
    )
