"""How values reach compiled code: numbers as words, rows of numbers and settings by their address.

A position is passed as it is, its fields in registers, as each move makes a new one. All else that a search
hands down unchanged to each of its nodes (settings, tallies, tables: named tuples that nothing plays on) is
laid out once in a row of words, and a node gets but the row's address, however many fields there are.

With :mod:`plyground.compile` the only module that knows Numba's extension API.
"""

from __future__ import annotations

import ctypes
import struct
from array import array
from itertools import accumulate
from typing import Any

from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import NativeValue, lower_getattr_generic, models, register_model, typeof_impl, unbox

from plyground.errors import RulesError
from plyground.language import _

_NUMBERS = {8: types.int64, 1: types.int8}  # by their bytes


class Row:
    """A row of numbers (words, or signed bytes) as compiled code sees it: the address of the first."""

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers  # kept alive as long as its address is in use
        self.kind = _NUMBERS[memoryview(numbers).itemsize]
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(numbers))


class Reference:
    """A named tuple as compiled code sees it that does not change: the address of its fields, a word each."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.words = array("q", _words(value))
        self.address = self.words.buffer_info()[0]


def as_argument(value: Any) -> Any:
    """``value`` as a compiled function takes it; raises :class:`RulesError` for a number that no word holds."""
    native = as_native(value)
    return Reference(native) if _is_handed_down(type(value)) else native


def as_native(value: Any) -> Any:
    """``value`` with numbers as signed words and rows of numbers as :class:`Row`."""
    if isinstance(value, (array, memoryview)):
        return Row(value)
    if type(value) is int:
        if not -(1 << 63) <= value < 1 << 64:
            raise RulesError(
                _(
                    "This position has a number of more than 64 bits, which cannot be compiled: search it without native speed."
                )
            )
        return signed(value)
    if hasattr(value, "_fields"):
        return value._make(map(as_native, value))
    if type(value) is tuple:
        return tuple(map(as_native, value))
    return value


def signed(value: Any) -> Any:
    """Numbers with bit 63 as the signed words that compiled code computes with."""
    if type(value) is int and 1 << 63 <= value < 1 << 64:
        return value - (1 << 64)
    if type(value) is tuple:
        return tuple(map(signed, value))
    return value


def _is_handed_down(cls: type[Any]) -> bool:
    """Whether values of this class stay as they are from node to node."""
    return hasattr(cls, "_fields") and not hasattr(cls, "play")


def _words(value: Any) -> list[int]:
    """A word for each number in a value, in their order; a float is its bits."""
    if isinstance(value, tuple):
        return [word for part in value for word in _words(part)]
    if isinstance(value, Row):
        return [value.address]
    if isinstance(value, float):
        return list(struct.unpack("q", struct.pack("d", value)))
    return [int(value)]


# What Numba must know of them


class RowType(types.CPointer):
    """The type of a :class:`Row`: a pointer to words or bytes, which Numba indexes as it is."""


class ReferenceType(types.Type):
    """The type of a :class:`Reference` to a named tuple."""

    dtype = types.int64

    def __init__(self, to: Any) -> None:
        self.to = to
        self.fields = to.fields
        self.instance_class = to.instance_class
        super().__init__(f"&{to}")

    @property
    def key(self) -> Any:
        return "&", self.to


register_model(RowType)(models.PointerModel)
register_model(ReferenceType)(models.PointerModel)


@typeof_impl.register(Row)
def _type_of_row(value: Any, context: Any) -> Any:
    return RowType(value.kind)


@typeof_impl.register(Reference)
def _type_of_reference(value: Any, context: Any) -> Any:
    return ReferenceType(typeof(value.value))


@unbox(RowType)
@unbox(ReferenceType)
def _unbox_address(kind: Any, value: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(value, "address")
    address = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)
    pointer = c.builder.inttoptr(address, c.context.get_value_type(kind))
    return NativeValue(pointer, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@infer_getattr
class _Fields(AttributeTemplate):
    key = ReferenceType

    def generic_resolve(self, value: Any, attr: Any) -> Any:
        part = dict(zip(value.fields, value.to.types, strict=True)).get(attr)
        return ReferenceType(part) if _is_reference(part) else part


@lower_getattr_generic(ReferenceType)
def _get_field(context: Any, builder: Any, reference: Any, pointer: Any, name: str) -> Any:
    place = reference.fields.index(name)
    part, at = _parts(builder, reference.to, pointer)[place]
    return at if _is_reference(part) else _load(context, builder, part, at)


def _is_reference(kind: Any) -> bool:
    return isinstance(kind, types.BaseNamedTuple) and _is_handed_down(kind.instance_class)


def _parts(builder: Any, kind: Any, pointer: Any) -> list[tuple[Any, Any]]:
    """The type and the place of each part of a tuple that lies at ``pointer``."""
    starts = accumulate(map(_size, kind.types), initial=0)
    return [
        (part, builder.gep(pointer, [ir.Constant(ir.IntType(64), start)]))
        for part, start in zip(kind.types, starts, strict=False)
    ]


def _size(kind: Any) -> int:
    """How many words a value of this type has."""
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind.types
        return sum(map(_size, parts))
    return 1


def _load(context: Any, builder: Any, kind: Any, pointer: Any) -> Any:
    """The value of this type that lies at ``pointer``. As it never changes, it need not be loaded twice."""
    if isinstance(kind, types.BaseTuple):
        parts = [_load(context, builder, part, at) for part, at in _parts(builder, kind, pointer)]
        return context.make_tuple(builder, kind, parts)
    word = builder.load(pointer)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    value_type = context.get_value_type(kind)
    if isinstance(kind, types.Boolean):
        return builder.trunc(word, value_type)
    if isinstance(kind, types.Float):
        return builder.bitcast(word, value_type)
    if isinstance(kind, RowType):
        return builder.inttoptr(word, value_type)
    return word
