"""A run: the record of one search, step by step, with its tree.

Values and windows are always MAX's (MAX is the side to move at the root), as in drawings of trees. The search itself
computes values for the side to move at each node.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal, NamedTuple, TypeAlias

from plyground.core.game import Game
from plyground.core.position import CHANCE, MAX, MIN, Move
from plyground.searches.conventions import AIMA, Convention
from plyground.searches.scores import MAX_DEPTH, Scores
from plyground.trees import Tree

Score: TypeAlias = int | float | Fraction
"""A number for MAX, exact if there is chance."""
Value: TypeAlias = Score | tuple[Any, ...]
"""The value of a node: a score, or one number for each of several players."""

Kind = Literal["inner", "over", "horizon", "known", "cut"]
"""Kind of a node: inner, end of the game, evaluated at the horizon, known from the table, or cut and never visited."""

Cut = Literal["alpha", "beta"]
"""Kind of a cut-off: an alpha cut-off at MIN's node (value fell to alpha), a beta cut-off at MAX's (value rose to
beta).
"""


class Action(StrEnum):
    """The kind of a step at its node."""

    DEEPEN = "deepen"
    ENTER = "enter"
    LEAF = "leaf"
    HIT = "hit"
    STAND = "stand"
    UPDATE = "update"
    CUT = "cut"
    LEAVE = "leave"


class Terms(NamedTuple):
    """The terms of a search, which give its numbers their meaning."""

    algorithm: str = "alphabeta"
    windowed: bool = True  # True if it hands alpha and beta down, so that a value may be just a bound
    convention: Convention = AIMA
    scores: Scores = Scores()
    depth: int = MAX_DEPTH + 1  # plies looked ahead
    players: int = 2


class Frame(NamedTuple):
    """An active function: its current line and variables."""

    function: str
    line: int  # line in its file
    variables: tuple[tuple[str, Value], ...]  # variables with the function's own values: from its side's view


class Listing(NamedTuple):
    """The text of one function of the search."""

    function: str
    first: int  # number of the first line in its file
    text: str


class Step(NamedTuple):
    """One step, with the state of its node after it. The state of a node is its last step."""

    action: Action
    node: int
    previous: int | None  # previous step at the same node
    value: Value | None  # best value so far, or value that the node returns; None before the first child has returned
    alpha: Score  # window after the step
    beta: Score
    best: int | None = None  # child with the best value
    child: int | None = None  # child that has just returned
    move: Move | None = None  # move to this child
    reply: Value | None = None  # value that this child returned
    improved: bool = False  # True if this value is the best so far
    sure: bool = False  # leaf: True if the game is over; table hit: True if the value has no estimate
    by: int | None = None  # cut-off: node above with an equally good value; None: the search's own window
    frame: Frame | None = None
    caller: Frame | None = None  # entering a node: frame of the calling function
    depth: int | None = None  # deepening: plies that the search looks ahead from now on


class Node(NamedTuple):
    """One node of the tree at the end of the run."""

    number: int
    parent: int | None
    move: Move | None  # move to this node; None at a root
    depth: int  # plies from the root of the search
    side: int  # side from whose view the search counts: MAX or MIN
    mover: int  # player to move: 0 is MAX and 1 is MIN in a game of two; else a player's number, or CHANCE
    alpha: Score  # window on entering; the parent's window if the node was never entered
    beta: Score
    kind: Kind = "inner"
    value: Value | None = None  # returned value; None for a node that was cut off
    cut: Cut | None = None  # reason for skipping its last children; None: none were skipped
    best: Move | None = None  # move with the returned value
    children: tuple[int, ...] = ()  # numbers of the children; also empty below the recorded levels
    partial: bool = False  # True if left before its last move without a cut-off, as by a probe
    since: int = 0  # step that entered it or cut it off
    steps: tuple[int, ...] = ()  # steps at this node; empty if it was cut off


class Counts(NamedTuple):
    """The costs of a search, as a tally counts them."""

    nodes: int = 0
    leaves: int = 0
    alpha_cutoffs: int = 0
    beta_cutoffs: int = 0
    table_hits: int = 0


@dataclass(frozen=True)
class Run:
    """The immutable record of one search.

    ``step`` numbers begin at 0; after step k the run has done ``steps[0]`` to ``steps[k]``. One step forward or back
    changes only the node of the step. :meth:`state` gives the state of any node after a step.
    """

    terms: Terms
    nodes: tuple[Node, ...]  # nodes by number, each after its parent; a search that starts over has several roots
    steps: tuple[Step, ...]
    listings: tuple[Listing, ...] = ()  # texts that ran; empty if they were not asked for
    start: Any = None  # the position at the root
    of: Game | Tree | None = None  # game or tree of the search, needed for people's names of the moves

    @property
    def root(self) -> Node:
        """The first node."""
        return self.nodes[0]

    def state(self, node: int, step: int) -> Step | None:
        """Return the last step of a node up to a given step; None if it was not entered by then. O(log children)."""
        mine = self.nodes[node].steps
        place = bisect_right(mine, step)
        return self.steps[mine[place - 1]] if place else None

    def seen(self, node: int, step: int) -> bool:
        """Return True if a node was entered or cut off up to a given step."""
        return self.nodes[node].since <= step

    def path(self, node: int) -> list[Node]:
        """Return the nodes from the root to this one. O(depth)."""
        nodes = [self.nodes[node]]
        while nodes[-1].parent is not None:
            nodes.append(self.nodes[nodes[-1].parent])
        return nodes[::-1]

    def moves(self, node: int) -> tuple[Move | None, ...]:
        """Return the moves from the root to a node; None stands for a move that is not known."""
        return tuple(here.move for here in self.path(node)[1:])

    def children(self, node: int) -> list[Node]:
        """Return the children of a node; children that were cut off come last."""
        return [self.nodes[child] for child in self.nodes[node].children]

    def stack(self, step: int) -> list[tuple[int, Frame]]:
        """Return the active functions after a step, the outermost first, each with its node. O(depth).

        A function that calls a search for the root is listed at the root. Empty for a run without the source text.
        """
        here = self.steps[step]
        frames = [] if here.frame is None else [(here.node, here.frame)]
        for node in self.path(here.node)[::-1]:
            caller = self.steps[node.since].caller if node.since <= step else None
            if caller is not None:
                frames.append((node.number if node.parent is None else node.parent, caller))
        return frames[::-1]

    def counts(self, step: int | None = None) -> Counts:
        """Return the costs of the search up to a step; without a step, of the whole search."""
        return self._counts[-1 if step is None else step]

    @cached_property
    def _counts(self) -> tuple[Counts, ...]:
        return tuple(
            accumulate(map(self._cost, self.steps), lambda one, two: Counts(*map(sum, zip(one, two, strict=True))))
        )

    def _cost(self, step: Step) -> Counts:
        cut = self.nodes[step.node].cut if step.action == Action.CUT else None
        return Counts(
            nodes=int(step.action == Action.ENTER),
            leaves=int(step.action == Action.LEAF),
            alpha_cutoffs=int(cut == "alpha"),
            beta_cutoffs=int(cut == "beta"),
            table_hits=int(step.action == Action.HIT),
        )

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The root of each pass; a search that starts over has several."""
        return tuple(node.number for node in self.nodes if node.parent is None)

    @cached_property
    def origins(self) -> Sequence[int]:
        """The first node at the same place of the tree, for each node: every pass visits the places again. O(nodes)."""
        if len(self.roots) == 1:
            return range(len(self.nodes))
        first: dict[Any, int] = {}
        origins = [0] * len(self.nodes)
        for node in self.nodes:
            moves: dict[Move | None, int] = {}  # count of each move: a failed null window visits a move twice
            for child in node.children:
                move = self.nodes[child].move
                moves[move] = moves.get(move, 0) + 1
                origins[child] = first.setdefault((origins[node.number], move, moves[move]), child)
        return origins

    @cached_property
    def positions(self) -> tuple[Any, ...]:
        """The position at each node, by its number; None if the moves to it are unknown."""
        positions: list[Any] = []
        for node in self.nodes:
            if node.parent is None:
                positions.append(self.start)
            else:
                above = positions[node.parent]
                positions.append(None if above is None or node.move is None else above.play(node.move))
        return tuple(positions)

    def line(self, step: int | None = None) -> Iterator[int]:
        """Return the nodes of the best line after a step, from its root (default: at the end)."""
        step = len(self.steps) - 1 if step is None else step
        node: int | None = self.path(self.steps[step].node)[0].number
        while node is not None:
            yield node
            state = self.state(node, step)
            node = state.best if state else None


