"""The plan of a drawing: the nodes, edges and places of a run, for every kind of picture and every step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from plyground.core.game import Game
from plyground.core.gc_pause import uncollected
from plyground.core.picture import BoardContent, board_content, extent
from plyground.core.position import CHANCE, MarkedPosition, WiderPosition
from plyground.drawing.layers import layered
from plyground.drawing.layout import tidy
from plyground.trace.labels import Labels
from plyground.trace.run import Node, Run
from plyground.trace.value_text import number, window

Shape = Literal["max", "min", "player", "chance", "over", "horizon", "known", "cut"]
"""Shape of a node: the kind of mover of an inner node, or the kind of leaf; ``cut`` if only the move is known."""
INNER = ("max", "min", "player", "chance")
"""The shapes of inner nodes."""

TEXT, SMALL = 13, 11
"""Sizes of type, in the drawing's units: pixels of an SVG."""
SIZE = 22
"""Width of the shape of an inner node."""
LEAF = 24
"""Least width of a leaf."""
MAX_UNVISITED_NODES = 50_000
"""Nodes of a drawing after which no more unvisited nodes of a tree are added."""
GAP, APART = 14, 24
"""Distances between siblings, and between other neighbours."""
ROW, BOARD_ROW = 82, 96
"""Distance between levels, without the height of boards and the extra room for wide edges."""
SPREAD, STEEPEST = 0.11, 240
"""Extra height of a level for each unit of width of its widest edge, and its maximum."""
BOARD = 54
"""The side of a board."""
CAPTION = 16
"""The height of the line below a board."""


Key: TypeAlias = Callable[[Any], Any]
"""Function whose value is equal for positions that are drawn as one."""
Way: TypeAlias = tuple[Sequence[int], Any, int | None]
"""One place in the tree: its nodes in the run, one for each pass, its position, and the spot above."""


class Spot(NamedTuple):
    """A node of the drawing."""

    node: int | None  # node of the run; None if the search did not come near it
    depth: int  # levels below the root of the drawing
    shape: Shape
    mover: int
    name: str
    text: str  # value that a tree gives to the leaf
    content: BoardContent | None  # None without a board
    width: float


class Link(NamedTuple):
    """An edge of the drawing, from a node to a node of the next level."""

    parent: int
    child: int
    node: int | None  # node of the run that the search reached through this edge
    move: str
    chance: str  # probability of the edge
    window: str  # window handed down through the edge


@dataclass(frozen=True)
class Plan:
    """The spots and links of a drawing: :attr:`spots` by number, parents first."""

    run: Run
    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    columns: tuple[float, ...]  # distance of each spot's middle from the left of the drawing
    rows: tuple[float, ...]  # distance of each level's middle from the top of the drawing
    places: Mapping[int, int]  # spot of each drawn node of the run
    levels: tuple[str, ...]  # side to move at each level; "" if its nodes differ
    width: float
    height: float

    @property
    def picture(self) -> Any:
        """The game's picture for its boards; None for a tree."""
        return self.run.of.picture if isinstance(self.run.of, Game) else None

    @property
    def sides(self) -> tuple[str, ...]:
        """The marks of the sides on its boards."""
        return self.run.of.sides if isinstance(self.run.of, Game) else ()

    @property
    def signed(self) -> bool:
        """True if values are written with their sign."""
        return isinstance(self.run.of, Game)

    @property
    def board(self) -> tuple[float, float, float]:
        """Width, height and cell of a board."""
        return board_size(self.picture)


def board_size(picture: Any) -> tuple[float, float, float]:
    """Return width, height and cell of a board, in the drawing's units."""
    if picture is None or not picture.width:
        return 0, 0, 0
    across, down = extent(picture)
    cell = min(18, BOARD / max(across, down))
    return cell * across, cell * down, cell


@lru_cache(maxsize=10_000)
def text_width(text: str, size: float = TEXT) -> float:
    """Return the approximate width of a text in a sans-serif type."""
    return size * sum(0.34 if sign in "ilj.,:;|!'()[] " else 0.62 if sign < "\u2000" else 0.72 for sign in text)


