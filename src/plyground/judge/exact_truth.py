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
            return _n("{side} wins in {count} move.", "{side} wins in {count} moves.", moves_to_win(worth.distance), side=winner)  # fmt: skip
        return wins_in(winner, worth.distance)
    if worth.proven and judged.proven:
        if worth.value == judged.value:
            return _("Proven: {result}.", result=_result(worth.value))
        return _("Proven: {before} before the move, {after} after it.", before=_result(judged.value), after=_result(worth.value))  # fmt: skip
    return _scores(judged, worth)


def wins_in(winner: Sentence | str, plies: int) -> Sentence:
    """Return a proven win in words."""
    return _n(
        "{side} wins in {count} move with best play.", "{side} wins in {count} moves with best play.",
        moves_to_win(plies), side=winner,
    )  # fmt: skip


def _lost_anyway(judged: Judgement, plies: int, winner: Sentence | str) -> Sentence:
    """Return the truth about a move that loses where all moves lose: how much longer the others take, if it is known."""
    others = [each.distance for each in judged.moves]
    longest = moves_to_win(max((each for each in others if each is not None), default=plies))
    moves = moves_to_win(plies)
    if longest > moves:
        return _n(
            "{side} wins in any case: in {count} move after this one, in {longest} after the best.",
            "{side} wins in any case: in {count} moves after this one, in {longest} after the best.",
            moves, side=winner, longest=Number(longest),
        )  # fmt: skip
    if None in others:
        return _n(
            "{side} wins in any case, after this move in {count} move.",
            "{side} wins in any case, after this move in {count} moves.",
            moves, side=winner,
        )  # fmt: skip
    return _n(
        "{side} wins in {count} move in any case.", "{side} wins in {count} moves in any case.", moves, side=winner
    )


def result_words(worth: MoveWorth) -> Sentence:
    """Return the proven value of a move in words."""
    return proven_words(sign(worth.value), worth.distance) if worth.points is None else promise(worth.points, None)


def proven_words(value: int, plies: int | None) -> Sentence:
    """Return a win, a draw or a loss in words, with the moves to it if the ``plies`` are known."""
    if plies is None or not value:
        return promise(value, None)
    moves = moves_to_win(plies)
    if value > 0:
        return _n("A certain win in {count} move", "A certain win in {count} moves", moves)
    return _n("Loses in {count} move against best play", "Loses in {count} moves against best play", moves)


def moves_to_win(plies: int) -> int:
    """Return the moves of the winner in ``plies``, which end with one, if the sides take turns."""
    return (plies + 1) // 2


def _scores(judged: Judgement, worth: MoveWorth) -> Sentence:
    before, after = Number(round(judged.value)), Number(round(worth.value))
    if worth.value == judged.value:
        return _("Expected score, from −100 to 100: {score}.", score=after)
    return _(
        "Expected score, from −100 to 100: {before} before the move, {after} after it.", before=before, after=after
    )


def _result(value: float) -> Sentence:
    return _("a win") if value > 0 else _("a loss") if value < 0 else _("a draw")
