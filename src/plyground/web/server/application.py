"""The web application: its routes, middleware and services, and the server that runs it."""

from __future__ import annotations

import asyncio
import logging
import math
import socket
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from typing import Any

from fastapi import APIRouter
from nicegui import app, background_tasks, binding, ui
from starlette.types import ASGIApp

from plyground.errors import FileError, PlygroundError
from plyground.games.loading import withdraw
from plyground.store.lazy_store import LazyStore
from plyground.web.access import VISITOR_COOKIE, AccessPolicy
from plyground.web.components.kept_lesson import keep_lesson, take_up
from plyground.web.components.teacher_only import NotTheTeacher
from plyground.web.friend_keeper import FriendKeeper
from plyground.web.grading_keeper import GradingKeeper
from plyground.web.live_class import LiveClass
from plyground.web.middleware.access_control import AccessMiddleware
from plyground.web.middleware.error_guard import ErrorGuardMiddleware
from plyground.web.middleware.head_requests import HeadMiddleware
from plyground.web.middleware.host_limits import HostMiddleware
from plyground.web.middleware.message_limits import MessageLimitMiddleware
from plyground.web.middleware.security_headers import MAX_BODY_BYTES, SecurityHeadersMiddleware
from plyground.web.middleware.visitor_cookie import VisitorCookieMiddleware
from plyground.web.middleware.visitor_language import VisitorLanguageMiddleware
from plyground.web.middleware.waiting_page_limits import WaitingPageMiddleware
from plyground.web.pages import health, pictures, solved, stop
from plyground.web.pages.classroom.routes import OPEN_PATHS, entrance, refuse_visitor
from plyground.web.pages.error_pages import failed, foreign, register_error_pages
from plyground.web.preferences import router as preferences_router
from plyground.web.presence import Presence
from plyground.web.server.connection_limits import ConnectionLimits, limited_protocol
from plyground.web.server.gc_schedule import collect_garbage
from plyground.web.server.log_limits import limit_log
from plyground.web.server.open_files import worker_counts
from plyground.web.services import Services
from plyground.web.tournament_keeper import TournamentKeeper
from plyground.web.urls import game_url
from plyground.web.urls.bot_limits import limits_for, set_limits
from plyground.web.waiting_pages import WaitingPages
from plyground.web.workers.cluster_link import ClusterLink
from plyground.web.workers.process_workers import ProcessWorkers
from plyground.web.workers.rules_watch import RulesWatch

ROOMS = (
    "home",
    "game",
    "friend",
    "trees",
    "compare",
    "arena",
    "learn",
    "my_work",
    "classroom",
    "live",
    "puzzles",
    "setup",
    "sets",
    "grading",
)
"""The folders of ``web/pages/`` whose ``routes.py`` has a router."""
IMPORT_DELAY_S = 5
"""Seconds after the start before further pages are imported; the first page is shown by then."""
LATE_MODULES = (
    "arena.tournament_form",
    "arena.tournament_view",
    "classroom.answers",
    "compare.page",
    "grading.page",
    "learn.exercise_page",
    "learn.jobs",
    "learn.lesson_page",
    "live.student_page",
    "live.teacher_page",
    "my_work.page",
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
RECONNECT_TIMEOUT_S = 30
"""Seconds for which a silent browser counts as connected."""
SHUTDOWN_TIMEOUT_S = 2

log = logging.getLogger(__name__)


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
    link: ClusterLink | None = None,
) -> None:
    """Serve on a listening socket until the server is stopped. Call ``on_open`` when pages are served.

    ``network_url`` is the address by which other computers of the network reach the server. ``public_url`` is the one
    address for all visitors, or empty. ``max_connections`` is the limit of open connections, ``lessons`` the folder
    with a teacher's own lessons, ``proxies`` the addresses of trusted proxies, ``bots`` files of bots, ``puzzles``
    files of puzzles, ``embedders`` the origins of sites that can embed pages. ``trusts_bots`` lets bots be handed in without a wall around them. With a ``link``, searches run on its
    cluster.
    """
    thinking, in_rooms, compiling = worker_counts()
    thinkers, rooms = (_workers(count, bool(policy.code), link) for count in (thinking, in_rooms))
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
        tournaments=TournamentKeeper(store.folder / "arena", bots, trusts_bots=trusts_bots),
        friends=FriendKeeper(store),
        live=LiveClass(),
        grading=GradingKeeper(),
        puzzles=tuple(puzzles),
        can_embed=bool(embedders),
    )
    build(services, embedders, has_proxies=bool(proxies))
    limit_log()
    RulesWatch(_withdraw).begin()
    for reader in ("engineio.server", "python_multipart"):
        logging.getLogger(reader).setLevel(logging.CRITICAL)  # malformed input is not a fault of the server
    app.on_startup(_ignore_unreadable_messages)
    app.on_startup(on_open)
    app.on_startup(partial(_import_late_modules, store))
    app.on_startup(collect_garbage)
    if store.is_shared:
        app.on_startup(partial(_follow_other_servers, services.friends))
    if policy.code and not store.is_shared:  # a live class cannot be kept in a shared store: each server has its own
        app.on_startup(partial(_keep_lesson, services.live, store, lessons))
    if link is not None:
        app.on_shutdown(link.close)
    host, port = listening.getsockname()[:2]
    with suppress(KeyboardInterrupt):
        ui.run(
            host=host, port=port, fd=listening.fileno(), show=False, reload=False, title="plyground", favicon="♟",
            dark=None, tailwind=False, show_welcome_message=False, binding_refresh_interval=None,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S, reconnect_timeout=RECONNECT_TIMEOUT_S,
            ws_per_message_deflate=False, access_log=False, uvicorn_logging_level="critical", server_header=False,
            ws_max_size=MAX_BODY_BYTES, http=limited_protocol(ConnectionLimits(max_connections, proxies)),
            proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
        )  # fmt: skip


