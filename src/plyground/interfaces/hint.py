"""A hint: the moves to make, where to look for them, and why; told in three steps, the move last."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from plyground.arena.analysis import MoveValues
from plyground.arena.match import Match
from plyground.errors import SearchError
from plyground.game import Game
from plyground.interfaces.aim import aim, standing
from plyground.interfaces.board import by_column
from plyground.language import Sentence, _, _n
from plyground.picture import Picture, shear
from plyground.players import Choice
from plyground.players.reasons import is_won, outcome, promise
from plyground.position import Demand, Move
from plyground.solve.explore import Exploration

PART = 3
"""An area is at most one part of so many of the board, where that can be: a hint of all of it is none."""

BESIDE = ((0, -1), (0, 1), (-1, 0), (1, 0))
HEXAGONS = (*BESIDE, (-1, 1), (1, -1))
AROUND = (*HEXAGONS, (-1, -1), (1, 1))
"""Steps to neighbours, in rows and columns: those that share a side, on squares and on hexagons, and those with a corner in common."""


PATIENCE = 3
"""Seconds for the exact values, and for the search where there are none in that time."""
ENGINE = f"engine:seconds={PATIENCE - 1}"

STEPS = 3


class Advice(NamedTuple):
    """What to play in a position, and why."""

    best: tuple[Move, ...]  # equally good, as far as is known
    idea: Sentence  # why, without a move's name
    source: Sentence  # who says so


def demand_hints(game: Game) -> None:
    """Raise :class:`SearchError` for a game in which no hint can be given."""
    if game.demands & Demand.HIDDEN:
        raise SearchError(_("No hints here: something is hidden from the players, which no search masters."))
    if game.demands & Demand.CHANCE:
        raise SearchError(_("No hints here: chance has a say; “Why?” tells what each move is worth on average."))


class Adviser(Protocol):
    """Whoever finds out what a hint needs, each within :data:`PATIENCE`; all of it may raise :class:`SearchError`."""

    async def values(self) -> MoveValues:
        """The value of every move, by a search."""

    async def exact(self) -> Exploration:
        """The exact value of every move."""

    async def judgement(self) -> Advice:
        """What :func:`judged` says of the move of :data:`ENGINE`."""


async def advise(match: Match, adviser: Adviser) -> Advice:
    """The advice for the position on the board: from exact values where they are found in time, else from a search."""
    game, position = match.game, match.position
    demand_hints(game)
    if game.demands & Demand.PLAYERS:
        return valued(game, await adviser.values())
    try:
        return proven(game, position, await adviser.exact())
    except SearchError:  # not in this time, or never
        return await adviser.judgement()


def proven(game: Game, position: Any, found: Exploration) -> Advice:
    """The advice of a solution, for a game of two."""
    return Advice(found.best, _idea(game, position, found), _("These are exact values."))


def _idea(game: Game, position: Any, found: Exploration) -> Sentence:
    value, best = found.value, found.best
    others = [value for move, value in found.ranking[len(best) :]]
    words = {"outcome": promise(*value)}
    if len(found.ranking) == 1:
        return _("It is the only legal move. {outcome}.", **words)
    if not others:
        return _("All moves are equally good. {outcome}.", **words)
    if value.utility > 0 and value.distance == 1:
        return _n("A move here wins at once.", "{count} moves here win at once.", len(best))
    if all(other.utility < 0 and other.distance == 2 for other in others):  # 2 plies: any move, and the reply
        return _(
            "It stops {side}, who would win with the next move. {outcome}.",
            side=game.sides[1 - game.side(position)],
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
    """The advice of the engine: what its move does that can be seen, and who is in front where nothing is proven."""
    found = choice.result
    if found is None:
        idea = choice.reason
    elif found.depth is None or found.proven or is_won(found):
        idea = _("{outcome}.", outcome=outcome(game, found))
    else:
        seen, stands = aim(game, position, choice.move), standing(found.value, found.depth)
        idea = stands if seen is None else _("{aim} {standing}", aim=seen, standing=stands)
    return Advice((choice.move,), idea, _("This is the engine's search: the position is too large for exact values."))


def valued(game: Game, found: MoveValues) -> Advice:
    """The advice of a search for the value of every move, for a game of many players."""
    result = found.result
    best = tuple(root.move for root in result.moves if root.score == result.score)
    return Advice(best, _("{outcome}.", outcome=outcome(game, result)), _("This is what a search says."))


def told(game: Game, position: Any, advice: Advice, step: int) -> Sentence:
    """A step of a hint, from 1: where to look, why, and the moves."""
    if step == 1:
        hint = place(game, position, advice.best)
    elif step == 2:
        hint = _("{idea} {source}", idea=advice.idea, source=advice.source)
    else:
        hint = answer(game, position, advice.best)
    return _("Hint {step} of {last}. {hint}", step=step, last=STEPS, hint=hint)


def cells(game: Game, position: Any, advice: Advice, step: int) -> tuple[int, ...]:
    """The cells of the moves, once they are told."""
    if step < STEPS:
        return ()
    return tuple({cell for move in advice.best for cell in game.picture.cells(position, move)})


def area(game: Game, position: Any, best: tuple[Move, ...]) -> tuple[int, ...]:
    """Where to look for the ``best`` moves: their cells and the neighbours of these; of the first of them where all take
    too much of the board; nothing where no cell shows it.
    """
    picture = game.picture
    largest = picture.width * picture.height // PART
    steps = (HEXAGONS,) if shear(picture) else (AROUND, BESIDE)
    found: set[int] = set()
    for moves in (best, best[:1]):
        cells = {cell for move in moves for cell in picture.cells(position, move)}
        for reach in steps:
            found = _with_neighbours(picture, cells, reach)
            if len(found) <= largest:
                return tuple(sorted(found))
    return tuple(sorted(found))


def _with_neighbours(picture: Picture, cells: set[int], steps: tuple[tuple[int, int], ...]) -> set[int]:
    """The cells with those around them; whole columns where a move is one."""
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
    """The area in words; where the board does not show the move, the moves among which to look."""
    picture, cells = game.picture, area(game, position, best)
    words = ", ".join(dict.fromkeys(map(picture.word, cells)))
    if cells:
        return _("Look at these columns: {cells}.", cells=words) if by_column(picture) else _("Look at these cells: {cells}.", cells=words)  # fmt: skip
    moves = list(position.moves())
    first = moves.index(best[0])
    listed = ", ".join(game.notation.format_move(position, move) for move in moves[max(first - 1, 0) : first + 2])
    return _("Look at these moves: {moves}.", moves=listed)


def answer(game: Game, position: Any, best: tuple[Move, ...]) -> Sentence:
    """The moves themselves."""
    moves = ", ".join(game.notation.format_move(position, move) for move in best)
    return _n("Play {moves}.", "Play one of these: {moves}.", len(best), moves=moves)
