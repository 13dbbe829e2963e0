"""The hashes of visitors' tokens, so that a reader of the file cannot impersonate a visitor."""

from __future__ import annotations

import hashlib


def hashed(token: str) -> str:
    """Return the hash under which the store knows a visitor."""
    return hashlib.sha256(token.encode()).hexdigest()
