"""The check of routes that only the teacher may use."""

from __future__ import annotations

from starlette.requests import Request

from plyground.web.access import Role
from plyground.web.host import ABILITIES, Need


class NotTheTeacher(Exception):
    """A visitor has requested a page for teachers."""


def is_teacher(request: Request) -> bool:
    """Return True if the visitor is the teacher."""
    return request.state.role is Role.TEACHER


def has_own_host(request: Request) -> bool:
    """Return True for the teacher, and for the only visitor of a program in a browser. The machine of the page is theirs:
    they may add games, whose code runs there, and tournaments, which keep it busy.
    """
    return is_teacher(request) or Need.VISITORS not in ABILITIES


def teacher_only(request: Request) -> None:
    """Raise :class:`NotTheTeacher` for all other visitors."""
    if not is_teacher(request):
        raise NotTheTeacher


def own_host_only(request: Request) -> None:
    """Raise :class:`NotTheTeacher` for visitors on a machine that is not theirs."""
    if not has_own_host(request):
        raise NotTheTeacher


TEACHER_ONLY = (teacher_only,)
OWN_HOST_ONLY = (own_host_only,)
