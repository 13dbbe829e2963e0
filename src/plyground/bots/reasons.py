"""Results of searches in words for people."""

from __future__ import annotations

from typing import Any

from plyground.bots.bot_protocol import Outlook
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.i18n import Number, Sentence, _, _n
from plyground.searches import ALGORITHMS, Result
from plyground.searches.progress import Progress


def because(game: Game, position: MarkedPosition, worth: Sentence, line: tuple[Move, ...]) -> Sentence:
    """Return the reason for a move: its value and the expected continuation."""
    return _("{outcome}; best line: {line}.", outcome=worth, line=format_line(game, position, line))


def figure(value: Any) -> Number:
    """Return a value as a number for people: an average has two decimals."""
    return Number(value) if isinstance(value, int) else Number(float(value), decimals=2)


def outlook(game: Game, position: MarkedPosition, progress: Progress | Result) -> Outlook:
    """Return the result of a search, or its progress, for people."""
    value, distance = progress.value, progress.distance
    worth = promise(value, distance) if progress.proven else _("Judged at {value}", value=figure(value))
    line = format_line(game, position, progress.line)
    depth = progress.depth or len(progress.line)
    rank, deepest, fill = (
        (progress.rank, progress.deepest, progress.table_fill) if isinstance(progress, Progress) else (1, 0, None)
    )
    return Outlook(
        depth, worth, line, progress.nodes, progress.seconds, value, distance if progress.proven else None, rank,
        move=next(iter(progress.line), None), deepest=deepest, table_fill=fill,
    )  # fmt: skip


def outcome(game: Game, found: Result) -> Sentence:
    """Return a result in words, for the side to move."""
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
    """Return True if the move of a result is proven to win."""
    best = next((root for root in found.moves if root.move == found.move), None)
    return best is not None and best.proven and best.bound == "exact" and found.value > 0


def worth(found: Result, value: int, distance: int | None) -> Sentence:
    """Return a proven value of a result, or of one of its moves, in words."""
    if found.utilities:
        return _("{value} if each plays best for itself", value=figure(value))
    if found.algorithm in ALGORITHMS and ALGORITHMS[found.algorithm].alone:
        return _("At least {value}, whatever the others do", value=figure(value))
    return promise(value, distance)


def chances(value: float, proven: bool) -> Sentence:
    """Return the mean result ``value`` of random games, from −1 to 1, as a sentence for the side to move."""
    if proven:
        return promise(round(value), None)
    return _("Scores {percent} of 100 in random games", percent=Number(round(50 + 50 * value)))


def judgement(value: int, plies: int) -> Sentence:
    """Return the estimate of a static evaluation some plies ahead, in words."""
    return _n(
        "Judged at {value} after {count} ply", "Judged at {value} after {count} plies", plies, value=figure(value)
    )


def promise(value: int, distance: int | None) -> Sentence:
    """Return a proven value for the side to move in words; ``distance`` is in plies or None.

    Values beyond 1 are points. Fractions are averages over chance.
    """
    if not isinstance(value, int):
        return _("{value} on average with best play", value=figure(value))
    if value == 0:
        return _("A draw with best play")
    if distance is None and value > 1:
        return _n("A certain win by {count} point", "A certain win by {count} points", value)
    if distance is None and value < -1:
        return _n("Loses by {count} point against best play", "Loses by {count} points against best play", -value)
    if distance is None:
        return _("A certain win") if value > 0 else _("Loses against best play")
    if value > 0:
        return _n("A certain win in {count} ply", "A certain win in {count} plies", distance)
    return _n("Loses in {count} ply against best play", "Loses in {count} plies against best play", distance)


def format_line(game: Game, position: MarkedPosition, line: tuple[int, ...]) -> str:
    """Return the moves of a line in the game's notation."""
    words = []
    for move in line:
        words.append(game.notation.format_move(position, move))
        position = position.play(move)
    return " ".join(words)