def build(services: Services, embedders: Sequence[str] = (), *, has_proxies: bool = False) -> ASGIApp:
    """Return the application: the rooms with their services, and the middleware around them. It needs no socket, so any
    host of ASGI can run it.
    """
    policy = services.policy
    app.state.services = services
    for router in routers():
        app.include_router(router)
    register_error_pages(app)
    app.exception_handler(NotTheTeacher)(refuse_visitor)
    app.add_middleware(ErrorGuardMiddleware, failed=failed)
    app.add_middleware(WaitingPageMiddleware, waiting=WaitingPages(), cookie=policy.cookie(VISITOR_COOKIE))
    app.add_middleware(HostMiddleware)
    app.add_middleware(VisitorCookieMiddleware, presence=services.presence, cookie=policy.cookie(VISITOR_COOKIE))
    app.add_middleware(AccessMiddleware, policy=policy, open_paths=OPEN_PATHS if policy.code else (), entrance=entrance)
    app.add_middleware(VisitorLanguageMiddleware)
    app.add_middleware(MessageLimitMiddleware)
    app.add_middleware(
        SecurityHeadersMiddleware,
        refuse_foreign=foreign,
        embedders=embedders,
        has_proxies=has_proxies,
        public_url=services.public_url,
    )
    app.add_middleware(HeadMiddleware)
    set_limits(limits_for(is_class=bool(policy.code)))
    binding.MAX_PROPAGATION_TIME = math.inf  # nothing is bound, so NiceGUI would only warn of a busy machine
    app.on_startup(services.bot_processes.begin)
    app.on_startup(services.room_processes.begin)
    app.on_shutdown(services.tournaments.close)
    app.on_shutdown(services.grading.stop)
    for workers in (services.bot_processes, services.room_processes, services.compiler_process):
        app.on_shutdown(workers.close)
    app.on_shutdown(services.store.close)
    return app


def routers() -> list[APIRouter]:
    """Return the routers of all rooms."""
    rooms = [import_module(f"plyground.web.pages.{room}.routes").router for room in ROOMS]
    return [health.router, pictures.router, solved.router, stop.router, preferences_router, *rooms]


def _workers(processes: int, for_class: bool, link: ClusterLink | None) -> ProcessWorkers:
    """Return a pool of workers. In a class no visitor can have more than half of them."""
    return ProcessWorkers(processes, processes // 2 if for_class else None, link=link)


def _ignore_unreadable_messages() -> None:
    """Ignore unreadable socket messages, such as one with half a character, instead of logging them."""

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is None or isinstance(error, OSError) or _is_ours(error):
            loop.default_exception_handler(context)
        else:
            log.info("A message could not be read: %r", error)

    asyncio.get_running_loop().set_exception_handler(handle)


async def _follow_other_servers(friends: FriendKeeper) -> None:
    """Show the changes of other servers with the same database, as long as this server runs."""

    async def follow() -> None:
        while True:
            await asyncio.sleep(FOLLOW_S)
            with suppress(PlygroundError):  # the database does not answer now
                await friends.refresh()

    background_tasks.create(follow(), name="changes of other servers")


async def _keep_lesson(live: LiveClass, store: LazyStore, lessons: Path | None) -> None:
    """Continue the lesson that was interrupted, and store its changes from now on."""
    take_up(live, store, lessons)
    background_tasks.create(keep_lesson(live, store), name="the live lesson")


def _withdraw(error: FileError) -> None:
    """Withdraw the game of a file: raise the error whenever the game is requested."""
    withdraw(error)
    game_url.forget_games()


def _is_ours(error: BaseException) -> bool:
    """Return True if plyground's own code is in the traceback of an error."""
    return any(
        frame.f_globals.get("__name__", "").startswith("plyground.") for frame, _line in walk_tb(error.__traceback__)
    )


def _import_late_modules(store: LazyStore) -> None:
    def bring() -> None:
        for name in LATE_MODULES:
            import_module(f"plyground.web.pages.{name}")
        with suppress(PlygroundError):  # a visitor who needs the store sees the error
            store.open()

    asyncio.get_running_loop().call_later(IMPORT_DELAY_S, threading.Thread(target=bring, daemon=True).start)
