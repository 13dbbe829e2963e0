"""Generation of object code from the source text of a function: shapes of the examples, lowering, and LLVM."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.core.gc_pause import uncollected
from plyground.native.arguments import classes_in, shape_of_example
from plyground.native.compile_errors import blamed, explained, too_wide
from plyground.native.game_facts import GameFacts, facts_of
from plyground.native.lowering.compilation import BLOCKS_AT_ONCE, MAX_BLOCKS, Hints, Program
from plyground.native.lowering.entry_function import add_entry
from plyground.native.lowering.functions import COMPILE_TIMEOUT_S, lower_program, too_slow
from plyground.native.lowering.language import PYTHON
from plyground.native.object_code.stored_code import Code
from plyground.native.options import Options
from plyground.native.refusals import TOO_LONG, WHOLE_NUMBER, Refusal, WiderFields, WiderSets, whole_refusal
from plyground.native.shapes import (
    WORD_BITS,
    WRAPPED,
    Class,
    Fields,
    RecordShape,
    RowShape,
    SetShape,
    Shape,
    WideShape,
    WordShape,
)
from plyground.native.targets.emission import object_code
from plyground.native.targets.target import MACHINE, target
from plyground.native.widths import WIDE_STEP, layout_of, wide_bits_for


@uncollected()
def make(
    function: Any,
    examples: tuple[object, ...],
    options: Options,
    classes: tuple[Class, ...] = (),
    target_name: str = MACHINE,
) -> Code:
    """Compile a function for its examples and for the target with this name; raise :class:`RulesError`."""
    facts = facts_of(classes_in(examples[:1]))
    hints = Hints()
    options = replace(options, looks=target(target_name).LOOKS)
    while True:
        try:
            return _made_with(function, examples, options, classes, target_name, facts, hints)
        except WiderSets as error:
            wider = replace(options, wide_bits=max(options.wide_bits, wide_bits_for(error.bits)), sets=False)
            if wider == options:
                raise too_wide() from None
            options, hints = wider, Hints()
        except WiderFields as error:
            wide_bits = max(options.wide_bits, WIDE_STEP) if error.wide else options.wide_bits
            fields = options.wide_fields | error.fields
            wider = replace(options, wide_bits=wide_bits, sets=wide_bits == WORD_BITS, wide_fields=fields)
            is_of_same_bits = (wider.wide_bits, wider.sets) == (options.wide_bits, options.sets)
            options, hints = wider, hints.of_numbers() if is_of_same_bits else Hints()


def _made_with(
    function: Any,
    examples: tuple[object, ...],
    options: Options,
    classes: tuple[Class, ...],
    target_name: str,
    facts: GameFacts,
    hints: Hints,
) -> Code:
    try:
        text, program, shape = llvm_text(function, examples, options, facts, hints)
    except Refusal as refusal:
        raise blamed(refusal.signatures, classes) or explained(refusal, function, classes) from None
    if str(function.__annotations__.get("return", "")) in ("int", "<class 'int'>") and not isinstance(
        shape, (WordShape, SetShape, WideShape)
    ):
        own = whole_refusal(function, WHOLE_NUMBER)
        raise blamed(program.reached(), classes) or explained(own, function, classes)
    layout = layout_of(examples, options)
    limit_s = COMPILE_TIMEOUT_S if program.length() > BLOCKS_AT_ONCE else None
    try:
        binary = object_code(text, target_name, rows=is_of_rows(program), limit_s=limit_s)
    except TimeoutError:
        raise explained(whole_refusal(program.longest(), too_slow()), function, classes) from None
    return Code(options, layout, tuple(program.sites), shape, binary)


def llvm_text(
    function: Any,
    examples: tuple[object, ...],
    options: Options,
    facts: GameFacts | None = None,
    hints: Hints | None = None,
) -> tuple[str, Program, Shape]:
    """Return a function as a text of LLVM, with its program and the shape of its result; raise :class:`Refusal`.

    ``facts`` are those of earlier compilations for the same game, and get those of this one. ``hints`` are those of an
    earlier attempt with the same options.
    """
    fields: Fields = {}
    shapes = tuple(shape_of_example(example, options, fields) for example in examples)
    fields = {cls: parts for cls, parts in fields.items() if any(_needs_care(part) for part in parts)}
    hints = hints or Hints()
    if facts is not None:
        hints.add(facts.hints(options, fields))
    program, inner = lower_program(PYTHON, function, shapes, options, fields, hints)
    program.shapes = shapes
    program.inline(rows=is_of_rows(program))
    if program.length() > MAX_BLOCKS:
        raise whole_refusal(program.longest(), TOO_LONG)
    add_entry(program, inner, function, shapes)
    shape = program.signatures[function, shapes].shape
    if _has_wrapped(shape):
        program.widen()
    if facts is not None:
        facts.keep(program)
    return program.text(), program, shape


def is_of_rows(program: Program) -> bool:
    """Return True for a program with rows of cells, and without numbers of more than 64 bits."""
    has_rows = any(isinstance(row, RowShape) for each in program.shapes for row in each.rows())
    return has_rows and program.options.wide_bits == WORD_BITS


def _has_wrapped(shape: Shape) -> bool:
    return shape == WRAPPED or (isinstance(shape, RecordShape) and any(map(_has_wrapped, shape.parts)))


def _needs_care(shape: Shape) -> bool:
    """Return True for a field whose values must be converted to its shape: a row, a set, or a tuple with one of
    these.
    """
    if isinstance(shape, RecordShape):
        return any(map(_needs_care, shape.parts))
    return isinstance(shape, (RowShape, SetShape, WideShape))
