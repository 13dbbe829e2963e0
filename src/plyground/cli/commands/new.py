"""``plyground new`` and ``plyground task``: a file to start a game, or a student's task, from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.options.shared_options import POINTS_HELP, SEED, NewFile, Solved, one_of
from plyground.cli.terminal import say, say_table
from plyground.core.position import Demand
from plyground.core.spec import canonical
from plyground.errors import ExerciseError, FileError
from plyground.games.loading import game as game_named
from plyground.i18n import _
from plyground.teaching.tasks.ready_tasks import TASKS, ready_task, solution, starter
from plyground.teaching.tasks.task_notebook import NOTEBOOKS, task_notebook
from plyground.templates import TEMPLATES, written

SEARCHED = {Demand.PLAYERS: " --algorithm max-n", Demand.CHANCE: " --algorithm expectiminimax"}
"""Options of the search command for games that demand more than two players in turn."""


def new(
    name: Annotated[str, typer.Argument(metavar="GAME", help=str(_("The name of the game, such as my_game.")))],
    template: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("The template; one of: {names}.", names=", ".join(TEMPLATES))),
            autocompletion=one_of(TEMPLATES),
        ),
    ] = "mark",
    output: NewFile = None,
) -> None:
    """Write a small game that works, to make it your own."""
    path = output or Path(f"{name}.py")
    text = written(template, name, path.name)
    if path.suffix != ".py":
        raise FileError(path, _("a game is a file whose name ends in .py"))
    _write_new(path, text)
    say(_("{path} was written: {what}.", path=path, what=TEMPLATES[template]))
    demands = game_named(str(path)).demands
    searched = next((with_ for demand, with_ in SEARCHED.items() if demand in demands), "")
    two_players = [
        ("solve", _("show the exact value of every position")),
        ("learn", _("let the program learn to judge positions, by playing against itself")),
    ]
    commands = [
        ("web", _("play it in the browser")),
        ("console", _("play it here")),
        ("check", _("find errors, and list its features")),
        (f"search{searched}", _("find the best move")),
        *(two_players if not demands & ~Demand.TURNS else []),
    ]
    say()
    say_table([_("type"), _("to")], [(f"plyground {command} {path}", meaning) for command, meaning in commands])


FORMATS = ("python", *NOTEBOOKS)
"""The formats of a ready task."""
MARKED_BY = {"nbgrader": "nbgrader generate_assignment", "otter": "otter assign {path} dist"}
"""Commands of other graders that take a notebook."""

task = typer.Typer()
"""The ``plyground task`` commands: ready tasks for students, each with a starter file, tests and a solution."""


@task.command("list", help=str(_("List the ready tasks.")))
def list_command() -> None:
    """List the ready tasks with the command that marks each."""
    say_table(
        [_("name"), _("task"), _("marked by")],
        [(name, each.title, each.commands("FILE")[-1]) for name, each in TASKS.items()],
    )


@task.command("start", help=str(_("Write the starter file of a task.")))
def start_command(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help=str(_("The name of a task: see task list.")), autocompletion=one_of(TASKS)),
    ],
    output: NewFile = None,
    solved: Solved = False,
    form: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help=str(_("The format; one of: {names}.", names=", ".join(FORMATS))),
            autocompletion=one_of(FORMATS),
        ),
    ] = "python",
    points: Annotated[int, typer.Option(metavar="N", min=1, help=POINTS_HELP)] = 10,
    seed: Annotated[int, SEED] = 0,
) -> None:
    """Write a starter file, or the solution for the teacher."""
    form = canonical(form)
    if form not in FORMATS:
        raise ExerciseError(
            _("There is no format “{name}”; choose one of: {names}.", name=form, names=", ".join(FORMATS))
        )
    if form == "python":
        ending, text = "py", solution(name) if solved else starter(name)
    else:
        ending, text = "ipynb", task_notebook(name, form, points=points, seed=seed, solved=solved)
    path = output or Path(f"{name.replace('-', '_')}.{ending}")
    _write_new(path, text)
    say(_("{path} was written: {what}.", path=path, what=ready_task(name).title))
    for command in (MARKED_BY[form].format(path=path),) if form in MARKED_BY else ready_task(name).commands(str(path)):
        say(command)


def _write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet. Raise :class:`FileError`."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise FileError(path, _("this file already exists and was not changed: choose another name")) from None
    except OSError as error:
        raise FileError(path, _("it cannot be written: {reason}", reason=os.strerror(error.errno or 0))) from None
