"""The exercise “why”: the reason for a cut-off, to be chosen among sentences that are all true.

A reason must be known to the search when it cuts. The other sentences are about a leaf that it skips, about the end of the
search, or about another cut-off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from plyground.core.random_numbers import Chance
from plyground.errors import ExerciseError
from plyground.i18n import Sentence, _
from plyground.teaching.exercises.answer_types import by_item
from plyground.teaching.exercises.exercise import Answer, Change, Exercise, Graded, rightly
from plyground.teaching.exercises.working import WorkedTree
from plyground.teaching.exercises.written_values import shown
from plyground.trees import Tree

LETTERS = "abcd"


class Reason(NamedTuple):
    """A true sentence about a search, with the reason why it explains nothing; None if it is the right one."""

    text: Sentence
    why_not: Sentence | None


def reasons(exercise: Exercise) -> Mapping[str, Reason]:
    """Return four sentences by their letters, in an order that depends on the tree alone."""
    worked, (node,) = exercise.way().work(), exercise.about
    told = list(_sentences(exercise, worked, node))
    key = f"{exercise.tree.json()} {node}"
    order = sorted(range(len(told)), key=lambda number: sha256(f"{key} {number}".encode()).digest())
    return {letter: told[number] for letter, number in zip(LETTERS, order, strict=True)}


def cut_nodes(worked: WorkedTree) -> dict[int, list[int]]:
    """Return the nodes at which a search cuts, each with the leaves below it that are skipped there."""
    found = {}
    for node, visit in worked.visited.items():
        left_out = [child for child in worked.tree.children(node) if child not in worked.visited] if visit.cut else []
        leaves = [leaf for leaf in worked.tree.leaves if any(_is_below(worked.tree, leaf, child) for child in left_out)]
        if leaves:
            found[node] = leaves
    return found


def ask_why(exercise: Exercise) -> Sentence:
    """Return the question, which names the skipped leaves."""
    (node,) = exercise.about
    leaves = ", ".join(map(exercise.tree.name, cut_nodes(exercise.way().work())[node]))
    return _(
        "Alpha-beta ({terms}) cuts at {node} and does not examine {leaves}. All of these sentences are true. Which one is the reason?",
        terms=exercise.terms, node=exercise.tree.name(node), leaves=leaves,
    )  # fmt: skip


def reason(exercise: Exercise, change: Change) -> Answer:
    """Return the letter of the reason; no misconception leads to another one."""
    right = next(letter for letter, told in reasons(exercise).items() if told.why_not is None)
    return {"reason": right if change is rightly else None}


def choose_cut(exercise: Exercise, chance: Chance) -> Exercise | None:
    """Return the exercise about a random cut-off; None if there is none."""
    nodes = list(cut_nodes(exercise.way().work()))
    return replace(exercise, about=(nodes[chance.below(len(nodes))],)) if nodes else None


def check_cut(exercise: Exercise) -> None:
    """Raise :class:`ExerciseError` unless the search cuts at the node of the question."""
    known = cut_nodes(exercise.way().work())
    if exercise.about[0] not in known:
        names = ", ".join(map(exercise.tree.name, known)) or str(_("none"))
        raise ExerciseError(_("Alpha-beta does not cut at {node}. It cuts at: {names}.", node=exercise.tree.name(exercise.about[0]), names=names))  # fmt: skip


def _sentences(exercise: Exercise, worked: WorkedTree, node: int) -> list[Reason]:
    tree, cuts = exercise.tree, cut_nodes(worked)
    name, leaf = tree.name(node), cuts[node][0]
    exact = replace(exercise, algorithm="minimax").way().work().value(node)
    other = next((one for one in cuts if one != node), None)
    return [
        Reason(_cause(worked, node), None),
        Reason(
            _("{node} is worth {value}.", node=tree.name(leaf), value=shown(tree.value(leaf))),
            _("That is true, but the search skips {leaf}, so it does not know its value.", leaf=tree.name(leaf)),
        ),
        Reason(
            _("{node} is worth {value}.", node=name, value=shown(exact)),
            _("That is true, but the search skips a part of {node}, so it does not know its value.", node=name),
        ),
        Reason(
            _("In the end, the best move at the root leads to {node}.", node=tree.name(worked.best)),
            _("That is true, but it is known only at the end of the search."),
        )
        if other is None
        else Reason(
            _cause(worked, other),
            _("That is true, but it is the reason for the cut at {node}.", node=tree.name(other)),
        ),
    ]


def _cause(worked: WorkedTree, node: int) -> Sentence:
    """Return the reason for the cut at a node, from its value and its window."""
    visit, name = worked.visited[node], worked.tree.name(node)
    if visit.cut == "alpha":
        return _(
            "At {node}, MIN is sure of {value} or less; higher up, MAX is already sure of {bound} or more.",
            node=name, value=shown(visit.value), bound=shown(visit.alpha),
        )  # fmt: skip
    return _(
        "At {node}, MAX is sure of {value} or more; higher up, MIN is already sure of {bound} or less.",
        node=name, value=shown(visit.value), bound=shown(visit.beta),
    )  # fmt: skip


def _is_below(tree: Tree, node: int, above: int) -> bool:
    """Return True if ``above`` is the node or one of its ancestors."""
    return node == above or any(_is_below(tree, node, child) for child in tree.children(above))


class ReasonAnswer(NamedTuple):
    """The answer type with the letter of a sentence: right or wrong."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        fields = {item: str(text).strip().lower() for item, text in by_item(given, list(expected)).items() if text}
        for text in fields.values():
            if text not in LETTERS or len(text) != 1:
                raise ExerciseError(_("“{name}” is not one of the answers.", name=text[:40]))
        return fields

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        chosen = answer.get("reason")
        why_not = reasons(exercise)[chosen].why_not if chosen else None
        return Graded(Fraction(answer == expected), (why_not,) if why_not else ())

    def template(self, expected: Answer) -> Any:
        return dict.fromkeys(expected, "")

    def written(self, answer: Answer) -> Any:
        return answer
