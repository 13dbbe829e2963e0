"""Grading of project 2 of Berkeley's course CS188: searches for Pacman against one to three ghosts (questions 2 to 4).

The public description (inst.eecs.berkeley.edu/~cs188) names the classes and the interface of states. The trees, which
go deeper than the search may look, and the reference are plyground's own.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.random_numbers import Chance, new_chance
from plyground.i18n import Number, Sentence, _
from plyground.teaching.courses.course_process import DIRECTIONS, serve_pacman
from plyground.teaching.courses.maze_games import MAZE_TASKS, grade_maze, is_unchanged_template
from plyground.teaching.exercises.generator import seed_of
from plyground.teaching.grading.answer import Path as Moves
from plyground.teaching.grading.answer import Problem, inner_value
from plyground.teaching.grading.game_submission import ENDINGS, GameFault, problem_in
from plyground.teaching.grading.graded_trees import weight
from plyground.teaching.grading.submission_process import (
    SubmissionProcess,
    problem_sentence,
)
from plyground.teaching.grading.submission_report import Part, Report

QUESTIONS = {"minimax": "MinimaxAgent", "alphabeta": "AlphaBetaAgent", "expectimax": "ExpectimaxAgent"}
"""The class of each task on trees: questions 2, 3 and 4."""
TASKS = QUESTIONS | MAZE_TASKS
"""The class or function of each task: the questions on trees, then those that are games."""
SHAPES = ((2, 1), (3, 1), (2, 2), (4, 1), (3, 2))
"""Numbers of agents and depths of the trees, in turn."""
END_IN = 9
"""One of this many inner nodes is the end of a game."""


class Case(NamedTuple):
    """One tree, with the number of agents and the depth of the search."""

    tree: Any
    agents: int
    depth: int


class Answered(NamedTuple):
    """The action of a submission and the states that it evaluated."""

    action: str = ""
    leaves: tuple[Moves, ...] = ()
    problem: Problem | None = None


class Wanted(NamedTuple):
    """The actions that are right, and the states that must be evaluated, in order."""

    actions: frozenset[str]
    leaves: tuple[Moves, ...]
    is_number: bool = False  # True: a value instead of an action; predicted only


FAULTS = {
    "one-ghost": GameFault("one-ghost", _("Only the first ghost moves. Each ghost must move before Pacman moves again.")),
    "depth-in-plies": GameFault("depth-in-plies", _("The depth grows with every agent's move. It must grow once, after all agents have moved.")),
    "depth-one-more": GameFault("depth-one-more", _("It searches one depth too far: look at where the depth grows and where it is tested.")),
    "depth-one-less": GameFault("depth-one-less", _("It stops one depth too early: look at where the depth grows and where it is tested.")),
    "depth-ignored": GameFault("depth-ignored", _("It searches to the ends of the games. It must stop at self.depth.")),
    "returns-value": GameFault("returns-value", _("getAction returns a value. It must return an action.")),
    "ghosts-maximize": GameFault("ghosts-maximize", _("The ghosts take the largest value. They must take the smallest.")),
    "swapped": GameFault("swapped", _("MIN and MAX are exchanged: Pacman takes the largest value, the ghosts the smallest.")),
    "only-last-ghost": GameFault("only-last-ghost", _("Only the last ghost takes the smallest value. Every ghost must.")),
    "first-action": GameFault("first-action", _("It returns the first legal action.")),
    "nothing-cut": GameFault("nothing-cut", _("Nothing is cut: test for a cut-off, raise alpha for Pacman, lower beta for ghosts, and pass both on.")),
    "cuts-equal": GameFault("cuts-equal", _("It cuts at equal values, too. This course cuts only if the value is greater than beta or less than alpha.")),
    "root-window": GameFault("root-window", _("Every move at the root is searched with a full window: alpha must rise at the root, too.")),
    "max-never-cuts": GameFault("max-never-cuts", _("Pacman's nodes never cut: ghosts must lower beta and pass it on, and Pacman must test it.")),
    "min-never-cuts": GameFault("min-never-cuts", _("The ghosts' nodes never cut: Pacman must raise alpha and pass it on, and ghosts must test it.")),
    "ghosts-minimize": GameFault("ghosts-minimize", _("The ghosts take the least value. They must take the average.")),
    "sum": GameFault("sum", _("A ghost adds the values up. Divide the sum by the number of its actions.")),
    "whole-average": GameFault("whole-average", _("The average is made a whole number: divide with /, not with //.")),
    "last-ghost-averages": GameFault("last-ghost-averages", _("Only the last ghost takes the average. Every ghost must.")),
}  # fmt: skip
"""The mistakes that can be explained. Each is made in the reference, which then searches the same trees."""
COMMON = ("one-ghost", "depth-in-plies", "depth-one-more", "depth-one-less", "depth-ignored", "returns-value", "ghosts-maximize", "swapped", "first-action")  # fmt: skip
OF_TASK = {
    "minimax": (*COMMON, "only-last-ghost"),
    "alphabeta": (*COMMON, "nothing-cut", "cuts-equal", "root-window", "max-never-cuts", "min-never-cuts"),
    "expectimax": (*COMMON, "ghosts-minimize", "sum", "whole-average", "last-ghost-averages"),
}
"""The mistakes of each task."""


class Search:
    """The search of a task on one case, right or with one mistake."""

    def __init__(self, task: str, case: Case, fault: str = "") -> None:
        self.task = task
        self.case = case
        self.fault = fault
        self.prunes = task == "alphabeta" and fault != "nothing-cut"
        self.leaves: dict[Moves, None] = {}

    def wanted(self) -> Wanted:
        """Return the right actions and leaves."""
        tree = self.case.tree
        if self.fault == "first-action":
            return Wanted(frozenset(DIRECTIONS[:1]), ())
        values = []
        alpha = -math.inf
        takes_least = self.fault == "swapped"
        for number, child in enumerate(tree):
            window = (-math.inf, math.inf) if self.fault == "root-window" or takes_least else (alpha, math.inf)
            values.append(self._after(child, (number,), 0, 0, *window))
            alpha = max(alpha, values[-1])
        best = (min if takes_least else max)(values)
        chosen = [place for place, value in enumerate(values) if value == best]
        if self.prunes and self.fault != "root-window":  # a later equal value may be a bound only
            chosen = chosen[:1]
        return Wanted(frozenset(DIRECTIONS[place] for place in chosen), tuple(self.leaves), self.fault == "returns-value")  # fmt: skip

    def _after(self, node: Any, path: Moves, agent: int, depth: int, alpha: float, beta: float) -> Any:
        """Return the value of the node after a move of an agent."""
        agents = 2 if self.fault == "one-ghost" else self.case.agents
        following = (agent + 1) % agents
        if following == 0 or self.fault == "depth-in-plies":
            depth += 1
        return self._value(node, path, following, depth, alpha, beta)

    def _value(self, node: Any, path: Moves, agent: int, depth: int, alpha: float, beta: float) -> Any:
        limit = self.case.depth + {"depth-one-more": 1, "depth-one-less": -1}.get(self.fault, 0)
        if not isinstance(node, list) or (depth >= limit and self.fault != "depth-ignored"):
            self.leaves.setdefault(path)
            return inner_value(path) if isinstance(node, list) else node
        is_max = (agent == 0) != (self.fault == "swapped")
        if self.fault == "ghosts-maximize":
            is_max = True
        is_last = agent == self.case.agents - 1
        if self.fault == "only-last-ghost" and agent and not is_last:
            is_max = True
        if self.task == "expectimax" and agent and self.fault not in ("ghosts-minimize", "ghosts-maximize", "swapped"):
            values = [self._after(child, (*path, number), agent, depth, alpha, beta) for number, child in enumerate(node)]  # fmt: skip
            if self.fault == "last-ghost-averages" and not is_last:
                return min(values)
            total = sum(values)
            return total if self.fault == "sum" else total // len(values) if self.fault == "whole-average" else total / len(values)  # fmt: skip
        if self.task == "expectimax" and self.fault == "swapped":
            values = [self._after(child, (*path, number), agent, depth, alpha, beta) for number, child in enumerate(node)]  # fmt: skip
            return min(values) if agent == 0 else sum(values) / len(values)
        best = -math.inf if is_max else math.inf
        for number, child in enumerate(node):
            value = self._after(child, (*path, number), agent, depth, alpha, beta)
            best = max(best, value) if is_max else min(best, value)
            if self.prunes and self._cuts(best, alpha, beta, is_max):
                break
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        return best

    def _cuts(self, best: float, alpha: float, beta: float, is_max: bool) -> bool:
        if self.fault == ("max-never-cuts" if is_max else "min-never-cuts"):
            return False
        surplus = best - beta if is_max else alpha - best
        return surplus > 0 or (surplus == 0 and self.fault == "cuts-equal" and not math.isinf(best))


def right_answer(task: str, case: Case) -> Wanted:
    """Return the right answer: any best action, and the leaves of the task's search."""
    found = Search(task, case).wanted()
    if task == "alphabeta":
        found = found._replace(actions=Search("minimax", case).wanted().actions)
    return found


