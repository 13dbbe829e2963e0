"""Passing of Python values to compiled code and back, as one block of memory each way.

The block of the arguments holds one word for each number, the packed cells of each row, the address of each array, and
the address of a separate block for each named tuple that is passed by reference. Compiled code therefore takes two addresses
for any arguments, and no calling convention matters.
"""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any

from plyground.core.bits import WORD as WORD_MASK
from plyground.native.options import Options, WideFields
from plyground.native.shapes import (
    FLOAT,
    ROW_LENGTH,
    SET,
    SIGN,
    WORD,
    ArrayShape,
    Class,
    Fields,
    KnownShape,
    OptionalShape,
    RecordShape,
    ReferenceShape,
    RowShape,
    Shape,
    WideShape,
    dims_of,
    fits,
    leaves,
)

Values = Callable[[Any, list[float], list[object]], None]
"""A function of (value, words, kept). It appends the words of the value to one list, and objects that must stay alive
to another.
"""

CELL_FORMATS = {8: "b", 16: "h", 32: "i", 64: "q"}
ARRAY_CELLS = {
    "q": (64, False), "l": (64, False), "i": (32, False), "h": (16, False), "b": (8, False),
    "d": (64, True), "f": (32, True),
}  # fmt: skip
"""The arrays that compiled code can change, by the code of their items: bits of each, and True for floats."""


class Unpassable(Exception):
    """A value holds something that compiled code cannot take."""


def is_by_reference(cls: Class) -> bool:
    """Return True for classes whose values do not change from node to node: all except positions."""
    return hasattr(cls, "_fields") and not hasattr(cls, "play")


def shape_of_example(value: object, options: Options, fields: Fields) -> Shape:
    """Return the shape of an argument. For each class of its positions, add the shapes of the fields to ``fields``."""
    if isinstance(value, (array, memoryview)):
        view = memoryview(value)
        if view.format not in ARRAY_CELLS:
            raise Unpassable
        return ArrayShape(*ARRAY_CELLS[view.format])
    if type(value) is tuple or hasattr(value, "_fields"):
        if is_by_reference(type(value)):
            return ReferenceShape(_laid_out(value, options, fields))
        return _of_tuple(value, options, fields)
    return _of_number(value, options)


def classes_in(values: Iterable[object]) -> tuple[Class, ...]:
    """Return the classes of the named tuples in some values, outermost first, each once."""
    found: dict[Class, None] = {}
    for value in values:
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            found |= dict.fromkeys((type(value), *classes_in(value)))
    return tuple(found)


def unpassable_field(value: object, name: str = "") -> tuple[str, object] | None:
    """Return the first field of a named tuple that compiled code cannot take, and the part of it that is at fault."""
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        names = [f"{type(value).__name__}.{each}" for each in fields] if fields else [name] * len(value)
        return next(filter(None, map(unpassable_field, value, names)), None)
    is_array = isinstance(value, (array, memoryview)) and memoryview(value).format in ARRAY_CELLS
    return None if is_array or isinstance(value, (int, float)) else (name, value)


def without_arrays(value: Any) -> Any:
    """Return a value of the same shape whose arrays are empty, so that it can be kept without the memory of a table."""
    if isinstance(value, (array, memoryview)):
        return array(memoryview(value).format)
    if not isinstance(value, tuple):
        return value
    parts: Any = map(without_arrays, value)
    make = getattr(type(value), "_make", tuple)
    return make(parts)


def _of_number(value: object, options: Options) -> Shape:
    if isinstance(value, float):
        return FLOAT
    if not isinstance(value, int):
        raise Unpassable
    if options.sets and SIGN <= value <= WORD_MASK:
        return SET
    return WORD if -SIGN <= value <= _greatest_word(options) else WideShape(options.wide_bits)


def _greatest_word(options: Options) -> int:
    """Return the greatest number that fits in a word. In programs with sets of more than 64 cells, bit 63 is the sign,
    not a cell.
    """
    return WORD_MASK if options.wide_bits == 64 else SIGN - 1


