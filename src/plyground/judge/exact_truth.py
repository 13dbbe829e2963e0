"""The exact truth of a move in one short line, which stands in grey below a cause."""

from __future__ import annotations

from plyground.bots.reasons import promise
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.i18n import Number, Sentence, _, _n
from plyground.judge.cause import title
from plyground.judge.judgement import Judgement, MoveWorth, sign


def truth(game: Game, position: MarkedPosition, judged: Judgement, worth: MoveWorth) -> Sentence:
    """Return the value of the position and of a move in it: results if both are proven, else expected scores."""
    me = game.side(position)
    if judged.source == "chance":
        return _scores(judged, worth)
    if worth.proven and worth.distance is not None and worth.value:
        sides = len(game.sides)
        winner = title(game, me if worth.value > 0 or sides != 2 else 1 - me)
        if judged.proven and worth.value * judged.value > 0:
            if worth.value < 0:
                return _lost_anyway(judged, worth.distance, winner)
            return _n("{side} wins in {count} ply.", "{side} wins in {count} plies.", worth.distance, side=winner)
        return _n("{side} wins in {count} ply with best play.", "{side} wins in {count} plies with best play.", worth.distance, side=winner)  # fmt: skip
    if worth.proven and judged.proven:
        return _("Proven: {before} before the move, {after} after it.", before=_result(judged.value), after=_result(worth.value))  # fmt: skip
    return _scores(judged, worth)


def _lost_anyway(judged: Judgement, plies: int, winner: Sentence | str) -> Sentence:
    """Return the truth about a move that loses where all moves lose: how much longer the others take, if it is known."""
    others = [each.distance for each in judged.moves]
    longest = max((each for each in others if each is not None), default=plies)
    if longest > plies:
        return _n(
            "{side} wins in any case: in {count} ply with this move, in {longest} with the best.",
            "{side} wins in any case: in {count} plies with this move, in {longest} with the best.",
            plies, side=winner, longest=Number(longest),
        )  # fmt: skip
    if None in others:
        return _n(
            "{side} wins in any case, with this move in {count} ply.",
            "{side} wins in any case, with this move in {count} plies.",
            plies, side=winner,
        )  # fmt: skip
    return _n(
        "{side} wins in {count} ply in any case.", "{side} wins in {count} plies in any case.", plies, side=winner
    )


def result_words(worth: MoveWorth) -> Sentence:
    """Return the proven value of a move in words."""
    return promise(sign(worth.value) if worth.points is None else worth.points, worth.distance)


def _scores(judged: Judgement, worth: MoveWorth) -> Sentence:
    before, after = Number(round(judged.value)), Number(round(worth.value))
    return _(
        "Expected score, from −100 to 100: {before} before the move, {after} after it.", before=before, after=after
    )


def _result(value: float) -> Sentence:
    return _("a win") if value > 0 else _("a loss") if value < 0 else _("a draw")
