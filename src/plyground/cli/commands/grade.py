"""``plyground grade``: students' searches, rules, bots and evaluations, tested and marked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from plyground.cli.defect_report import defect
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import (
    GAME,
    GAMES_HELP,
    POINTS_HELP,
    SECONDS_HELP,
    SEED,
    AsJson,
    ConventionText,
    Csv,
    FunctionName,
    Html,
    Student,
    complete_bot,
    one_of,
)
from plyground.cli.options.tree_source import Trees, tree_text
from plyground.cli.output_files import PRINTED, check_printed, write_output
from plyground.cli.own_games import blame, game_named
from plyground.cli.terminal import say, say_json, tell
from plyground.core.files import write_text
from plyground.core.spec import canonical
from plyground.errors import ExerciseError, FileError, PlygroundError
from plyground.games.loading import sources
from plyground.i18n import Sentence, _, _n, language
from plyground.searches.conventions import convention
from plyground.teaching.courses.course_registry import COURSES, Course, course_grader, course_named
from plyground.teaching.grading.game_grader import GAME_TASKS, grade_game
from plyground.teaching.grading.game_submission import GameSettings
from plyground.teaching.grading.grade_report import report_of
from plyground.teaching.grading.graded_trees import TASKS
from plyground.teaching.grading.grader import SECONDS, TREES, Settings
from plyground.teaching.grading.grader import grade as graded
from plyground.teaching.grading.grading_journal import GradingJournal
from plyground.teaching.grading.own_work import with_notices
from plyground.teaching.grading.rubric import Rubric, read_rubric
from plyground.teaching.grading.submission_names import Submissions, submissions_in
from plyground.teaching.grading.submission_report import (
    Graded,
    Report,
    as_csv,
    as_html,
    credit_text,
    graded_of,
    gradescope,
    unreadable,
    waiting,
)
from plyground.teaching.grading.submission_text import missing_libraries, read_submission

MAX_TREES = 1000
"""Largest number of trees or positions for one submission."""
MAX_GAMES = 1000
"""Largest number of games against the baseline for one submission."""
ALL_TASKS = (*TASKS, *GAME_TASKS)
"""The tasks on trees and the tasks about a game."""


class Assignment(NamedTuple):
    """Options of the task, for all submissions."""

    task: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(
                _("The task; one of: {names} (default: what the names in the file tell).", names=", ".join(ALL_TASKS))
            ),
            autocompletion=one_of(ALL_TASKS),
        ),
    ] = ""
    course: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("The course whose assignment is graded; one of: {names}.", names=", ".join(COURSES))),
            autocompletion=one_of(tuple(COURSES)),
        ),
    ] = ""
    trees: Annotated[
        int,
        typer.Option("--trees", metavar="N", min=1, max=MAX_TREES, help=str(_("The number of trees or positions."))),
    ] = TREES
    seed: Annotated[int, SEED] = 0
    function: FunctionName = ""
    seconds: Annotated[float, typer.Option(metavar="S", min=0.1, max=600.0, help=SECONDS_HELP)] = SECONDS


class TreeTask(NamedTuple):
    """Options of the tasks on trees."""

    preset: ConventionText = "aima"
    given_trees: Trees = None


class GameTask(NamedTuple):
    """Options of the tasks about a game: moves, bot and evaluation."""

    game_text: Annotated[str, GAME] = "tictactoe"
    baseline: Annotated[
        str,
        typer.Option(metavar="BOT", help=str(_("The opponent of a student's bot.")), autocompletion=complete_bot),
    ] = "random"
    games: Annotated[int, typer.Option(metavar="N", min=0, max=MAX_GAMES, help=GAMES_HELP)] = 10
    same_evaluation: Annotated[
        str,
        typer.Option(
            "--same-evaluation",
            metavar="NAME",
            help=str(_("The evaluation of the game that must be met exactly (default: any good one).")),
        ),
    ] = ""
    same_bot: Annotated[
        str,
        typer.Option(
            "--same-bot",
            metavar="BOT",
            help=str(_("The bot as which a student's bot must choose in each position (default: any good bot).")),
            autocompletion=complete_bot,
        ),
    ] = ""


class Marks(NamedTuple):
    """Options of points."""

    rubric_file: Annotated[
        Path | None,
        typer.Option(
            "--rubric", metavar="FILE", help=str(_("A TOML file with points, weights and points for mistakes."))
        ),
    ] = None
    points: Annotated[float | None, typer.Option(metavar="N", min=0.0, help=POINTS_HELP, show_default="100")] = None
    gradescope: Annotated[
        Path | None, typer.Option(metavar="FILE", help=str(_("Write Gradescope's results.json.")))
    ] = None

    @property
    def rubric(self) -> Rubric:
        """The rubric of the file, or the usual one."""
        return Rubric() if self.rubric_file is None else read_rubric(self.rubric_file)


class Outputs(NamedTuple):
    """The files for the results, and the form of what is shown."""

    csv: Csv = None
    html: Html = None
    as_json: AsJson = False

    @property
    def files(self) -> list[Path]:
        """The files that can be replaced while the grading runs: no devices and no pipes."""
        named = [Path(name) for name in (self.csv, self.html) if name not in (None, PRINTED)]
        return [path for path in named if path.is_file() or not path.exists()]

    @property
    def prints_file(self) -> bool:
        """True if one of the files is printed."""
        return PRINTED in (self.csv, self.html)

    def write(self, results: Sequence[Graded], left_out: Sequence[Sentence] = (), *, is_complete: bool = True) -> None:
        """Write the table and the page. Only complete ones are printed, or go to a device or a pipe."""
        for name, text_of in ((self.csv, as_csv), (self.html, partial(as_html, left_out=left_out))):
            if name is not None and (is_complete or Path(name) in self.files):
                write_output(name, partial(text_of, results))


class Grading(NamedTuple):
    """A way to grade submissions."""

    report: Callable[[Path, str, str], Report]  # function of a file, its text and its student that returns the report
    task: str
    terms: tuple[object, ...]  # everything that the marks depend on


@grouped
def grade(
    path: Annotated[Path, typer.Argument(metavar="FILE", help=str(_("A student's Python file, or a folder of them.")))],
    assignment: Assignment,
    on_trees: TreeTask,
    on_game: GameTask,
    marks: Marks,
    outputs: Outputs,
    student: Student = "",
) -> None:
    """Mark a student's file, or all of a folder; the exit code is 1 if one is not right."""
    is_folder = path.is_dir()
    if is_folder and marks.gradescope is not None:
        raise ExerciseError(_("Gradescope grades one file at a time: name a file, not a folder."))
    if is_folder and student:
        raise ExerciseError(_("In a folder, each file's name is the student's: leave --student out."))
    check_printed([outputs.csv, outputs.html], outputs.as_json)
    grading = _grading(assignment, on_trees, on_game, marks.rubric)
    if is_folder:
        is_right = _grade_folder(path, grading, outputs)
    else:
        found = grading.report(path, read_submission(path), student or path.stem)
        outputs.write([graded_of(found)])
        if marks.gradescope is not None:
            write_text(
                marks.gradescope, gradescope(found, marks.rubric.points if marks.points is None else marks.points)
            )
        if outputs.as_json:
            say_json(graded_of(found).record)
        elif not outputs.prints_file:
            for sentence in found.sentences:
                say(sentence)
        is_right = found.is_right
    if not is_right:
        raise typer.Exit(1)