def _of_tuple(value: Any, options: Options, fields: Fields) -> Shape:
    named = hasattr(value, "_fields")
    dims = None if named else dims_of(value)
    if dims is not None and len(leaves(value)) >= ROW_LENGTH:
        numbers = leaves(value)
        if fits(options.cell_bits, numbers):
            return RowShape(dims, options.cell_bits)
        if options.sets and max(numbers) >= SIGN and all(0 <= number <= WORD_MASK for number in numbers):
            return RowShape(dims, 64, sets=True)
        if all(-SIGN <= number <= _greatest_word(options) for number in numbers):
            return RowShape(dims, 64)
        return RowShape(dims, options.wide_bits)
    if named and is_by_reference(type(value)):
        return _laid_out(value, options, fields)
    cls = type(value) if named else None
    has_wide = cls is not None and (options.wide_bits > 64 or options.sets)
    parts = []
    names = cls._fields if cls is not None else range(len(value))
    for name, part in zip(names, value, strict=True):
        if has_wide and (cls, name) in options.wide_fields:
            parts.append(_widened(part, options))
        elif isinstance(part, tuple):
            parts.append(_of_tuple(part, options, fields))
        else:
            parts.append(shape_of_example(part, options, fields))
    if cls is not None:
        fields[cls] = tuple(parts)
    return RecordShape(cls, tuple(parts))


def widest(value: object) -> tuple[int, WideFields]:
    """Return the bits of the widest number in a value, and the fields of its positions that no signed word holds.

    A setting or a table has no such fields: it serves all games and is passed by address.
    """
    if isinstance(value, int):
        return value.bit_length(), frozenset()
    if not isinstance(value, tuple):
        return 0, frozenset()
    names = () if is_by_reference(type(value)) else getattr(value, "_fields", ())
    most, fields = 0, set[tuple[type[Any], str]]()
    for part, name in zip_longest(value, names):
        bits, inner = widest(part)
        most = max(most, bits)
        fields |= inner
        if name is not None and bits >= 64 and not hasattr(part, "_fields"):
            fields.add((type(value), name))
    return most, frozenset(fields)


def _widened(value: object, options: Options) -> Shape:
    if isinstance(value, tuple):
        dims = dims_of(value)
        if dims is not None and len(leaves(value)) >= ROW_LENGTH:
            return RowShape(dims, options.wide_bits, sets=options.wide_bits == 64)
        return RecordShape(None, tuple(_widened(part, options) for part in value))
    return WideShape(options.wide_bits) if options.wide_bits > 64 else SET


def _laid_out(value: Any, options: Options, fields: Fields) -> RecordShape:
    """Return the shape of a named tuple that is passed by address, and of those in it."""
    parts: list[Shape] = []
    for part in value:
        dims = dims_of(part)
        if hasattr(part, "_fields"):
            parts.append(_laid_out(part, options, fields))
        elif dims is not None and len(leaves(part)) >= ROW_LENGTH and fits(64, leaves(part)):
            parts.append(RowShape(dims, 64))
        elif type(part) is tuple:
            parts.append(_laid_out(part, options, fields))
        else:
            parts.append(shape_of_example(part, options, fields))
    return RecordShape(type(value) if hasattr(value, "_fields") else None, tuple(parts))


# Packing


