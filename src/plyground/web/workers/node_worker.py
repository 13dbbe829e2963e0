"""The page's worker on a node of a cluster: a process of its own does each job, with the limits of the page's own
server.
"""

from __future__ import annotations

import asyncio
import math
import pickle
from collections.abc import Callable
from typing import Any

from plyground.bots import BOTS, bot_file
from plyground.errors import PlygroundError, SearchError
from plyground.games.loading import Source, demand_same_modules, module_digests, restore
from plyground.games.remote.remote_rules import are_walled, sources_without_wall
from plyground.i18n import _
from plyground.web.workers.cluster_messages import JobState, PageAnswer, PageJob
from plyground.web.workers.pool import JobStatus
from plyground.web.workers.process_workers import ProcessWorkers


class PageWorker:
    """A worker that does one job after another. While a job runs, the worker can be asked for its progress and told to
    stop.
    """

    def __init__(self) -> None:
        self._workers = ProcessWorkers(1)
        self._status = JobStatus(0, None)
        self._stopped = -1  # number of the job that was told to stop; −1: none

    def prepare(self) -> None:
        """Start the process."""
        self._workers.begin()

    def work(self, job: PageJob) -> PageAnswer:
        """Do a job. Its errors are part of the answer."""

        def watch(status: JobStatus) -> bool:
            self._status = JobStatus(status.nodes, self._status.news if status.news is None else status.news)
            return self._stopped == job.number

        self._status = JobStatus(0, None)
        do, arguments, options = pickle.loads(job.pickled)
        try:
            answer = asyncio.run(self._workers.run_again(("", "", ""), do, math.inf, watch, arguments, options))
            return PageAnswer(job.number, pickle.dumps(answer), failed=False)
        except PlygroundError as error:
            return PageAnswer(job.number, pickle.dumps(error), failed=True)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            told = SearchError(_("The computation failed on a node of the cluster: {reason}", reason=reason))
            return PageAnswer(job.number, pickle.dumps(told), failed=True)

    def reply(self, message: tuple[int, bool]) -> JobState:
        """Return the state of the job with this number. Stop the job if the message says so."""
        number, stops = message
        if stops:
            self._stopped = number
        status, self._status = self._status, JobStatus(self._status.nodes, None)
        return JobState(number, status.nodes, status.news)

    def close(self) -> None:
        """End the process, also in the middle of a job."""
        self._workers.close()


class PageWorkerMaker:
    """Maker of the page's workers. It is pickled with the texts of the loaded games and bots."""

    def __init__(self) -> None:
        digests = {} if are_walled() else module_digests()
        self._given = sources_without_wall(), digests, bot_file.loaded(BOTS)

    def __call__(self) -> PageWorker:
        return PageWorker()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _maker_there, self._given


def _maker_there(
    given: tuple[Source, ...], digests: dict[str, str], bots: tuple[bot_file.BotSource, ...]
) -> PageWorkerMaker:
    restore(given)
    demand_same_modules(digests)
    for source in bots:
        bot_file.add(source, BOTS)
    return PageWorkerMaker()
