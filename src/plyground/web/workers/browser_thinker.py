"""The jobs of a page in a worker of the browser, called by ``thinker_worker.js``."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.loading import restore_changed
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.searches.threadless import repeated
from plyground.web.workers.pool import POLL_INTERVAL_S
from plyground.web.workers.running_job import run_job


def work(letter: bytes, tell: Callable[[int, bytes | None], object], is_stopped: Callable[[], bool]) -> bytes:
    """Run a pickled job, with the games from files that come with it. Return (answer, None) or (None, error), pickled.

    ``tell`` gets the nodes, and a pickled report if there is a new one. The job is told to stop if ``is_stopped()``.
    """
    given, job, arguments, options = pickle.loads(letter)
    tally = new_tally()

    def report(news: Any) -> None:
        tell(tally.counts[NODES], pickle.dumps(news))

    def look() -> None:
        tell(tally.counts[NODES], None)
        if is_stopped():
            tally.counts[STOP] = 1

    look()
    answer: tuple[Any, Exception | None]
    try:
        restore_changed(given)
        with repeated(POLL_INTERVAL_S, look):
            answer = run_job(tally, report, job, arguments, options), None
    except PlygroundError as error:
        answer = None, error
    except Exception as error:
        traceback.print_exc()  # the browser shows it in its console
        answer = None, RuntimeError(repr(error))
    return pickle.dumps(answer)