class Sketch:
    """The drawing of passes of a run that begin at these roots, before its layout.

    Nodes of a level with the same ``key`` are drawn as one node: the first of them that was searched.
    """

    def __init__(self, run: Run, roots: Sequence[int], key: Key | None = None) -> None:
        self.run = run
        self.key = key
        self.labels = Labels(run)
        self.tree, self.game = self.labels.tree, self.labels.game
        self.spots: list[Spot] = []
        self.links: dict[tuple[int, int], Link] = {}
        self.places: dict[int, int] = {}
        self.levels: list[list[int]] = []
        self.board, self.board_height, _cell = board_size(self.game.picture if self.game else None)
        self._grow(roots)

    @property
    def children(self) -> list[list[int]]:
        """The spots below each spot, left to right."""
        children: list[list[int]] = [[] for _spot in self.spots]
        for parent, child in self.links:
            children[parent].append(child)
        return children

    def _grow(self, roots: Sequence[int]) -> None:
        """Place every node of the passes, level by level. In a tree, include its cut nodes."""
        level: list[Way] = [(roots, self.run.positions[roots[0]], None)]
        depth = 0
        while level:
            below: list[Way] = []
            self.levels.append([])
            for (nodes, position, parent), spot in zip(level, self._spots(level, depth), strict=True):
                self.places.update(dict.fromkeys(nodes, spot))
                if parent is not None:
                    self._link(parent, spot, self._telling(nodes), position)
                below += [(children, there, spot) for children, there in self._ways(nodes, position)]
            level = below
            depth += 1

    def _spots(self, level: list[Way], depth: int) -> list[int]:
        """Return the number of the spot of each node of a level."""
        if self.key is None:
            return [self._add(nodes, position, depth) for nodes, position, _parent in level]
        keys = [self.key(position) for _nodes, position, _parent in level]
        chosen: dict[Any, Way] = {}
        for key, way in zip(keys, level, strict=True):
            if key not in chosen or self._rank(self._telling(way[0])) < self._rank(self._telling(chosen[key][0])):
                chosen[key] = way
        spots = {key: self._add(nodes, position, depth) for key, (nodes, position, _parent) in chosen.items()}
        return [spots[key] for key in keys]

    def _telling(self, nodes: Sequence[int]) -> int | None:
        """Return the node with the most information at one place; if several have the most, the one of the last
        pass.
        """
        if len(nodes) < 2:
            return nodes[0] if nodes else None
        return min(reversed(nodes), key=self._rank)

    def _rank(self, node: int | None) -> int:
        """Return the rank of a node by its information: a search, an evaluation, a table's value, only a move."""
        return 4 if node is None else {"cut": 3, "known": 2, "horizon": 1}.get(self.run.nodes[node].kind, 0)

    def _ways(self, nodes: Sequence[int], position: MarkedPosition) -> list[tuple[Sequence[int], Any]]:
        """Return the children of a place: nodes of the run, or positions of a tree that were never visited."""
        below: dict[int, list[int]] = {}
        for number_ in nodes:
            for child in self.run.nodes[number_].children:
                below.setdefault(self.run.origins[child], []).append(child)
        if below:
            return [(children, self.run.positions[children[0]]) for children in self._in_order(below, position)]
        if self.tree is None or len(self.spots) > MAX_UNVISITED_NODES or position.is_over():
            return []
        if any(self.run.nodes[number_].kind != "cut" for number_ in nodes):
            return []
        return [((), position.play(move)) for move in position.moves()]

    def _in_order(self, below: Mapping[int, list[int]], position: MarkedPosition) -> list[list[int]]:
        """Return the children in the order of the rules, independent of the order of the search."""
        children = list(below.values())
        moves = [self.run.nodes[nodes[0]].move for nodes in children]
        if position is None or moves == list(position.moves()):
            return children
        order = {move: place for place, move in enumerate(position.moves())}
        return sorted(children, key=lambda nodes: order.get(self.run.nodes[nodes[0]].move, len(order)))

    def _add(self, nodes: Sequence[int], position: MarkedPosition, depth: int) -> int:
        self.levels[depth].append(len(self.spots))
        telling = self._telling(nodes)
        self.spots.append(
            self._unseen(position, depth)
            if telling is None
            else self._spot(self.run.nodes[telling], position, depth, nodes)
        )
        return len(self.spots) - 1

    def _spot(self, node: Node, position: Any, depth: int, nodes: Sequence[int]) -> Spot:
        shape = shape_of(node.mover, self.run.terms.players) if node.kind == "inner" else node.kind
        text = ""
        if self.tree is not None and position.is_over():
            shape, text = "over", number(self.tree.value(position.node), self.run.terms)
        elif self.tree is not None and node.kind == "cut":
            shape = shape_of(node.mover, self.run.terms.players)
        content = None
        if self.game is not None and position is not None and self.game.picture.width:
            last: tuple[int, ...] = ()
            if node.parent is not None and node.move is not None:
                last = self.game.picture.cells(self.run.positions[node.parent], node.move)
            content = board_content(self.game.picture, position, last)
        name = self.labels.name(node)
        width = self._width(shape, name, text, nodes)
        return Spot(node.number, depth, shape, node.mover, name, text, content, width)

    def _unseen(self, position: Any, depth: int) -> Spot:
        """Return a spot for a node of the tree that the search has not visited, below a cut node."""
        assert self.tree is not None
        over = position.is_over()
        mover = self._mover(position)
        shape: Shape = "over" if over else shape_of(mover, self.run.terms.players)
        text = number(self.tree.value(position.node), self.run.terms) if over else ""
        name = self.tree.name(position.node)
        width = self._width(shape, name, text, ())
        return Spot(None, depth, shape, mover, name, text, None, width)

    def _mover(self, position: WiderPosition) -> int:
        """Return the mover as the search saw it: in an alliance there are only two players."""
        player: int = position.to_move()
        return self._movers.get(player, player)

    @cached_property
    def _movers(self) -> dict[int, int]:
        """Return the player that the search saw for each player of a tree."""
        assert self.tree is not None
        positions = zip(self.run.nodes, self.run.positions, strict=True)
        return {self.tree.mover(position.node): node.mover for node, position in positions if not position.is_over()}

    def _link(self, parent: int, child: int, number_: int | None, position: Any) -> None:
        move = chance = bounds = ""
        node = None if number_ is None else self.run.nodes[number_]
        if self.tree is not None:
            move = self.tree.words.get(position.node, "")
            if self.spots[parent].mover == CHANCE:
                chance = str(self.tree.probability(position.node))
        elif node is not None and (
            self.key is None or node.parent == self.spots[parent].node
        ):  # the fields of an image have other names
            move = self.labels.move(node)
        if node is not None and node.kind == "inner":
            bounds = window(node.alpha, node.beta, self.run.terms, signed=self.game is not None)
        link = Link(parent, child, number_, move, chance, bounds)
        other = self.links.get((parent, child))
        if other is not None:  # two moves lead to positions that are drawn as one
            first = other if self._rank(other.node) <= self._rank(number_) else link
            link = first._replace(move=", ".join(filter(None, (other.move, link.move))))
        self.links[parent, child] = link

    def _width(self, shape: Shape, name: str, text: str, nodes: Sequence[int]) -> float:
        """Return the room for the shape and the longest text beside it at any step."""
        longest = max(map(self._longest, nodes), default=0)
        sign = text_width("≥ ") if longest else 0
        if self.game is not None:
            return max(self.board, SIZE + text_width(name, SMALL) + longest + sign)
        if shape in ("over", "horizon", "known"):
            return max(LEAF, text_width(text) + 10, longest + (sign if shape == "known" else 0) + 10)
        beside = max(text_width(name, SMALL), longest + sign)
        passes = [node for node in map(self.run.nodes.__getitem__, nodes) if node.kind == "inner"]
        bounds = (text_width(window(node.alpha, node.beta, self.run.terms), SMALL) for node in passes)
        return max([SIZE + 2 * beside + 10, *bounds])

    def _longest(self, number_: int) -> float:
        """Return the width of the widest value that a node has at any step."""
        terms, signed = self.run.terms, self.game is not None
        values = {self.run.steps[step].value for step in self.run.nodes[number_].steps}
        return max(
            (text_width(number(value, terms, signed=signed)) for value in values if value is not None), default=0
        )


