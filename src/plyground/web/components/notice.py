"""A plain page with one message."""

from __future__ import annotations

from starlette.responses import Response

from plyground.i18n import Sentence
from plyground.web.components.page_layout import PageLayout


def notice(layout: PageLayout, title: Sentence, sentence: Sentence, status: int, reference: str = "") -> Response:
    """Return a page with one message and a link to the games. ``reference`` identifies a line of the server's log."""
    return layout.render("notice.html", status, title=title, sentence=sentence, reference=reference)
