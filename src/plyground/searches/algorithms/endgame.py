"""Endgame search: the exact score of a position, found by repeated questions "is it more than this?".

:mod:`plyground.solvers.exact` uses this one function for every game. Knowledge of a game comes from its positions
(``prospects``, ``candidates``, ``promise``; see position.py; and :class:`OpenScores`). The move ordering and the table
are values in the setting.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import word
from plyground.core.position import MarkedPosition, Move, SettledPosition
from plyground.errors import SearchStopped, SearchTooDeep
from plyground.native.clocked_row import looked
from plyground.searches.bounds_table import NO_MOVE, Bounds, new_bounds
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.searches.symmetry import NoSymmetry, Symmetry, symmetry_from
from plyground.searches.tally import NODES, STOP, row
from plyground.searches.threads import NoSearchMarks, SearchMarks, new_search_marks


def endgame(
    position: SettledPosition, depth: int, alpha: int, beta: int, side: int, setting: Endgame, trace: NodeCounter
) -> int:
    """Return the exact score of an unfinished ``position`` for its side to move, or a bound on it.

    This is fail-soft alpha-beta to the end of the game: a result between ``alpha`` and ``beta`` is the score, one at or
    below ``alpha`` an upper bound, one at or above ``beta`` a lower bound. Before it plays a move it uses the bounds of
    the position itself and those of the table, which keeps two bounds a position (Slagle & Dixon 1969; Breuker 1998,
    Memory versus Search in Games). It also looks up each child in the table before it visits any of them (enhanced
    transposition cut-offs: Schaeffer & Plaat 1996). ``depth`` counts plies from the root.
    """
    trace.enter(position, depth, side, alpha, beta)
    least, most = position.prospects(alpha, beta)
    if least >= beta or least == most:
        trace.leaf(depth, least, True)
        return least
    if most <= alpha:
        trace.leaf(depth, most, True)
        return most
    key, first, settled = 0, NO_MOVE, 0
    memorable = position.is_memorable()
    if memorable:
        settled = setting.kept.settled(position)
        key = setting.kept.key(position, setting.symmetry.key(position, depth))
        known = setting.table.probe(key)
        least, most = max(least, known.least + settled), min(most, known.most + settled)
        if key == setting.kept.key(position, position.key()):  # a mirror image may have other moves
            first = known.move
        if least >= beta or least == most:
            trace.leaf(depth, least, True)
            return least
        if most <= alpha:
            trace.leaf(depth, most, True)
            return most
        alpha, beta = max(alpha, least), min(beta, most)
    value: int = -INFINITY
    best = NO_MOVE
    reply: int
    moves = 0
    for move in position.candidates():
        if memorable:
            child = position.play(move)
            apart = setting.kept.settled(child)
            known = setting.table.probe(setting.kept.key(child, setting.symmetry.key(child, depth + 1)))
            if position.turn(child) < 0:
                reply, limit = -known.most - apart, -known.least - apart
            else:
                reply, limit = known.least + apart, known.most + apart
            if reply >= beta:
                trace.leaf(depth, reply, True)
                return reply
            if limit <= alpha:
                value = max(value, limit)
                continue
        setting.order.note(depth, moves, move)
        moves += 1
    setting.order.sort(position, depth, moves, first)
    turns = moves  # number of moves; delayed moves count again at the end
    place = -1
    while place + 1 < turns:
        place += 1
        move = setting.order.move(depth, place)
        child = position.play(move)
        visited = child.key()
        if 0 < place < moves and turns < MOST_CANDIDATES and setting.marks.busy(depth, visited):
            setting.order.put_off(depth, turns, move)
            turns += 1
            continue
        setting.marks.begin(depth, visited)
        low = max(alpha, value)
        if position.turn(child) < 0:
            reply = -endgame(child, depth + 1, -beta, -low, -side, setting, trace)
        else:
            reply = endgame(child, depth + 1, low, beta, side, setting, trace)
        setting.marks.end(depth, visited)
        trace.update(depth, move, reply, reply > value)
        if reply > value:
            value, best = reply, move
            if value >= beta:
                trace.cut(depth, side)
                break
    if value == -INFINITY:  # no legal move: the game is over, which the prospects did not show
        value = position.score()
        trace.leaf(depth, value, True)
        return value
    if memorable:
        if key != setting.kept.key(position, position.key()):
            best = NO_MOVE
        least, most = value if value > alpha else least, value if value < beta else most
        setting.table.store(key, least - settled, most - settled, best)
    trace.leave(depth, value)
    return value


@rules
class Promising(NamedTuple):
    """The order of a position's candidates: the best move of an earlier visit first, then by their promise."""

    scratch: MutableSequence[int]  # working memory of WIDTH numbers for each ply: a move and its rank in each number

    def note(self, depth: int, place: int, move: Move) -> None:
        """Put a candidate of the position at ``depth`` to a place, counted from 0."""
        if depth > MAX_DEPTH or place == MOST_CANDIDATES:
            raise SearchTooDeep
        self.scratch[MOST_CANDIDATES * depth + place] = move

    def sort(self, position: MarkedPosition, depth: int, moves: int, first: Move) -> None:
        """Sort the first ``moves`` candidates of the position at ``depth``; the move ``first`` comes before all others.
        O(n^2).
        """
        start = MOST_CANDIDATES * depth
        if moves < 2:
            return
        for end in range(start, start + moves):
            move = self.scratch[end]
            rank = FIRST if move == first else position.promise(move)
            at = end
            while at > start and self.scratch[at - 1] >> RANK_AT < rank:  # insertion sort: equal moves keep their order
                self.scratch[at] = self.scratch[at - 1]
                at -= 1
            self.scratch[at] = word(rank << RANK_AT) | move

    def move(self, depth: int, place: int) -> Move:
        """Return the candidate that was sorted to this place, from 0."""
        return self.scratch[MOST_CANDIDATES * depth + place] & (1 << RANK_AT) - 1

    def put_off(self, depth: int, place: int, move: Move) -> None:
        """Move a delayed candidate to a place after all others."""
        self.scratch[MOST_CANDIDATES * depth + place] = move


