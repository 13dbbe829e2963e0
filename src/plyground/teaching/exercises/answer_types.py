"""Types of answers: how each is read, and how partial credit is computed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from plyground.errors import ExerciseError
from plyground.i18n import _, _n
from plyground.teaching.exercises.exercise import Answer, Exercise, Graded, named
from plyground.teaching.exercises.written_values import read_value, same, shown
from plyground.trace.value_text import MIN_INFINITE
from plyground.trees import Tree


def node_name(given: Any, tree: Tree) -> str:
    """Return the name of a node as the tree writes it. Raise :class:`ExerciseError`."""
    names = named(tree)
    if str(given).strip().upper() not in names:
        raise ExerciseError(
            _(
                "There is no node {name}; the nodes are: {names}.",
                name=str(given)[:40],
                names=", ".join(list(names)[:60]),
            )
        )
    return tree.name(names[str(given).strip().upper()])


def by_item(given: Any, items: Sequence[str]) -> dict[str, Any]:
    """Return an answer as item → text. If the answer has only one item, its name may be missing. Raise
    :class:`ExerciseError`.
    """
    if not isinstance(given, dict):
        if len(items) != 1:
            raise ExerciseError(_("An answer here is an object with the items: {items}.", items=", ".join(items)))
        given = {items[0]: given}
    known = {item.upper(): item for item in items}
    for item in given:
        if str(item).upper() not in known:
            raise ExerciseError(
                _("There is no item {item}; the items are: {items}.", item=str(item)[:40], items=", ".join(items))
            )
    return {known[str(item).upper()]: value for item, value in given.items()}


class Values(NamedTuple):
    """The answer type with a number for each item. All items have the same weight."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        fields = by_item(given, list(expected)).items()
        return {item: read_value(value) for item, value in fields if value is not None and str(value).strip()}

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        right = sum(item in answer and same(answer[item], value) for item, value in expected.items())
        return Graded(Fraction(right, len(expected)))

    def template(self, expected: Answer) -> Any:
        return dict.fromkeys(expected, "")

    def written(self, answer: Answer) -> Any:
        return {
            item: value if isinstance(value, int) and abs(value) < MIN_INFINITE else shown(value)
            for item, value in answer.items()
        }


class OneNode(NamedTuple):
    """The answer type with the name of one node: right or wrong."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        fields = by_item(given, list(expected))
        return {item: node_name(name, tree) for item, name in fields.items() if name not in ("", None)}

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        return Graded(Fraction(answer == expected))

    def template(self, expected: Answer) -> Any:
        return dict.fromkeys(expected, "")

    def written(self, answer: Answer) -> Any:
        return answer


NONE = "none"
"""The answer in which no node is ticked."""


class Ticks(NamedTuple):
    """The answer type with a set of nodes, or ``"none"``. A wrong tick loses as much as a right one gains."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        names = list(given) if isinstance(given, dict | list | tuple) else str(given).replace(",", " ").split()
        if isinstance(given, dict):
            names = [name for name in names if given[name]]
        chosen = [name for name in names if str(name).strip().lower() != NONE]
        if chosen and len(chosen) < len(names):
            raise ExerciseError(_("Choose “none” or some of the others, not both."))
        ticked = {node_name(name, tree) for name in chosen}
        if others := sorted(ticked - set(expected)):
            raise ExerciseError(_("{node} is not one of: {nodes}.", node=others[0], nodes=", ".join(expected)))
        return {name: name in ticked for name in expected}

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        wanted = {name for name, ticked in expected.items() if ticked}
        ticked = {name for name in expected if answer.get(name)}
        over, under = sorted(ticked - wanted), sorted(wanted - ticked)
        remarks = []
        if over:
            remarks.append(_n("{names} is wrong.", "{names} are wrong.", len(over), names=", ".join(over)))  # fmt: skip
        if under:
            remarks.append(_n("{names} is missing.", "{names} are missing.", len(under), names=", ".join(under)))
        if not wanted:
            return Graded(Fraction(not ticked), tuple(remarks))
        return Graded(max(Fraction(0), Fraction(len(ticked & wanted) - len(over), len(wanted))), tuple(remarks))

    def template(self, expected: Answer) -> Any:
        return []

    def written(self, answer: Answer) -> Any:
        return [name for name, ticked in answer.items() if ticked]


class Skipped(Ticks):
    """The answer type with the leaves that a search skips. Too many and too few skipped leaves are reported
    separately.
    """

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        over = [name for name, skipped in expected.items() if answer.get(name) and not skipped]
        under = [name for name, skipped in expected.items() if skipped and not answer.get(name)]
        remarks = []
        if over:
            remarks.append(_n("Pruned too much: {names} is examined.", "Pruned too much: {names} are examined.", len(over), names=", ".join(over)))  # fmt: skip
        if under:
            remarks.append(_n("Pruned too little: {names} is not examined.", "Pruned too little: {names} are not examined.", len(under), names=", ".join(under)))  # fmt: skip
        return Graded(super().grade(exercise, answer, expected).credit, tuple(remarks))


class InOrder(NamedTuple):
    """The answer type with nodes in order. Its credit is the longest part that is in the right order."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        names = given if isinstance(given, list | tuple) else str(given).replace(",", " ").split()
        answer = {str(place): node_name(name, tree) for place, name in enumerate(names, 1)}
        return dict.fromkeys(expected) | answer  # an omitted place is wrong, not a gap

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        given, wanted = [name for name in answer.values() if name], list(expected.values())
        return Graded(Fraction(longest_common(given, wanted), max(len(given), len(wanted), 1)))

    def template(self, expected: Answer) -> Any:
        return []

    def written(self, answer: Answer) -> Any:
        return list(answer.values())


def longest_common(one: Sequence[Any], two: Sequence[Any]) -> int:
    """Return the length of the longest common subsequence of two sequences. O(len · len)."""
    lengths = [0] * (len(two) + 1)
    for left in one:
        diagonal = 0
        for place, right in enumerate(two, 1):
            diagonal, lengths[place] = (
                lengths[place],
                diagonal + 1 if left == right else max(lengths[place], lengths[place - 1]),
            )
    return lengths[-1]
