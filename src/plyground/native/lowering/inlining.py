"""Functions that take or return an iterator or a list: inlined at their calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType

from plyground.native.lowering.dispatch import lower_block
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.names import bind_arguments, load_slot, new_slot, optional_of, store_slot
from plyground.native.lowering.scope import KnownSlot, Slot
from plyground.native.lowering.values import ITERABLES, ListBuffer, Range, Value, shape_of
from plyground.native.refusals import ITSELF, TWO_KINDS


def inline_function(frame: Frame, function: FunctionType, arguments: list[Value]) -> Value:
    """Inline a function that takes or returns an iterator or a list."""
    if function in frame.inlining:
        frame.refuse(ITSELF)
    outer, inner = frame.scope, frame.open(function)
    node, loops, after = frame.node, frame.loops, frame.b.append_basic_block()
    iterators: list[Value] = []
    slots: list[Slot] = []

    def on_return(value: Value) -> None:
        if isinstance(value, Range):
            _store_range(frame, slots, value)
        elif isinstance(value, ITERABLES):
            if frame.node is not inner.source.tree.body[-1]:
                frame.refuse_text(frame.node)
            iterators.append(value)
        else:
            value = optional_of(frame, "return", value, slots[0] if slots else None)
            if not slots:
                slots.append(new_slot(frame, value, "return"))
            store_slot(frame, slots[0], value, "return")
        frame.b.branch(after)

    bind_arguments(frame, inner, arguments)
    frame.inlining.append(function)
    frame.loops, frame.scope = [], inner
    inner.on_return = on_return
    lower_block(frame, inner.source.tree.body)
    if not frame.b.block.is_terminated:
        on_return(None)
    frame.scope, frame.loops, frame.node = outer, loops, node
    frame.inlining.pop()
    frame.b.position_at_end(after)
    if iterators and slots:
        frame.refuse(TWO_KINDS)
    found = iterators[0] if iterators else None
    if isinstance(found, ListBuffer) and not any(
        found.pointer is each.pointer for each in arguments if isinstance(each, ListBuffer)
    ):
        return replace(found, is_new=True)  # no other name of it is left
    return found if iterators else load_slot(frame, slots[0]) if slots else 0


def call_text(frame: Frame, function: Callable[..., object], *arguments: Value) -> Value:
    """Inline one of the :mod:`plyground.native.lowering.texts`. Each call has its own copy, and so its own types."""
    assert isinstance(function, FunctionType)
    key = frame.scope.function, frame.node.lineno, frame.node.col_offset, function, tuple(map(shape_of, arguments))
    if key not in _copies:
        _copies[key] = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    return inline_function(frame, _copies[key], list(arguments))


_copies: dict[object, FunctionType] = {}


def _store_range(frame: Frame, slots: list[Slot], value: Range) -> None:
    """Store the range that an inlined function returns; its other returns use the same slots."""
    if not slots:
        first, last = (
            new_slot(frame, each, f"return.{name}") for name, each in (("first", value.first), ("last", value.last))
        )
        slots.append(KnownSlot(value, [first, last, KnownSlot(value.step)]))
    slot = slots[0]
    step = slot.value.step if isinstance(slot, KnownSlot) and isinstance(slot.value, Range) else None
    if not isinstance(slot, KnownSlot) or not isinstance(value.step, int) or step != value.step:
        frame.refuse(TWO_KINDS)
    store_slot(frame, slot.parts[0], value.first, "return.first")
    store_slot(frame, slot.parts[1], value.last, "return.last")
