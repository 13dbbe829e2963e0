"""``plyground tree``: any search on a tree from a file, a text, a random generator or a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.bots.searcher import evaluation_named
from plyground.cli.commands import _export_options as drawing
from plyground.cli.commands._parameters import AsJson, ConventionText, one_of, refuse_beside, was_given
from plyground.cli.exports import ExportRequest
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.terminal import say_json
from plyground.cli.tree_report import SearchedTree
from plyground.core.spec import canonical
from plyground.errors import SearchError, SpecError
from plyground.i18n import _
from plyground.searches import (
    ALGORITHMS,
    Convention,
    Setting,
    algorithm,
    convention,
    new_tally,
    search,
    setting,
)
from plyground.searches.algorithms.alliance import allied, members
from plyground.teaching.gallery import gallery
from plyground.trace.record import Recorder, record, terms
from plyground.trace.run import Run
from plyground.trees import ORDERS, StaticValues, Tree, ordered, random_tree, unfold
from plyground.trees.reading import MAX_CHARS

STDIN = "-"
OF_CHANCE = ("branching", "values", "seed", "irregular")
"""Parameters that only random trees have."""
DEPTH = 2
"""Default depth of a random tree or of a game's tree, in plies."""


def tree(
    context: typer.Context,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="TREE",
            help=str(_("A tree as text, such as [[3,12,8],[2,4,6]], a file that holds one, or an example's name.")),
        ),
    ] = None,
    by_chance: Annotated[bool, typer.Option("--random", help=str(_("Make a random tree.")))] = False,
    branching: Annotated[int, typer.Option(metavar="N", help=str(_("Children of each node of a random tree.")))] = 3,
    values: Annotated[
        str, typer.Option(metavar="LEAST,MOST", help=str(_("The range of the leaves of a random tree.")))
    ] = "0,20",
    seed: Annotated[int, typer.Option(metavar="N", help=str(_("The same seed makes the same random tree.")))] = 0,
    irregular: Annotated[
        bool,
        typer.Option(
            "--irregular",
            help=str(_("Make the random tree irregular: some nodes have fewer children, and some leaves lie higher.")),
        ),
    ] = False,
    game_text: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help=str(_("Use the positions of this game as the tree, to --depth plies."))
        ),
    ] = None,
    position_text: Annotated[
        str | None,
        typer.Option("--position", metavar="TEXT", help=str(_("The position at the root (default: the start)."))),
    ] = None,
    evaluation: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=str(_("Static evaluation of a game's leaves, or none (default: the game's best).")),
        ),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help=str(
                _(
                    "Plies of a game's tree or a random tree (default: {depth}); of a given tree, plies to look ahead.",
                    depth=DEPTH,
                )
            ),
        ),
    ] = None,
    root: Annotated[str | None, typer.Option(metavar="max|min", help=str(_("The player to move at the root.")))] = None,
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="LIST", help=str(_("The players of the levels, which repeat, such as max,min,chance or 0,1,2."))
        ),
    ] = None,
    name: Annotated[
        str,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help=str(_("One of: {names}.", names=", ".join(ALGORITHMS))),
            autocompletion=one_of(ALGORITHMS),
        ),
    ] = "alphabeta",
    preset: ConventionText = "aima",
    right_to_left: Annotated[
        bool, typer.Option("--right-to-left", help=str(_("Take the children from the right.")))
    ] = False,
    shallow: Annotated[
        bool, typer.Option("--no-deep-cutoffs", help=str(_("Let a node use only the value of its parent.")))
    ] = False,
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
    ] = "given",
    allies: Annotated[
        str | None,
        typer.Option(metavar="LIST", help=str(_("Players allied against all others, such as 0,2."))),
    ] = None,
    svg: drawing.Svg = None,
    png: drawing.Png = None,
    tikz: drawing.Tikz = None,
    html: drawing.Html = None,
    text: drawing.Text = False,
    table: drawing.Table = None,
    steps: drawing.Steps = False,
    record_file: drawing.Record = None,
    step: drawing.Step = None,
    theme: drawing.ThemeName = "color",
    shapes: drawing.Shapes = "triangles",
    merge: drawing.Merge = "no",
    as_json: AsJson = False,
) -> None:
    """Search a tree: its value, what was visited, what was cut and why."""
    wanted = ExportRequest(svg, png, tikz, record_file, html, text, table, steps, step, theme, shapes, merge)
    wanted.check(printing=as_json)
    if (source is not None) + by_chance + (game_text is not None) != 1:
        raise SpecError(_("Give one tree: as text or a file, with --random, or with --game."))
    if not by_chance:
        refuse_beside(context, "source" if source is not None else "game_text", *OF_CHANCE)
    if game_text is None:
        refuse_beside(context, "source" if source is not None else "by_chance", "position_text", "evaluation")
    else:
        refuse_beside(context, "game_text", "root", "levels")
        game = game_named(game_text)
        start = None if position_text is None else game.notation.parse(position_text)
        judge = evaluation_named(game, canonical(evaluation or "best"))
        subject = unfold(game, start, depth=DEPTH if depth is None else depth, evaluation=judge)
    if by_chance:
        least, most = _range(values)
        subject = random_tree(
            branching, DEPTH if depth is None else depth,
            least=least, most=most, seed=seed, irregular=irregular, root=root, levels=levels,
        )  # fmt: skip
    elif source is not None:
        subject = given(source, root, levels)
    if source is not None and depth is not None:
        _refuse_unjudged(subject, depth)
    known = algorithm(name)
    if known.has_conventions and source is not None and source in gallery() and not was_given(context, "preset"):
        preset = gallery()[source].convention
    rule = convention(preset)._replace(right_to_left=right_to_left, shallow=shallow)
    chosen = setting(
        depth=depth if source is not None else None,
        convention=rule,
        order=ordered(subject, canonical(order)),
    )._replace(evaluation=StaticValues())
    position: Any = subject.start if allies is None else allied(subject.start, *members(allies))
    answer = _walk(subject, position, known.name, chosen, canonical(preset) if known.has_conventions else None)
    with_boards = game_text is not None and allies is None and canonical(order) == "given"

    def again(rule: Convention, *, source: bool = True) -> Run:
        if not with_boards:
            return _walk(subject, position, known.name, chosen._replace(convention=rule), None, source=source).run
        plies = setting(depth=DEPTH if depth is None else depth, evaluation=judge, convention=rule)
        return record(game.start if start is None else start, known.name, plies, of=game, source=source)

    if wanted.give(again(rule, source=False) if with_boards and wanted else answer.run, again):
        return
    if as_json:
        say_json(answer.record())
    else:
        answer.show()


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


