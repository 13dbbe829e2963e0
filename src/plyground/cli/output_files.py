"""Outputs of commands: each is written to the named file, or printed if the name is ``-``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from plyground.core.files import write_bytes
from plyground.errors import SpecError
from plyground.i18n import _

PRINTED = "-"
"""The name of a file that stands for standard output."""


def check_printed(files: Iterable[str | None], others: int) -> None:
    """Raise :class:`SpecError` if more than one output is to be printed; ``others`` are printed besides the files."""
    if others + sum(file == PRINTED for file in files) > 1:
        raise SpecError(_("Only one thing can be printed at once: write the others to files."))


def write_output(file: str | None, make: Callable[[], str | bytes]) -> bool:
    """Make and write one output, if it has a file. Return True if it was printed. Raise :class:`FileError`."""
    if file is None:
        return False
    content = make()
    if file != PRINTED:
        write_bytes(file, content.encode() if isinstance(content, str) else content)
    elif isinstance(content, str):
        sys.stdout.write(content)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    return file == PRINTED
