"""What all rooms share: the head of a page, and the line at its top that leads to the other rooms.

A room is either plain HTML (:meth:`Frame.page`) or made of NiceGUI's elements (:meth:`Frame.build`).
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse
from nicegui import ui

from plyground.interfaces.web.elements import tag
from plyground.interfaces.web.files import BASE
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.preferences import CHOICES, Preferences, greet
from plyground.language import LANGUAGES, Sentence, _, language

ROOMS: dict[str, Sentence] = {
    "/play": _("Play"),
    "/trees": _("Trees"),
    "/exercises": _("Exercises"),
    "/compare": _("Compare"),
    "/solved": _("Solved"),
    "/learn": _("Learn"),
}
"""The rooms, by their addresses, in the order of the line at the top."""

REACH = f'<script type="module" src="{quote(BASE)}/reach.js"></script>'
LOST = _("The connection is lost; trying again …")


class Frame(NamedTuple):
    """The frame of one answer: for whom, and in which room."""

    preferences: Preferences
    room: str = ""  # the address without what follows its first part; often a key of ROOMS
    opened: bool = True  # whether the rooms are
    teaches: bool = False  # whether a teacher looks, who has a class

    @classmethod
    def of(cls, request: Request) -> Frame:
        """The frame of what a visitor asks for; from here on their language is spoken."""
        room = f"/{request.url.path.split('/')[1]}"
        return cls(greet(request), room, teaches=bool(getattr(request.state, "teaches", False)))

    def page(self, title: Sentence | str, body: str, status: int = 200) -> HTMLResponse:
        """A whole page around ``body``, which is HTML; ``title`` is text."""
        attributes = "".join(f' {name}="{value}"' for name, value in self._root.items())
        return HTMLResponse(
            f"""<!doctype html>
<html{attributes}>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{said(title)} – plyground</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="{quote(BASE)}/page.css">
<div class="page">
{self._top()}
<main id="main">
{body}
</main>
</div>
<p class="lost" role="alert">{said(LOST)}</p>
{REACH}
""",
            status,
        )

    def build(self, title: Sentence | str, without_scripts: Sentence, widget: str = "") -> Any:
        """The element into which a page is built; ``without_scripts`` is said where scripts do not run.

        ``widget`` is the module of one that the page shows at once: browsers fetch it with the page, not after all else.
        """
        ui.page_title(f"{title} – plyground")
        ui.add_head_html(f'<link rel="stylesheet" href="{BASE}/page.css">')
        ui.add_head_html(REACH)
        if widget:
            ui.add_head_html(f'<link rel="modulepreload" href="{BASE}/{widget}">')
        bears = "".join(f"root.setAttribute({json.dumps(n)}, {json.dumps(v)});" for n, v in self._root.items())
        ui.add_head_html(f"<script>{{ const root = document.documentElement; {bears} }}</script>")
        ui.add_body_html(
            f'<noscript><div class="page">{self._top()}<p class="notice">{said(without_scripts)}</p></div>'
            "<style>body #esm-fallback { display: none }</style></noscript>"  # instead of NiceGUI's words
        )
        ui.context.client.content.classes(remove="nicegui-content")
        with tag("div", classes="page") as page:
            ui.html(f'{self._top()}<div id="main" tabindex="-1"></div>', sanitize=False)
        tag("p", LOST, "lost", role="alert")
        return page

    @property
    def _root(self) -> dict[str, str]:
        return {"lang": language().replace("_", "-"), **self.preferences.attributes}

    def _top(self) -> str:
        """The line at the top: the rooms, and what a visitor prefers."""
        links = "".join(f'<a href="{room}"{self._current(room)}>{said(name)}</a>' for room, name in ROOMS.items())
        skip, rooms, settings = _("To the content"), _("Rooms"), _("Settings")
        personal = {"/class": _("Class")} if self.teaches else {}
        personal["/mine"] = _("My work")
        inside = f'<nav aria-label="{said(rooms)}">{links}</nav>' + "".join(
            f'<a class="quietly" href="{address}"{self._current(address)}>{said(name)}</a>'
            for address, name in personal.items()
        )
        return (
            f'<header class="top"><a class="skip" href="#main">{said(skip)}</a>'
            f'<a class="brand" href="/">plyground</a>{inside if self.opened else "<nav></nav>"}'
            f'<details class="settings"><summary>{said(settings)}</summary>'
            f'<div class="panel">{"".join(map(self._choice, CHOICES))}</div></details></header>'
        )

    def _current(self, address: str) -> str:
        return " aria-current=page" if address == self.room else ""

    def _choice(self, field: str) -> str:
        """The values of one preference, as links: they work in every browser, and the page comes back as it was."""
        name, values = CHOICES[field]
        chosen = getattr(self.preferences, field)
        links = "".join(
            f'<a href="/preferences?{field}={value}" rel="nofollow"{" aria-current=true" if value == chosen else ""}'
            f"{_spoken(value) if field == 'language' else ''}>{said(words)}</a>"
            for value, words in values.items()
        )
        return f'<div role="group" aria-label="{said(name)}"><p>{said(name)}</p>{links}</div>'


def _spoken(code: str) -> str:
    """What tells a screen reader that a language's name is in that language."""
    return f' lang="{code.replace("_", "-")}"' if code in LANGUAGES else ""
