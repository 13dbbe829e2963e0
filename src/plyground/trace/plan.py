"""The plan of a drawing: what is drawn of a run, and where, whatever the step; every kind of picture follows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from plyground.game import Game
from plyground.picture import extent
from plyground.position import CHANCE
from plyground.trace.garbage import uncollected
from plyground.trace.labels import Labels
from plyground.trace.layers import layered
from plyground.trace.layout import tidy
from plyground.trace.run import Node, Run
from plyground.trace.values import number, window

Shape = Literal["max", "min", "player", "chance", "over", "horizon", "known", "cut"]
"""Who is to move at an inner node, or what kind of leaf it is; ``cut`` stands where no more than a move is known."""
INNER = ("max", "min", "player", "chance")
"""The shapes of who is to move."""

TEXT, SMALL = 13, 11
"""Sizes of the letters, in the drawing's units: pixels of an SVG."""
SIZE = 22
"""Across the shape of an inner node."""
LEAF = 24
"""The least width of a leaf."""
MOST_UNSEEN = 50_000
"""Nodes of a drawing, beyond which no more of a tree is added where the search never came."""
GAP, APART = 14, 24
"""Between siblings, and between other neighbours."""
ROW, BOARD_ROW = 82, 96
"""From a level to the next, besides what the height of boards and the spread of the edges ask for."""
SPREAD, STEEPEST = 0.11, 240
"""What a level's widest edge adds to its height for each unit of its width, and at most."""
BOARD = 54
"""The side of a board."""
CAPTION = 16
"""The height of the line below a board."""


Key: TypeAlias = Callable[[Any], Any]
"""What is equal for the positions that are drawn as one."""
Way: TypeAlias = tuple[Sequence[int], Any, int | None]
"""The nodes of the run at one place in the tree, one for each pass that came there, the position, and the spot above."""


class Spot(NamedTuple):
    """A node of the drawing."""

    node: int | None  # of the run; None where the search never came near
    depth: int  # levels below the root of the drawing
    shape: Shape
    mover: int
    name: str
    text: str  # the value that a tree itself gives to a leaf
    marks: str  # the board, a sign for each cell; "" without one
    last: tuple[int, ...]  # the cells of the last move
    width: float


class Link(NamedTuple):
    """An edge of the drawing, from a node to one of the next level."""

    parent: int
    child: int
    node: int | None  # of the run: the node that the search reached through it
    move: str
    chance: str  # its probability
    window: str  # handed down through it


@dataclass(frozen=True)
class Plan:
    """What is drawn, and where: :attr:`spots` by number, parents first."""

    run: Run
    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    columns: tuple[float, ...]  # the middle of each spot, from the left of the drawing
    rows: tuple[float, ...]  # the height of the middle of each level, from the top of the drawing
    places: Mapping[int, int]  # the number of the spot of each node of the run that is drawn
    levels: tuple[str, ...]  # who is to move at each level, where all its nodes agree
    width: float
    height: float

    @property
    def picture(self) -> Any:
        """How the game draws its boards; None for a tree."""
        return self.run.of.picture if isinstance(self.run.of, Game) else None

    @property
    def sides(self) -> tuple[str, ...]:
        """The marks of the sides on its boards."""
        return self.run.of.sides if isinstance(self.run.of, Game) else ()

    @property
    def signed(self) -> bool:
        """Whether values are written with their sign."""
        return isinstance(self.run.of, Game)

    @property
    def board(self) -> tuple[float, float, float]:
        """Width, height and cell of a board."""
        return board_size(self.picture)


def board_size(picture: Any) -> tuple[float, float, float]:
    """Width, height and cell of a board, in the drawing's units."""
    if picture is None or not picture.width:
        return 0, 0, 0
    across, down = extent(picture)
    cell = min(18, BOARD / max(across, down))
    return cell * across, cell * down, cell


@lru_cache(maxsize=10_000)
def text_width(text: str, size: float = TEXT) -> float:
    """About how wide a text is, in a sans-serif type."""
    return size * sum(0.34 if sign in "ilj.,:;|!'()[] " else 0.62 if sign < "\u2000" else 0.72 for sign in text)


