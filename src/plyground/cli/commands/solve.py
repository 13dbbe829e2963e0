"""``plyground solve`` and ``plyground verify``: the exact value of every position of a game, and the proof of a
table.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from plyground.bots.reasons import promise
from plyground.cli.json_records import SolutionRecord
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import (
    SEED,
    AsJson,
    GameOfFile,
    GameText,
    Output,
    PlaceText,
    Resume,
    Sample,
    Threads,
    refuse_beside,
)
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import FIRST_PROGRESS, NEXT_PROGRESS, progress
from plyground.cli.reports.layered_report import show_plan
from plyground.cli.terminal import say, say_json, say_table
from plyground.cluster.places import LOCAL
from plyground.cluster.places import place as place_of
from plyground.core.game import Game
from plyground.errors import SearchError
from plyground.i18n import Number, Sentence, _, _n
from plyground.presentation.json_moves import plain_move
from plyground.searches import new_tally
from plyground.solvers.grundy import grundy
from plyground.solvers.layers.layer_proof import verify_layers, verify_sampled_layers
from plyground.solvers.layers.layered_table import LayeredTable, open_table
from plyground.solvers.layers.solution_plan import Plan, plan
from plyground.solvers.layers.solve_on_disk import solve_on_disk
from plyground.solvers.report import Report, report, report_of_values
from plyground.solvers.retrograde import countable
from plyground.solvers.retrograde import solve as solve_backwards
from plyground.solvers.solve_game import solve_in_memory
from plyground.solvers.sweep import Progress, Sweeper
from plyground.solvers.tablebase import solve_to_file
from plyground.solvers.verify import verify as prove
from plyground.solvers.verify import verify_sample

MOST_IN_MEMORY = 3_000_000
"""Most positions of a game without numbered positions that is solved. This takes some minutes and 2 GB of memory."""

MOST_COUNTED = 100_000_000
"""Number of positions up to which the reachable ones are counted by default: about a minute."""

ALL = os.cpu_count() or 1


class OnDisk(NamedTuple):
    """Options of a solution in a folder, for games larger than memory."""

    disk: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=str(
                _(
                    "Solve layer by layer in this folder: for games larger than memory. The same command continues an interrupted solution; on several machines that see the folder it shares the work."
                )
            ),
        ),
    ] = None
    only_plan: Annotated[
        bool,
        typer.Option("--plan", help=str(_("Only say how many positions, bytes and hours a solution on disk takes."))),
    ] = False
    place: PlaceText = LOCAL


@grouped
def solve(
    context: typer.Context,
    game_text: GameText,
    on_disk: OnDisk,
    output: Output = None,
    threads: Threads = None,
    resume: Resume = False,
    reachable: Annotated[
        bool | None,
        typer.Option(
            "--reachable/--no-reachable",
            help=str(_("Count the reachable positions. In very large games this takes longer than all the rest.")),
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game: win, draw or loss, and the plies to the end, for every position."""
    game = game_named(game_text)
    if on_disk.place != LOCAL and on_disk.disk is None:
        raise SearchError(_("The option --place is for a solution on disk: name its folder with --disk."))
    if on_disk.only_plan or on_disk.disk is not None:
        refuse_beside(context, "only_plan" if on_disk.disk is None else "disk", "output", "resume", "reachable")
        expected = plan(game)
        if on_disk.only_plan:
            show_plan(expected, on_disk.disk, as_json=as_json)
            return
        workers = threads or (ALL if on_disk.place == LOCAL else None)
        found = _solved_on_disk(game, on_disk, workers, expected)
        output = on_disk.disk
    else:
        if resume and output is None:
            raise SearchError(_("The option --resume continues a file: name it with -o."))
        found = _solved(game, threads or ALL, output, resume=resume, reachable=reachable)
    if as_json:
        say_json(_record(game, found))
        return
    _show(game, found)
    if output is not None:
        say()
        say(_("The solution is in {file}.", file=output))


def _solved_on_disk(game: Game, on_disk: OnDisk, workers: int | None, expected: Plan) -> Report:
    """Solve a game in a folder, and report on it."""
    assert on_disk.disk is not None
    place = place_of(on_disk.place, workers)
    with ProgressLine() as line:
        return solve_on_disk(game, on_disk.disk, place=place, expected=expected, on_progress=line.show, on_message=line.tell).report()  # fmt: skip


