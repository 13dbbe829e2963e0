"""A plyground game for another library: numbered actions, an end after a limited number of moves, and each player's
result and observation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from plyground.core.bits import word
from plyground.core.game import REPETITIONS, Game
from plyground.core.position import Demand, Move
from plyground.errors import SearchError, SpecError
from plyground.i18n import _
from plyground.solve.walk import breadth_first

WALKED = 20_000
"""Positions that are visited to find all moves of a game."""
LONGEST = 1_000
"""Default number of moves after which a game without an end is a draw."""


def actions(game: Game) -> Sequence[Move]:
    """Return the moves of a game, including those of chance. Other libraries use the index in this sequence as the
    number of a move.

    A position's method ``actions()`` gives a bound of the move numbers; a small game without it is explored. Raise
    :class:`SpecError` for a larger one.
    """
    if hasattr(game.start, "actions"):
        return range(game.start.actions())
    moves: set[Move] = set()
    for seen, position in enumerate(breadth_first(game.start)):
        if seen == WALKED:
            raise SpecError(
                _("{game} has too many positions to find all its moves. Add a method actions() that returns a number greater than every move.", game=game.name)
            )  # fmt: skip
        moves.update(position.moves())
    return tuple(sorted(moves))


def refuse_hidden(game: Game) -> None:
    """Raise :class:`SearchError` for a game with hidden information, which observations cannot express."""
    if Demand.HIDDEN in game.demands:
        raise SearchError(_("{game} has hidden information, and the adapter does not know what each player sees.", game=game.name))  # fmt: skip


class RunningGame:
    """A game being played, changed in place; copies are independent."""

    def __init__(self, game: Game, longest: int = LONGEST) -> None:
        """Begin a game; after ``longest`` moves it is a draw, unless matches of the game have their own limit
        (``Facts.loops``).
        """
        self.game = game
        self.longest = game.facts.max_plies or longest if game.facts.loops else longest
        self.position: Any = game.start
        self.moves = 0
        self._times = Counter([game.start.recurring()]) if game.facts.loops else None

    def __copy__(self) -> RunningGame:
        other = RunningGame(self.game, self.longest)
        other.position, other.moves = self.position, self.moves
        other._times = None if self._times is None else self._times.copy()
        return other

    def __deepcopy__(self, _memo: object) -> RunningGame:
        return self.__copy__()

    def play(self, move: Move) -> None:
        """Make a legal move. Raise :class:`plyground.errors.MoveError`."""
        self.position = self.game.play(self.position, move)
        self.moves += 1
        if self._times is not None:
            self._times[self.position.recurring()] += 1

    @property
    def is_drawn(self) -> bool:
        """True if the match is drawn by a limit outside the rules."""
        again = self._times is not None and self._times[self.position.recurring()] >= REPETITIONS
        return not self.position.is_over() and (again or self.moves >= self.longest)

    @property
    def is_over(self) -> bool:
        """Return True if the match is over."""
        return self.position.is_over() or self.is_drawn

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The utility of each player; 0 before the end and in a draw."""
        players = self.game.facts.players
        if not self.position.is_over():
            return (0.0,) * players
        if Demand.PLAYERS in self.game.demands:
            return tuple(map(float, self.position.utilities()))
        mover = max(self.game.side(self.position), 0)  # chance takes the first side's view
        own = float(self.position.utility())
        return tuple(own if side == mover else -own for side in range(players))


class View:
    """The observation of a game as a fixed number of numbers, always of the whole position.

    A board that has only the sides' marks, in a game without chance, gives a plane of 0 and 1 for each side, the
    player's own first, as ``shape`` says (planes, rows, columns). Other positions give their fields as signed 64-bit
    integers.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        picture = game.picture
        told = set(picture.marks(game.start)) <= {".", *game.sides} and Demand.CHANCE not in game.demands
        self.has_planes = told and picture.width > 0
        planes = len(game.sides), picture.height, picture.width
        self.shape: tuple[int, ...] = planes if self.has_planes else (len(list(_numbers(game.start))),)

    def of(self, position: Any, player: int) -> list[int]:
        """Return the numbers, plane by plane and row by row."""
        if not self.has_planes:
            return list(_numbers(position))
        marks = self.game.picture.marks(position)
        sides = (*self.game.sides[player:], *self.game.sides[:player])
        return [int(mark == side) for side in sides for mark in marks]


def _numbers(value: Any) -> Iterable[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from _numbers(part)
    else:
        yield word(int(value))
