"""The compiler's options, and the places in texts at which compiled code fails."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

WideFields = frozenset[tuple[type[Any], str]]
"""Fields that are sets of 64 cells or more, as (class, name)."""


@dataclass(frozen=True)
class Options:
    """Choices that may differ between twins of one text; their results are the same."""

    cell_bits: int = 8  # bits of the numbers in rows, if those of the example fit
    list_room: int = 256  # most numbers in a list
    wide_bits: int = 64  # bits of a set of cells
    sets: bool = False  # True if sets in one word may have cell 63, so that ``1 << cell`` is a set
    wide_fields: WideFields = frozenset()  # fields that are as wide as sets, where sets are wider than a signed word
    long_numbers: bool = False  # True if numbers that may exceed a word are computed in ``wide_bits``
    share: bool = True  # True if rows may share memory
    limit: int = 1000  # greatest depth of recursive calls
    looks: bool = False  # True if code asks ``looked`` before it stops


@dataclass(frozen=True)
class Site:
    """A place in a source text at which compiled code raises an exception."""

    kind: type[BaseException]
    file: str
    line: int
    module: str
    function: str
    offset: int  # lines after the first line of the function
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
        while found is not None:  # a decorated function may have the name of the function inside
            code = getattr(found, "__code__", None)
            places += [] if code is None else [(code.co_filename, code.co_firstlineno + self.offset)]
            found = getattr(found, "__wrapped__", None)
        return min(places, key=lambda place: abs(place[1] - self.line), default=(self.file, self.line))
