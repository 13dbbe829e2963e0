"""The tree of a decision: what a bot did to choose its move, a few plies deep.

Each kind of bot shows what it has: a recorded search, the transposition table of the engine, the tree of the random
games, the values of a table, or only its move. Values are MAX's, the side to move at the root. Trees are bounded in
nodes, so that each of them is made in a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Any, Literal, NamedTuple

from plyground.bots.noise import NoisyEvaluation
from plyground.core.evaluation import Evaluation
from plyground.core.position import CHANCE, MAX, Demand, MarkedPosition, Move
from plyground.errors import SearchStopped
from plyground.i18n import Sentence
from plyground.searches.best_first.mcts_tree import ROOT, children, mean
from plyground.searches.best_first.mcts_tree import Tree as PlayoutTree
from plyground.searches.best_first.uct_search import Estimate
from plyground.searches.engine_setting import Engine
from plyground.searches.limit import ASKED, passing_on_stop
from plyground.searches.registry import algorithm as named
from plyground.searches.result import Result
from plyground.searches.run_search import ROUNDING, read, to_chance
from plyground.searches.scores import INFINITY, MAX_DEPTH, Scores
from plyground.searches.search_setting import Setting
from plyground.searches.tally import GUESSES, NODES, STOP, Tally, new_tally
from plyground.searches.transposition_table import EXACT, LOWER, UNKNOWN, UPPER
from plyground.solvers.explore import perfect_line
from plyground.solvers.forward import Valued, after_each
from plyground.trace.record import mover, record, terms
from plyground.trace.run import Kind, Run, Score, Terms, Value
from plyground.trace.value_text import Relation, relation

MAX_PLIES = 3
"""Plies of a tree."""
MAX_NODES = 160
"""Most nodes of a tree."""
MAX_CHILDREN = 24
"""Most children of a node: the best. The others are counted."""
MAX_RECORDED_NODES = 2_000
"""Most nodes of a search that is repeated in plain Python to record it."""

TreeKind = Literal["search", "engine", "result", "playouts", "leaves", "table", "move"]
"""Source of a tree: a recorded search, the engine's table, the moves of a result, random games, judged leaves, looked-up
values, or only the move.
"""
SIGNS: dict[int, Relation] = {EXACT: "=", LOWER: "≥", UPPER: "≤"}
BOUNDS: dict[str, Relation] = {"exact": "=", "lower": "≥", "upper": "≤"}
TURNED: dict[str, Relation] = {"≥": "≤", "≤": "≥"}
"""A bound from the other side's view."""


class DecisionNode(NamedTuple):
    """One position of a decision's tree."""

    parent: int | None  # number of the parent
    move: Move | None  # move to this node; None at the root
    depth: int  # plies from the root
    side: int  # side from whose view the search counts: MAX or MIN
    mover: int  # player to move, as in :class:`plyground.trace.run.Node`
    kind: Kind = "inner"
    sign: Relation | Literal[""] = ""  # claim of the value; empty without a value
    value: Value | None = None  # utility, evaluation or mean result from −1 to 1
    distance: int | None = None  # plies from the root to the end of the game, if they are known
    alpha: Score = -INFINITY  # window of a recorded search
    beta: Score = INFINITY
    plies: int | None = None  # plies that the engine searched below this position
    visits: int | None = None  # random games through this position
    is_proven: bool = False
    on_line: bool = False  # True if it lies on the expected line of play
    more: int = 0  # legal moves that have no node