MOST_CANDIDATES = 256
RANK_AT = 16
"""Bits that a rank is shifted above its move."""
FIRST = 1 << 40
"""A rank above every promise."""


@rules
class WholeScores(NamedTuple):
    """The bounds in the table are those of the whole score."""

    unused: int = 0

    def settled(self, position: MarkedPosition) -> int:
        """Return the part of the score that the table leaves out."""
        return 0

    def key(self, position: MarkedPosition, key: int) -> int:
        """Return the key of a position in the table; ``key`` is the key of the whole position."""
        return key


@rules
class OpenScores(NamedTuple):
    """The bounds in the table leave out the settled part of the score, such as the seeds in the stores of Kalah.

    Positions with the same open part share an entry. A position tells its settled part by ``settled()``, and the key of
    its open part by ``open_key()``.
    """

    unused: int = 0

    def settled(self, position: SettledPosition) -> int:
        return position.settled()

    def key(self, position: SettledPosition, key: int) -> int:
        return position.open_key()


@rules
class Endgame(NamedTuple):
    """The parts that vary between exact searches."""

    order: Promising
    table: Bounds
    symmetry: Symmetry | NoSymmetry
    marks: NoSearchMarks | SearchMarks  # marks of the threads that search with this table
    kept: WholeScores | OpenScores  # part of the score that is kept in the table


@rules
class NodeCounter(NamedTuple):
    """A trace that only counts and stops; ``counts`` has the places of a tally."""

    counts: MutableSequence[int]

    def enter(self, position: MarkedPosition, depth: int, side: int, alpha: int, beta: int) -> None:
        self.counts[NODES] += 1
        if 0 < self.counts[STOP] <= self.counts[NODES] and looked(self.counts):
            raise SearchStopped

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        pass

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        pass

    def cut(self, depth: int, side: int) -> None:
        pass

    def leave(self, depth: int, value: int) -> None:
        pass


def new_settings(position: MarkedPosition, memory_mb: int, threads: int = 1) -> list[Endgame]:
    """Return a setting for each thread. They share one empty table of at most ``memory_mb`` megabytes."""
    table = new_bounds(memory_mb)
    marks = new_search_marks() if threads > 1 else NoSearchMarks()
    symmetry = symmetry_from(position)
    kept = OpenScores() if hasattr(position, "open_key") else WholeScores()
    return [
        Endgame(Promising(row(MOST_CANDIDATES * (MAX_DEPTH + 1))), table, symmetry, marks, kept)
        for _thread in range(threads)
    ]