@dataclass
class _Growing:
    """A node while the run is recorded."""

    parent: int | None
    move: Move | None
    depth: int
    side: int
    mover: int
    window: tuple[Score, Score]
    kind: Kind
    since: int
    children: list[int]
    steps: list[int]
    value: Value | None = None
    cut: Cut | None = None
    best: Move | None = None
    partial: bool = False


class Builder:
    """The builder of a run from the steps of a search, live or from a file."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.nodes: list[_Growing] = []
        self.steps: list[Step] = []
        self.path: list[int] = []
        self.deepening: tuple[int, Frame | None] | None = None  # (plies, frame), kept until the root is entered

    def deepen(self, depth: int, frame: Frame | None = None) -> None:
        """Begin the search at its root, or begin it again, to look ``depth`` plies ahead."""
        self.deepening = depth, frame

    def enter(
        self,
        depth: int,
        side: int,
        mover: int,
        alpha: Score,
        beta: Score,
        frame: Frame | None = None,
        caller: Frame | None = None,
    ) -> None:
        """Enter a node, with the window [alpha, beta] of its side to move."""
        number = len(self.nodes)
        window = (alpha, beta) if side == MAX else (-beta, -alpha)
        parent = self.path[-1] if self.path else None
        self.nodes.append(_Growing(parent, None, depth, side, mover, window, "inner", len(self.steps), [], []))
        if parent is not None:
            self.nodes[parent].children.append(number)
        self.path.append(number)
        if self.deepening is not None:
            limit, begun = self.deepening
            self.deepening = None
            self._step(Step(Action.DEEPEN, number, None, None, *window, frame=begun, depth=limit))
            self.nodes[number].since = len(self.steps)
        self._step(Step(Action.ENTER, number, self._previous, None, *window, frame=frame, caller=caller))

    def leaf(self, value: Value, is_over: bool, frame: Frame | None = None) -> None:
        """Record the node as a leaf."""
        self._close(Action.LEAF, value, "over" if is_over else "horizon", is_over, frame)

    def hit(self, value: Value, proven: bool, frame: Frame | None = None) -> None:
        """Record that the value of the node comes from the table."""
        self._close(Action.HIT, value, "known", proven, frame)

    def stand(self, value: Value, frame: Frame | None = None) -> None:
        """Record that the side to move may stand pat at this value."""
        now = self._now
        value = self.turned(value)
        self._step(
            Step(
                Action.STAND,
                now.node,
                self._previous,
                value,
                *self._narrowed(value),
                None,
                now.child,
                now.move,
                frame=frame,
            )
        )

    def update(self, move: Move, reply: Value, improved: bool, frame: Frame | None = None) -> None:
        """Record the value of the child after ``move``; the child has no node if it is below the recorded levels."""
        node = self.nodes[self.path[-1]]
        now = self._now
        child = node.children[-1] if node.children else None
        for number in node.children[::-1]:  # a null window that fails leaves two children with the same move
            if self.nodes[number].move is not None:
                break
            self.nodes[number].move = move
        reply = self.turned(reply)
        alpha, beta, value, best = now.alpha, now.beta, now.value, now.best
        if improved:
            node.best = move
            value, best = reply, child
            alpha, beta = self._narrowed(value)
        self._step(
            Step(
                Action.UPDATE, now.node, self._previous, value, alpha, beta, best, child, move, reply, improved, frame=frame
            )
        )  # fmt: skip

    def cut(self, side: int, skipped: list[tuple[Move, int, int]], frame: Frame | None = None) -> None:
        """Record that the moves in ``skipped`` are cut off. Each has the side and the mover of its node.

        ``side`` is the side that cuts: at a chance node MIN if the value falls to alpha, MAX if it rises to beta.
        """
        node = self.nodes[self.path[-1]]
        node.cut = "beta" if side == MAX else "alpha"
        now = self._now
        self._step(
            Step(
                Action.CUT, now.node, self._previous, now.value, now.alpha, now.beta, now.best, now.child, now.move,
                by=self._rival(), frame=frame,
            )
        )  # fmt: skip
        for move, side, mover in skipped:
            node.children.append(len(self.nodes))
            self.nodes.append(
                _Growing(now.node, move, node.depth + 1, side, mover, node.window, "cut", len(self.steps) - 1, [], [])
            )

    def leave(self, value: Value, partial: bool = False, frame: Frame | None = None) -> None:
        """Leave the node; ``partial`` if some moves were neither searched nor cut, as in a probe."""
        self.nodes[self.path[-1]].partial = partial
        self._close(Action.LEAVE, value, self.nodes[self.path[-1]].kind, False, frame)

    def run(self, listings: tuple[Listing, ...] = (), start: Any = None, of: Game | Tree | None = None) -> Run:
        """Return the run so far; a search that was stopped leaves nodes without a value."""
        nodes = tuple(
            Node(
                number, node.parent, node.move, node.depth, node.side, node.mover, *node.window, node.kind, node.value, node.cut,
                node.best, tuple(node.children), node.partial, node.since, tuple(node.steps),
            )
            for number, node in enumerate(self.nodes)
        )  # fmt: skip
        return Run(self.terms, nodes, tuple(self.steps), listings, start, of)

    def turned(self, value: Value) -> Value:
        """Convert a value between MAX's view and the view of the side to move at the current node."""
        return value if self.nodes[self.path[-1]].side == MAX else negative(value)

    @property
    def _now(self) -> Step:
        """The last step of the current node, from which its next step is made."""
        return self.steps[self.nodes[self.path[-1]].steps[-1]]

    @property
    def _previous(self) -> int | None:
        """The number of the current node's last step; None if the node has no step yet."""
        mine = self.nodes[self.path[-1]].steps
        return mine[-1] if mine else None

    def _step(self, step: Step) -> None:
        self.nodes[step.node].steps.append(len(self.steps))
        self.steps.append(step)

    def _close(self, action: Action, value: Value, kind: Kind, sure: bool, frame: Frame | None) -> None:
        node = self.nodes[self.path[-1]]
        value = self.turned(value)
        node.value, node.kind = value, kind
        now = self._now
        self._step(
            Step(
                action, now.node, self._previous, value, now.alpha, now.beta, now.best, now.child, now.move,
                sure=sure, frame=frame,
            )
        )  # fmt: skip
        self.path.pop()

    def _narrowed(self, value: Value) -> tuple[Score, Score]:
        """Return the window of the current node after its side to move has reached this value."""
        now = self._now
        if not self.terms.windowed or isinstance(value, tuple):
            return now.alpha, now.beta
        if self.nodes[now.node].side == MAX:
            return max(now.alpha, value), now.beta
        return now.alpha, min(now.beta, value)

    def _rival(self) -> int | None:
        """Return the nearest ancestor of the other side whose value caused the cut-off at the current node."""
        node = self.nodes[self.path[-1]]
        if node.mover == CHANCE:  # the window at a chance node belongs to no player
            return None
        bound = node.window[0] if node.side == MIN else node.window[1]
        for number in self.path[-2::-1]:
            above = self.nodes[number]
            if above.side != node.side and self.steps[above.steps[-1]].value == bound:
                return number
        return None


def negative(value: Value) -> Value:
    """Return a value from the other side's view; several players' values stay as they are."""
    return value if isinstance(value, tuple) else -value
