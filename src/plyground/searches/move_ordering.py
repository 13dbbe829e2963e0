"""Move ordering: the sooner a search tries the best move, the more it can cut.

There are four hints, each with a weight (0 leaves it out): the move from the table; killers, which are moves that cut a
sibling just before (Akl & Newborn 1977, The principal continuation and the killer heuristic); the history of moves that
cut anywhere (Schaeffer 1989, The history heuristic and alpha-beta search enhancements in practice); and the game's own
``promise(move)``. Moves with equal hints stay in the order of the rules.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.position import MarkedPosition, Move
from plyground.errors import SearchTooDeep
from plyground.searches.child_order import ChildOrder
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import row

MAX_PATH_MOVES = 1 << 15
"""Moves of all positions on one path."""
MAX_HISTORY_MOVES = 1 << 12
"""Moves with a number below this one have a history, one for each side."""
MOST_HISTORY = 1 << 20


@rules
class Ordering(NamedTuple):
    """The sorted moves of each ply on the path, and the memory of moves that caused cut-offs.

    The rows are changed in place, so only one search at a time can use them.
    """

    moves: MutableSequence[int]  # (rank, move) pairs, ply after ply from the root
    starts: MutableSequence[int]  # index of the first move of each ply
    killers: MutableSequence[int]  # two killer moves for each ply, each plus one
    history: MutableSequence[int]  # history score of each move of each side
    by_table: int = 1 << 50
    by_killers: int = 1 << 40
    by_game: int = 1 << 21
    by_history: int = 1

    def arrange(
        self, position: MarkedPosition, depth: int, side: int, first: Move, quiet: bool, order: ChildOrder
    ) -> int:
        """Sort the moves of ``position``, best ranks first. Return the number of moves. O(b^2).

        ``first`` is the table's move. If ``quiet``, only noisy moves are taken. ``order`` is the order of moves with
        equal ranks.
        """
        if depth > MAX_DEPTH:
            raise SearchTooDeep
        start = self.starts[depth]
        end = start
        for move in order.moves(position):
            if not quiet or position.is_noisy(move):
                self.insert(start, end, self.rank(position, depth, side, move, first), move)
                end += 2
        self.starts[depth + 1] = end
        return (end - start) >> 1

    def move(self, depth: int, place: int) -> Move:
        """Return the move at this place of the sorted ones."""
        return self.moves[self.starts[depth] + 2 * place + 1]

    def rank(self, position: MarkedPosition, depth: int, side: int, move: Move, first: Move) -> int:
        """Return the rank of a move by all hints together."""
        rank = 0
        if move == first:
            rank += self.by_table
        if move + 1 == self.killers[2 * depth] or move + 1 == self.killers[2 * depth + 1]:
            rank += self.by_killers
        if 0 <= move < MAX_HISTORY_MOVES:
            rank += self.by_history * self.history[move + MAX_HISTORY_MOVES * (side > 0)]
        return rank + self.by_game * position.promise(move)

    def insert(self, start: int, end: int, rank: int, move: Move) -> None:
        """Put a move behind the moves of the same rank or a better one."""
        if end + 2 > 2 * MAX_PATH_MOVES:
            raise SearchTooDeep
        place = end
        while place > start and self.moves[place - 2] < rank:
            self.moves[place] = self.moves[place - 2]
            self.moves[place + 1] = self.moves[place - 1]
            place -= 2
        self.moves[place] = rank
        self.moves[place + 1] = move

    def reward(self, depth: int, side: int, move: Move, draft: int) -> None:
        """Remember a move that caused a cut-off; it counts more if more plies were saved."""
        if self.killers[2 * depth] != move + 1:
            self.killers[2 * depth + 1] = self.killers[2 * depth]
            self.killers[2 * depth] = move + 1
        if 0 <= move < MAX_HISTORY_MOVES:
            place = move + MAX_HISTORY_MOVES * (side > 0)
            self.history[place] = min(MOST_HISTORY, self.history[place] + draft * draft)

    def fade(self) -> None:
        """Halve the history of an earlier search before another one begins."""
        for place in range(len(self.history)):
            self.history[place] >>= 1


def new_ordering(*, table: bool = True, killers: bool = True, history: bool = True, game: bool = True) -> Ordering:
    """Return an empty ordering with the wanted hints."""
    ordering = Ordering(
        row(2 * MAX_PATH_MOVES), row(MAX_DEPTH + 3), row(2 * (MAX_DEPTH + 2)), row(2 * MAX_HISTORY_MOVES)
    )
    return ordering._replace(
        by_table=ordering.by_table * table,
        by_killers=ordering.by_killers * killers,
        by_history=ordering.by_history * history,
        by_game=ordering.by_game * game,
    )
