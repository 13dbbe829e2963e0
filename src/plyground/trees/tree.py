"""Trees as games: nested lists, also with names, chance, more players and a utility for each."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.core.files import read_text
from plyground.core.position import CHANCE, Move
from plyground.errors import FileError, MoveError, TreeError
from plyground.i18n import _
from plyground.trees.flat import MOVERS, Flat, extent, written
from plyground.trees.nodes import INFINITE, MAXIMISER, MINIMISER, Nodes, TreePosition, parent, path, view
from plyground.trees.reading import read

MAX_SHOWN_NODES = 100
"""Nodes of the largest tree that is printed whole."""


@dataclass(frozen=True, repr=False)
class Tree:
    """A game that is a tree: :attr:`start` is the position at its root. Make one by :meth:`parse`, :meth:`of`, ...

    A node is a number, 0 the root, level by level. Values are those of player 0, who is MAX.
    """

    nodes: Nodes
    names: Mapping[int, str] = field(default_factory=dict)  # names of the nodes that have one
    words: Mapping[int, str] = field(default_factory=dict)  # names of the moves to these nodes
    levels: tuple[int, ...] = (MAXIMISER, MINIMISER)  # player to move at the root, below it, ..., repeated further down
    judged: frozenset[int] = frozenset()  # inner nodes that have a static value, for a search of less depth
    title: str = ""
    source: str = ""

    @classmethod
    def parse(cls, text: str, *, root: str | None = None, levels: str | Sequence[str] | None = None) -> Tree:
        """Return the tree of a text (``docs/trees.md`` has the format).

        ``root`` (``max`` or ``min``) and ``levels`` (``max,min,min,chance``) say who moves if the text does not. Raise
        :class:`TreeError` with the place and the reason.
        """
        return cls.of(read(text), root=root, levels=levels)

    @classmethod
    def load(cls, file: str | Path, *, root: str | None = None, levels: str | Sequence[str] | None = None) -> Tree:
        """Load the tree of a file. Raise :class:`FileError`, also for mistakes in it."""
        try:
            return cls.parse(read_text(file), root=root, levels=levels)
        except TreeError as error:
            raise FileError(file, error.sentence) from None

    @classmethod
    def of(cls, nested: Any, *, root: str | None = None, levels: str | Sequence[str] | None = None) -> Tree:
        """Return the tree of a value as :mod:`json` would read it: lists of children down to numbers, or objects.

        A tuple is a vector of utilities, one for each player. Raise :class:`TreeError`. O(nodes).
        """
        flat = Flat(nested, root, levels)
        return cls(flat.nodes(), flat.names, flat.words, flat.levels, flat.judged, flat.title, flat.source)

    def json(self) -> str:
        """Return the text that :meth:`parse` reads: nested lists if they are enough, else objects."""
        return write(self)

    @property
    def start(self) -> TreePosition:
        """The position at the root."""
        return TreePosition(self.nodes)

    def __repr__(self) -> str:
        return f"Tree.parse({self.json()!r})" if len(self) <= MAX_SHOWN_NODES else f"<Tree of {len(self)} nodes>"

    def __len__(self) -> int:
        return len(self.nodes.mover)

    def at(self, *moves: Move) -> TreePosition:
        """Return the position after these moves from the root. Raise :class:`MoveError` if there is none."""
        node = 0
        for place, move in enumerate(moves):
            children = self.children(node)
            if not 0 <= move < len(children):
                raise MoveError(_("At {node} there is no child {move}.", node=written(moves[:place]), move=move))
            node = children[move]
        return TreePosition(self.nodes, node)

    def children(self, node: int) -> range:
        """Return the children of a node, left to right."""
        return range(self.nodes.first[node], self.nodes.first[node + 1])

    def path(self, node: int) -> tuple[Move, ...]:
        """Return the moves from the root to a node. O(depth · log nodes)."""
        return path(self.nodes.first, node)

    def name(self, node: int) -> str:
        """Return the name of a node: the given name; else a letter, or for a leaf its parent's name with a number.

        >>> tree = Tree.of([[3, 12], 8])
        >>> " ".join(tree.name(node) for node in range(len(tree)))
        'A B A2 B1 B2'
        """
        if node in self.names:
            return self.names[node]
        if self.children(node) or node == 0:
            return letters(bisect_left(self._inner, node))
        above = parent(self.nodes.first, node)
        return f"{self.name(above)}{node - self.nodes.first[above] + 1}"

    def word(self, node: int) -> str:
        """Return the name of the move that leads to a node: as given, or its number from 0."""
        if node in self.words:
            return self.words[node]
        return str(node - self.nodes.first[parent(self.nodes.first, node)])

    @cached_property
    def leaves(self) -> Sequence[int]:
        """The leaves, left to right; the index of a leaf in this row is its number."""
        leaves = []
        pending = [0]
        while pending:
            node = pending.pop()
            if children := self.children(node):
                pending.extend(reversed(children))
            else:
                leaves.append(node)
        return array("q", leaves)

    @cached_property
    def height(self) -> int:
        """Largest number of moves from the root to a leaf."""
        height, nodes = 0, range(1)
        while nodes := self._below(nodes):
            height += 1
        return height

    def level(self, depth: int) -> range:
        """Return the nodes of a level, counted from the root, left to right. O(depth)."""
        nodes = range(1)
        for _level in range(depth):
            nodes = self._below(nodes)
        return nodes

    def _below(self, nodes: range) -> range:
        """Return the next level."""
        return range(self.nodes.first[nodes.start], self.nodes.first[nodes.stop])

    @cached_property
    def _inner(self) -> Sequence[int]:
        first = self.nodes.first
        return array("q", [node for node in range(len(self)) if first[node] != first[node + 1]])

    def is_leaf(self, node: int) -> bool:
        """Return True if the game is over at a node."""
        return not self.children(node)

    def mover(self, node: int) -> int:
        """Return the mover at a node: a player, or :data:`plyground.core.position.CHANCE`."""
        return self.nodes.mover[node]

    def side(self, node: int) -> int:
        """Return the side whose value a search gives at a node: MAX or MIN."""
        return view(self.nodes.mover[node], self.nodes.players)

    def value(self, node: int) -> Any:
        """Return the value of a leaf, or the static value of an inner node: MAX's, or each player's utility."""
        return self.nodes.value[node] if self.nodes.width == 1 else TreePosition(self.nodes, node).utilities()

    def with_value(self, node: int, value: Any) -> Tree:
        """Return the tree with another value, or other utilities, at a leaf or at an inner node with a static value.

        Raise :class:`TreeError` for a value that the tree cannot hold. O(nodes).
        """
        nested = read(self.json())
        if not (isinstance(nested, dict) and "tree" in nested):
            nested = {"tree": nested}
        holder: Any = nested
        key: Any = "tree"
        for move in self.path(node):
            if isinstance(holder[key], dict):
                holder, key = holder[key], "children"
            holder, key = holder[key], move
        if not isinstance(holder[key], dict):
            holder[key] = value
        elif "utilities" in holder[key]:
            holder[key]["utilities"] = list(value) if isinstance(value, tuple) else value
        else:
            holder[key]["value"] = value
        return Tree.of(nested)

    def probability(self, node: int) -> Fraction:
        """Return the probability of this child of a chance node."""
        siblings = self.children(parent(self.nodes.first, node))
        weights = self.nodes.weight
        return Fraction(weights[node], sum(weights[sibling] for sibling in siblings))


def letters(number: int) -> str:
    """Return A, B, ... Z, AA, AB, ... for 0, 1, ..."""
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


WORDS = {mover: word for word, mover in reversed(MOVERS.items())}
"""Names of the movers in texts."""


def write(tree: Tree) -> str:
    """Return the shortest text of a tree: nested lists, with objects only for further information. O(nodes)."""
    nodes = tree.nodes
    about: dict[str, Any] = {}
    levels = [WORDS[mover] for mover in tree.levels]
    if levels == ["min", "max"]:
        about["root"] = "min"
    elif levels != ["max", "min"]:
        about["levels"] = levels
    least, most, total = extent([tree.value(node) for node in (*tree.leaves, *tree.judged)])
    if (nodes.least, nodes.most) != (least, most):
        about["bounds"] = [_plain(nodes.least), _plain(nodes.most)]
    if nodes.total != total:
        about["total"] = _plain(nodes.total)
    about |= {key: text for key, text in (("title", tree.title), ("source", tree.source)) if text}
    text = "".join(_pieces(tree))
    return f'{{"tree": {text}, {json.dumps(about)[1:]}' if about else text


def _pieces(tree: Tree) -> Iterator[str]:
    """Yield the pieces of the text, the nodes depth first."""
    pending: list[tuple[int, int] | str] = [(0, 0)]
    while pending:
        next_one = pending.pop()
        if isinstance(next_one, str):
            yield next_one
            continue
        node, level = next_one
        about = _about(tree, node, level)
        children = tree.children(node)
        if children:
            head, tail = "[", "]"
            if about:
                head, tail = '{"children": [', f"], {json.dumps(about)[1:]}"
            yield head
            pending.append(tail)
            for child in reversed(children):
                pending.append((child, level + 1))
                if child != children.start:
                    pending.append(", ")
        elif about or tree.nodes.width > 1:
            yield json.dumps(_worth(tree, node) | about)
        else:
            yield json.dumps(_plain(tree.value(node)))


def _about(tree: Tree, node: int, level: int) -> dict[str, Any]:
    """Return the keys of a node that a list or a number alone could not express."""
    about: dict[str, Any] = {}
    children = tree.children(node)
    if node in tree.judged:
        about |= _worth(tree, node)
    if node in tree.names:
        about["name"] = tree.names[node]
    if any(child in tree.words for child in children):
        about["moves"] = [tree.word(child) for child in children]
    if tree.mover(node) != tree.levels[level % len(tree.levels)]:
        about["to_move"] = WORDS[tree.mover(node)]
    if children and tree.mover(node) == CHANCE:
        probabilities = [tree.probability(child) for child in children]
        if len(set(probabilities)) > 1:
            about["probabilities"] = list(map(str, probabilities))
    return about


def _worth(tree: Tree, node: int) -> dict[str, Any]:
    value = tree.value(node)
    return {"utilities": list(map(_plain, value))} if tree.nodes.width > 1 else {"value": _plain(value)}


def _plain(number: Any) -> int | str:
    """Return a number in its exact JSON form."""
    if abs(number) == INFINITE:
        return "inf" if number > 0 else "-inf"
    return number if isinstance(number, int) else str(number)