def fits(task: str, answer: Answered, wanted: Wanted) -> tuple[bool, bool]:
    """Return (the action is right, the evaluated states are right)."""
    if answer.problem is not None:
        return False, False
    is_action = answer.action in DIRECTIONS
    action = not is_action if wanted.is_number else answer.action in wanted.actions
    if task == "alphabeta":
        return action, answer.leaves == wanted.leaves
    return action, set(answer.leaves) == set(wanted.leaves)


def cases(task: str, student: str, seed: int, count: int) -> Iterator[Case]:
    """Yield trees that depend on the task, the student's name and the seed."""
    chance = new_chance(seed_of("grade", "cs188", task, student, seed))
    for number in range(count):
        agents, depth = SHAPES[number % len(SHAPES)]
        branching = 3 if agents * depth < 4 else 2
        if number % 3 == 2:  # close values, and no state beyond the depth
            yield Case(_tree(chance, 0, agents * depth, branching, 2), agents, depth)
        else:
            beyond = 2 if agents == 2 else 1
            yield Case(_tree(chance, 0, agents * (depth + beyond), branching, 20), agents, depth)


def _tree(chance: Chance, ply: int, plies: int, branching: int, most: int) -> Any:
    """Return a random tree with values from ``-most`` to ``most``."""
    if ply == plies or (ply > 1 and chance.below(END_IN) == 0):
        return chance.below(2 * most + 1) - most
    count = branching if ply == 0 else 1 + chance.below(branching)
    return [_tree(chance, ply + 1, plies, branching, most) for _number in range(count)]


