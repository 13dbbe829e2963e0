"""The linker for WebAssembly: a relocatable object of LLVM becomes a module whose data lie at an address.

Sections, symbols and relocations: WebAssembly tool conventions, Linking.md
(https://github.com/WebAssembly/tool-conventions). One object is linked alone. It imports its memory, the stack pointer and
functions, and exports one function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

HEAD = b"\0asm\1\0\0\0"
CUSTOM, IMPORT, EXPORT, DATA = 0, 2, 7, 11
"""Kinds of sections."""
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)
"""Kinds of imports and exports; kinds 0 and 2 of symbols are functions and globals, too."""
DATA_SYMBOL, SECTION_SYMBOL = 1, 3
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
"""Flags of symbols."""
SYMBOL_TABLE = 8
TYPE_INDEX, FUNCTION_INDEX, GLOBAL_INDEX = 6, 0, 7
"""Relocations whose values are already right if an object is linked alone."""
ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32 = 3, 4, 5
"""Relocations that are the address of data, in three forms."""
I32_CONST, END = 0x41, 0x0B
"""Instructions."""
PADDED = 5
"""Bytes of a number that the linker writes."""


class NotLinkable(ValueError):
    """The object has a part that this linker does not know."""


class Section(NamedTuple):
    """One section of a module."""

    kind: int
    at: int  # offset of its content
    size: int


class Segment(NamedTuple):
    """One piece of the data of an object."""

    offset: int  # bytes between the start of all data and this segment
    at: int  # offset of its bytes in the object
    size: int


class Symbol(NamedTuple):
    """A name that relocations use."""

    kind: int
    name: str
    number: int  # number of the function or of the data segment
    offset: int = 0  # bytes between the start of the segment and the symbol


class Relocation(NamedTuple):
    """A place in the object that depends on where something lies."""

    kind: int
    at: int  # offset in the object
    symbol: int
    addend: int


class Reader:
    """Reads numbers and texts of a module."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        """Return the next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def number(self, *, signed: bool = False) -> int:
        """Return the next number (LEB128)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value

    def text(self) -> str:
        """Return the next text."""
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at].decode()


class Linkable:
    """A relocatable object: ``size`` bytes of data, and the names of the ``functions`` that it imports."""

    def __init__(self, code: bytes, export: str) -> None:
        """Read an object that is to export the function with this name. Raise :class:`NotLinkable`."""
        self._code, self._export = code, export
        self._sections = list(_sections(code))
        self._segments: list[Segment] = []
        self._symbols: list[Symbol] = []
        self._relocations: list[Relocation] = []
        self.functions: list[str] = []
        for section in self._sections:
            reader = Reader(code, section.at)
            if section.kind == IMPORT:
                self._read_imports(reader)
            elif section.kind == DATA:
                self._read_data(reader)
            elif section.kind == CUSTOM:
                name = reader.text()
                if name == "linking":
                    self._read_symbols(reader, section.at + section.size)
                elif name.startswith("reloc."):
                    self._read_relocations(reader)
        self.size = max((each.offset + each.size for each in self._segments), default=0)

    def module(self, address: int) -> bytes:
        """Return the module with its data at an ``address`` that is a multiple of 16."""
        code = bytearray(self._code)
        for each in self._relocations:
            if each.kind not in (TYPE_INDEX, FUNCTION_INDEX, GLOBAL_INDEX):
                self._relocate(code, each, address)
        out = bytearray(HEAD)
        exported = False
        for section in self._sections:
            if section.kind == CUSTOM:
                continue
            if section.kind > EXPORT and not exported:
                out += _section(EXPORT, self._exports())
                exported = True
            content = bytes(code[section.at : section.at + section.size])
            out += _section(section.kind, self._data(code, address) if section.kind == DATA else content)
        return bytes(out)

    def _relocate(self, code: bytearray, place: Relocation, address: int) -> None:
        symbol = self._symbols[place.symbol]
        if place.kind not in (ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32) or symbol.kind != DATA_SYMBOL:
            raise NotLinkable(f"relocation {place.kind}")
        value = address + self._segments[symbol.number].offset + symbol.offset + place.addend
        if place.kind == ADDRESS_I32:
            code[place.at : place.at + 4] = value.to_bytes(4, "little")
        else:
            code[place.at : place.at + PADDED] = _padded(value)

    def _exports(self) -> bytes:
        index = next(each.number for each in self._symbols if (each.kind, each.name) == (FUNCTION, self._export))
        return _number(1) + _text(self._export) + bytes([FUNCTION]) + _number(index)

    def _data(self, code: bytearray, address: int) -> bytes:
        out = _number(len(self._segments))
        for each in self._segments:
            place = bytes([0, I32_CONST]) + _signed(address + each.offset) + bytes([END])
            out += place + _number(each.size) + bytes(code[each.at : each.at + each.size])
        return out

    def _read_imports(self, reader: Reader) -> None:
        for _import in range(reader.number()):
            _module, name, kind = reader.text(), reader.text(), reader.byte()
            if kind == FUNCTION:
                reader.number()
                self.functions.append(name)
            elif kind == GLOBAL:
                reader.at += 2
            else:
                reader.at += kind == TABLE
                has_limit = reader.byte() & 1
                for _bound in range(1 + has_limit):
                    reader.number()

    def _read_data(self, reader: Reader) -> None:
        for _segment in range(reader.number()):
            if reader.number() != 0 or reader.byte() != I32_CONST:
                raise NotLinkable("data without a fixed place")
            offset = reader.number(signed=True)
            reader.byte()
            size = reader.number()
            self._segments.append(Segment(offset, reader.at, size))
            reader.at += size

    def _read_symbols(self, reader: Reader, end: int) -> None:
        reader.number()  # version
        while reader.at < end:
            kind, size = reader.byte(), reader.number()
            after = reader.at + size
            if kind == SYMBOL_TABLE:
                self._symbols = [_symbol(reader) for _symbol_ in range(reader.number())]
            reader.at = after

    def _read_relocations(self, reader: Reader) -> None:
        section = self._sections[reader.number()]
        for _relocation in range(reader.number()):
            kind, offset, symbol = reader.number(), reader.number(), reader.number()
            addend = reader.number(signed=True) if kind in (ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32) else 0
            self._relocations.append(Relocation(kind, section.at + offset, symbol, addend))


def _sections(code: bytes) -> Iterator[Section]:
    if code[: len(HEAD)] != HEAD:
        raise NotLinkable("no WebAssembly")
    reader = Reader(code, len(HEAD))
    while reader.at < len(code):
        kind, size = reader.byte(), reader.number()
        yield Section(kind, reader.at, size)
        reader.at += size


def _symbol(reader: Reader) -> Symbol:
    kind, flags = reader.byte(), reader.number()
    if kind == DATA_SYMBOL:
        name = reader.text()
        if flags & UNDEFINED:
            raise NotLinkable(f"data {name} of another object")
        segment, offset, _size = reader.number(), reader.number(), reader.number()
        return Symbol(kind, name, segment, offset)
    index = reader.number()
    is_named = kind != SECTION_SYMBOL and (not flags & UNDEFINED or flags & EXPLICIT_NAME)
    return Symbol(kind, reader.text() if is_named else "", index)


def _section(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + _number(len(content)) + content


def _text(text: str) -> bytes:
    return _number(len(text.encode())) + text.encode()


def _number(value: int) -> bytes:
    """Return a number without a sign (LEB128)."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _signed(value: int) -> bytes:
    """Return a number with a sign (LEB128)."""
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value & 127])


def _padded(value: int) -> bytes:
    """Return an address in the five bytes that relocatable code has for it. It is below 2**31, so its sign is 0."""
    return bytes([value >> shift & 127 | (128 if shift < 28 else 0) for shift in range(0, 7 * PADDED, 7)])
