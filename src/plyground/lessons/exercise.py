"""An exercise: a small immutable value, from which its question, its solution and its marking follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias

from plyground.language import Sentence, _
from plyground.lessons.way import Way
from plyground.search.algorithms import algorithm
from plyground.search.chance import Chance
from plyground.search.convention import AIMA, Convention
from plyground.search.setting import setting
from plyground.trace.legend import convention_in_words
from plyground.trees import StaticValues, Tree

Answer: TypeAlias = dict[str, Any]
"""What is asked for, item by item: the names of nodes, mostly, and a value for each."""
Change: TypeAlias = Callable[[Way], Way]
"""What makes of the right way another one."""


def rightly(way: Way) -> Way:
    """No change: the way that the solution is found."""
    return way


class Graded(NamedTuple):
    """What an answer is worth, and sentences that say why."""

    credit: Fraction  # from 0 to 1
    remarks: tuple[Sentence, ...] = ()


class Shape(Protocol):
    """The form of an answer: how it is read, and what is right in part of it."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        """The items that were ``given``; raises :class:`ExerciseError`."""

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        """What the ``answer`` is worth."""

    def template(self, expected: Answer) -> Any:
        """What to fill in, as JSON has it."""

    def written(self, answer: Answer) -> Any:
        """An answer, as JSON has it."""


@dataclass(frozen=True)
class Kind:
    """One kind of exercise."""

    name: str
    title: Sentence
    algorithms: tuple[str, ...]  # of which it may be asked, the usual one first
    ask: Callable[[Exercise], Sentence]
    answer: Callable[[Exercise, Change], Answer]
    shape: Shape
    complete: Callable[[Exercise, Chance], Exercise | None]  # chooses what the question is about; None: unfit
    names: int = 0  # how many things that is


@dataclass(frozen=True)
class Exercise:
    """A question about a tree."""

    kind: Kind
    tree: Tree
    algorithm: str = "alphabeta"
    convention: Convention = AIMA
    about: tuple[int, ...] = ()  # the nodes that the question names, or the number of a statement
    depth: int | None = None  # plies looked ahead, to the static values of the tree; None: to the leaves

    def way(self) -> Way:
        """How it is to be worked."""
        judge = StaticValues() if self.depth else None
        chosen = setting(depth=self.depth, evaluation=judge, convention=self.convention)
        return Way(self.tree, algorithm(self.algorithm), chosen)

    @property
    def question(self) -> Sentence:
        """What is asked."""
        return self.kind.ask(self)

    @property
    def terms(self) -> str:
        """Under which convention, in words."""
        first = _("right to left") if self.convention.right_to_left else _("left to right")
        said = dict.fromkeys([*map(str, convention_in_words(self.convention)), str(first)])
        return ", ".join(said)

    def solution(self) -> Answer:
        """The right answer."""
        return self.kind.answer(self, rightly)

    def under(self, change: Change) -> Answer:
        """The answer of somebody who works it another way."""
        return self.kind.answer(self, change)

    def drawn(self) -> Tree:
        """The tree as it is to be drawn: with the static values of its nodes where the question needs them."""
        if not self.depth:
            return self.tree
        tree = self.tree
        names = {node: tree.name(node) for node in range(len(tree))}  # a leaf's own depends on its parent's
        names |= {node: f"{names[node]} ({tree.value(node)})" for node in tree.judged}
        return replace(self.tree, names=names)

    def with_value(self, leaf: int, value: int) -> Exercise:
        """The same with another value at a leaf."""
        nodes = self.tree.nodes
        values = list(nodes.value)
        values[leaf] = value
        changed = nodes._replace(value=values, least=min(nodes.least, value), most=max(nodes.most, value))
        return replace(self, tree=replace(self.tree, nodes=changed))


def inner_nodes(tree: Tree) -> list[int]:
    """The nodes with children, level by level."""
    return [node for node in range(len(tree)) if not tree.is_leaf(node)]


def named(tree: Tree) -> Mapping[str, int]:
    """The nodes of a tree by their names, in capitals."""
    return {tree.name(node).upper(): node for node in range(len(tree))}
