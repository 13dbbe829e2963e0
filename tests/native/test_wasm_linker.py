"""The linker for WebAssembly: data go where they are told, and what it does not know is refused."""

from __future__ import annotations

import pytest

from plyground.native.targets import wasm32
from plyground.native.targets.target import ENTRY
from plyground.native.targets.wasm_linker import Linkable, NotLinkable

TABLE = """
@"table" = internal unnamed_addr constant [4 x i64] [i64 11, i64 22, i64 33, i64 44]
define i32 @"enter"(i8* %block, i8* %out)
{
  %index = bitcast i8* %block to i64*
  %place = load i64, i64* %index
  %cell = getelementptr [4 x i64], [4 x i64]* @"table", i64 0, i64 %place
  %number = load i64, i64* %cell
  %result = bitcast i8* %out to i64*
  store i64 %number, i64* %result
  ret i32 0
}
"""
UNKNOWN = """
declare i32 @"getpid"()
define i32 @"enter"(i8* %block, i8* %out)
{
  %number = call i32 @"getpid"()
  ret i32 %number
}
"""


def test_modules_differ_only_in_the_place_of_their_data() -> None:
    linkable = Linkable(wasm32.object_code(TABLE), ENTRY)
    assert linkable.size == 32 and linkable.functions == []
    one, same, other = (linkable.module(address) for address in (1 << 20, 1 << 20, 2 << 20))
    assert one == same != other
    assert len(one) == len(other) and one.count(b"\x0b\0\0\0\0\0\0\0\x16\0\0\0\0\0\0\0") == 1


def test_functions_of_a_system_are_refused() -> None:
    with pytest.raises(wasm32.UnknownFunction, match="getpid"):
        wasm32.object_code(UNKNOWN)


@pytest.mark.parametrize("code", [b"", b"\x7fELF", b"\0asm\2\0\0\0"])
def test_other_files_than_webassembly_are_refused(code: bytes) -> None:
    with pytest.raises(NotLinkable, match="no WebAssembly"):
        Linkable(code, ENTRY)
