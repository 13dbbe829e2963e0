"""Positions from a file or from standard input, one a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from plyground.errors import FileError, SearchError
from plyground.game import Game
from plyground.language import _

STDIN = "-"


def numbered_lines(source: str) -> Iterator[tuple[int, str]]:
    """The lines of a file (``-``: of standard input) as they come, each with its number from 1.

    Blank ones, and those that begin with ``#``, are left out. Raises :class:`FileError`, and :class:`SearchError` for no name.
    """
    with _opened(source) as file:
        for number, line in enumerate(file, 1):
            text = line.strip().removeprefix("\ufeff")
            if text and not text.startswith("#"):
                yield number, text


def position_at_head(game: Game, line: str) -> Any:
    """The position that begins a line, as many words as the game's positions have; what follows is not looked at.

    Raises :class:`PositionError`.
    """
    words = len(game.notation.format(game.start).split())
    return game.notation.parse(" ".join(line.split()[:words]))


@contextmanager
def _opened(source: str) -> Iterator[TextIO]:
    if source == STDIN:
        yield sys.stdin
        return
    if not source.strip():
        raise SearchError(_("Positions come from a file, or from standard input (-); no name was given."))
    try:
        file = Path(source).open(encoding="utf-8", errors="replace")  # noqa: SIM115  # closed below
    except (OSError, ValueError) as error:
        raise FileError(source, _("it cannot be read ({reason}).", reason=getattr(error, "strerror", error))) from None
    with file:
        yield file
