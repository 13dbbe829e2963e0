"""A cause: why a move was bad, or what a good move does."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import reduce
from typing import Any, Literal, NamedTuple, TypeAlias

from plyground.core.game import Game
from plyground.core.picture import side_names
from plyground.core.position import Move
from plyground.i18n import Sentence, _, _n

Code: TypeAlias = Literal[
    "missed_win", "lost_anyway", "left_open", "opened", "ends_lost", "ends_drawn", "double_threat", "missed_double",
    "missed_turn", "gives_turns", "nim_sum", "hangs", "left_hanging", "shot", "loses_piece", "missed_capture",
    "points", "missed_points", "runner", "gives_cell", "mobility", "forced_loss", "only_move", "missed_forced_win",
    "chance", "learned", "better_line",
    "wins", "stops_win", "makes_double", "takes", "again", "only_good", "forces_win", "saves_piece", "threatens_piece",
    "gains_points", "takes_cell", "restricts", "threatens", "holds", "among", "equal",
]  # fmt: skip
"""The kind of a cause. The first three lines are those of marked moves, the others those of good moves."""

MAX_NAMES = 3
"""Moves that a sentence names; it counts the rest."""


class Cause(NamedTuple):
    """Why a move was bad, or what a good move does."""

    code: Code
    sentence: Sentence  # event, and the move that would have been right
    truth: Sentence  # the exact truth in one short line
    line: tuple[Move, ...]  # moves from the position before the move, to play on the board
    cells: tuple[int, ...]  # cells to mark


def title(game: Game, side: int) -> Sentence | str:
    """Return the name by which players call a side."""
    return side_names(game.picture, game.sides)[side]


def listed(words: Sequence[Sentence | str]) -> Sentence | str:
    """Return names with commas between them, translated where they are shown."""
    return reduce(lambda names, last: Sentence("{names}, {last}", {"names": names, "last": last}), words)


def choice(words: Sequence[Sentence | str]) -> Sentence | str:
    """Return names as a choice: "a", "a or b", "a, b, c or 2 more"."""
    words = list(dict.fromkeys(words))
    if len(words) == 1:
        return words[0]
    if len(words) > MAX_NAMES:
        few = listed(words[:MAX_NAMES])
        return _n("{moves} or {count} more", "{moves} or {count} more", len(words) - MAX_NAMES, moves=few)
    return _("{moves} or {last}", moves=listed(words[:-1]), last=words[-1])


def moves_named(game: Game, position: Any, moves: list[Move]) -> Sentence | str:
    """Return the names of legal moves as a choice."""
    return choice([game.move_words(position, move) for move in moves])


def later_name(game: Game, position: Any, move: Move) -> Sentence | str:
    """Return the name of a move that the side to move at ``position`` does not make, but the other one after a reply."""
    for reply in position.moves():
        child = position.play(reply)
        if not child.is_over() and move in child.moves():
            return game.move_words(child, move)
    return str(move)


def cells_of(game: Game, position: Any, move: Move) -> tuple[int, ...]:
    """Return the cells of a legal move; empty without a picture."""
    return tuple(game.picture.cells(position, move)) if game.picture.width else ()


def completed(game: Game, position: Any, move: Move) -> tuple[tuple[int, ...], int]:
    """Return the cells that a winning move completes, and the length of their row; 0 if they are not in a row."""
    cells = tuple(sorted(game.picture.highlight(position.play(move)))) if game.picture.width else ()
    steps = {after - before for before, after in itertools.pairwise(cells)}
    return cells, len(cells) if len(cells) >= 3 and len(steps) == 1 else 0
