"""An exercise: a small immutable object with its question, its solution and its answer type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias

from plyground.core.random_numbers import Chance
from plyground.drawing.legend import convention_in_words
from plyground.i18n import Sentence, _
from plyground.searches.conventions import AIMA, Convention
from plyground.searches.registry import algorithm
from plyground.searches.search_setting import setting
from plyground.teaching.exercises.working import SearchSetup
from plyground.trees import StaticValues, Tree

Answer: TypeAlias = dict[str, Any]
"""An answer to an exercise: a value for each item. Most items are names of nodes."""
Change: TypeAlias = Callable[[SearchSetup], SearchSetup]
"""A function that turns the correct set-up of a search into a mistaken one."""


def rightly(way: SearchSetup) -> SearchSetup:
    """Return the set-up unchanged, because the correct solution needs no change."""
    return way


class Graded(NamedTuple):
    """The credit of an answer, and the reasons for it."""

    credit: Fraction  # from 0 to 1
    remarks: tuple[Sentence, ...] = ()


class AnswerType(Protocol):
    """The type of an answer: how it is read, and how partial credit is computed."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        """Read the items that were ``given``. Raise :class:`ExerciseError`."""

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        """Grade an ``answer``."""

    def template(self, expected: Answer) -> Any:
        """Return an empty answer to fill in, in its JSON form."""

    def written(self, answer: Answer) -> Any:
        """Return an answer in its JSON form."""


@dataclass(frozen=True)
class ExerciseKind:
    """One kind of exercise."""

    name: str
    title: Sentence
    algorithms: tuple[str, ...]  # algorithms that it may ask about, the usual one first
    ask: Callable[[Exercise], Sentence]
    answer: Callable[[Exercise, Change], Answer]
    shape: AnswerType
    complete: Callable[[Exercise, Chance], Exercise | None]  # sets the question's subject; None: unfit tree
    names: int = 0  # number of nodes that the question names


@dataclass(frozen=True)
class Exercise:
    """A question about a tree."""

    kind: ExerciseKind
    tree: Tree
    algorithm: str = "alphabeta"
    convention: Convention = AIMA
    about: tuple[int, ...] = ()  # nodes that the question names, or number of a statement or misconception
    depth: int | None = None  # plies looked ahead, to the static values of the tree; None: to the leaves

    def way(self) -> SearchSetup:
        """Return the set-up of the exercise's search, without a mistake."""
        judge = StaticValues() if self.depth else None
        chosen = setting(depth=self.depth, evaluation=judge, convention=self.convention)
        return SearchSetup(self.tree, algorithm(self.algorithm), chosen)

    @property
    def question(self) -> Sentence:
        """The question in words."""
        return self.kind.ask(self)

    @property
    def terms(self) -> str:
        """The search convention in words, limited to what matters to the question."""
        cut, returned, *others = convention_in_words(self.convention)
        said = [
            cut,
            *([returned] if self.kind.name in ("values", "find-mistake") or self.convention.fail_hard else []),
            *others,
        ]
        order = _("right to left") if self.convention.right_to_left else _("left to right")
        return ", ".join(dict.fromkeys(map(str, [*said, order])))

    def solution(self) -> Answer:
        """Return the right answer."""
        return self.kind.answer(self, rightly)

    def under(self, change: Change) -> Answer:
        """Return the answer that follows from a changed set-up, such as one with a misconception."""
        return self.kind.answer(self, change)

    def drawn(self) -> Tree:
        """Return the tree to draw; its inner nodes have static values if the question needs them."""
        if not self.depth:
            return self.tree
        tree = self.tree
        names = {node: tree.name(node) for node in range(len(tree))}  # a leaf's own name depends on its parent's
        names |= {node: f"{names[node]} ({tree.value(node)})" for node in tree.judged}
        return replace(self.tree, names=names)

    def with_value(self, leaf: int, value: int) -> Exercise:
        """Return the exercise with another value at a leaf."""
        nodes = self.tree.nodes
        values = list(nodes.value)
        values[leaf] = value
        changed = nodes._replace(value=values, least=min(nodes.least, value), most=max(nodes.most, value))
        return replace(self, tree=replace(self.tree, nodes=changed))


def inner_nodes(tree: Tree) -> list[int]:
    """Return the nodes with children, level by level."""
    return [node for node in range(len(tree)) if not tree.is_leaf(node)]


def named(tree: Tree) -> Mapping[str, int]:
    """Return the nodes of a tree by their names, in capitals."""
    return {tree.name(node).upper(): node for node in range(len(tree))}
