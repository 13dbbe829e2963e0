"""Conversion of numbers of more than 64 bits to floats, rounded as Python rounds them.

LLVM converts such numbers by functions of another library, which is not there at run time.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from plyground.native.shapes import F64, I1, I64, WORD_BITS

MANTISSA_BITS, BIAS = 52, 1023  # of a double


def wide_float(b: Any, number: Any) -> Any:
    """Return a signed wide number as the nearest float, ties to even."""
    kind = number.type
    zero = ir.Constant(kind, 0)
    negative = b.icmp_signed("<", number, zero)
    size = b.select(negative, b.neg(number), number)
    used = b.sub(ir.Constant(kind, kind.width), b.ctlz(size, ir.Constant(I1, 0)))
    beyond = b.sub(used, ir.Constant(kind, WORD_BITS))
    places = b.select(b.icmp_signed(">", beyond, zero), beyond, zero)
    top = b.lshr(size, places)
    lost = b.icmp_signed("!=", b.shl(top, places), size)  # the last bit says on which side of a tie the number lies
    word = b.or_(b.trunc(top, I64), b.zext(lost, I64))
    power = b.shl(b.add(b.trunc(places, I64), ir.Constant(I64, BIAS)), ir.Constant(I64, MANTISSA_BITS))
    found = b.fmul(b.uitofp(word, F64), b.bitcast(power, F64))
    return b.select(negative, b.fneg(found), found)
