"""The files with which a visitor's device thinks: Python for browsers, and compiled searches, from an exported site."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from mimetypes import guess_type
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plyground.errors import FileError
from plyground.i18n import _
from plyground.native.object_code import cache

PREFIX = "/device/"
"""The start of the paths of these files."""
TWINS = "twins.zip"
WORKER = "static/site/thinker_worker.js"
"""The script of the worker that thinks."""
PATTERNS = ("*.archive", "*.zip", "pyodide/*", "static/site/*")
"""The files that a worker loads."""
COMPRESSED = {".js", ".mjs", ".wasm", ".json"}
CACHE_CONTROL = "private, max-age=31536000, immutable"
COMPRESSION = 6


class DeviceFiles:
    """The files of a site for thinking. Each is compressed once, and browsers keep it until the site changes.

    ``compiled`` has the names of the classes of positions whose searches are compiled.
    """

    def __init__(self, folder: Path) -> None:
        """Read the files. Raise :class:`FileError` if the folder has no exported site."""
        paths = sorted(path for pattern in PATTERNS for path in folder.glob(pattern) if path.is_file())
        self._paths = {path.relative_to(folder).as_posix(): path for path in paths}
        try:
            (folder / WORKER).stat()
            digest = hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]
            with ZipFile(folder / TWINS) as twins:
                described = [cache.described(twins.read(name)) for name in twins.namelist()]
        except (OSError, BadZipFile):
            raise FileError(folder, _("this is no exported site. “plyground export-site FOLDER” makes one.")) from None
        self.compiled = frozenset(name for _search, classes in described for name in classes[:1])
        self.base = f"{PREFIX}{digest}/"
        self._sent: dict[str, asyncio.Task[tuple[bytes, bool]]] = {}

    def routes(self) -> list[Route]:
        """Return the route of the files."""
        return [Route(f"{self.base}{{name:path}}", self._send)]

    async def _send(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in self._paths:
            raise HTTPException(404)
        if name not in self._sent:
            self._sent[name] = asyncio.create_task(asyncio.to_thread(_content, self._paths[name]))
        content, is_compressed = await asyncio.shield(self._sent[name])
        kind = "text/javascript" if name.endswith(".mjs") else guess_type(name)[0]
        headers = {"Cache-Control": CACHE_CONTROL, "Content-Encoding": "gzip" if is_compressed else "identity"}
        return Response(content, media_type=kind or "application/octet-stream", headers=headers)


def _content(path: Path) -> tuple[bytes, bool]:
    """Return the bytes to send, and True if they are compressed. Each browser that Pyodide runs in reads gzip."""
    content = path.read_bytes()
    return (gzip.compress(content, COMPRESSION, mtime=0), True) if path.suffix in COMPRESSED else (content, False)
