"""Static files of the page, such as scripts and style sheets, and their URLs."""

from __future__ import annotations

import hashlib

from plyground.frontend.bundle import STATIC

_FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
_DIGEST = hashlib.sha256(b"".join(file.read_bytes() for file in _FILES)).hexdigest()[:12]
BASE = f"/static/{_DIGEST}"
"""URL prefix of the files. It changes with their contents, so browsers may cache them for ever."""
