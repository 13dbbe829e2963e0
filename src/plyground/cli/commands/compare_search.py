"""``plyground compare-search``: a search in the user's Python file, compared with the reference."""

from __future__ import annotations

import inspect
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from plyground.cli.isolation import isolate
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import ConventionText, FunctionName, Svg, one_of, refuse_beside
from plyground.cli.options.tree_source import TREE, GameTree, given
from plyground.cli.output_files import write_output
from plyground.cli.terminal import say
from plyground.core.authoring.syntax_words import syntax_words
from plyground.core.files import read_text
from plyground.core.spec import canonical
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.drawing.text import text
from plyground.errors import ExerciseError, FileError
from plyground.i18n import _
from plyground.searches.conventions import convention
from plyground.teaching.own_search import compare

USUAL = ("alphabeta_search", "alpha_beta_search", "minimax_search", "alphabeta", "minimax", "negamax", "search")
"""Usual names of search functions, the most likely first."""
SEARCHES = ("alphabeta", "minimax")


class Reference(NamedTuple):
    """Options of the search that the student's is compared with."""

    name: Annotated[
        str,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help=str(_("One of: {names}.", names=", ".join(SEARCHES))),
            autocompletion=one_of(SEARCHES),
        ),
    ] = "alphabeta"
    preset: ConventionText = "aima"
    negamax: Annotated[
        bool, typer.Option("--negamax", help=str(_("Its values are those of the side to move, not always MAX's.")))
    ] = False


@grouped
def compare_search(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help=str(_("Your Python file. It runs without restrictions, so use only files that you trust.")),
        ),
    ],
    source: Annotated[str, TREE] = "aima-5.2",
    function: FunctionName = "",
    *,
    of_game: GameTree,
    wish: Reference,
    drawing: Svg = None,
) -> None:
    """Tell what a search does on a tree, and where it first departs from the reference; then the exit code is 1."""
    if canonical(wish.name) not in SEARCHES:
        raise ExerciseError(_("The reference is one of: {names}.", names=", ".join(SEARCHES)))
    search = _search_in(file, function)
    if of_game.tree_game is None:
        refuse_beside(context, "source", "position_text", "evaluation", "depth")
    else:
        refuse_beside(context, "tree_game", "source")
    found = compare(
        search,
        given(source) if of_game.tree_game is None else of_game.unfolded().tree,
        name=canonical(wish.name),
        rule=convention(wish.preset),
        negamax=wish.negamax,
    )
    if found.own.steps:
        if write_output(drawing, lambda: svg(plan(found.own))):
            raise typer.Exit(found.difference is not None)
        _show(str(_("Your search:")), text(plan(found.own)))
    if found.difference is None:
        say(_("Your search makes the same steps as the reference."))
        return
    _show(str(_("The reference:")), text(plan(found.reference)))
    say(_("The first difference: {difference}", difference=found.difference))
    for sentence in found.misconceptions[:2]:
        say(sentence)
    raise typer.Exit(1)


def _show(heading: str, drawn: str) -> None:
    say(heading)
    for line in drawn.splitlines():
        say(line)
    say()


def _search_in(file: Path, name: str) -> Callable[..., Any]:
    """Run a file and return the search in it. Raise :class:`FileError` if there is none."""
    read_text(file)
    isolate(str(file))
    sys.path.insert(0, str(file.resolve().parent))  # allow imports from the file's folder
    try:
        names = runpy.run_path(str(file), run_name=file.stem)
    except SyntaxError as error:
        raise FileError(file, _("this is not Python: {reason}", reason=syntax_words(error.msg)), error.lineno) from None
    except (Exception, SystemExit) as error:  # a student's code may raise anything
        raise FileError(file, _("it fails: {kind}: {error}", kind=type(error).__name__, error=error)) from None
    functions = {name: thing for name, thing in names.items() if inspect.isfunction(thing)}
    own = [name for name, thing in functions.items() if thing.__code__.co_filename == str(file)]
    chosen = name or next((usual for usual in USUAL if usual in own), own[0] if len(own) == 1 else None)
    if not own:
        raise FileError(file, _("there is no function in it: write a search with the parameters game and state."))
    if chosen not in own:
        raise FileError(file, _("name its search with --function; its functions are: {names}.", names=", ".join(own)))
    return functions[chosen]
