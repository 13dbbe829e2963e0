"""Statements that are true or false of alpha-beta, each proven or disproven by an example where one can."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from plyground.errors import ExerciseError, TreeError
from plyground.language import Sentence, _
from plyground.lessons.exercise import Answer, Change, Exercise, Graded, rightly
from plyground.lessons.misconceptions import MISCONCEPTIONS
from plyground.lessons.shapes import by_item
from plyground.lessons.way import Way, Worked
from plyground.search.algorithms import ANY_TWO, algorithm
from plyground.search.convention import Convention
from plyground.search.setting import setting
from plyground.trees import Tree

LARGEST = 200
"""Nodes of a tree that is looked at as an example."""
YES = {"true": True, "yes": True, "t": True, "1": True, "false": False, "no": False, "f": False, "0": False}


class Statement(NamedTuple):
    """A sentence about trees. One that claims something of all trees is disproven, and one that claims it of some is proven, by an example."""  # fmt: skip

    text: Sentence
    true: bool
    example: str = ""  # a tree that shows it
    shows: Callable[[Tree, Change], bool] | None = None  # whether a tree does, to somebody who works it this way
    belief: str = ""  # the misconception to which the opposite is true

    def believed(self, change: Change) -> bool:
        """What somebody who works it this way takes it for."""
        return self.true != bool(self.belief and change is MISCONCEPTIONS[self.belief].change)


def _run(tree: Tree, change: Change, name: str = "alphabeta", **choices: bool) -> Worked:
    return change(Way(tree, algorithm(name), setting(convention=Convention(**choices)))).work()


def _root_values(worked: Worked) -> list[Any]:
    return [worked.value(child) for child in worked.tree.children(0)]


STATEMENTS = (
    Statement(_("Alpha-beta may choose a move of lower value than minimax does."), False),
    Statement(
        _("The value that alpha-beta (alpha ≥ beta, fail-soft) returns for a move at the root is always its minimax value."),
        False,
        "[[3, 12], [2, 1]]",
        lambda tree, change: _root_values(_run(tree, change)) != _root_values(_run(tree, change, "minimax")),
        "bound-for-tie",
    ),
    Statement(
        _("Alpha-beta examines the same leaves whether it takes the children left to right or right to left."),
        False,
        "[[3, 12], [2, 8]]",
        lambda tree, change: _run(tree, change).skipped != _run(tree, change, right_to_left=True).skipped,
        "nothing-cut",
    ),
    Statement(
        _("There is a tree in which cutting when alpha ≥ beta examines fewer leaves than cutting when alpha > beta."),
        True,
        "[[3, 12], [3, 8]]",
        lambda tree, change: len(_run(tree, change).order) < len(_run(tree, change, strict=True).order),
        "other-cut-rule",
    ),
    Statement(
        _("If all leaves have the same value, alpha-beta that cuts only when alpha > beta cuts nothing."),
        True,
        belief="other-cut-rule",
    ),
    Statement(
        _("The first leaf from the left is examined in every tree."),
        True,
        belief="other-order",
    ),
    Statement(
        _("Handing down only the value of a node's parent, and nothing from further up, cuts the same leaves as alpha-beta."),
        False,
        "[3, [[[0, 5], 2], 4]]",
        lambda tree, change: _run(tree, change).skipped != _run(tree, change, shallow=True).skipped,
        "no-deep-cutoffs",
    ),
    Statement(
        _("There is a tree with more than two leaves of which alpha-beta (alpha ≥ beta) examines every leaf."),
        True,
        "[[1, 0], [3, 2]]",
        lambda tree, change: len(tree.leaves) > 2 and not _run(tree, change).skipped,
    ),
)  # fmt: skip
"""All of them; new ones go to the end, as exercises know them by number."""


class Proof(NamedTuple):
    """The form of the answer: true or false, and an example where it needs one; each is worth half."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        answer: Answer = {}
        for item, value in by_item(given if isinstance(given, dict) else {"true": given}, list(expected)).items():
            if item == "true" and value != "":
                word = str(value).strip().lower()
                if word not in YES:
                    raise ExerciseError(_("The answer is true or false, not {word}.", word=word[:40]))
                answer[item] = YES[word]
            elif item == "example" and value:
                try:
                    example = Tree.of(value) if isinstance(value, list) else Tree.parse(str(value))
                except TreeError as error:
                    raise ExerciseError(_("The example is no tree: {reason}", reason=error.sentence)) from None
                if len(example) > LARGEST or example.start.demands() & ~ANY_TWO:
                    raise ExerciseError(
                        _("An example is a tree of two players, of at most {most} nodes.", most=LARGEST)
                    )
                answer[item] = example.json()
        return answer

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        statement = STATEMENTS[exercise.about[0]]
        right = answer.get("true") == statement.true
        if statement.shows is None:
            return Graded(Fraction(right))
        if "example" not in answer:
            return Graded(Fraction(right, 2), (_("An example is missing."),))
        shows = statement.shows(Tree.parse(answer["example"]), rightly)
        remark = _("The example shows it.") if shows else _("The example does not show it.")
        return Graded(Fraction(right + shows, 2), (remark,))

    def template(self, expected: Answer) -> Any:
        return {item: "" for item, value in expected.items() if value is not None}

    def written(self, answer: Answer) -> Any:
        return {item: value for item, value in answer.items() if value is not None}
