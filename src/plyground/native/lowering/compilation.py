"""The program for one twin: its LLVM functions, its tables, and the facts that they share."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, NamedTuple, NoReturn, Protocol

from llvmlite import ir

from plyground.core import bits
from plyground.native.lowering.number_kinds import FLOAT64, I32, I64, WORD64, Kind, argument_types, result_types
from plyground.native.lowering.values import Cells, Constants, Value, is_set, table_cell
from plyground.native.options import Options, Site
from plyground.native.refusals import Anew, TooManyConstants, WiderSets
from plyground.native.shapes import (
    SET,
    ArrayShape,
    Fields,
    RecordShape,
    ReferenceShape,
    RowShape,
    Shape,
    dims_of,
    leaves,
)
from plyground.native.targets.passes import ALWAYS, LATER
from plyground.native.text.source import is_seldom

SMALL_FUNCTION = 180
"""Most instructions of a function that is always inlined. With 150, perft of chess loses a quarter; with 250, what the
page uses for chess takes longer to compile.
"""
MAX_COPIES = 4000
"""Most instructions of all further copies of a larger function that is inlined."""
MAX_PLACES = 4
"""Most places from which a larger function that is inlined is called."""
WIDER_THAN_A_WORD = 65
"""More bits than a word has, so that sets get the next wider type."""
RECURSIVE_CALLS = "preserve_nonecc"
"""LLVM's calling convention of functions that call themselves: twelve words in registers, none of which is saved at a
visit.
"""
MAX_BLOCKS = 16_000
"""Basic blocks of the longest program that is compiled. It takes LLVM half a minute; what chess is played with has 1,000."""
BLOCKS_AT_ONCE = 8_000
"""Basic blocks of the longest program whose code is made in this process, where nothing can interrupt LLVM.

No program of a built-in game is longer, so that no machine is too slow for one: a search with the evaluation of lines on
15 × 15 cells has 7,152.
"""
MAX_CONSTANTS = 1 << 22
"""Numbers in a program's tables: half a minute of work."""


Key = tuple[FunctionType, tuple[Shape, ...]]
"""A function and the shapes of its arguments."""
Local = tuple[FunctionType, str]
"""A function and a name in it."""


class Language(NamedTuple):
    """The functions that lower the nodes of a text, by the type of the node."""

    expressions: Mapping[type[ast.expr], Callable[[Any, Any], Value]]
    statements: Mapping[type[ast.stmt], Callable[[Any, Any], None]]


@dataclass
class Hints:
    """Facts found in earlier rounds of compilation."""

    names: dict[Local, Shape] = field(default_factory=dict)  # shape of each name
    result_shapes: dict[Key, Shape] = field(default_factory=dict)  # shapes of the results of recursive functions
    unbounded: set[Local] = field(default_factory=set)  # names that get larger numbers than their first value
    growing: set[Local] = field(default_factory=set)  # lists that change their length
    memoised: dict[Key, Signature] = field(default_factory=dict)  # signatures that no later fact can change

    def add(self, other: Hints) -> None:
        """Add other hints; for a name that both have, these hints stay."""
        self.names = other.names | self.names
        self.unbounded |= other.unbounded
        self.growing |= other.growing
        self.memoised = other.memoised | self.memoised

    def about(self, functions: set[FunctionType]) -> Hints:
        """Return the hints that depend only on the texts of these functions and cannot change the type of a value.

        A name that is a float for one search may be a whole number for another. A whole number that is read as a set
        stays one.
        """
        return Hints(
            {name: shape for name, shape in self.names.items() if name[0] in functions and shape == SET},
            unbounded={name for name in self.unbounded if name[0] in functions},
            growing={name for name in self.growing if name[0] in functions},
            memoised={key: found for key, found in self.memoised.items() if found.texts <= functions},
        )

    def of_numbers(self) -> Hints:
        """Return the hints that also hold for other fields of positions: the hints about names of numbers."""
        names = {name: shape for name, shape in self.names.items() if not isinstance(shape, (RecordShape, RowShape))}
        return Hints(names, unbounded=self.unbounded, growing=self.growing)


@dataclass(frozen=True)
class Signature:
    """The shape of a call's result, and True if the call can raise an exception."""

    shape: Shape
    can_raise: bool  # True if the call may raise an exception
    texts: frozenset[FunctionType] = frozenset()  # functions that were lowered to infer it

    def outputs(self) -> list[ir.Type]:
        """Return the LLVM types of the outputs: the value, and the status if the call can raise an exception."""
        return result_types(self.shape) + [I32] * self.can_raise

    def kind(self) -> ir.Type:
        """Return the LLVM type of the outputs together."""
        kinds = self.outputs()
        return ir.VoidType() if not kinds else kinds[0] if len(kinds) == 1 else ir.LiteralStructType(kinds)


