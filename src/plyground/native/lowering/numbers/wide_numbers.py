"""Numbers of more than 64 bits: division, bit by bit, and conversion to floats, rounded as Python rounds them.

LLVM does both by functions of another library, which is not there at run time.
"""

from __future__ import annotations

from llvmlite import ir

from plyground.native.lowering.number_kinds import F64, I1, I64, Kind
from plyground.native.shapes import WORD_BITS

MANTISSA_BITS, BIAS = 52, 1023  # constants of a double


def long_division(module: ir.Module, kind: Kind) -> ir.Function:
    """Return the LLVM function for (quotient, rest) of two positive numbers of a type, the divisor not 0. O(bits)."""
    name = f"divide.{kind.width}"
    made = module.globals.get(name)
    if isinstance(made, ir.Function):
        return made
    pair = ir.LiteralStructType([kind.type, kind.type])
    made = ir.Function(module, ir.FunctionType(pair, [kind.type, kind.type]), name)
    made.linkage = "internal"
    number, divisor = made.args
    start, loop, done = (made.append_basic_block(each) for each in ("start", "loop", "done"))
    zero, one = kind.constant(0), kind.constant(1)
    b = ir.IRBuilder(start)
    bits = b.sub(kind.constant(kind.width), b.ctlz(number, ir.Constant(I1, 0)))
    b.cbranch(b.icmp_unsigned("==", bits, zero), done, loop)
    b.position_at_end(loop)
    left, quotient, rest = (b.phi(kind.type) for _each in range(3))
    place = b.sub(left, one)
    longer = b.or_(b.shl(rest, one), b.and_(b.lshr(number, place), one))
    goes = b.icmp_unsigned(">=", longer, divisor)
    rest_after = b.select(goes, b.sub(longer, divisor), longer)
    quotient_after = b.select(goes, b.or_(quotient, b.shl(one, place)), quotient)
    b.cbranch(b.icmp_unsigned("==", place, zero), done, loop)
    for phi, first, next_ in ((left, bits, place), (quotient, zero, quotient_after), (rest, zero, rest_after)):
        phi.add_incoming(first, start)
        phi.add_incoming(next_, loop)
    b.position_at_end(done)
    whole: ir.Value = ir.Constant(pair, ir.Undefined)
    found = [b.phi(kind.type), b.phi(kind.type)]
    for position, after in enumerate((quotient_after, rest_after)):
        found[position].add_incoming(zero, start)
        found[position].add_incoming(after, loop)
        whole = b.insert_value(whole, found[position], position)
    b.ret(whole)
    return made


def wide_float(b: ir.IRBuilder, number: ir.Value, kind: Kind) -> ir.Value:
    """Return a signed wide number as the nearest float, ties to even."""
    zero = kind.constant(0)
    negative = b.icmp_signed("<", number, zero)
    size = b.select(negative, b.neg(number), number)
    used = b.sub(kind.constant(kind.width), b.ctlz(size, ir.Constant(I1, 0)))
    beyond = b.sub(used, kind.constant(WORD_BITS))
    places = b.select(b.icmp_signed(">", beyond, zero), beyond, zero)
    top = b.lshr(size, places)
    lost = b.icmp_signed("!=", b.shl(top, places), size)  # last bit that shows the side of a tie
    word = b.or_(b.trunc(top, I64), b.zext(lost, I64))
    power = b.shl(b.add(b.trunc(places, I64), ir.Constant(I64, BIAS)), ir.Constant(I64, MANTISSA_BITS))
    found = b.fmul(b.uitofp(word, F64), b.bitcast(power, F64))
    return b.select(negative, b.fneg(found), found)