def _grading(assignment: Assignment, on_trees: TreeTask, on_game: GameTask, rubric: Rubric) -> Grading:
    """Return the way to grade a task."""
    task, name = canonical(assignment.task), canonical(assignment.course)
    course = course_named(name) if name else Course(Sentence("", {}))
    task = task or course.task
    game_text = course.game or on_game.game_text
    if course.has_own_grader:
        terms: tuple[object, ...] = (name, task, assignment.trees, assignment.seed, assignment.seconds)
        report: Callable[[Path, str, str], Report] = course_grader(*terms)  # type: ignore[arg-type]
        task = name
    elif task in GAME_TASKS:
        about = GameSettings(
            task, game_named(game_text), *assignment[2:],
            on_game.baseline, on_game.games, canonical(on_game.same_evaluation), on_game.same_bot,
        )  # fmt: skip
        terms = about._replace(game=game_text), sources()  # type: ignore[arg-type]
        report = partial(_game_report, about)
    else:
        settings = Settings(
            task, assignment.trees, assignment.seed, convention(on_trees.preset), assignment.function,
            assignment.seconds, tuple(map(tree_text, on_trees.given_trees or ())),
        )  # fmt: skip
        terms = (settings,)
        report = partial(_search_report, settings)

    def marked(file: Path, text: str, name: str) -> Report:
        return rubric.applied(report(file, text, name))

    return Grading(marked, task, (*terms, rubric, language(), version("plyground")))