class Inference(Protocol):
    """The part of a frame that the program uses while it infers the signature of a function."""

    llvm_function: ir.Function
    result_shape: Shape | None  # shape that holds the values returned so far
    calls_itself: bool
    texts: set[FunctionType]


class Program:
    """All functions made for one twin."""

    def __init__(self, language: Language, options: Options, hints: Hints, fields: Fields) -> None:
        self.language = language
        self.options, self.hints = options, hints
        self.fields: Fields = fields  # shapes of the fields with rows or sets, by class
        self.module = ir.Module("twin")
        flag: list[ir.Value | str] = [ir.Constant(I32, 7), "RtLibUseGOT", ir.Constant(I32, 1)]
        self.module.add_named_metadata("llvm.module.flags", flag)  # C functions may lie far away in memory
        self.wide = Kind(options.wide_bits)  # kind of the widest sets
        self.wider_fields: set[tuple[type[Any], str]] = set()  # fields that need sets
        self.needs_wide = False  # True if a set of these has more than 64 cells
        self.end = math.inf  # time of the thread at which the program must be lowered
        self.shapes: tuple[Shape, ...] = ()  # shapes of the arguments of the first function
        self.sites: dict[Site, int] = {}  # status of each place that raises an exception
        self.signatures: dict[Key, Signature] = {}
        self.recursive: set[Key] = set()
        self.repeated: set[ir.Function] = set()  # functions that are called in a loop
        self.unrolled: set[ir.Function] = set()  # functions that call themselves in a loop that LLVM unrolls
        self.inferring: dict[Key, Inference] = {}  # frames that infer signatures, the outermost first
        self.functions: dict[Key, ir.Function] = {}
        self._count = 0  # number of functions so far
        self._tables: dict[tuple[object, ...], ir.GlobalVariable] = {}  # constant tuples in memory
        self._constants = 0  # count of numbers in all tables
        # (tuple, table) by the tuple's id and the cell; holding the tuple keeps the id valid
        self._tables_by_id: dict[tuple[int, Kind | None], tuple[Constants, Cells | None]] = {}
        # finished functions, callees first; True if LLVM may inline the function
        self._order: dict[ir.Function, bool] = {}
        self._pure: set[ir.Function] = set()  # functions that write only to their own memory
        self._nested: list[ir.Function] = []  # functions that :meth:`text` writes twice

    def status(self, site: Site) -> int:
        """Return the status number with which a function reports an exception at this site."""
        return self.sites.setdefault(site, len(self.sites) + 1)

    def is_long(self, value: object) -> bool:
        """Return True for a known number that does not fit a word.

        In programs with wide sets, this includes words with bit 63: all sets are wide there.
        """
        if not isinstance(value, int):
            return False
        return not (-(1 << 64) <= value < 1 << 64 if self.options.wide_bits == 64 else -(1 << 63) <= value < 1 << 63)

    def check_width(self, *values: object) -> None:
        """Raise :class:`WiderSets` if a known number does not fit the sets of this program."""
        bits_ = max((value.bit_length() for value in values if isinstance(value, int)), default=0)
        if bits_ >= self.options.wide_bits:
            raise WiderSets(bits_)

    def widen(self) -> NoReturn:
        """Raise :class:`WiderSets`, because a number is neither a signed word nor a set of up to 64 cells."""
        raise WiderSets(WIDER_THAN_A_WORD)

    def note_wider(self, cls: type[Any], fields: list[str], *, wide: bool) -> None:
        """Remember fields that need sets, of more than 64 cells if they are ``wide``. The rest of the program may have
        more of them, so that it is lowered to its end before everything is compiled again.
        """
        self.wider_fields |= {(cls, name) for name in fields}
        self.needs_wide = self.needs_wide or wide

    def unbound(self, names: Local) -> NoReturn:
        """Remember that a name gets larger numbers, then compile again."""
        self.hints.unbounded.add(names)
        self.begin_again(names[0])

    def hint(self, names: Local, shape: Shape) -> None:
        """Remember the shape of a name, then compile again."""
        self.hints.names[names] = shape
        self.begin_again(names[0])

    def begin_again(self, function: FunctionType) -> NoReturn:
        """Discard everything that depends on the text of ``function``, about which a fact was found, and compile it
        again.
        """
        self.memoise(without=function)
        for frame in self.inferring.values():
            self.discard(frame.llvm_function)
        is_kept = {made: made in self._order and key in self.hints.memoised for key, made in self.functions.items()}
        for made, kept in is_kept.items():
            if not kept:
                self.discard(made)
        self.functions = {key: made for key, made in self.functions.items() if is_kept[made]}
        self._order = {made: may for made, may in self._order.items() if is_kept[made]}
        self.inferring, self.signatures, self.recursive = {}, {}, set()
        raise Anew

    def memoise(self, without: FunctionType | None = None) -> None:
        """Keep the signatures of functions as hints. Leave out functions that depend on the text of ``without``, or of a
        function that calls itself.
        """
        forgotten = {without, *(function for function, _shapes in self.recursive)}
        found = (self.hints.memoised | self.signatures).items()
        self.hints.memoised = {key: signature for key, signature in found if forgotten.isdisjoint(signature.texts)}

    def reached(self) -> dict[Key, Signature]:
        """Return the signatures of all functions that the program calls, also of those that were inferred earlier."""
        texts = {text for signature in self.signatures.values() for text in signature.texts}
        earlier = {key: signature for key, signature in self.hints.memoised.items() if key[0] in texts}
        return earlier | self.signatures

    def discard(self, made: ir.Function) -> None:
        del self.module.globals[made.name]

    def mark_cycle(self, called: Collection[FunctionType]) -> None:
        """Remember that functions call themselves: of those whose signatures are being inferred, the outermost one in
        ``called``, with any arguments, and all that it calls.
        """
        inferring = list(self.inferring)
        first = next(
            (place for place, (function, _shapes) in enumerate(inferring) if function in called), len(inferring)
        )
        self.recursive.update(inferring[first:])

    def declared(self, key: Key, signature: Signature) -> ir.Function:
        """Return a new LLVM function with this signature."""
        function, shapes = key
        rows = signature.shape.rows()
        taken = [each for shape in (*shapes, *rows) for each in argument_types(shape)]
        if key in self.recursive:
            taken.append(I64)
        name = "".join(each if each.isalnum() or each in "._" else "_" for each in function.__qualname__)
        made = ir.Function(self.module, ir.FunctionType(signature.kind(), taken), f"{name}.{self._count}")
        self._count += 1
        made.linkage = "internal"
        made.attributes.add("nounwind")
        if key in self.recursive:
            made.calling_convention = RECURSIVE_CALLS
        if is_seldom(function):
            made.attributes.add("cold")
            made.attributes.add("noinline")
        sizes = [size for shape in (*shapes, *rows) for size in _row_sizes(shape)]
        for argument, size in zip(made.args, sizes, strict=False):
            if size:
                argument.attributes.add("noalias")
                argument.attributes.dereferenceable = size  # lets LLVM read a cell before it is needed
        return made

    def keep(self, key: Key, made: ir.Function, signature: Signature) -> None:
        """Keep a function that is lowered."""
        function, shapes = key
        self.functions[key] = made
        is_recursive = key in self.recursive
        self._order[made] = not is_recursive and not is_seldom(function)
        changes = any(isinstance(each, (ArrayShape, ReferenceShape)) for each in shapes)
        if not (is_recursive or changes or signature.shape.rows()):
            self._pure.add(made)

    def inline(self, *, rows: bool) -> None:
        """Mark the functions that LLVM must inline, as long as the code does not grow too much.

        A pure function that is called at several places is marked as one to inline :data:`LATER`: before that, LLVM
        keeps one of several calls with the same arguments. In a program with ``rows`` it stays a call, unless it is called
        in a loop.
        """
        self._put_in_order()
        sites: dict[str, int] = {}
        for made in self._order:
            for each in _calls(made):
                sites[each.callee.name] = sites.get(each.callee.name, 0) + 1
        sizes: dict[str, int] = {}
        for made, may in self._order.items():
            size = sum(
                sizes.get(each.callee.name, 1) if isinstance(each, ir.CallInstr) else 1
                for block in made.blocks
                for each in block.instructions
            )
            count = sites.get(made.name, 0)
            is_worth_it = count <= 1 or (count <= MAX_PLACES and size * (count - 1) <= MAX_COPIES)
            forced = may and (size <= SMALL_FUNCTION or is_worth_it)
            if forced:
                at_once = count <= 1 or made not in self._pure or (rows and made in self.repeated)
                made.attributes.add(ALWAYS if at_once else LATER)
            sizes[made.name] = size if forced else 5
            own_calls = sum(each.callee is made for each in _calls(made))
            if (
                own_calls == 1
                and size <= MAX_COPIES
                and made not in self.unrolled
                and "noinline" not in made.attributes
            ):
                self._nested.append(made)

    def length(self) -> int:
        """Return the number of basic blocks so far."""
        return sum(len(made.blocks) for made in self.module.functions)

    def longest(self) -> FunctionType:
        """Return the function of the rules or the search with the most basic blocks, after :meth:`inline`."""
        return max((key for key, made in self.functions.items() if made in self._order), key=self._blocks)[0]

    def _blocks(self, key: Key) -> int:
        return len(self.functions[key].blocks)

    def text(self) -> str:
        """Return the text of the program, after :meth:`inline`.

        A function that calls itself at one place is written twice. The copy, ``….inner``, is inlined into the other one,
        so that a visit makes two levels in one frame; each level is still counted. Less is saved and restored, and the
        processor foresees more jumps: minimax on tic-tac-toe gains a quarter. Where LLVM unrolls the loop around the
        call, this costs more than it gains.
        """
        text = str(self.module)
        for made in self._nested:
            own, name = str(made), f'@"{made.name}"('
            head, _brace, body = own.partition("\n{\n")
            inner = f'@"{made.name}.inner"('
            outer = f"{head}\n{{\n{body.replace(name, inner)}"
            text = text.replace(own, f"{outer}\n{head.replace(name, inner)} {ALWAYS}\n{{\n{body}")
        return text

    def _put_in_order(self) -> None:
        """Write each function before those that it calls, so that the machine code lies in the order in which it mostly
        runs: otherwise chess loses a twentieth. Discard the functions that only discarded ones call.
        """
        called: dict[ir.Function, None] = {}
        left = [next(reversed(self._order))]  # the program's first function, which is finished last
        while left:
            made = left.pop()
            if made not in called:
                called[made] = None
                left += reversed([each.callee for each in _calls(made)])
        for made in self._order:
            self.discard(made)
        for made in called:
            self.module.globals[made.name] = made
        self._order = {made: may for made, may in self._order.items() if made in called}

    def innermost(self, first: FunctionType) -> FunctionType:
        """Return the function that is being lowered; ``first`` if none has begun."""
        return next(reversed(self.inferring), (first,))[0]

    def table(self, values: Constants, cell: Kind | None = None) -> Cells | None:
        """Return a constant tuple (of tuples) of numbers in memory; None if it is ragged."""
        key = id(values), cell
        if key not in self._tables_by_id:
            self._tables_by_id[key] = values, self._table(values, cell)
        return self._tables_by_id[key][1]

    def _table(self, values: Constants, cell: Kind | None) -> Cells | None:
        dims = dims_of(values)
        if dims is None:
            return None
        plain = leaves(values)
        wide = any(map(self.is_long, plain))
        if min(plain) < 0 and any(map(is_set, plain)) and self.wide == WORD64:
            self.widen()
        if wide:
            self.check_width(*plain)
        numbers = plain if wide else [bits.word(each) for each in plain]
        cell = cell or (self.wide if wide else table_cell(plain))
        table = self._constant_array(numbers, cell, (dims, tuple(numbers), cell.width))
        count = None if min(plain) < 0 else max(plain).bit_length()
        return Cells(table.bitcast(cell.type.as_pointer()), dims, cell, natural_bits=count)

    def table_of_floats(self, values: Sequence[float]) -> ir.GlobalVariable:
        """Return an array of floats in memory."""
        return self._constant_array(values, FLOAT64, tuple(map(float.hex, values)))  # 0.0 and -0.0 differ

    def _constant_array(self, values: Sequence[float], cell: Kind, key: tuple[object, ...]) -> ir.GlobalVariable:
        """Return an array of numbers in memory, the same for the same key."""
        if key not in self._tables:
            self._constants += len(values)
            if self._constants > MAX_CONSTANTS:
                raise TooManyConstants
            kind = ir.ArrayType(cell.type, len(values))
            table = ir.GlobalVariable(self.module, kind, f"table{len(self._tables)}")
            table.global_constant, table.linkage, table.unnamed_addr = True, "internal", True
            table.initializer = ir.Constant(kind, [cell.constant(value) for value in values])
            self._tables[key] = table
        return self._tables[key]


def _row_sizes(shape: Shape) -> list[int]:
    """Return the row's size in bytes for each argument that is the address of a row; 0 for any other argument."""
    if isinstance(shape, RecordShape):
        return [each for part in shape.parts for each in _row_sizes(part)]
    return [shape.size * shape.bits // 8 if isinstance(shape, RowShape) else 0] * len(argument_types(shape))


def _calls(made: ir.Function) -> list[ir.CallInstr]:
    return [each for block in made.blocks for each in block.instructions if isinstance(each, ir.CallInstr)]