def tasks_of(text: str) -> list[str]:
    """Return the tasks whose classes or functions a file has written; all tasks if there is none."""
    nodes = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    found = [task for task, name in TASKS.items() if name in nodes and not is_unchanged_template(nodes[name])]
    return found or list(TASKS)


def grade_questions(path: Path, text: str, student: str, *, task: str, count: int, seed: int, seconds: float) -> Report:
    """Grade one question, or all questions of a file that are written."""
    try:
        tasks = [task] if task else tasks_of(text)
    except (SyntaxError, ValueError):
        tasks = [next(iter(QUESTIONS))]  # the report tells what is no Python
    return combined([
        grade_maze(path, text, student, task=each, seed=seed, seconds=seconds)
        if each in MAZE_TASKS
        else grade_cs188(path, text, student, task=each, count=count, seed=seed, seconds=seconds)
        for each in tasks
    ])  # fmt: skip


def combined(reports: list[Report]) -> Report:
    """Return the reports on several questions as one."""
    if len(reports) == 1:
        return reports[0]
    first = next((each for each in reports if not each.is_right), reports[0])
    parts = tuple(
        part._replace(name=f"{each.task}: {part.name}", title=_("{task}: {part}", task=each.task, part=part.title))
        for each in reports
        for part in each.parts
    )
    return first._replace(
        task="cs188",
        right=sum(each.right for each in reports),
        total=sum(each.total for each in reports),
        parts=parts,
        sentences=tuple(sentence for each in reports for sentence in each.sentences),
        function=", ".join(each.function for each in reports),
        record={"student": first.student, "task": "cs188", "questions": [each.record for each in reports], "mistake": first.record["mistake"], "cause": first.record["cause"]},
    )  # fmt: skip


