"""The purpose of a good move, for a hint, for praise, and for a bot's move. For any rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.i18n import Number, Sentence, _, _n
from plyground.judge.because import MAX_TRIED, NEARLY, SHOWN_PLIES
from plyground.judge.cause import (
    Cause,
    Code,
    cells_of,
    choice,
    completed,
    later_name,
    name,
    names,
    title,
)
from plyground.judge.exact_truth import truth
from plyground.judge.judge import Judge
from plyground.judge.judgement import WIN
from plyground.judge.wins import MAX_MOVES, forks, is_win, threatens, turn, wins_after


def purpose(judge: Judge, position: MarkedPosition, move: Move, repeated: tuple[Any, ...] = ()) -> Cause:
    """Return what ``move`` does: the first purpose that applies, else its line. O(moves²) without searches."""
    code, sentence = next(_purposes(judge, position, move, repeated))
    judged = judge.after_move(position, move, repeated)
    worth = judged.of(move)
    cells = cells_of(judge.game, position, move)
    return Cause(code, sentence, truth(judge.game, position, judged, worth), worth.line, cells)


def _purposes(judge: Judge, position: Any, move: Move, repeated: tuple[Any, ...]) -> Iterator[tuple[Code, Sentence]]:
    game, judged = judge.game, judge(position, repeated)
    said, child, me = name(game, position, move), position.play(move), game.side(position)
    if judged.source == "chance":
        yield "chance", _averages(judge, position, move, repeated)
        return
    if is_win(position, move):
        row = completed(game, position, move)[1]
        yield (
            "wins",
            (
                _("{move} completes {count} in a row and wins.", move=said, count=Number(row))
                if row
                else _("{move} wins at once.", move=said)
            ),
        )
    yield from _stops(game, position, move)
    threats = [later_name(game, child, each) for each in forks(position, move)]
    if threats:
        yield "makes_double", (
            _("{move} threatens to win with {moves}, and only one of them can be stopped.", move=said, moves=choice(threats))
            if len(set(threats)) > 1
            else _("{move} threatens {moves}, and nothing stops it.", move=said, moves=threats[0])
        )  # fmt: skip
    gone = judge.pieces.captured(position, move)
    if gone:
        yield "takes", _("{move} takes {pieces}.", move=said, pieces=judge.pieces.words(gone))
    if not child.is_over() and turn(position, child) > 0:
        yield "again", _("{move} gives {side} another turn.", move=said, side=title(game, me))
    keepers = [each for each in judged.moves if each.value >= judged.value - NEARLY]
    if judged.proven and len(judged.moves) > 1 and judged.value > -WIN and [each.move for each in keepers] == [move]:
        yield "only_good", _("Only {move} wins.", move=said) if judged.value > 0 else _("Only {move} holds the draw.", move=said)  # fmt: skip
    yield from _restricts(game, position, move)
    if threatens(child, me, game.side):
        yield "threatens", _("{move} threatens to win with the next move.", move=said)
    line = names(game, position, judge.after_move(position, move, repeated).of(move).line[: SHOWN_PLIES + 1])
    yield "line", _("The idea of {move}: {moves}.", move=said, moves=line)


def _stops(game: Game, position: MarkedPosition, move: Move) -> Iterator[tuple[Code, Sentence]]:
    """Yield the threat to win at once that a move stops."""
    others = [each for each in position.moves() if each != move][:MAX_MOVES]
    after = {other: wins_after(position, other) for other in others}
    often = Counter(win for wins in after.values() for win in wins)
    still = set(wins_after(position, move))
    threats = [win for win, count in often.items() if count * 2 >= len(others) and win not in still]
    if not threats or still:
        return
    other = next(each for each, wins in after.items() if threats[0] in wins)
    child = position.play(other)
    places = {
        "move": name(game, position, move),
        "threat": name(game, child, threats[0]),
        "side": title(game, max(game.side(child), 0)),
    }
    if all(after.values()):
        yield "stops_win", _("Only {move} stops {threat}, with which {side} would win.", **places)
    else:
        yield "stops_win", _("{move} stops {threat}, with which {side} would win.", **places)


def _restricts(game: Game, position: Any, move: Move) -> Iterator[tuple[Code, Sentence]]:
    """Yield the few replies that a move leaves."""
    child = position.play(move)
    others = [position.play(each) for each in position.moves() if each != move][:MAX_TRIED]
    if child.is_over() or child.is_chance() or Demand.PLAYERS in position.demands() or not others:
        return
    if game.side(child) == game.side(position):
        return
    few = len(list(child.moves()))
    usual = sorted(len(list(each.moves())) for each in others)[len(others) // 2]
    if few * 2 <= usual:
        yield "restricts", _n(
            "{move} leaves {side} {count} move.", "{move} leaves {side} {count} moves.", few,
            move=name(game, position, move), side=title(game, game.side(child)),
        )  # fmt: skip


def _averages(judge: Judge, position: MarkedPosition, move: Move, repeated: tuple[Any, ...]) -> Sentence:
    """Return the average of a move, and that of the best other one."""
    game, judged = judge.game, judge(position, repeated)
    here = Number(50 + judged.of(move).value / 2, 1)
    others = [each for each in judged.moves if each.move != move]
    if not others:
        return _("On average {move} scores {played} of 100.", move=name(game, position, move), played=here)
    return _(
        "On average {move} scores {played} of 100; {other} scores {best}.",
        move=name(game, position, move), played=here, other=name(game, position, others[0].move), best=Number(50 + others[0].value / 2, 1),
    )  # fmt: skip