def _game_report(settings: GameSettings, file: Path, text: str, name: str) -> Report:
    return with_notices(grade_game(file, text, settings, name), text)


def _search_report(settings: Settings, file: Path, text: str, name: str) -> Report:
    return with_notices(report_of(graded(file, text, settings, name)), text)


def _grade_folder(folder: Path, grading: Grading, outputs: Outputs) -> bool:
    """Grade all submissions of a folder. Return True if every student's is right.

    Each result is shown and written as it comes, so that it is not lost when the command is stopped.
    """
    submissions = submissions_in(folder)
    if not submissions.files:
        for each in submissions.ungraded + submissions.left_out:
            tell(each.sentence)
        raise FileError(folder, _("there is no Python file in this folder."))
    ungraded = [graded_of(unreadable(each.name, grading.task, each.reason)) for each in submissions.ungraded]
    left_out = [each.sentence for each in submissions.left_out]
    _tell_missing_libraries(folder, submissions)
    names = [name for name, _file in submissions.files]
    rows = None if outputs.as_json or outputs.prints_file else _Rows([*names, *(each.student for each in ungraded)])
    journal = GradingJournal(outputs.files[0], grading.terms) if outputs.files else None
    results: list[Graded] = []
    again = 0
    try:
        for name, file in submissions.files:
            text = ""
            try:
                text = read_submission(folder / file)
                result = None if journal is None else journal.known(name, text)
                again += result is not None
                result = result or graded_of(grading.report(folder / file, text, name))
            except FileError as error:
                result = graded_of(unreadable(name, grading.task, error.reason))
            except PlygroundError:
                raise
            except Exception as error:  # a defect of the grader must not end the grading of all
                if blame(error):
                    raise
                result = graded_of(unreadable(name, grading.task, defect()))
            results.append(result)
            if rows is not None:
                rows.say(result)
            if journal is not None:
                journal.keep(name, text, result)
                waits = [waiting(other) for other in names[len(results) :]]
                outputs.write([*results, *waits, *ungraded], left_out, is_complete=False)
    except KeyboardInterrupt:
        if journal is not None and results:
            tell(_("What is graded is kept in {path}. The same command goes on.", path=journal.path))
        raise
    finally:
        if journal is not None:
            journal.close()
    results += ungraded
    outputs.write(results, left_out)
    if journal is not None:
        journal.remove()
    if again:
        tell(_n("{count} submission was graded before the command was stopped.", "{count} submissions were graded before the command was stopped.", again))  # fmt: skip
    if outputs.as_json:
        say_json([each.record for each in results])
    elif rows is not None:
        for result in ungraded:
            rows.say(result)
    for sentence in left_out:
        tell(sentence)
    return all(each.is_right for each in results)


def _tell_missing_libraries(folder: Path, submissions: Submissions) -> None:
    """Tell before the grading which libraries that files import are not installed."""
    missing: dict[str, list[str]] = {}
    for _name, file in submissions.files:
        with suppress(FileError):  # an unreadable file gets a row of its own
            for library in missing_libraries(read_submission(folder / file)):
                missing.setdefault(library, []).append(file)
    for library, files in missing.items():
        tell(_("The library {library} is not installed here, but {file} imports it. Install it first, or its students get no credit.", library=library, file=", ".join(files)))  # fmt: skip


class _Rows:
    """A table of results on the screen. Its rows are shown as they come."""

    def __init__(self, students: Sequence[str]) -> None:
        headings = [str(_("student")), str(_("task")), str(_("credit")), str(_("cause"))]
        longest = [max(map(len, students)), max(map(len, ALL_TASKS)), len("100%"), 0]
        self._widths = [max(len(heading), most) for heading, most in zip(headings, longest, strict=True)]
        self._headings = [headings]

    def say(self, result: Graded) -> None:
        """Show one row, the first one below the headings."""
        while self._headings:
            say((self._line(self._headings.pop()), "bold"))
        say(self._line([result.student, result.row.get("task", ""), credit_text(result), result.row["cause"]]))
        sys.stdout.flush()

    def _line(self, cells: Sequence[str]) -> str:
        return "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, self._widths, strict=True))
