"""Generating a dictionary: the best move of every position of a small game, or of a large game's opening."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.dictionary.codes import Form
from plyground.dictionary.lookup import Table
from plyground.errors import GameOver, SearchError
from plyground.i18n import Sentence, _, _n
from plyground.searches import Tally, new_tally, search, setting
from plyground.solvers.forward import best_moves, solve
from plyground.solvers.walk import reachable


class Scope(NamedTuple):
    """The positions that a dictionary covers, and how their moves were found."""

    plies: int | None = None  # positions with fewer moves than this; None: all
    depth: int | None = None  # plies that alpha-beta looked ahead; None: to the end
    evaluation: str = "none"  # static evaluation at that depth

    def positions(self, game: Game) -> list[Any]:
        """Return the unfinished positions. Raise :class:`SearchError` if there are too many."""
        plies = None if self.plies is None else self.plies - 1
        return [position for position in reachable(game.start, plies=plies) if not position.is_over()]


COMPLETE = Scope()
"""Every position, solved."""


@dataclass(frozen=True)
class Dictionary:
    """The best moves of a game's positions."""

    game: Game
    scope: Scope
    moves: Mapping[Any, Move]  # move by position

    def entries(self, form: Form) -> dict[Any, tuple[Any, Move]]:
        """Return (position, move) by the key of the position, in the order of the keys."""
        keyed = {form.key(position): (position, move) for position, move in self.moves.items()}
        return dict(sorted(keyed.items(), key=lambda item: item[0]))

    def table(self, form: Form) -> Table:
        """Return the table of keys and moves from which a bot plays."""
        return form.table({form.key(position): move for position, move in self.moves.items()})


def build(game: Game, scope: Scope = COMPLETE, tally: Tally | None = None) -> Dictionary:
    """Return the best move of every unfinished position of ``scope``; ``tally`` counts the work and may stop it.

    Wins are fast and losses slow (``level`` scores). Of equally good moves the first is taken, which on a board of
    cells is the lowest. Without a depth the game is solved: time and memory O(positions of the whole game). Raise
    :class:`SearchError` for a game that is too large.
    """
    tally = tally or new_tally()
    choose = _by_solving(game, tally) if scope.depth is None else _by_searching(game, scope, tally)
    return Dictionary(game, scope, {position: choose(position) for position in scope.positions(game)})


def _by_solving(game: Game, tally: Tally) -> Callable[[Any], Move]:
    values = solve(game.start, tally=tally)
    return lambda position: best_moves(values, position)[0]


def _by_searching(game: Game, scope: Scope, tally: Tally) -> Callable[[Any], Move]:
    chosen = setting(depth=scope.depth, evaluation=game.evaluations.get(scope.evaluation), scores="level")

    def choose(position: Any) -> Move:
        move = search(position, "alphabeta", chosen, tally=tally).move
        assert move is not None  # an unfinished position has a move
        return move

    return choose


class Entry(NamedTuple):
    """The entry of a table for one position."""

    move: Move
    sentence: Sentence  # the entry for people


def look_up(table: Table, form: Form, game: Game, position: MarkedPosition) -> Entry:
    """Return the entry of ``position``. Raise :class:`GameOver` if the game has ended, and :class:`SearchError` if
    there is no entry.
    """
    if position.is_over():
        raise GameOver
    key = form.key(position)
    move = table.find(key)
    if move is None:
        raise SearchError(
            _n(
                "{position} is not among the {count} position of the dictionary.",
                "{position} is not among the {count} positions of the dictionary.",
                len(table),
                position=game.notation.format(position),
            )
        )
    word = game.notation.format_move(position, move)
    if isinstance(key, str):  # quotes show a text of blanks
        return Entry(move, _("Entry “{key}” → {move}.", key=key, move=word))
    return Entry(move, _("Entry {key} → {move}.", key=key, move=word))
