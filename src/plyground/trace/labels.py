"""The names of the nodes and the moves of a run."""

from __future__ import annotations

from functools import cached_property

from plyground.core.game import Game
from plyground.core.position import CHANCE
from plyground.i18n import Sentence, _
from plyground.trace.run import Node, Run
from plyground.trees import Tree
from plyground.trees.tree import letters

NAMED = ("MAX", "MIN")


class Labels:
    """The names of a run's nodes: the tree's own, or letters for inner nodes, level by level.

    A leaf or cut-off node has the name of its parent with a number: ``C2`` is the second child of C.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.game = run.of if isinstance(run.of, Game) else None
        self.tree = run.of if isinstance(run.of, Tree) else None

    def name(self, node: Node) -> str:
        """Return the name of a node."""
        if self.tree is not None:
            return self.tree.name(self.run.positions[node.number].node)
        return self._names[node.number]

    def move(self, node: Node) -> str:
        """Return the name of the move that leads to a node; empty at a root."""
        if node.parent is None or node.move is None:
            return ""
        if self.game is not None:
            return self.game.notation.format_move(self.run.positions[node.parent], node.move)
        if self.tree is not None:
            return self.tree.word(self.run.positions[node.number].node)
        return str(node.move)

    def who(self, node: Node) -> Sentence | str:
        """Return the name of the mover at a node."""
        return self.who_moves(node.mover)

    def who_moves(self, mover: int) -> Sentence | str:
        """Return the name of a mover."""
        if mover == CHANCE:
            return _("Chance")
        if self.run.terms.players > 2:
            return _("Player {number}", number=mover)
        return NAMED[mover]

    @cached_property
    def _names(self) -> list[str]:
        run = self.run
        children: list[dict[int, None]] = [{} for _node in run.nodes]
        for node in run.nodes:
            children[run.origins[node.number]].update(dict.fromkeys(run.origins[child] for child in node.children))
        names = [""] * len(run.nodes)
        level = [0]
        inner = 0
        for number in level:
            if names[number] == "":
                names[number] = letters(inner)
                inner += 1
            for place, child in enumerate(children[number], 1):
                if not children[child]:
                    names[child] = f"{names[number]}{place}"
                level.append(child)
        return [names[origin] for origin in run.origins]
