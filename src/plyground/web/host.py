"""The host of the page: what the machine that runs it can do, and which rooms need more.

A server on a computer can do all. In a browser (Pyodide) there are no processes and no other visitors.
"""

from __future__ import annotations

from enum import Enum

from plyground.errors import PlygroundError
from plyground.i18n import _
from plyground.native.targets.target import IN_BROWSER


class Need(Enum):
    """An ability that a room may need of its host, with the sentence for hosts without it."""

    VISITORS = _("Other people cannot reach a page that runs in your browser. Start plyground on a computer for it.")
    PROCESSES = _("This needs processes of its own, which browsers do not have. Start plyground on a computer for it.")


ABILITIES: frozenset[Need] = frozenset() if IN_BROWSER else frozenset(Need)
"""Needs that this host meets."""
ROOM_NEEDS = {
    "/friend": Need.VISITORS,
    "/live": Need.VISITORS,
    "/enter": Need.VISITORS,
    "/sets": Need.VISITORS,
    "/class/grading": Need.PROCESSES,
    "/class": Need.VISITORS,
    "/evaluation": Need.PROCESSES,
    "/arena/bots": Need.PROCESSES,
    "/arena/open": Need.VISITORS,
}
"""Needs of rooms, by the start of their paths; of two that fit, the first counts."""


def require(need: Need) -> None:
    """Raise :class:`PlygroundError` with the reason if this host lacks an ability."""
    if need not in ABILITIES:
        raise PlygroundError(need.value)


def missing_for(path: str) -> Need | None:
    """Return the ability that the room at a path needs and this host lacks; None if nothing is missing."""
    need = next((need for room, need in ROOM_NEEDS.items() if path == room or path.startswith(f"{room}/")), None)
    return None if need in ABILITIES else need
