"""Threats of the other side: a win at once, or a capture, after most moves."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from plyground.core.position import Move
from plyground.i18n import Number, Sentence, _
from plyground.judge.cause import cells_of, completed, title
from plyground.judge.judge import Judge
from plyground.judge.judgement import Judgement
from plyground.judge.wins import MAX_MOVES, turn, wins_after


class Threat(NamedTuple):
    """A move that the other side would like to make."""

    sentence: Sentence
    cells: tuple[int, ...]  # cells to mark


def threat(judge: Judge, position: Any, found: Judgement) -> Threat | None:
    """Return the reply of the other side that wins, or takes pieces, after at least half of all moves.

    ``found`` is the judgement of the position. O(moves²) without searches.
    """
    moves = [each.move for each in found.moves[:MAX_MOVES]]
    wins = Counter(win for move in moves for win in wins_after(position, move))
    for win, count in wins.most_common(1):
        if count * 2 >= len(moves):
            return _winning(judge, position, next(move for move in moves if win in wins_after(position, move)), win)
    return _taking(judge, position, found)


def _winning(judge: Judge, position: Any, move: Move, win: Move) -> Threat:
    game, child = judge.game, position.play(move)
    cells, row = completed(game, child, win)
    places = {"side": title(game, max(game.side(child), 0)), "reply": game.move_words(child, win)}
    sentence = (
        _("{side} threatens {reply}, which completes {count} in a row.", count=Number(row), **places)
        if row
        else _("{side} threatens {reply}, which wins.", **places)
    )
    return Threat(sentence, cells or cells_of(game, child, win))


def _taking(judge: Judge, position: Any, found: Judgement) -> Threat | None:
    capture = threatened_capture(judge, position, found)
    if capture is None:
        return None
    child, reply = capture
    sentence = _(
        "{side} threatens {reply}, which takes {pieces}.",
        side=title(judge.game, max(judge.game.side(child), 0)),
        reply=judge.game.move_words(child, reply),
        pieces=judge.pieces.words(judge.pieces.captured(child, reply)),
    )
    return Threat(sentence, cells_of(judge.game, child, reply))


def threatened_capture(judge: Judge, position: Any, found: Judgement) -> tuple[Any, Move] | None:
    """Return the reply that wins pieces in the best lines after at least half of all moves, with a position before it.

    ``found`` is the judgement of the position. Return None if there is no such reply.
    """
    replies, first = Counter[Move](), dict[Move, Any]()
    for each in found.moves[:MAX_MOVES]:
        if len(each.line) > 1 and judge.pieces.balance(position, each.line).gain < 0:
            child = position.play(each.move)
            if turn(position, child) < 0 and judge.pieces.captured(child, each.line[1]):
                replies[each.line[1]] += 1
                first.setdefault(each.line[1], child)
    for reply, count in replies.most_common(1):
        if count * 2 >= len(found.moves[:MAX_MOVES]):
            return first[reply], reply
    return None
