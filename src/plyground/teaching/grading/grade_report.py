"""The grade of a search as sentences, JSON and a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.i18n import Number, Sentence, _
from plyground.teaching.grading.answer import Answer, leaves_agree, move_agrees, same, value_agrees
from plyground.teaching.grading.graded_trees import tree_of
from plyground.teaching.grading.grader import Checked, Grade
from plyground.teaching.grading.submission_process import problem_sentence
from plyground.teaching.grading.submission_report import Part, Report
from plyground.trees import Tree

PARTS = {"values": _("values"), "moves": _("moves"), "leaves": _("examined leaves")}
"""Names of the parts of an answer."""


def sentences(grade: Grade) -> Iterator[Sentence]:
    """Yield sentences about a grade, the most important first."""
    total = grade.settings.trees
    if grade.is_right:
        yield _("{student}: right on all {total} trees ({task}).", student=grade.student, total=Number(total), task=grade.task)  # fmt: skip
        return
    yield _(
        "{student}: right on {right} of {total} trees ({task}).",
        student=grade.student, right=Number(grade.right), total=Number(total), task=grade.task,
    )  # fmt: skip
    for part, right in grade.parts.items():
        if grade.problem is None:
            yield _("Right {part}: {right} of {total}.", part=PARTS[part], right=Number(right), total=Number(total))
    cause = cause_of(grade)
    if cause is not None:
        yield _("The cause: {cause}", cause=cause)
    elif grade.example is not None:
        yield seen(grade)
    if grade.example is not None:
        yield _("The smallest example found: {tree}", tree=tree_text(grade.example.tree))
        yield from differences(grade, grade.example)


def seen(grade: Grade) -> Sentence:
    """Return what the wrong answers have in common, if no known mistake predicts all answers."""
    answered = [each for each in grade.checked if each.given.problem is None]
    wrong = [each for each in answered if not value_agrees(each.given, each.expected)]
    total = Number(len(answered))
    if not wrong and all(move_agrees(each.given, each.expected) for each in answered):
        return _("All values are right, but it examines other leaves than it should.")
    if not wrong:
        return _("All values are right, but some moves are not.")
    numbers = [each for each in wrong if isinstance(each.given.value, int | float)]
    if len(numbers) == len(wrong) and all(each.given.value > each.expected.value for each in wrong):
        return _("Its value is too large on {count} of {total} trees, and never too small.", count=Number(len(wrong)), total=total)  # fmt: skip
    if len(numbers) == len(wrong) and all(each.given.value < each.expected.value for each in wrong):
        return _("Its value is too small on {count} of {total} trees, and never too large.", count=Number(len(wrong)), total=total)  # fmt: skip
    return _("Its value is wrong on {count} of {total} trees.", count=Number(len(wrong)), total=total)


def cause_of(grade: Grade) -> Sentence | None:
    """Return the sentence that explains a grade: the problem that stopped it, or the only mistake that fits."""
    if grade.fault is not None:
        return grade.fault.explanation
    problem = grade.problem
    if problem is None:
        problem = next((each.given.problem for each in grade.checked if each.given.problem is not None), None)
    return None if problem is None else problem_sentence(problem, grade.settings.seconds)


def differences(grade: Grade, checked: Checked) -> Iterator[Sentence]:
    """Yield sentences about the differences between the given and the right answer for a tree."""
    given, expected = checked.given, checked.expected
    tree = tree_of(grade.task, checked.tree)
    if given.problem is not None:
        if grade.fault is None and grade.problem is not None:
            return
        yield problem_sentence(given.problem, grade.settings.seconds)
        return
    if not value_agrees(given, expected):
        yield _("It returns {value}, but {right} is right.", value=shown(given.value), right=shown(expected.value))
    if not move_agrees(given, expected):
        right = ", ".join(tree.name(tree.children(0)[move]) for move in sorted(expected.moves or ()))
        chosen = [move for move in given.moves or () if 0 <= move < len(tree.children(0))]
        if chosen:
            yield _(
                "It chooses {move}, but {right} is right.", move=tree.name(tree.children(0)[chosen[0]]), right=right
            )
        else:
            yield _("It chooses no legal move, but {right} is right.", right=right)
    if not leaves_agree(given, expected, grade.ordered):
        yield _("It examines {leaves}, but it should examine {right}.", leaves=_names(tree, given), right=_names(tree, expected))  # fmt: skip


def _names(tree: Tree, answer: Answer) -> str:
    return ", ".join(tree.name(tree.at(*leaf).node) for leaf in answer.leaves or ())


def shown(value: Any) -> str:
    """Return a value or a vector as text."""
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    if value is None:
        return "–"
    return f"{float(value):g}".replace("-", "−").replace("inf", "∞")


def tree_text(nested: Any) -> str:
    """Return a nested list as text, with its vectors in parentheses."""
    if isinstance(nested, list):
        return f"[{', '.join(map(tree_text, nested))}]"
    return f"({', '.join(map(str, nested))})" if isinstance(nested, tuple) else str(nested)


def record(grade: Grade) -> dict[str, Any]:
    """Return a grade in its JSON form (docs/grading.md)."""
    cause = cause_of(grade)
    example = grade.example
    return {
        "student": grade.student,
        "task": grade.task,
        "function": grade.function,
        "seed": grade.settings.seed,
        "convention": dict(zip(grade.settings.rule._fields, grade.settings.rule, strict=True)),
        "trees": grade.settings.trees,
        "right": grade.right,
        "parts": grade.parts,
        "credit": round(grade.credit, 4),
        "mistake": None if grade.fault is None else grade.fault.name,
        "cause": None if cause is None else str(cause),
        "example": None if example is None else {
            "tree": example.tree, "given": _plain(example.given), "expected": _plain(example.expected),
            "differences": list(map(str, differences(grade, example))),
        },
    }  # fmt: skip


def _plain(answer: Answer) -> dict[str, Any]:
    value = answer.value
    if isinstance(value, tuple):
        told: Any = list(map(float, value))
    else:
        told = None if value is None else shown(value) if same(abs(value), float("inf")) else float(value)
    return {
        "value": told,
        "moves": None if answer.moves is None else sorted(answer.moves),
        "leaves": None if answer.leaves is None else list(map(list, answer.leaves)),
    }


def report_of(grade: Grade) -> Report:
    """Return the report of a grade."""
    rule = grade.settings.rule
    parts = grade.parts.items()
    return Report(
        student=grade.student,
        task=grade.task,
        right=grade.right,
        total=grade.settings.trees,
        parts=tuple(
            Part(part, PARTS[part], 0 if grade.problem else right, grade.settings.trees) for part, right in parts
        ),
        mistake=grade.fault.name if grade.fault else "",
        cause=cause_of(grade),
        sentences=tuple(sentences(grade)),
        example="" if grade.example is None else tree_text(grade.example.tree),
        function=grade.function,
        seed=grade.settings.seed,
        terms=" ".join(name for name, chosen in zip(rule._fields, rule, strict=True) if chosen),
        record=record(grade),
    )
