"""A match as one player may see it: in some games cards are hidden until the end."""

from __future__ import annotations

from typing import Any

from plyground.arena.match import Match
from plyground.core.position import Demand

HIDDEN_WORD = "?"
"""Stands for a move of chance that a player may not see, such as a deal."""

SPECTATOR = -1
"""Stands for a player who sees only what every player sees."""


def seen_position(match: Match, player: int | None) -> Any:
    """Return the position of a match as a player sees it, to be drawn. Return the whole position at the end of the
    game, or for None.
    """
    position = match.position
    if hides(match, player) and hasattr(position, "seen_by"):
        for each in range(len(match.game.sides)) if player == SPECTATOR else (player,):
            position = position.seen_by(each)
    return position


def seen_words(match: Match, player: int | None) -> tuple[str, ...]:
    """Return the moves as a player sees them; moves of chance are hidden if the game hides something."""
    if not hides(match, player):
        return match.words
    return tuple(
        HIDDEN_WORD if position.is_chance() else word
        for position, word in zip(match.positions, match.words, strict=False)
    )


def hides(match: Match, player: int | None) -> bool:
    """Return True while a game hides something from a player."""
    return player is not None and match.outcome is None and bool(match.game.demands & Demand.HIDDEN)
