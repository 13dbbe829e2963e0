"""Functions: each is lowered once for each list of shapes.

Lowering a function first infers its *signature*: the shape of its result, and whether it can raise an exception. If the
result has rows, whose memory the caller gives, or if the function calls itself in another way than by its name, it is
lowered again. A fact found too late, such as that a name is a float in a later line, becomes a *hint*, and everything
that depends on it is lowered again.
"""

from __future__ import annotations

import time
from functools import partial
from types import FunctionType

from llvmlite import ir

from plyground.i18n import Number, Sentence
from plyground.native.lowering.compilation import MAX_CONSTANTS, Hints, Key, Language, Program, Signature
from plyground.native.lowering.dispatch import lower_block
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.names import bind_arguments
from plyground.native.lowering.number_kinds import I32, result_kinds
from plyground.native.lowering.numbers.conversions import fit_word
from plyground.native.lowering.rows import conform
from plyground.native.lowering.scope import Scope
from plyground.native.lowering.values import Value, cells_in, flat_results, from_words, shape_of, word_of
from plyground.native.options import Options
from plyground.native.refusals import (
    NO_END,
    TOO_MANY_CONSTANTS,
    TOO_SLOW,
    TWO_KINDS,
    Anew,
    Refusal,
    TooManyConstants,
    TooSlow,
    WiderFields,
    WiderSets,
    whole_refusal,
)
from plyground.native.shapes import (
    NOTHING,
    WORD,
    Fields,
    NumberShape,
    OptionalShape,
    RecordShape,
    Shape,
    joined,
)
from plyground.native.text.source import NoText

MAX_ROUNDS = 100
"""Passes over a program after which the compiler gives up finding the types."""
COMPILE_TIMEOUT_S = 60.0
"""Seconds of computing in which a program must be lowered, and seconds for the code of a long one."""


def lower_program(
    language: Language,
    function: FunctionType,
    shapes: tuple[Shape, ...],
    options: Options,
    fields: Fields,
    hints: Hints,
) -> tuple[Program, ir.Function]:
    """Return the program of a function and its LLVM function; raise :class:`Refusal`."""
    program = Program(language, options, hints, fields)
    program.end = time.thread_time() + COMPILE_TIMEOUT_S
    cause = NO_END
    for _round in range(MAX_ROUNDS):
        try:
            made = llvm_function(program, function, shapes)
            _raise_wider(program)
            return program, made
        except Anew:
            continue
        except WiderSets:
            _raise_wider(program)
            raise
        except TooSlow:
            cause = too_slow()
            break
        except Refusal as refusal:
            _raise_wider(program)
            refusal.signatures = program.reached()
            raise
        except TooManyConstants:
            cause = Sentence(TOO_MANY_CONSTANTS.text, {"most": Number(MAX_CONSTANTS)})
            break
        except RecursionError:
            break
    raise whole_refusal(program.innermost(function), cause)


def _raise_wider(program: Program) -> None:
    """Raise :class:`WiderFields` if a field needs sets. What was lowered with narrower fields means nothing."""
    if program.wider_fields:
        raise WiderFields(program.wider_fields, wide=program.needs_wide)


def llvm_function(program: Program, function: FunctionType, shapes: tuple[Shape, ...]) -> ir.Function:
    """Return the LLVM function; it is declared before it is lowered, so that it may call itself."""
    key = function, shapes
    if key in program.inferring:
        return program.inferring[key].llvm_function
    signature = signature_of(program, function, shapes)
    if key not in program.functions:
        made = program.functions[key] = program.declared(key, signature)
        lower_function(Frame(program, function, shapes, made, signature))
        program.keep(key, made, signature)
    return program.functions[key]


def signature_of(program: Program, function: FunctionType, shapes: tuple[Shape, ...]) -> Signature:
    """Return what a call gives; the first call infers it."""
    key = function, shapes
    if key not in program.signatures:
        if key in program.inferring:
            program.mark_cycle({function})
            return Signature(program.hints.result_shapes.get(key) or program.inferring[key].result_shape or WORD, True)
        program.signatures[key] = program.hints.memoised.get(key) or _infer_signature(program, key)
    found = program.signatures[key]
    if key in program.recursive:  # the same holds for every function in the cycle of calls
        program.mark_cycle(found.texts)
    if program.inferring:
        caller = next(reversed(program.inferring.values()))
        caller.texts |= found.texts
    return found


def _infer_signature(program: Program, key: Key) -> Signature:
    """Lower a function whose signature is not known. Keep what is lowered if it has all its memory and calls.

    If the function calls itself by its name, it is declared with the signature that its calls expect.
    """
    by_name = _calls_itself(key[0])
    if by_name:
        program.recursive.add(key)
    expected = program.hints.result_shapes.get(key, WORD)
    made = program.declared(key, Signature(expected, can_raise=by_name))
    frame = program.inferring[key] = Frame(program, *key, made)
    frame.calls_itself = by_name
    lower_function(frame)
    shape: Shape = frame.result_shape or WORD
    is_recursive = key in program.recursive
    if is_recursive:
        shape = joined(expected, shape, program.options.cell_bits) or shape
        if shape != expected:
            program.hints.result_shapes[key] = shape
            program.begin_again(key[0])
    can_raise = frame.can_raise or is_recursive or bool(shape.rows())  # numbers may not fit into the returned row
    signature = Signature(shape, can_raise, frozenset(frame.texts))
    if frame.is_complete and is_recursive == by_name and _is_of_numbers(shape):
        finish_inference(frame, signature)
        program.keep(key, made, signature)
    else:
        program.discard(made)
    del program.inferring[key]
    return signature


