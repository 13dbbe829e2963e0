"""The entrance of a class, which asks for the class code, and the teacher's page, which shows the code."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from plyground.i18n import _
from plyground.web.access import MAX_CODE_CHARS, MIN_CODE_CHARS, TEACHER_COOKIE
from plyground.web.code_attempts import Checked, CodeCheck
from plyground.web.components.code_texts import wait_sentence, wrong_codes_sentence
from plyground.web.components.page_layout import PageLayout, render
from plyground.web.components.qr_code import qr_code
from plyground.web.services import Services

if TYPE_CHECKING:
    from segno import QRCode


def entrance_page(request: Request, checked: Checked | None = None) -> Response:
    """Return the page that asks for the class code. ``checked`` is the result of the last attempt."""
    trouble = None
    if checked is not None:
        trouble = wait_sentence(checked) or _("That is not the code of this class.")
    layout = PageLayout.of(request)._replace(is_open=False)
    return layout.render(
        "entrance.html",
        429 if checked and checked.result is CodeCheck.TOO_MANY else 403,
        title=_("The code of the class"),
        trouble=trouble,
        min_chars=MIN_CODE_CHARS,
        max_chars=MAX_CODE_CHARS,
    )


def class_page(request: Request, link: str = "") -> Response:
    """Return the page for the projector: the address, the code, and a QR code of both. ``link`` is a new teacher
    link.
    """
    services = Services.of(request)
    code = services.policy.code
    drawn = invitation(code, services.url).svg_inline(border=4, omitsize=True) if code else ""
    return render(
        request,
        "class.html",
        title=_("Your class"),
        code=code,
        url=services.url,
        qr_code=Markup(drawn),
        wrong_codes=wrong_codes_sentence(services.policy.attempts),
        other_browsers=services.policy.sessions.others(request.cookies.get(services.policy.cookie(TEACHER_COOKIE), "")),
        link=link,
    )


def teacher_link(url: str, token: str, path: str = "/") -> str:
    """Return the link that makes a browser the teacher's and then shows ``path``."""
    return f"{url}enter?token={token}" + (f"&to={quote(path, safe='/')}" if path != "/" else "")


def invitation(code: str, url: str) -> QRCode:
    """Return the QR code of the link that lets students in."""
    return qr_code(f"{url}enter?code={quote(code)}")
