"""The messages between the page and the process that calls Ray."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.errors import PlygroundError


class PageJob(NamedTuple):
    """A job of the page: its function, arguments and options, pickled."""

    number: int
    pickled: bytes


class Stop(NamedTuple):
    """The number of a job that has to stop."""

    number: int


class Size(NamedTuple):
    """The number of workers that the cluster has for the page."""

    workers: int


class JobState(NamedTuple):
    """The state of a running job."""

    number: int
    nodes: int  # positions visited
    news: Any  # the latest report; None if there is no new one


class PageAnswer(NamedTuple):
    """The answer to a job, or the error that it raised, pickled."""

    number: int
    pickled: bytes
    failed: bool


ToCluster = PageJob | Stop
FromCluster = Size | JobState | PageAnswer | PlygroundError
"""Message with an error. It is the last message: the cluster cannot be used any more."""
