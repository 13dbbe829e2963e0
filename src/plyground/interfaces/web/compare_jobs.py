"""What the room of comparisons asks of its workers."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from itertools import islice

from plyground.arena.compare import Experiment, Row, branching, survey
from plyground.arena.compare import measure as measure_run
from plyground.errors import SearchStopped
from plyground.interfaces.web.compare_address import Asked, Plan, experiment
from plyground.search import Tally


def plan_comparison(tally: Tally, asked: Asked) -> Plan:
    """What an experiment will do, once it is sure that it can."""
    wanted = _experiment(asked)
    counted = None
    if not wanted.is_exhaustive:
        with suppress(SearchStopped):  # where there is no time for it, the chart does without
            counted = branching(survey(wanted.subjects, wanted.depths, tally))
    runs = tuple((run.subject.text, run.contender, run.depth) for run in wanted.runs())
    return Plan(wanted.subjects[0].title, len(wanted.subjects), runs, counted)


def compare(tally: Tally, asked: Asked, number: int, before: Row | None) -> Row:
    """One search of an experiment; ``before`` is the same one less deep."""
    wanted = _experiment(asked)
    run = next(islice(wanted.runs(), number, None))
    return measure_run(run, wanted.limit, wanted.seed, tally, before)


@lru_cache(maxsize=4)
def _experiment(asked: Asked) -> Experiment:
    return experiment(asked._replace(measure=""))
