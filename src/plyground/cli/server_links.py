"""Print the links of a running server: the teacher's own, and the class's invitation with its QR code."""

from __future__ import annotations

from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.bots import BOTS, bot_file
from plyground.games.loading import sources
from plyground.i18n import Sentence, _
from plyground.isolation.wall import lacking_parts, parts

if TYPE_CHECKING:
    from segno import QRCode

    from plyground.web.server.serve import ServerLinks


def print_links(opened: ServerLinks) -> None:
    """Print the links of a server."""
    print(_("plyground is open at {url} (Ctrl-C quits).", url=opened.link), flush=True)
    if not opened.code:
        return
    from rich.console import Console

    from plyground.web.pages.classroom.entrance import invitation

    console = Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
    console.print(_("The browser that opens this link first is the teacher's. Keep the link to yourself."))
    console.print(_("Your class can join at {url} with the code {code}:", url=opened.class_url, code=opened.code))
    console.print(wall_sentence())
    if (files := own_files()) and lacking_parts():
        console.print(_("{files}: this code runs with your rights and without a wall. Serve only files that you trust.", files=", ".join(files)))  # fmt: skip
    with suppress(UnicodeEncodeError):  # a terminal without block characters shows only the line above
        console.print(qr_text(invitation(opened.code, opened.class_url)), style="bright_white on black")


def wall_sentence() -> Sentence:
    """Return the sentence about the wall that this system has around code that is handed in."""
    if lacking := lacking_parts():
        return _("This system lacks {parts}: only Python itself holds back code that is handed in.", parts=", ".join(lacking))  # fmt: skip
    return _(
        "Games from files and code that is handed in run behind a wall of the system ({parts}).",
        parts=", ".join(parts()),
    )


def own_files() -> list[str]:
    """Return the names of the files whose rules and bots run in the server's own processes."""
    games = [source.path for source in sources() if source.text is not None and not source.game]
    bots = [source.path for source in bot_file.loaded(BOTS)]
    return sorted({Path(path).name for path in (*games, *bots)})


def qr_text(code: QRCode) -> str:
    """Return a QR code for a terminal: two rows a line, light on dark."""
    rows = [tuple(row) for row in code.matrix_iter(border=2)]
    lines = zip_longest(rows[::2], rows[1::2], fillvalue=(1,) * len(rows[0]))
    return "\n".join("".join("█▀▄ "[2 * upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in lines)
