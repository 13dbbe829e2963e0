"""The set-up of a search on a tree, correct or with a mistake, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from plyground.searches.engine_setting import Engine, engine
from plyground.searches.registry import Algorithm
from plyground.searches.search_setting import Setting
from plyground.trace.record import Recorder, terms
from plyground.trace.run import Action, Node, Run
from plyground.trees import Tree
from plyground.trees.nodes import outermost


@dataclass(frozen=True)
class WorkedTree:
    """A tree with the run of a search on it. Nodes are numbered as in the tree."""

    tree: Tree
    run: Run

    @cached_property
    def visited(self) -> dict[int, Node]:
        """The node of the run for each visited node of the tree."""
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
        """Return the value that a node returned, from MAX's view; None if it was not visited."""
        return self.visited[node].value if node in self.visited else None

    @property
    def best(self) -> int:
        """The child of the root to which the chosen move leads."""
        root = self.run.root
        assert root.best is not None
        return self.tree.nodes.first[0] + root.best

    @property
    def equals(self) -> set[int]:
        """The nodes below the root that have the root's value, for the side to move there."""
        best = self._worth(self.run.root.value)
        return {child for child in self.tree.children(0) if self._worth(self.value(child)) == best}

    def _worth(self, value: Any) -> Any:
        return value[self.tree.mover(0)] if isinstance(value, tuple) else value


class SearchSetup(NamedTuple):
    """The search, the tree and the setting of a run. A misconception is a changed set-up."""

    tree: Tree
    algorithm: Algorithm
    setting: Setting | Engine
    counts_root: bool = True  # False: the root is forgotten when nodes are counted

    def work(self) -> WorkedTree:
        """Run the search. Return the tree with the run."""
        start, known, setting = self.tree.start, self.algorithm, self.remembering().setting
        side = start.side()
        recorder = Recorder(terms(start, known, setting), setting.order)
        most = outermost(start)
        known.value(start, 0, -most, most, side, setting, recorder)
        return WorkedTree(self.tree, recorder.run(start, self.tree))

    def remembering(self) -> SearchSetup:
        """Return the same set-up with an empty transposition table, if the search uses one."""
        if not self.algorithm.remembers or isinstance(self.setting, Engine):
            return self
        return self._replace(setting=engine(self.tree.start, memory_mb=1)._replace(**self.setting._asdict()))
