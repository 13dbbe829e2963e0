"""A hint in three steps: the area to look at, the reason, and the best moves."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.picture import Picture, by_column, cell_words, path, shear, ways
from plyground.core.position import Move
from plyground.errors import SearchError
from plyground.i18n import Number, Sentence, _, _n
from plyground.judge.cause import listed, moves_named
from plyground.judge.judge import Judge, repeated
from plyground.judge.judgement import Judgement
from plyground.judge.purpose import purpose
from plyground.presentation.move_values import source_words
from plyground.presentation.side_title import mover_title

PART = 3
"""Divisor: the area of a hint covers at most 1/3 of the board, if possible."""

BESIDE = ((0, -1), (0, 1), (-1, 0), (1, 0))
HEXAGONS = (*BESIDE, (-1, 1), (1, -1))
AROUND = (*HEXAGONS, (-1, -1), (1, 1))
"""Steps to neighbours, in rows and columns: those that share a side, on squares and on hexagons, and those with a
corner in common.
"""

STEPS = 3
MAX_NAMED_CELLS = 4
"""Most cells of an area that are named one by one; a larger one is named by its lower left and upper right corner."""
CLEARLY_AHEAD = 20
"""Expected score from which a side is in front."""


class Advice(NamedTuple):
    """The best moves of a position, and the reason."""

    best: tuple[Move, ...]  # equally good moves, as far as known
    idea: Sentence | str  # reason without a move's name
    source: Sentence  # source of the advice


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
    return Advice(best or (found.best.move,), _idea(judge, position, found, again, len(best)), source_words(found))


def _idea(judge: Judge, position: Any, found: Judgement, again: tuple[Any, ...], count: int) -> Sentence:
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
        case "forces_win":
            return _("It wins by force.")
        case "gains_points":
            return _("It gains points.")
        case "saves_piece":
            return _("{side} threatens to take something; it answers that.", side=mover_title(game, child))
        case "threatens_piece":
            return _("It threatens to take something.")
        case "takes_cell":
            return _("It puts a stone where it can never be turned.")
        case "restricts":
            return _n("It leaves {side} {count} move.", "It leaves {side} {count} moves.", len(list(child.moves())), side=mover_title(game, child))  # fmt: skip
        case "threatens":
            return _("It threatens to win with the next move.")
        case "chance":
            return _("On average it scores {best}.", best=Number(found.value, 1))
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


def step_words(game: Game, position: Any, advice: Advice, step: int) -> Sentence | str:
    """Return one step of a hint, counted from 1: where to look, why, or the moves."""
    if step == 1:
        return place(game, position, advice.best)
    return advice.idea if step == 2 else answer(game, position, advice.best)


def told(game: Game, position: Any, advice: Advice, step: int) -> Sentence:
    """Return one step of a hint with its number and, for the reason, its source."""
    hint = step_words(game, position, advice, step)
    if step == 2:
        hint = _("{idea} {source}", idea=hint, source=advice.source)
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
    if len(cells) > MAX_NAMED_CELLS and not by_column(picture):
        rows, columns = zip(*(divmod(cell, picture.width) for cell in cells), strict=True)
        first, last = (names[row(rows) * picture.width + column(columns)] for row, column in ((max, min), (min, max)))
        if first and last:
            return _("Look between {first} and {last}.", first=first, last=last)
    if cells:
        return _("Look at these columns: {cells}.", cells=words) if by_column(picture) else _("Look at these cells: {cells}.", cells=words)  # fmt: skip
    moves = list(position.moves())
    first = moves.index(best[0])
    near = [game.move_words(position, move) for move in moves[max(first - 1, 0) : first + 2]]
    return _("Look at these moves: {moves}.", moves=listed(near))


def answer(game: Game, position: Any, best: tuple[Move, ...]) -> Sentence:
    """Return the sentence that names the best moves."""
    if 1 < len(best) == len(list(position.moves())):
        return _("All moves are equally good.")
    return _("Play {moves}.", moves=moves_named(game, position, list(best)))