def _solved(game: Game, threads: int, output: Path | None, *, resume: bool, reachable: bool | None) -> Report:
    """Solve a game in memory, in a file if it has one, and report on it."""
    start: Any = game.start
    if countable(start):
        with ProgressLine() as line:
            sweeper = Sweeper(threads, on_progress=line.show)
            if output is None:
                solved = solve_backwards(start, sweeper)
            else:
                solved = solve_to_file(output, game, sweeper, resume=resume)
            counted = start.size() <= MOST_COUNTED if reachable is None else reachable
            return report(solved, sweeper, reachable=counted)
    if output is not None:
        raise SearchError(_("A table needs numbers for the positions, and {game} has none: solve it without -o.", game=game.name))  # fmt: skip
    tally = new_tally()
    with progress(tally):
        values = solve_in_memory(start, MOST_IN_MEMORY, tally)
    return report_of_values(start, values)


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=str(_("The solution's file, or the folder of a solution on disk.")))
    ],
    threads: Threads = None,
    sample: Sample = None,
    seed: Annotated[int | None, SEED] = None,
    game_text: GameOfFile = None,
) -> None:
    """Prove a table: every value follows from those of the position's successors."""
    tablebase = open_table(file, None if game_text is None else game_named(game_text))
    with ProgressLine() as line:
        sweeper = Sweeper(threads or ALL, on_progress=line.show)
        if isinstance(tablebase, LayeredTable):
            found = verify_layers(tablebase, sweeper) if sample is None else verify_sampled_layers(tablebase, sample, seed)  # fmt: skip
        else:
            solved = tablebase.load()
            found = prove(solved, sweeper) if sample is None else verify_sample(solved, sweeper, sample, seed)
    if found.faults:
        notation = tablebase.game.notation
        say(
            _n(
                "The value of {count} position does not follow from its successors': {position}.",
                "The values of {count} positions do not follow from their successors'; the first is {position}.",
                found.faults,
                position=notation.format(found.first),
            )
        )
        raise typer.Exit(1)
    if sample is None:
        say(_("{game}: every value follows from its successors'.", game=tablebase.game.name))
    else:
        say(
            _n(
                "{game}: the value of {count} position, drawn by chance, follows from its successors'.",
                "{game}: the values of {count} positions, drawn by chance, follow from their successors'.",
                sample,
                game=tablebase.game.name,
            )
        )


class ProgressLine:
    """A line in the terminal that shows the progress of sweeps that take long."""

    def __init__(self) -> None:
        self._next = time.monotonic() + FIRST_PROGRESS
        self._shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *error: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def tell(self, sentence: Sentence) -> None:
        """Print a sentence above the line."""
        print("\r\x1b[K" * self._shown + str(sentence), file=sys.stderr, flush=True)

    def show(self, progress: Progress) -> None:
        """Show the progress of a sweep, at most four times a second."""
        if sys.stderr.isatty() and time.monotonic() >= self._next:
            print(f"\r{progress.sentence}\x1b[K", end="", file=sys.stderr, flush=True)
            self._next = time.monotonic() + NEXT_PROGRESS
            self._shown = True


def _record(game: Game, found: Report) -> SolutionRecord:
    return {
        "game": game.name,
        "positions": found.positions,
        "terminal": found.terminal,
        "win": found.win,
        "loss": found.loss,
        "draw": found.draw,
        "reachable": found.reachable,
        "longest_win": found.longest_win,
        "histogram": {str(distance): count for distance, count in found.histogram.items()},
        "start_value": ("draw", "win", "loss")[(found.start.utility > 0) - (found.start.utility < 0)],
        "start_distance": found.start.distance,
        "best_moves": [plain_move(game, game.start, move) for move in found.best_moves],
        "start_grundy": grundy(game.start),
    }


def _show(game: Game, found: Report) -> None:
    say((str(game.title), "bold"))
    say()
    say_table(
        [_("positions"), _("number")],
        [
            (_("all"), Number(found.positions)),
            (_("the game is over"), Number(found.terminal)),
            (_("won for the side to move"), Number(found.win)),
            (_("lost for the side to move"), Number(found.loss)),
            (_("drawn"), Number(found.draw)),
            (
                _("reachable from the start"),
                _("not counted (--reachable)") if found.reachable is None else Number(found.reachable),
            ),
        ],
    )
    if found.histogram:
        say()
        say_table(
            [_("plies to the end"), _("positions won or lost")],
            [(Number(distance), Number(count)) for distance, count in found.histogram.items()],
        )
    say()
    say(_("{side} begins. {value}.", side=game.mover(game.start), value=promise(found.start.utility, found.start.distance)))  # fmt: skip
    if (number := grundy(game.start)) is not None:
        say(_("Grundy number of the start: {number}.", number=Number(number)))
    if found.best_moves:
        words = [game.notation.format_move(game.start, move) for move in found.best_moves]
        say(_n("Best move: {moves}", "Best moves: {moves}", len(words), moves=", ".join(words)))
