"""A game of this package as another library plays it: numbered actions, an end in any case, what each player gets and sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from plyground.bits import word
from plyground.errors import SearchError, SpecError
from plyground.game import LONGEST_MATCH, REPETITIONS, Game
from plyground.language import _
from plyground.position import Demand, Move
from plyground.solve.walk import breadth_first

WALKED = 20_000
"""Positions that are looked at to find out which moves a game has."""
LONGEST = 1_000
"""Moves after which a game is called a draw whose rules set it no end, where nothing else is said."""


def actions(game: Game) -> Sequence[Move]:
    """The moves of a game, those of chance included; other libraries number them by their place in this row.

    A position's method ``actions()`` tells below which number moves stay; a small game without it is walked through.
    Raises :class:`SpecError` for a larger one.
    """
    if hasattr(game.start, "actions"):
        return range(game.start.actions())
    moves: set[Move] = set()
    for seen, position in enumerate(breadth_first(game.start)):
        if seen == WALKED:
            raise SpecError(
                _("{game} has too many positions to find all its moves: give its class a method actions() that returns a number greater than every move.", game=game.name)
            )  # fmt: skip
        moves.update(position.moves())
    return tuple(sorted(moves))


def refuse_hidden(game: Game) -> None:
    """Raise :class:`SearchError` for a game that hides something: what each player sees is not known here."""
    if Demand.HIDDEN in game.demands:
        raise SearchError(_("{game} hides some of the position from its players, and who sees what is not known.", game=game.name))  # fmt: skip


class Playing:
    """A game being played, move by move, in place; a copy goes its own way."""

    def __init__(self, game: Game, longest: int = LONGEST) -> None:
        """``longest``: moves after which it is a draw, where the game does not say so itself (``Facts.loops``)."""
        self.game = game
        self.longest = LONGEST_MATCH if game.facts.loops else longest
        self.position: Any = game.start
        self.moves = 0
        self._times = Counter([game.start]) if game.facts.loops else None

    def __copy__(self) -> Playing:
        other = Playing(self.game, self.longest)
        other.position, other.moves = self.position, self.moves
        other._times = None if self._times is None else self._times.copy()
        return other

    def __deepcopy__(self, _memo: object) -> Playing:
        return self.__copy__()

    def play(self, move: Move) -> None:
        """Make a legal move; raises :class:`plyground.errors.MoveError`."""
        self.position = self.game.play(self.position, move)
        self.moves += 1
        if self._times is not None:
            self._times[self.position] += 1

    @property
    def is_drawn(self) -> bool:
        """Whether it is over though the rules would let it go on."""
        again = self._times is not None and self._times[self.position] >= REPETITIONS
        return not self.position.is_over() and (again or self.moves >= self.longest)

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return self.position.is_over() or self.is_drawn

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What each player gets; 0 as long as it goes on, and in a draw."""
        players = self.game.facts.players
        if not self.position.is_over():
            return (0.0,) * players
        if Demand.PLAYERS in self.game.demands:
            return tuple(map(float, self.position.utilities()))
        mover = max(self.game.side(self.position), 0)  # chance takes the first side's view
        own = float(self.position.utility())
        return tuple(own if side == mover else -own for side in range(players))


class View:
    """What a player sees of a game, as numbers: always all of it, and always as many numbers.

    Of a board with nothing but the sides' marks, where nothing is left to chance, a plane of 0 and 1 for each side, the
    player's own first, as ``shape`` says (planes, rows, columns); else the numbers that the position consists of, as
    signed words.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        picture = game.picture
        told = set(picture.marks(game.start)) <= {".", *game.sides} and Demand.CHANCE not in game.demands
        self.has_planes = told and picture.width > 0
        planes = len(game.sides), picture.height, picture.width
        self.shape: tuple[int, ...] = planes if self.has_planes else (len(list(_numbers(game.start))),)

    def of(self, position: Any, player: int) -> list[int]:
        """The numbers, plane by plane and row by row."""
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
