"""A way to work a tree: the search, the tree and the terms; the right one, or one with a mistake in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from plyground.search.algorithms import Algorithm
from plyground.search.engine import Engine, engine
from plyground.search.scores import INFINITY
from plyground.search.setting import Setting
from plyground.trace.record import Recorder, terms
from plyground.trace.run import Action, Node, Run
from plyground.trees import Tree


@dataclass(frozen=True)
class Worked:
    """A tree and the run of a search on it, read by the tree's own numbers."""

    tree: Tree
    run: Run

    @cached_property
    def visited(self) -> dict[int, Node]:
        """The run's node for each node of the tree that was visited."""
        return {
            position.node: node
            for node, position in zip(self.run.nodes, self.run.positions, strict=True)
            if node.kind != "cut" and position is not None
        }

    @cached_property
    def order(self) -> list[int]:
        """The leaves of the tree in the order in which they were evaluated."""
        positions = self.run.positions
        steps = (step for step in self.run.steps if step.action == Action.LEAF)
        return [positions[step.node].node for step in steps if positions[step.node].is_over()]

    @property
    def skipped(self) -> set[int]:
        """The leaves that were never evaluated."""
        return set(self.tree.leaves) - set(self.order)

    def value(self, node: int) -> Any:
        """What a node returned, MAX's; None where the search never came there."""
        return self.visited[node].value if node in self.visited else None

    @property
    def best(self) -> int:
        """The node that the move leads to which the root chose."""
        root = self.run.root
        assert root.best is not None
        return self.tree.nodes.first[0] + root.best

    @property
    def equals(self) -> set[int]:
        """The nodes below the root that are worth as much as the root, to whoever is to move there."""
        best = self._worth(self.run.root.value)
        return {child for child in self.tree.children(0) if self._worth(self.value(child)) == best}

    def _worth(self, value: Any) -> Any:
        return value[self.tree.mover(0)] if isinstance(value, tuple) else value


class Way(NamedTuple):
    """What is needed to run a search on a tree; a mistake is another way to do it."""

    tree: Tree
    algorithm: Algorithm
    setting: Setting | Engine

    def work(self) -> Worked:
        """Run it."""
        start, known, setting = self.tree.start, self.algorithm, self.remembering().setting
        side = start.side()
        recorder = Recorder(terms(start, known, setting), setting.order)
        known.value(start, 0, -INFINITY, INFINITY, side, setting, recorder)
        return Worked(self.tree, recorder.run(start, self.tree))

    def remembering(self) -> Way:
        """The same with an empty table, where the search has one."""
        if not self.algorithm.remembers or isinstance(self.setting, Engine):
            return self
        return self._replace(setting=engine(self.tree.start, megabytes=1)._replace(**self.setting._asdict()))
