"""Start the web server: check the options, open the store, print the links, and serve until the program is stopped."""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from plyground.cluster.places import AUTO, LOCAL, Place
from plyground.cluster.places import place as place_named
from plyground.errors import PlygroundError, SpecError
from plyground.i18n import _
from plyground.web.server.open_files import request_open_files
from plyground.web.workers.forkserver import context, demand_shared_memory

if TYPE_CHECKING:
    from plyground.web.workers.cluster_link import ClusterLink
    from plyground.web.workers.device_files import DeviceFiles


SITE = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?", re.ASCII)
"""Pattern of the address of a site, without a path."""


class ServerLinks(NamedTuple):
    """The links of a server that has just opened."""

    link: str  # the first browser that opens this link becomes the teacher's
    class_url: str  # address by which a class comes in
    code: str  # code of the class; "" = no class


def serve(
    host: str,
    port: int,
    open_browser: bool,
    on_open: Callable[[ServerLinks], None],
    game: str = "",
    lessons: Path | None = None,
    work: str | None = None,
    class_code: str = "",
    proxies: Sequence[str] = (),
    bots: Sequence[str] = (),
    puzzles: Sequence[str] = (),
    embedders: Sequence[str] = (),
    place: Place | str = LOCAL,
    public_url: str = "",
    trusts_bots: bool = False,
    site: Path | None = None,
) -> None:
    """Serve the page until the program is stopped. Port 0 takes any free port.

    ``on_open`` is called with the links when pages are answered. ``game`` opens first, instead of all games.
    ``lessons`` is a folder with a teacher's own lessons, ``work`` the file or the URL of the database in which
    visitors' work is kept. ``class_code`` is the code that other computers are asked for. ``proxies`` names the proxies
    whose headers are trusted, ``bots`` the files of bots that play on the page, ``puzzles`` files of puzzles.
    ``embedders`` names the sites that can embed pages. Searches run at the place ``on``. ``public_url`` is the address by
    which visitors reach the page, such as that of a proxy: it stands in every printed link and QR code, and forms and
    sockets are accepted from it. ``trusts_bots`` lets bots be handed in where the system has no wall around them.

    ``site`` is the folder of an exported site: then bots think on the visitors' devices.

    Raise :class:`PlygroundError` if an option is wrong, and :class:`ClusterError` for a cluster that cannot be used.
    """
    from plyground.web.access import AccessPolicy, TeacherSessions, check_class_code, proxy_addresses  # slow to import

    where = place_named(place)
    origins = [_origin(site) for site in embedders]
    public = _public(public_url)
    code = check_class_code(class_code, host, is_public=bool(proxies or public))
    device = None if site is None else _device(site)
    max_connections = request_open_files()  # the workers inherit this limit
    trusted = proxy_addresses(proxies)
    demand_shared_memory()
    listening = _listen(host, port)
    print(_("plyground is starting ..."), flush=True)
    context()  # starts the workers' server process early
    link = None if where.name == LOCAL else _link(where)
    if lessons is not None:
        from plyground.teaching.lessons.course import check_folder  # imported here because it imports the searches

        check_folder(lessons)
    from plyground.store.lazy_store import LazyStore, default_path
    from plyground.web.pages.classroom.entrance import teacher_link
    from plyground.web.server import uvicorn_server  # imported here because it is slow to import

    if link is not None and not _reached(link, where):
        link = None
    store = LazyStore(work or default_path())
    policy = AccessPolicy(code, store.secret(), TeacherSessions(lambda: store.open().teachers))
    served = listening.getsockname()[1]
    own_url, network_url = (f"http://{_in_url(name)}:{served}/" for name in (host, reached_at(host)))
    first_page = f"/play/{game}" if game else "/class" if code else "/"

    def opened() -> None:
        teachers = teacher_link(public or own_url, policy.new_token(), first_page)
        on_open(ServerLinks(teachers, public or network_url, code))
        if open_browser:  # with a token of its own, so that the printed link still works for another browser
            link = teacher_link(own_url, policy.new_token(), first_page)
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
    uvicorn_server.run(
        listening,
        opened,
        store,
        policy,
        network_url=network_url,
        public_url=public,
        max_connections=max_connections,
        lessons=lessons,
        proxies=trusted,
        bots=bots,
        puzzles=puzzles,
        embedders=origins,
        trusts_bots=trusts_bots,
        device=device,
        link=link,
    )


def _device(site: Path) -> DeviceFiles:
    """Return the files of a site. Raise :class:`FileError`."""
    from plyground.web.workers.device_files import DeviceFiles  # imported here because it is slow to import

    return DeviceFiles(site)


def reached_at(host: str) -> str:
    """Return the name or address at which other computers reach this one if it listens on ``host``."""
    if host not in ("", "0.0.0.0", "::"):
        return host
    version_6 = host == "::"
    with socket.socket(socket.AF_INET6 if version_6 else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:  # nothing is sent: connect() only chooses a route to an address for documentation (RFC 5737, 3849)
            probe.connect(("2001:db8::1" if version_6 else "192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _link(place: Place) -> ClusterLink:
    """Return a link to a cluster; it connects in the background."""
    from plyground.web.workers.cluster_link import ClusterLink
    from plyground.web.workers.node_worker import PageWorkerMaker  # imported here because it imports the searches

    return ClusterLink(place, PageWorkerMaker)


def _reached(link: ClusterLink, place: Place) -> bool:
    """Wait for the connection to a cluster. Return False if there is none and ``place`` allows this machine instead."""
    from plyground.cluster.ray_connection import NoCluster

    try:
        link.demand()
    except NoCluster:
        if place.name != AUTO:
            raise
        return False
    return True


def _origin(site: str) -> str:
    """Return the origin of a site that can embed pages. Raise :class:`SpecError` for anything else."""
    if not SITE.fullmatch(site.rstrip("/")):
        raise SpecError(_("“{site}” is not a site. Write its address without a path, such as https://moodle.example.org.", site=site))  # fmt: skip
    return site.rstrip("/")


def _public(url: str) -> str:
    """Return a public address with a slash at its end; empty for none. Raise :class:`SpecError` for anything else."""
    if url and not SITE.fullmatch(url.rstrip("/")):
        raise SpecError(_("“{url}” is not an address for --public-url. Write it without a path, such as https://play.example.org.", url=url))  # fmt: skip
    return url and url.rstrip("/") + "/"


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


def _in_url(host: str) -> str:
    """Return a host as written in URLs; an address of all interfaces becomes ``localhost``."""
    if host in ("", "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
