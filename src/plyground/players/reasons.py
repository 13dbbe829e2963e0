"""What searches have found out, in words for people."""

from __future__ import annotations

from typing import Any

from plyground.game import Game
from plyground.language import Number, Sentence, _, _n
from plyground.players.player import Outlook
from plyground.position import Move
from plyground.search import ALGORITHMS, Result
from plyground.search.progress import Progress


def because(game: Game, position: Any, worth: Sentence, line: tuple[Move, ...]) -> Sentence:
    """The reason for a move: what it is worth, and how play is expected to go on."""
    return _("{outcome}; best line: {line}.", outcome=worth, line=format_line(game, position, line))


def figure(value: Any) -> Number:
    """A value as people write it: an average with two decimals."""
    return Number(value) if isinstance(value, int) else Number(float(value), decimals=2)


def outlook(game: Game, position: Any, progress: Progress | Result) -> Outlook:
    """What a search has found, or has so far, for people."""
    value, distance = progress.value, progress.distance
    worth = promise(value, distance) if progress.proven else _("Judged at {value}", value=figure(value))
    line = format_line(game, position, progress.line)
    return Outlook(progress.depth or len(progress.line), worth, line, progress.visits, progress.seconds)


def outcome(game: Game, found: Result) -> Sentence:
    """What a result means for the side to move, in words."""
    if found.utilities:
        shares = ", ".join(
            f"{side} {figure(utility)}" for side, utility in zip(game.sides, found.utilities, strict=True)
        )
        if found.depth is None or found.proven:
            return _("If each plays best for itself: {shares}", shares=shares)
        return _n(
            "If each plays best for itself, judged after {count} ply: {shares}",
            "If each plays best for itself, judged after {count} plies: {shares}",
            found.depth,
            shares=shares,
        )
    if found.depth is None or found.proven or is_won(found):
        return worth(found, found.value, found.distance)
    return judgement(found.value, found.depth)


def is_won(found: Result) -> bool:
    """Whether the move of a result is proven to win, whatever else there may be."""
    best = next((root for root in found.moves if root.move == found.move), None)
    return best is not None and best.proven and best.bound == "exact" and found.value > 0


def worth(found: Result, value: int, distance: int | None) -> Sentence:
    """What a proven value of a result, or of one of its moves, promises the side to move, in words."""
    if found.utilities:
        return _("{value} if each plays best for itself", value=figure(value))
    if ALGORITHMS[found.algorithm].alone:
        return _("At least {value}, whatever the others do", value=figure(value))
    return promise(value, distance)


def chances(value: float, proven: bool) -> Sentence:
    """What random games, of a mean result ``value`` from −1 to 1, say to the side to move, in words."""
    if proven:
        return promise(round(value), None)
    return _("Scores {percent} of 100 in random games", percent=Number(round(50 + 50 * value)))


def judgement(value: int, plies: int) -> Sentence:
    """What a static evaluation some plies ahead says to the side to move, in words."""
    return _n(
        "Judged at {value} after {count} ply", "Judged at {value} after {count} plies", plies, value=figure(value)
    )


def promise(value: int, distance: int | None) -> Sentence:
    """A proven value for the side to move, in words; ``distance`` in plies, where known. More than 1 are points.

    What is no whole number is an average over chance.
    """
    if not isinstance(value, int):
        return _("{value} on average with best play", value=figure(value))
    if value == 0:
        return _("A draw with best play")
    if distance is None and value > 1:
        return _n("A certain win by {count} point", "A certain win by {count} points", value)
    if distance is None and value < -1:
        return _n("Lost by {count} point against best play", "Lost by {count} points against best play", -value)
    if distance is None:
        return _("A certain win") if value > 0 else _("Lost against best play")
    if value > 0:
        return _n("A certain win in {count} ply", "A certain win in {count} plies", distance)
    return _n("Lost in {count} ply against best play", "Lost in {count} plies against best play", distance)


def format_line(game: Game, position: Any, line: tuple[int, ...]) -> str:
    """The moves of a line, as people write them."""
    words = []
    for move in line:
        words.append(game.notation.format_move(position, move))
        position = position.play(move)
    return " ".join(words)
