"""Numbers of bytes in words."""

from __future__ import annotations

from plyground.i18n import Number, Sentence, _


def byte_size(size: int) -> Sentence:
    """Return a number of bytes in the largest suitable unit: ``2.4 GB``, ``18.0 MB``, else KB."""
    if size >= 10**9:
        return _("{number} GB", number=Number(size / 1e9, decimals=1))
    if size >= 10**6:
        return _("{number} MB", number=Number(size / 1e6, decimals=1))
    return _("{number} KB", number=Number(size / 1e3, decimals=1))
