"""The answer to the health checks of containers and proxies."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

router = APIRouter()


@router.get("/health")
async def health() -> PlainTextResponse:
    """Answer as long as the server handles requests."""
    return PlainTextResponse("ok\n")
