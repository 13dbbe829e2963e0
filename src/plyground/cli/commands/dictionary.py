"""``plyground dictionary``: build, show and check move dictionaries."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from plyground.bots.searcher import given_evaluation
from plyground.cli.options.shared_options import (
    DEPTH,
    EvaluationText,
    GameOfFile,
    GameText,
    Output,
    PositionText,
    complete_game,
    one_of,
)
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.reports.position_report import show_board
from plyground.cli.terminal import say, say_table
from plyground.core.evaluation_registry import evaluation_name
from plyground.core.files import write_text
from plyground.core.position import Demand
from plyground.dictionary import FORMS, Dictionary, Form, Scope, build, form_of, format_file, load, look_up, read
from plyground.errors import SearchError, SpecError
from plyground.i18n import Number, _, _n
from plyground.searches import new_tally
from plyground.searches.demands import refuse_demands
from plyground.searches.scores import MAX_DEPTH

dictionary = typer.Typer()
"""The ``plyground dictionary`` commands."""

FormName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--form",
        metavar="FORM",
        help=str(_("How positions are written: code (3 × 3 boards, the default there) or cells.")),
        autocompletion=one_of(FORMS),
    ),
]
Plies: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--plies", metavar="N", min=1, max=MAX_DEPTH, help=str(_("Only positions with fewer than N moves played."))
    ),
]


@dictionary.command("build", help=str(_("Write the dictionary of a game.")))
def build_command(
    game_text: GameText,
    form_name: FormName = None,
    output: Output = None,
    plies: Plies = None,
    depth: Annotated[int | None, DEPTH] = None,
    evaluation: EvaluationText = None,
) -> None:
    """Write a dictionary to a file or to standard output."""
    game = game_named(game_text)
    refuse_demands(game.start, Demand.TURNS, "dictionary")
    form = form_of(game, form_name)
    if depth is None and evaluation is not None:
        raise SearchError(_("An evaluation is used only with a depth limit: give a depth, or no evaluation."))
    judge = evaluation_name(game, given_evaluation(evaluation)) if depth is not None else None
    tally = new_tally()
    try:
        with progress(tally):
            made = build(game, Scope(plies, depth, judge or "none"), tally)
    except SearchError as error:
        raise SearchError(
            _("{reason} With --plies and --depth a dictionary of its opening can be built.", reason=error.sentence)
        ) from None
    text = format_file(made, form)
    if output is None:
        print(text, end="")
    else:
        write_text(output, text)
        say(_n("{count} entry written to {file}.", "{count} entries written to {file}.", len(made.moves), file=output))


@dictionary.command("show", help=str(_("Show the facts of a dictionary, or one entry.")))
def show_command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE", help=str(_("A game, or a dictionary's file.")), autocompletion=complete_game
        ),
    ],
    position_text: PositionText = None,
    form_name: FormName = None,
    game_text: GameOfFile = None,
) -> None:
    """Show a dictionary or one entry of it."""
    made, form = _from(source, form_name, game_text)
    game = made.game
    if position_text is None:
        _show(made, form)
        return
    position = game.notation.parse(position_text)
    entry = look_up(made.table(form), form, game, position)
    show_board(game, position)
    say(entry.sentence)


def _from(source: str, form_name: str | None, game_text: str | None) -> tuple[Dictionary, Form]:
    """Return the dictionary of a file, or the dictionary of a game if there is no such file."""
    if Path(source).is_file() and not source.endswith(".py"):
        reading = load(source, None if game_text is None else game_named(game_text))
        made, form = reading.dictionary, reading.form
        return made, form if form_name is None else form_of(made.game, form_name)
    try:
        game = game_named(source)
    except SpecError as error:
        raise SpecError(_("There is no file “{source}”. {reason}", source=source, reason=error.sentence)) from None
    form = form_of(game, form_name)
    return build(game), form


def _show(made: Dictionary, form: Form) -> None:
    scope = made.scope
    rows: list[tuple[object, object]] = [
        (_("game"), made.game.name),
        (_("form"), form.name),
        (_("entries"), Number(len(made.moves))),
        (_("positions"), _("all") if scope.plies is None else _("those with fewer than {plies} moves played", plies=scope.plies)),
    ]  # fmt: skip
    if scope.depth is None:
        rows.append((_("moves"), _("best, from a complete solution")))
    else:
        rows.append(
            (_("moves"), _("from a search of depth {depth}, evaluation {name}", depth=scope.depth, name=scope.evaluation))
        )  # fmt: skip
    say_table([_("fact"), _("value")], rows)


@dictionary.command("check", help=str(_("Check every entry of a dictionary's file.")))
def check_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=str(_("The dictionary's file.")))],
    game_text: GameOfFile = None,
) -> None:
    """Check a dictionary; every fault is named, and any makes the exit code 1."""
    reading = read(file, None if game_text is None else game_named(game_text))
    for fault in reading.faults:
        say(str(fault))
    if reading.faults:
        say(_n("{count} fault.", "{count} faults.", len(reading.faults)))
        raise typer.Exit(1)
    count = len(reading.dictionary.moves)
    if reading.dictionary.scope.depth is None:
        say(_n("The {count} entry is legal and best.", "All {count} entries are legal and best.", count))
    else:
        say(_n("The {count} entry is legal.", "All {count} entries are legal.", count))
