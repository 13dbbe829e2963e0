"""The check of routes that only the teacher may use."""

from __future__ import annotations

from starlette.requests import Request

from plyground.web.access import Role
from plyground.web.host import IS_PRIVATE


class NotTheTeacher(Exception):
    """A visitor has requested a page for teachers."""


def is_teacher(request: Request) -> bool:
    """Return True if the visitor is the teacher."""
    return request.state.role is Role.TEACHER


def may_add_games(request: Request) -> bool:
    """Return True if the visitor can add a game. A game is a program, and it runs on the machine of the page."""
    return IS_PRIVATE or is_teacher(request)


def teacher_only(request: Request) -> None:
    """Raise :class:`NotTheTeacher` for all other visitors."""
    if not is_teacher(request):
        raise NotTheTeacher


TEACHER_ONLY = (teacher_only,)
