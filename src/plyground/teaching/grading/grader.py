"""Grading of one submission: run it on many trees, explain its mistake, and find a small counter-example."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from plyground.errors import ExerciseError, FileError
from plyground.i18n import _
from plyground.searches.conventions import AIMA, Convention
from plyground.teaching.grading.answer import Answer, Problem, agrees, leaves_agree, move_agrees, value_agrees
from plyground.teaching.grading.faulty_search import predictions, starts_in
from plyground.teaching.grading.graded_trees import TASKS, generate, given_tree, reference, smaller, weight
from plyground.teaching.grading.program_faults import KEEPS_STATE, OTHER_ORDER, TWO_PLAYERS, Fault, faults_of
from plyground.teaching.grading.student_process import serve
from plyground.teaching.grading.submission_process import SubmissionProcess

TREES = 50
"""Default number of trees."""
SECONDS = 2.0
"""Default limit of the processor time for one tree, in seconds."""
MAX_SHRINK_RUNS = 400
"""Most searches used to shrink one counter-example."""
PROBES: list[Any] = [[[4, 7], [5, 2]], [[-3, -8], [-6, -1]], [[[1, 6], [4, 3]], [[9, 2], [5, 8]]]]
"""Trees that show in which way the arguments of the student's search must be filled."""
MAX_REPEATED = 5
"""Most trees that are searched again to see if a program's answers can be repeated."""
ENDINGS = ("endless", "memory", "ended")
"""Kinds of problems after which no further tree is tried."""


class Settings(NamedTuple):
    """The settings for grading submissions."""

    task: str = ""  # task; "" = found by the names in the file
    trees: int = TREES
    seed: int = 0
    rule: Convention = AIMA
    function: str = ""  # name of the function; "" = found by its name
    seconds: float = SECONDS  # seconds of processor time for one tree
    given: tuple[str, ...] = ()  # examples of the gallery or texts of trees, in place of generated trees


class Checked(NamedTuple):
    """One tree, with the given and the right answer."""

    tree: Any
    given: Answer
    expected: Answer


@dataclass(frozen=True)
class Grade:
    """The result of one submission."""

    student: str
    task: str
    settings: Settings
    function: str  # name of the search that was found; "" = none
    checked: tuple[Checked, ...]
    problem: Problem | None  # problem that kept every search from running
    fault: Fault | None  # the only known mistake that explains every answer
    example: Checked | None  # smallest tree with a wrong answer

    @property
    def ordered(self) -> bool:
        """True if the order of the examined leaves counts."""
        return self.task == "alphabeta"

    @property
    def is_right(self) -> bool:
        """True if every answer is right."""
        return self.right == len(self.checked) > 0 and self.problem is None

    @property
    def right(self) -> int:
        """The number of trees with completely right answers."""
        return sum(agrees(each.given, each.expected, ordered=self.ordered) for each in self.checked)

    @property
    def parts(self) -> dict[str, int]:
        """The number of right trees for each reported part of the answers: values, moves and leaves."""
        answers = [each.given for each in self.checked]
        if not answers or all(answer.problem for answer in answers):
            return {"values": 0}
        found = {}
        if any(answer.value is not None for answer in answers):
            found["values"] = sum(not each.given.problem and value_agrees(*each[1:]) for each in self.checked)
        if any(answer.moves is not None for answer in answers):
            found["moves"] = sum(not each.given.problem and move_agrees(*each[1:]) for each in self.checked)
        if any(answer.leaves is not None for answer in answers):
            found["leaves"] = sum(
                not each.given.problem and leaves_agree(*each[1:], ordered=self.ordered) for each in self.checked
            )
        return found

    @property
    def credit(self) -> float:
        """The credit from 0 to 1: the mean share of right answers over the parts."""
        shares = [right / self.settings.trees for right in self.parts.values()]
        return 0.0 if self.problem is not None else sum(shares) / len(shares)


