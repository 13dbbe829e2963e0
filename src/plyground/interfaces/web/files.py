"""The files that browsers get as they are: where they lie, and under which address they are found."""

from __future__ import annotations

import hashlib
from pathlib import Path

STATIC = Path(__file__).parent / "static"
_DIGEST = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(STATIC.iterdir()))).hexdigest()[:12]
BASE = f"/static/{_DIGEST}"
"""Where browsers find the files: a new address for new contents, so that they may keep them for ever."""
