"""Limits for connections: how many there may be, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from plyground.web.access import network_of

HEADER_TIMEOUT_S = 10.0
"""Seconds within which the head of a request must have arrived."""
BODY_TIMEOUT_S = 30.0
"""Seconds within which the body of a request must have arrived."""
MAX_HEAD_BYTES = 1 << 16
"""Bytes of the head of a request, whose address may hold a long game. Without a limit of its own, h11 refuses a head of more
than 16 KB if it arrives in parts.
"""


class ConnectionLimits:
    """A counter of open connections. One network may have half of them; trusted proxies have no limit, because they
    serve many clients.
    """

    def __init__(self, most: int, proxies: Collection[str] = ()) -> None:
        self.most = most
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._open: dict[str, set[asyncio.BaseTransport]] = {}

    def admit(self, peer: str, transport: asyncio.BaseTransport) -> bool:
        """Count a new connection. Return False if there are too many."""
        network = network_of(peer)
        here = {known for known in self._open.get(network, ()) if not known.is_closing()}
        self._open[network] = here
        if self._total() >= self.most or (len(here) >= self.most // 2 and not self._is_proxy(peer)):
            return False
        here.add(transport)
        return True

    def _total(self) -> int:
        total = sum(map(len, self._open.values()))
        if total >= self.most:  # remove connections that have closed meanwhile
            self._open = {
                network: here
                for network, known in self._open.items()
                if (here := {each for each in known if not each.is_closing()})
            }
            total = sum(map(len, self._open.values()))
        return total

    def _is_proxy(self, peer: str) -> bool:
        try:
            return any(ip_address(peer) in proxy for proxy in self._proxies)
        except ValueError:
            return False


def limited_protocol(limits: ConnectionLimits) -> type[H11Protocol]:
    """Return uvicorn's protocol with these limits and with timeouts for slow requests.

    It parses with h11. Uvicorn's other parser, httptools, opens a web socket before the response to the previous
    request on the same connection is complete, and closes the socket as idle five seconds after that response.
    """

    class LimitedProtocol(H11Protocol):
        """A protocol that closes connections beyond the limits, and connections whose requests do not arrive in time."""

        _timer: asyncio.TimerHandle | None = None
        _reads_body = False
        _is_socket = False

        def __init__(self, config: Config, *others: Any, **named: Any) -> None:
            config.h11_max_incomplete_event_size = MAX_HEAD_BYTES
            super().__init__(config, *others, **named)

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Admit the connection, and wait for the head of a request."""
            super().connection_made(transport)
            if limits.admit(self.client[0] if self.client else "", transport):
                self._begin(HEADER_TIMEOUT_S)
            else:
                transport.abort()

        def data_received(self, data: bytes) -> None:
            """Read a part of a request."""
            if self._timer is None:
                self._begin(HEADER_TIMEOUT_S)
            super().data_received(data)
            if self._is_socket:  # h11 would still wait for a body
                return
            if self.conn.their_state is h11.SEND_BODY:
                if not self._reads_body:
                    self._reads_body = True
                    self._begin(BODY_TIMEOUT_S)
            elif self.conn.their_state is not h11.IDLE:
                self._end()

        def on_response_complete(self) -> None:
            """Wait for the next request; uvicorn closes an idle connection."""
            self._end()
            super().on_response_complete()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            """Pass the connection on to a web socket."""
            self._is_socket = True
            self._end()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            """Stop counting the connection."""
            self._end()
            super().connection_lost(exc)

        def _begin(self, seconds: float) -> None:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self.loop.call_later(seconds, self.transport.abort)

        def _end(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._reads_body = None, False

    return LimitedProtocol
