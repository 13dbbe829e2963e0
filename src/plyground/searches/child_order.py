"""Child orders: the order in which a search takes the moves of a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import mix, shift_right
from plyground.core.checked_arguments import describe
from plyground.core.evaluation import Evaluation
from plyground.core.position import MarkedPosition, Move
from plyground.i18n import _


class ChildOrder(Protocol):
    """The interface of an order."""

    def moves(self, position: MarkedPosition, /) -> Iterable[Move]:
        """Return the moves of a position in the order in which a search takes them."""


describe(ChildOrder, _("an order of moves"), lambda value: hasattr(value, "moves") and not hasattr(value, "play"))


@rules
class LeftToRight(NamedTuple):
    """The order in which the rules yield the moves."""

    unused: int = 0  # unused, because compiled code has no classes without fields

    def moves(self, position: MarkedPosition) -> Iterable[Move]:
        moves: Iterable[Move] = position.moves()
        return moves


@rules
class RightToLeft(NamedTuple):
    """The opposite order, as some courses draw it."""

    unused: int = 0

    def moves(self, position: MarkedPosition) -> Iterable[Move]:
        moves = list(position.moves())
        moves.reverse()
        return moves


@rules
class Promising(NamedTuple):
    """The order by the game's own ``promise``; equal moves stay in the order of the rules. O(b^2)."""

    unused: int = 0

    def moves(self, position: MarkedPosition) -> Iterable[Move]:
        moves = list(position.moves())
        for place in range(1, len(moves)):
            move = moves[place]
            promise = position.promise(move)
            while place > 0 and position.promise(moves[place - 1]) < promise:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = move
        return moves


@rules
class Shuffled(NamedTuple):
    """A random order that is always the same for a position.

    R. Durstenfeld (1964), Algorithm 235, Random permutation.
    """

    seed: int

    def moves(self, position: MarkedPosition) -> Iterable[Move]:
        moves = list(position.moves())
        key = mix(position.key(), self.seed)
        for place in range(len(moves) - 1, 0, -1):
            key = mix(key, place)
            other = shift_right(key, 33) % (place + 1)
            move = moves[place]
            moves[place] = moves[other]
            moves[other] = move
        return moves


@rules
class BestByEvaluation(NamedTuple):
    """Forward pruning: only the ``width`` moves with the best static values, the best first, and all outcomes of
    chance.

    Equal moves stay in the order of the rules. A search with this order is no proof, as it ignores the other moves.
    """

    evaluation: Evaluation
    width: int

    def moves(self, position: MarkedPosition) -> Iterable[Move]:
        by_chance = position.is_chance()
        moves: list[Move] = []
        values: list[int] = []
        for move in position.moves():
            value = 0 if by_chance else self.value(position, position.play(move))
            place = len(moves)
            if by_chance or place < self.width:
                moves.append(move)
                values.append(value)
            elif value > values[place - 1]:
                place -= 1
            else:
                continue
            while place > 0 and values[place - 1] < value:
                moves[place] = moves[place - 1]
                values[place] = values[place - 1]
                place -= 1
            moves[place] = move
            values[place] = value
        return moves

    def value(self, position: Any, child: Any) -> int:
        """Return the static value of a child for the side to move in ``position``."""
        value: int = child.utility() * self.evaluation.win if child.is_over() else self.evaluation.value(child)
        turn: int = position.turn(child)
        return turn * value
