"""The access rules: a secret link makes a browser the teacher's, the class code makes it a visitor's.

No address is trusted. The program prints a link with a token at the start; the browser that opens it first gets the
teacher's cookie. Without a class, browsers on this computer are ordinary visitors, who can play and learn.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from enum import Enum, auto
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

from plyground.errors import PlygroundError
from plyground.i18n import _
from plyground.web.workers.fair_queue import FairQueue

MIN_CODE_CHARS, MAX_CODE_CHARS = 4, 40
EMBEDDED_ROOMS = ("play", "puzzles", "trees", "exercises")
"""First parts of the paths of pages that other sites can embed if the server allows it."""
MAX_WRONG_CODES = 10
"""Wrong codes that one browser may send in a minute."""
MAX_WRONG_CODES_IN_ALL = 200
"""Wrong codes in a minute from all browsers together; beyond them codes are checked slowly, one after the other."""
SLOW_CHECK_S = 0.1
"""Seconds between two checks while codes are checked slowly."""
MAX_WAITING_CODES = 1024
MINUTE_S = 60.0
CLASS_COOKIE, TEACHER_COOKIE = "class", "teacher"
FORWARDED_HEADERS = ("x-forwarded-for", "x-forwarded-host", "forwarded")


class Role(Enum):
    """The rights of a browser."""

    STRANGER = auto()  # sees only the entrance
    VISITOR = auto()  # plays and learns
    TEACHER = auto()  # also sees the answers of all, and stops the server


class CodeCheck(Enum):
    """The result of checking a class code."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()  # the code was not checked


class AccessPolicy:
    """The rules that decide on the role of each request.

    Cookies are derived from the secret of the store and the code, so they stay valid when the server restarts. The code
    cannot be computed from them.
    """

    def __init__(self, code: str, secret: str, now: Callable[[], float] = time.monotonic) -> None:
        """Set the rules. ``code`` is that of the class, empty without a class; ``secret`` is the store's."""
        self.code = code
        self.class_mark = self._derived(secret, CLASS_COOKIE)
        self.teacher_mark = self._derived(secret, TEACHER_COOKIE)
        self._now = now
        self._tokens: set[str] = set()
        self._wrong: dict[tuple[str, str], list[float]] = {}  # times of wrong codes, by (network, browser)
        self._slow = FairQueue(places=1, share=1, most=2, room=MAX_WAITING_CODES)

    def role(self, peer: str, headers: Mapping[str, str], cookies: Mapping[str, str]) -> Role:
        """Return the role of a request from the address ``peer``.

        Without a class, only requests from this computer to one of its own names are served. Otherwise a page of
        another site could give its name this computer's address and read the pages served here (DNS rebinding).
        """
        is_teacher = _same(cookies.get(TEACHER_COOKIE, ""), self.teacher_mark)
        if self.code:
            is_inside = _same(cookies.get(CLASS_COOKIE, ""), self.class_mark)
        else:
            is_inside = (
                is_loopback(peer)
                and is_loopback(_without_port(headers.get("host", "")))
                and not any(name in headers for name in FORWARDED_HEADERS)
            )
            is_teacher = is_teacher and is_inside
        return Role.TEACHER if is_teacher else Role.VISITOR if is_inside else Role.STRANGER

    def new_token(self) -> str:
        """Return a new token that makes one browser the teacher's."""
        token = secrets.token_urlsafe(24)
        self._tokens.add(token)
        return token

    def redeem(self, token: str) -> bool:
        """Use up a token. Return False if it is unknown or was used before."""
        found = next((known for known in self._tokens if _same(token, known)), None)
        self._tokens -= {found}
        return found is not None

    def check_code(self, peer: str, browser: str, given: str) -> CodeCheck:
        """Check a class code. A browser that sent too many wrong codes has to wait for a minute."""
        return self.check_by(
            peer, browser, lambda: bool(self.code) and _same(_normalized(given), _normalized(self.code))
        )

    def check_by(self, peer: str, browser: str, is_right: Callable[[], bool]) -> CodeCheck:
        """Check any code by ``is_right``, which is not called for a browser that has to wait."""
        moment, client = self._now(), (network_of(peer), browser)
        self._forget_old(moment)
        if len(self._wrong.get(client, ())) >= MAX_WRONG_CODES:
            return CodeCheck.TOO_MANY
        if is_right():
            return CodeCheck.RIGHT
        self._wrong.setdefault(client, []).append(moment)
        return CodeCheck.WRONG

    @property
    def wrong_codes(self) -> int:
        """The number of wrong codes in the last minute."""
        self._forget_old(self._now())
        return sum(map(len, self._wrong.values()))

    @asynccontextmanager
    async def turn(self, peer: str, browser: str) -> AsyncIterator[None]:
        """Wait until this browser's code may be checked. There is a delay only while very many wrong codes arrive.

        Networks take turns, and so do the browsers of each. So one person's guesses do not lock others out.
        """
        if self.wrong_codes < MAX_WRONG_CODES_IN_ALL:
            yield
            return
        ticket = self._slow.join(browser, network_of(peer))
        try:
            await ticket.wait(MINUTE_S)
            yield
            await asyncio.sleep(SLOW_CHECK_S)
        finally:
            self._slow.leave(ticket)

    def _forget_old(self, moment: float) -> None:
        self._wrong = {
            client: late
            for client, times in self._wrong.items()
            if (late := [at for at in times if at > moment - MINUTE_S])
        }

    def _derived(self, secret: str, purpose: str) -> str:
        return hmac.new(secret.encode(), f"{purpose} {self.code}".encode(), hashlib.sha256).hexdigest()


