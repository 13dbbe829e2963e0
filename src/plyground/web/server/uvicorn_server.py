"""The server of the application: its worker processes, its tasks beside the requests, and the socket it listens on."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from plyground.errors import PlygroundError
from plyground.games.loading import withdraw
from plyground.store.lazy_store import LazyStore
from plyground.web.access import AccessPolicy
from plyground.web.components.kept_lesson import keep_lesson, take_up
from plyground.web.friend_keeper import FriendKeeper
from plyground.web.grading_keeper import GradingKeeper
from plyground.web.learning_keeper import LearningKeeper
from plyground.web.live_class import LiveClass
from plyground.web.middleware.security_headers import MAX_BODY_BYTES
from plyground.web.own_game_keeper import OwnGameKeeper
from plyground.web.presence import Presence
from plyground.web.server.application import build
from plyground.web.server.connection_limits import ConnectionLimits, limited_protocol
from plyground.web.server.gc_schedule import collect_garbage
from plyground.web.server.log_limits import limit_log
from plyground.web.server.open_files import worker_counts
from plyground.web.services import Services
from plyground.web.tournament_keeper import TournamentKeeper
from plyground.web.visitor_accounts import VisitorAccounts
from plyground.web.workers.cluster_link import ClusterLink
from plyground.web.workers.device_files import DeviceFiles
from plyground.web.workers.process_workers import ProcessWorkers
from plyground.web.workers.rules_watch import RulesWatch
from plyground.web.workers.worker_process import NICENESS, ROOM_NICENESS

IMPORT_DELAY_S = 5
"""Seconds after the start before further pages are imported; the first page is shown by then."""
LATE_MODULES = (
    "arena.tournament_form",
    "arena.tournament_view",
    "classroom.answers",
    "compare.page",
    "evaluation.page",
    "grading.page",
    "learn.exercise_page",
    "learn.jobs",
    "learn.lesson_page",
    "live.student_page",
    "live.teacher_page",
    "my_work.page",
    "own.page",
    "puzzles.page",
    "sets.set_exercise",
    "sets.student_pages",
    "sets.teacher_pages",
    "setup.page",
    "trees.page",
)
"""Modules that a route imports at its first request."""
FOLLOW_S = 1.0
"""Seconds between two looks for changes that other servers have made."""
PING_INTERVAL_S = 15
"""Seconds between two pings of a browser. One that does not answer for as long counts as gone."""
SHUTDOWN_TIMEOUT_S = 2


def run(
    listening: socket.socket,
    on_open: Callable[[], None],
    store: LazyStore,
    policy: AccessPolicy,
    *,
    network_url: str,
    public_url: str,
    max_connections: int,
    lessons: Path | None = None,
    proxies: Collection[str] = (),
    bots: Sequence[str] = (),
    puzzles: Sequence[str] = (),
    embedders: Sequence[str] = (),
    trusts_bots: bool = False,
    device: DeviceFiles | None = None,
    link: ClusterLink | None = None,
) -> None:
    """Serve on a listening socket until the server is stopped. Call ``on_open`` when pages are served.

    ``network_url`` is the address by which other computers of the network reach the server. ``public_url`` is the one
    address for all visitors, or empty. ``max_connections`` is the limit of open connections, ``lessons`` the folder
    with a teacher's own lessons, ``proxies`` the addresses of trusted proxies, ``bots`` files of bots, ``puzzles``
    files of puzzles, ``embedders`` the origins of sites that can embed pages. ``trusts_bots`` lets bots be handed in
    without a wall around them. With the files of a ``device``, bots think on the visitors' devices. With a ``link``,
    searches run on its cluster.
    """
    thinking, in_rooms, compiling = worker_counts()
    thinkers = _workers(thinking, bool(policy.code), link)
    rooms = _workers(in_rooms, bool(policy.code), link, ROOM_NICENESS)
    services = Services(
        bot_processes=thinkers,
        room_processes=rooms,
        compiler_process=ProcessWorkers(compiling),  # starts when a game whose searches can be compiled is opened
        store=store,
        policy=policy,
        network_url=network_url,
        public_url=public_url,
        lessons=lessons,
        presence=Presence(),
        accounts=VisitorAccounts(),
        tournaments=TournamentKeeper(store.folder / "arena", bots, trusts_bots=trusts_bots),
        friends=FriendKeeper(store),
        live=LiveClass(),
        grading=GradingKeeper(),
        learning=LearningKeeper(),
        own_games=OwnGameKeeper(store.folder / "own_games"),
        puzzles=tuple(puzzles),
        device=device,
        can_embed=bool(embedders),
    )
    services.own_games.load()
    limit_log()
    RulesWatch(withdraw).begin()
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)  # malformed input is not a fault of the server
    on_start: list[Callable[[], Any]] = [on_open, partial(_import_late_modules, store), collect_garbage]
    if store.is_shared:
        on_start.append(partial(_follow_other_servers, services.friends))
    if policy.code and not store.is_shared:  # a live class cannot be kept in a shared store: each server has its own
        on_start.append(partial(_keep_lesson, services.live, store, lessons))
    on_stop = [link.close] if link is not None else []
    app = build(services, embedders, has_proxies=bool(proxies), on_start=on_start, on_stop=on_stop)
    serve(app, listening, ConnectionLimits(max_connections, proxies), proxies)


def serve(app: Starlette, listening: socket.socket, limits: ConnectionLimits, proxies: Collection[str]) -> None:
    """Serve an application until it is stopped: by a signal, or by a call of ``app.state.stop``."""
    server = uvicorn.Server(
        uvicorn.Config(
            app, http=limited_protocol(limits), access_log=False, log_level="critical", server_header=False,
            ws_max_size=MAX_BODY_BYTES, ws_per_message_deflate=False, ws_ping_interval=PING_INTERVAL_S,
            ws_ping_timeout=PING_INTERVAL_S, timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
            proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
        )
    )  # fmt: skip
    app.state.stop = partial(setattr, server, "should_exit", True)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _workers(processes: int, for_class: bool, link: ClusterLink | None, niceness: int = NICENESS) -> ProcessWorkers:
    """Return a pool of workers. In a class no visitor can have more than half of them."""
    return ProcessWorkers(processes, processes // 2 if for_class else None, link=link, niceness=niceness)


async def _follow_other_servers(friends: FriendKeeper) -> None:
    """Show the changes of other servers with the same database, as long as this server runs."""
    while True:
        await asyncio.sleep(FOLLOW_S)
        with suppress(PlygroundError):  # the database does not answer now
            await friends.refresh()


async def _keep_lesson(live: LiveClass, store: LazyStore, lessons: Path | None) -> None:
    """Continue the lesson that was interrupted, and store its changes from now on."""
    take_up(live, store, lessons)
    await keep_lesson(live, store)


def _import_late_modules(store: LazyStore) -> None:
    def bring() -> None:
        for name in LATE_MODULES:
            import_module(f"plyground.web.pages.{name}")
        with suppress(PlygroundError):  # a visitor who needs the store sees the error
            store.open()

    asyncio.get_running_loop().call_later(IMPORT_DELAY_S, threading.Thread(target=bring, daemon=True).start)
