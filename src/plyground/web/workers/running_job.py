"""The job that runs in this process: its reports, and its errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from plyground.core.plugins import blamed
from plyground.errors import PlygroundError, SearchError
from plyground.i18n import Number, _
from plyground.searches.tally import Tally
from plyground.searches.twin import announcing

Answer = TypeVar("Answer")


class MemorySpent(SearchError):
    """A job needed more memory than its limit. Its process has ended."""


def spent_memory(megabytes: int) -> MemorySpent:
    """Return the error of a job that needed more memory than this."""
    return MemorySpent(
        _("This needs more memory than one computation may have here, {most} MB.", most=Number(megabytes))
    )


_report: Callable[[Any], object]  # function that gets the reports of the running job


def report_progress(news: Any) -> None:
    """Report ``news`` of the current job to the server. An unread earlier report is replaced."""
    _report(news)


def run_job(
    tally: Tally,
    report: Callable[[Any], object],
    job: Callable[..., Answer],
    arguments: tuple[Any, ...],
    options: dict[str, Any],
) -> Answer:
    """Run a job; ``report`` gets its reports. Turn an error of user code into a :class:`PlygroundError`.

    Raise :class:`MemoryError` if memory is missing.
    """
    global _report
    _report = report
    try:
        with announcing(report_progress):
            return job(tally, *arguments, **options)
    except (PlygroundError, MemoryError):
        raise
    except Exception as error:
        blame = blamed(error)
        if blame is None:
            raise
        raise blame from None