def shape_of(mover: int, players: int) -> Shape:
    """Return the shape of an inner node."""
    if mover == CHANCE:
        return "chance"
    if players > 2:
        return "player"
    return "min" if mover else "max"


@uncollected()
def plan(run: Run, step: int | None = None, *, merge: str = "") -> Plan:
    """Plan the tree of a run: of its last pass, or of the pass of a ``step`` in a search that starts over.

    Cut nodes are included: a tree's own nodes, else only their moves. ``merge`` ``"transpositions"`` draws equal
    positions of a level as one node, and ``"symmetries"`` also rotations and reflections: a graph instead of a tree.
    O(nodes).
    """
    last = len(run.steps) - 1 if step is None else step
    root = run.path(run.steps[last].node)[0].number
    if not merge:
        return _tidied(Sketch(run, [root]))
    sketch = Sketch(run, [root], MERGES[merge])
    return _placed(sketch, layered(sketch.levels, list(sketch.links), [spot.width for spot in sketch.spots], GAP))


@uncollected()
def stage(run: Run) -> Plan:
    """Plan the tree of all passes of a run together, so that each of them finds its nodes. O(nodes)."""
    return _tidied(Sketch(run, run.roots))


def _tidied(sketch: Sketch) -> Plan:
    return _placed(sketch, tidy(sketch.children, [spot.width for spot in sketch.spots], GAP, APART))