@dataclass(frozen=True, repr=False)
class DecisionTree:
    """The tree of one decision: its nodes by number, parents first, the children of a node in their order."""

    kind: TreeKind
    position: Any
    move: Move | None  # the move that was chosen
    nodes: tuple[DecisionNode, ...]
    terms: Terms = Terms()  # terms of a search, for its windows
    algorithm: str = ""  # search that finds further nodes; empty if there is none
    setting: Setting | None = None
    said: Sentence | str = ""  # reason that the bot gave
    total: int = 0  # positions visited by the whole search, or its random games
    depth: int | None = None  # plies of the whole search; None: to the end of the game
    is_shorter: bool = False  # True if this search is shorter than the one that was asked for

    def __repr__(self) -> str:
        return f"<DecisionTree of {len(self.nodes)} nodes: move {self.move}, value {self.root.value}>"

    @property
    def is_recordable(self) -> bool:
        """True if the search is small enough to be recorded: see :func:`recorded`."""
        return self.kind == "result" and self.setting is not None and self.total <= MAX_RECORDED_NODES

    @property
    def root(self) -> DecisionNode:
        """The node of the position."""
        return self.nodes[0]

    def children(self, number: int) -> list[int]:
        """Return the numbers of the children of a node."""
        return [child for child, node in enumerate(self.nodes) if node.parent == number]

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the moves from the root to a node."""
        found: list[Move] = []
        here: int | None = number
        while here is not None:
            node = self.nodes[here]
            if node.move is not None:
                found.append(node.move)
            here = node.parent
        return tuple(reversed(found))

    @property
    def positions(self) -> tuple[Any, ...]:
        """The position of each node."""
        found: list[Any] = []
        for node in self.nodes:
            found.append(self.position if node.parent is None else found[node.parent].play(node.move))
        return tuple(found)


# A recorded search


def from_search(position: MarkedPosition, algorithm: str, chosen: Setting, found: Result) -> DecisionTree:
    """Return the tree of a finished search: the moves and the line of its result. :func:`recorded` shows more of it.

    ``chosen`` is the setting with which the search began.
    """
    ground = terms(position, named(algorithm), chosen)
    return replace(from_result(position, found), terms=ground, algorithm=algorithm, setting=chosen)


def recorded(tree: DecisionTree) -> DecisionTree:
    """Return the record of a small search in place of its result. Any other tree is returned as it is.

    The search is repeated in plain Python. Further nodes can be found later, unless a noisy evaluation would give them
    other values.
    """
    chosen = tree.setting
    if not tree.is_recordable or chosen is None:
        return tree
    further = "" if isinstance(chosen.evaluation, NoisyEvaluation) else tree.algorithm
    run = record(tree.position, tree.algorithm, deepcopy(chosen), kept_plies=MAX_PLIES)
    nodes = nodes_of(run, chosen)
    start = next(node for node in reversed(nodes) if node.parent is None)
    if not _is_equal(start.value, tree.root.value):  # an evaluation that does not always say the same
        return replace(tree, algorithm=further)
    line = [node.move for node in tree.nodes if node.on_line and node.move is not None]
    return replace(tree, kind="search", nodes=first_nodes(nodes, line), terms=run.terms, algorithm=further)


def shorter_search(
    position: MarkedPosition,
    algorithm: str,
    chosen: Setting,
    evaluation: Evaluation | None = None,
    tally: Tally | None = None,
) -> DecisionTree:
    """Return the tree of a search of at most :data:`MAX_RECORDED_NODES` nodes: the deepest within that of ``chosen``.

    A search to the end of the game that is cut short uses the ``evaluation``. ``tally`` can stop it. Raise
    :class:`SearchStopped` if not even one ply was searched.
    """
    limited = chosen
    if chosen.depth > MAX_DEPTH and evaluation is not None:
        scale = chosen.scores if chosen.scores.per_ply else Scores(evaluation.win)
        limited = chosen._replace(evaluation=evaluation, scores=scale)
    own = new_tally()
    kept: Run | None = None
    plies, nodes, is_whole = 0, 0, False
    with passing_on_stop((tally or own).counts, own.counts):
        while plies < chosen.depth and not is_whole:
            guesses, before = own.counts[GUESSES], own.counts[NODES]
            try:
                here = limited._replace(depth=plies + 1)
                kept = record(position, algorithm, here, kept_plies=MAX_PLIES, tally=own)
            except SearchStopped:
                if kept is None:
                    raise
                break
            plies += 1
            nodes = own.counts[NODES] - before
            is_whole = own.counts[GUESSES] == guesses  # a deeper search would be the same
            if own.counts[STOP] != ASKED:
                own.counts[STOP] = own.counts[NODES] + MAX_RECORDED_NODES
    assert kept is not None  # the first search has ended
    here = limited._replace(depth=plies)
    line = tuple(_line_of(kept))
    return DecisionTree(
        "search", position, next(iter(line), None), first_nodes(nodes_of(kept, here), line), kept.terms, algorithm, here,
        total=nodes, depth=None if is_whole else plies, is_shorter=not is_whole and plies < chosen.depth,
    )  # fmt: skip


def nodes_of(run: Run, chosen: Setting) -> tuple[DecisionNode, ...]:
    """Return the nodes of a recorded search."""
    found = []
    for node, position in zip(run.nodes, run.positions, strict=True):
        value, distance = (None, None) if node.value is None else _read(node.value, chosen, position)
        sign = relation(node, run.terms) if node.value is not None else ""
        found.append(
            DecisionNode(
                node.parent, node.move, node.depth, node.side, node.mover, node.kind, sign, value, distance,
                node.alpha, node.beta, is_proven=chosen.depth > MAX_DEPTH and sign in ("=", "≥", "≤"),
            )
        )  # fmt: skip
    return tuple(found)


def _line_of(run: Run) -> list[Move]:
    """Return the best line of a run, as far as it was recorded."""
    return [move for node in list(run.line())[1:] if (move := run.nodes[node].move) is not None]


def _is_equal(one: Any, other: Any) -> bool:
    """Return True if two values are equal, except for the rounding of compiled averages."""
    if one is None or other is None or isinstance(one, tuple) or isinstance(other, tuple):
        return bool(one == other)
    return bool(abs(one - other) <= ROUNDING * max(1, abs(other)))


def first_nodes(nodes: Sequence[DecisionNode], line: Sequence[Move]) -> tuple[DecisionNode, ...]:
    """Return the first nodes of a recorded search: those beside the line, then each ply in turn.

    The move of the line comes first among its siblings, the others come in the order of the search. Of a search that starts over, only the last pass is kept.
    """
    below: dict[int, dict[Move, int]] = {}
    start = 0
    for number, node in enumerate(nodes):
        if node.parent is None:
            start = number
        elif node.move is not None:
            below.setdefault(node.parent, {})[node.move] = number  # the last visit counts: a probe may come before it
    kept = [nodes[start]._replace(on_line=True)]
    pending: list[tuple[int, int, int]] = [(0, 0, start)]  # (priority, new number, old number)
    while pending:
        _priority, parent, number = heappop(pending)
        here = below.get(number, {})
        if len(kept) + len(here) > MAX_NODES:
            continue
        place = nodes[number].depth - nodes[start].depth
        expected = line[place] if kept[parent].on_line and place < len(line) else None
        for child in sorted(here.values(), key=lambda child: nodes[child].move != expected):
            node = nodes[child]
            is_expected = node.move == expected
            priority = node.depth if is_expected else MAX_PLIES + node.depth
            heappush(pending, (priority, len(kept), child))
            kept.append(node._replace(parent=parent, on_line=is_expected))
    return tuple(kept)


def _read(score: Any, chosen: Any, position: MarkedPosition) -> tuple[Any, int | None]:
    """Return the value that a score of a search means, and the plies from the root to the end of the game."""
    if isinstance(score, tuple):
        return tuple(read(part, chosen, position)[0] for part in score), None
    return read(score, chosen, position)


# The result of a search


def from_result(position: MarkedPosition, found: Result) -> DecisionTree:
    """Return the moves of a result with their values, and its line."""
    follow = _Line(position, found).children

    def below(node: DecisionNode, here: MarkedPosition, _moves: tuple[Move, ...]) -> list[DecisionNode]:
        return _best_first(_root_moves(position, found), node) if node.parent is None else follow(node, here)

    nodes = _grown(position, _root(position, found), below)
    return DecisionTree("result", position, found.move, nodes, total=found.nodes, depth=found.depth)


def _root(position: Any, found: Result) -> DecisionNode:
    side = position.root_side()
    value = found.utilities or found.value
    return DecisionNode(
        None, None, 0, side, mover(position, side), sign="=" if found.exact else "≥", value=value,
        distance=found.distance, plies=found.depth, is_proven=found.proven, on_line=True,
    )  # fmt: skip


def _root_moves(position: MarkedPosition, found: Result) -> list[DecisionNode]:
    """Return the nodes after each move of a result, in the order of the search."""
    root = _root(position, found)
    nodes = []
    alpha: Score = -INFINITY
    for move in found.moves:
        node = _child(root, position, move.move)._replace(alpha=alpha, on_line=move.move == found.move)
        if move.bound != "unvisited":
            value: Any = found.utilities if node.on_line and found.utilities else move.value
            node = node._replace(
                sign=BOUNDS[move.bound], value=value, distance=move.distance, is_proven=move.proven
            )  # fmt: skip
            alpha = max(alpha, move.score or 0)
        elif node.kind == "inner":
            node = node._replace(kind="cut")
        nodes.append(node)
    return nodes


class _Line:
    """The line of a result below the moves of its root."""

    def __init__(self, position: Any, found: Result) -> None:
        self.line = to_chance(found.line, position)
        self.root = _root(position, found)

    def children(self, node: DecisionNode, position: MarkedPosition) -> list[DecisionNode]:
        """Return the next position of the line, which has the value of the root."""
        if not node.on_line or node.depth >= len(self.line):
            return []
        root = self.root
        child = _child(node, position, self.line[node.depth])
        return [child._replace(sign=root.sign, value=root.value, distance=root.distance, on_line=True)]


# The engine's table


def from_engine(position: MarkedPosition, found: Result, memory: Engine) -> DecisionTree:
    """Return the tree of an engine's last search: the moves of its result, and what its table knows below them.

    An entry may come from an earlier iteration; its plies tell how deep it was searched.
    """
    moves = [_known(node, position.play(node.move), memory) for node in _root_moves(position, found)]
    follow = _Line(position, found).children

    def below(node: DecisionNode, here: MarkedPosition, _moves: tuple[Move, ...]) -> list[DecisionNode]:
        if node.parent is None:
            return _best_first(moves, node)
        expected = {child.move: child for child in follow(node, here)}
        nodes = [
            _known(expected.get(move) or _child(node, here, move), here.play(move), memory) for move in here.moves()
        ]
        return _best_first([child for child in nodes if child.sign], node)

    nodes = _grown(position, _root(position, found), below)
    return DecisionTree("engine", position, found.move, nodes, total=found.nodes, depth=found.depth)


def _known(node: DecisionNode, position: MarkedPosition, memory: Engine) -> DecisionNode:
    """Return a node with what the table of an engine knows of its position."""
    if node.kind == "over":
        return node
    entry = memory.recall(position, node.depth)
    if entry.bound == UNKNOWN:
        return node
    node = node._replace(kind="inner", plies=entry.draft)
    if node.sign:  # the result tells its value
        return node
    value, distance = read(node.side * entry.score, memory, position)
    sign = SIGNS[entry.bound] if node.side == MAX else TURNED.get(SIGNS[entry.bound], "=")
    return node._replace(sign=sign, value=value, distance=distance, is_proven=bool(entry.settled))


# The tree of random games


def from_playouts(position: Any, tree: PlayoutTree, found: Estimate) -> DecisionTree:
    """Return the most visited part of a tree of random games, or of the leaves that PUCT judged."""
    line = found.line
    numbers: dict[tuple[Move, ...], int] = {(): ROOT}

    def filled(node: DecisionNode, number: int) -> DecisionNode:
        solved = tree.is_solved(number)
        value = tree.least(number) if solved else mean(tree, number)
        return node._replace(sign="=", value=value, visits=tree.visits(number), is_proven=solved)

    def below(node: DecisionNode, here: MarkedPosition, moves: tuple[Move, ...]) -> list[DecisionNode]:
        nodes = []
        for number in children(tree, numbers[moves]):
            if tree.visits(number) == 0 and not tree.is_solved(number):
                continue
            move = tree.move(number)
            numbers[(*moves, move)] = number
            is_expected = node.on_line and node.depth < len(line) and move == line[node.depth]
            nodes.append(filled(_child(node, here, move), number)._replace(on_line=is_expected))
        return sorted(nodes, key=lambda child: (not child.on_line, -(child.visits or 0)))

    side = position.root_side()
    root = filled(DecisionNode(None, None, 0, side, mover(position, side), on_line=True), ROOT)
    root = root._replace(value=found.value, is_proven=found.proven)
    nodes = _grown(position, root, below, lambda node: -(node.visits or 0))
    kind: TreeKind = "leaves" if found.algorithm == "puct" else "playouts"
    return DecisionTree(kind, position, found.move, nodes, total=found.playouts)


# Values that are looked up, and a move alone


def from_values(position: Any, values: Valued, move: Move) -> DecisionTree:
    """Return the values that a table has of the moves of a position, and of the first positions of perfect play."""
    line = (move, *perfect_line(values, position.play(move), MAX_PLIES - 1))

    def below(node: DecisionNode, here: MarkedPosition, _moves: tuple[Move, ...]) -> list[DecisionNode]:
        if not node.on_line:
            return []
        nodes = []
        for reply, value in after_each(values, here).items():
            child = _child(node, here, reply)
            distance = None if value.distance is None else value.distance + node.depth
            is_expected = node.depth < len(line) and reply == line[node.depth]
            nodes.append(
                child._replace(
                    kind="known" if child.kind == "inner" and not is_expected else child.kind, sign="=",
                    value=node.side * value.utility, distance=distance, is_proven=True, on_line=is_expected,
                )
            )  # fmt: skip
        return _best_first(nodes, node)

    side, value = position.root_side(), values[position]
    root = DecisionNode(
        None, None, 0, side, mover(position, side), sign="=", value=value.utility, distance=value.distance,
        is_proven=True, on_line=True,
    )  # fmt: skip
    return DecisionTree("table", position, move, _grown(position, root, below))


def from_move(
    position: Any, move: Move, said: Sentence | str = "", value: Value | None = None, line: Sequence[Move] = ()
) -> DecisionTree:
    """Return the legal moves of a position, the chosen one first. ``value`` and ``line`` are what the bot told."""
    line = tuple(line) if line and line[0] == move else (move,)

    def below(node: DecisionNode, here: MarkedPosition, _moves: tuple[Move, ...]) -> list[DecisionNode]:
        if not node.on_line or node.depth >= len(line):
            return []
        moves = here.moves() if node.parent is None else (line[node.depth],)
        nodes = [_child(node, here, each)._replace(on_line=each == line[node.depth]) for each in moves]
        return sorted(nodes, key=lambda child: not child.on_line)

    side = position.root_side()
    sign: Relation | Literal[""] = "" if value is None else "="
    root = DecisionNode(None, None, 0, side, mover(position, side), sign=sign, value=value, on_line=True)
    return DecisionTree("move", position, move, _grown(position, root, below), said=said)


# Growing a tree


def _child(node: DecisionNode, position: Any, move: Move) -> DecisionNode:
    """Return the node after a move, without a value; the end of a game has its own."""
    child = position.play(move)
    side = node.side * position.turn(child)
    is_over = child.is_over()
    found = DecisionNode(None, move, node.depth + 1, side, mover(child, side), "over" if is_over else "inner")
    if not is_over:
        return found
    if Demand.PLAYERS in child.demands():
        return found._replace(sign="=", value=tuple(child.utilities()), is_proven=True)
    utility = child.utility()
    distance = found.depth if utility and isinstance(utility, int) else None
    return found._replace(sign="=", value=side * utility, distance=distance, is_proven=True)


def _best_first(nodes: list[DecisionNode], parent: DecisionNode) -> list[DecisionNode]:
    """Return the children of a node with the expected move first, then by their values for the player who chooses.

    Outcomes of chance keep their order.
    """
    if parent.mover == CHANCE:
        return nodes

    def rank(node: DecisionNode) -> tuple[bool, bool, Any, bool]:
        value = node.value[parent.mover] if isinstance(node.value, tuple) else node.value
        worth = 0 if value is None else -value if isinstance(node.value, tuple) else -parent.side * value
        return not node.on_line, value is None, worth, node.sign != "="

    return sorted(nodes, key=rank)


def _grown(
    position: MarkedPosition,
    root: DecisionNode,
    below: Callable[[DecisionNode, Any, tuple[Move, ...]], list[DecisionNode]],
    priority: Callable[[DecisionNode], float] | None = None,
) -> tuple[DecisionNode, ...]:
    """Return the nodes of a tree whose ``root`` is at ``position``.

    ``below`` returns the children of a node, by its position and the moves to it. The node with the least ``priority``
    gets its children first; by default the expected line comes first, then each ply in turn.
    """
    nodes, positions = [root], [position]
    paths: list[tuple[Move, ...]] = [()]
    pending: list[tuple[float, int]] = [(0, 0)]
    while pending:
        _priority, number = heappop(pending)
        node, here = nodes[number], positions[number]
        if node.kind != "inner" or node.depth >= MAX_PLIES:
            continue
        found = below(node, here, paths[number])[:MAX_CHILDREN]
        if len(nodes) + len(found) > MAX_NODES:
            continue
        if found:
            nodes[number] = node._replace(more=here.mobility() - len(found))
        for child in found:
            assert child.move is not None  # only the root has none
            first = (node.depth if child.on_line else MAX_PLIES + node.depth) if priority is None else priority(child)
            heappush(pending, (first, len(nodes)))
            nodes.append(child._replace(parent=number))
            positions.append(here.play(child.move))
            paths.append((*paths[number], child.move))
    return tuple(nodes)
