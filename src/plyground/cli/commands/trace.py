"""``plyground trace``: a search in the user's Python file, compared with the reference."""

from __future__ import annotations

import inspect
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.bots.searcher import evaluation_named
from plyground.cli.commands._parameters import MarkingConventionText, one_of, refuse_beside
from plyground.cli.commands.tree import DEPTH, given
from plyground.cli.isolation import isolate
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say
from plyground.core.files import read_text, write_text
from plyground.core.spec import canonical
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.drawing.text import text
from plyground.errors import ExerciseError, FileError
from plyground.i18n import _
from plyground.searches.conventions import convention
from plyground.teaching.gallery import gallery
from plyground.teaching.own_search import compare
from plyground.trees import Tree, unfold

USUAL = ("alphabeta_search", "alpha_beta_search", "minimax_search", "alphabeta", "minimax", "negamax", "search")
"""Usual names of search functions, the most likely first."""
SEARCHES = ("alphabeta", "minimax")


def trace(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help=str(_("Your Python file. It runs without restrictions, so use only files that you trust.")),
        ),
    ],
    source: Annotated[
        str,
        typer.Argument(
            metavar="TREE",
            help=str(_("A tree as text, such as [[3,12,8],[2,4,6]], a file that holds one, or an example's name.")),
            autocompletion=one_of(gallery()),
        ),
    ] = "aima-5.2",
    function_name: Annotated[
        str | None,
        typer.Option("--function", metavar="NAME", help=str(_("The function to test, if the file has several."))),
    ] = None,
    game_text: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help=str(_("Use the positions of this game as the tree, to --depth plies."))
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help=str(_("The position at the root (default: the start)."))),
    ] = None,
    depth: Annotated[int, typer.Option(metavar="N", min=1, help=str(_("Plies of the game's tree.")))] = DEPTH,
    algorithm: Annotated[
        str, typer.Option(metavar="NAME", help=", ".join(SEARCHES) + ".", autocompletion=one_of(SEARCHES))
    ] = "alphabeta",
    preset: MarkingConventionText = "aima",
    negamax: Annotated[
        bool, typer.Option("--negamax", help=str(_("Its values are those of the side to move, not always MAX's.")))
    ] = False,
    picture: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help=str(_("Draw what your search did.")))
    ] = None,
) -> None:
    """Tell what a search does on a tree, and where it first departs from the reference; then the exit code is 1."""
    if canonical(algorithm) not in SEARCHES:
        raise ExerciseError(_("The reference is one of: {names}.", names=", ".join(SEARCHES)))
    found = compare(
        _search_in(file, function_name),
        _subject(context, source, game_text, position, depth),
        name=canonical(algorithm),
        rule=convention(preset),
        negamax=negamax,
    )
    if found.own.steps:
        _show(str(_("Your search:")), text(plan(found.own)))
        if picture is not None:
            write_text(picture, svg(plan(found.own)))
    if found.difference is None:
        say(_("Your search makes the same steps as the reference."))
        return
    _show(str(_("The reference:")), text(plan(found.reference)))
    say(_("The first difference: {difference}", difference=found.difference))
    for sentence in found.misconceptions[:2]:
        say(sentence)
    raise typer.Exit(1)


def _subject(context: typer.Context, source: str, game_text: str | None, position: str | None, depth: int) -> Tree:
    """Return the tree to search: the named tree, or the tree of a game."""
    if game_text is None:
        refuse_beside(context, "source", "position", "depth")
        return given(source)
    refuse_beside(context, "game_text", "source")
    game = game_named(game_text)
    start = None if position is None else game.notation.parse(position)
    return unfold(game, start, depth=depth, evaluation=evaluation_named(game, "best"))


def _show(heading: str, drawn: str) -> None:
    say(heading)
    for line in drawn.splitlines():
        say(line)
    say()


def _search_in(file: Path, name: str | None) -> Callable[..., Any]:
    """Run a file and return the search in it. Raise :class:`FileError` if there is none."""
    read_text(file)
    isolate(str(file))
    sys.path.insert(0, str(file.resolve().parent))  # allow imports from the file's folder
    try:
        names = runpy.run_path(str(file), run_name=file.stem)
    except SyntaxError as error:
        raise FileError(file, _("this is not Python: {reason}", reason=error.msg), error.lineno) from None
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
