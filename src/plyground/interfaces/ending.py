"""How a finished game is announced, and a draw that is near, in a sentence."""

from __future__ import annotations

from typing import Any

from plyground.arena.match import Match
from plyground.game import LONGEST_MATCH, REPETITIONS, Game, Outcome
from plyground.language import Sentence, _, _n
from plyground.picture import pressed
from plyground.players.reasons import figure

NEAR = 10
"""Moves before the longest match that its end is told."""


def ending(game: Game, position: Any, outcome: Outcome) -> Sentence:
    """Who won a game that ended in ``position`` and by what, or why it was drawn; of more players, what each got."""
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
    """The players of a game that is over, the best first, each with what it got; those that got the same share a place."""
    placed = [
        _("{place}. {side} ({utility})", place=1 + sum(other > utility for other in outcome.utilities), side=game.sides[side], utility=figure(utility))
        for side in outcome.ranking
        for utility in [outcome.utilities[side]]
    ]  # fmt: skip
    return _("Result: {places}", places=", ".join(map(str, placed)))


def nearing(match: Match) -> Sentence | None:
    """What draws a match soon where positions can come again; ``None`` while nothing does."""
    if match.outcome or not match.game.facts.loops:
        return None
    if match.times == REPETITIONS - 1:
        return _("This position has come for the second time: at the third the game is drawn.")
    left = LONGEST_MATCH - match.ply
    if left <= NEAR:
        return _n("The game is drawn after {count} more move.", "The game is drawn after {count} more moves.", left)
    return None


def stones(game: Game, position: Any) -> Sentence | None:
    """How many stones each side has, where that and nothing else has decided the game: neither a line nor a goal."""
    outcome, picture = game.outcome(position), game.picture
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
        first=first, count=marks.count(first), second=second, other=marks.count(second),
    )  # fmt: skip
