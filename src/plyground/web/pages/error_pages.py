"""The pages for errors of requests and of the server."""

from __future__ import annotations

import logging
import secrets
import traceback
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout

log = logging.getLogger(__name__)

MAX_SHOWN_CHARS = 80
"""Most characters of a path or an error that a page repeats."""


def refused(request: Request, error: HTTPException) -> Response:
    """Answer a request that cannot be served, by its status."""
    answer = notice(PageLayout.of(request), *_reason(request, error.status_code), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


def _reason(request: Request, status: int) -> tuple[Sentence, Sentence]:
    match status:
        case 404:
            path = request.url.path[:MAX_SHOWN_CHARS]
            return _("There is nothing here"), _("No page has the address {path}.", path=path)
        case 405:
            return _("This address does not accept this kind of request"), _(
                "Follow a link that leads here, or use a form of the page."
            )
        case 413:
            return _("This is too large"), _("Your browser sent more data than this page accepts.")
        case 429:
            return _("Too many requests"), _("Too many requests are waiting. Reload the page in a moment.")
        case 403:
            return _("This is refused"), _("The request came from another site: open it from a page of plyground.")
        case _ if status < 500:
            return _UNCLEAR
    return _BROKEN


_UNCLEAR = (
    _("This was not understood"),
    _("The data cannot be read: go back, reload the page and try again."),
)
_BROKEN = (
    _("Something went wrong"),
    _("The page failed. Tell the person who runs this server the reference below; it is also in the log."),
)


def foreign(request: Request) -> Response:
    """Answer a request that comes from a page of another site."""
    return refused(request, HTTPException(403))


def unavailable(request: Request, error: PlygroundError) -> Response:
    """Answer with the sentence of an error that the visitor did not cause, such as a full disk."""
    return notice(PageLayout.of(request), _("This does not work now"), error.sentence, 503)


def failed(request: Request, error: Exception) -> Response:
    """Answer a request for which the server failed. Log one line with the reference that the page shows."""
    reference = secrets.token_hex(4)
    log.error(
        "%s %s failed (reference %s): %s in %s",
        request.method,
        request.url.path[:MAX_SHOWN_CHARS],
        reference,
        repr(error)[:MAX_SHOWN_CHARS],
        _place(error),
    )
    return notice(PageLayout.of(request), *_BROKEN, 500, reference)


def _place(error: Exception) -> str:
    """Return the file and line where an error was raised, and the files and lines of its callers."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))


ERROR_PAGES: dict[Any, Any] = {HTTPException: refused, PlygroundError: unavailable}
"""The page for each kind of error that a route raises."""
