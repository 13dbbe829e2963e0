"""Solving on disk for the command line: the plan in words, and the solution after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from plyground.cli.terminal import say, say_json, say_table
from plyground.i18n import Number, Sentence, _
from plyground.solve.layers.layered_solution import LayeredSolution
from plyground.solve.layers.solution_plan import Plan
from plyground.solve.sweep import Progress


def solve_on_disk(
    plan: Plan, folder: Path, on: str, jobs: int | None, report_progress: Callable[[Progress], None]
) -> Sequence[Sentence]:
    """Solve a game in a folder. Return sentences about machines that were left out.

    Raise :class:`SearchError` if the solution does not fit there, and the errors of :class:`LayeredSolution`.
    """
    solution = LayeredSolution(
        folder,
        plan.game,
        shards=plan.shards,
        expected=plan.positions,
        report_progress=report_progress,
        check_room=plan.demand_room,
    )
    solution.run(on, jobs)
    return solution.notices


def show_plan(plan: Plan, folder: Path | None, *, as_json: bool) -> None:
    """Show a plan. Raise :class:`SearchError` if the solution does not fit in the folder."""
    if as_json:
        numbers = plan._asdict()
        del numbers["game"]
        say_json({"game": plan.game.name, **numbers})
    else:
        say((str(plan.game.title), "bold"))
        say()
        say_table(
            [_("a solution on disk"), _("number")],
            [
                (_("positions"), _positions(plan)),
                (_("positions of the largest layer"), Number(plan.largest)),
                (_("MB of the finished solution"), Number(plan.kept_bytes / 1e6, decimals=1)),
                (_("MB while it is made"), Number(plan.most_bytes / 1e6, decimals=1)),
                (_("hours of one processor"), Number(plan.seconds / 3600, decimals=3)),
            ],
        )
    if folder is not None:
        plan.demand_room(folder)


def _positions(plan: Plan) -> Sentence:
    if plan.is_bound:
        return _("at most {count} ± {error}", count=Number(plan.positions), error=Number(plan.error))
    if plan.error:
        return _("{count} ± {error}", count=Number(plan.positions), error=Number(plan.error))
    return _("{count} (exact)", count=Number(plan.positions))