def grade(path: Path, text: str, settings: Settings, student: str = "") -> Grade:
    """Grade the file with this text; the trees depend on the ``student``'s name (default: the file's).

    Raise :class:`ExerciseError` for an unknown task, and :class:`FileError` for a search that cannot have these trees.
    """
    student = student or path.stem
    task = settings.task or task_of(text)
    if task not in TASKS:
        raise ExerciseError(_("There is no task “{name}”; the tasks are: {names}.", name=task, names=", ".join(TASKS)))
    fixed = [given_tree(task, each) for each in settings.given]
    settings = settings._replace(trees=len(fixed) or settings.trees)
    submission = _Submission(path, text, task, settings)
    try:
        loaded = submission.start()
        if isinstance(loaded, Problem):
            return Grade(student, task, settings, "", (), loaded, None, None)
        flat = loaded["form"] == "flat"
        if fixed and flat:
            raise FileError(
                path, _("this search takes rows of scores, which are complete binary trees: leave --tree out.")
            )
        trees = fixed or generate(task, student, settings.seed, settings.trees, flat=flat)
        checked = tuple(submission.check(trees))
        problem = _common_problem(checked)
        fault = None if problem else _fault(task, settings.rule, checked, text)
        if fault is None and submission.keeps_state(checked):
            anew = tuple(submission.check(trees, anew=True))
            found = _fault(task, settings.rule, anew, text)
            fault = found if found is not None and found.name == "shared-window" else KEEPS_STATE
            submission.runs_anew = not all(agrees(*each[1:], ordered=submission.ordered) for each in anew)
            example = submission.smallest(anew if submission.runs_anew else checked, flat=flat)
        else:
            if fault is None and problem is None and _takes_another_order(task, settings.rule, checked):
                fault = OTHER_ORDER
            example = submission.smallest(checked, flat=flat)
        return Grade(student, task, settings, loaded["function"], checked, problem, fault, example)
    finally:
        submission.end()


def task_of(text: str) -> str:
    """Return the task of a file, according to the names in it. Comments, texts and empty functions do not count."""
    names = _names(text)
    words = " ".join(names)
    if re.search(r"expecti?_?mini?max|expectimax", words, re.IGNORECASE):
        return "expectimax"
    if re.search(r"\bmax_?n\b|\bmaxn", words, re.IGNORECASE):
        return "max-n"
    is_alpha_beta = re.search(r"alpha|alfa|\bbeta\b|prun|poda|retez", words, re.IGNORECASE)
    return "alphabeta" if is_alpha_beta or {"a", "b"} <= names or "ab" in names else "minimax"


def _names(text: str) -> set[str]:
    """Return the names of the classes, functions, parameters and variables that a file defines."""
    try:
        syntax = ast.parse(text)
    except (SyntaxError, ValueError):
        return set(re.findall(r"\w+", text))  # a wrong file is reported when it runs
    found = set()
    for node in ast.walk(_Written().visit(syntax)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name):
            found.add(node.id)
    return found


class _Written(ast.NodeTransformer):
    """Visitor that leaves out empty functions, and classes with nothing else. An empty function has only a docstring,
    ``pass``, an exception or one call such as ``util.raiseNotDefined()``.
    """

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | None:
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        left_open = all(
            isinstance(each, (ast.Pass, ast.Raise))
            or (isinstance(each, ast.Expr) and isinstance(each.value, (ast.Constant, ast.Call)))
            for each in body
        )
        return None if left_open else node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef | None:
        node.body = [kept for each in node.body if (kept := self.visit(each)) is not None]
        return node if any(not isinstance(each, (ast.Expr, ast.Pass)) for each in node.body) else None


def _common_problem(checked: tuple[Checked, ...]) -> Problem | None:
    """Return the first answer's problem if every answer has a problem; None if any answer has none."""
    if all(each.given.problem is not None for each in checked):
        return checked[0].given.problem
    if all(each.given.value is None and not each.given.moves for each in checked):
        return Problem("none")
    return None


def _fault(task: str, rule: Convention, checked: tuple[Checked, ...], text: str) -> Fault | None:
    """Return the mistake that predicts every answer; None unless there is exactly one."""
    ordered = task == "alphabeta"
    if all(agrees(each.given, each.expected, ordered=ordered) for each in checked):
        return None
    found = []
    trees = [each.tree for each in checked]
    starts = starts_in(text) if task in TWO_PLAYERS else []
    for fault in faults_of(task):
        if any(
            all(agrees(each.given, answer, ordered=ordered) for each, answer in zip(checked, answers, strict=True))
            for answers in predictions(task, rule, fault.name, trees, starts)
        ):
            found.append(fault)
    return found[0] if len(found) == 1 else None


def _takes_another_order(task: str, rule: Convention, checked: tuple[Checked, ...]) -> bool:
    """Return True if all values and moves of an alpha-beta are right but the leaves are visited in another order than
    the tree's.
    """
    right = (each.given.problem is None and value_agrees(*each[1:]) and move_agrees(*each[1:]) for each in checked)
    if task != "alphabeta" or not all(right):
        return False
    seen = [list(each.given.leaves or ()) for each in checked]
    return any(leaves != sorted(leaves, reverse=rule.right_to_left) for leaves in seen)


