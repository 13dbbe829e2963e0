"""``plyground search``: the best move of one position, or of many, told in words or in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from plyground.bots.searcher import evaluation_name
from plyground.cli.commands._parameters import (
    AsJson,
    ConventionText,
    GameText,
    PositionText,
    complete_player,
    one_of,
    refuse_beside,
    was_given,
)
from plyground.cli.counted_search import counted_searches
from plyground.cli.own_games import game_named
from plyground.cli.position_input import numbered_lines, position_at_head
from plyground.cli.progress_line import progress
from plyground.cli.search_request import PLAIN_PROOF, Inquiry, ProofInquiry, SearchInquiry
from plyground.cli.terminal import say_json, say_json_line, shown, tell
from plyground.core.spec import canonical
from plyground.errors import FileError, PlygroundError, SearchError, SpecError
from plyground.i18n import _
from plyground.searches import ALGORITHMS, TIES, Limit, algorithm, convention
from plyground.searches import setting as choose
from plyground.searches.registry import DEEPENED, USUAL, usual
from plyground.searches.scores import MAX_DEPTH, NAMES, usual_scores
from plyground.solvers.exact import MEGABYTES

WRONG_INPUT = 2
OF_A_WINDOW = ("depth", "preset", "scores", "evaluation", "ties")
"""Parameters of the searches to a depth; the other searches have their own."""
OF_A_SEARCH = ("name", "seconds", "nodes", "playouts", "seed", *OF_A_WINDOW)
"""Parameters that the proof of an exact score does not have."""
MAX_THREADS = 64
MAX_MEGABYTES = 1 << 16
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
                    "One of: {names}. The default is {two}, with chance {chance}, with more players {players}. With --seconds or --nodes it is the engine (pvs and proofs), with chance {deepened}.",
                    names=", ".join(NAMED),
                    two=USUAL[0],
                    chance=USUAL[1],
                    players=USUAL[2],
                    deepened=DEEPENED[1],
                )
            ),
            autocompletion=one_of(NAMED),
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", help=str(_("Plies to look ahead (default: to the end of the game).")))
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help=str(_("Search one ply deep, then two, and so on, for this many seconds."))),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N", help=str(_("Search one ply deep, then two, and so on, until N positions are visited."))
        ),
    ] = None,
    playouts: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help=str(_("Random games that uct plays (default without a limit: 10,000)."))),
    ] = None,
    preset: ConventionText = "aima",
    scores: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=str(
                _(
                    "The scores of finished games; one of: {names} (default: distance; utility with --convention, chance or fractions).",
                    names=", ".join(NAMES),
                )
            ),
            autocompletion=one_of(NAMES),
        ),
    ] = None,
    evaluation: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=str(_("Static evaluation at the depth limit, or none (default: the game's best).")),
        ),
    ] = None,
    ties: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("The choice between equally good moves; one of: {names}.", names=", ".join(TIES))),
            autocompletion=one_of(TIES),
        ),
    ] = "first",
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help=str(_("The seed of random numbers: the same seed breaks ties in the same way."))
        ),
    ] = None,
    exact: Annotated[
        bool,
        typer.Option("--exact", help=str(_("Prove the exact score, as the game counts it."))),
    ] = False,
    bot: Annotated[
        str | None,
        typer.Option(
            "--bot",
            metavar="PLAYER",
            help=str(_("Ask this bot for its move, or a program that is set up.")),
            autocompletion=complete_player,
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=MAX_THREADS,
            help=str(_("Threads that work together, with --exact, --seconds or --nodes (default: 1).")),
        ),
    ] = None,
    megabytes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=MAX_MEGABYTES,
            help=str(
                _(
                    "Memory in MB for the proven bounds, with --exact (default: {count}). A long proof is faster with more.",
                    count=MEGABYTES,
                )
            ),
        ),
    ] = None,
    native: Annotated[
        bool | None,
        typer.Option(
            "--native/--plain",
            help=str(_("Run compiled or as plain Python (default: the quicker one).")),
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
    if megabytes is not None and not exact:
        raise SearchError(_("The memory is for the bounds of a proof: give --exact, too."))
    if bot is not None:
        refuse_beside(context, "bot", "exact", "threads", *OF_A_SEARCH)
        from plyground.bots import load_player
        from plyground.cli.bot_inquiry import BotInquiry  # late, as are the others: most questions are for a search

        inquiry: Inquiry = BotInquiry(game, bot, load_player(bot, game), native, counted_searches(native))
    elif exact:
        refuse_beside(context, "exact", *OF_A_SEARCH)
        inquiry = ProofInquiry(game, counted_searches(native, PLAIN_PROOF), threads or 1, megabytes)
    elif canonical(name or "") == "uct":
        refuse_beside(context, "name", "nodes", "threads", *OF_A_WINDOW)
        from plyground.cli.tree_search_report import SamplingInquiry

        inquiry = SamplingInquiry(game, playouts, seconds, seed, counted_searches(native))
    elif canonical(name or "") == "proof-number":
        refuse_beside(context, "name", "playouts", "seed", "threads", *OF_A_WINDOW)
        from plyground.cli.tree_search_report import ProofNumberInquiry

        inquiry = ProofNumberInquiry(game, nodes, seconds, counted_searches(native))
    elif playouts is not None:
        raise SearchError(_("The option --playouts is only for --algorithm uct."))
    else:
        limit = None if seconds is None and nodes is None else Limit(seconds, nodes, depth)
        limiting = "nodes" if seconds is None else "seconds"
        if limit is not None:
            limit.check()
            refuse_beside(context, limiting, "ties", "seed")
        known = algorithm(name) if name else usual(game.start, deepened=limit is not None)
        judge = evaluation_name(game, canonical(evaluation or "best")) if evaluation or depth or limit else None
        if limit is not None and name is None and known.name == DEEPENED[0]:
            refuse_beside(context, limiting, "preset", "scores")
            from plyground.cli.engine_inquiry import EngineInquiry

            pace = counted_searches(native)
            inquiry = EngineInquiry(game, limit, threads or 1, judge or "none", pace)
        else:
            counting = canonical(scores or ("utility" if was_given(context, "preset") else usual_scores(game.demands)))
            setting = choose(
                depth=depth if limit is None else MAX_DEPTH,
                evaluation=None if judge is None else game.evaluations[judge],
                scores=counting,
                convention=convention(preset),
            )
            choices = {
                "scores": counting,
                "convention": canonical(preset) if known.convention else None,
                "evaluation": judge,
                "ties": canonical(ties),
            }
            pace = counted_searches(native if known.compiles and known.compiles_for(game.start) else bool(native))
            inquiry = SearchInquiry(game, known, setting, limit, threads or 1, canonical(ties), seed, pace, choices)
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
    """Print a record for each position as it comes. Exit with code 2 if a line cannot be answered."""
    faults = 0
    record: Mapping[str, object]
    for number, line in numbered_lines(source):
        try:
            with progress(inquiry.pace.tally):
                record = inquiry.ask(position_at_head(inquiry.game, line)).record()
        except PlygroundError as error:
            faults += 1
            tell(FileError(source, error.sentence, number).sentence)
            record = {"error": shown(str(error))}
        say_json_line({"line_number": number, **record})
    if faults:
        raise typer.Exit(WRONG_INPUT)
