"""The names of one text during lowering, and the kinds of memory for their values."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import TypeAlias

from llvmlite import ir

from plyground.native.lowering.number_kinds import Kind
from plyground.native.lowering.values import (
    Array,
    ByReference,
    Cells,
    ListBuffer,
    Optional,
    RaggedRow,
    Record,
    Value,
)
from plyground.native.shapes import Class, RowShape
from plyground.native.text.source import source_of


@dataclass(eq=False)
class NumberSlot:
    """Memory for a number."""

    pointer: ir.Value
    kind: Kind
    early: bool = False  # True if read before its first assignment: its type was guessed
    bits: int | None = None  # bits of the numbers, if they are small and not negative; None: unknown
    span: int | None = None  # span s of small numbers, which lie between −2**s and 2**s − 1; None: unknown


@dataclass(eq=False)
class RecordSlot:
    """Memory for the parts of a tuple."""

    cls: Class | None
    parts: list[Slot]


@dataclass(eq=False)
class OptionalSlot:
    """Memory for a value that may be None."""

    present: ir.Value
    part: Slot


@dataclass(eq=False)
class AddressSlot:
    """Memory for the address of an array or of a named tuple that is passed by reference."""

    pointer: ir.Value
    value: Array | ByReference  # a value of the same shape


@dataclass(eq=False)
class RaggedRowSlot:
    """Memory for the address and the length of a row of a ragged table."""

    pointer: ir.Value
    length: ir.Value
    width: int = 1


@dataclass(eq=False)
class OwnSlot:
    """Memory that belongs to one name and holds its row."""

    cells: Cells


@dataclass(eq=False)
class SharedSlot:
    """Memory for the address of a row that other names may have, too."""

    pointer: ir.Value
    shape: RowShape
    name: str
    temporary: bool = False  # True if its rows stay only until their statement runs again


@dataclass(eq=False)
class ListSlot:
    """Memory for the addresses of a list and of its length, for a name that gets several lists."""

    pointer: ir.Value
    used: ir.Value
    value: ListBuffer  # the first of these lists


@dataclass(eq=False)
class RegisterSlot:
    """No memory, but the registers that hold the only value of a name."""

    value: Value


@dataclass(eq=False)
class KnownSlot:
    """A value that is known while compiling; the parts of an iterable have slots."""

    value: Value
    parts: list[Slot] = field(default_factory=list)


Slot: TypeAlias = (
    NumberSlot
    | RecordSlot
    | OptionalSlot
    | AddressSlot
    | RaggedRowSlot
    | ListSlot
    | OwnSlot
    | SharedSlot
    | RegisterSlot
    | KnownSlot
)
"""The place that keeps the value of a name."""
IN_MEMORY = (Record, Optional, Array, ByReference, Cells, RaggedRow)
"""Values that are no numbers and have slots."""


class Scope:
    """The names of one text while it is lowered, and the places to which ``return`` and ``yield`` lead."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.source = source_of(function)
        self.ownership = self.source.ownership
        self.slots: dict[str, Slot] = {}
        self.of_comprehensions: set[str] = set()  # names in comprehensions, which get one value in each round
        self.flags: dict[str, ir.Value] = {}  # memory for "has a value", for names that may be read too early
        self.on_return: Callable[[Value], object] = _nowhere
        self.on_yield: Callable[[Value], object] = _nowhere
        self.on_count: Callable[[Value], object] | None = None  # gets the number of values, if they are only counted
        names = function.__code__.co_freevars
        self._closed_over = {
            name: cell.cell_contents for name, cell in zip(names, function.__closure__ or (), strict=True)
        }

    def has_one_value(self, name: str) -> bool:
        """Return True if each reading of a name sees the value of the one statement that assigns it."""
        return name in self.of_comprehensions or (name not in self.flags and self.ownership.stays(name))

    def look_up(self, name: str) -> object:
        """Return the value of a name that is not local; raise KeyError."""
        for names in (self._closed_over, self.function.__globals__, vars(builtins)):
            if name in names:
                return names[name]
        raise KeyError(name)


def _nowhere(_value: Value) -> None:
    raise AssertionError("nothing is returned or yielded here")
