"""Why a move was bad: one code, one sentence, the exact truth, the line that shows it, and the cells to mark.

Everything comes from facts of the rules and of the picture, so that it works for a user's own game. Nothing knows a game
by its name. The first cause that applies is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from plyground.bots.reasons import format_line
from plyground.core.game import Game
from plyground.core.picture import region
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.i18n import Number, Sentence, _, _n
from plyground.judge.cause import (
    MAX_NAMES,
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
from plyground.judge.judgement import WIN, Judgement
from plyground.judge.pieces import Balance, Pieces
from plyground.judge.wins import forks, result, threatened, turn, wins_after, wins_now
from plyground.learning.learned import Learned
from plyground.learning.telling_tables import telling_tables

MAX_TRIED = 40
"""Most other moves with which a reply is compared."""
NEARLY = 5
"""Points within which moves count as equally good."""
GOOD_REPLY = 40
"""Points by which a reply may be worse than the best one, to be told."""
NEARLY_ALL = 0.8
"""Share of the other moves from which they are called almost any other move."""
FEW_MOVES = 4
SHOWN_PLIES = 3
"""Moves of a line in a sentence."""
RANDOM_PLIES = 3
"""Plies of a line of random games in which captures count: later ones are chance."""


def because(judge: Judge, position: MarkedPosition, move: Move, repeated: tuple[Any, ...] = ()) -> Cause:
    """Return the cause why ``move`` was worse than the best move. It is meant for moves with a mark.

    O(moves²) without searches; judgements come from ``judge``.
    """
    case = _Case(judge, position, move, repeated)
    finders = (
        [_chance]
        if case.judged.source == "chance"
        else [
            _at_once,
            _ends,
            _doubles,
            _turns,
            _theory,
            _pieces,
            _points,
            _runner,
            _new_reply,
            _few_moves,
            _exact,
            _learned,
        ]
    )
    for find in finders:
        for cause in find(case):
            return cause
    return _better_line(case)


class _Case:
    """A move with everything that the causes ask of it."""

    def __init__(self, judge: Judge, position: Any, move: Move, repeated: tuple[Any, ...]) -> None:
        self.judge, self.game, self.facts = judge, judge.game, judge.pieces
        self.position, self.move, self.repeated = position, move, repeated
        self.judged: Judgement = judge.after_move(position, move, repeated)
        self.best, self.played = self.judged.best, self.judged.of(move)
        self.child = position.play(move)
        self.me = self.game.side(position)
        self.two = Demand.PLAYERS not in position.demands() and len(self.game.sides) == 2
        self.after = None if self.child.is_over() or self.is_repetition else judge(self.child, repeated)
        self.line = (move, *self.after.best.line) if self.after and self.after.moves else (move,)
        passed = self.after is not None and bool(self.after.moves) and turn(position, self.child) < 0
        self.reply: Move | None = self.line[1] if passed and len(self.line) > 1 else None

    @property
    def is_repetition(self) -> bool:
        return self.child.recurring() in self.repeated

    @property
    def said(self) -> Sentence | str:
        return self.game.move_words(self.position, self.move)

    @property
    def better(self) -> Sentence | str:
        return self.game.move_words(self.position, self.best.move)

    @cached_property
    def mover(self) -> Sentence | str:
        """The name of the side that made the move: its reader may be the other one."""
        return title(self.game, self.me)

    @cached_property
    def other(self) -> Sentence | str:
        """The name of the other side, or of the side to move next if there are several."""
        return title(self.game, 1 - self.me if self.two else max(self.game.side(self.child), 0))

    @property
    def replied(self) -> Sentence | str:
        assert self.reply is not None
        return self.game.move_words(self.child, self.reply)

    @property
    def is_lost(self) -> bool:
        """True if the move loses by force."""
        return self.played.proven and self.played.value <= -WIN

    @property
    def has_missed(self) -> bool:
        """True if the best move wins by force, and this one is not known to win."""
        return self.best.proven and self.best.value >= WIN and not (self.played.proven and self.played.value >= WIN)

    def others(self) -> list[Move]:
        return [each for each in self.position.moves() if each != self.move]

    def right(self, moves: list[Move]) -> Sentence | str:
        """Return the names of moves that would have been right, or words for (nearly) all other moves."""
        others = len(self.others())
        if len(moves) <= MAX_NAMES or len(moves) < NEARLY_ALL * others:
            return moves_named(self.game, self.position, moves)
        return _("almost any other move") if len(moves) < others else _("any other move")

    def cause(self, code: Code, sentence: Sentence, line: tuple[Move, ...] = (), cells: tuple[int, ...] = ()) -> Cause:
        cells = cells or cells_of(self.game, self.position, self.move)
        told = truth(self.game, self.position, self.judged, self.played)
        return Cause(code, sentence, told, line or self.line, cells)


def _at_once(case: _Case) -> Iterator[Cause]:
    """Yield wins at once: missed, or allowed."""
    game, position, move = case.game, case.position, case.move
    wins = wins_now(position)
    if wins and move not in wins:
        said = moves_named(game, position, wins)
        cells, row = completed(game, position, wins[0])
        sentence = (
            _(
                "{side} could have completed {count} in a row with {moves}.",
                side=case.mover,
                count=Number(row),
                moves=said,
            )
            if row
            else _("{side} could have won at once with {moves}.", side=case.mover, moves=said)
        )
        yield case.cause("missed_win", sentence, (wins[0],), cells or cells_of(game, position, wins[0]))
    against = wins_after(position, move)
    if not against:
        return
    cells, row = completed(game, case.child, against[0])
    cells = cells or cells_of(game, case.child, against[0])
    line = (move, against[0])
    good = [each for each in case.others() if not wins_after(position, each)]
    holding = [each for each in good if case.judged.of(each).value > -WIN]
    reply = moves_named(game, case.child, against)
    if not good:
        sentence = _("{side} wins with {reply}, and no move could stop that any more.", side=case.other, reply=reply)
        yield case.cause("lost_anyway", sentence, line, cells)
        return
    advice = (
        _("Right was {better}.", better=case.right(holding))
        if holding
        else _("{side} would have lost later with {better}.", side=case.mover, better=case.right(good))
    )
    places = {"side": case.other, "reply": reply, "move": case.said, "advice": advice}
    if threatened(position, against, move):
        sentence = (
            _("{side} needed only {reply} to complete {count} in a row, and {move} leaves it open. {advice}", count=Number(row), **places)
            if row
            else _("{side} threatened {reply}, which wins, and {move} does not stop it. {advice}", **places)
        )  # fmt: skip
        yield case.cause("left_open", sentence, line, cells)
    sentence = (
        _("{move} makes {reply} possible: {side} completes {count} in a row. {advice}", count=Number(row), **places)
        if row
        else _("{move} makes {reply} possible, and {side} wins at once. {advice}", **places)
    )  # fmt: skip
    yield case.cause("opened", sentence, line, cells)


def _ends(case: _Case) -> Iterator[Cause]:
    """Yield ends of the game by the move itself."""
    places = {"move": case.said, "better": case.better, "side": case.other}
    winning = case.best.value >= WIN
    if case.is_repetition:
        yield case.cause("ends_drawn", _("{move} repeats the position once more, and the game is a draw. Better was {better}.", **places))  # fmt: skip
    if not case.child.is_over():
        return
    ended = result(case.position, case.child)
    if ended < 0:
        yield case.cause("ends_lost", _("{move} ends the game, and {side} has won. Better was {better}.", **places))
    if ended == 0:
        stuck = not case.child.is_stuck() and not any(True for _move in case.child.moves())
        if stuck and winning and case.game.picture.pieces:
            sentence = _("{move} leaves {side} no move, and the game is a draw. {better} was winning.", **places)
        elif winning:
            sentence = _("{move} ends the game in a draw. {better} was winning.", **places)
        else:
            sentence = _("{move} ends the game in a draw. Better was {better}.", **places)
        yield case.cause("ends_drawn", sentence)


def _doubles(case: _Case) -> Iterator[Cause]:
    """Yield threats that cannot be stopped: allowed, or missed."""
    game, position = case.game, case.position
    if case.is_lost and case.reply is not None:
        double = forks(case.child, case.reply)
        if double:
            after = case.child.play(case.reply)
            threats = [later_name(game, after, each) for each in double]
            places = {"reply": case.replied, "better": case.better, "moves": choice(threats)}
            sentence = (
                _("{reply} then threatens to win with {moves}, and only one of them can be stopped. Better was {better}.", **places)
                if len(set(threats)) > 1
                else _("{reply} then threatens {moves}, and nothing stops it. Better was {better}.", **places)
            )  # fmt: skip
            yield case.cause("double_threat", sentence, cells=cells_of(game, case.child, case.reply))
    if case.has_missed:
        double = forks(position, case.best.move)
        if double:
            after = position.play(case.best.move)
            threats = [later_name(game, after, each) for each in double]
            places = {"better": case.better, "moves": choice(threats), "side": case.other}
            sentence = (
                _("{better} would have threatened to win with {moves}, and {side} could have stopped only one.", **places)
                if len(set(threats)) > 1
                else _("{better} would have threatened {moves}, and nothing could have stopped it.", **places)
            )  # fmt: skip
            yield case.cause("missed_double", sentence, case.best.line, cells_of(game, position, case.best.move))


def _turns(case: _Case) -> Iterator[Cause]:
    """Yield another turn that was missed."""
    best = case.position.play(case.best.move)
    keeps = not best.is_over() and turn(case.position, best) > 0
    passes = not case.child.is_over() and turn(case.position, case.child) < 0
    if keeps and passes and not case.facts.captured(case.position, case.best.move):
        yield case.cause("missed_turn", _("{better} would have given {side} another turn.", better=case.better, side=case.mover), case.best.line)  # fmt: skip


def _theory(case: _Case) -> Iterator[Cause]:
    """Yield the nim-sum, in games that tell it."""
    child = case.child
    if case.judged.proven and not child.is_over() and hasattr(child, "grundy") and child.grundy() and case.best.value > case.played.value:  # fmt: skip
        yield case.cause(
            "nim_sum",
            _(
                "{move} leaves {side} the nim-sum {sum}, which wins. {better} leaves 0: then every reply loses.",
                move=case.said, side=case.other, sum=Number(child.grundy()), better=case.better,
            ),
        )  # fmt: skip


def _pieces(case: _Case) -> Iterator[Cause]:
    """Yield pieces that are lost, or not taken."""
    if not case.two:
        return
    facts, position = case.facts, case.position
    plies = RANDOM_PLIES if case.judged.source == "uct" else None
    mine, best = facts.balance(position, case.line[:plies]), facts.balance(position, case.best.line[:plies])
    if case.reply is not None and mine.lost and best.gain - mine.gain >= 1 and mine.gain < 0 and best.gain < -2 * mine.gain:  # fmt: skip
        yield _piece_lost(case, mine)
    if best.won and best.gain - mine.gain >= 1 and best.gain > 0:
        net = facts.exchanged(best)
        pieces = facts.words(net.won or best.won)
        sentence = (
            _("{better} would have taken {pieces} for {price}.", better=case.better, pieces=pieces, price=facts.words(net.lost))
            if net.lost
            else _("{better} would have taken {pieces}.", better=case.better, pieces=pieces)
        )  # fmt: skip
        yield case.cause("missed_capture", sentence, case.best.line)


def _piece_lost(case: _Case, balance: Balance) -> Cause:
    """Return the cause for a piece that the other side takes at once, soon, or after a sacrifice."""
    facts, position, reply, net = case.facts, case.position, case.reply, case.facts.exchanged(balance)
    assert reply is not None
    places: dict[str, Any] = {"side": case.other, "reply": case.replied, "better": case.better, "move": case.said}
    gone = facts.captured(case.child, reply)
    if gone:
        places["pieces"] = facts.words(gone)
        marked = cells_of(case.game, case.child, reply)
        if _was_there(case, gone):
            sentence = _("{side} threatened {reply}, which takes {pieces}, and {move} does nothing about it. Better was {better}.", **places)  # fmt: skip
            return case.cause("left_hanging", sentence, cells=marked)
        price = balance.won if balance.lost == gone else net.won
        if not price:
            return case.cause("hangs", _("{side} answers {reply} and takes {pieces}. Better was {better}.", **places), cells=marked)  # fmt: skip
        places["price"] = facts.words(price)
        return case.cause("hangs", _("{side} answers {reply} and takes {pieces} for {price}. Better was {better}.", **places), cells=marked)  # fmt: skip
    places["pieces"] = facts.words(balance.lost)
    given = facts.balance(position, case.line[:3]).won
    if given:
        sentence = _("{side} gives up {given} with {reply} and then takes {pieces}. Better was {better}.", given=facts.words(given), **places)  # fmt: skip
        return case.cause("shot", sentence)
    places["pieces"] = facts.words(net.lost)
    if net.won:
        sentence = _("After {reply} {mover} loses {pieces} for {price}. Better was {better}.", mover=case.mover, price=facts.words(net.won), **places)  # fmt: skip
    else:
        sentence = _("After {reply} {mover} loses {pieces}. Better was {better}.", mover=case.mover, **places)
    return case.cause("loses_piece", sentence)


def _was_there(case: _Case, gone: Pieces) -> bool:
    """Return True if the reply takes the same after at least half of the other moves: it was a threat."""
    others, reply, same = case.others()[:MAX_TRIED], case.reply, 0
    assert reply is not None
    for other in others:
        child = case.position.play(other)
        if not child.is_over() and reply in child.moves():
            same += case.facts.captured(child, reply) == gone
    return bool(others) and same * 2 >= len(others)


def _points(case: _Case) -> Iterator[Cause]:
    """Yield points that are lost or missed along the lines, in games of points."""
    game, position, me = case.game, case.position, case.me
    if not case.two or case.reply is None or not counts_points(game, position):
        return
    played, best = gains(position, case.line, me), gains(position, case.best.line, me)
    swing = (played[1] - played[0]) - (best[1] - best[0])
    if swing < 2:
        return
    turns = _turns_in_row(case)
    shown = format_line(game, case.child, case.line[1 : 1 + SHOWN_PLIES])
    if turns > 1:
        moves = format_line(game, case.child, case.line[1 : 1 + turns])
        yield case.cause(
            "gives_turns",
            _n(
                "{side} moves several times in a row ({moves}) and gains {count} point. Better was {better}.",
                "{side} moves several times in a row ({moves}) and gains {count} points. Better was {better}.",
                played[1], side=case.other, moves=moves, better=case.better,
            ),
        )  # fmt: skip
    elif best[0] > played[1]:
        yield case.cause(
            "missed_points",
            _n(
                "With {better} {side} would have gained {count} point.",
                "With {better} {side} would have gained {count} points.",
                best[0], better=case.better, side=case.mover,
            ),
            case.best.line,
        )  # fmt: skip
    else:
        yield case.cause(
            "points",
            _n(
                "{side} gains {count} point with {moves}. Better was {better}.",
                "{side} gains {count} points with {moves}. Better was {better}.",
                played[1], side=case.other, moves=shown, better=case.better,
            ),
        )  # fmt: skip


def counts_points(game: Game, position: Any) -> bool:
    """Return True in a game of points, unless they are the stones on its board."""
    if not hasattr(position, "points"):
        return False
    points: int = sum(position.points())
    return points != sum(mark in game.sides for mark in game.picture.marks(position))


def gains(position: Any, line: tuple[Move, ...], me: int) -> tuple[int, int]:
    """Return the points that I gain along a line, and that the other side gains."""
    before = position.points()
    for move in line:
        position = position.play(move)
    after = position.points()
    return after[me] - before[me], after[1 - me] - before[1 - me]


def _turns_in_row(case: _Case) -> int:
    """Return the moves that the other side makes in a row after the move."""
    turns, position = 0, case.child
    for move in case.line[1:]:
        if position.is_over() or case.game.side(position) == case.me:
            break
        turns, position = turns + 1, position.play(move)
    return turns


def _runner(case: _Case) -> Iterator[Cause]:
    """Yield a piece that makes all moves of a won line."""
    if not case.is_lost or case.reply is None or not case.game.picture.pieces:
        return
    at, moves, position = None, 0, case.child
    for move in case.line[1:]:
        if case.game.side(position) != case.me:
            cells = case.game.picture.cells(position, move)
            if len(cells) < 2 or (at is not None and cells[0] != at):
                return
            at, moves = cells[-1], moves + 1
        position = position.play(move)
    if moves >= 2 and position.is_over():
        sentence = _("The piece that plays {reply} can no longer be stopped. Better was {better}.", reply=case.replied, better=case.better)  # fmt: skip
        yield case.cause("runner", sentence, cells=cells_of(case.game, case.child, case.reply))


def _new_reply(case: _Case) -> Iterator[Cause]:
    """Yield a good reply in one cell that the best move does not allow, best a stone that is never turned."""
    game, position, reply = case.game, case.position, case.reply
    best = position.play(case.best.move)
    if reply is None or not case.two or not game.picture.width or game.picture.pieces or best.is_over():
        return
    assert case.after
    allowed = set(best.moves()) if game.side(best) == game.side(case.child) else set()
    others = case.others()[:MAX_TRIED]
    him, found = game.side(case.child), []
    for each in case.after.moves:
        cells = game.picture.cells(case.child, each.move)
        if each.move in allowed or len(cells) != 1 or each.value < case.after.best.value - GOOD_REPLY:
            continue
        stays = case.facts.turning and case.facts.lasts(case.child.play(each.move), cells[0], him)
        usual = sum(each.move in set(position.play(other).moves()) for other in others)
        if stays or (each.move == reply and usual * 2 < len(others)):
            found.append((not stays, each.move))
    if not found:
        return
    turned, opened = min(found, key=lambda each: each[0])
    places: dict[str, Any] = {
        "move": case.said,
        "cell": game.move_words(case.child, opened),
        "side": case.other,
        "better": case.better,
    }
    after = case.child.play(opened)
    line: tuple[Move, ...] = (case.move, opened)
    if not after.is_over():
        line += case.judge(after, case.repeated).best.line[:SHOWN_PLIES]
    cells = cells_of(game, case.child, opened)
    named = region(game.picture, cells[0])
    if named is not None:
        places["region"] = named
    if turned:
        sentence = (
            _("{move} opens {cell}, {region}, to {side}. Better was {better}.", **places)
            if named
            else _("{move} opens {cell} to {side}. Better was {better}.", **places)
        )
    else:
        sentence = (
            _("{move} opens {cell}, {region}, to {side}, and a stone there can never be turned. Better was {better}.", **places)
            if named
            else _("{move} opens {cell} to {side}, and a stone there can never be turned. Better was {better}.", **places)
        )  # fmt: skip
    yield case.cause("gives_cell", sentence, line, cells)


def _few_moves(case: _Case) -> Iterator[Cause]:
    """Yield few moves that are left, in games without pieces to win: there, a check or an exchange leaves few, too."""
    if case.reply is None or not case.two or case.facts.matter:
        return
    here, there = _after(case.position, case.line[:2]), _after(case.position, case.best.line[:2])
    if here.is_over() or there.is_over() or not case.game.side(here) == case.me == case.game.side(there):
        return
    few, many = len(list(here.moves())), len(list(there.moves()))
    if few * 2 <= many and few <= FEW_MOVES:
        yield case.cause(
            "mobility",
            _n(
                "After {reply} {side} has only {count} move left. After {better} there would have been {many}.",
                "After {reply} {side} has only {count} moves left. After {better} there would have been {many}.",
                few, reply=case.replied, side=case.mover, better=case.better, many=Number(many),
            ),
        )  # fmt: skip


def _after(position: MarkedPosition, line: tuple[Move, ...]) -> Any:
    for move in line:
        position = position.play(move)
    return position


def _exact(case: _Case) -> Iterator[Cause]:
    """Yield what is proven: margins, lost wins and draws."""
    if case.reply is None:
        return
    played, best = case.played, case.best
    if hasattr(case.position, "points") and played.points is not None and best.points is not None and best.points - played.points >= 2:  # fmt: skip
        yield case.cause(
            "points",
            _(
                "After {moves} {side} ends {played}. With {better} {side} ends {best}.",
                moves=format_line(case.game, case.child, case.line[1 : 1 + SHOWN_PLIES]), played=margin(played.points), best=margin(best.points), better=case.better, side=case.mover,
            ),
        )  # fmt: skip
    keepers = [each.move for each in case.judged.moves if each.value >= best.value - NEARLY]
    places = {"side": case.other, "reply": case.replied, "better": case.right(keepers)}
    if case.is_lost:
        if case.reply == best.move and not case.game.picture.pieces:
            sentence = _("{reply} was the move for both sides: {side} plays it now and wins by force.", **places)
        elif not (case.judged.proven or best.proven):
            sentence = _("After {reply} {side} wins by force. Better was {better}.", **places)
        elif best.value > 0:
            sentence = _("After {reply} {side} wins by force. {better} would have won.", **places)
        else:
            sentence = _("After {reply} {side} wins by force. {better} would have held the draw.", **places)
        yield case.cause("forced_loss", sentence)
    elif played.proven and case.judged.proven:
        if played.value == 0:
            sentence = _("After {reply} the game is a draw. {better} would have won.", **places)
        else:
            sentence = _("After {reply} the game is lost. {better} would have held the draw.", **places)
        yield case.cause("only_move", sentence)
    elif case.has_missed:
        moves = format_line(case.game, case.position, best.line[: SHOWN_PLIES + 2])
        sentence = _("{better} would have won by force: {moves}.", better=case.better, moves=moves)
        yield case.cause("missed_forced_win", sentence, best.line)


def margin(points: int) -> Sentence:
    """Return words for a final margin, which follow "ends"."""
    if points > 0:
        return _n("{count} point ahead", "{count} points ahead", points)
    if points < 0:
        return _n("{count} point behind", "{count} points behind", -points)
    return _("level")


def _learned(case: _Case) -> Iterator[Cause]:
    """Yield the cells that speak for the best move, if the evaluation was learned and sees the difference at once."""
    evaluation, better = case.judge.evaluation, case.position.play(case.best.move)
    if not (case.two and isinstance(evaluation, Learned)) or better.is_over() or case.child.is_over():
        return
    if turn(case.position, better) != turn(case.position, case.child):
        return
    for table in telling_tables(evaluation, better, case.child)[:1]:
        words = [word for cell in table.cells if (word := case.game.picture.word(cell))]
        if len(words) == len(table.cells):
            yield case.cause(
                "learned",
                _("{better} is better: what then stands on {cells} counts more, as games have taught.", better=case.better, cells=", ".join(words)),
                case.best.line,
                table.cells,
            )  # fmt: skip


def _chance(case: _Case) -> Iterator[Cause]:
    """Yield averages over chance."""
    best, played = case.best, case.played
    yield case.cause(
        "chance",
        _(
            "On average {move} scores {played}, and {better} scores {best}.",
            move=case.said, played=Number(played.value, 1), better=case.better, best=Number(best.value, 1),
        ),
        best.line,
        cells_of(case.game, case.position, best.move),
    )  # fmt: skip


def _better_line(case: _Case) -> Cause:
    """Return the cause if nothing else is known: the best line beside the played one."""
    return case.cause(
        "better_line",
        _(
            "{better} is better: {best} instead of {played}.",
            better=case.better,
            best=format_line(case.game, case.position, case.best.line[: SHOWN_PLIES + 1]),
            played=format_line(case.game, case.position, case.line[: SHOWN_PLIES + 1]),
        ),
    )
