"""Grading inside of tests: one assertion for pytest files, and for test cells of notebooks (nbgrader, Otter).

::

    from plyground.testing import assert_right

    def test_rules(submission):          # with plyground.testing.pytest_plugin and --submission ana.py
        assert_right(submission, "moves", game="dame")

    assert_right(task="minimax")         # in a notebook: the functions of the cells before
    earned(task="minimax", points=8)     # the points, for nbgrader
"""

from __future__ import annotations

from pathlib import Path

from plyground.core.spec import canonical
from plyground.errors import ExerciseError
from plyground.games.loading import game as game_of
from plyground.i18n import _
from plyground.searches.conventions import convention as convention_named
from plyground.teaching.courses.course_registry import course_grader, course_named
from plyground.teaching.grading.game_grader import GAME_TASKS, grade_game
from plyground.teaching.grading.game_submission import GameSettings
from plyground.teaching.grading.grade_report import report_of
from plyground.teaching.grading.grader import SECONDS, TREES, Settings, grade
from plyground.teaching.grading.own_work import with_notices
from plyground.teaching.grading.submission_report import Report
from plyground.teaching.grading.submission_text import read_submission
from plyground.testing.cell_code import notebook_code

__all__ = ["assert_right", "earned", "graded"]


def graded(
    file: str | Path | None = None,
    task: str = "",
    *,
    course: str = "",
    game: str = "tictactoe",
    student: str = "",
    trees: int = TREES,
    seed: int = 0,
    convention: str = "aima",
    function: str = "",
    seconds: float = SECONDS,
    baseline: str = "random",
    games: int = 10,
    same_evaluation: str = "",
    same_bot: str = "",
    tree: tuple[str, ...] = (),
) -> Report:
    """Return the report on a student's file, or on the functions of the notebook that calls this.

    The arguments are the options of ``plyground grade``. Raise :class:`PlygroundError` for a wrong one.
    """
    if file is None:
        text = notebook_code()
        if text is None:
            raise ExerciseError(_("There is no notebook here: name the student's file."))
        path = Path("notebook.py")
    else:
        path = Path(file)
        text = read_submission(path)
    known = course_named(canonical(course)) if course else None
    if known is not None and known.has_own_grader:
        return course_grader(canonical(course), canonical(task), trees, seed, seconds)(path, text, student)
    if known is not None:
        task, game = task or known.task, known.game or game
    if task in GAME_TASKS:
        about = GameSettings(
            task, game_of(game), trees, seed, function, seconds, baseline, games, same_evaluation, same_bot
        )
        return with_notices(grade_game(path, text, about, student), text)
    terms = Settings(task, trees, seed, convention_named(convention), function, seconds, tree)
    return with_notices(report_of(grade(path, text, terms, student)), text)


_reports: dict[object, Report] = {}


def _graded_once(file: str | Path | None, task: str, options: dict[str, object]) -> Report:
    """Return the report, which is kept for the same code and options: several test cells ask for it."""
    code = notebook_code() if file is None else None
    key = code, task, repr(sorted(options.items()))
    if code is None or key not in _reports:
        _reports[key] = graded(file, task, **options)  # type: ignore[arg-type]
    return _reports[key]


def assert_right(file: str | Path | None = None, task: str = "", *, share: float = 1.0, **options: object) -> None:
    """Raise :class:`AssertionError` with the cause and the smallest example unless a submission is right.

    With a ``share`` of less than 1, a credit of at least that share is enough.

    The other arguments are those of :func:`graded`.
    """
    __tracebackhide__ = True
    report = _graded_once(file, task, options)
    if not (report.is_right or (share < 1 and report.credit >= share)):
        raise AssertionError("\n".join(map(str, report.sentences)))


def earned(file: str | Path | None = None, task: str = "", *, points: float, **options: object) -> float:
    """Print the report on a submission, and return its part of the ``points``; nbgrader reads it as partial credit.

    The other arguments are those of :func:`graded`.
    """
    report = _graded_once(file, task, options)
    for sentence in report.sentences:
        print(sentence)
    return round(points * report.credit, 2)
