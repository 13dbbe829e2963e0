"""Pieces of styled text, for a terminal or a notebook."""

from __future__ import annotations

from typing import TypeAlias

from plyground.i18n import Sentence

Span: TypeAlias = str | Sentence | tuple[str, str]
"""A piece of a line: text, or text with its style in Rich's words, such as ``("X", "bold blue")``."""
