"""``plyground search``: the best move of one position, or of many, told in words or in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple

import typer

from plyground.bots.searcher import given_evaluation
from plyground.cli.counted_search import counted_searches
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import (
    BOT,
    DEPTH,
    MEMORY_HELP,
    NODES,
    SECONDS,
    SEED,
    AsJson,
    ConventionText,
    EvaluationText,
    GameText,
    PositionsFile,
    PositionText,
    Threads,
    one_of,
    refuse_beside,
    was_given,
)
from plyground.cli.own_games import game_named, search_named
from plyground.cli.position_input import numbered_lines, position_at_head
from plyground.cli.progress_line import progress
from plyground.cli.search_request import PLAIN_PROOF, Inquiry, ProofInquiry, SearchInquiry
from plyground.cli.terminal import say_json, say_json_line, shown, tell
from plyground.core.evaluation_registry import evaluation_name
from plyground.core.game import Game
from plyground.core.spec import canonical
from plyground.errors import FileError, PlygroundError, SearchError, SpecError
from plyground.i18n import _
from plyground.searches import ALGORITHMS, TIES, Limit, algorithm, convention
from plyground.searches import setting as choose
from plyground.searches.registry import DEEPENED, USUAL, usual
from plyground.searches.scores import MAX_DEPTH, NAMES, usual_scores
from plyground.solvers.exact import MEGABYTES
from plyground.trace.chosen_search import FUNCTION

WRONG_INPUT = 2
OF_A_WINDOW = ("depth", "preset", "scores", "evaluation", "ties")
"""Parameters of the searches to a depth; the other searches have their own."""
OF_A_SEARCH = ("name", "seconds", "nodes", "playouts", "seed", *OF_A_WINDOW)
"""Parameters that the proof of an exact score does not have."""
MAX_MEMORY_MB = 1 << 16
GROWN = ("uct", "puct", "proof-number")
"""The searches that grow a tree."""
NAMED = (*ALGORITHMS, *GROWN)


class Positions(NamedTuple):
    """Options that choose one position or many."""

    position_text: PositionText = None
    positions: PositionsFile = None


class Limits(NamedTuple):
    """Options that end a search."""

    depth: Annotated[int | None, DEPTH] = None
    seconds: Annotated[float | None, SECONDS] = None
    nodes: Annotated[int | None, NODES] = None
    playouts: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help=str(_("Random games that uct plays (default without a limit: 10,000)."))),
    ] = None

    @property
    def limit(self) -> Limit | None:
        """The limit of a search that deepens, if it has one."""
        return None if self.seconds is None and self.nodes is None else Limit(self.seconds, self.nodes, self.depth)


class WindowSearch(NamedTuple):
    """Options of a search to a depth."""

    preset: ConventionText = "aima"
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
    ] = None
    evaluation: EvaluationText = None
    ties: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("The choice between equally good moves; one of: {names}.", names=", ".join(TIES))),
            autocompletion=one_of(TIES),
        ),
    ] = "first"
    seed: Annotated[int | None, SEED] = None


class Question(NamedTuple):
    """Options that choose who answers: a search, the proof of an exact score, or a bot."""

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
    ] = None
    exact: Annotated[
        bool,
        typer.Option("--exact", help=str(_("Prove the exact score, as the game counts it."))),
    ] = False
    bot: Annotated[str | None, BOT] = None


class Resources(NamedTuple):
    """Options of the work."""

    threads: Threads = None
    memory: Annotated[
        int,
        typer.Option(metavar="MB", min=1, max=MAX_MEMORY_MB, help=MEMORY_HELP),
    ] = MEGABYTES
    native: Annotated[
        bool | None,
        typer.Option(
            "--native/--plain",
            help=str(_("Run compiled or as plain Python (default: the quicker one).")),
        ),
    ] = None


@grouped
def search(
    context: typer.Context,
    game_text: GameText,
    where: Positions,
    question: Question,
    limits: Limits,
    window: WindowSearch,
    resources: Resources,
    as_json: AsJson = False,
) -> None:
    """Search a position: the best move, its value, and what it cost to find."""
    game = game_named(game_text)
    if where.positions is not None:
        refuse_beside(context, "positions", "position_text")
    inquiry = _inquiry(context, game, question, limits, window, resources)
    if where.positions is not None:
        _answer_each(inquiry, where.positions)
        return
    position = game.start if where.position_text is None else game.notation.parse(where.position_text)
    with progress(inquiry.pace.tally):
        answer = inquiry.ask(position)
    if as_json:
        say_json(answer.record())
    else:
        answer.show()


def _inquiry(
    context: typer.Context, game: Game, question: Question, limits: Limits, window: WindowSearch, resources: Resources
) -> Inquiry:
    """Return the inquiry for these options. Raise :class:`PlygroundError` for options that do not fit together."""
    name = canonical(question.name or "")
    if question.name is not None and name not in NAMED:
        if not FUNCTION.fullmatch(question.name.strip()):
            raise SpecError(
                _(
                    "There is no algorithm “{name}”; the algorithms are: {names}.",
                    name=question.name,
                    names=", ".join(NAMED),
                )
            )
        name = search_named(question.name).name
    if resources.threads is not None and not (question.exact or limits.limit):
        raise SearchError(_("Threads work together on a proof (--exact) or within a limit (--seconds, --nodes)."))
    if was_given(context, "memory") and not question.exact:
        raise SearchError(_("The memory is for the bounds of a proof: give --exact, too."))
    native = resources.native
    if question.bot is not None:
        refuse_beside(context, "bot", "exact", "threads", *OF_A_SEARCH)
        from plyground.bots import load_bot
        from plyground.cli.bot_inquiry import BotInquiry  # imported here because few questions are for a bot

        return BotInquiry(game, question.bot, load_bot(question.bot, game), native, counted_searches(native))
    if question.exact:
        refuse_beside(context, "exact", *OF_A_SEARCH)
        memory = resources.memory if was_given(context, "memory") else None
        return ProofInquiry(game, counted_searches(native, PLAIN_PROOF), resources.threads or 1, memory)
    if name == "uct":
        refuse_beside(context, "name", "nodes", "threads", *OF_A_WINDOW)
        from plyground.cli.reports.tree_search_report import SamplingInquiry

        return SamplingInquiry(game, limits.playouts, limits.seconds, window.seed, counted_searches(native))
    if name == "puct":
        refuse_beside(
            context, "name", "playouts", "seed", "threads", *(each for each in OF_A_WINDOW if each != "evaluation")
        )
        from plyground.cli.reports.tree_search_report import ValueTreeInquiry

        judge = evaluation_name(game, given_evaluation(window.evaluation))
        if judge is None:
            raise SearchError(_("{game} has no evaluation, which puct needs: let plyground learn make one.", game=game.title))  # fmt: skip
        return ValueTreeInquiry(game, game.evaluations[judge], limits.nodes, limits.seconds, counted_searches(native))
    if name == "proof-number":
        refuse_beside(context, "name", "playouts", "seed", "threads", *OF_A_WINDOW)
        from plyground.cli.reports.tree_search_report import ProofNumberInquiry

        return ProofNumberInquiry(game, limits.nodes, limits.seconds, counted_searches(native))
    if limits.playouts is not None:
        raise SearchError(_("The option --playouts is only for --algorithm uct."))
    return _window_inquiry(context, game, name, limits, window, resources)


def _window_inquiry(
    context: typer.Context, game: Game, name: str, limits: Limits, window: WindowSearch, resources: Resources
) -> Inquiry:
    """Return the inquiry for a search to a depth, or to a limit by iterative deepening."""
    limit, native = limits.limit, resources.native
    if limit is not None:
        limit.check()
        limiting = "nodes" if limits.seconds is None else "seconds"
        refuse_beside(context, limiting, "ties", "seed")
    known = algorithm(name) if name else usual(game.start, deepened=limit is not None)
    judged = window.evaluation or limits.depth or limit
    judge = evaluation_name(game, given_evaluation(window.evaluation)) if judged else None
    if limit is not None and not name and known.name == DEEPENED[0]:
        refuse_beside(context, limiting, "preset", "scores")
        from plyground.cli.engine_inquiry import EngineInquiry

        return EngineInquiry(game, limit, resources.threads or 1, judge or "none", counted_searches(native))
    usually = "utility" if was_given(context, "preset") else usual_scores(game.demands)
    counting = canonical(window.scores or usually)
    setting = choose(
        depth=limits.depth if limit is None else MAX_DEPTH,
        evaluation=None if judge is None else game.evaluations[judge],
        scores=counting,
        convention=convention(window.preset),
    )
    choices = {
        "scores": counting,
        "convention": canonical(window.preset) if known.has_conventions else None,
        "evaluation": judge,
        "ties": canonical(window.ties),
    }
    pace = counted_searches(native if known.compiles and known.compiles_for(game.start) else bool(native))
    return SearchInquiry(
        game, known, setting, limit, resources.threads or 1, canonical(window.ties), window.seed, pace, choices
    )


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