class _Submission:
    """A submission that runs in its own process."""

    def __init__(self, path: Path, text: str, task: str, settings: Settings) -> None:
        self.task = task
        self.settings = settings
        self.ordered = task == "alphabeta"
        self.runs_anew = False  # True to run the file again before each tree
        self._process = SubmissionProcess(
            serve, str(path), text, task, settings.function, settings.seconds, text=text, seconds=settings.seconds
        )

    def end(self) -> None:
        """End the process."""
        self._process.end()

    def start(self) -> dict[str, Any] | Problem:
        """Load the file. Return a description of its search, or a problem."""
        trees = [_with_vectors(tree) for tree in PROBES] if self.task == "max-n" else PROBES
        values = [reference(self.task, self.settings.rule, tree).value for tree in trees]
        probes = [
            (_encoded(tree), value if isinstance(value, tuple) else float(value))
            for tree, value in zip(trees, values, strict=True)
        ]
        answer = self._process.load(probes)
        return Problem(*answer["problem"]) if "problem" in answer else answer

    def keeps_state(self, checked: tuple[Checked, ...]) -> bool:
        """Return True if a wrong answer depends on earlier searches: the answer changes if the file is run anew before
        each search.
        """
        wrong = [each for each in checked if each.given.problem is None and not agrees(*each[1:], ordered=self.ordered)]
        wrong = sorted(wrong, key=lambda each: value_agrees(*each[1:]))[:MAX_REPEATED]  # wrong values first
        once, again = ([self.answer(each.tree, anew=True) for each in wrong] for _time in range(2))
        if once != again:  # the answer depends on chance
            return False
        return any(not agrees(each.given, found, ordered=True) for each, found in zip(wrong, once, strict=True))

    def check(self, trees: list[Any], *, anew: bool = False) -> Iterator[Checked]:
        """Yield the checked answers to the trees; stop after the first search that does not end."""
        for tree in trees:
            given = self.answer(tree, anew=anew)
            yield Checked(tree, given, reference(self.task, self.settings.rule, tree))
            if given.problem is not None and given.problem.kind in ENDINGS:
                return

    def answer(self, tree: Any, *, anew: bool = False) -> Answer:
        """Return the answer to one tree; with ``anew`` the whole file runs again first."""
        asked = {"tree": _encoded(tree), "anew": anew or self.runs_anew}
        found = self._process.ask(asked)
        try:
            if "problem" in found:
                kind, text, line = found["problem"]
                return Answer(problem=Problem(str(kind), str(text), int(line)))
            moves = None
            if found["moved"]:
                moves = frozenset([found["move"]] if isinstance(found["move"], int) else [])
            leaves = tuple(tuple(map(int, leaf)) for leaf in found["leaves"])
            return Answer(_decoded(found["value"]), moves, leaves or None)
        except (KeyError, TypeError, ValueError):  # the process may send anything
            return Answer(problem=Problem("ended"))

    def smallest(self, checked: tuple[Checked, ...], *, flat: bool) -> Checked | None:
        """Return the smallest counter-example found by shrinking; None if all answers are right."""
        wrong = [each for each in checked if not agrees(each.given, each.expected, ordered=self.ordered)]
        if not wrong:
            return None
        best = min(wrong, key=lambda each: weight(each.tree))
        if any(each.given.problem is not None and each.given.problem.kind in ENDINGS for each in checked):
            return best
        runs = 0
        found = True
        while found:
            found = False
            for tree in smaller(best.tree, flat=flat):
                if weight(tree) >= weight(best.tree):
                    continue
                runs += 1
                if runs > MAX_SHRINK_RUNS:
                    return best
                tried = Checked(tree, self.answer(tree), reference(self.task, self.settings.rule, tree))
                if tried.given.problem is not None and tried.given.problem.kind in ENDINGS:
                    return best
                same_kind = (tried.given.problem is None) == (best.given.problem is None)
                if same_kind and not agrees(tried.given, tried.expected, ordered=self.ordered):
                    best, found = tried, True
                    break
        return best


def _with_vectors(tree: Any) -> Any:
    """Return a tree with a vector for three players in place of each number."""
    return list(map(_with_vectors, tree)) if isinstance(tree, list) else (tree, 7 - tree, 3 * tree % 11)


def _encoded(tree: Any) -> Any:
    if isinstance(tree, tuple):
        return {"v": tree}
    return list(map(_encoded, tree)) if isinstance(tree, list) else tree


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_decoded, value))
    return None if value is None else value if isinstance(value, int | float) else float(value)