def check_class_code(code: str, host: str, *, is_public: bool = False) -> str:
    """Return the code of a class without blanks around it. ``is_public`` tells that others can reach every ``host``,
    such as through a proxy.

    Raise :class:`PlygroundError` if the code is too short or too long, or if others can reach ``host`` without one.
    """
    if not code:
        if is_loopback(host) and not is_public:
            return ""
        raise PlygroundError(_("Other computers can reach this address. Choose a code for them: --class-code CODE."))
    if not (MIN_CODE_CHARS <= len(_normalized(code)) <= MAX_CODE_CHARS and code.isprintable()):
        raise PlygroundError(
            _(
                "The code of a class (--class-code) has from {shortest} to {longest} letters, digits or signs.",
                shortest=MIN_CODE_CHARS, longest=MAX_CODE_CHARS,
            )
        )  # fmt: skip
    return code.strip()


def proxy_addresses(names: Collection[str]) -> list[str]:
    """Return the addresses and networks of trusted proxies, from addresses, networks or host names."""
    found = []
    for name in names:
        try:
            found.append(str(ip_network(name, strict=False)) if "/" in name else str(ip_address(name)))
        except ValueError:
            try:
                found += sorted({str(entry[4][0]) for entry in socket.getaddrinfo(name, None)})
            except OSError:
                raise PlygroundError(
                    _("“{name}” is not the address of a proxy: give an address like 127.0.0.1 or a name.", name=name)
                ) from None
    return found


def is_loopback(host: str) -> bool:
    """Return True if a name or an address always means this computer."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def peer_of(connection: HTTPConnection) -> str:
    """Return the address of the browser. For a request from a trusted proxy, return the address that the proxy names."""
    return connection.client.host if connection.client else ""


def network_of(peer: str) -> str:
    """Return the network by which requests are counted: the address, or for IPv6 its /64 network, which usually is one
    household.
    """
    try:
        address = ip_address(peer)
    except ValueError:
        return peer
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address)


def _without_port(host: str) -> str:
    """Return the name in a Host header without its port; empty for an invalid header."""
    found = re.fullmatch(r"(?:\[([\da-fA-F:.]+)\]|([^:@\[\]/]+))(?::\d+)?", host)
    return (found[1] or found[2]) if found else ""


def _normalized(code: str) -> str:
    """Return a code in lower case without blanks around it: phone keyboards add both."""
    return code.strip().casefold()


def _same(given: str, expected: str) -> bool:
    """Return True if two codes are equal, compared in constant time."""
    return hmac.compare_digest(given.encode(errors="replace"), expected.encode())