def can_be_called(program: Program, function: FunctionType, shapes: tuple[Shape, ...], signature: Signature) -> bool:
    """Return True if a function whose signature is not known yet can call a function that must have this one.

    Either that does not depend on a function whose signature is being inferred, or the function calls itself, and was
    declared with this signature.
    """
    key = function, shapes
    if key in program.functions:
        return True
    if key in program.inferring:
        is_own = key == next(reversed(program.inferring)) and program.inferring[key].calls_itself
        return is_own and signature.shape == program.hints.result_shapes.get(key, WORD)
    unfinished = [each for each, given in program.recursive if (each, given) not in program.functions]
    return key in program.signatures and program.signatures[key].texts.isdisjoint(unfinished)


def lower_function(frame: Frame) -> None:
    """Lower the function of a frame."""
    words: list[ir.Value] = list(frame.llvm_function.args)
    if (frame.function, frame.shapes) in frame.program.recursive:
        frame.depth = words.pop()
    rows = [] if frame.result_shape is None else frame.result_shape.rows()
    frame.result_rows = words[len(words) - len(rows) :]
    frame.free_result_rows = list(zip(rows, frame.result_rows, strict=True))
    arguments = iter(words)
    given = [from_words(shape, arguments) for shape in frame.shapes]
    if frame.depth is not None:
        frame.raise_if(frame.b.icmp_signed("<", frame.depth, word_of(1)), RecursionError)
        frame.depth = frame.b.sub(frame.depth, word_of(1))
    frame.node = frame.scope.source.tree.body[0]
    bind_arguments(frame, frame.scope, given)
    frame.scope.on_return = partial(emit_return, frame)
    lower_block(frame, frame.scope.source.tree.body)
    if not frame.b.block.is_terminated:
        emit_return(frame, None)
    if not frame.infers_signature:
        frame.end()


def emit_return(frame: Frame, value: Value) -> None:
    """Emit the return of a value."""
    value = frame.widened(value)
    if frame.infers_signature:
        shape = shape_of(value)
        known = frame.result_shape
        frame.result_shape = shape if known is None else joined(known, shape, frame.program.options.cell_bits)
        if frame.result_shape is None:
            frame.refuse(TWO_KINDS)
        frame.returns.append((frame.b.block, frame.scope, frame.node, value))
        frame.b.unreachable()
    else:
        _return_words(frame, _words_of(frame, value))


def _words_of(frame: Frame, value: Value) -> list[ir.Value]:
    """Return the words of a result. Its rows are moved to the memory of the caller."""
    shape = frame.result_shape or WORD
    value = conform(frame, value, shape)
    moved = []
    for cells, out in zip(cells_in(value), frame.result_rows, strict=True):
        if cells.pointer is not out:
            if len(frame.result_rows) > 1:  # a row may lie in the place of another row of the result
                cells = frame.copied(cells)
            moved.append((out, cells))
    for out, cells in moved:
        frame.copy(out, cells)
    given, kinds = flat_results(value), result_kinds(shape)
    if len(given) != len(kinds):
        frame.refuse(TWO_KINDS)
    return [fit_word(frame, word, kind) for word, kind in zip(given, kinds, strict=True)]


def _return_words(frame: Frame, words: list[ir.Value]) -> None:
    frame.jump_to_exit([*words, ir.Constant(I32, 0)] if frame.can_raise else words)


def finish_inference(frame: Frame, signature: Signature) -> None:
    """Fill in the returns of a function, now that its signature is known."""
    given = []
    for block, scope, node, value in frame.returns:
        frame.scope, frame.node = scope, node
        _reopen(frame, block)
        words = _words_of(frame, value)
        given.append((frame.b.block, words))
    frame.infers_signature, frame.can_raise = False, signature.can_raise
    made = frame.llvm_function
    made.ftype.return_type = made.return_value.type = signature.kind()  # the type that its callers see
    for block, words in given:
        frame.b.position_at_end(block)
        _return_words(frame, words)
    for block, status in frame.raises:
        _reopen(frame, block)
        frame.raise_status(status)
    frame.end()


def _reopen(frame: Frame, block: ir.Block) -> None:
    """Continue at the end of a block that ends in a return which was left open."""
    block.instructions.pop()
    block.terminator = None
    frame.b.position_at_end(block)


def _is_of_numbers(shape: Shape) -> bool:
    """Return True for a number, and for tuples of numbers in registers."""
    if isinstance(shape, RecordShape):
        return all(map(_is_of_numbers, shape.parts))
    if isinstance(shape, OptionalShape):
        return _is_of_numbers(shape.part)
    return shape == NOTHING or isinstance(shape, NumberShape)


def _calls_itself(function: FunctionType) -> bool:
    """Return True if a function calls itself by its name."""
    try:
        scope, name = Scope(function), function.__name__
        return name in scope.source.called and scope.look_up(name) is function
    except (NoText, KeyError):  # the error is reported when the function is lowered
        return False


def too_slow() -> Sentence:
    """Return the cause of a refusal after :data:`COMPILE_TIMEOUT_S`."""
    return Sentence(TOO_SLOW.text, {"seconds": Number(round(COMPILE_TIMEOUT_S))})
