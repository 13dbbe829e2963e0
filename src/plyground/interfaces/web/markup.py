"""Words in HTML: text stays text, never markup."""

from __future__ import annotations

from html import escape


def said(words: object) -> str:
    """A sentence as HTML writes it, also between the quotation marks of an attribute."""
    return escape(str(words))
