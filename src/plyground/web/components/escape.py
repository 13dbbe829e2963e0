"""Escape text for HTML. Templates do this by themselves."""

from __future__ import annotations

from html import escape


def said(words: object) -> str:
    """Return a sentence escaped for HTML text and attributes."""
    return escape(str(words))
