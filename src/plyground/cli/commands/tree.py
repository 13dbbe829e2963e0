"""``plyground tree``: any search on a tree from a file, a text, a random generator or a game."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import typer

from plyground.cli.exports import ExportRequest
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import (
    AsJson,
    ConventionText,
    complete_bot,
    one_of,
    refuse_beside,
    was_given,
)
from plyground.cli.options.tree_source import TREE, GameTree, RandomTree, ToMove, given
from plyground.cli.own_games import search_named
from plyground.cli.progress_line import progress
from plyground.cli.reports.decision_report import report_decision
from plyground.cli.reports.tree_report import SearchedTree
from plyground.cli.terminal import say_json
from plyground.core.spec import canonical
from plyground.errors import SearchError, SpecError
from plyground.i18n import _
from plyground.searches import ALGORITHMS, Convention, Setting, algorithm, convention, new_tally, search, setting
from plyground.searches.algorithms.alliance import allied, members
from plyground.teaching.gallery import gallery
from plyground.trace.record import Recorder, record, terms
from plyground.trace.run import Run
from plyground.trees import ORDERS, StaticValues, Tree, ordered

BOT_OPTION = typer.Option(
    "--bot",
    metavar="BOT",
    help=str(_("Show how this bot decides in the position of --game.")),
    autocompletion=complete_bot,
)
OF_SEARCHES = (
    "evaluation", "depth", "name", "preset", "right_to_left", "shallow", "order", "allies", "png", "tikz", "html", "save_run",
    "text", "steps_table", "steps", "step", "shapes", "merge",
)  # fmt: skip
"""Parameters that say how a tree is searched and drawn step by step, and mean nothing to a bot."""
OF_CHANCE = ("branching", "least", "most", "seed", "irregular")
"""Parameters that only random trees have."""


class TreeSearch(NamedTuple):
    """Options of the search of a tree."""

    name: Annotated[
        str,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help=str(_("One of: {names}.", names=", ".join(ALGORITHMS))),
            autocompletion=one_of(ALGORITHMS),
        ),
    ] = "alphabeta"
    preset: ConventionText = "aima"
    right_to_left: Annotated[
        bool, typer.Option("--right-to-left", help=str(_("Take the children from the right.")))
    ] = False
    shallow: Annotated[
        bool, typer.Option("--no-deep-cutoffs", help=str(_("Let a node use only the value of its parent.")))
    ] = False
    order: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(
                _(
                    "The order of the children: as given, or the truly best or worst first; one of: {names}.",
                    names=", ".join(ORDERS),
                )
            ),
            autocompletion=one_of(ORDERS),
        ),
    ] = "given"
    allies: Annotated[
        str | None,
        typer.Option(metavar="LIST", help=str(_("Players allied against all others, such as 0,2."))),
    ] = None

    @property
    def rule(self) -> Convention:
        """The convention of the search."""
        return convention(self.preset)._replace(right_to_left=self.right_to_left, shallow=self.shallow)

    def root(self, subject: Tree) -> Any:
        """Return the position at the root, as the players see it."""
        return subject.start if self.allies is None else allied(subject.start, *members(self.allies))


@grouped
def tree(
    context: typer.Context,
    source: Annotated[str | None, TREE] = None,
    *,
    of_chance: RandomTree,
    of_game: GameTree,
    wish: TreeSearch,
    exports: ExportRequest,
    bot: Annotated[str | None, BOT_OPTION] = None,
    to_move: ToMove = None,
    as_json: AsJson = False,
) -> None:
    """Search a tree: its value, what was visited, what was cut and why."""
    exports.check(printing=as_json)
    _refuse_other_sources(context, source, of_chance, of_game)
    if bot is not None:
        if of_game.tree_game is None:
            raise SpecError(_("A bot decides in a game: name it with --game."))
        refuse_beside(context, "bot", *OF_SEARCHES)
        report_decision(of_game, bot, exports, as_json=as_json)
        return
    unfolded = None if of_game.tree_game is None else of_game.unfolded()
    if unfolded is not None:
        subject = unfolded.tree
    elif source is None:
        subject = of_chance.made(of_game.plies, to_move)
    else:
        subject = given(source, to_move)
        _refuse_unjudged(subject, of_game.depth)
    known = search_named(wish.name)
    if known.has_conventions and source in gallery() and not was_given(context, "preset"):
        wish = wish._replace(preset=gallery()[source or ""].convention)
    chosen = setting(
        depth=None if source is None else of_game.depth,
        convention=wish.rule,
        order=ordered(subject, canonical(wish.order)),
    )._replace(evaluation=StaticValues())
    preset = canonical(wish.preset) if known.has_conventions else None
    answer = _walk(subject, wish.root(subject), known.name, chosen, preset)
    boards = unfolded if wish.allies is None and canonical(wish.order) == "given" else None

    def again(rule: Convention, *, source: bool = True) -> Run:
        if boards is None:
            return _walk(subject, wish.root(subject), known.name, chosen._replace(convention=rule), None, source=source).run  # fmt: skip
        to_depth = setting(depth=of_game.plies, evaluation=boards.evaluation, convention=rule)
        return record(boards.start, known.name, to_depth, of=boards.game, source=source)

    if exports.give(again(wish.rule, source=False) if boards and exports else answer.run, again):
        return
    if as_json:
        say_json(answer.record())
    else:
        answer.show()


def _refuse_other_sources(context: typer.Context, source: str | None, of_chance: RandomTree, of_game: GameTree) -> None:
    """Raise :class:`SpecError` unless one tree is given, :class:`SearchError` for an option of another source."""
    if (source is not None) + of_chance.random + (of_game.tree_game is not None) != 1:
        raise SpecError(_("Give one tree: as text or a file, with --random, or with --game."))
    if not of_chance.random:
        refuse_beside(context, "source" if source is not None else "tree_game", *OF_CHANCE)
    if of_game.tree_game is None:
        refuse_beside(context, "source" if source is not None else "random", "position_text", "evaluation")
    else:
        refuse_beside(context, "tree_game", "to_move")


def _walk(
    subject: Tree, position: Any, name: str, chosen: Setting, preset: str | None, *, source: bool = False
) -> SearchedTree:
    """Search a tree and record the search."""
    known = algorithm(name)
    tally = new_tally()
    text = known.text_under(chosen.convention) if source else None
    recorder = Recorder(terms(known.seen(position), known, chosen), chosen.order, text=text)
    with progress(tally):
        found = search(position, name, chosen, trace=recorder, tally=tally)
    return SearchedTree(subject, found, recorder.run(subject.start, subject), {"convention": preset})


def _refuse_unjudged(subject: Tree, depth: int | None) -> None:
    """Raise :class:`SearchError` if the search needs the static value of a node that has none in the tree."""
    for node in () if depth is None else subject.level(depth):
        if not subject.is_leaf(node) and node not in subject.judged:
            raise SearchError(
                _("A search of {depth} plies needs a static value of {node}: give it a \"value\".", node=subject.name(node), depth=depth)
            )  # fmt: skip
