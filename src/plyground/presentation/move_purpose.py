"""Purpose of a move in words, such as a threat, found by playing out the next moves of both sides."""

from __future__ import annotations

from typing import Any

from plyground.core.game import Game
from plyground.core.position import Move
from plyground.i18n import Sentence, _, _n
from plyground.presentation.side_title import mover_title

MOST = 60
"""Most moves of a position for which every reply is examined: the work is quadratic in them."""


def aim(game: Game, position: Any, move: Move) -> Sentence | None:
    """Return a sentence about the effect of ``move``, without its name; None if nothing can be seen. O(moves²).

    The game is one of two players without chance.
    """
    after = position.play(move)
    if after.is_over():
        return None
    me, other = game.side(position), mover_title(game, after)
    if game.side(after) == me:
        return _("It gives another turn.")
    replies = list(after.moves())
    others = [position.play(each) for each in position.moves() if each != move]
    if not others or len(others) >= MOST or len(replies) > MOST or _can_win(after):
        return None
    if all(not child.is_over() and game.side(child) != me and _can_win(child) for child in others):
        return _("It stops {side}, who would win with the next move.", side=other)
    answers = sum(_parries(game, after, reply, me) for reply in replies)
    if answers == 0:
        return _("It threatens to win with the next move, and nothing stops that.")
    if answers < len(replies):
        return _n(
            "It threatens to win with the next move: {count} reply stops that.",
            "It threatens to win with the next move: {count} replies stop that.",
            answers,
        )
    if all(len(replies) < len(list(child.moves())) for child in others if not child.is_over()):
        return _n("It leaves {side} the fewest replies: {count}.", "It leaves {side} the fewest replies: {count}.", len(replies), side=other)  # fmt: skip
    return None


def standing(value: Any, plies: int) -> Sentence:
    """Return a sentence that says which side is in front by an evaluation ``plies`` ahead, without a number."""
    if value > 0:
        return _n("Looking {count} ply ahead, you are in front.", "Looking {count} plies ahead, you are in front.", plies)  # fmt: skip
    if value < 0:
        return _n("Looking {count} ply ahead, you are behind; no other move does better.", "Looking {count} plies ahead, you are behind; no other move does better.", plies)  # fmt: skip
    return _n("Looking {count} ply ahead, neither side is in front.", "Looking {count} plies ahead, neither side is in front.", plies)  # fmt: skip


def _parries(game: Game, after: Any, reply: Move, me: int) -> bool:
    """Return True if ``me`` cannot win at once after ``reply``."""
    child = after.play(reply)
    return bool(child.is_over() or game.side(child) != me or not _can_win(child))


def _can_win(position: Any) -> bool:
    return any(_wins(position, move) for move in position.moves())


def _wins(position: Any, move: Move) -> bool:
    child = position.play(move)
    return bool(child.is_over() and position.turn(child) * child.utility() > 0)
