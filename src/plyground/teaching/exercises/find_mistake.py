"""The exercise of finding a mistake: a tree that was worked out with one misconception from beginning to end.

The values stand beside the nodes. The first wrong one, in the order in which the search finishes the nodes, is where
the misconception first makes a difference: all values below it are right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from plyground.core.random_numbers import Chance
from plyground.i18n import Sentence, _
from plyground.searches.registry import algorithm
from plyground.teaching.exercises.answer_types import by_item, node_name
from plyground.teaching.exercises.exercise import Answer, Change, Exercise, Graded, rightly
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS, Misconception, known_misconception
from plyground.teaching.exercises.written_values import shown
from plyground.trees import Tree

Working: TypeAlias = tuple[tuple[int, Any], ...]
"""The inner nodes with their values, in the order in which the search finishes them."""
NUMBERS = {name: number for number, name in enumerate(MISCONCEPTIONS)}
"""Number of each misconception, as stored in an exercise."""
LEAST_CAUSES = 2
"""Fewest misconceptions to choose from."""


def misconception(exercise: Exercise) -> Misconception:
    """Return the misconception with which the tree was worked out."""
    return MISCONCEPTIONS[tuple(MISCONCEPTIONS)[exercise.about[0]]]


def working(exercise: Exercise, change: Change = rightly) -> Working:
    """Return the inner nodes with their values, under a ``change`` of the search."""
    worked = change(exercise.way()).work()
    finished = [node for node, _visit in sorted(worked.visited.items(), key=lambda found: found[1].steps[-1])]
    return tuple((node, worked.value(node)) for node in finished if not worked.tree.is_leaf(node))


def causes(exercise: Exercise) -> Mapping[str, Working]:
    """Return the misconceptions that change a value of this tree, each with the working that it leads to."""
    right = dict(working(exercise))
    found = {name: working(exercise, known.change) for name, known in MISCONCEPTIONS.items()}
    return {name: wrong for name, wrong in found.items() if dict(wrong) != right}


def first_wrong(exercise: Exercise, wrong: Working) -> int | None:
    """Return the node of the first wrong value; None if the two searches visit different nodes before it, for example
    after a wrong cut-off.
    """
    right = working(exercise)
    agreed = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(right, wrong, strict=False)))
    if agreed >= min(len(right), len(wrong)) or right[agreed][0] != wrong[agreed][0]:
        return None
    return wrong[agreed][0]


def can_be_found(exercise: Exercise) -> bool:
    """Return True if there is one first wrong value, and only one misconception leads to the values."""
    known = causes(exercise)
    wrong = known.get(misconception(exercise).name)
    if wrong is None or len(known) < LEAST_CAUSES or first_wrong(exercise, wrong) is None:
        return False
    return [dict(other) for other in known.values()].count(dict(wrong)) == 1


def choose_misconception(exercise: Exercise, chance: Chance) -> Exercise | None:
    """Return the exercise with a random misconception that can be found; None if there is none."""
    made = [replace(exercise, about=(NUMBERS[name],)) for name in causes(exercise)]
    fit = [one for one in made if can_be_found(one)]
    return fit[chance.below(len(fit))] if fit else None


def ask_mistake(exercise: Exercise) -> Sentence:
    """Return the question, with the values as they were written."""
    wrong = working(exercise, misconception(exercise).change)
    known = algorithm(exercise.algorithm)
    title = f"{known.title} ({exercise.terms})" if known.windowed else str(known.title)
    return _(
        "A student used {algorithm} and made the same mistake throughout. These are the values, in the order in which they were finished: {values}. Which value is the first wrong one, and what is the mistake?",
        algorithm=title, values=_written(exercise, wrong),
    )  # fmt: skip


def mistake(exercise: Exercise, change: Change) -> Answer:
    """Return the node of the first wrong value and the name of the misconception."""
    node = first_wrong(exercise, working(exercise, misconception(exercise).change))
    assert node is not None  # exercises whose mistake cannot be found are not made
    return {"node": exercise.tree.name(node), "cause": misconception(exercise).name}


def _written(exercise: Exercise, found: Working) -> str:
    return ", ".join(f"{exercise.tree.name(node)} = {shown(value)}" for node, value in found)


class MistakeAnswer(NamedTuple):
    """The answer type with a node and a misconception. Each is half of the credit."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        fields = {item: str(text).strip() for item, text in by_item(given, list(expected)).items() if text}
        if fields.get("cause"):
            known_misconception(fields["cause"])
        return {item: node_name(text, tree) if item == "node" else text for item, text in fields.items() if text}

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        right = sum(answer.get(item) == value for item, value in expected.items())
        remarks = []
        if answer.get("node", expected["node"]) != expected["node"]:
            remarks.append(_("{node} is not the first wrong value.", node=answer["node"]))
        if answer.get("cause", expected["cause"]) != expected["cause"]:
            told = MISCONCEPTIONS[answer["cause"]]
            values = _written(exercise, working(exercise, told.change))
            remarks.append(_("A student who {mistake} gets other values: {values}.", mistake=told.title, values=values))
        return Graded(Fraction(right, len(expected)), tuple(remarks))

    def template(self, expected: Answer) -> Any:
        return dict.fromkeys(expected, "")

    def written(self, answer: Answer) -> Any:
        return answer
