"""A hint in three steps: the area to look at, the reason, and the best moves."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from plyground.arena.analysis import MoveValues
from plyground.arena.match import Match
from plyground.bots import Choice
from plyground.bots.prover import PROOF
from plyground.bots.reasons import figure, is_won, outcome, promise
from plyground.core.game import Game
from plyground.core.picture import Picture, cell_words, path, shear, ways
from plyground.core.position import Demand, Move
from plyground.errors import SearchError
from plyground.i18n import Number, Sentence, _, _n
from plyground.judge.judge import Judge, repeated
from plyground.judge.judgement import Judgement
from plyground.judge.purpose import purpose
from plyground.presentation.board_text import by_column
from plyground.presentation.move_purpose import aim, standing
from plyground.presentation.move_values import source_words
from plyground.presentation.side_title import mover_title, side_title
from plyground.solvers.explore import Exploration

PART = 3
"""Divisor: the area of a hint covers at most 1/3 of the board, if possible."""

BESIDE = ((0, -1), (0, 1), (-1, 0), (1, 0))
HEXAGONS = (*BESIDE, (-1, 1), (1, -1))
AROUND = (*HEXAGONS, (-1, -1), (1, 1))
"""Steps to neighbours, in rows and columns: those that share a side, on squares and on hexagons, and those with a
corner in common.
"""

HINT_TIMEOUT_S = 3
"""Seconds for the exact values, and for the search if there are none in that time."""
ENGINE = f"engine:seconds={HINT_TIMEOUT_S - 1}"
"""The spec text of the bot that gives hints when no exact values are found."""

STEPS = 3
CLEARLY_AHEAD = 20
"""Expected score from which a side is in front."""


class Advice(NamedTuple):
    """The best moves of a position, and the reason."""

    best: tuple[Move, ...]  # equally good moves, as far as known
    idea: Sentence | str  # reason without a move's name
    source: Sentence  # source of the advice


def demand_hints(game: Game) -> None:
    """Raise :class:`SearchError` for a game in which no hint can be given."""
    if game.demands & Demand.HIDDEN:
        raise SearchError(_("No hints here: the game has hidden information, which no search supports."))


class Adviser(Protocol):
    """The searches that a hint needs, each within :data:`HINT_TIMEOUT_S`.

    All of them may raise :class:`SearchError`.
    """

    async def values(self) -> MoveValues:
        """Return the value of every move, by a search."""

    async def exact(self) -> Exploration:
        """Return the exact value of every move."""

    async def judgement(self) -> Advice:
        """Return the advice (:func:`judged`) that follows from the move of :data:`ENGINE`."""


def advice_on(judge: Judge, match: Match) -> Advice:
    """Return the advice of the judge for the position on the board, with a reason that does not name the move.

    Raise :class:`SearchError` for a position in which chance is to move.
    """
    game, position = match.game, match.position
    if position.is_chance():
        raise SearchError(_("Nobody chooses in this position: chance decides."))
    again = repeated(game, match.positions[: match.ply + 1])
    found = judge(position, again)
    best = found.best_moves or tuple(each.move for each in found.moves if found.proven and each.rank == found.best.rank)
    return Advice(
        best or (found.best.move,), _judged_idea(judge, position, found, again, len(best)), source_words(found)
    )


def _judged_idea(judge: Judge, position: Any, found: Judgement, again: tuple[Any, ...], count: int) -> Sentence:
    """Return the purpose of the best move without its name."""
    game, move = judge.game, found.best.move
    if len(found.moves) == 1:
        return _("It is the only legal move.")
    if count == len(found.moves):
        return _("All moves are equally good.")
    cause = purpose(judge, position, move, again)
    child = position.play(move)
    match cause.code:
        case "wins":
            return _n("A move here wins at once.", "{count} moves here win at once.", max(1, count))
        case "stops_win":
            return _("It stops {side}, who would win with the next move.", side=mover_title(game, child))
        case "makes_double":
            return _("It threatens to win with the next move, and nothing stops that.")
        case "takes":
            return _("It takes {pieces}.", pieces=judge.pieces.words(judge.pieces.captured(position, move)))
        case "again":
            return _("It gives another turn.")
        case "only_good" if found.value > 0:
            return _("Only one move wins.")
        case "only_good":
            return _("Only one move holds the draw.")
        case "restricts":
            return _n("It leaves {side} {count} move.", "It leaves {side} {count} moves.", len(list(child.moves())), side=mover_title(game, child))  # fmt: skip
        case "threatens":
            return _("It threatens to win with the next move.")
        case "chance":
            return _("On average it scores {best} of 100.", best=Number(50 + found.value / 2, 1))
    return _standing(found)


def _standing(found: Judgement) -> Sentence:
    """Return a sentence that says which side is in front."""
    if found.proven:
        return _("It wins with best play.") if found.value > 0 else _("Every move loses against best play; this is the best defence.") if found.value < 0 else _("It holds the draw.")  # fmt: skip
    if found.value >= CLEARLY_AHEAD:
        return _("You are in front, and this keeps it so.")
    if found.value <= -CLEARLY_AHEAD:
        return _("You are behind; no other move does better.")
    return _("Neither side is in front, and this keeps it so.")


async def advise(match: Match, adviser: Adviser) -> Advice:
    """Return the advice for the position on the board: by exact values if they are found in time, else by a search."""
    game, position = match.game, match.position
    demand_hints(game)
    if position.is_chance():
        raise SearchError(_("Nobody chooses in this position: chance decides."))
    if game.demands & Demand.CHANCE and not game.demands & Demand.PLAYERS:
        return averaged(game, await adviser.values())
    if game.demands & Demand.PLAYERS:
        return valued(game, await adviser.values())
    try:
        return proven(game, position, await adviser.exact())
    except SearchError:  # not proven in this time, or not solvable
        return await adviser.judgement()


def proven(game: Game, position: Any, found: Exploration) -> Advice:
    """Return the advice that follows from exact values, for a game of two players."""
    return Advice(found.best, _idea(game, position, found), _("These are exact values."))


def _idea(game: Game, position: Any, found: Exploration) -> Sentence:
    value, best = found.value, found.best
    others = [value for move, value in found.moves[len(best) :]]
    words = {"outcome": promise(*value)}
    if len(found.moves) == 1:
        return _("It is the only legal move. {outcome}.", **words)
    if not others:
        return _("All moves are equally good. {outcome}.", **words)
    if value.utility > 0 and value.distance == 1:
        return _n("A move here wins at once.", "{count} moves here win at once.", len(best))
    if all(other.utility < 0 and other.distance == 2 for other in others):  # 2 plies: any move, and the reply
        return _(
            "It stops {side}, who would win with the next move. {outcome}.",
            side=side_title(game, 1 - game.side(position)),
            **words,
        )
    if value.utility == 0:
        return _n("One move keeps the draw; the others lose.", "{count} moves keep the draw; the others lose.", len(best))  # fmt: skip
    if value.utility < 0:
        return _("Every move loses against best play; this is the best defence. {outcome}.", **words)
    if any(other.utility > 0 for other in others):
        return _n("Several moves win, but one is the best. {outcome}.", "Several moves win, but {count} are the best. {outcome}.", len(best), **words)  # fmt: skip
    return _n("Only one move wins. {outcome}.", "{count} moves win. {outcome}.", len(best), **words)


def judged(game: Game, position: Any, choice: Choice) -> Advice:
    """Return the advice of the engine: the visible effect of its move, or the side in front if nothing is proven."""
    found = choice.result
    if found is None:
        idea = choice.reason
    elif found.depth is None or found.proven or is_won(found):
        idea = _("{outcome}.", outcome=outcome(game, found))
    else:
        seen, stands = aim(game, position, choice.move), standing(found.value, found.depth)
        idea = stands if seen is None else _("{aim} {standing}", aim=seen, standing=stands)
    if found is not None and found.algorithm == PROOF:
        return Advice((choice.move,), idea, _("These are exact values."))
    return Advice((choice.move,), idea, _("This is the engine's search: the position is too large for exact values."))


def valued(game: Game, found: MoveValues) -> Advice:
    """Return the advice that follows from the searched value of every move, for a game of many players."""
    result = found.result
    best = tuple(root.move for root in result.moves if root.score == result.score)
    return Advice(best, _("{outcome}.", outcome=outcome(game, result)), _("This is the result of a search."))


def averaged(game: Game, found: MoveValues) -> Advice:
    """Return the advice that follows from the average value of every move, for a game of two players with chance."""
    result = found.result
    best = tuple(root.move for root in result.moves if root.score == result.score)
    others = [root.value for root in result.moves if root.move not in best and root.value is not None]
    if len(result.moves) == 1:
        idea = _("It is the only legal move. {outcome}.", outcome=outcome(game, result))
    elif not others:
        idea = _("All moves are equally good. {outcome}.", outcome=outcome(game, result))
    elif found.proven:
        idea = _("{outcome}; the next best move has {other}.", outcome=outcome(game, result), other=figure(max(others)))
    else:
        idea = _n(
            "After {count} ply it is judged at {value} on average, the next best move at {other}. A win counts 1.",
            "After {count} plies it is judged at {value} on average, the next best move at {other}. A win counts 1.",
            found.depth, value=_estimate(result.value), other=_estimate(max(others)),
        )  # fmt: skip
    if found.proven:
        return Advice(best, idea, _("These are exact averages over everything that chance can bring."))
    return Advice(best, idea, _("These averages over chance come from a search of limited depth."))


def _estimate(value: Any) -> Number:
    return Number(float(value), decimals=3)


def told(game: Game, position: Any, advice: Advice, step: int) -> Sentence:
    """Return one step of a hint, counted from 1: where to look, why, and the moves."""
    if step == 1:
        hint = place(game, position, advice.best)
    elif step == 2:
        hint = _("{idea} {source}", idea=advice.idea, source=advice.source)
    else:
        hint = answer(game, position, advice.best)
    return _("Hint {step} of {last}. {hint}", step=step, last=STEPS, hint=hint)


def cells(game: Game, position: Any, advice: Advice, step: int) -> tuple[int, ...]:
    """Return the cells of the best moves at the last step of the hint, and no cells before."""
    if step < STEPS:
        return ()
    told = {cell for move in advice.best for cell in game.picture.cells(position, move)}
    return tuple(told or set(path(game.picture, position, advice.best[0])))


def area(game: Game, position: Any, best: tuple[Move, ...]) -> tuple[int, ...]:
    """Return the area to look at for the ``best`` moves: their cells and the neighbours that have a name; light squares
    of draughts have none.

    If the area takes too much of the board, return the area of the first move only. It is empty if no cell shows a
    move. For a move of several steps, such as a play of backgammon, it is the cells of the pieces that move.
    """
    picture = game.picture
    steps = ways(picture, position, best[0])
    if steps:
        begins, ends = set(steps[0][::2]), set(steps[0][1::2])
        return tuple(sorted(begins - ends or begins))
    names = cell_words(picture, position)
    largest = picture.width * picture.height // PART
    reaches = (HEXAGONS,) if shear(picture) else (AROUND, BESIDE)
    found: set[int] = set()
    for moves in (best, best[:1]):
        cells = {cell for move in moves for cell in picture.cells(position, move)}
        for reach in reaches:
            found = {cell for cell in _with_neighbours(picture, cells, reach) if names[cell]}
            if len(found) <= largest:
                return tuple(sorted(found))
    return tuple(sorted(found))


def _with_neighbours(picture: Picture, cells: set[int], steps: tuple[tuple[int, int], ...]) -> set[int]:
    """Return the cells with their neighbours; whole columns in games whose moves are columns."""
    found = set()
    for cell in cells:
        row, column = divmod(cell, picture.width)
        for down, across in ((0, 0), *steps):
            if 0 <= row + down < picture.height and 0 <= column + across < picture.width:
                found.add((row + down) * picture.width + column + across)
    if by_column(picture):
        columns = {cell % picture.width for cell in found}
        return {cell for cell in range(picture.width * picture.height) if cell % picture.width in columns}
    return found


def place(game: Game, position: Any, best: tuple[Move, ...]) -> Sentence:
    """Return the sentence that names the area. If no board shows the moves, the sentence names the moves among which to
    look.
    """
    picture, cells = game.picture, area(game, position, best)
    names = cell_words(picture, position)
    words = ", ".join(dict.fromkeys(names[cell] for cell in cells))
    if cells:
        return _("Look at these columns: {cells}.", cells=words) if by_column(picture) else _("Look at these cells: {cells}.", cells=words)  # fmt: skip
    moves = list(position.moves())
    first = moves.index(best[0])
    listed = ", ".join(game.notation.format_move(position, move) for move in moves[max(first - 1, 0) : first + 2])
    return _("Look at these moves: {moves}.", moves=listed)


def answer(game: Game, position: Any, best: tuple[Move, ...]) -> Sentence:
    """Return the sentence that names the best moves."""
    moves = ", ".join(game.notation.format_move(position, move) for move in best)
    return _n("Play {moves}.", "Play one of these: {moves}.", len(best), moves=moves)
