"""The events of a search, and the listener that counts them.

A search calls the trace that it was given at each step, and knows nothing more of it. Values and windows are those of
the side to move at the node; ``side`` says whether that is MAX or MIN.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from itertools import islice
from typing import Any, NamedTuple, Protocol

from plyground.core.authoring.marked_rules import rules
from plyground.core.checked_arguments import checked, shown
from plyground.core.position import MAX, MAX_MOVES, AnyPosition, MarkedPosition, Move
from plyground.errors import ArgumentError, SearchStopped, SearchTooDeep
from plyground.i18n import _
from plyground.native.clocked_row import ClockedRow, looked
from plyground.native.text.source import seldom
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.threadless import HAS_THREADS

NODES, LEAVES, GUESSES, ALPHA_CUTOFFS, BETA_CUTOFFS, REPLIES, STOP, HITS, GUESSED, DEEPEST = range(10)
"""Indices in :attr:`Tally.counts`.

A guess is a leaf where the game is not over, or a value of a table that depends on one. GUESSED counts the guesses made
before the search began or restarted. DEEPEST is the greatest depth of a position beyond the horizon
whose children were searched. STOP holds the number of the visit at which the search stops; 0 means no limit, 1 stops at
once.
"""
COUNTS = 10
ROOM = 1000
"""Root moves that a new tally has room for; :func:`with_room` makes more."""
REPLY = 3
"""Numbers stored for each root move."""
KEPT = 3
"""Plies of the best line that are stored, from the root; storing more would slow down the many deeper nodes."""
WIDTH = KEPT + 1


class Trace(Protocol):
    """The events of a search, as calls; ``depth`` counts plies from the root.

    A listener derives from this class; it ignores the events that it does not define.
    """

    def deepen(self, depth: int) -> None:
        """Record that the search begins (again) at its root, to look ``depth`` plies ahead."""
        return

    def enter(self, position: MarkedPosition, depth: int, side: int, alpha: int, beta: int) -> None:
        """Record a visit to a position with the window [alpha, beta]."""
        return

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        """Record that the node is a leaf: the game is over, or the evaluation judges it. No ``leave`` follows."""
        return

    def hit(self, depth: int, value: int, proven: bool) -> None:
        """Record that the transposition table knows the value; ``proven`` if it is no estimate.

        No ``leave`` follows.
        """
        return

    def stand(self, depth: int, value: int) -> None:
        """Record that the side to move may stop at ``value`` beyond the horizon (stand pat)."""
        return

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        """Record that the child after ``move`` returned ``reply``; ``improved`` if it is the best so far."""
        return

    def cut(self, depth: int, side: int) -> None:
        """Record that the remaining moves are cut."""
        return

    def leave(self, depth: int, value: int) -> None:
        """Record that the node is finished and returns ``value``."""
        return


@rules
class Tally(NamedTuple):
    """A trace that counts a search, stores what is learnt at its root, and stops it on request.

    Each field is an array of whole numbers, changed in place. ``counts`` may be in memory shared with another process,
    which can read the progress in ``counts[NODES]`` and stop the search by ``counts[STOP]`` with
    :class:`SearchStopped`.
    """

    counts: MutableSequence[int]  # counts, indexed by VISITS, LEAVES, ...
    replies: MutableSequence[int]  # root moves in the order of the search: move, reply, estimates so far, ... of each
    lines: MutableSequence[int]  # best line below each of the first KEPT plies: length, then moves
    start: int = 0  # depth of the root
    room: int = ROOM  # most root moves in ``replies``

    def deepen(self, depth: int) -> None:
        self.counts[REPLIES] = 0
        self.counts[GUESSED] = self.counts[GUESSES]
        self.counts[DEEPEST] = 0

    def enter(self, position: MarkedPosition, depth: int, side: int, alpha: int, beta: int) -> None:
        self.counts[NODES] += 1
        if 0 < self.counts[STOP] <= self.counts[NODES] and looked(self.counts):
            raise SearchStopped

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        self.counts[LEAVES] += 1
        if not is_over:
            self.counts[GUESSES] += 1
            if depth > MAX_DEPTH:
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
        if depth > self.counts[DEEPEST]:
            self.counts[DEEPEST] = depth
        if depth < self.start + KEPT:
            self.lines[WIDTH * (depth - self.start)] = 0

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        if depth < self.start + KEPT:
            self.keep(depth, move, reply, improved)

    @seldom
    def keep(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        """Store the best line of a node and, at the root, the reply to a move. Only :meth:`update` calls it, in the
        first plies.
        """
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
            self.answer(place, reply)
            self.replies[place + 2] = self.counts[GUESSES]

    def answer(self, place: int, reply: int) -> None:
        """Store the reply to the root move at ``place``."""
        self.replies[place + 1] = reply

    def reply(self, place: int) -> Any:
        """Return the reply to the root move at ``place``."""
        return self.replies[place + 1]

    def cut(self, depth: int, side: int) -> None:
        self.counts[BETA_CUTOFFS if side == MAX else ALPHA_CUTOFFS] += 1

    def leave(self, depth: int, value: int) -> None:
        pass


@rules
class UtilitiesTally(Tally):
    """A tally of a compiled search whose replies are the utilities of all players.

    They follow the root moves' numbers.
    """

    __slots__ = ()

    def answer(self, place: int, reply: Any) -> None:
        self.replies[place + 1] = len(reply)
        first = REPLY * self.room + place // REPLY * len(reply)
        for player, utility in enumerate(reply):
            self.replies[first + player] = utility

    def reply(self, place: int) -> tuple[int, ...]:
        players = self.replies[place + 1]
        first = REPLY * self.room + place // REPLY * players
        return tuple(self.replies[first : first + players])


@checked
def new_tally(counts: MutableSequence[int] | None = None) -> Tally:
    """Return a tally at zero; ``counts`` gives the memory to count in (``COUNTS`` numbers, all 0).

    Raise :class:`ArgumentError` for an array of another length.
    """
    if counts is not None and len(counts) != COUNTS:
        raise ArgumentError("new_tally", "counts", _("an array of {count} numbers", count=COUNTS), shown(counts))
    return Tally(
        counts=new_counts() if counts is None else counts,
        replies=row(REPLY * ROOM),
        lines=row(WIDTH * (KEPT + 1)),
    )


def new_counts() -> MutableSequence[int]:
    """Return counts at zero. In a Python without threads, the counts themselves check the clock."""
    return row(COUNTS) if HAS_THREADS else ClockedRow(COUNTS, NODES, STOP)


def with_room(tally: Tally, position: AnyPosition) -> Tally:
    """Return the tally with room for all moves of the root, a position with at most :data:`MAX_MOVES`."""
    moves = moves_of(position)
    return tally if moves <= tally.room else tally._replace(replies=row(REPLY * moves), room=moves)


def moves_of(position: AnyPosition) -> int:
    """Return the number of moves of a position, at most one more than :data:`MAX_MOVES`."""
    return sum(1 for _move in islice(position.moves(), MAX_MOVES + 1))


def of_any_numbers(tally: Tally) -> Tally:
    """Return the tally with room for replies that are no integers: fractions, and the utilities of several players."""
    replies: Any = [None] * (REPLY * tally.room)
    return tally._replace(replies=replies)


def of_floats(tally: Tally) -> Tally:
    """Return the tally with room for replies that are floats, which compiled code can write."""
    replies: Any = float_row(REPLY * tally.room)
    return tally._replace(replies=replies)


def of_utilities(tally: Tally, players: int) -> UtilitiesTally:
    """Return the tally with room for a utility of each player, as a whole number. Compiled code can write there."""
    return UtilitiesTally(*tally._replace(replies=row((REPLY + players) * tally.room)))


def row(length: int) -> array[int]:
    """Return an array of ``length`` zeros, each a signed 64-bit integer."""
    return array("q", [0]) * length


def float_row(length: int) -> array[float]:
    """Return an array of ``length`` zeros, each a float."""
    return array("d", [0.0]) * length


def root_replies(tally: Tally) -> list[tuple[Move, int, int]]:
    """Return (move, reply, number of guesses so far) for each visited root move, in order."""
    places = range(0, REPLY * tally.counts[REPLIES], REPLY)
    return [(int(tally.replies[place]), tally.reply(place), int(tally.replies[place + 2])) for place in places]


def best_line(tally: Tally) -> tuple[Move, ...]:
    """Return the first plies of the best line from the root, at most ``KEPT``."""
    return tuple(tally.lines[place] for place in range(1, 1 + tally.lines[0]))


class Both(NamedTuple):
    """A trace that passes every event to two traces."""

    first: Trace
    second: Trace

    def deepen(self, depth: int) -> None:
        self.first.deepen(depth)
        self.second.deepen(depth)

    def enter(self, position: MarkedPosition, depth: int, side: int, alpha: int, beta: int) -> None:
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
