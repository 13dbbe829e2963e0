"""Sentences about a game session: the side to move, the last event, the words said aloud."""

from __future__ import annotations

from plyground.i18n import Sentence, _
from plyground.presentation.game_session import GameSession
from plyground.presentation.match_status import count, invitation, latest, played, resignation, verdict
from plyground.presentation.side_title import mover_title


def status(session: GameSession) -> Sentence:
    """Return the side to move, or the result."""
    match = session.match
    if session.resigned is not None:
        return resignation(session.game, session.resigned)
    if ended := verdict(match):
        return ended
    if match.is_chance:
        return _("A new game")
    if session.thinking:
        return _(
            "{side} ({player}) is thinking",
            side=mover_title(match.game, match.position),
            player=session.thinking.seat.title,
        )
    if session.mover_is_human and session.people == 1:
        return _("Your move: you play {side}", side=mover_title(match.game, match.position))
    return _("{side} to move", side=mover_title(match.game, match.position))


def detail(session: GameSession) -> Sentence | str:
    """Return an explanation of the status or of what can be done next; empty if there is none."""
    match = session.match
    if match.outcome:
        return count(match)
    if session.thinking:
        thought = session.thinking
        if thought.preparing or thought.outlook is None:
            return thought.preparing or ""
        return _("Depth {depth}: {worth}.", depth=thought.outlook.depth, worth=thought.outlook.worth)
    if match.is_chance:
        return _("“{button}” starts it.", button=_("Begin")) if session.people else ""
    if session.must_pass:
        return _("No other move is possible: pass.")
    return latest(match) or (invitation(match) if session.mover_is_human and match.ply == 0 else "")


def announcement(session: GameSession) -> str:
    """Return the text for screen readers: the last move, the status and its detail; of a search only the main steps."""
    if session.thinking:
        spoken = session.thinking.spoken
        outlook = spoken and _("Depth {depth}: {worth}.", depth=spoken.depth, worth=spoken.worth)
        return joined(status(session), outlook)
    return joined(played(session.match), status(session), detail(session))


def joined(*sentences: Sentence | str | None) -> str:
    """Return the non-empty sentences, joined with blanks."""
    return " ".join(str(sentence) for sentence in sentences if sentence)
