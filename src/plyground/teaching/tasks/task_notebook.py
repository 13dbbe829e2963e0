"""Ready tasks as notebooks for the graders of other projects: nbgrader and Otter.

https://nbgrader.readthedocs.io/en/stable/contributor_guide/metadata.html has nbgrader's metadata, and
https://otter-grader.readthedocs.io/en/latest/otter_assign/notebook_format.html the raw cells of ``otter assign``.
"""

from __future__ import annotations

from itertools import pairwise

from plyground.errors import ExerciseError
from plyground.i18n import _
from plyground.teaching.exports.notebook_cells import Cell, code_cell, notebook_of, text_cell
from plyground.teaching.tasks.ready_tasks import functions, paragraphs_of, ready_task, solution

NOTEBOOKS = ("nbgrader", "otter")
"""The graders that a task is written for."""
EMPTY = "raise NotImplementedError"
SHARES = (0.25, 0.5, 0.75, 1)
"""Shares of the credit that Otter's test cells demand. Otter divides the points equally among them."""
NBGRADER_SCHEMA = 3


def task_notebook(name: str, form: str, *, points: int, seed: int = 0, solved: bool = False) -> str:
    """Return the notebook of a task for ``nbgrader`` or ``otter``.

    ``solved`` puts the solution in place of the empty functions for nbgrader. A notebook for Otter always contains
    both. Raise :class:`SpecError` for an unknown task, and :class:`ExerciseError` for a task that writes a file.
    """
    title, *paragraphs = paragraphs_of(name)
    if not ready_task(name).options:
        raise ExerciseError(
            _("The task {name} writes a file, which no notebook can mark: start it in Python.", name=name)
        )
    text = text_cell("task", f"# {title}\n\n" + "\n\n".join(paragraphs))
    arguments = _arguments(name, seed)
    if form == "otter":
        return notebook_of(_otter(name, text, arguments, points))
    checked = f"from plyground.testing import earned\n\nearned({arguments}, points={points})"
    return notebook_of(_nbgrader(name, text, checked, points, solved))


def _arguments(name: str, seed: int) -> str:
    """Return the arguments with which the definitions of the cells above are graded."""
    words = ready_task(name).options.split()
    given: dict[str, list[str]] = {}
    for option, value in pairwise(words):
        if option.startswith("--"):
            given.setdefault(option.removeprefix("--").replace("-", "_"), []).append(value)
    if seed:
        given["seed"] = [str(seed)]
    return ", ".join(f"{option}={_literal(option, values)}" for option, values in given.items())


def _literal(option: str, values: list[str]) -> str:
    """Return the values of an option as Python text."""
    if option in ("seed", "seconds"):
        return values[0]
    quoted = [f'"{value}"' for value in values]
    return f"({', '.join(quoted)},)" if option == "on" else quoted[0]


def _nbgrader(name: str, text: Cell, checked: str, points: int, solved: bool) -> list[Cell]:
    """Return a source notebook; nbgrader replaces each solution in it by a placeholder for the student."""
    region = f"### BEGIN SOLUTION\n    {EMPTY}\n    ### END SOLUTION"
    code = solution(name) if solved else functions(name).replace(EMPTY, region)
    return [
        _for_nbgrader(text, f"{name}-text", locked=True),
        _for_nbgrader(code_cell("answer", code.rstrip()), f"{name}-answer", solution=True),
        _for_nbgrader(code_cell("tests", checked), f"{name}-tests", grade=True, locked=True, points=points),
    ]


def _for_nbgrader(cell: Cell, name: str, **about: bool | int) -> Cell:
    usual = {"grade": False, "solution": False, "locked": False, "task": False}
    metadata = {"grade_id": name, "schema_version": NBGRADER_SCHEMA} | usual | about
    return cell | {"metadata": {"nbgrader": metadata}}


def _otter(name: str, text: Cell, arguments: str, points: int) -> list[Cell]:
    """Return a notebook for ``otter assign``, which removes the solution for the student."""
    code = "\n".join(
        [
            "# BEGIN SOLUTION NO PROMPT", solution(name).rstrip(), "# END SOLUTION",
            '""" # BEGIN PROMPT', functions(name).rstrip(), '""" # END PROMPT',
        ]
    )  # fmt: skip
    return [
        _raw("ASSIGNMENT CONFIG", "export_cell: false\ncheck_all_cell: false"),
        _raw("BEGIN QUESTION", f"name: {name.replace('-', '_')}\npoints: {points}"),
        text,
        _raw("BEGIN SOLUTION"),
        code_cell("answer", code),
        _raw("END SOLUTION"),
        _raw("BEGIN TESTS"),
        *(code_cell(f"tests-{number}", _asserted(arguments, share)) for number, share in enumerate(SHARES, 1)),
        _raw("END TESTS"),
        _raw("END QUESTION"),
    ]


def _asserted(arguments: str, share: float) -> str:
    """Return the lines that demand a share of the credit."""
    return f"from plyground.testing import assert_right\n\nassert_right({arguments}, share={share:g})"


def _raw(mark: str, config: str = "") -> Cell:
    """Return a raw cell with a mark of ``otter assign``."""
    return text_cell(mark.lower().replace(" ", "-"), f"# {mark}\n{config}".rstrip(), "raw")
