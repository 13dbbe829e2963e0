"""The plan of a solution on disk in words."""

from __future__ import annotations

from pathlib import Path

from plyground.cli.terminal import say, say_json, say_table
from plyground.i18n import Number, Sentence, _
from plyground.solve.layers.solution_plan import Plan


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
                (_("MB of the finished solution"), Number(plan.kept_bytes / 1e6, decimals=1)),
                (_("MB while it is made"), Number(plan.most_bytes / 1e6, decimals=1)),
                (_("hours of one processor"), Number(plan.seconds / 3600, decimals=3)),
            ],
        )
        if plan.table_bytes is not None:
            say()
            say(_("A table by position numbers (-o FILE) needs {megabytes} MB while it is made.", megabytes=Number(plan.table_bytes / 1e6, decimals=1)))  # fmt: skip
    if folder is not None:
        plan.demand_room(folder)


def _positions(plan: Plan) -> Sentence:
    if plan.is_bound:
        return _("at most {count} ± {error}", count=Number(plan.positions), error=Number(plan.error))
    if plan.error:
        return _("{count} ± {error}", count=Number(plan.positions), error=Number(plan.error))
    return _("{count} (exact)", count=Number(plan.positions))
