"""A visitor's preferences in every room: language, colours, boards, sounds and size of type. Cookies store them.

The browser's own language and colours are used until a visitor chooses others.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.i18n import LANGUAGES, Sentence, _, closest, use
from plyground.web.connected.routing import Router

COOKIE_AGE_S = 365 * 24 * 60 * 60
LEVELS = "levels"
"""The cookie with the level of the next opponent in each game. The browser sets it at the end of a game."""
MAX_LEVEL_GAMES, MAX_LEVELS_CHARS = 40, 1500
"""Most games in that cookie, and most characters of it."""

router = Router()


class Preferences(NamedTuple):
    """The chosen values; an empty text means no choice."""

    language: str = ""
    theme: str = ""
    type: str = ""
    board: str = ""
    sound: str = ""
    levels: str = ""  # number of the next opponent's level in each game, as a query string

    @classmethod
    def of(cls, request: Request) -> Preferences:
        """Return the preferences in a visitor's cookies. Unknown values are left out."""
        chosen = {field: _known(field, request.cookies.get(field, "")) for field in CHOICES}
        return cls(**chosen, levels=request.cookies.get(LEVELS, "")[:MAX_LEVELS_CHARS])

    def level(self, game: str, usual: int) -> int:
        """Return the number of the level that a visitor meets next in a game; ``usual`` if they have not played it."""
        number = dict(parse_qsl(self.levels)).get(game, "")
        return int(number) if len(number) == 1 and number.isdecimal() else usual

    def with_level(self, game: str, number: int) -> str:
        """Return the value of the cookie with another level in a game. The games played last are kept."""
        known = [(name, level) for name, level in parse_qsl(self.levels) if name != game]
        return urlencode([*known[1 - MAX_LEVEL_GAMES :], (game, number)])

    @property
    def attributes(self) -> dict[str, str]:
        """Return the attributes of a page's root element on which its style depends."""
        return {f"data-{field}": value for field in CHOICES if (value := getattr(self, field)) and field != "language"}


CHOICES: dict[str, tuple[Sentence, dict[str, Sentence | str]]] = {
    "language": (_("Language"), {"": _("as in the browser"), **LANGUAGES}),
    "theme": (_("Colours"), {"": _("as in the browser"), "light": _("light"), "dark": _("dark")}),
    "board": (
        _("Boards"),
        {"": _("like real ones"), "signs": _("with signs"), "contrast": _("with signs and strong lines")},
    ),
    "sound": (_("Sounds"), {"": _("off"), "on": _("on")}),
    "type": (_("Type"), {"": _("usual size"), "large": _("large, for a projector")}),
}
"""The preferences: the name of each, and the names of its values."""


def apply_preferences(request: Request) -> Preferences:
    """Use the visitor's language for this request. Return all preferences."""
    chosen = Preferences.of(request)
    accepted = request.headers.get("accept-language", "")
    use(chosen.language or closest([part.partition(";")[0].strip() for part in accepted.split(",")[:20]]))
    return chosen


@router.post("/preferences")
async def set_preferences(request: Request) -> Response:
    """Store the preferences of a form in cookies, and return to the page with the form."""
    answer = RedirectResponse(referring_path(request), 303)
    form = await request.form()
    for field in CHOICES:
        if field in form:
            value = _known(field, str(form[field]))
            if value:
                answer.set_cookie(field, value, max_age=COOKIE_AGE_S, httponly=True, samesite="lax")
            else:
                answer.delete_cookie(field)
    return answer


def referring_path(request: Request) -> str:
    """Return the path on this server of the page that sent the request; ``/`` for other sites."""
    try:
        came_from = urlsplit(request.headers.get("referer", ""))
    except ValueError:  # not a URL
        return "/"
    path = came_from.path if came_from.netloc == request.headers.get("host") else ""
    return local_path(path + f"?{came_from.query}" * bool(came_from.query and path))


def local_path(path: str) -> str:
    """Return a path that cannot lead to another host, because browsers read two slashes or a backslash as a host."""
    return "/" + path.lstrip("/\\").replace("\r", "").replace("\n", "")


def _known(field: str, value: str) -> str:
    return value if value in CHOICES[field][1] else ""
