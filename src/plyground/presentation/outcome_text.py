"""Sentences that announce a finished game, or a draw that is near."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.arena.match import Match
from plyground.bots.reasons import figure
from plyground.core.game import REPETITIONS, Game, Outcome
from plyground.core.picture import pressed
from plyground.core.position import MarkedPosition
from plyground.i18n import Sentence, _, _n

WARNED_MOVES = 10
"""Number of last moves before the limit of a match in which a warning tells that it will end."""


def ending(game: Game, position: MarkedPosition, outcome: Outcome) -> Sentence:
    """Return the sentence on a game that ended in ``position``: the winner and the reason, or the result of each
    player.
    """
    if outcome.utilities:
        return _("The game is over, {reason}. {ranking}.", reason=outcome.reason, ranking=ranking(game, outcome))
    if outcome.winner is None:
        return _("The game is over: a draw, {reason}.", reason=outcome.reason)
    cells = pressed(game.picture, game.picture.highlight(position))
    if not cells:
        return _(
            "The game is over: {side} has won, {reason}. {stones}",
            side=game.sides[outcome.winner],
            reason=outcome.reason,
            stones=stones(game, position) or "",
        )
    return _(
        "The game is over: {side} has won, {reason} ({cells}).",
        side=game.sides[outcome.winner],
        reason=outcome.reason,
        cells=cells,
    )


def ranking(game: Game, outcome: Outcome) -> Sentence:
    """Return the players of a finished game with their results, the best first; equal results share a place."""
    placed = [
        _("{place}. {side} ({utility})", place=1 + sum(other > utility for other in outcome.utilities), side=game.sides[side], utility=figure(utility))
        for side in outcome.ranking
        for utility in [outcome.utilities[side]]
    ]  # fmt: skip
    return _("Result: {places}", places=", ".join(map(str, placed)))


def nearing(match: Match) -> Sentence | None:
    """Return the warning that the match will soon be drawn by repetition or by its limit of moves; None if it will
    not.
    """
    if match.outcome or not match.game.facts.loops:
        return None
    if match.times == REPETITIONS - 1:
        return _("This position has occurred twice. At the third time the game is a draw.")
    left = match.game.facts.max_plies - match.ply
    if 0 < left <= WARNED_MOVES:
        return _n("The game is drawn after {count} more move.", "The game is drawn after {count} more moves.", left)
    return None


def stones(game: Game, position: MarkedPosition, titles: Sequence[Sentence | str] = ()) -> Sentence | None:
    """Return the number of stones of each side if only stones decided the game, neither a line nor a goal; else None.

    A picture with a method ``score_text`` counts by itself. ``titles`` are the names of the sides, instead of their
    marks.
    """
    outcome, picture = game.outcome(position), game.picture
    if outcome and hasattr(picture, "score_text"):
        counted: Sentence = picture.score_text(position)
        return counted
    if outcome is None or outcome.winner is None or not picture.stones or picture.pieces or picture.highlight(position):
        return None
    marks = picture.marks(position)
    first, second, *others = game.sides
    if others:
        return None
    if marks.count(first) == marks.count(second):
        return None
    return _(
        "{first} has {count} stones, {second} has {other}.",
        first=(titles or game.sides)[0], count=marks.count(first), second=(titles or game.sides)[1], other=marks.count(second),
    )  # fmt: skip