def given(source: str, root: str | None = None, levels: str | None = None) -> Tree:
    """Return the tree in the argument, or the example or file that it names."""
    if source in gallery():
        chosen = gallery()[source].tree
        return Tree.parse(chosen.json(), root=root, levels=levels) if root or levels else chosen
    if source == STDIN:
        return Tree.parse(sys.stdin.read(MAX_CHARS + 1), root=root, levels=levels)
    text = source.strip()
    if not text or text[0] in "[({" or (text[-1:].isdecimal() and not Path(source).exists()):
        return Tree.parse(source, root=root, levels=levels)
    if text.endswith(".py"):
        raise SpecError(_("{file} is not a tree: for the tree of a game, write --game {file}.", file=text))
    return Tree.load(source, root=root, levels=levels)


def _refuse_unjudged(subject: Tree, depth: int) -> None:
    """Raise :class:`SearchError` if the search needs the static value of a node that has none in the tree."""
    for node in subject.level(depth):
        if not subject.is_leaf(node) and node not in subject.judged:
            raise SearchError(
                _("A search of {depth} plies needs a static value of {node}: give it a \"value\".", node=subject.name(node), depth=depth)
            )  # fmt: skip


def _range(text: str) -> tuple[int, int]:
    least, comma, most = text.partition(",")
    try:
        return int(least), int(most if comma else "")
    except ValueError:
        raise SpecError(_("The values lie between two whole numbers, such as 0,20, not “{text}”.", text=text)) from None
