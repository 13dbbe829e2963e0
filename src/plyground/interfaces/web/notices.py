"""Pages that say one thing: that something is wrong with what was asked for, and where to go instead."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.markup import said
from plyground.language import Sentence, _

log = logging.getLogger(__name__)

SHOWN = 80
"""Characters of an address that are repeated."""


def notice(frame: Frame, title: Sentence, sentence: Sentence, status: int) -> Response:
    """A plain page that says one thing and offers a new game."""
    again = _("New game")
    body = (
        f'<div class="notice"><h1>{said(title)}</h1><p>{said(sentence)}</p>'
        f'<p><a class="button primary" href="/">{said(again)}</a></p></div>'
    )
    return frame.page(title, body, status)


def watch_over(app: Any) -> None:
    """Have ``app`` answer with such a page whenever it has no other answer, whatever is wrong."""
    register: tuple[tuple[Any, Callable[..., Any]], ...] = (
        (404, refused),  # NiceGUI has registered its own under the number
        (HTTPException, refused),
        (RequestValidationError, misunderstood),
        (Exception, failed),
    )
    for error, answer in register:
        app.exception_handler(error)(answer)


def refused(request: Request, error: HTTPException) -> Response:
    """Answer for what cannot be asked for, by its status."""
    answer = notice(Frame.of(request), *_reason(request, error.status_code), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


def _reason(request: Request, status: int) -> tuple[Sentence, Sentence]:
    match status:
        case 404:
            path = request.url.path[:SHOWN]
            return _("There is nothing here"), _("No page has the address {path}.", path=path)
        case 405:
            return _("This address is asked in another way"), _(
                "Follow a link that leads here, or use a form of the page."
            )
        case 413:
            return _("This is too large"), _("What was sent is larger than anything that a page here needs.")
        case 403:
            return _("This is refused"), _("Another page asked for it in your place: open it from a page of plyground.")
        case _ if status < 500:
            return _UNCLEAR
    return _BROKEN


_UNCLEAR = (
    _("This was not understood"),
    _("What was sent cannot be read: go back, load the page anew and try once more."),
)
_BROKEN = _("Something went wrong"), _("The page could not be made; the server's log has the details.")


def foreign(request: Request) -> Response:
    """Answer for what a page of another host sends."""
    return refused(request, HTTPException(403))


def misunderstood(request: Request, error: RequestValidationError) -> Response:
    """Answer for a part of an address that is of the wrong kind."""
    return notice(Frame.of(request), *_UNCLEAR, 422)


async def failed(request: Request, error: Exception) -> Response:
    """Answer for a page that could not be made."""
    if await request.is_disconnected():
        return Response(status_code=400)  # nobody waits for it: no fault of ours
    log.error("%s could not be answered.", request.url.path[:SHOWN], exc_info=error)
    return notice(Frame.of(request), *_BROKEN, 500)
