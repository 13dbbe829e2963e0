"""The purpose of a good move, for a hint, for praise, and for a bot's move. For any rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from plyground.bots.reasons import format_line
from plyground.core.game import Game
from plyground.core.picture import region
from plyground.core.position import Demand, Move
from plyground.i18n import Number, Sentence, _, _n
from plyground.judge.because import MAX_TRIED, NEARLY, SHOWN_PLIES, counts_points, gains
from plyground.judge.cause import (
    Cause,
    Code,
    cells_of,
    choice,
    completed,
    later_name,
    moves_named,
    title,
)
from plyground.judge.exact_truth import truth
from plyground.judge.judge import Judge
from plyground.judge.judgement import WIN
from plyground.judge.standing_threats import threatened_capture
from plyground.judge.wins import MAX_MOVES, forks, is_win, threatens, turn, wins_after

CLEARLY_AHEAD = 50
"""Expected score from which a side is clearly ahead."""


def purpose(judge: Judge, position: Any, move: Move, repeated: tuple[Any, ...] = ()) -> Cause:
    """Return what ``move`` does: the first purpose that applies, else what is known of its value.

    The line of the best move is that of the judgement of the position. O(moves²) without searches; judgements come
    from ``judge``.
    """
    case = _Case(judge, position, move, repeated)
    code, sentence = next(_purposes(case))
    cells = cells_of(judge.game, position, move)
    return Cause(code, sentence, truth(judge.game, position, case.judged, case.worth), case.worth.line, cells)


class _Case:
    """A good move with everything that the purposes ask of it."""

    def __init__(self, judge: Judge, position: Any, move: Move, repeated: tuple[Any, ...]) -> None:
        self.judge, self.game, self.position, self.move = judge, judge.game, position, move
        self.repeated = repeated
        found = judge(position, repeated)
        self.judged = found if move == found.best.move else judge.after_move(position, move, repeated)
        self.worth = self.judged.of(move)
        self.child = position.play(move)
        self.said = judge.game.move_words(position, move)
        self.keepers = [each.move for each in self.judged.moves if each.value >= self.judged.best.value - NEARLY]

    @property
    def is_lost(self) -> bool:
        return self.worth.proven and self.worth.value < 0

    @property
    def is_draw(self) -> bool:
        return self.worth.proven and self.worth.value == 0

    @property
    def line(self) -> str:
        return format_line(self.game, self.position, self.worth.line[: SHOWN_PLIES + 2])


def _purposes(case: _Case) -> Iterator[tuple[Code, Sentence]]:
    judge, game, position, move = case.judge, case.game, case.position, case.move
    if case.judged.source == "chance":
        yield "chance", _averages(case)
        return
    if is_win(position, move):
        row = completed(game, position, move)[1]
        yield (
            "wins",
            (
                _("{move} completes {count} in a row and wins.", move=case.said, count=Number(row))
                if row
                else _("{move} wins at once.", move=case.said)
            ),
        )
    gone = judge.pieces.captured(position, move)
    yield from _stops(case, judge.pieces.words(gone) if gone else "")
    threats = [later_name(game, case.child, each) for each in forks(position, move)]
    if threats:
        yield "makes_double", (
            _("{move} threatens to win with {moves}, and only one of them can be stopped.", move=case.said, moves=choice(threats))
            if len(set(threats)) > 1
            else _("{move} threatens {moves}, and nothing stops it.", move=case.said, moves=threats[0])
        )  # fmt: skip
    if gone:
        yield "takes", _("{move} takes {pieces}.", move=case.said, pieces=judge.pieces.words(gone))
    yield from _gains_turn(case)
    yield from _wins_by_force(case)
    if not case.child.is_over() and turn(position, case.child) < 0:
        yield from _about_pieces(case)
        yield from _about_cells(case)
    yield from _restricts(game, position, move)
    if not case.is_lost and not case.is_draw and threatens(case.child, game.side(position), game.side):
        yield "threatens", _("{move} threatens to win with the next move.", move=case.said)
    yield _standing(case)


def _gains_turn(case: _Case) -> Iterator[tuple[Code, Sentence]]:
    """Yield another turn, and points."""
    side = title(case.game, case.game.side(case.position))
    if not case.child.is_over() and turn(case.position, case.child) > 0:
        yield "again", _("{move} gives {side} another turn.", move=case.said, side=side)
    if counts_points(case.game, case.position):
        gained = gains(case.position, (case.move,), case.game.side(case.position))[0]
        if gained > 1:
            yield "gains_points", _n("{move} gains {count} point.", "{move} gains {count} points.", gained, move=case.said)  # fmt: skip


def _wins_by_force(case: _Case) -> Iterator[tuple[Code, Sentence]]:
    """Yield proven results that only this move keeps, and proven wins."""
    judged = case.judged
    if judged.proven and len(judged.moves) > 1 and judged.value > -WIN and case.keepers == [case.move]:
        yield "only_good", _("Only {move} wins.", move=case.said) if judged.value > 0 else _("Only {move} holds the draw.", move=case.said)  # fmt: skip
    if case.worth.proven and case.worth.value > 0 and len(case.worth.line) > 1:
        yield "forces_win", _("{move} wins by force: {moves}.", move=case.said, moves=case.line)


def _about_pieces(case: _Case) -> Iterator[tuple[Code, Sentence]]:
    """Yield a threat to pieces that the move stops, and one that it makes."""
    judge, position, facts = case.judge, case.position, case.judge.pieces
    stopped = threatened_capture(judge, position, judge(position, case.repeated))
    if stopped and facts.balance(position, case.worth.line).gain >= 0:
        child, reply = stopped
        yield "saves_piece", _(
            "{move} answers the threat of {reply}, which takes {pieces}.",
            move=case.said, reply=case.game.move_words(child, reply), pieces=facts.words(facts.captured(child, reply)),
        )  # fmt: skip
    made = threatened_capture(judge, case.child, judge(case.child, case.repeated))
    if made:
        after, capture = made
        pieces = facts.captured(after, capture)
        before = capture in position.moves() and facts.captured(position, capture) == pieces
        if not before:
            yield "threatens_piece", _(
                "{move} threatens {reply}, which takes {pieces}.",
                move=case.said, reply=case.game.move_words(after, capture), pieces=facts.words(pieces),
            )  # fmt: skip


def _about_cells(case: _Case) -> Iterator[tuple[Code, Sentence]]:
    """Yield a stone that can never be turned, in games that turn stones."""
    game, cells = case.game, cells_of(case.game, case.position, case.move)
    if len(cells) != 1 or not case.judge.pieces.turning:
        return
    if case.judge.pieces.lasts(case.child, cells[0], game.side(case.position)):
        named = region(game.picture, cells[0])
        yield (
            "takes_cell",
            (
                _("{move} takes {region}: a stone there can never be turned.", move=case.said, region=named)
                if named
                else _("A stone at {move} can never be turned.", move=case.said)
            ),
        )


def _standing(case: _Case) -> tuple[Code, Sentence]:
    """Return what is known of the value of a move that does nothing which can be named."""
    judged, best = case.judged, case.judged.best
    good = moves_named(case.game, case.position, case.keepers)
    if len(judged.moves) == 1:
        return "equal", _("{move} is the only legal move.", move=case.said)
    if case.worth.proven and judged.proven and case.worth.value == judged.value:
        if judged.value < 0:
            lasts = len({each.distance for each in judged.moves} - {None}) > 1
            return "holds", _("Every move loses. {move} holds out longest.", move=case.game.move_words(case.position, best.move)) if lasts else _("Every move loses.")  # fmt: skip
        if len(case.keepers) == len(judged.moves):
            return "holds", _("Every move holds the draw.")
        return "among", _("The game stays a draw with {moves}.", moves=good)
    if not judged.trusted:
        return "equal", _("Little is known of this position. The judge would play {move}.", move=case.game.move_words(case.position, best.move))  # fmt: skip
    if case.move not in case.keepers:
        return "equal", _("{better} is a little better.", better=case.game.move_words(case.position, best.move))
    if case.keepers == [case.move]:
        return "equal", _("{move} is clearly better than all other moves.", move=case.said)
    if len(case.keepers) == len(judged.moves):
        if abs(judged.value) < CLEARLY_AHEAD:
            return "among", _("All moves are about equally good.")
        side = title(case.game, case.game.side(case.position))
        return "among", _("No move changes much: {side} is clearly ahead.", side=side) if judged.value > 0 else _("No move changes much: {side} is clearly behind.", side=side)  # fmt: skip
    return "among", _("About equally good: {moves}.", moves=good)


def _stops(case: _Case, taken: Sentence | str) -> Iterator[tuple[Code, Sentence]]:
    """Yield the threat to win at once that a move stops. ``taken``: the pieces that it takes, in words."""
    game, position, move = case.game, case.position, case.move
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
        "move": game.move_words(position, move),
        "threat": game.move_words(child, threats[0]),
        "side": title(game, max(game.side(child), 0)),
    }
    if places["move"] == places["threat"]:
        only = all(after.values())
        yield "stops_win", _("Only {move} stops {side}, who would win there.", **places) if only else _("{move} stops {side}, who would win there.", **places)  # fmt: skip
    elif taken:
        yield "stops_win", _("{move} takes {pieces} and stops {threat}, with which {side} would win.", pieces=taken, **places)  # fmt: skip
    elif all(after.values()):
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
            move=game.move_words(position, move), side=title(game, game.side(child)),
        )  # fmt: skip


def _averages(case: _Case) -> Sentence:
    """Return the average of a move, and that of the best other one."""
    game, judged, position, move = case.game, case.judged, case.position, case.move
    here = Number(judged.of(move).value, 1)
    others = [each for each in judged.moves if each.move != move]
    if not others:
        return _("On average {move} scores {played}.", move=game.move_words(position, move), played=here)
    return _(
        "On average {move} scores {played}; {other} scores {best}.",
        move=game.move_words(position, move), played=here, other=game.move_words(position, others[0].move), best=Number(others[0].value, 1),
    )  # fmt: skip
