"""Static files of the page, such as scripts and style sheets, and their URLs."""

from __future__ import annotations

import hashlib
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from plyground.frontend.bundle import STATIC, bundle

_FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
_DIGEST = hashlib.sha256(b"".join(file.read_bytes() for file in _FILES)).hexdigest()[:12]
BASE = f"/static/{_DIGEST}"
"""URL prefix of the files. It changes with their contents, so browsers may cache them for ever."""
BUNDLES = ("board.js", "connected_page.js", "decision_tree.js", "thinking_device.js", "tree.js")
"""Modules that are served together with all modules that they import, as one file."""
CACHE_CONTROL = "public, max-age=31536000, immutable"


def bundle_url(module: str) -> str:
    """Return the URL of the file with a module and all that it imports."""
    return f"{BASE}/bundles/{module}"


class _CachedFiles(StaticFiles):
    """Files that browsers keep."""

    def file_response(self, *values: Any, **named: Any) -> Response:
        answer = super().file_response(*values, **named)
        answer.headers["cache-control"] = CACHE_CONTROL
        return answer


def static_routes() -> list[BaseRoute]:
    """Return the routes of the files and of the bundles."""
    return [Route(f"{BASE}/bundles/{{name}}", _send_bundle), Mount(BASE, _CachedFiles(directory=STATIC))]


async def _send_bundle(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in BUNDLES:
        raise HTTPException(404)
    return Response(bundle(name), media_type="text/javascript", headers={"cache-control": CACHE_CONTROL})
