"""The answer to the health checks of containers and proxies."""

from __future__ import annotations

from starlette.responses import PlainTextResponse

from plyground.web.connected.routing import Router

router = Router()


@router.get("/health")
async def health() -> PlainTextResponse:
    """Answer as long as the server handles requests."""
    return PlainTextResponse("ok\n")
