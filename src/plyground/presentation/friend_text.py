"""Sentences about a game between two people, as each of them and a spectator read them."""

from __future__ import annotations

from plyground.i18n import Sentence, _
from plyground.presentation.friend_game import FriendGame, ProposalKind
from plyground.presentation.match_status import count, invitation, is_pass, latest, played, resignation, verdict
from plyground.presentation.side_title import mover_title, side_titles
from plyground.presentation.status_text import joined


def status(game: FriendGame, side: int | None) -> Sentence:
    """Return the side to move, or the result. ``side`` is the reader's; None for a spectator."""
    match = game.match
    if game.resigned is not None:
        return resignation(match.game, game.resigned)
    if game.late is not None:
        sides = side_titles(match.game)
        return _("{side} ran out of time: {other} wins.", side=sides[game.late], other=sides[1 - game.late])
    if game.is_drawn:
        return _("A draw: {reason}.", reason=_("both players agreed"))
    if ended := verdict(match):
        return ended
    if not game.is_full:
        return _("Waiting for your friend") if side is not None else _("Waiting for the second player")
    if game.mover == side:
        return _("Your move: you play {side}", side=mover_title(match.game, match.position))
    return _("{side} to move", side=mover_title(match.game, match.position))


def detail(game: FriendGame, side: int | None) -> Sentence | str:
    """Return the open request, a reason for the status, or the next possible action; an empty text if there is none."""
    match = game.match
    if not game.is_full:
        return _("The game begins when the other player joins.") if side is not None else ""
    if game.proposal and side is not None:
        is_own = game.proposal.side == side
        if game.proposal.kind is ProposalKind.DRAW:
            own, other = _("You offered a draw. Your friend decides."), _("Your friend offers a draw.")
        elif game.proposal.kind is ProposalKind.TAKEBACK:
            own, other = (
                _("You asked to take your move back. Your friend decides."),
                _("Your friend asks to take a move back."),
            )
        else:
            own, other = _("You asked for a rematch. Your friend decides."), _("Your friend asks for a rematch.")
        return own if is_own else other
    if game.is_over:
        return count(match)
    if must_pass(game, side):
        return _("No other move is possible: pass.")
    return latest(match) or (invitation(match) if game.mover == side and match.ply == 0 else "")


def announcement(game: FriendGame, side: int | None) -> str:
    """Return the text for screen readers: the last move, the status and its detail."""
    return joined(played(game.match), status(game, side), detail(game, side))


def must_pass(game: FriendGame, side: int | None) -> bool:
    """Return True if the reader is to move and can only pass."""
    return side is not None and game.mover == side and is_pass(game.match.game, game.match.position)


def side_state(game: FriendGame, side: int, *, is_here: bool) -> tuple[Sentence | str, str]:
    """Return the state of a side in a word or two, and ``turn`` if it is to move, ``won`` if it has won."""
    outcome = game.match.outcome
    if game.resigned is not None:
        return (_("resigned"), "") if side == game.resigned else (_("won"), "won")
    if game.late is not None:
        return (_("out of time"), "") if side == game.late else (_("won"), "won")
    if game.is_drawn:
        return _("draw"), ""
    if outcome:
        if outcome.winner == side:
            return _("won"), "won"
        return (_("draw") if outcome.winner is None else ""), ""
    if not game.holders[side]:
        return _("not here yet"), ""
    if game.mover == side:
        return (_("to move") if is_here else _("to move, not connected")), "turn"
    return ("" if is_here else _("not connected")), ""


def side_holder(game: FriendGame, side: int, reader: int | None) -> Sentence | str:
    """Return the player of a side in the reader's words, such as “Your friend”; an empty text for a spectator."""
    if reader is None:
        return ""
    return _("You") if side == reader else _("Your friend")
