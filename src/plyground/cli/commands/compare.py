"""``plyground compare``: the costs of searches by depth, as a table, as CSV, as a chart, in JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from plyground.arena.chart import Panel, chart, figure, look, names
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
from plyground.cli.json_records import ComparisonRecord
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import (
    LIST,
    NODES,
    SAMPLE_HELP,
    SECONDS,
    SEED,
    AsJson,
    Csv,
    PositionsFile,
    Svg,
    ThemeName,
    complete_game,
    one_of,
    refuse_beside,
)
from plyground.cli.options.tree_source import Trees, given
from plyground.cli.output_files import check_printed, write_output
from plyground.cli.own_games import game_named, search_named
from plyground.cli.position_input import numbered_lines, position_at_head
from plyground.cli.progress_line import hurried, progress
from plyground.cli.terminal import UNKNOWN, say, say_json, say_table
from plyground.core.game import Game
from plyground.errors import FileError, PlygroundError, SearchStopped, SpecError
from plyground.i18n import Number, Sentence, _, _n
from plyground.searches import ALGORITHMS, PRESETS, Limit, Tally, new_tally

NODES_LIMIT, SECONDS_LIMIT, PLIES = 10_000_000, 20.0, 4
"""Default limits of a search in positions and seconds, and number of random moves before a random position."""
STOPPED = 130


class Compared(NamedTuple):
    """Options that choose the positions and trees."""

    trees: Trees = None
    positions: PositionsFile = None
    sample: Annotated[int | None, typer.Option(metavar="N", min=1, max=1000, help=SAMPLE_HELP)] = None
    after: Annotated[
        int, typer.Option(metavar="N", min=0, max=500, help=str(_("Random moves before each position of --sample.")))
    ] = PLIES
    seed: Annotated[int, SEED] = 0

    def subjects(self, games: list[Game]) -> Iterator[list[Subject]]:
        """Yield the positions of each game, then each tree."""
        if self.positions is not None and len(games) != 1:
            raise SpecError(_("Positions from a file need a game: name it."))
        for game in games:
            yield [Subject(game.name, game, position) for position in self._positions(game)]
        for text in self.trees or ():
            yield [Subject.of_tree(text, given(text))]

    def _positions(self, game: Game) -> list[Any]:
        if self.positions is not None:
            return _positions(game, self.positions)
        if self.sample is not None:
            return random_positions(game, self.sample, self.seed, self.after)
        return [game.start]


class Searches(NamedTuple):
    """Options that choose the searches, their depths and their limits."""

    algorithms: Annotated[
        str | None,
        typer.Option(
            metavar=LIST, help=str(_("Algorithms joined by commas, of: {names}.", names=", ".join(ALGORITHMS)))
        ),
    ] = None
    conventions: Annotated[
        str | None,
        typer.Option(metavar=LIST, help=str(_("How alpha-beta cuts, of: {names}.", names=", ".join(PRESETS)))),
    ] = None
    orders: Annotated[
        str, typer.Option(metavar=LIST, help=str(_("Orders of children, of: {names}.", names=", ".join(ORDERS))))
    ] = "rules"
    plies: Annotated[
        str | None, typer.Option("--depths", metavar=LIST, help=str(_("Plies to look ahead, such as 1-8 or 2,4,6.")))
    ] = None
    nodes: Annotated[int, NODES] = NODES_LIMIT
    seconds: Annotated[float, SECONDS] = SECONDS_LIMIT

    def experiment(self, subjects: list[Subject], seed: int) -> Experiment:
        """Return the experiment on these positions. Raise :class:`PlygroundError` if it cannot be made."""
        usual = preset(subjects[0].name, subjects[0].position)
        usual_conventions = usual.conventions if self.algorithms is None else ("aima",)
        wanted = Experiment(
            tuple(subjects),
            contenders(
                usual.algorithms
                if self.algorithms is None
                else [search_named(text).name for text in self.algorithms.split(",")],
                self.conventions.split(",") if self.conventions else usual_conventions,
                self.orders.split(","),
            ),
            usual.depths if self.plies is None else depths(self.plies),
            Limit(self.seconds, self.nodes),
            seed,
        )
        wanted.check()
        return wanted


class Outputs(NamedTuple):
    """Options of the results."""

    measure: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("The measure in table and chart; one of: {names}.", names=", ".join(MEASURES))),
            autocompletion=one_of(MEASURES),
        ),
    ] = "nodes"
    csv: Csv = None
    svg: Svg = None
    theme: ThemeName = "color"
    as_json: AsJson = False

    def check(self) -> None:
        """Raise :class:`SpecError` for a wrong name, or for two outputs to print."""
        look(self.theme)
        if self.measure not in MEASURES:
            raise SpecError(
                _(
                    "The option --measure cannot be “{name}”; choose one of: {names}.",
                    name=self.measure,
                    names=", ".join(MEASURES),
                )
            )
        check_printed([self.csv, self.svg], self.as_json)

    def give(self, compared: list[GameComparison]) -> None:
        """Write and print the results."""
        panels = [one.panel for one in compared]
        printed = write_output(self.csv, lambda: csv([row for one in compared for row in one.rows]))
        printed |= write_output(self.svg, lambda: chart(panels, self.measure, look(self.theme)))
        if self.as_json:
            say_json([one.record() for one in compared])
        elif not printed:
            for number, one in enumerate(compared):
                if number:
                    say()
                one.show(self.measure)


@grouped
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
    *,
    searched: Compared,
    searches: Searches,
    outputs: Outputs,
) -> None:
    """Compare what searches cost: positions visited, cut-offs, table hits and growth, ply by ply."""
    outputs.check()
    if searched.positions is not None:
        refuse_beside(context, "positions", "sample", "trees")
    games = [game_named(text) for text in game_texts or ()]
    compared = [GameComparison(searches.experiment(subjects, searched.seed)) for subjects in searched.subjects(games)]
    if not compared:
        raise SpecError(_("Name a game to compare searches in, or a tree with --tree."))
    tally = new_tally()
    stopped = False
    with progress(tally) as told, hurried(tally):
        try:
            for one in compared:
                one.go(tally, told)
        except SearchStopped:
            stopped = True
    outputs.give(compared)
    if stopped:
        raise typer.Exit(STOPPED)


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

        def on_progress(one: Run) -> None:
            name = one.contender.known.title
            words = {"number": len(self.rows) + 1, "count": runs, "game": self.subjects[0].title, "algorithm": name}
            told(_("{game}, search {number} of {count}: {algorithm}, depth {depth} …", depth=one.depth, **words))

        if not self.experiment.is_exhaustive:
            self.counted = branching(survey(self.subjects, self.experiment.depths, tally))
        self.rows.extend(run(self.experiment, tally, on_progress))

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
