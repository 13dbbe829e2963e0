"""What a search tells, and the listener that counts it.

A search calls the trace that it was given at each step, and knows nothing more of it. Values and
windows are those of the side to move at the node; ``side`` says whether that is MAX or MIN.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import Any, NamedTuple, Protocol

from plyground.errors import SearchStopped, SearchTooDeep
from plyground.position import MAX, Move, rules
from plyground.search.scores import LONGEST

VISITS, LEAVES, GUESSES, ALPHA_CUTOFFS, BETA_CUTOFFS, REPLIES, STOP, HITS, GUESSED = range(9)
"""Places in :attr:`Tally.counts`.

A guess is a leaf that is no end of the game, a horizon, or what a table knows from one; those of GUESSED were made
before the search began, or began anew. The search stops at the visit whose number is at STOP; 0 lets it run, so that
1 stops it at once.
"""
COUNTS = 9
MOST_MOVES = 1000
"""Root moves that a tally has room for."""
REPLY = 3
"""Numbers kept for each of them."""
KEPT = 3
"""Plies of the best line that are kept, from where the search began; the many nodes below them do not pay for it."""
WIDTH = KEPT + 1


class Trace(Protocol):
    """What a search calls; ``depth`` counts plies from the root."""

    def deepen(self, horizon: int) -> None:
        """It begins, or begins anew, at its root, to look so many plies ahead."""

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        """A position is visited, with the window [alpha, beta]."""

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        """It is a leaf: the game is over there, or it is judged by the evaluation. (No ``leave`` follows.)"""

    def hit(self, depth: int, value: int, proven: bool) -> None:
        """It is known from before, and left: ``proven`` when no guess has a part in it. (No ``leave`` follows.)"""

    def stand(self, depth: int, value: int) -> None:
        """It lies beyond the horizon, where the side to move may leave it at ``value`` (stand pat)."""

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        """The child after ``move`` came back with ``reply``, the best so far when ``improved``."""

    def cut(self, depth: int, side: int) -> None:
        """The moves not yet taken are cut."""

    def leave(self, depth: int, value: int) -> None:
        """The node is done: it returns ``value``."""


@rules
class Tally(NamedTuple):
    """Counts a search, keeps what its root learnt, and stops it when told to.

    Each field is a row of whole numbers, changed in place. ``counts`` may lie in memory shared with
    another process: who reads ``counts[VISITS]`` sees the progress, who sets ``counts[STOP]`` ends the
    search with :class:`SearchStopped`.
    """

    counts: MutableSequence[int]  # by VISITS, LEAVES, ...
    replies: MutableSequence[int]  # root moves in the order of their visit: move, what came back, guesses so far, ...
    lines: MutableSequence[int]  # the best line below each of the first KEPT plies: its length, then its moves
    start: int = 0  # the depth at which the search begins

    def deepen(self, horizon: int) -> None:
        self.counts[REPLIES] = 0
        self.counts[GUESSED] = self.counts[GUESSES]

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        self.counts[VISITS] += 1
        if 0 < self.counts[STOP] <= self.counts[VISITS]:
            raise SearchStopped

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        self.counts[LEAVES] += 1
        if not is_over:
            self.counts[GUESSES] += 1
            if depth > LONGEST:
                raise SearchTooDeep
        if depth < self.start + KEPT:
            self.lines[WIDTH * (depth - self.start)] = 0

    def hit(self, depth: int, value: int, proven: bool) -> None:
        self.counts[HITS] += 1
        if not proven:
            self.counts[GUESSES] += 1
        if depth < self.start + KEPT:
            self.lines[WIDTH * (depth - self.start)] = 0

    def stand(self, depth: int, value: int) -> None:
        self.counts[GUESSES] += 1
        if depth < self.start + KEPT:
            self.lines[WIDTH * (depth - self.start)] = 0

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        if depth < self.start + KEPT:
            self.keep(depth, move, reply, improved)

    def keep(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        """What :meth:`update` does in the first plies."""
        if improved:
            here = WIDTH * (depth - self.start)
            below = here + WIDTH
            length = self.lines[below]
            self.lines[here] = length + 1
            self.lines[here + 1] = move
            for place in range(1, length + 1):
                self.lines[here + 1 + place] = self.lines[below + place]
        if depth == 0:
            if move == self.replies[0]:  # the first move again: the search has started over
                self.counts[REPLIES] = 0
            place = REPLY * self.counts[REPLIES]
            self.counts[REPLIES] += 1
            self.replies[place] = move
            self.replies[place + 1] = reply
            self.replies[place + 2] = self.counts[GUESSES]

    def cut(self, depth: int, side: int) -> None:
        self.counts[BETA_CUTOFFS if side == MAX else ALPHA_CUTOFFS] += 1

    def leave(self, depth: int, value: int) -> None:
        pass


def new_tally(counts: MutableSequence[int] | None = None) -> Tally:
    """A tally at zero; ``counts`` gives the memory to count in (``COUNTS`` numbers, all 0)."""
    return Tally(
        counts=row(COUNTS) if counts is None else counts,
        replies=row(REPLY * MOST_MOVES),
        lines=row(WIDTH * (KEPT + 1)),
    )


def of_any_numbers(tally: Tally) -> Tally:
    """The same tally with room for replies that are no words: fractions, and the utilities of several players."""
    replies: list[Any] = [None] * (REPLY * MOST_MOVES)
    return tally._replace(replies=replies)


def row(length: int) -> array[int]:
    """A row of zeros, each a signed word of 64 bits."""
    return array("q", bytes(8 * length))


def root_replies(tally: Tally) -> list[tuple[Move, int, int]]:
    """The root moves visited, in order, each with what came back and the guesses counted by then."""
    places = range(0, REPLY * tally.counts[REPLIES], REPLY)
    return [(tally.replies[place], tally.replies[place + 1], tally.replies[place + 2]) for place in places]


def best_line(tally: Tally) -> tuple[Move, ...]:
    """The first plies of the best line, at most ``KEPT``, from where the search began."""
    return tuple(tally.lines[place] for place in range(1, 1 + tally.lines[0]))


class Both(NamedTuple):
    """Two traces that hear the same search."""

    first: Trace
    second: Trace

    def deepen(self, horizon: int) -> None:
        self.first.deepen(horizon)
        self.second.deepen(horizon)

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        self.first.enter(position, depth, side, alpha, beta)
        self.second.enter(position, depth, side, alpha, beta)

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        self.first.leaf(depth, value, is_over)
        self.second.leaf(depth, value, is_over)

    def hit(self, depth: int, value: int, proven: bool) -> None:
        self.first.hit(depth, value, proven)
        self.second.hit(depth, value, proven)

    def stand(self, depth: int, value: int) -> None:
        self.first.stand(depth, value)
        self.second.stand(depth, value)

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        self.first.update(depth, move, reply, improved)
        self.second.update(depth, move, reply, improved)

    def cut(self, depth: int, side: int) -> None:
        self.first.cut(depth, side)
        self.second.cut(depth, side)

    def leave(self, depth: int, value: int) -> None:
        self.first.leave(depth, value)
        self.second.leave(depth, value)