class Packer:
    """Packs the arguments of one twin."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.format = struct.Struct("=" + "".join(_format(shape) for shape in shapes))
        self._values = [_values(shape) for shape in shapes]
        self.offsets: list[int] = []  # offset of each argument in bytes
        offset = 0
        for shape in shapes:
            self.offsets.append(offset)
            offset += struct.calcsize("=" + _format(shape))

    def pack(self, arguments: Sequence[object]) -> tuple[bytes, list[object]]:
        """Return the block of the arguments, and the objects that must stay alive while it is used. Raise
        struct.error.
        """
        numbers: list[float] = []
        kept: list[object] = []
        try:
            for value, append in zip(arguments, self._values, strict=True):
                append(value, numbers, kept)
        except TypeError as error:  # a float cannot be split into words
            raise struct.error from error
        return self.format.pack(*numbers), kept


def _format(shape: Shape) -> str:
    """Return the format of a value among the arguments; each part fills whole words."""
    if isinstance(shape, RowShape):
        size = shape.size * shape.bits // 8
        if shape.bits > 64:
            return "q" * (shape.size * shape.bits // 64)
        return f"{shape.size}{'Q' if shape.sets else CELL_FORMATS[shape.bits]}{-size % 8}x"
    if isinstance(shape, RecordShape):
        return "".join(map(_format, shape.parts))
    if isinstance(shape, OptionalShape):
        return "q" + _format(shape.part)
    if isinstance(shape, KnownShape):
        return ""
    if isinstance(shape, WideShape):
        return "q" * shape.words()
    return "d" if shape == FLOAT else "Q" if shape == SET else "q"


def _values(shape: Shape) -> Values:
    """Return the function that splits a value of a shape into its words."""
    if isinstance(shape, RecordShape):
        inner = [_values(part) for part in shape.parts]

        def of_parts(value: Any, numbers: list[float], kept: list[object]) -> None:
            for part, append in zip(value, inner, strict=True):
                append(part, numbers, kept)

        return of_parts
    if isinstance(shape, RowShape):
        return _of_wide_row(shape) if shape.bits > 64 else _of_row(len(shape.dims))
    if isinstance(shape, ReferenceShape):
        return _of_reference(shape.record)
    if isinstance(shape, ArrayShape):
        return _address
    if isinstance(shape, WideShape):
        *lower, highest = range(0, shape.bits, 64)

        def of_words(value: Any, numbers: list[float], _kept: list[object]) -> None:
            numbers.extend(_signed(value >> at & WORD_MASK) for at in lower)
            numbers.append(value >> highest)  # keeps all higher bits, so that a number that is too long is noticed

        return of_words
    if shape == FLOAT:
        return lambda value, numbers, _kept: numbers.append(float(value))
    return lambda value, numbers, _kept: numbers.append(value)


def _signed(word: int) -> int:
    return word if word < SIGN else word - (1 << 64)


def _of_row(levels: int) -> Values:
    if levels == 1:
        return lambda value, numbers, _kept: numbers.extend(value)
    return lambda value, numbers, _kept: numbers.extend(leaves(value))


def _of_wide_row(shape: RowShape) -> Values:
    one = _values(WideShape(shape.bits))

    def of_sets(value: Any, numbers: list[float], kept: list[object]) -> None:
        for leaf in leaves(value):
            one(leaf, numbers, kept)

    return of_sets


def _address(value: Any, numbers: list[float], kept: list[object]) -> None:
    kept.append(value)
    numbers.append(ctypes.addressof(ctypes.c_char.from_buffer(value)))


def _of_reference(record: RecordShape) -> Values:
    packer = struct.Struct("=" + _format(record))
    append = _values(record)

    def of_block(value: Any, numbers: list[float], kept: list[object]) -> None:
        inner: list[float] = []
        append(value, inner, kept)
        block = ctypes.create_string_buffer(packer.pack(*inner), max(packer.size, 1))
        kept.append(block)
        numbers.append(ctypes.addressof(block))

    return of_block


# Results


def result_words(shape: Shape) -> int:
    """Return the number of machine words in a result."""
    return max(1, shape.words())


def reader(shape: Shape) -> Callable[[Any], Any]:
    """Return the function that makes a Python value from the machine words of a result."""
    if shape == WORD:
        return lambda words: words[0]
    layout = struct.Struct("=" + _format(shape))

    def read(words: Any) -> Any:
        numbers = list(layout.unpack_from(bytes(words)))
        return _built(shape, numbers)

    return read


def _built(shape: Shape, numbers: list[Any]) -> object:
    if isinstance(shape, RecordShape):
        parts = [_built(part, numbers) for part in shape.parts]
        return shape.cls._make(parts) if shape.cls is not None else tuple(parts)
    if isinstance(shape, OptionalShape):
        present, value = numbers.pop(0), _built(shape.part, numbers)
        return value if present else None
    if isinstance(shape, KnownShape):
        return shape.value
    if isinstance(shape, RowShape):
        return _nested(shape, numbers)
    if isinstance(shape, WideShape):
        words = [numbers.pop(0) & WORD_MASK for _word in range(shape.words())]
        whole = sum(word << 64 * place for place, word in enumerate(words))
        return whole - (1 << shape.bits) if words[-1] >= SIGN else whole
    return numbers.pop(0)


def _nested(shape: RowShape, numbers: list[Any]) -> tuple[object, ...]:
    if len(shape.dims) == 1:
        return tuple(_built(_cell(shape), numbers) for _each in range(shape.dims[0]))
    inner = RowShape(shape.dims[1:], shape.bits, shape.sets)
    return tuple(_nested(inner, numbers) for _each in range(shape.dims[0]))


def _cell(shape: RowShape) -> Shape:
    return WideShape(shape.bits) if shape.bits > 64 else SET if shape.sets else WORD
