"""The judge's words on a position: what the last move did, what is threatened, and what is good."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.core.position import MarkedPosition, Move
from plyground.i18n import Number, Sentence, _
from plyground.judge.cause import Cause, cells_of, completed, name, title
from plyground.judge.judge import Judge, repeated
from plyground.judge.judgement import Judgement
from plyground.judge.purpose import purpose
from plyground.judge.review import ReviewedMove, reviewed
from plyground.judge.wins import MAX_MOVES, turn, wins_after


class Threat(NamedTuple):
    """A move that the other side would like to make."""

    sentence: Sentence
    cells: tuple[int, ...]  # cells to mark


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


def threat(judge: Judge, position: MarkedPosition, found: Judgement) -> Threat | None:
    """Return the reply of the other side that wins, or takes pieces, after at least half of all moves.

    ``found`` is the judgement of the position. O(moves²) without searches.
    """
    moves = [each.move for each in found.moves[:MAX_MOVES]]
    wins = Counter(win for move in moves for win in wins_after(position, move))
    for win, count in wins.most_common(1):
        if count * 2 >= len(moves):
            return _winning(judge, position, next(move for move in moves if win in wins_after(position, move)), win)
    return _taking(judge, position, found)


def _winning(judge: Judge, position: MarkedPosition, move: Move, win: Move) -> Threat:
    game, child = judge.game, position.play(move)
    cells, row = completed(game, child, win)
    places = {"side": title(game, max(game.side(child), 0)), "reply": name(game, child, win)}
    sentence = (
        _("{side} threatens {reply}, which completes {count} in a row.", count=Number(row), **places)
        if row
        else _("{side} threatens {reply}, which wins.", **places)
    )
    return Threat(sentence, cells or cells_of(game, child, win))


def _taking(judge: Judge, position: Any, found: Judgement) -> Threat | None:
    """Return the reply that takes pieces in the best lines after at least half of all moves."""
    game, replies = judge.game, Counter[Move]()
    first: dict[Move, Any] = {}
    for each in found.moves[:MAX_MOVES]:
        if len(each.line) > 1 and judge.pieces.balance(position, each.line).gain < 0:
            child = position.play(each.move)
            if turn(position, child) < 0 and judge.pieces.captured(child, each.line[1]):
                replies[each.line[1]] += 1
                first.setdefault(each.line[1], child)
    for reply, count in replies.most_common(1):
        if count * 2 >= len(found.moves[:MAX_MOVES]):
            child = first[reply]
            sentence = _(
                "{side} threatens {reply}, which takes {pieces}.",
                side=title(game, max(game.side(child), 0)),
                reply=game.notation.format_move(child, reply),
                pieces=judge.pieces.words(judge.pieces.captured(child, reply)),
            )
            return Threat(sentence, cells_of(game, child, reply))
    return None
