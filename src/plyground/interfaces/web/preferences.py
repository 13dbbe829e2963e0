"""What a visitor prefers, in every room: language, light or dark, size of type. Cookies remember it.

Nobody needs to choose: the browser's own language and colours hold until a visitor wants others.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from plyground.language import LANGUAGES, Sentence, _, closest, use

A_YEAR = 365 * 24 * 60 * 60


class Preferences(NamedTuple):
    """What was chosen; an empty text where nothing was."""

    language: str = ""
    theme: str = ""
    type: str = ""

    @classmethod
    def of(cls, request: Request) -> Preferences:
        """What the cookies of a visitor say; what they cannot say is left out."""
        return cls(*(_known(field, request.cookies.get(field, "")) for field in cls._fields))

    @property
    def attributes(self) -> dict[str, str]:
        """What the root of a page has to bear, so that its style follows."""
        return {f"data-{field}": value for field, value in (("theme", self.theme), ("type", self.type)) if value}


CHOICES: dict[str, tuple[Sentence, dict[str, Sentence | str]]] = {
    "language": (_("Language"), {"": _("as the browser says"), **LANGUAGES}),
    "theme": (_("Colours"), {"": _("as the browser says"), "light": _("light"), "dark": _("dark")}),
    "type": (_("Type"), {"": _("usual size"), "large": _("large, for a projector")}),
}
"""What can be chosen: its name, and what each value is called."""


def greet(request: Request) -> Preferences:
    """Speak the visitor's language while this request is answered; what else was chosen."""
    chosen = Preferences.of(request)
    accepted = request.headers.get("accept-language", "")
    use(chosen.language or closest([part.partition(";")[0].strip() for part in accepted.split(",")[:20]]))
    return chosen


def remember(request: Request) -> Response:
    """Keep what the address chooses, and go back to the page where it was chosen."""
    answer = RedirectResponse(origin(request), 303)
    for field in Preferences._fields:
        if field in request.query_params:
            value = _known(field, request.query_params[field])
            if value:
                answer.set_cookie(field, value, max_age=A_YEAR, httponly=True, samesite="lax")
            else:
                answer.delete_cookie(field)
    return answer


def origin(request: Request) -> str:
    """Where on this server a visitor comes from; the first page when they come from elsewhere."""
    try:
        came_from = urlsplit(request.headers.get("referer", ""))
    except ValueError:  # no address at all
        return "/"
    path = came_from.path if came_from.netloc == request.headers.get("host") else ""
    return "/" + path.lstrip("/") + f"?{came_from.query}" * bool(came_from.query and path)


def _known(field: str, value: str) -> str:
    return value if value in CHOICES[field][1] else ""
