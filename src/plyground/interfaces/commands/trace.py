"""``plyground trace``: a search of one's own, from a Python file, held beside the reference."""

from __future__ import annotations

import inspect
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.errors import ExerciseError, FileError
from plyground.files import read_text, write_text
from plyground.games.loading import load as game_named
from plyground.interfaces.commands.parameters import one_of, refuse_beside
from plyground.interfaces.commands.tree import DEPTH, given
from plyground.interfaces.terminal import say
from plyground.language import _
from plyground.lessons.gallery import gallery
from plyground.lessons.own_code import compare
from plyground.players.searcher import evaluation_named
from plyground.search.convention import PRESETS, convention
from plyground.spec import canonical
from plyground.trace.plan import plan
from plyground.trace.svg import svg
from plyground.trace.text import text
from plyground.trees import Tree, unfold

USUAL = ("alphabeta_search", "alpha_beta_search", "minimax_search", "alphabeta", "minimax", "negamax", "search")
"""Names of searches, the likeliest to be meant first."""
SEARCHES = ("alphabeta", "minimax")


def trace(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=str(_("Your Python file. It is run: let it be one that you trust.")))
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
        str | None, typer.Option("--function", metavar="NAME", help=str(_("The search in it, where it has several.")))
    ] = None,
    game_text: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help=str(_("In place of a tree, a game's positions, to --depth plies."))
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help=str(_("The position at its root; without it, the start."))),
    ] = None,
    depth: Annotated[int, typer.Option(metavar="N", min=1, help=str(_("Plies of the game's tree.")))] = DEPTH,
    algorithm: Annotated[
        str, typer.Option(metavar="NAME", help=", ".join(SEARCHES) + ".", autocompletion=one_of(SEARCHES))
    ] = "alphabeta",
    preset: Annotated[
        str,
        typer.Option(
            "--convention",
            metavar="NAME",
            help=str(_("What alpha-beta cuts and returns: {names}.", names=", ".join(PRESETS))),
            autocompletion=one_of(PRESETS),
        ),
    ] = "aima",
    negamax: Annotated[
        bool, typer.Option("--negamax", help=str(_("Its values are those of whoever is to move, not always MAX's.")))
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
        say(_("Your search does what the reference does."))
        return
    _show(str(_("The reference:")), text(plan(found.reference)))
    say(_("The first difference: {difference}", difference=found.difference))
    for sentence in found.misconceptions[:2]:
        say(sentence)
    raise typer.Exit(1)


def _subject(context: typer.Context, source: str, game_text: str | None, position: str | None, depth: int) -> Tree:
    """The tree that is searched: the one named, or that of a game."""
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
    """The search of a file, run as Python runs it. Raises :class:`FileError`."""
    read_text(file)
    sys.path.insert(0, str(file.resolve().parent))  # where it looks for its neighbours
    try:
        names = runpy.run_path(str(file), run_name=file.stem)
    except SyntaxError as error:
        raise FileError(file, _("this is not Python: {reason}", reason=error.msg), error.lineno) from None
    except (Exception, SystemExit) as error:  # whatever it does
        raise FileError(file, _("it fails: {kind}: {error}", kind=type(error).__name__, error=error)) from None
    functions = {name: thing for name, thing in names.items() if inspect.isfunction(thing)}
    own = [name for name, thing in functions.items() if thing.__code__.co_filename == str(file)]
    chosen = name or next((usual for usual in USUAL if usual in own), own[0] if len(own) == 1 else None)
    if not own:
        raise FileError(file, _("there is no function in it: a search is one, of a game and a state."))
    if chosen not in own:
        raise FileError(file, _("name its search with --function; its functions are: {names}.", names=", ".join(own)))
    return functions[chosen]
