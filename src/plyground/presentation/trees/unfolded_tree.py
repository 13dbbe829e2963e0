"""The tree of a decision as a widget shows it: some of its nodes are open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from plyground.bots.decision_tree import DecisionNode, DecisionTree
from plyground.core.game import Game
from plyground.core.picture import board_content, material
from plyground.core.position import CHANCE, Move
from plyground.drawing.leaning_layout import leaning
from plyground.i18n import _n
from plyground.presentation.trees.decision_text import effort_words, legend, level_words, node_label, value_words
from plyground.presentation.trees.tree_state import TreeNode

SHOWN = 8
"""Children of a node that are shown at first: the others follow after a press."""
MAX_UNFOLDED_NODES = 100_000
"""Most positions that are searched again to unfold a node."""
MORE = "+"
"""The end of the key of a node that stands for moves that are not shown."""


class UnfoldedTree:
    """A decision's tree with its open nodes. At first the expected line is open."""

    def __init__(self, game: Game, tree: DecisionTree) -> None:
        self.game = game
        self.tree = tree
        # Below the moves of a large search, nodes are found by searching again.
        is_unfolded = tree.kind == "result" and bool(tree.algorithm)
        self.nodes = [node for node in tree.nodes if node.depth < 2 or not is_unfolded]
        self._positions: dict[int, Any] = {0: tree.position}
        self._below: dict[int, list[int]] = {}
        for number, node in enumerate(self.nodes):
            if node.parent is not None:
                self._below.setdefault(node.parent, []).append(number)
        self.open = {number for number, node in enumerate(self.nodes) if node.on_line and number in self._below}
        self.busy: set[int] = set()
        self._wide: set[int] = set()  # nodes with all children shown

    def position(self, number: int) -> Any:
        """Return the position of a node."""
        if number not in self._positions:
            node = self.nodes[number]
            assert node.parent is not None  # the root's position is known
            self._positions[number] = self.position(node.parent).play(node.move)
        return self._positions[number]

    @property
    def expected(self) -> int | None:
        """The node after the chosen move, if its children are still to be found and are few enough to be found now."""
        if self.tree.kind != "result" or self.tree.total > MAX_UNFOLDED_NODES:
            return None
        chosen = [number for number in self._below.get(0, ()) if self.nodes[number].on_line]
        return next((number for number in chosen if number not in self._below and self.can_open(number)), None)

    def can_open(self, number: int) -> bool:
        """Return True if a node has children, or a search can find them."""
        return number in self._below or (self.nodes[number].kind == "inner" and bool(self.tree.algorithm))

    def toggle(self, key: str) -> int | None:
        """Open or close a node, or show the further moves of one. Return a node whose children must be found first."""
        is_more = key.endswith(MORE)
        try:
            number = int(key.removesuffix(MORE))
        except ValueError:
            return None
        if not 0 <= number < len(self.nodes) or number in self.busy:
            return None
        if is_more:
            self._wide.add(number)
        elif number in self.open:
            self.open.discard(number)
        elif number in self._below:
            self.open.add(number)
        elif self.can_open(number):
            return number
        return None

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the moves from the root to a node."""
        node = self.nodes[number]
        if node.parent is None or node.move is None:
            return ()
        return (*self.moves(node.parent), node.move)

    def grow(self, number: int, found: Sequence[DecisionNode]) -> None:
        """Open a node with its children: a recorded search of the node, which comes first."""
        here = self.nodes[number]
        for node in found[1:]:
            if node.parent == 0 and node.move is not None:
                self._below.setdefault(number, []).append(len(self.nodes))
                self.nodes.append(node._replace(parent=number, on_line=node.on_line and here.on_line))
        if number in self._below:
            self.open.add(number)

    def state(self) -> dict[str, Any]:
        """Return the fields of the widget's state that change."""
        drawn: list[TreeNode] = []
        children: list[list[int]] = []
        for parent, node in self._shown(0, None):
            place = len(drawn)
            if parent is not None:
                children[parent].append(place)
            drawn.append(node)
            children.append([])
        for node, column in zip(drawn, leaning(children), strict=True):
            node["x"] = column
        rows = 1 + max(node["y"] for node in drawn)
        columns = 1 + max(node["x"] for node in drawn)
        return {
            "nodes": drawn, "columns": columns, "rows": rows, "levels": self._levels(drawn, rows), "legend": legend(self.tree),
        }  # fmt: skip

    def _shown(self, number: int, parent: int | None) -> Iterator[tuple[int | None, TreeNode]]:
        """Yield (place of the parent, node) for the shown nodes, parents first."""
        pending: list[tuple[int, int | None, bool]] = [(number, parent, False)]
        place = -1
        while pending:
            number, parent, is_more = pending.pop()
            place += 1
            if is_more:
                yield parent, self._more(number)
                continue
            yield parent, self._drawn(number)
            if number not in self.open:
                continue
            below = self._below[number]
            shown = below if number in self._wide or len(below) <= SHOWN + 1 else below[:SHOWN]
            if len(shown) < len(below) or self.nodes[number].more:
                pending.append((number, place, True))
            pending += [(child, place, False) for child in reversed(shown)]

    def _drawn(self, number: int) -> TreeNode:
        node, position = self.nodes[number], self.position(number)
        above = None if node.parent is None else self.position(node.parent)
        move = "" if above is None or node.move is None else self.game.notation.format_move(above, node.move)
        picture = self.game.picture
        last = picture.cells(above, node.move) if above is not None and node.move is not None else ()
        content = board_content(picture, position, last)
        return {
            "key": str(number),
            "parent": None if node.parent is None else str(node.parent),
            "x": 0,
            "y": node.depth - self.nodes[0].depth,
            "kind": node.kind,
            "side": self._side(node),
            "move": move,
            "value": value_words(self.tree, node),
            "effort": effort_words(self.tree, node),
            "marks": content.marks,
            "stacks": content.stacks,
            "walls": content.walls,
            "last": content.last,
            "mark": self.game.sides[max(0, self.game.side(position))],
            "dice": self._dice(number),
            "cube": list(picture.cube(position)) if hasattr(picture, "cube") else [],
            "line": node.on_line,
            "opens": self.can_open(number),
            "open": number in self.open,
            "busy": number in self.busy,
            "label": str(node_label(self.tree, node, move)),
        }

    def _dice(self, number: int) -> list[int]:
        """Return the faces of the dice at a node, if the game has dice."""
        node, picture = self.nodes[number], self.game.picture
        if hasattr(picture, "dice"):
            return list(picture.dice(self.position(number)))
        if material(picture) != "track" or node.parent is None or node.move is None:
            return []
        return [node.move] if self.nodes[node.parent].mover == CHANCE else []

    def _more(self, number: int) -> TreeNode:
        """Return the node that stands for the moves of a node that are not shown."""
        node = self.nodes[number]
        below = self._below[number]
        hidden = 0 if number in self._wide or len(below) <= SHOWN + 1 else len(below) - SHOWN
        return {
            "key": f"{number}{MORE}",
            "parent": str(number),
            "x": 0,
            "y": node.depth + 1 - self.nodes[0].depth,
            "kind": "more",
            "side": "max",
            "move": "",
            "value": f"+{hidden + node.more}",
            "effort": "",
            "marks": "",
            "stacks": (),
            "walls": (),
            "last": (),
            "mark": "",
            "dice": [],
            "cube": [],
            "line": False,
            "opens": hidden > 0,
            "open": False,
            "busy": False,
            "label": str(_n("{count} more move", "{count} more moves", hidden + node.more)),
        }

    def _side(self, node: DecisionNode) -> Literal["max", "min", "chance", "player"]:
        if node.mover == CHANCE:
            return "chance"
        if self.tree.terms.players > 2:
            return "player"
        return "max" if node.side > 0 else "min"

    def _levels(self, drawn: list[TreeNode], rows: int) -> list[str]:
        """Return the names of the sides to move, one for each level; empty if the nodes of a level differ."""
        names: list[set[str]] = [set() for _row in range(rows)]
        for shown in drawn:
            if shown["kind"] not in ("over", "more"):
                number = int(shown["key"])
                names[shown["y"]].add(level_words(self.tree, self.game, self.nodes[number], self.position(number)))
        return [name.pop() if len(name) == 1 else "" for name in names]