class Sketch:
    """What is drawn of the passes of a run that begin at these of its roots, before it is laid out.

    Nodes of a level with the same ``key`` are drawn as one: as the first of them that was searched.
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
        """Every node of the passes, level by level, and of a tree what was cut off with its own nodes."""
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
        """The number of the spot of each node of a level."""
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
        """Which of the nodes at one place tells most; the last pass, where several do."""
        if len(nodes) < 2:
            return nodes[0] if nodes else None
        return min(reversed(nodes), key=self._rank)

    def _rank(self, node: int | None) -> int:
        """What tells more comes first: a search, a judgement, what a table knew, a move alone."""
        return 4 if node is None else {"cut": 3, "known": 2, "horizon": 1}.get(self.run.nodes[node].kind, 0)

    def _ways(self, nodes: Sequence[int], position: Any) -> list[tuple[Sequence[int], Any]]:
        """What is drawn below a place: nodes of the run, or positions of a tree where it never came."""
        below: dict[int, list[int]] = {}
        for number_ in nodes:
            for child in self.run.nodes[number_].children:
                below.setdefault(self.run.origins[child], []).append(child)
        if below:
            return [(children, self.run.positions[children[0]]) for children in self._in_order(below, position)]
        if self.tree is None or len(self.spots) > MOST_UNSEEN or position.is_over():
            return []
        if any(self.run.nodes[number_].kind != "cut" for number_ in nodes):
            return []
        return [((), position.play(move)) for move in position.moves()]

    def _in_order(self, below: Mapping[int, list[int]], position: Any) -> list[list[int]]:
        """The children as the rules order them, in whichever order the search took them."""
        children = list(below.values())
        moves = [self.run.nodes[nodes[0]].move for nodes in children]
        if position is None or moves == list(position.moves()):
            return children
        order = {move: place for place, move in enumerate(position.moves())}
        return sorted(children, key=lambda nodes: order.get(self.run.nodes[nodes[0]].move, len(order)))

    def _add(self, nodes: Sequence[int], position: Any, depth: int) -> int:
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
        marks = ""
        last: tuple[int, ...] = ()
        if self.game is not None and position is not None:
            marks = self.game.picture.marks(position)
            if node.parent is not None and node.move is not None:
                last = self.game.picture.cells(self.run.positions[node.parent], node.move)
        name = self.labels.name(node)
        width = self._width(shape, name, text, nodes)
        return Spot(node.number, depth, shape, node.mover, name, text, marks, last, width)

    def _unseen(self, position: Any, depth: int) -> Spot:
        """A node of a tree below what was cut off."""
        assert self.tree is not None
        over = position.is_over()
        mover = self._mover(position)
        shape: Shape = "over" if over else shape_of(mover, self.run.terms.players)
        text = number(self.tree.value(position.node), self.run.terms) if over else ""
        name = self.tree.name(position.node)
        width = self._width(shape, name, text, ())
        return Spot(None, depth, shape, mover, name, text, "", (), width)

    def _mover(self, position: Any) -> int:
        """Who is to move, as the search saw it: in an alliance of several players as one of two."""
        player: int = position.to_move()
        return self._movers.get(player, player)

    @cached_property
    def _movers(self) -> dict[int, int]:
        """Whom the search took each player of a tree for."""
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
        ):  # an image's have other names
            move = self.labels.move(node)
        if node is not None and node.kind == "inner":
            bounds = window(node.alpha, node.beta, self.run.terms, signed=self.game is not None)
        link = Link(parent, child, number_, move, chance, bounds)
        other = self.links.get((parent, child))
        if other is not None:  # two moves to positions that are drawn as one
            first = other if self._rank(other.node) <= self._rank(number_) else link
            link = first._replace(move=", ".join(filter(None, (other.move, link.move))))
        self.links[parent, child] = link

    def _width(self, shape: Shape, name: str, text: str, nodes: Sequence[int]) -> float:
        """Room for the shape and the longest text beside it at any step."""
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
        """The width of the widest value that a node has at any step."""
        terms, signed = self.run.terms, self.game is not None
        values = {self.run.steps[step].value for step in self.run.nodes[number_].steps}
        return max(
            (text_width(number(value, terms, signed=signed)) for value in values if value is not None), default=0
        )


def shape_of(mover: int, players: int) -> Shape:
    """The shape of an inner node."""
    if mover == CHANCE:
        return "chance"
    if players > 2:
        return "player"
    return "min" if mover else "max"


@uncollected()
def plan(run: Run, step: int | None = None, *, merge: str = "") -> Plan:
    """The plan of the tree that a run walked: of its last pass, or that of a ``step``, where a search starts over.

    What was cut off is part of it: a tree's own nodes, else the moves alone. To ``merge`` ``"transpositions"`` draws
    equal positions of a level as one node, and ``"symmetries"`` also those that are equal but for rotation or
    reflection: a graph instead of a tree. O(nodes).
    """
    last = len(run.steps) - 1 if step is None else step
    root = run.path(run.steps[last].node)[0].number
    if not merge:
        return _tidied(Sketch(run, [root]))
    sketch = Sketch(run, [root], MERGES[merge])
    return _placed(sketch, layered(sketch.levels, list(sketch.links), [spot.width for spot in sketch.spots], GAP))


@uncollected()
def stage(run: Run) -> Plan:
    """The plan of the tree of all passes of a run together, on which each of them finds its nodes. O(nodes)."""
    return _tidied(Sketch(run, run.roots))


def _tidied(sketch: Sketch) -> Plan:
    return _placed(sketch, tidy(sketch.children, [spot.width for spot in sketch.spots], GAP, APART))


def _position(position: Any) -> Any:
    """The word that stands for a position."""
    return position.key()


def _shape(position: Any) -> Any:
    """The same for all its images."""
    return position.canonical().key() if hasattr(position, "canonical") else position.key()


MERGES: Mapping[str, Key] = {"transpositions": _position, "symmetries": _shape}
"""What is drawn as one node, by name."""


def _placed(sketch: Sketch, middles: Sequence[float]) -> Plan:
    """The plan of a sketch whose nodes stand at these middles."""
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
