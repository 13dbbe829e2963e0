"""A record of a search as a tree: every visited node with its window and value, every cut branch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from plyground.position import MAX, Move
from plyground.search.algorithms import algorithm
from plyground.search.engine import Engine
from plyground.search.scores import INFINITY
from plyground.search.setting import Setting
from plyground.search.tally import Both, Tally

Kind = Literal["inner", "over", "horizon", "known", "cut"]
"""An inner node, an end of the game, a position judged by the evaluation or known from the table, a child never visited."""


@dataclass
class Node:
    """One node of the tree, in MAX's view: MAX is the side to move at the root of the search."""

    move: Move | None  # the move that leads here; None at the root
    depth: int  # plies from the root
    side: int  # who is to move here: MAX or MIN
    alpha: int  # the window when it was entered
    beta: int
    kind: Kind = "inner"
    value: int | None = None  # what it returned; None when cut
    cut: Literal["alpha", "beta"] | None = None  # why the last of its children were cut
    best: Move | None = None  # the move that its value came from
    children: list[Node] = field(default_factory=list)  # empty below the recorded levels, too


class Recorder:
    """A trace that keeps the nodes of the first ``levels`` below where it starts, however deep the search goes."""

    def __init__(self, order: Any, levels: int, depth: int = 0) -> None:
        self.order = order  # in which the search takes the children, and so the cut ones are listed
        self.deepest = depth + levels
        self.path: list[Node] = []
        self.positions: list[Any] = []
        self.root: Node | None = None

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        if depth > self.deepest:
            return
        window = (alpha, beta) if side == MAX else (-beta, -alpha)
        node = Node(None, depth, side, *window)
        if self.path:
            self.path[-1].children.append(node)
        else:
            self.root = node
        self.path.append(node)
        self.positions.append(position)

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        if depth <= self.deepest:
            self.path[-1].kind = "over" if is_over else "horizon"
            self.leave(depth, value)

    def hit(self, depth: int, value: int, proven: bool) -> None:
        if depth <= self.deepest:
            self.path[-1].kind = "known"
            self.leave(depth, value)

    def stand(self, depth: int, value: int) -> None:
        pass

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        if depth <= self.deepest:
            node = self.path[-1]
            for child in node.children:  # two of one move, where a null window was not enough
                if child.move is None:
                    child.move = move
            if improved:
                node.best = move

    def cut(self, depth: int, side: int) -> None:
        if depth <= self.deepest:
            node = self.path[-1]
            node.cut = "beta" if side == MAX else "alpha"

    def leave(self, depth: int, value: int) -> None:
        if depth > self.deepest:
            return
        node = self.path.pop()
        position = self.positions.pop()
        node.value = value * node.side
        if node.cut and depth < self.deepest:
            visited = {child.move for child in node.children}
            node.children += [
                Node(move, depth + 1, node.side * position.turn(position.play(move)), node.alpha, node.beta, kind="cut")
                for move in self.order.moves(position)
                if move not in visited
            ]


def unfold(
    position: Any,
    name: str,
    setting: Setting | Engine,
    *,
    depth: int = 0,
    side: int = MAX,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
    levels: int = 1,
    tally: Tally | None = None,
) -> Node:
    """The node of a search at ``position`` with its children to ``levels`` below.

    A search is a function of its arguments: called again with those of any of its nodes, it walks the
    same tree below. So a tree of any size is explored a node at a time, without ever being kept whole.
    ``alpha`` and ``beta`` are in MAX's view, as in :class:`Node`. A search with a memory begins with an empty one.
    """
    known = algorithm(name)
    setting = known.equipped(position, setting)
    recorder = Recorder(setting.order, levels, depth)
    window = (alpha, beta) if side == MAX else (-beta, -alpha)
    trace = recorder if tally is None else Both(tally, recorder)
    known.value(position, depth, *window, side, setting, trace)
    assert recorder.root is not None  # a search enters its root
    return recorder.root