def _position(position: MarkedPosition) -> Any:
    """Return the key of a position."""
    return position.key()


def _shape(position: Any) -> Any:
    """Return the same key for all mirror images of a position."""
    return position.canonical().key() if hasattr(position, "canonical") else position.key()


MERGES: Mapping[str, Key] = {"transpositions": _position, "symmetries": _shape}
"""Keys of merged nodes, by the name of the option."""


def _placed(sketch: Sketch, middles: Sequence[float]) -> Plan:
    """Return the plan of a sketch whose nodes have these middles."""
    spots = sketch.spots
    depth = max(spot.depth for spot in spots)
    spread = [0.0] * (depth + 1)
    for link in sketch.links.values():
        here = spots[link.parent].depth
        spread[here] = max(spread[here], abs(middles[link.parent] - middles[link.child]))
    gap = BOARD_ROW if sketch.board else ROW
    first = sketch.board_height / 2 + SIZE
    rows = [first]
    for below in spread[:-1]:
        rows.append(rows[-1] + gap + sketch.board_height * 0.6 + min(STEEPEST, SPREAD * below))
    height = rows[-1] + sketch.board_height / 2 + SIZE + CAPTION
    width = max(middle + spot.width / 2 for spot, middle in zip(spots, middles, strict=True))
    return Plan(
        sketch.run, tuple(spots), tuple(sketch.links.values()), tuple(middles), tuple(rows), sketch.places,
        _levels(sketch, depth), width, height,
    )  # fmt: skip


def _levels(sketch: Sketch, depth: int) -> tuple[str, ...]:
    found: list[set[str]] = [set() for _level in range(depth + 1)]
    for spot in sketch.spots:
        if spot.shape in INNER:
            who = sketch.labels.who_moves(spot.mover)
            if sketch.game is not None and spot.node is not None:
                who = f"{who} ({sketch.game.mover(sketch.run.positions[spot.node])})"
            found[spot.depth].add(str(who))
    return tuple(words.pop() if len(words) == 1 else "" for words in found)
