"""Workers as rooms know them: jobs, their progress and their end.

They are processes of this computer (:mod:`~plyground.web.workers.process_workers`) or workers of a browser
(:mod:`~plyground.web.workers.browser_workers`).

A job is a function of a module, ``job(tally, *arguments)``. It counts in its tally, and may report progress with
:func:`plyground.web.workers.running_job.report_progress`.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from plyground.errors import PlygroundError, SearchStopped
from plyground.i18n import Sentence, _
from plyground.searches.tally import Tally

P = ParamSpec("P")
Answer = TypeVar("Answer")
Job = Callable[Concatenate[Tally, P], Answer]

log = logging.getLogger(__name__)


class JobStatus(NamedTuple):
    """The state of a job when it is checked."""

    nodes: int  # positions visited
    news: Any  # new report since the last check; None: no new report
    is_beyond_share: bool = False  # True if the job has run for its share of time, and another visitor waits


Watch = Callable[[JobStatus], bool]
"""Function that is called repeatedly with the state of a job. It returns True to end the job."""

ROOM_TIMEOUT_S = 30
"""Seconds for computing the content of a room: a tree and its films, an exercise, a step of a lesson."""
POLL_INTERVAL_S = 0.1
"""Seconds between two checks of a job."""


class Workers(ABC):
    """A pool of workers."""

    def of(self, visitor: str, network: str = "", account: Callable[[], str] = str) -> VisitorWorkers:
        """Return the share of the workers for one visitor in a network; ``account`` returns the name that
        :meth:`~plyground.web.workers.fair_queue.FairQueue.join` takes for a job.
        """
        return VisitorWorkers(self, visitor, network, account)

    @abstractmethod
    def begin(self) -> None:
        """Start the workers in the background, so that no visitor waits for their start."""

    def renew(self) -> None:
        """Let the next jobs know the games and evaluations that this process has loaded in the meantime."""
        return

    @abstractmethod
    async def run_again(
        self,
        who: tuple[str, str, str],
        job: Callable[..., Answer],
        seconds: float,
        watch: Watch,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Answer:
        """Run a job for a visitor in a network; run it again if its worker was ended from outside."""

    @abstractmethod
    def close(self) -> None:
        """Stop all present and future jobs, and end the workers."""


class VisitorWorkers:
    """The share of the workers that one visitor has."""

    def __init__(self, workers: Workers, visitor: str, network: str, account: Callable[[], str]) -> None:
        self._workers = workers
        self._visitor, self._network, self._account = visitor, network, account

    async def run(
        self,
        job: Job[P, Answer],
        seconds: float,
        watch: Watch,
        /,
        *arguments: P.args,
        **options: P.kwargs,
    ) -> Answer:
        """Return the answer of a job. Call ``watch`` meanwhile; while the job waits, it gets the number of jobs before
        it.

        The job is told to stop ``seconds`` after its first visit, by ``watch``, or if this call is cancelled. Most jobs
        then raise :class:`plyground.errors.SearchStopped`. A job that does not stop is ended with its worker.
        """
        who = self._visitor, self._network, self._account()
        return await self._workers.run_again(who, job, seconds, watch, arguments, options)


async def guarded(
    job: Awaitable[Answer], on_trouble: Callable[[Sentence], object], when_stopped: Sentence | None = None
) -> Answer | None:
    """Return the answer of a job. If it fails, call ``on_trouble`` with a sentence, and return None.

    ``when_stopped`` is the sentence for a job that was stopped before it had an answer.
    """
    try:
        return await job
    except SearchStopped as error:
        on_trouble(when_stopped or error.sentence)
    except PlygroundError as error:
        on_trouble(error.sentence)
    except Exception:
        log.exception("A job failed.")
        on_trouble(_("Something unexpected went wrong; the server's log has the details."))
    return None


def ignore_status(_status: JobStatus) -> bool:
    """Ignore the state of a job; never end it."""
    return False
