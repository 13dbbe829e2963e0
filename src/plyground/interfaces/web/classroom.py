"""The door of a class: the page that asks for its code, and the teacher's page that shows it."""

from __future__ import annotations

import socket
from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi.responses import Response

from plyground.interfaces.web.door import GUESSES, LONGEST, SHORTEST, Guess
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.markup import said
from plyground.language import _

if TYPE_CHECKING:
    from segno import QRCode


def asking_page(frame: Frame, guess: Guess | None = None) -> Response:
    """The one page that a stranger sees; ``guess``: what the code that they gave was."""
    heading, about, field, come = (
        _("The code of the class"),
        _("Your teacher tells it, or shows it as a QR code that lets you in by itself."),
        _("Code"),
        _("Come in"),
    )
    trouble = {
        Guess.WRONG: _("That is not the code of this class."),
        Guess.ONE_TOO_MANY: _(
            "{count} wrong codes came from your network within a minute: wait one minute, then try again.",
            count=GUESSES,
        ),
    }.get(guess) if guess else None  # fmt: skip
    told = f'<p class="trouble" role="alert">{said(trouble)}</p>' if trouble else ""
    body = (
        f'<div class="notice"><h1>{said(heading)}</h1><p>{said(about)}</p>{told}'
        f'<form class="form" method="post" action="/enter"><label>{said(field)} '
        f'<input name="code" required autofocus minlength="{SHORTEST}" maxlength="{LONGEST}" autocomplete="off" '
        f'autocapitalize="none" spellcheck="false"></label><button class="primary">{said(come)}</button></form></div>'
    )
    status = 429 if guess is Guess.ONE_TOO_MANY else 403
    return frame._replace(opened=False).page(heading, body, status)


def class_page(frame: Frame, code: str, url: str) -> Response:
    """For the projector: where the class comes in, and with which code; without one, how a class is opened."""
    heading, answers = _("Your class"), _("Answers of all")
    if code:
        about, where, which, drawn = (
            _("Point your telephone at the picture, or type the address, then the code."),
            _("Address"),
            _("Code"),
            _("QR code of the address and the code"),
        )
        body = (
            f'<p>{said(about)}</p><div class="invitation">'
            f'<div role="img" aria-label="{said(drawn)}">{invitation(code, url).svg_inline(border=4, omitsize=True)}</div>'
            f"<dl><dt>{said(where)}</dt><dd>{said(url)}</dd><dt>{said(which)}</dt><dd>{said(code)}</dd></dl></div>"
        )
    else:
        about = _("Only this computer can come in now. To let a class in, start plyground with a code that you choose:")
        body = f"<p>{said(about)}</p><pre>plyground web --host 0.0.0.0 --class-code CODE</pre>"
    body = f'<h1>{said(heading)}</h1>{body}<p class="actions"><a class="button" href="/class/answers">{said(answers)}</a></p>'
    return frame.page(heading, body)


def invitation(code: str, url: str) -> QRCode:
    """The address that lets whoever opens it in, as a QR code."""
    import segno

    return segno.make(f"{url}enter?code={quote(code)}", micro=False)


def invite(code: str, url: str, teacher: str) -> None:
    """Print how a class comes in, and where its teacher looks from another computer."""
    from rich.console import Console

    console = Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
    console.print(_("Your class comes in at {url} with the code {code}:", url=url, code=code))
    with suppress(UnicodeEncodeError):  # a terminal without these signs has the line above
        console.print(in_letters(invitation(code, url)), style="bright_white on black")
    console.print(_("From another computer you look at its answers with this key, for you alone: {url}", url=teacher))


def in_letters(drawn: QRCode) -> str:
    """A QR code for a terminal: two rows a line, light on dark."""
    rows = [tuple(row) for row in drawn.matrix_iter(border=2)]
    lines = zip_longest(rows[::2], rows[1::2], fillvalue=(1,) * len(rows[0]))
    return "\n".join("".join("█▀▄ "[2 * upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in lines)


def reached_at(host: str) -> str:
    """The name or address under which other computers reach this one, when it listens on ``host``."""
    if host not in ("", "0.0.0.0", "::"):
        return host
    version_6 = host == "::"
    with socket.socket(socket.AF_INET6 if version_6 else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:  # nothing is sent: it only tells which way it would go (the address is for documentation, RFC 5737, 3849)
            probe.connect(("2001:db8::1" if version_6 else "192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
