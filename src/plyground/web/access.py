"""The access rules: a secret link makes a browser the teacher's, the class code makes it a visitor's.

No address is trusted. The program prints a link with a token at the start; the browser that opens it first begins a
teacher's session. Without a class, browsers on this computer are ordinary visitors, who can play and learn.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
import secrets
import socket
import time
from collections.abc import Callable, Collection, Mapping
from enum import Enum, auto
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from plyground.errors import PlygroundError, StoreError
from plyground.i18n import _
from plyground.web.code_attempts import CodeAttempts

if TYPE_CHECKING:
    from plyground.store.teacher_rows import TeacherRows

MIN_CODE_CHARS, MAX_CODE_CHARS = 6, 40
EMBEDDED_ROOMS = ("play", "puzzles", "trees", "exercises")
"""First parts of the paths of pages that other sites can embed if the server allows it."""
CLASS_COOKIE, TEACHER_COOKIE, VISITOR_COOKIE, NAME_COOKIE = "class", "teacher", "visitor", "name"
"""Kinds of cookies that belong to one store (:meth:`AccessPolicy.cookie`)."""
STORE_MARK_CHARS = 8
SESSION_CHECK_S = 5.0
"""Seconds for which the server believes that a teacher's session is still open, as another server may end it."""
FORWARDED_HEADERS = ("x-forwarded-for", "x-forwarded-host", "forwarded")


class Role(Enum):
    """The rights of a browser."""

    STRANGER = auto()  # sees only the entrance
    VISITOR = auto()  # plays and learns
    TEACHER = auto()  # also sees the answers of all, and stops the server


class TeacherSessions:
    """The sessions of the teacher's browsers: random tokens, which the server can end."""

    def __init__(self, rows: Callable[[], TeacherRows], now: Callable[[], float] = time.monotonic) -> None:
        """Use the ``rows`` of the store, which is opened when they are needed."""
        self._rows = rows
        self._now = now
        self._open_at: dict[str, float] = {}  # time of the last check, by the token of an open session

    def begin(self) -> str:
        """Begin a session. Return its token. Raise :class:`StoreError`."""
        token = secrets.token_urlsafe(24)
        self._rows().begin(token)
        return token

    def is_open(self, token: str) -> bool:
        """Return True for the token of an open session. If the store cannot be read now, the last answer counts."""
        if not token or not token.isascii():
            return False
        moment = self._now()
        if self._open_at.get(token, -math.inf) > moment - SESSION_CHECK_S:
            return True
        try:
            is_open = self._rows().is_open(token)
        except StoreError:
            return token in self._open_at
        if is_open:
            self._open_at[token] = moment
        else:
            self._open_at.pop(token, None)
        return is_open

    def others(self, token: str) -> int:
        """Return the number of the teacher's other browsers. Raise :class:`StoreError`."""
        return self._rows().others(token)

    def end(self, token: str) -> None:
        """End a session. Raise :class:`StoreError`."""
        self._rows().end(token)
        self._open_at.pop(token, None)

    def end_others(self, token: str) -> None:
        """End all other sessions. Raise :class:`StoreError`."""
        self._rows().end_others(token)
        self._open_at = {known: at for known, at in self._open_at.items() if known == token}


class AccessPolicy:
    """The rules that decide on the role of each request.

    The cookie of a class is derived from the secret of the store and the code, so it stays valid when the server
    restarts. The code cannot be computed from it. The teacher's cookie is the token of a session.
    """

    def __init__(self, code: str, secret: str, sessions: TeacherSessions) -> None:
        """Set the rules. ``code`` is that of the class, empty without a class; ``secret`` is the store's."""
        self.code = code
        self._store_mark = hashlib.sha256(f"cookies {secret}".encode()).hexdigest()[:STORE_MARK_CHARS]
        self.class_mark = hmac.new(secret.encode(), f"{CLASS_COOKIE} {code}".encode(), hashlib.sha256).hexdigest()
        self.sessions = sessions
        self.attempts = CodeAttempts()
        self._tokens: set[str] = set()

    def cookie(self, kind: str) -> str:
        """Return the name of a cookie of this store.

        A browser sends the cookies of one computer to all of its servers. With these names servers do not overwrite each
        other's cookies, unless they share a store.
        """
        return f"{kind}-{self._store_mark}"

    def role(self, peer: str, headers: Mapping[str, str], cookies: Mapping[str, str]) -> Role:
        """Return the role of a request from the address ``peer``.

        Without a class, only requests from this computer to one of its own names are served. Otherwise a page of
        another site could give its name this computer's address and read the pages served here (DNS rebinding).
        """
        is_teacher = self.sessions.is_open(cookies.get(self.cookie(TEACHER_COOKIE), ""))
        if self.code:
            is_inside = _same(cookies.get(self.cookie(CLASS_COOKIE), ""), self.class_mark)
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

    def is_class_code(self, given: str) -> bool:
        """Return True for the code of the class, whatever its capitals and the blanks around it."""
        return bool(self.code) and _same(_normalized(given), _normalized(self.code))


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
