"""The jobs of the room of comparisons, which run in worker processes."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from itertools import islice

from plyground.arena.compare import Experiment, Row, branching, survey
from plyground.arena.compare import measure as measure_run
from plyground.errors import SearchStopped
from plyground.games.loading import cleared_with_games
from plyground.searches import Tally
from plyground.web.urls.compare_url import CompareQuery, Plan, experiment


def plan_comparison(tally: Tally, asked: CompareQuery) -> Plan:
    """Return the plan of an experiment, once it is checked."""
    wanted = _experiment(asked)
    counted = None
    if not wanted.is_exhaustive:
        with suppress(SearchStopped):  # without time for it, the chart leaves it out
            counted = branching(survey(wanted.subjects, wanted.depths, tally))
    runs = tuple((run.subject.text, run.contender, run.depth) for run in wanted.runs())
    return Plan(wanted.subjects[0].title, len(wanted.subjects), runs, counted)


def compare(tally: Tally, asked: CompareQuery, number: int, before: Row | None) -> Row:
    """Run one search of an experiment; ``before`` is the result of the same search at one ply less."""
    wanted = _experiment(asked)
    run = next(islice(wanted.runs(), number, None))
    return measure_run(run, wanted.limit, wanted.seed, tally, before)


@cleared_with_games
@lru_cache(maxsize=4)
def _experiment(asked: CompareQuery) -> Experiment:
    return experiment(asked._replace(measure=""))
