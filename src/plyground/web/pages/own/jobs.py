"""The check of a game that is being written, which runs in a worker."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from plyground.conformance import examine
from plyground.conformance.check_report import Report
from plyground.conformance.events import Event, NextPosition
from plyground.conformance.examination import COMPLETE, NEARBY, Options
from plyground.errors import SearchStopped
from plyground.games.loading import game_of_text
from plyground.native.targets.target import IN_BROWSER
from plyground.searches.tally import NODES, STOP, Tally
from plyground.web.workers.running_job import report_progress

RULES = COMPLETE._replace(positions=2_000, seconds=2.0, native=False, measured=False)
"""The extent of the check before a game is played: whether its rules keep their promises."""
REPORT_INTERVAL_S = 0.2


def check_game(tally: Tally, path: Path, text: str, options: Options) -> Report:
    """Return the report on a game whose file at ``path`` has this text. Report what is done meanwhile.

    Raise :class:`FileError` if the text is no game, and :class:`SearchStopped` when told to stop.
    """
    report_progress(NEARBY)  # the worker has begun: rules that never end are noticed from now on
    report, report_at = Report(), 0.0
    for event in _examined(path, text, options):
        report.take(event)
        tally.counts[NODES] += 1
        if tally.counts[STOP]:
            raise SearchStopped
        if isinstance(event, NextPosition) and time.monotonic() > report_at:
            report_at = time.monotonic() + REPORT_INTERVAL_S
            report_progress(event.doing)
    return report


def _examined(path: Path, text: str, options: Options) -> Iterator[Event]:
    """Yield the findings, from a process of its own where there are processes."""
    if IN_BROWSER:
        return examine(game_of_text(path, text), options)
    from plyground.conformance.subprocess import watched  # imported here because browsers have no processes

    return watched(partial(game_of_text, path, text), options)
