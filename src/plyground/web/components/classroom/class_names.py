"""The names of the class list. They ensure that nobody answers under the name of another student."""

from __future__ import annotations

from starlette.requests import Request

from plyground.errors import PlygroundError, SpecError
from plyground.i18n import _
from plyground.store.person_names import shown_name
from plyground.web.services import Services


def own_name(request: Request) -> str:
    """Return the name as which a visitor is signed in; empty for a visitor who is not signed in."""
    if request.state.is_new:
        return ""
    return Services.of(request).store.open().classbook.signed_in(request.state.visitor)


def checked_name(request: Request, given: str) -> str:
    """Return the name under which a visitor answers: the own name of a signed-in student, else the given name as it is
    shown.

    Raise :class:`PlygroundError` if the given name belongs to another student.
    """
    own, given = own_name(request), shown_name(given)
    if own:
        if given and given != own:
            raise SpecError(_("You are signed in as {name}: answer under your own name.", name=own))
        return own
    if given and Services.of(request).store.open().classbook.is_listed(given):
        raise SpecError(_("{name} is on the class list: sign in with the code of this student first.", name=given))
    return given


def own_name_or_none(request: Request) -> str:
    """Return the name as which a visitor is signed in; "" if the visitor is not signed in or the store cannot be read
    now.
    """
    try:
        return own_name(request)
    except PlygroundError:
        return ""
