"""The jobs of a page in a worker of the browser, called by ``thinker_worker.js``."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.loading import Source, restore_changed
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.searches.threadless import repeated
from plyground.web.workers.pool import POLL_INTERVAL_S
from plyground.web.workers.running_job import run_job


def work(letter: bytes, tell: Callable[[int, bytes | None], object], is_stopped: Callable[[], bool]) -> bytes:
    """Run a pickled job, with the games from files that come with it. Return (answer, None) or (None, error), pickled.

    ``tell`` gets the nodes, and a pickled report if there is a new one. The job is told to stop if ``is_stopped()``.
    """
    games, job, arguments, options = pickle.loads(letter)

    def tell_pickled(nodes: int, news: Any) -> None:
        tell(nodes, None if news is None else pickle.dumps(news))

    return pickle.dumps(answer_of(job, arguments, options, tell_pickled, is_stopped, games))


def answer_of(
    job: Callable[..., Any],
    arguments: tuple[Any, ...],
    options: dict[str, Any],
    tell: Callable[[int, Any], object],
    is_stopped: Callable[[], bool],
    games: tuple[Source, ...] | None = None,
) -> tuple[Any, Exception | None]:
    """Return (answer, None) or (None, error) of a job. ``tell`` gets the nodes, and a report or None. ``games`` are the
    games from files that there are now; None leaves them as they are.
    """
    tally = new_tally()

    def report(news: Any) -> None:
        tell(tally.counts[NODES], news)

    def look() -> None:
        tell(tally.counts[NODES], None)
        if is_stopped():
            tally.counts[STOP] = 1

    look()
    try:
        if games is not None:
            restore_changed(games)
        with repeated(POLL_INTERVAL_S, look):
            return run_job(tally, report, job, arguments, options), None
    except PlygroundError as error:
        return None, error
    except Exception as error:
        traceback.print_exc()  # the browser shows it in its console
        return None, RuntimeError(repr(error))
