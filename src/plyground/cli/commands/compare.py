"""``plyground compare``: the costs of searches by depth, as a table, as CSV, as a chart, in JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from plyground.arena.chart import SERIES, Panel, chart, figure, look, names
from plyground.arena.compare import (
    MEASURES,
    ORDERS,
    Branching,
    Experiment,
    Row,
    Run,
    Subject,
    branching,
    contenders,
    csv,
    depths,
    means_of,
    random_positions,
    record,
    run,
    survey,
)
from plyground.arena.presets import preset
from plyground.cli.commands._parameters import AsJson, complete_game, one_of, refuse_beside
from plyground.cli.json_records import ComparisonRecord
from plyground.cli.own_games import game_named
from plyground.cli.position_input import numbered_lines, position_at_head
from plyground.cli.progress_line import hurried, progress
from plyground.cli.terminal import UNKNOWN, say, say_json, say_table
from plyground.core.files import write_text
from plyground.core.game import Game
from plyground.errors import FileError, PlygroundError, SearchStopped, SpecError
from plyground.i18n import Number, Sentence, _, _n
from plyground.searches import ALGORITHMS, PRESETS, Limit, Tally, new_tally
from plyground.teaching.gallery import TITLES, example

PRINTED = "-"
"""The name of a file that stands for standard output."""
NODES, SECONDS, PLIES = 10_000_000, 20.0, 4
"""Default limits of a search in positions and seconds, and number of random moves before a random position."""
STOPPED = 130
LIST = "LIST"


def compare(
    context: typer.Context,
    game_texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...",
            help=str(_("One or more games; tictactoe, dame, connect_four and othello have a default comparison.")),
            autocompletion=complete_game,
        ),
    ] = None,
    trees: Annotated[
        list[str] | None,
        typer.Option(
            "--tree",
            metavar="NAME",
            help=str(_("A tree of the gallery; may be given again.")),
            autocompletion=one_of(TITLES),
        ),
    ] = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            metavar=LIST, help=str(_("Algorithms joined by commas, of: {names}.", names=", ".join(ALGORITHMS)))
        ),
    ] = None,
    conventions: Annotated[
        str | None,
        typer.Option(metavar=LIST, help=str(_("How alpha-beta cuts, of: {names}.", names=", ".join(PRESETS)))),
    ] = None,
    orders: Annotated[
        str, typer.Option(metavar=LIST, help=str(_("Orders of children, of: {names}.", names=", ".join(ORDERS))))
    ] = "rules",
    plies: Annotated[
        str | None, typer.Option("--depths", metavar=LIST, help=str(_("Plies to look ahead, such as 1-8 or 2,4,6.")))
    ] = None,
    positions: Annotated[
        str | None,
        typer.Option(metavar="FILE|-", help=str(_("Positions of the game, one a line, instead of its start."))),
    ] = None,
    by_chance: Annotated[
        int | None,
        typer.Option(
            "--random", metavar="N", min=1, max=1000, help=str(_("The number of random positions to search instead."))
        ),
    ] = None,
    after: Annotated[
        int, typer.Option("--after", metavar="N", min=0, max=500, help=str(_("Random moves before each of them.")))
    ] = PLIES,
    seed: Annotated[
        int, typer.Option(metavar="N", help=str(_("The seed of random numbers: the same seed gives the same result.")))
    ] = 0,
    nodes: Annotated[
        int, typer.Option(metavar="N", help=str(_("Positions after which a search is stopped and not tried deeper.")))
    ] = NODES,
    seconds: Annotated[
        float, typer.Option(metavar="S", help=str(_("Seconds after which a search is stopped and not tried deeper.")))
    ] = SECONDS,
    measure: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("The measure in table and chart; one of: {names}.", names=", ".join(MEASURES))),
            autocompletion=one_of(MEASURES),
        ),
    ] = "nodes",
    csv_file: Annotated[
        str | None,
        typer.Option(
            "--csv", metavar="FILE|-", help=str(_("Write every search as a line of CSV (-: to standard output)."))
        ),
    ] = None,
    svg_file: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE|-", help=str(_("Draw the chart as SVG (-: to standard output)."))),
    ] = None,
    theme: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("Colours of the chart; one of: {names}.", names=", ".join(SERIES))),
            autocompletion=one_of(SERIES),
        ),
    ] = "color",
    as_json: AsJson = False,
) -> None:
    """Compare what searches cost: positions visited, cut-offs, table hits and growth, ply by ply."""
    colours = look(theme)
    if measure not in MEASURES:
        raise SpecError(
            _(
                "The option --measure cannot be “{name}”; choose one of: {names}.",
                name=measure,
                names=", ".join(MEASURES),
            )
        )
    if as_json + (csv_file == PRINTED) + (svg_file == PRINTED) > 1:
        raise SpecError(_("Only one thing can be printed at once: write the others to files."))
    if positions is not None:
        refuse_beside(context, "positions", "by_chance", "trees")
    games = [game_named(text) for text in game_texts or ()]
    if positions is not None and len(games) != 1:
        raise SpecError(_("Positions from a file need a game: name it."))
    groups = [_subjects(game, positions, by_chance, seed, after) for game in games]
    groups += [[Subject.of_tree(name, example(name).tree)] for name in trees or ()]
    if not groups:
        raise SpecError(_("Name a game to compare searches in, or a tree with --tree."))
    compared = []
    for subjects in groups:
        usual = preset(subjects[0].name, subjects[0].position)
        wanted = Experiment(
            tuple(subjects),
            contenders(
                usual.algorithms if algorithms is None else algorithms.split(","),
                conventions.split(",") if conventions else usual.conventions if algorithms is None else ("aima",),
                orders.split(","),
            ),
            usual.depths if plies is None else depths(plies),
            Limit(seconds, nodes),
            seed,
        )
        wanted.check()
        compared.append(GameComparison(wanted))
    tally = new_tally()
    stopped = False
    with progress(tally) as told, hurried(tally):
        try:
            for one in compared:
                one.go(tally, told)
        except SearchStopped:
            stopped = True
    rows = [row for one in compared for row in one.rows]
    outputs: list[tuple[str | None, Callable[[], str]]] = [
        (csv_file, lambda: csv(rows)),
        (svg_file, lambda: chart([one.panel for one in compared], measure, colours)),
    ]
    for file, make in outputs:
        if file == PRINTED:
            sys.stdout.write(make())
        elif file is not None:
            write_text(file, make())
    if as_json:
        say_json([one.record() for one in compared])
    elif PRINTED not in (csv_file, svg_file):
        for number, one in enumerate(compared):
            if number:
                say()
            one.show(measure)
    if stopped:
        raise typer.Exit(STOPPED)


def _subjects(game: Game, source: str | None, by_chance: int | None, seed: int, after: int) -> list[Subject]:
    """Return the positions of a game that are searched."""
    if source is not None:
        return [Subject(game.name, game, position) for position in _positions(game, source)]
    if by_chance is not None:
        return [Subject(game.name, game, position) for position in random_positions(game, by_chance, seed, after)]
    return [Subject(game.name, game, game.start)]


def _positions(game: Game, source: str) -> list[Any]:
    found = []
    for number, line in numbered_lines(source):
        try:
            found.append(position_at_head(game, line))
        except PlygroundError as error:
            raise FileError(source, error.sentence, number) from None
    if not found:
        raise FileError(source, _("it has no position."))
    return found


class GameComparison:
    """The experiment on one game, and its results."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.subjects = experiment.subjects
        self.rows: list[Row] = []
        self.counted: Branching | None = None

    def go(self, tally: Tally, told: Callable[[Sentence], object]) -> None:
        """Run the experiment. Raise :class:`SearchStopped`; the rows finished by then are in ``rows``."""
        runs = sum(1 for _run in self.experiment.runs())

        def tell(one: Run) -> None:
            name = one.contender.known.title
            words = {"number": len(self.rows) + 1, "count": runs, "game": self.subjects[0].title, "algorithm": name}
            told(_("{game}, search {number} of {count}: {algorithm}, depth {depth} …", depth=one.depth, **words))

        if not self.experiment.is_exhaustive:
            self.counted = branching(survey(self.subjects, self.experiment.depths, tally))
        self.rows.extend(run(self.experiment, tally, tell))

    @property
    def panel(self) -> Panel:
        """The chart's panel of this game."""
        return Panel(self.subjects[0].title, self.rows, self.counted)

    def record(self) -> ComparisonRecord:
        """Return the comparison as a record."""
        known = branching(self.rows) or self.counted
        return {
            "game": self.subjects[0].name,
            "positions": len(self.subjects),
            "seed": self.experiment.seed,
            "branching_factor": None if known is None else round(known.factor, 4),
            "branching_depth": None if known is None else known.depth,
            "rows": [record(row) for row in self.rows],
        }

    def show(self, measure: str) -> None:
        """Print the cost of each search, depth by depth."""
        title, _value = MEASURES[measure]
        called = names(self.experiment.contenders)
        means = means_of(self.rows, measure)
        say(_("{game}: {measure}", game=self.subjects[0].title, measure=title))
        if len(self.subjects) > 1:
            say(_n("Mean of {count} position.", "Means of {count} positions.", len(self.subjects)))
        say()
        say_table(
            [_("depth"), *(Sentence(name, {}) for name in called.values())],
            [
                (depth, *(UNKNOWN if (mean := means.get((one, depth))) is None else figure(mean) for one in called))
                for depth in sorted({row.depth for row in self.rows})
            ],
        )
        known = branching(self.rows) or self.counted
        if known is not None:
            say()
            say(
                _n(
                    "Branching factor b = {factor}, measured over {count} ply.",
                    "Branching factor b = {factor}, measured over {count} plies.",
                    known.depth,
                    factor=Number(known.factor, decimals=2),
                )
            )
        if not all(row.complete for row in self.rows):
            say(_("– means that a search was stopped at its limit (--nodes, --seconds), or was not tried deeper."))
