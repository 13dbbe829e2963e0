"""The known name that is most similar to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

CLOSE = 0.6
"""Least similarity, from 0 to 1, of a name that is suggested."""


def nearest(name: str, names: Iterable[str], least: float = CLOSE) -> str:
    """Return the name that is most similar to ``name``; an empty text if none is as similar as ``least``."""
    from difflib import get_close_matches  # imported here because it is seldom needed

    return next(iter(get_close_matches(name, list(names), 1, least)), "")
