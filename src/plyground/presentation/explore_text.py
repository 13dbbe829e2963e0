"""Exact values of a position, and of the moves that led to it, for people and for programs."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypedDict

from plyground.arena.analysis import MoveValues, move_values
from plyground.arena.game_review import Judged, history, oracle
from plyground.arena.match import Match
from plyground.errors import SearchError, SearchStopped
from plyground.i18n import Sentence, _, _n
from plyground.presentation.json_moves import PlainMove, PositionRecord, plain_line, plain_move
from plyground.searches.tally import NODES, STOP, Tally
from plyground.searches.threadless import repeated
from plyground.solvers.explore import Exploration, explore
from plyground.solvers.forward import Valued

POLL_INTERVAL_S = 0.05
"""Seconds between two checks of the clock."""


class ExploredPosition(NamedTuple):
    """A position with the values of its moves and, as far as known, of the moves before it."""

    match: Match
    exploration: Exploration | None  # values of the position on the board; None if the game is over
    judged: tuple[Judged, ...]  # judged moves in the order of play: all, or the last ones


@contextmanager
def within(seconds: float | None, tally: Tally) -> Iterator[None]:
    """Limit the searches that count in ``tally`` to ``seconds`` after its first visit; then they raise
    :class:`SearchStopped`.
    """
    if seconds is None:
        yield
        return
    end = math.inf

    def look() -> None:
        nonlocal end
        if end == math.inf and tally.counts[NODES]:
            end = time.monotonic() + seconds
        if time.monotonic() > end:
            tally.counts[STOP] = 1

    with repeated(POLL_INTERVAL_S, look):
        yield


def values_within(match: Match, seconds: float, tally: Tally) -> Exploration | MoveValues:
    """Return the exact value of every move if it is proven within ``seconds``. Otherwise return the values of a search
    in half the time.

    ``tally`` counts and may stop both. Raise :class:`SearchError` for a game that no search supports.
    """
    game, position = match.game, match.position
    try:
        with within(seconds, tally):
            return explore(oracle(game, tally), position)
    except SearchError:  # not proven in this time, or not solvable
        tally.counts[STOP] = 0
    with within(seconds / 2, tally):
        return move_values(game, position, tally)


def study_position(match: Match, values: Valued) -> ExploredPosition:
    """Return the values of the position on the board, without the moves before it. Raise :class:`SearchStopped` if the
    time ends first.
    """
    over = match.position.is_over()
    return ExploredPosition(match, None if over else explore(values, match.position), ())


def study_history(match: Match, values: Valued) -> ExploredPosition:
    """Judge the moves of the match from the last to the first, until all are judged or the search is stopped."""
    judged: list[Judged] = []
    try:
        for each in history(match, values):
            judged.append(each)
    except SearchStopped:
        pass
    return ExploredPosition(match, None, tuple(reversed(judged)))


def gift(judged: Judged) -> Sentence | str:
    """Return words for the value that a move lost; an empty text for a best move."""
    before, after = judged.before.utility, judged.after.utility
    if judged.lost > 2:
        return _n("gave away {count} point", "gave away {count} points", judged.lost)
    if judged.lost and before > 0:
        return _("gave away a win for a draw") if after == 0 else _("gave away a win and loses now")
    if judged.lost:
        return _("gave away a draw and loses now")
    if judged.plies_lost and before > 0:
        return _n("the win comes {count} ply later", "the win comes {count} plies later", judged.plies_lost)
    if judged.plies_lost:
        return _n("the loss comes {count} ply sooner", "the loss comes {count} plies sooner", judged.plies_lost)
    return ""


def unjudged(count: int) -> Sentence:
    """Return the sentence that the first ``count`` moves of a game were not judged, and why."""
    return _n(
        "The first move was not judged: its position is too large to be solved in this time.",
        "The first {count} moves were not judged: their positions are too large to be solved in this time.",
        count,
    )


class ExploredMoveRecord(TypedDict):
    """A legal move with its exact value."""

    move: PlainMove  # the move
    value: int  # the utility with best play after it, for the side that makes it
    distance: int | None  # plies to the end, the move included
    best: bool  # no move is better in value, then in the speed of a win or the length of a loss


class JudgedMoveRecord(TypedDict):
    """A move of the game with its exact value."""

    ply: int  # number of the ply, from 1
    side: str  # the side that made it
    move: PlainMove  # the move
    before: int  # the utility of the position with best play
    distance_before: int | None  # plies to the end before it
    after: int  # the utility after it
    distance_after: int | None  # plies to the end, the move included
    lost: int  # the utility that it gave away
    plies_lost: int  # plies by which a win comes later, or a loss sooner
    words: str  # the same in words; empty for a best move
    best: list[PlainMove]  # the best moves


class ExplorationRecord(PositionRecord):
    """A position with its exact value, and the moves before it.

    The position is the one after the moves. Values are utilities for the side to move, or for the side that made a move:
    1 won, 0 drawn, -1 lost, or points. A distance is null for draws and if it is unknown.
    """

    value: int | None  # the utility with best play; null if the game is over
    distance: int | None  # plies to the end
    moves: list[ExploredMoveRecord]  # each legal move, the best first
    line: list[PlainMove]  # perfect play of both sides
    history: list[JudgedMoveRecord]  # each move of `--moves` in their order, but those that `--seconds` left unsolved


def record(study: ExploredPosition) -> ExplorationRecord:
    """Return an explored position as plain data."""
    match, found = study.match, study.exploration
    game, position = match.game, match.position
    return {
        "game": game.name,
        "position": match.position_text,
        "value": found.value.utility if found else None,
        "distance": found.value.distance if found else None,
        "moves": [
            {
                "move": plain_move(game, position, move),
                "value": value.utility,
                "distance": value.distance,
                "best": found is not None and move in found.best,
            }
            for move, value in (found.moves if found else ())
        ],
        "line": plain_line(game, position, found.line if found else ()),
        "history": [_plain_judged(match, each) for each in study.judged],
    }


def _plain_judged(match: Match, judged: Judged) -> JudgedMoveRecord:
    game, position = match.game, match.positions[judged.ply]
    return {
        "ply": judged.ply + 1,
        "side": str(game.mover(position)),
        "move": plain_move(game, position, judged.move),
        "before": judged.before.utility,
        "distance_before": judged.before.distance,
        "after": judged.after.utility,
        "distance_after": judged.after.distance,
        "lost": judged.lost,
        "plies_lost": judged.plies_lost,
        "words": str(gift(judged)),
        "best": [plain_move(game, position, move) for move in judged.best],
    }
