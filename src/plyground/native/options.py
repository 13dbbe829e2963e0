"""The compiler's options, and the places in texts at which compiled code fails."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Options:
    """Choices that may differ between twins of one text; their results are the same."""

    cell_bits: int = 8  # of the numbers in rows, where those of the example fit
    list_room: int = 256  # numbers in a list
    wide_bits: int = 64  # of sets of cells
    sets: bool = False  # sets in one word may have cell 63, so that ``1 << cell`` is one
    long_numbers: bool = False  # what may leave a word is computed in ``wide_bits``
    share: bool = True  # rows may share memory
    limit: int = 1000  # how often functions may call themselves


@dataclass(frozen=True)
class Site:
    """A place in a source text at which compiled code raises an exception."""

    kind: type[BaseException]
    file: str
    line: int
    module: str
    function: str
    offset: int  # of the line from the first of the function
    message: str = ""

    def error(self) -> BaseException:
        """Return the exception that Python would raise here, with a note of its place."""
        error = self.kind(self.message) if self.message else self.kind()
        file, line = self.present_place()
        error.add_note(f'File "{file}", line {line}, in {self.function}')
        return error

    def present_place(self) -> tuple[str, int]:
        """Return the current file and line, which may have moved since the code was stored."""
        found: Any = sys.modules.get(self.module)
        for name in self.function.split("."):
            found = getattr(found, name, None)
        places = []
        while found is not None:  # a decorator's function has the name of the one that it wraps
            code = getattr(found, "__code__", None)
            places += [] if code is None else [(code.co_filename, code.co_firstlineno + self.offset)]
            found = getattr(found, "__wrapped__", None)
        return min(places, key=lambda place: abs(place[1] - self.line), default=(self.file, self.line))
