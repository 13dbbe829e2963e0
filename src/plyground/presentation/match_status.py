"""Sentences about a match, shown beside its board: the winner, the side to move, the last event."""

from __future__ import annotations

from itertools import islice
from typing import Any

from plyground.arena.match import Match
from plyground.bots import Bot
from plyground.core.game import Game
from plyground.core.picture import by_column, material
from plyground.core.position import Demand
from plyground.i18n import Sentence, _, _n
from plyground.presentation.outcome_text import nearing, ranking, stones
from plyground.presentation.side_title import mover_title, side_title, side_titles

THOUGHT_TIMEOUT_S = 60
"""Seconds that a bot may think about a move while people wait for it."""


def verdict(match: Match) -> Sentence | None:
    """Return the result of a match; None while it goes on."""
    outcome = match.outcome
    if outcome is None:
        return None
    if outcome.winner is None and len(set(outcome.utilities)) > 1:
        return _("Several share the first place: {reason}.", reason=outcome.reason)
    if outcome.winner is None:
        return _("A draw: {reason}.", reason=outcome.reason)
    return _("{side} wins: {reason}.", side=side_title(match.game, outcome.winner), reason=outcome.reason)


def resignation(game: Game, side: int) -> Sentence:
    """Return the result of a game in which a side has resigned."""
    sides = side_titles(game)
    return _("{side} resigned: {other} wins.", side=sides[side], other=sides[1 - side])


def count(match: Match) -> Sentence | str:
    """Return the results of all players of a finished match, or the counts of their stones if these decided it."""
    if match.outcome and match.outcome.utilities:
        return _("{ranking}.", ranking=ranking(match.game, match.outcome))
    return stones(match.game, match.position, side_titles(match.game)) or ""


def latest(match: Match) -> Sentence | str:
    """Return the last event of an unfinished match that the board does not show: dice, a pass, a draw that is near."""
    game, ply = match.game, match.ply
    if match.fallen and not game.demands & Demand.HIDDEN:
        return _("{chance}: {moves}", chance=game.chance, moves=", ".join(match.fallen))
    before = match.positions[ply - 1] if ply else None
    if ply and is_pass(game, before):
        return _("{side} had to pass.", side=mover_title(game, before))
    if ply and game.side(before) == match.side:
        return nearing(match) or _("{side} moves again.", side=mover_title(game, match.position))
    return nearing(match) or ""


def invitation(match: Match) -> Sentence:
    """Return the sentence that tells a person how to make a move."""
    position, picture = match.position, match.game.picture
    if not any(picture.cells(position, move) for move in position.moves()):
        return _("Choose a move.")
    if picture.pieces:
        return _("Choose a piece, then where it goes.")
    if by_column(picture):
        return _("Choose a column.")
    match material(picture):
        case "heaps":
            return _("Take stones: press the last one that you want.")
        case "pits":
            return _("Choose a pit.")
        case "points":
            return _("Choose a point.")
    return _("Choose a cell.")


def played(match: Match) -> Sentence | None:
    """Return the last move that a player chose; None after a pass, which :func:`latest` reports."""
    chosen = match.ply - len(match.fallen) - 1
    if chosen < 0 or is_pass(match.game, match.positions[chosen]):
        return None
    before = match.positions[chosen]
    return _("{side} played {move}.", side=mover_title(match.game, before), move=match.game.move_words(before, match.moves[chosen]))  # fmt: skip


def too_large(bot: Bot, nodes: int, seconds: int) -> Sentence:
    """Return the sentence for a bot that was stopped before it had a move; it tells the visited positions and the
    seconds.
    """
    return _n(
        "{bot} was stopped after {seconds} s and {count} position: this position is too large for it. Give it a depth, or choose another bot.",
        "{bot} was stopped after {seconds} s and {count} positions: this position is too large for it. Give it a depth, or choose another bot.",
        nodes,
        bot=bot.card.title,
        seconds=seconds,
    )


def is_pass(game: Game, position: Any) -> bool:
    """Return True if the only legal move of an unfinished position changes nothing on the board."""
    picture = game.picture
    if not picture.width or position.is_chance():
        return False
    first, *others = islice(position.moves(), 2)
    if others or picture.cells(position, first):
        return False
    return picture.marks(position.play(first)) == picture.marks(position)
