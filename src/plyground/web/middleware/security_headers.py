"""The middleware that adds security headers, and refuses requests of other sites and requests that are too large."""

from __future__ import annotations

from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.web.access import EMBEDDED_ROOMS
from plyground.web.workers.device_files import PREFIX

MAX_BODY_BYTES = 1_000_000
"""Bytes in the body of a request, or in a message through a socket. The forms of the pages need far fewer."""
LARGE_BODIES = {"/mine/load": 8_000_000}
"""Bytes in the body of requests for these paths: a file with all work of a visitor."""

SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # our own pages need it to return to the page where a preference was chosen
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""Headers that tell browsers to load nothing from other hosts, embed no page in other sites and send no referrer."""
WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""The policy of a worker with Python: it has that of its own script."""
DEFAULT_PORTS = {"http": 80, "https": 443}
"""Ports that are left out in addresses, by scheme."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class SecurityHeadersMiddleware:
    """Add :data:`SECURITY_HEADERS`. Answer requests of other sites with ``refuse_foreign``.

    The header Origin (RFC 6454) names the site of the page that sends a form or opens a socket. Requests that may
    change something must have this site's origin: its scheme, host and port, or those of its public address.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse_foreign: Callable[[Request], Response],
        embedders: Collection[str] = (),
        has_proxies: bool = False,
        public_url: str = "",
    ) -> None:
        """Wrap an application. ``embedders`` are the origins of the sites that can embed a page of
        :data:`EMBEDDED_ROOMS`. ``has_proxies`` tells that requests may come through proxies. ``public_url`` is the
        address of the site in all browsers, if it is known.
        """
        self.app = app
        allowed = SECURITY_HEADERS["Content-Security-Policy"].replace("'none'", " ".join(("'self'", *embedders)))
        self.embedded_headers = SECURITY_HEADERS | ({"Content-Security-Policy": allowed} if embedders else {})
        self.refuse_foreign = refuse_foreign
        self.has_proxies = has_proxies
        self.public = urlsplit(public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > LARGE_BODIES.get(scope["path"], MAX_BODY_BYTES):
                raise HTTPException(413)
            return message

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                is_embedded = scope["path"].split("/")[1] in EMBEDDED_ROOMS
                answered = MutableHeaders(scope=message)
                answered.update(self.embedded_headers if is_embedded else SECURITY_HEADERS)
                if scope["path"].startswith(PREFIX):
                    answered["Content-Security-Policy"] = WORKER_POLICY
                if self._is_encrypted(scope):
                    _secure_cookies(answered)
            await send(message)

        headers = Headers(scope=scope)
        origin, host = headers.get("origin", ""), headers.get("host", "")
        must_be_ours = scope["type"] == "http" and scope["method"] not in SAFE_METHODS
        is_ours = _is_same_site(origin, self.public.netloc, (self.public.scheme,)) or _is_same_site(
            origin, host, _schemes(scope, headers, self.has_proxies)
        )
        if (origin or must_be_ours) and not is_ours:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})  # policy violation (RFC 6455, 7.4.1)
            else:
                await self.refuse_foreign(Request(scope, receive))(scope, receive, send_secured)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive_limited, send_secured)

    def _is_encrypted(self, scope: Scope) -> bool:
        """Return True if the browser has asked by https, through a proxy or not."""
        headers = Headers(scope=scope)
        is_public = self.public.scheme == "https" and headers.get("host", "").lower() == self.public.netloc.lower()
        return is_public or _schemes(scope, headers, False) == ("https",)


def _secure_cookies(headers: MutableHeaders) -> None:
    """Tell the browser to send the cookies of an answer only by https."""
    cookies = headers.getlist("set-cookie")
    del headers["set-cookie"]
    for cookie in cookies:
        headers.append("set-cookie", cookie if "; secure" in cookie.lower() else f"{cookie}; Secure")


def _schemes(scope: Scope, headers: Headers, has_proxies: bool) -> tuple[str, ...]:
    """Return the schemes that the address of this site can have in the browser.

    The header X-Forwarded-Proto is accepted from everyone, because a page of another site cannot make a browser send
    it.
    """
    told = headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    if told:
        return (told,)
    scheme = scope.get("scheme", "http").replace("ws", "http")
    return tuple(DEFAULT_PORTS) if has_proxies else (scheme,)  # a proxy may encrypt without saying so


def _is_same_site(origin: str, host: str, schemes: Collection[str]) -> bool:
    """Return True if an Origin header names one of these schemes, and the requested host and port."""
    try:
        site, own = urlsplit(origin), urlsplit(f"//{host}")
        if site.scheme not in schemes or site.scheme not in DEFAULT_PORTS or not own.hostname:
            return False
        usual = DEFAULT_PORTS[site.scheme]
        ports = [usual if each.port is None else each.port for each in (site, own)]
    except ValueError:
        return False
    is_origin = origin.lower() == f"{site.scheme}://{site.netloc.rpartition('@')[2].lower()}"
    return is_origin and site.hostname == own.hostname and ports[0] == ports[1]
