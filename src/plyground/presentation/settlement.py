"""Dead stones at the end of a game: random games find them, and they are taken off if the players agree."""

from __future__ import annotations

from typing import Any

from plyground.arena.match import Match
from plyground.i18n import Sentence, _


def can_settle(match: Match) -> bool:
    """Return True if the game is over and may have dead stones: its picture has the methods ``dead`` and
    ``without``.
    """
    return match.outcome is not None and hasattr(match.game.picture, "dead")


def without_dead(match: Match, dead: int) -> Any:
    """Return the last position without these stones."""
    picture: Any = match.game.picture
    return picture.without(match.position, dead)


def agreement(match: Match, dead: int) -> Sentence:
    """Return the sentence on the score without these stones."""
    picture: Any = match.game.picture
    score = picture.score_text(without_dead(match, dead))
    if not dead:
        return _("No stone is dead. {score}", score=score)
    return _("Without the dead stones ({stones}). {score}", stones=picture.point_names(dead), score=score)


def proposal(match: Match) -> Sentence | None:
    """Return the sentence on the score without the stones that random games find dead; None if they find none."""
    picture: Any = match.game.picture
    dead = picture.dead(match.position) if can_settle(match) else 0
    return agreement(match, dead) if dead else None