def grade_cs188(path: Path, text: str, student: str, *, task: str, count: int, seed: int, seconds: float) -> Report:
    """Grade the class of one question."""
    process = SubmissionProcess(serve_pacman, str(path), text, QUESTIONS[task], seconds, text=text, seconds=seconds)
    try:
        loaded = process.load({})
        if "functions" not in loaded:
            return _report(student, task, {}, problem_in(loaded), seed, seconds, count)
        answers: dict[int, tuple[Case, Answered]] = {}
        for number, case in enumerate(cases(task, student, seed, count)):
            answers[number] = case, _answer(process, case, seconds)
            problem = answers[number][1].problem
            if problem is not None and problem.kind in ENDINGS:
                break
        return _report(student, task, answers, None, seed, seconds, count)
    finally:
        process.end()


def _answer(process: SubmissionProcess, case: Case, seconds: float) -> Answered:
    told = process.ask(case._asdict())
    try:
        if "problem" in told:
            return Answered(problem=problem_in(told))
        return Answered(str(told["action"]), tuple(tuple(map(int, leaf)) for leaf in told["leaves"]))
    except (KeyError, TypeError, ValueError):  # the process may send anything
        return Answered(problem=Problem("ended"))


def fault_of(task: str, answers: list[tuple[Case, Answered]]) -> GameFault | None:
    """Return the mistake that predicts every answer, right and wrong; None unless there is exactly one."""
    if all(all(fits(task, answer, right_answer(task, case))) for case, answer in answers):
        return None
    found = [
        name for name in OF_TASK[task]
        if all(all(fits(task, answer, Search(task, case, name).wanted())) for case, answer in answers)
    ]  # fmt: skip
    return FAULTS[found[0]] if len(found) == 1 else None


def _report(
    student: str, task: str, answers: dict[int, tuple[Case, Answered]], problem: Problem | None, seed: int, seconds: float, count: int
) -> Report:  # fmt: skip
    tried = list(answers.values())
    results = [fits(task, answer, right_answer(task, case)) for case, answer in tried]
    parts = (
        Part("moves", _("moves"), sum(action for action, _leaves in results), count),
        Part("leaves", _("evaluated states"), sum(leaves for _action, leaves in results), count),
    )
    right = sum(all(each) for each in results)
    fault = fault_of(task, tried) if tried else None
    wrong = [pair for pair, each in zip(tried, results, strict=True) if not all(each)]
    example = min(wrong, key=lambda pair: weight(pair[0].tree), default=None)
    failed = problem or next((answer.problem for _case, answer in wrong if answer.problem is not None), None)
    cause = fault.explanation if fault else None if failed is None else problem_sentence(failed, seconds)
    name = f"cs188 {task}"
    sentences: list[Sentence] = []
    if right == count:
        sentences.append(_("{student}: right on all {total} trees ({task}).", student=student, total=Number(count), task=name))  # fmt: skip
    else:
        sentences.append(_("{student}: right on {right} of {total} trees ({task}).", student=student, right=Number(right), total=Number(count), task=name))  # fmt: skip
        sentences += [_("Right {part}: {right} of {total}.", part=part.title, right=Number(part.right), total=Number(count)) for part in parts if not problem]  # fmt: skip
        if cause is not None:
            sentences.append(_("The cause: {cause}", cause=cause))
    text = ""
    if example is not None:
        case, answer = example
        wanted = right_answer(task, case)
        text = str(_("{tree} with {agents} agents and depth {depth}", tree=str(case.tree), agents=Number(case.agents), depth=Number(case.depth)))  # fmt: skip
        sentences.append(_("The smallest example found: {tree}", tree=text))
        if answer.problem is None and answer.action not in wanted.actions:
            sentences.append(_("It returns {value}, but {right} is right.", value=answer.action, right=", ".join(sorted(wanted.actions))))  # fmt: skip
        elif answer.problem is None and len(answer.leaves) == len(wanted.leaves):
            sentences.append(_("It evaluates other states than it should, or in another order."))
        elif answer.problem is None:
            sentences.append(_("It evaluates {count} states, but it should evaluate {right}.", count=Number(len(answer.leaves)), right=Number(len(wanted.leaves))))  # fmt: skip
    record = {
        "student": student, "task": name, "function": QUESTIONS[task], "seed": seed, "right": right, "tests": count,
        "parts": {part.name: [part.right, part.total] for part in parts},
        "mistake": fault.name if fault else None, "cause": None if cause is None else str(cause), "example": text or None,
    }  # fmt: skip
    return Report(
        student, name, right, count, parts, fault.name if fault else "", cause, tuple(sentences), text, QUESTIONS[task], seed, "cs188", record,
    )  # fmt: skip
