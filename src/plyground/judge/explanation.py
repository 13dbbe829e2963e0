"""The judge's words on a position: what the last move did, what is threatened, and what is good."""

from __future__ import annotations

from typing import NamedTuple

from plyground.arena.match import Match
from plyground.judge.cause import Cause
from plyground.judge.judge import Judge, repeated
from plyground.judge.judgement import Judgement
from plyground.judge.purpose import purpose
from plyground.judge.review import ReviewedMove, reviewed
from plyground.judge.standing_threats import Threat, threat


class Explanation(NamedTuple):
    """The judge's words on the position on the board."""

    judgement: Judgement | None  # None if the game is over
    last: ReviewedMove | None  # None at the start, and after a move of chance
    did: Cause | None  # mistake or purpose of the last move
    threat: Threat | None  # None if nothing is threatened
    good: Cause | None  # purpose of the best move; None if no player is to move


def explained(judge: Judge, match: Match) -> Explanation:
    """Return the judge's words on the position on the board of a match."""
    position, positions = match.position, match.positions[: match.ply + 1]
    last = did = None
    if match.ply and not positions[-2].is_chance():
        last, did = explained_move(judge, match)
    if position.is_over():
        return Explanation(None, last, did, None, None)
    again = repeated(judge.game, positions)
    found = judge(position, again)
    if not found.moves:
        return Explanation(found, last, did, None, None)
    good = purpose(judge, position, found.best.move, again)
    return Explanation(found, last, did, threat(judge, position, found), good)


def explained_move(judge: Judge, match: Match) -> tuple[ReviewedMove, Cause]:
    """Return the review of the last move of a match, with the cause of its mark or its purpose."""
    positions = list(match.positions[: match.ply])
    last = reviewed(judge, positions, match.moves[match.ply - 1])
    cause = last.cause or purpose(judge, positions[-1], last.move, repeated(judge.game, positions))
    return last, cause
