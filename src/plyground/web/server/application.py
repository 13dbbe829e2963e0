"""The web application: its routes and its middleware. Any host of ASGI can run it: a server or a browser."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import WebSocketRoute

from plyground.web.access import VISITOR_COOKIE
from plyground.web.components.classroom.teacher_only import NotTheTeacher
from plyground.web.components.static_files import static_routes
from plyground.web.connected.page_client import page_socket
from plyground.web.connected.routing import Router
from plyground.web.middleware.access_control import AccessMiddleware
from plyground.web.middleware.error_guard import ErrorGuardMiddleware
from plyground.web.middleware.head_requests import HeadMiddleware
from plyground.web.middleware.host_limits import HostMiddleware
from plyground.web.middleware.message_limits import SOCKET_PATH, MessageLimitMiddleware
from plyground.web.middleware.request_turns import RequestTurnsMiddleware
from plyground.web.middleware.security_headers import SecurityHeadersMiddleware
from plyground.web.middleware.visitor_cookie import VisitorCookieMiddleware
from plyground.web.middleware.visitor_language import VisitorLanguageMiddleware
from plyground.web.middleware.waiting_page_limits import WaitingPageMiddleware
from plyground.web.pages import board_shapes, health, pictures, solved, stop
from plyground.web.pages.classroom.routes import OPEN_PATHS, entrance, refuse_visitor
from plyground.web.pages.error_pages import ERROR_PAGES, failed, foreign
from plyground.web.preferences import router as preferences_router
from plyground.web.services import Services
from plyground.web.urls.bot_limits import limits_for, set_limits
from plyground.web.waiting_pages import WaitingPages

GZIP_LEVEL = 4
"""A third of the processor time of the default, for pages that are a twentieth larger."""
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
    "evaluation",
    "own",
)
"""The folders of ``web/pages/`` whose ``routes.py`` has a router."""


def build(
    services: Services,
    embedders: Sequence[str] = (),
    *,
    has_proxies: bool = False,
    on_start: Sequence[Callable[[], Any]] = (),
    on_stop: Sequence[Callable[[], Any]] = (),
) -> Starlette:
    """Return the application: the rooms with their services, and the middleware around them.

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
            *(services.device.routes() if services.device else ()),
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
            Middleware(RequestTurnsMiddleware, accounts=services.accounts),
            Middleware(HostMiddleware),
            Middleware(WaitingPageMiddleware, waiting=WaitingPages(), cookie=policy.cookie(VISITOR_COOKIE)),
            Middleware(ErrorGuardMiddleware, failed=failed),
            Middleware(GZipMiddleware, compresslevel=GZIP_LEVEL),
        ],
        exception_handlers={**ERROR_PAGES, NotTheTeacher: refuse_visitor},
        lifespan=lifespan,
    )
    app.state.services = services
    return app


def routers() -> list[Router]:
    """Return the routers of all rooms."""
    rooms = [import_module(f"plyground.web.pages.{room}.routes").router for room in ROOMS]
    return [health.router, board_shapes.router, pictures.router, solved.router, stop.router, preferences_router, *rooms]
