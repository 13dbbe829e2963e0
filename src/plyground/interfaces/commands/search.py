"""``plyground search``: the best move of one position, or of many, told in words or in JSON."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.errors import FileError, PlygroundError, SearchError, SpecError
from plyground.games.loading import load as game_named
from plyground.interfaces.commands.parameters import (
    AsJson,
    ConventionText,
    GameText,
    PositionText,
    one_of,
    refuse_beside,
)
from plyground.interfaces.grown import Questioning, Sampling
from plyground.interfaces.inquiries import PLAIN_PROOF, Inquiry, Proving, Searching
from plyground.interfaces.pace import Counted
from plyground.interfaces.positions import numbered_lines, position_at_head
from plyground.interfaces.progress import progress
from plyground.interfaces.terminal import say_json, say_json_line, shown, tell
from plyground.language import _
from plyground.players.searcher import evaluation_name
from plyground.search import ALGORITHMS, TIES, Limit, algorithm, convention, new_tally
from plyground.search import setting as choose
from plyground.search.algorithms import DEEPENED, USUAL, usual
from plyground.search.scores import LONGEST, NAMES
from plyground.spec import canonical

WRONG_INPUT = 2
OF_A_WINDOW = ("depth", "preset", "scores", "evaluation", "ties")
"""Parameters of the searches that look so many plies ahead; the others have their own."""
OF_A_SEARCH = ("name", "seconds", "nodes", "playouts", "seed", *OF_A_WINDOW)
"""Parameters that mean nothing to the proof of an exact score."""
MOST_THREADS = 64
GROWN = ("uct", "proof-number")
"""The searches that grow a tree."""
NAMED = (*ALGORITHMS, *GROWN)


def search(
    context: typer.Context,
    game_text: GameText,
    position_text: PositionText = None,
    positions: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|-",
            help=str(_("Many positions, one a line (-: from standard input); one JSON record a line comes out.")),
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help=str(
                _(
                    "One of: {names}. Without it alphabeta, and pvs where --seconds or --nodes is the limit; with chance {chance}, with more players {players}.",
                    names=", ".join(NAMED),
                    chance=f"{USUAL[1]}, {DEEPENED[1]}",
                    players=f"{USUAL[2]}, {DEEPENED[2]}",
                )
            ),
            autocompletion=one_of(NAMED),
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", help=str(_("Plies to look ahead; without it, to the end of the game.")))
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help=str(_("Look one ply ahead, then two, and so on, for so many seconds."))),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N", help=str(_("Look one ply ahead, then two, and so on, until N positions are visited."))
        ),
    ] = None,
    playouts: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help=str(_("Random games that uct plays; without a limit, 10,000."))),
    ] = None,
    preset: ConventionText = "aima",
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
    exact: Annotated[
        bool,
        typer.Option("--exact", help=str(_("Prove the exact score, as the game counts it, by a search of its own."))),
    ] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=MOST_THREADS,
            help=str(_("Threads that work together, with --exact, --seconds or --nodes; without it, 1.")),
        ),
    ] = None,
    native: Annotated[
        bool | None,
        typer.Option(
            "--native/--plain",
            help=str(_("Run it compiled for this machine, or as plain Python. Without either, whichever is quicker.")),
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Search a position: the best move, its value, and what it cost to find."""
    game = game_named(game_text)
    if positions is not None:
        refuse_beside(context, "positions", "position_text")
    if name is not None and canonical(name) not in NAMED:
        raise SpecError(
            _("There is no algorithm “{name}”; the algorithms are: {names}.", name=name, names=", ".join(NAMED))
        )
    if threads is not None and not (exact or seconds or nodes):
        raise SearchError(_("Threads work together on a proof (--exact) or within a limit (--seconds, --nodes)."))
    if exact:
        refuse_beside(context, "exact", *OF_A_SEARCH)
        inquiry: Inquiry = Proving(game, Counted(new_tally(), native, PLAIN_PROOF), threads or 1)
    elif canonical(name or "") == "uct":
        refuse_beside(context, "name", "nodes", "threads", *OF_A_WINDOW)
        inquiry = Sampling(game, playouts, seconds, seed, Counted(new_tally(), native))
    elif canonical(name or "") == "proof-number":
        refuse_beside(context, "name", "playouts", "seed", "threads", *OF_A_WINDOW)
        inquiry = Questioning(game, nodes, seconds, Counted(new_tally(), native))
    else:
        if playouts is not None:
            raise SearchError(_("--playouts is an option of --algorithm uct alone."))
        limit = None if seconds is None and nodes is None else Limit(seconds, nodes, depth)
        if limit is not None:
            refuse_beside(context, "nodes" if seconds is None else "seconds", "ties", "seed")
        known = algorithm(name) if name else usual(game.start, deepened=limit is not None)
        judge = evaluation_name(game, canonical(evaluation or "best")) if evaluation or depth or limit else None
        setting = choose(
            depth=depth if limit is None else LONGEST,
            evaluation=None if judge is None else game.evaluations[judge],
            scores=canonical(scores),
            convention=convention(preset),
        )
        choices = {
            "scores": canonical(scores),
            "convention": canonical(preset) if known.convention else None,
            "evaluation": judge,
            "ties": canonical(ties),
        }
        pace = Counted(new_tally(), native if known.compiles else bool(native))
        inquiry = Searching(game, known, setting, limit, threads or 1, canonical(ties), seed, pace, choices)
    if positions is not None:
        _answer_each(inquiry, positions)
        return
    position = game.start if position_text is None else game.notation.parse(position_text)
    with progress(inquiry.pace.tally):
        answer = inquiry.ask(position)
    if as_json:
        say_json(answer.record())
    else:
        answer.show()


def _answer_each(inquiry: Inquiry, source: str) -> None:
    """A record for each position, as it comes; a line that cannot be answered makes the exit code 2."""
    faults = 0
    for number, line in numbered_lines(source):
        try:
            with progress(inquiry.pace.tally):
                record = inquiry.ask(position_at_head(inquiry.game, line)).record()
        except PlygroundError as error:
            faults += 1
            tell(FileError(source, error.sentence, number).sentence)
            record = {"error": shown(str(error))}
        say_json_line({"line_number": number} | record)
    if faults:
        raise typer.Exit(WRONG_INPUT)
