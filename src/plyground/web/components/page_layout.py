"""The layout of all rooms: the page's head, and the navigation at its top.

A room is either plain HTML (:func:`render`) or a connected page (:meth:`PageLayout.build`).
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from plyground.i18n import LANGUAGES, Sentence, _, language
from plyground.web.access import EMBEDDED_ROOMS
from plyground.web.components.classroom.class_tasks import TaskLink, task_link
from plyground.web.components.kept_games import UnfinishedGame, unfinished_games
from plyground.web.components.room_names import GAMES_ROOM, LAB_ROOMS, PLACES, ROOMS, TASK_ROOMS
from plyground.web.components.static_files import BASE, bundle_url
from plyground.web.components.templates import fragment
from plyground.web.connected.element import Element
from plyground.web.connected.page_client import current_client
from plyground.web.preferences import CHOICES, Preferences, apply_preferences
from plyground.web.services import Services


class PageLayout(NamedTuple):
    """The layout of one response: the visitor's preferences and the room."""

    preferences: Preferences
    room: str = ""  # first part of the path, often a key of ROOMS
    is_open: bool = True  # False for a stranger, who sees no links to the rooms
    teaches: bool = False  # True for the teacher of a class
    preview: str = ""  # URL of the picture for links to the page
    game: UnfinishedGame | None = None  # last unfinished game; None on the page of a game
    guide: bool = False  # True for a game that begins with a tour of the page
    may_stop: bool = False  # True for the teacher of a server without a class
    attends: bool = False  # True for a student of a class
    live: TaskLink | None = None  # present task of the live class, for its students
    is_framed: bool = False  # True if another site shows the page in a frame
    can_embed: bool = False  # True if the page offers a snippet for other sites

    @classmethod
    def of(cls, request: Request) -> PageLayout:
        """Return the layout for a request. Use the visitor's language from here on."""
        preferences = apply_preferences(request)
        room = f"/{request.url.path.split('/')[1]}"
        teaches, may_stop, attends = (
            bool(getattr(request.state, name, False)) for name in ("teaches", "may_stop", "attends")
        )
        own = cls(
            preferences, room, teaches=teaches, preview=_preview(request, room), may_stop=may_stop, attends=attends,
            live=_live(request, room) if attends else None,
            is_framed=request.headers.get("sec-fetch-dest") == "iframe",
            can_embed=room[1:] in EMBEDDED_ROOMS and Services.of(request).can_embed,
        )  # fmt: skip
        if room == GAMES_ROOM:
            return own._replace(guide="guide" in request.query_params)
        return own._replace(game=next(iter(unfinished_games(request, 1)), None))

    def render(self, template: str, status: int = 200, **values: object) -> HTMLResponse:
        """Return a page that a template makes of some values. The template extends ``base.html``."""
        return HTMLResponse(fragment(template, **self._values, **values), status)

    def page(self, title: Sentence | str, body: str, status: int = 200) -> HTMLResponse:
        """Return a page around ``body``, which is HTML."""
        return self.render("plain.html", status, title=title, body=Markup(body))

    def build(
        self,
        title: Sentence | str,
        without_scripts: Sentence,
        widget: str = "",
        style: str = "",
        script: str = "",
        shape: str = "",
    ) -> Element:
        """Return the element into which a connected page is built. ``without_scripts`` is shown if scripts do not run.

        ``widget`` is the module of a widget that the page shows at once, so that browsers load it early. ``style`` and
        ``script`` are the room's own style sheet and module. ``shape`` is the URL of the style sheet of its board.
        """
        page = current_client()
        page.request.state.page = page  # read by the middleware that limits pages without a socket
        page.content.props["id"] = "main"
        page.layout = lambda content: fragment(
            "connected.html",
            **self._values,
            title=title,
            content=content,
            without_scripts=without_scripts,
            style_sheets=[style] * bool(style) + [f"{widget.removesuffix('.js')}.css"] * bool(widget),
            shape=shape,
            scripts=[script] * bool(script),
            modules=[bundle_url(module) for module in ("connected_page.js", widget) if module],
        )
        return page.content

    @property
    def _root(self) -> dict[str, str]:
        return {"lang": language().replace("_", "-"), **self.preferences.attributes}

    @property
    def _values(self) -> dict[str, object]:
        """The values of ``base.html`` and ``top.html``."""
        own_class = "/class/live" if self.teaches else "/live" if self.attends else "/class" if self.may_stop else ""
        personal = {own_class: _("Class")} if own_class else {}
        return {
            "root": self._root,
            "room": own_class if self.room == "/class" else "/" if self.room == GAMES_ROOM else self.room,
            "places": {path: ROOMS[path] for path in PLACES} if self.is_open else {},
            "lab": {path: ROOMS[path] for path in LAB_ROOMS} if self.is_open else {},
            "personal": {**personal, "/mine": _("My work")} if self.is_open else {},
            "choices": CHOICES,
            "may_stop": self.may_stop,
            "preferences": self.preferences._asdict(),
            "languages": LANGUAGES,
            "game": self.game,
            "preview": self.preview,
            "guide": self.guide,
            "live": self.live,
            "is_framed": self.is_framed,
            "can_embed": self.can_embed,
            "sets_task": self.teaches and self.room in TASK_ROOMS,
        }


def _live(request: Request, room: str) -> TaskLink | None:
    """Return the line about the task of the class; the class room itself needs none."""
    return None if room == "/live" else task_link(request)


def _preview(request: Request, room: str) -> str:
    """Return the URL of a picture of the page: a game's position, else the program's icon."""
    knows_services = "app" in request.scope  # an error page may be shown before the application is reached
    site = (Services.of(request).site(request) if knows_services else str(request.base_url)).rstrip("/")
    name = request.url.path.removeprefix(f"{GAMES_ROOM}/")
    if room != GAMES_ROOM or "/" in name:
        return f"{site}{BASE}/icon-512.png"
    moves = request.query_params.get("moves", "")
    return f"{site}/picture/{quote(name, safe=':=,')}.png" + (f"?{urlencode({'moves': moves})}" if moves else "")


def render(request: Request, template: str, status: int = 200, **values: object) -> HTMLResponse:
    """Return a page in the visitor's language and layout, made by a template that extends ``base.html``."""
    return PageLayout.of(request).render(template, status, **values)
