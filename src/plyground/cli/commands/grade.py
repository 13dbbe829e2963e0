"""``plyground grade``: students' searches, rules, players and evaluations, tested and marked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.commands._parameters import AsJson, MarkingConventionText, complete_game, complete_player, one_of
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say, say_json, say_table
from plyground.core.files import read_text, write_text
from plyground.core.spec import canonical
from plyground.errors import ExerciseError, FileError
from plyground.i18n import _
from plyground.searches.convention import convention
from plyground.teaching.gallery import TITLES
from plyground.teaching.grading.game_grader import GAME_TASKS, grade_game
from plyground.teaching.grading.game_submission import GameSettings
from plyground.teaching.grading.grade_report import report_of
from plyground.teaching.grading.graded_trees import TASKS
from plyground.teaching.grading.grader import SECONDS, TREES, Settings
from plyground.teaching.grading.grader import grade as graded
from plyground.teaching.grading.rubric import Rubric, read_rubric
from plyground.teaching.grading.submission_names import student_names, submitted_files
from plyground.teaching.grading.submission_report import Report, as_csv, as_html, gradescope, unreadable

MAX_TREES = 1000
"""Largest number of trees or positions for one submission."""
MAX_GAMES = 1000
"""Largest number of games against the baseline for one submission."""
ALL_TASKS = (*TASKS, *GAME_TASKS)
"""The tasks on trees and those about a game."""


def grade(
    path: Annotated[Path, typer.Argument(metavar="FILE", help=str(_("A student's Python file, or a folder of them.")))],
    task: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(
                _("The task; one of: {names} (default: what the names in the file tell).", names=", ".join(TASKS))
            ),
            autocompletion=one_of(ALL_TASKS),
        ),
    ] = "",
    trees: Annotated[
        int, typer.Option(metavar="N", min=1, max=MAX_TREES, help=str(_("The number of trees or positions.")))
    ] = TREES,
    seed: Annotated[
        int, typer.Option(metavar="N", help=str(_("The teacher's number: another one gives other trees.")))
    ] = 0,
    student: Annotated[
        str,
        typer.Option(
            metavar="NAME", help=str(_("The student's name, on which the trees depend (default: the file's)."))
        ),
    ] = "",
    preset: MarkingConventionText = "aima",
    function: Annotated[
        str, typer.Option(metavar="NAME", help=str(_("The function to test, if its name does not tell.")))
    ] = "",
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.1, max=600.0, help=str(_("Seconds of computing for one tree.")))
    ] = SECONDS,
    game_text: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="GAME",
            help=str(_("The game of the tasks moves, player and evaluation.")),
            autocompletion=complete_game,
        ),
    ] = "tictactoe",
    baseline: Annotated[
        str,
        typer.Option(metavar="PLAYER", help=str(_("The bot that a player meets.")), autocompletion=complete_player),
    ] = "random",
    games: Annotated[
        int, typer.Option(metavar="N", min=0, max=MAX_GAMES, help=str(_("The number of games against that bot.")))
    ] = 10,
    like: Annotated[
        str,
        typer.Option(
            "--evaluation",
            metavar="NAME",
            help=str(_("The evaluation of the game that must be met exactly (default: any good one).")),
        ),
    ] = "",
    same_as: Annotated[
        str,
        typer.Option(
            metavar="PLAYER",
            help=str(_("The bot as which a player must choose in each position (default: any good player).")),
            autocompletion=complete_player,
        ),
    ] = "",
    on: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TREE",
            help=str(_("Test a search on this tree, an example's name or a text, not on generated ones; repeat it.")),
            autocompletion=one_of(TITLES),
        ),
    ] = None,
    rubric_file: Annotated[
        Path | None,
        typer.Option(
            "--rubric", metavar="FILE", help=str(_("A TOML file with points, weights and points for mistakes."))
        ),
    ] = None,
    points: Annotated[
        float | None, typer.Option(metavar="N", min=0.0, help=str(_("The points for Gradescope (default: 100).")))
    ] = None,
    results: Annotated[
        Path | None, typer.Option("--gradescope", metavar="FILE", help=str(_("Write Gradescope's results.json.")))
    ] = None,
    table: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help=str(_("Write a table as CSV.")))] = None,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help=str(_("Write a page of results.")))
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Mark a student's file, or all of a folder; the exit code is 1 if one is not right."""
    is_folder = path.is_dir()
    if is_folder and results is not None:
        raise ExerciseError(_("Gradescope grades one file at a time: name a file, not a folder."))
    if is_folder and student:
        raise ExerciseError(_("In a folder, each file's name is the student's: leave --student out."))
    files = submitted_files(path) if is_folder else [path]
    if not files:
        raise FileError(path, _("there is no Python file in this folder."))
    students = student_names(file.relative_to(path) for file in files) if is_folder else [student or path.stem]
    rubric = Rubric() if rubric_file is None else read_rubric(rubric_file)
    task = canonical(task)
    if task in GAME_TASKS:
        about = GameSettings(
            task, game_named(game_text), trees, seed, function, seconds, baseline, games, canonical(like), same_as
        )

        def report(file: Path, name: str) -> Report:
            return grade_game(file, read_text(file), about, name)

    else:
        settings = Settings(task, trees, seed, convention(preset), function, seconds, tuple(on or ()))

        def report(file: Path, name: str) -> Report:
            return report_of(graded(file, read_text(file), settings, name))

    reports = []
    for file, name in zip(files, students, strict=True):
        try:
            reports.append(rubric.applied(report(file, name)))
        except FileError as error:
            if not is_folder:
                raise
            reports.append(unreadable(name, task, error.reason))
    if table is not None:
        write_text(table, as_csv(reports))
    if page is not None:
        write_text(page, as_html(reports))
    if results is not None:
        write_text(results, gradescope(reports[0], rubric.points if points is None else points))
    if as_json:
        records = [{**each.record, "credit": round(each.credit, 4)} for each in reports]
        say_json(records if is_folder else records[0])
    else:
        _show(reports)
    if not all(each.is_right for each in reports):
        raise typer.Exit(1)


def _show(reports: list[Report]) -> None:
    if len(reports) == 1:
        for sentence in reports[0].sentences:
            say(sentence)
        return
    say_table(
        [_("student"), _("task"), _("credit"), _("cause")],
        [(each.student, each.task, f"{each.credit:.0%}", each.cause or "") for each in reports],
    )
