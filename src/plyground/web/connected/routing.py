"""The routes of a room. The parameters of a function are the parts of its path and the fields of the query."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from plyground.web.connected.page_client import Client

Endpoint = Callable[..., Any]
Function = TypeVar("Function", bound=Endpoint)


class Router:
    """The routes of a room. ``before`` are functions that are called before an endpoint and can refuse the request.

    A function without ``async`` runs in a thread; :meth:`page` functions run in the event loop.
    """

    def __init__(self) -> None:
        self.routes: list[Route] = []

    def get(self, path: str, before: Sequence[Endpoint] = ()) -> Callable[[Function], Function]:
        """Answer GET requests with the response of a function."""
        return self._add(path, "GET", before)

    def post(self, path: str, before: Sequence[Endpoint] = ()) -> Callable[[Function], Function]:
        """Answer POST requests with the response of a function."""
        return self._add(path, "POST", before)

    def page(
        self, path: str, reconnect_timeout_s: float, before: Sequence[Endpoint] = ()
    ) -> Callable[[Function], Function]:
        """Answer GET requests with a connected page, or with the response of the function that builds it.

        The page is kept for ``reconnect_timeout_s`` after its browser has closed the connection.
        """

        def register(build: Function) -> Function:
            async def show(request: Request) -> Response:
                client = Client(request, reconnect_timeout_s)
                try:
                    with client:
                        answer = build(**_arguments(build, request))
                        if inspect.isawaitable(answer):
                            answer = await answer
                except BaseException:
                    client.delete()
                    raise
                if isinstance(answer, Response):
                    client.delete()
                    return answer
                return HTMLResponse(client.html(), headers={"Cache-Control": "no-store"})

            self._add(path, "GET", before)(show)
            return build

        return register

    def _add(self, path: str, method: str, before: Sequence[Endpoint]) -> Callable[[Function], Function]:
        def register(endpoint: Function) -> Function:
            async def answer(request: Request) -> Response:
                for function in before:
                    await _call(function, request)
                return cast(Response, await _call(endpoint, request))

            self.routes.append(Route(path, answer, methods=[method]))
            return endpoint

        return register


async def _call(function: Endpoint, request: Request) -> Any:
    arguments = _arguments(function, request)
    if inspect.iscoroutinefunction(function):
        return await function(**arguments)
    return await run_in_threadpool(function, **arguments)


def _arguments(function: Endpoint, request: Request) -> dict[str, Any]:
    """Return the arguments for a function: the request, parts of the path, and fields of the query that were sent.

    Raise :class:`HTTPException` if a number is none.
    """
    sent = {**request.query_params, **request.path_params}
    found: dict[str, Any] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "request":
            found[name] = request
        elif name in sent:
            found[name] = _number(sent[name]) if str(parameter.annotation).startswith("int") else sent[name]
    return found


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise HTTPException(422) from None
