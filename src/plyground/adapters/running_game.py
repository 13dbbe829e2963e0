"""A plyground game for another library: numbered actions, an end after a limited number of moves, and each player's
result and observation.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from plyground.core.game import REPETITIONS, Game
from plyground.core.picture import owner
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.core.random_game import random_game
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.solvers.walk import breadth_first

WALKED = 20_000
"""Most positions of a game that is visited completely."""
SAMPLED, LONGEST_SAMPLED_GAME = 2_000, 200
"""Positions in a sample of random games, and the most moves of each of these games."""
MAX_NUMBER_BITS = 16
"""Most bits of a number that an observation gives as it is."""
LONGEST = 1_000
"""Default number of moves after which a game without an end is a draw."""


class Survey:
    """Positions of a game, found when they are first needed."""

    def __init__(self, game: Game) -> None:
        self.start: Any = game.start

    @property
    def is_complete(self) -> bool:
        """True if the game is so small that all its positions are visited."""
        return len(self._nearest) <= WALKED

    @property
    def positions(self) -> tuple[Any, ...]:
        """All positions of a small game, or the sample of a larger one."""
        return self._nearest if self.is_complete else self.sample

    @cached_property
    def sample(self) -> tuple[Any, ...]:
        """The positions of some random games."""
        chance = random.Random(0)
        sampled: list[Any] = []
        while len(sampled) < SAMPLED:
            sampled += random_game(self.start, chance, LONGEST_SAMPLED_GAME)
        return tuple(sampled)

    @cached_property
    def _nearest(self) -> tuple[Any, ...]:
        return tuple(islice(breadth_first(self.start), WALKED + 1))


def actions(game: Game, known: Survey, *, of_chance: bool) -> Sequence[Move]:
    """Return the moves of a game; ``of_chance`` includes the moves of chance. Other libraries use the index in this
    sequence as the number of a move.

    A position's method ``all_moves()`` lists the moves, or its method ``actions()`` gives an upper bound of their
    numbers; both may include moves of chance. Without these methods, the moves of all positions of a small game are
    collected. Raise :class:`SpecError` for a larger one.
    """
    if hasattr(game.start, "all_moves"):
        return tuple(dict.fromkeys(game.start.all_moves()))
    if hasattr(game.start, "actions"):
        return range(game.start.actions())
    if not known.is_complete:
        raise SpecError(
            _("{game} has too many positions to find all its moves. Add a method actions() that returns a number greater than every move, or a method all_moves() that yields every number that a move can have.", game=game.name)
        )  # fmt: skip
    moves: set[Move] = set()
    for position in known.positions:
        if of_chance or not position.is_chance():
            moves.update(position.moves())
    return tuple(sorted(moves))


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
        mover = max(self.game.side(self.position), 0)  # chance nodes are seen by the first side
        own = float(self.position.utility())
        return tuple(own if side == mover else -own for side in range(players))


class View:
    """The observation of a game as a fixed number of numbers between ``least`` and ``greatest``.

    A player observes the whole position; in a game with hidden information, its position by ``seen_by``. A board that
    has only the sides' marks, in a game without chance, gives a plane of 0 and 1 for each side, the player's own first,
    as ``shape`` says (planes, rows, columns). Any other position gives the numbers of its fields, one after another:

    - a number of at most :data:`MAX_NUMBER_BITS` bits is given as it is. Its bounds are exact in a game whose positions
      can all be visited; else they are those of its bytes, and a number beyond them is cut off.
    - a larger number, such as a set of cells, is given as its bits, the lowest first
    - where a row is shorter than elsewhere, its end is filled with a number that is one less than the least there
    """

    def __init__(self, game: Game, known: Survey) -> None:
        """Find the numbers of a game in a survey of it. Raise :class:`SpecError` for hidden information without
        ``seen_by``, and in a game that was not surveyed completely for a row of changing length.
        """
        self.game = game
        self.is_hidden = Demand.HIDDEN in game.demands
        if self.is_hidden and not hasattr(game.start, "seen_by"):
            raise SpecError(
                _("{game} has hidden information. Add a method seen_by(player) that returns the position without what is hidden from the player.", game=game.name)
            )  # fmt: skip
        self.has_planes = self._is_board_of_sides(known)
        self.shape: tuple[int, ...]
        if self.has_planes:
            self.shape = len(game.sides), game.picture.height, game.picture.width
            self.least, self.greatest = [0], [1]  # bounds of every number
            return
        self._fields = _Numbers()
        for position in known.positions:
            for player in range(game.facts.players if self.is_hidden else 1):
                self._fields.add(self._seen(position, player))
        if not known.is_complete:
            if uneven := [
                name for name, part in zip(game.start._fields, self._fields.parts, strict=True) if part.is_uneven
            ]:
                raise SpecError(
                    _("{game} has rows of changing length in the field {field}: give them one length, such as (0,) * 9.", game=game.name, field=uneven[0])
                )  # fmt: skip
            self._fields.widen()
        bounds = list(self._fields.bounds())
        self.least, self.greatest = [least for least, _greatest in bounds], [greatest for _least, greatest in bounds]
        self.shape = (len(bounds),)

    def of(self, position: Any, player: int) -> list[int]:
        """Return the numbers, plane by plane and row by row."""
        if not self.has_planes:
            return list(self._fields.of(self._seen(position, player)))
        owners = self._owners(position)
        sides = range(len(self.game.sides))
        return [int(owner == side) for side in (*sides[player:], *sides[:player]) for owner in owners]

    def _owners(self, position: MarkedPosition) -> list[int | None]:
        picture, sides = self.game.picture, self.game.sides
        return [owner(picture, sides, mark) for mark in picture.marks(position)]

    def _is_board_of_sides(self, known: Survey) -> bool:
        """Return True for a game without chance whose board shows nothing but one kind of mark for each side."""
        picture = self.game.picture
        if not picture.width or self.game.demands & (Demand.CHANCE | Demand.HIDDEN):
            return False
        marks = {mark for each in known.sample for mark in picture.marks(each)} - {"."}
        owners = [owner(picture, self.game.sides, mark) for mark in marks]
        return None not in owners and len(set(owners)) == len(owners)

    def _seen(self, position: Any, player: int) -> Any:
        return position.seen_by(player) if self.is_hidden else position


class _Numbers:
    """The bounds of the numbers in a field, or the parts of a row with their bounds."""

    def __init__(self) -> None:
        self.least = self.greatest = 0
        self.parts: list[_Numbers] = []
        self.shortest = -1  # length of the shortest row; −1 before the first row
        self._is_known = False

    @property
    def is_uneven(self) -> bool:
        """True if rows have different lengths, here or further down."""
        return 0 <= self.shortest < len(self.parts) or any(part.is_uneven for part in self.parts)

    def add(self, value: Any) -> None:
        """Add an example."""
        if isinstance(value, tuple):
            self.shortest = len(value) if self.shortest < 0 else min(self.shortest, len(value))
            self.parts += [_Numbers() for _more in value[len(self.parts) :]]
            for part, number in zip(self.parts, value, strict=False):
                part.add(number)
        else:
            number = int(value)
            self.least = min(self.least, number) if self._is_known else number
            self.greatest = max(self.greatest, number) if self._is_known else number
        self._is_known = True

    def widen(self) -> None:
        """Widen the bounds of numbers to the bounds of their bytes."""
        for part in self.parts:
            part.widen()
        sign = int(self.least < 0)
        size = sign + max(self.greatest.bit_length(), (self.least + sign).bit_length(), 1)
        bits = 8 * -(-size // 8) if size <= MAX_NUMBER_BITS else 64 * -(-size // 64)
        self.least, self.greatest = -sign << bits - 1, (1 << bits - sign) - 1

    @property
    def bits(self) -> int:
        """The number of bits by which a number is given; 0 if it is given as it is."""
        size = self.greatest.bit_length()
        return size if self.least >= 0 and size > MAX_NUMBER_BITS else 0

    def bounds(self) -> Iterator[tuple[int, int]]:
        """Yield the bounds of each number."""
        if self.shortest >= 0:
            for place, part in enumerate(self.parts):
                for least, greatest in part.bounds():
                    yield least - (place >= self.shortest), greatest
        elif self.bits:
            yield from [(0, 1)] * self.bits
        else:
            yield self.least, self.greatest

    def of(self, value: Any) -> Iterator[int]:
        """Yield the numbers of a value."""
        if self.shortest >= 0:
            for part, number in zip(self.parts, value, strict=False):
                yield from part.of(number)
            for part in self.parts[len(value) :]:
                yield from (least - 1 for least, _greatest in part.bounds())
        elif self.bits:
            yield from (int(value) >> bit & 1 for bit in range(self.bits))
        else:
            yield min(max(int(value), self.least), self.greatest)
