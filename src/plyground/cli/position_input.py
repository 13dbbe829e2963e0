"""Positions from a file or from standard input, one a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from plyground.core.game import Game
from plyground.errors import FileError, SearchError
from plyground.i18n import _

STDIN = "-"


def numbered_lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file, or of standard input for ``-``, each with its number from 1.

    Blank lines and lines that begin with ``#`` are skipped. Raise :class:`FileError`, and :class:`SearchError` if no
    file is named.
    """
    with _opened(source) as file:
        for number, line in enumerate(file, 1):
            text = line.strip().removeprefix("\ufeff")
            if text and not text.startswith("#"):
                yield number, text


def position_at_head(game: Game, line: str) -> Any:
    """Return the position at the beginning of a line: as many words as the game's positions have.

    Raise :class:`PositionError`.
    """
    words = len(game.notation.format(game.start).split())
    return game.notation.parse(" ".join(line.split()[:words]))


@contextmanager
def _opened(source: str) -> Iterator[TextIO]:
    if source == STDIN:
        yield sys.stdin
        return
    if not source.strip():
        raise SearchError(_("Name a file of positions, or - for standard input."))
    try:
        file = Path(source).open(encoding="utf-8", errors="replace")  # noqa: SIM115  # closed below
    except (OSError, ValueError) as error:
        raise FileError(source, _("it cannot be read ({reason}).", reason=getattr(error, "strerror", error))) from None
    with file:
        yield file
