"""The answer of a search on a tree, in words for people and as a record for programs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plyground.cli.json_records import ChildRecord, CutRecord, TreeRecord
from plyground.cli.terminal import say, say_table, shown
from plyground.core.position import MAX
from plyground.i18n import Number, Sentence, _, _n
from plyground.presentation.json_moves import plain_number
from plyground.searches import Result
from plyground.trace.run import Action, Run
from plyground.trees import Tree

OTHER_WAY = {"upper": "lower", "lower": "upper", "exact": "exact"}
"""The opposite of each kind of bound, for the other side's view."""
NAMED = 200
"""Most leaves that are listed by name."""
SIGNS = {"exact": "=", "upper": "≤", "lower": "≥"}


@dataclass(frozen=True)
class SearchedTree:
    """A tree, and one search of it from its root; values are MAX's."""

    tree: Tree
    found: Result
    run: Run
    choices: dict[str, Any]  # options of the search, by the command's option names

    @cached_property
    def nodes(self) -> list[int]:
        """The node of the tree for each node of the run."""
        nodes: list[int] = []
        for node in self.run.nodes:
            above = None if node.parent is None else nodes[node.parent]
            nodes.append(0 if above is None or node.move is None else self.tree.children(above)[node.move])
        return nodes

    @cached_property
    def leaves_visited(self) -> list[int]:
        """The numbers of the visited leaves, from 0, left to right."""
        kinds = zip(self.nodes, self.run.nodes, strict=True)
        return sorted({self._numbers[here] for here, node in kinds if node.kind == "over"})

    @cached_property
    def leaves_pruned(self) -> list[int]:
        """The numbers of the leaves that were not visited because they are below a cut."""
        pruned: set[int] = set()
        for here, node in zip(self.nodes, self.run.nodes, strict=True):
            if node.kind == "cut":
                pruned.update(range(self._numbers[self._end(here, 0)], self._numbers[self._end(here, -1)] + 1))
        return sorted(pruned.difference(self.leaves_visited))

    @cached_property
    def cutoffs(self) -> list[CutRecord]:
        """The cuts, in the order in which they were made."""
        cutoffs: list[CutRecord] = []
        for step in self.run.steps:
            if step.action == Action.CUT:
                node = self.run.nodes[step.node]
                children = self.run.children(step.node)
                cutoffs.append(
                    {
                        "path": list(self.tree.path(self.nodes[step.node])),
                        "kind": node.cut,
                        "after": step.move,
                        "skipped": sum(child.kind == "cut" for child in children),
                    }
                )
        return cutoffs

    @property
    def root_values(self) -> list[ChildRecord | None]:
        """Return the bounds that the search knows of each child of the root, left to right."""
        side = self.run.root.side
        known = {root.move: root for root in self.found.moves}
        values: list[ChildRecord | None] = []
        for move in range(len(known)):
            root = known[move]
            if root.value is None or root.bound == "unvisited":
                values.append(None)
            else:
                bound = root.bound if side == MAX else OTHER_WAY[root.bound]
                values.append({"value": plain_number(side * root.value), "bound": bound})
        return values

    def show(self) -> None:
        """Print the value, the best move, the value of each child, and the counts."""
        tree, found = self.tree, self.found
        if found.utilities:
            say(_("Utilities: {values}", values=", ".join(map(str, found.utilities))))
        else:
            say(_("Value: {value}", value=str(self.run.root.side * found.value)))
        if tree.judged:
            say(
                _n(
                    "{count} leaf is an unfinished position: its value is an estimate.",
                    "{count} leaves are unfinished positions: their values are estimates.",
                    len(tree.judged),
                )
            )
        if found.move is not None:
            say(_("Best move: {move}", move=self._child(found.move)))
            say(_("Best line: {line}", line=" ".join(shown(tree.name(node)) for node in self._line())))
        say()
        if found.moves:
            say_table(
                [_("move"), _("value")],
                [
                    (self._child(move), _("not searched") if known is None else f"{SIGNS[known['bound']]} {known['value']}")
                    for move, known in enumerate(self.root_values)
                ],
            )  # fmt: skip
            say()
        say_table([_("counted"), _("number")], self._counts())
        say()
        if self.leaves_pruned:
            names = [shown(tree.name(tree.leaves[leaf])) for leaf in self.leaves_pruned[:NAMED]]
            more = ["…"] if len(self.leaves_pruned) > NAMED else []
            say(_("Leaves not examined: {names}", names=" ".join(names + more)))
        else:
            say(_("Every leaf was examined."))

    def record(self) -> TreeRecord:
        """Return the answer as a record."""
        found = self.found
        return {
            "value": plain_number(self.run.root.side * found.value),
            "move": found.move,
            "nodes": found.nodes,
            "leaves_visited": self.leaves_visited,
            "leaves_pruned": self.leaves_pruned,
            "cutoffs": self.cutoffs,
            "root_values": self.root_values,
            "algorithm": found.algorithm,
            "convention": self.choices["convention"],
            "utilities": [plain_number(utility) for utility in found.utilities] or None,
            "line": list(found.line),
            "leaves": found.leaves,
            "alpha_cutoffs": found.alpha_cutoffs,
            "beta_cutoffs": found.beta_cutoffs,
            "table_hits": found.table_hits,
            "depth": found.depth,
            "tree": self.tree.json(),
        }

    def _counts(self) -> list[tuple[Sentence, Number]]:
        found = self.found
        counts = [
            (_("positions visited"), Number(found.nodes)),
            (_("leaves"), Number(found.leaves)),
            (_("alpha cut-offs"), Number(found.alpha_cutoffs)),
            (_("beta cut-offs"), Number(found.beta_cutoffs)),
        ]
        return counts + ([(_("from the table"), Number(found.table_hits))] if found.table_hits else [])

    def _child(self, move: int) -> str:
        node = self.tree.children(0)[move]
        return shown(f"{self.tree.word(node)}: {self.tree.name(node)}")

    def _line(self) -> list[int]:
        nodes = [0]
        for move in self.found.line:
            nodes.append(self.tree.children(nodes[-1])[move])
        return nodes

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {leaf: number for number, leaf in enumerate(self.tree.leaves)}

    def _end(self, node: int, place: int) -> int:
        """Return the first (0) or the last (-1) leaf below a node."""
        while children := self.tree.children(node):
            node = children[place]
        return node
