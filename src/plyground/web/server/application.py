"""The web application: its routes, middleware and services, and the server that runs it."""

from __future__ import annotations

import asyncio
import inspect
import logging
import socket
import threading
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import WebSocketRoute

from plyground.errors import FileError, PlygroundError
from plyground.games.loading import withdraw
from plyground.store.lazy_store import LazyStore
from plyground.web.access import VISITOR_COOKIE, AccessPolicy
from plyground.web.components.kept_lesson import keep_lesson, take_up
from plyground.web.components.static_files import static_routes
from plyground.web.components.teacher_only import NotTheTeacher
from plyground.web.connected.page_client import page_socket
from plyground.web.connected.routing import Router
from plyground.web.friend_keeper import FriendKeeper
from plyground.web.grading_keeper import GradingKeeper
from plyground.web.live_class import LiveClass
from plyground.web.middleware.access_control import AccessMiddleware
from plyground.web.middleware.error_guard import ErrorGuardMiddleware
from plyground.web.middleware.head_requests import HeadMiddleware
from plyground.web.middleware.host_limits import HostMiddleware
from plyground.web.middleware.message_limits import SOCKET_PATH, MessageLimitMiddleware
from plyground.web.middleware.security_headers import MAX_BODY_BYTES, SecurityHeadersMiddleware
from plyground.web.middleware.visitor_cookie import VisitorCookieMiddleware
from plyground.web.middleware.visitor_language import VisitorLanguageMiddleware
from plyground.web.middleware.waiting_page_limits import WaitingPageMiddleware
from plyground.web.pages import health, pictures, solved, stop
from plyground.web.pages.classroom.routes import OPEN_PATHS, entrance, refuse_visitor
from plyground.web.pages.error_pages import ERROR_PAGES, failed, foreign
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
    limit_log()
    RulesWatch(_withdraw).begin()
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


def build(
    services: Services,
    embedders: Sequence[str] = (),
    *,
    has_proxies: bool = False,
    on_start: Sequence[Callable[[], Any]] = (),
    on_stop: Sequence[Callable[[], Any]] = (),
) -> Starlette:
    """Return the application: the rooms with their services, and the middleware around them. It needs no socket, so any
    host of ASGI can run it.

    ``on_start`` and ``on_stop`` are called when the host starts and stops the application. Coroutines run beside it.
    """
    policy = services.policy
    set_limits(limits_for(is_class=bool(policy.code)))
    workers = (services.bot_processes, services.room_processes, services.compiler_process)
    starts = [services.bot_processes.begin, services.room_processes.begin, *on_start]
    stops = [services.tournaments.close, services.grading.stop, *(each.close for each in workers), *on_stop]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        begun = [start() for start in starts]
        tasks = [asyncio.create_task(each) for each in begun if inspect.iscoroutine(each)]
        yield
        for task in tasks:
            task.cancel()
        for end in (*stops, services.store.close):
            end()

    app = Starlette(
        routes=[
            *(route for router in routers() for route in router.routes),
            *static_routes(),
            WebSocketRoute(SOCKET_PATH, page_socket),
        ],
        middleware=[  # the first is the outermost
            Middleware(HeadMiddleware),
            Middleware(
                SecurityHeadersMiddleware,
                refuse_foreign=foreign,
                embedders=embedders,
                has_proxies=has_proxies,
                public_url=services.public_url,
            ),
            Middleware(MessageLimitMiddleware),
            Middleware(VisitorLanguageMiddleware),
            Middleware(
                AccessMiddleware, policy=policy, open_paths=OPEN_PATHS if policy.code else (), entrance=entrance
            ),
            Middleware(VisitorCookieMiddleware, presence=services.presence, cookie=policy.cookie(VISITOR_COOKIE)),
            Middleware(HostMiddleware),
            Middleware(WaitingPageMiddleware, waiting=WaitingPages(), cookie=policy.cookie(VISITOR_COOKIE)),
            Middleware(ErrorGuardMiddleware, failed=failed),
            Middleware(GZipMiddleware),
        ],
        exception_handlers={**ERROR_PAGES, NotTheTeacher: refuse_visitor},
        lifespan=lifespan,
    )
    app.state.services = services
    return app


def routers() -> list[Router]:
    """Return the routers of all rooms."""
    rooms = [import_module(f"plyground.web.pages.{room}.routes").router for room in ROOMS]
    return [health.router, pictures.router, solved.router, stop.router, preferences_router, *rooms]


def _workers(processes: int, for_class: bool, link: ClusterLink | None) -> ProcessWorkers:
    """Return a pool of workers. In a class no visitor can have more than half of them."""
    return ProcessWorkers(processes, processes // 2 if for_class else None, link=link)


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


def _withdraw(error: FileError) -> None:
    """Withdraw the game of a file: raise the error whenever the game is requested."""
    withdraw(error)
    game_url.forget_games()


def _import_late_modules(store: LazyStore) -> None:
    def bring() -> None:
        for name in LATE_MODULES:
            import_module(f"plyground.web.pages.{name}")
        with suppress(PlygroundError):  # a visitor who needs the store sees the error
            store.open()

    asyncio.get_running_loop().call_later(IMPORT_DELAY_S, threading.Thread(target=bring, daemon=True).start)
