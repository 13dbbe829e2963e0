"""Opinions of external programs about a position: those that the user has set up."""

from __future__ import annotations

from plyground.arena.match import Match
from plyground.engines.config import configured_engines
from plyground.engines.connect import plays
from plyground.errors import FileError
from plyground.i18n import Sentence, _
from plyground.players import Choice

SECONDS = 1
"""Seconds that a program thinks when it is asked."""


def advisers(match: Match) -> tuple[str, ...]:
    """Return the names of the programs set up for a game; none if their file cannot be read."""
    try:
        engines = configured_engines()
    except FileError:
        return ()
    return tuple(name for name, config in engines.items() if plays(config, match.game))


def adviser_spec(name: str) -> str:
    """Return the spec text of the player to ask."""
    return f"{name}:seconds={SECONDS}"


def opinion(match: Match, name: str, choice: Choice) -> Sentence:
    """Return a program's move in the position on the board as a sentence with its reason."""
    move = match.game.notation.format_move(match.position, choice.move)
    return _("{name} would play {move}. {reason}", name=name, move=move, reason=choice.reason)
