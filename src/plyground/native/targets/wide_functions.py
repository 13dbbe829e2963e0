"""Functions of numbers of 128 bits for WebAssembly, as texts of LLVM.

LLVM makes calls of them where a processor has no instruction, and expects them in the library of its C compiler
(compiler-rt). A number is two words, the lower first; the result goes to an address. LLVM must not optimize them: it would
see what they compute, and make each a call of itself.
"""

from __future__ import annotations

from string import Template

_MULTIPLY = """
define void @__multi3(i64* %out, i64 %a, i64 %b, i64 %c, i64 %d) noinline optnone
{
  %a_low = and i64 %a, 4294967295
  %a_high = lshr i64 %a, 32
  %c_low = and i64 %c, 4294967295
  %c_high = lshr i64 %c, 32
  %low_low = mul i64 %a_low, %c_low
  %low_high = mul i64 %a_low, %c_high
  %high_low = mul i64 %a_high, %c_low
  %high_high = mul i64 %a_high, %c_high
  %carry = lshr i64 %low_low, 32
  %middle_0 = and i64 %low_high, 4294967295
  %middle_1 = add i64 %carry, %middle_0
  %middle = add i64 %middle_1, %high_low
  %over_0 = lshr i64 %low_high, 32
  %over_1 = lshr i64 %middle, 32
  %high_0 = add i64 %high_high, %over_0
  %high_1 = add i64 %high_0, %over_1
  %cross_0 = mul i64 %a, %d
  %cross_1 = mul i64 %b, %c
  %high_2 = add i64 %high_1, %cross_0
  %high = add i64 %high_2, %cross_1
  %low = mul i64 %a, %c
  store i64 %low, i64* %out
  %next = getelementptr i64, i64* %out, i32 1
  store i64 %high, i64* %next
  ret void
}
"""

_SHIFT_LEFT = """
define void @__ashlti3(i64* %out, i64 %a, i64 %b, i32 %places) noinline optnone
{
  %far = icmp uge i32 %places, 64
  %none = icmp eq i32 %places, 0
  %within = and i32 %places, 63
  %by = zext i32 %within to i64
  %rest = sub i64 64, %by
  %back = and i64 %rest, 63
  %low_near = shl i64 %a, %by
  %high_own = shl i64 %b, %by
  %moved = lshr i64 %a, %back
  %carry = select i1 %none, i64 0, i64 %moved
  %high_near = or i64 %high_own, %carry
  %low = select i1 %far, i64 0, i64 %low_near
  %high = select i1 %far, i64 %low_near, i64 %high_near
  store i64 %low, i64* %out
  %next = getelementptr i64, i64* %out, i32 1
  store i64 %high, i64* %next
  ret void
}
"""

_SHIFT_RIGHT = Template("""
define void @$name(i64* %out, i64 %a, i64 %b, i32 %places) noinline optnone
{
  %far = icmp uge i32 %places, 64
  %none = icmp eq i32 %places, 0
  %within = and i32 %places, 63
  %by = zext i32 %within to i64
  %rest = sub i64 64, %by
  %back = and i64 %rest, 63
  %high_near = $shift i64 %b, %by
  %low_own = lshr i64 %a, %by
  %moved = shl i64 %b, %back
  %carry = select i1 %none, i64 0, i64 %moved
  %low_near = or i64 %low_own, %carry
  %fill = $fill
  %low = select i1 %far, i64 %high_near, i64 %low_near
  %high = select i1 %far, i64 %fill, i64 %high_near
  store i64 %low, i64* %out
  %next = getelementptr i64, i64* %out, i32 1
  store i64 %high, i64* %next
  ret void
}
""")

WIDE_FUNCTIONS = {
    "__multi3": _MULTIPLY,
    "__ashlti3": _SHIFT_LEFT,
    "__lshrti3": _SHIFT_RIGHT.substitute(name="__lshrti3", shift="lshr", fill="and i64 0, 0"),
    "__ashrti3": _SHIFT_RIGHT.substitute(name="__ashrti3", shift="ashr", fill="ashr i64 %b, 63"),
}
"""The text of each function, by its name in compiler-rt. A shift by 64 places or more leaves no word undefined."""
