"""Random trees, the same on every machine for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.core.random_numbers import new_chance
from plyground.errors import SpecError, TreeError
from plyground.i18n import Number, _
from plyground.trees.flat import MAX_LEVELS, MAX_NODES, MAX_NUMBER
from plyground.trees.tree import Tree

LEAF_PART = 4
"""Number of possible inner nodes of an irregular tree, among which one is a leaf."""


def random_tree(
    branching: int = 3,
    depth: int = 2,
    *,
    least: int = 0,
    most: int = 20,
    seed: int = 0,
    irregular: bool = False,
    root: str | None = None,
    levels: str | Sequence[str] | None = None,
    nodes: int = MAX_NODES,
) -> Tree:
    """Make a tree whose leaves have whole values from ``least`` to ``most``, all equally likely.

    Every inner node has ``branching`` children, and leaves lie ``depth`` moves from the root. In an ``irregular`` tree
    a node has from 1 to ``branching`` children, and from the second level on it may be a leaf. Raise :class:`SpecError`
    for impossible numbers, and :class:`TreeError` as soon as the tree has more than ``nodes`` nodes. O(nodes).
    """
    if branching < 1 or not 1 <= depth <= MAX_LEVELS or not -MAX_NUMBER <= least <= most <= MAX_NUMBER:
        raise SpecError(
            _("A random tree has a branching factor and a depth from 1, and values from a least to a greater.")
        )
    if depth * (branching > 1) > MAX_NODES.bit_length() or branching**depth > (MAX_NODES if irregular else nodes):
        raise TreeError(_("it has more than {most} nodes", most=Number(nodes)))
    chance = new_chance(seed)
    made = 1
    tree: list[Any] = []
    level = [tree]
    for below in range(1, depth + 1):
        next_level: list[Any] = []
        for node in level:
            for _child in range(1 + chance.below(branching) if irregular else branching):
                if below == depth or (irregular and chance.below(LEAF_PART) == 0):
                    node.append(least + chance.below(most - least + 1))
                else:
                    node.append([])
                    next_level.append(node[-1])
            made += len(node)
            if made > nodes:
                raise TreeError(_("it has more than {most} nodes", most=Number(nodes)))
        level = next_level
    return Tree.of(tree, root=root, levels=levels)
