"""RAVE: estimates a rarely tried move by all random games in which its side makes it at any later time.

S. Gelly, D. Silver (2007), Combining online and offline knowledge in UCT, ICML: rapid action value estimation. A new
move begins with the games that the rules expect it to win, its prior knowledge.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from mmap import mmap
from typing import Any, NamedTuple, Protocol, cast

from plyground.core.authoring.marked_rules import rules
from plyground.core.position import MAX, MarkedPosition, Move
from plyground.searches.tally import row


class MovesOfNodes(Protocol):
    """The part of a search tree that says which moves its nodes have (:class:`plyground.searches.best_first.mcts_tree.Tree`)."""

    def first(self, node: int) -> int:
        """Return the number of the first child of a node; 0 without children."""

    def end(self, node: int) -> int:
        """Return the number after that of the last child."""

    def move(self, node: int) -> Move:
        """Return the move to a node."""


ENTRY = 2
"""Numbers kept for each node: the count of random games in which the side to move made its move, and the sum of their
results.
"""


@rules
class NoRave(NamedTuple):
    """The null object: children are judged only by the games that began with their move."""

    equivalence: int = 0

    def restorable(self, nodes: int) -> list[Any]:
        return []

    def expect(self, child: int, position: MarkedPosition, move: Move, last: Move, side: int) -> None:
        pass

    def begin(self) -> None:
        pass

    def note(self, move: Move, side: int) -> None:
        pass

    def note_first(self, move: Move, side: int) -> None:
        pass

    def learn(self, tree: MovesOfNodes, node: int, side: int, result: int) -> None:
        pass

    def value(self, child: int, visits: int, side: int, mean: float, unknown: float) -> float:
        return mean


@rules
class Rave(NamedTuple):
    """The RAVE values by node, and the side that first made each move in the current game."""

    entries: MutableSequence[int]  # ENTRY numbers for each node of the tree; results are MAX's
    first: MutableSequence[int]  # twice the number of the game, plus 1 if MAX made the move first, by move
    game: MutableSequence[int]  # number of the present game, in a row of one number
    equivalence: int  # visits of a child at which its own mean and its value here count equally

    def restorable(self, nodes: int) -> list[Any]:
        """Return the used parts of the arrays for a tree of this many ``nodes``."""
        return [self.entries[: ENTRY * nodes], self.first, self.game]

    def expect(self, child: int, position: MarkedPosition, move: Move, last: Move, side: int) -> None:
        """Give a new child, reached by a move of ``side``, the games that the rules expect this move to win or to lose."""
        expected = position.prior(move, last)
        self.entries[ENTRY * child] = abs(expected)
        self.entries[ENTRY * child + 1] = side * expected

    def begin(self) -> None:
        """Start the next game."""
        self.game[0] += 1

    def note(self, move: Move, side: int) -> None:
        """Note that a side makes a move, unless either side has made it before in this game."""
        if self.first[move] >> 1 != self.game[0]:
            self.note_first(move, side)

    def note_first(self, move: Move, side: int) -> None:
        """Note that a side makes a move before all moves noted so far."""
        self.first[move] = 2 * self.game[0] + (1 if side == MAX else 0)

    def learn(self, tree: MovesOfNodes, node: int, side: int, result: int) -> None:
        """Update the all-moves-as-first statistics with a result for MAX: credit each child whose move the same side
        played later.
        """
        wanted = 2 * self.game[0] + (1 if side == MAX else 0)
        for child in range(tree.first(node), tree.end(node)):
            if self.first[tree.move(child)] == wanted:
                self.entries[ENTRY * child] += 1
                self.entries[ENTRY * child + 1] += result

    def value(self, child: int, visits: int, side: int, mean: float, unknown: float) -> float:
        """Return a child's mean for a side, mixed with its RAVE value: the fewer visits, the more the RAVE value
        counts.

        ``unknown`` is the value of a child without any visit.
        """
        games = self.entries[ENTRY * child]
        if games == 0:
            return mean if visits else unknown
        elsewhere = side * self.entries[ENTRY * child + 1] / games
        share = math.sqrt(self.equivalence / (3 * visits + self.equivalence))
        return (1 - share) * mean + share * elsewhere


def new_rave(nodes: int, actions: int, equivalence: int) -> Rave:
    """Return empty values for a tree of ``nodes`` nodes, with moves from 0 to ``actions`` − 1."""
    entries = cast(MutableSequence[int], memoryview(mmap(-1, 8 * ENTRY * nodes)).cast("q"))
    return Rave(entries, row(actions), row(1), equivalence)
