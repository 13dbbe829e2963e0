"""``plyground search``: one search of one position, told in words or in JSON."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plyground.game import Game
from plyground.games import game as game_named
from plyground.interfaces.board import draw
from plyground.interfaces.commands.parameters import AsJson, GameText, PositionText, one_of
from plyground.interfaces.ending import ending
from plyground.interfaces.plain import plain_line, plain_move
from plyground.interfaces.terminal import progress, say, say_json, say_table
from plyground.language import Number, Sentence, _
from plyground.players.reasons import format_line, outcome, promise
from plyground.players.searcher import evaluation_name
from plyground.search import ALGORITHMS, PRESETS, TIES, Result, RootMove, Setting, algorithm, convention, new_tally
from plyground.search import search as run
from plyground.search import setting as choose
from plyground.search.scores import NAMES
from plyground.spec import canonical


def search(
    game_text: GameText,
    position_text: PositionText = None,
    name: Annotated[
        str,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help=str(_("One of: {names}.", names=", ".join(ALGORITHMS))),
            autocompletion=one_of(ALGORITHMS),
        ),
    ] = "alphabeta",
    depth: Annotated[
        int | None, typer.Option(metavar="N", help=str(_("Plies to look ahead; without it, to the end of the game.")))
    ] = None,
    preset: Annotated[
        str,
        typer.Option(
            "--convention",
            metavar="NAME",
            help=str(_("How alpha-beta cuts; one of: {names}.", names=", ".join(PRESETS))),
            autocompletion=one_of(PRESETS),
        ),
    ] = "aima",
    scores: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("What the end of a game counts; one of: {names}.", names=", ".join(NAMES))),
            autocompletion=one_of(NAMES),
        ),
    ] = "utility",
    evaluation: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=str(_("Static evaluation at the depth limit; none for none. Without it, the game's best.")),
        ),
    ] = None,
    ties: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("Which of equally good moves is best; one of: {names}.", names=", ".join(TIES))),
            autocompletion=one_of(TIES),
        ),
    ] = "first",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help=str(_("Where chance begins: the same seed breaks ties alike.")))
    ] = None,
    native: Annotated[
        bool, typer.Option("--native", help=str(_("Run it compiled for this machine, some 200 times as fast.")))
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Search a position: the best move, its value, and what it cost to find."""
    game = game_named(game_text)
    position = game.start if position_text is None else game.notation.parse(position_text)
    text = algorithm(name)
    judge = _evaluation(game, evaluation, depth)
    chosen = choose(
        depth=depth,
        evaluation=None if judge is None else game.evaluations[judge],
        scores=canonical(scores),
        convention=convention(preset),
    )
    tally = new_tally()
    with progress(tally):
        found = run(position, text.name, chosen, ties=canonical(ties), seed=seed, tally=tally, native=native)
    choices = {
        "scores": canonical(scores),
        "convention": canonical(preset) if text.convention else None,
        "depth": depth,
        "evaluation": judge,
        "ties": canonical(ties),
    }
    if as_json:
        say_json(_record(game, position, found) | choices)
    else:
        _show(game, position, chosen, found)


def _evaluation(game: Game, name: str | None, depth: int | None) -> str | None:
    """The evaluation's own name; by default the game's best where a depth asks for one, else none."""
    if name is None and depth is None:
        return None
    return evaluation_name(game, canonical(name or "best"))


def _show(game: Game, position: Any, chosen: Setting, found: Result) -> None:
    for line in draw(game, position):
        say(*line)
    say()
    if ended := game.outcome(position):
        say(ending(game, position, ended))
        return
    assert found.move is not None  # the game goes on
    say(_("{side} to move. {outcome}.", side=game.sides[game.side(position)], outcome=outcome(found, chosen)))
    say(_("Best move: {move}", move=game.notation.format_move(position, found.move)))
    say(_("Best line: {line}", line=format_line(game, position, found.line)))
    say()
    say_table(
        [_("move"), _("value"), _("meaning")],
        [(game.notation.format_move(position, root.move), _value(root), _meaning(root)) for root in found.moves],
    )
    if any(root.bound == "upper" for root in found.moves):
        say(_("≤ means: no better than this."))
    say()
    say_table(
        [_("counted"), _("number")],
        [
            (_("positions visited"), Number(found.visits)),
            (_("leaves"), Number(found.leaves)),
            (_("alpha cut-offs"), Number(found.alpha_cutoffs)),
            (_("beta cut-offs"), Number(found.beta_cutoffs)),
            (_("milliseconds"), Number(round(found.seconds * 1000))),
        ],
    )


def _value(root: RootMove) -> str:
    signs = {"exact": "=", "upper": "≤", "lower": "≥"}
    return f"{signs[root.bound]} {Number(root.value)}" if root.bound in signs and root.value is not None else "–"


def _meaning(root: RootMove) -> Sentence | str:
    if root.bound == "unvisited" or root.value is None:
        return _("not looked at")
    if root.bound == "exact" and root.proven:
        return promise(root.value, root.distance)
    return ""


def _record(game: Game, position: Any, found: Result) -> dict[str, Any]:
    return {
        "game": game.name,
        "position": game.notation.format(position),
        "algorithm": found.algorithm,
        "move": None if found.move is None else plain_move(game, position, found.move),
        "value": found.value,
        "distance": found.distance,
        "exact": found.exact,
        "proven": found.proven,
        "score": found.score,
        "line": plain_line(game, position, found.line),
        "visits": found.visits,
        "leaves": found.leaves,
        "alpha_cutoffs": found.alpha_cutoffs,
        "beta_cutoffs": found.beta_cutoffs,
        "seconds": found.seconds,
        "moves": [
            {
                "move": plain_move(game, position, root.move),
                "value": root.value,
                "distance": root.distance,
                "bound": root.bound,
                "proven": root.proven,
                "score": root.score,
            }
            for root in found.moves
        ],
    }
