"""Who may come in: this computer always, another one with the code of the class."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable, Mapping
from enum import Enum, auto
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.errors import PlygroundError
from plyground.language import _

SHORTEST, LONGEST = 4, 40
"""Characters of a code."""
GUESSES = 10
"""Wrong codes that are heard from one address in a minute."""
MINUTE = 60.0
CLASS, TEACHER = "class", "teacher"
"""The cookies of who has given the code, and of who has the teacher's key."""


class Standing(Enum):
    """What somebody may see: the page that asks for the code; the rooms; also the answers of all."""

    STRANGER = auto()
    STUDENT = auto()
    TEACHER = auto()


class Guess(Enum):
    """What a code turned out to be."""

    RIGHT = auto()
    WRONG = auto()
    ONE_TOO_MANY = auto()  # and not looked at


class Door:
    """The rule. ``code``: that of the class, empty where nobody else may come in; ``secret``: the store's.

    Who has given the code bears a mark that follows from both, and so stays inside when the server starts again;
    the code cannot be found from it.
    """

    def __init__(self, code: str, secret: str) -> None:
        self.code = code
        self.mark = self._derived(secret, CLASS)
        self.key = self._derived(secret, TEACHER)
        self._wrong: dict[str, list[float]] = {}

    def standing(self, peer: str, host: str, cookies: Mapping[str, str]) -> Standing:
        """What the one at the address ``peer`` may see, who asks for ``host`` (and port) and brings these cookies.

        This computer must also be asked for by a name of its own: a page from elsewhere that a browser here has open
        could otherwise ask in its place (DNS rebinding).
        """
        if is_loopback(peer) and is_loopback(_named(host)):
            return Standing.TEACHER
        if not self.code:
            return Standing.STRANGER
        if self.is_key(cookies.get(TEACHER, "")):
            return Standing.TEACHER
        return Standing.STUDENT if _same(cookies.get(CLASS, ""), self.mark) else Standing.STRANGER

    def is_key(self, given: str) -> bool:
        """Whether this is the teacher's key."""
        return bool(self.code) and _same(given, self.key)

    def guess(self, peer: str, given: str, now: Callable[[], float] = time.monotonic) -> Guess:
        """Hear a code. An address that guesses wrong too often is not heard for a minute, whatever it says."""
        moment, where = now(), network_of(peer)
        self._wrong = {
            known: late
            for known, times in self._wrong.items()
            if (late := [at for at in times if at > moment - MINUTE])
        }
        if len(self._wrong.get(where, ())) >= GUESSES:
            return Guess.ONE_TOO_MANY
        if self.code and _same(_plain(given), _plain(self.code)):
            return Guess.RIGHT
        self._wrong.setdefault(where, []).append(moment)
        return Guess.WRONG

    def _derived(self, secret: str, purpose: str) -> str:
        return hmac.new(secret.encode(), f"{purpose} {self.code}".encode(), hashlib.sha256).hexdigest()


class Doorkeeper:
    """Lets in who may come in; a stranger gets ``asking``'s page, or no connection, but for the addresses ``free``."""

    def __init__(self, app: ASGIApp, door: Door, free: tuple[str, ...], asking: Callable[[Request], Response]) -> None:
        self.app = app
        self.door = door
        self.free = free
        self.asking = asking

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, or in its place; ``request.state`` says what ``standing`` who asks has, and whether they have a class."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asks = HTTPConnection(scope)
        standing = self.door.standing(peer_of(asks), asks.headers.get("host", ""), asks.cookies)
        teaches = bool(self.door.code) and standing is Standing.TEACHER
        scope.setdefault("state", {}).update(standing=standing, teaches=teaches)
        if standing is not Standing.STRANGER or scope["path"] in self.free:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # a breach of policy (RFC 6455, 7.4.1)
        else:
            await self.asking(Request(scope, receive))(scope, receive, send)


def checked(code: str, host: str) -> str:
    """A code of a class that may stand; raises :class:`PlygroundError` where ``host`` needs another or any."""
    if not code:
        if is_loopback(host):
            return ""
        raise PlygroundError(
            _(
                "At {host} other computers could come in: choose the code that they are asked for, as in --class-code CODE, or leave --host out.",
                host=host,
            )
        )
    if not (SHORTEST <= len(_plain(code)) <= LONGEST and code.isprintable()):
        raise PlygroundError(
            _(
                "The code of a class (--class-code) has from {shortest} to {longest} letters, digits or signs.",
                shortest=SHORTEST, longest=LONGEST,
            )
        )  # fmt: skip
    return code.strip()


def is_loopback(host: str) -> bool:
    """Whether a name or an address can only be this computer's."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def peer_of(connection: HTTPConnection) -> str:
    """The address at the other end."""
    return connection.client.host if connection.client else ""


def _named(host: str) -> str:
    """A host without its port."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def _plain(code: str) -> str:
    """Telephones begin with a capital, and leave a blank behind."""
    return code.strip().casefold()


def _same(given: str, expected: str) -> bool:
    """Whether both are the same, in a time that does not tell how far they are."""
    return hmac.compare_digest(given.encode(errors="replace"), expected.encode())


def network_of(peer: str) -> str:
    """For whom guesses and computations are counted: of version 6, a household has as many addresses as it likes in its network."""
    try:
        address = ip_address(peer)
    except ValueError:
        return peer
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address)
