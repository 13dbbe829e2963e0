"""Move ordering: the sooner a search takes the best move, the more it can cut.

Four hints, each with a weight of its own (0 leaves it out): the move that the table remembers; the killers,
moves that cut a sibling just before (Akl & Newborn 1977, The principal continuation and the killer
heuristic); the history of moves that cut anywhere (Schaeffer 1989, The history heuristic and alpha-beta
search enhancements in practice); and the game's own opinion, ``promise(move)``. Moves that no hint tells
apart stay in the order of the rules.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from plyground.errors import SearchTooDeep
from plyground.position import Move, rules
from plyground.search.scores import LONGEST
from plyground.search.tally import row

ROOM = 1 << 15
"""Moves of all the positions on one path."""
REMEMBERED = 1 << 12
"""Moves below this have a history; it is kept for each side."""
MOST_HISTORY = 1 << 20


@rules
class Ordering(NamedTuple):
    """The moves of each ply on the path, sorted, and what is remembered of those that cut.

    The rows are changed in place: they belong to one search at a time.
    """

    moves: MutableSequence[int]  # pairs of a rank and a move, those of each ply after those of the ply above
    starts: MutableSequence[int]  # by ply: where its moves start
    killers: MutableSequence[int]  # by ply: two moves, each plus one
    history: MutableSequence[int]  # by side and move
    by_table: int = 1 << 50
    by_killers: int = 1 << 40
    by_game: int = 1 << 21
    by_history: int = 1

    def arrange(self, position: Any, depth: int, side: int, first: Move, quiet: bool, order: Any) -> int:
        """Sort the moves of ``position``, best ranks first; how many there are. O(b^2).

        ``first`` is the table's move; where ``quiet``, only noisy moves count; ``order`` is that of moves with
        the same rank.
        """
        if depth > LONGEST:
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
        """The move at this place of the sorted ones."""
        return self.moves[self.starts[depth] + 2 * place + 1]

    def rank(self, position: Any, depth: int, side: int, move: Move, first: Move) -> int:
        """What the hints together say of a move."""
        rank = 0
        if move == first:
            rank += self.by_table
        if move + 1 == self.killers[2 * depth] or move + 1 == self.killers[2 * depth + 1]:
            rank += self.by_killers
        if 0 <= move < REMEMBERED:
            rank += self.by_history * self.history[move + REMEMBERED * (side > 0)]
        opinion: int = position.promise(move)
        return rank + self.by_game * opinion

    def insert(self, start: int, end: int, rank: int, move: Move) -> None:
        """Put a move behind those of the same rank or a better one."""
        if end + 2 > 2 * ROOM:
            raise SearchTooDeep
        place = end
        while place > start and self.moves[place - 2] < rank:
            self.moves[place] = self.moves[place - 2]
            self.moves[place + 1] = self.moves[place - 1]
            place -= 2
        self.moves[place] = rank
        self.moves[place + 1] = move

    def reward(self, depth: int, side: int, move: Move, draft: int) -> None:
        """Remember a move that cut: the more plies were saved, the more it counts."""
        if self.killers[2 * depth] != move + 1:
            self.killers[2 * depth + 1] = self.killers[2 * depth]
            self.killers[2 * depth] = move + 1
        if 0 <= move < REMEMBERED:
            place = move + REMEMBERED * (side > 0)
            self.history[place] = min(MOST_HISTORY, self.history[place] + draft * draft)

    def fade(self) -> None:
        """Let an earlier search count for half of what it did, before another one begins."""
        for place in range(len(self.history)):
            self.history[place] >>= 1


def new_ordering(*, table: bool = True, killers: bool = True, history: bool = True, game: bool = True) -> Ordering:
    """An ordering that remembers nothing yet, with the hints that are wanted."""
    ordering = Ordering(row(2 * ROOM), row(LONGEST + 3), row(2 * (LONGEST + 2)), row(2 * REMEMBERED))
    return ordering._replace(
        by_table=ordering.by_table * table,
        by_killers=ordering.by_killers * killers,
        by_history=ordering.by_history * history,
        by_game=ordering.by_game * game,
    )
