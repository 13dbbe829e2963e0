"""The plan of a solution on disk in words."""

from __future__ import annotations

from pathlib import Path

from plyground.cli.terminal import say, say_json, say_table
from plyground.core.byte_size import byte_size
from plyground.i18n import Number, Sentence, _, _n
from plyground.solvers.layers.solution_plan import Plan

SECONDS_PER_HOUR = 3600


def show_plan(plan: Plan, folder: Path | None, *, as_json: bool) -> None:
    """Show a plan. Raise :class:`SearchError` if the solution does not fit in the folder."""
    if as_json:
        numbers = plan._asdict()
        del numbers["game"]
        say_json({"game": plan.game.name, **numbers, "table_bytes": plan.table_bytes})
    else:
        say((str(plan.game.title), "bold"))
        say()
        say_table(
            [_("a solution on disk"), _("number")],
            [
                (_("positions"), _positions(plan)),
                (_("positions of the largest layer"), Number(plan.largest)),
                (_("size of the finished solution"), byte_size(plan.kept_bytes)),
                (_("size while it is made"), byte_size(plan.most_bytes)),
                (_("time of one processor"), _processor_time(plan.seconds)),
            ],
        )
        if plan.table_bytes is not None:
            say()
            say(
                _(
                    "A table by position numbers (-o FILE) needs {bytes} while it is made.",
                    bytes=byte_size(plan.table_bytes),
                )
            )
    if folder is not None:
        plan.demand_room(folder)


def _processor_time(seconds: float) -> Sentence:
    if seconds < 1:
        return _("less than a second")
    if seconds < SECONDS_PER_HOUR:
        return _n("{count} second", "{count} seconds", round(seconds))
    return _("{hours} hours", hours=Number(seconds / SECONDS_PER_HOUR, decimals=1))


def _positions(plan: Plan) -> Sentence:
    if plan.is_bound:
        return _("at most {count} ± {error}", count=Number(plan.positions), error=Number(plan.error))
    if plan.error:
        return _("{count} ± {error}", count=Number(plan.positions), error=Number(plan.error))
    return _("{count} (exact)", count=Number(plan.positions))
