"""Pieces of styled text, for a terminal or a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from plyground.i18n import Sentence

Span: TypeAlias = str | Sentence | tuple[str, str]
"""A piece of a line: text, or text with its style in Rich's words, such as ``("X", "bold blue")``."""


def plain(line: Iterable[Span]) -> str:
    """Return a line of text without its styles."""
    return "".join(span[0] if isinstance(span, tuple) else str(span) for span in line)
