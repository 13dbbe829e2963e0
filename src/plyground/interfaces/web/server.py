"""The web server: ``serve`` opens the page and stays until it is told to quit."""

from __future__ import annotations

import os
import signal
import socket
import threading
import webbrowser
from pathlib import Path
from typing import NoReturn

from plyground.errors import PlygroundError
from plyground.interfaces.web.processes import context
from plyground.interfaces.web.sparing import sparing
from plyground.language import _


def serve(
    host: str,
    port: int,
    open_browser: bool,
    game: str = "",
    lessons: Path | None = None,
    work: Path | None = None,
    class_code: str = "",
) -> None:
    """Serve the page until quit; port 0 stands for any free one. Prints the address, of a ``game`` or the first page.

    ``lessons`` is a folder with a teacher's own lessons, ``work`` the file in which visitors' work is kept,
    ``class_code`` what other computers are asked for: without it, only this one is served. Raises :class:`PlygroundError`
    when the address cannot be had or needs a code, or something is wrong in a lesson or in that file.
    """
    from plyground.interfaces.web.door import Door, checked  # brings Starlette

    code = checked(class_code, host)
    listening = _listen(host, port)
    print(_("plyground is starting ..."), flush=True)
    context()  # the workers get ready beside this process
    if lessons is not None:
        from plyground.lessons.course import check_folder  # brings the searches

        check_folder(lessons)
    with sparing():
        from plyground.interfaces.web import pages  # brings NiceGUI
        from plyground.interfaces.web.classroom import invite, reached_at
        from plyground.store.shelf import Shelf, default_path

    shelf = Shelf(work or default_path())
    door = Door(code, shelf.take().secret() if code else "")
    served = listening.getsockname()[1]
    url, outside = (f"http://{_written(name)}:{served}/" for name in (host, reached_at(host)))
    address = f"{url}play/{game}" if game else url
    teacher = f"enter?key={door.key}"

    def opened() -> None:
        print(_("plyground is open at {url} (Ctrl-C quits).", url=address), flush=True)
        if code:
            invite(code, outside, outside + teacher)
        if open_browser:
            first = url + teacher if code else address
            threading.Thread(target=webbrowser.open, args=(first,), daemon=True).start()

    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
    pages.run(listening, opened, shelf, door, outside, lessons)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=128)
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise PlygroundError(
            _(
                "The page cannot be served at {host}, port {port}: {reason}. Choose another port with --port, or 0 for any free one.",
                host=host, port=port, reason=reason,
            )
        ) from None  # fmt: skip


def _written(host: str) -> str:
    """How a host stands in an address; every interface is reached as this machine."""
    if host in ("", "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
