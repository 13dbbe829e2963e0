"""The compiler: a plain function and the values that it will be called with become machine code.

text → shapes → LLVM → object code → call. :mod:`~plyground.native.source` reads texts,
:mod:`~plyground.native.arguments` finds the shapes of the examples, :mod:`~plyground.native.compilation` and the classes
up to :class:`~plyground.native.loops.Lowering` lower the text of each function that is called,
:mod:`~plyground.native.machine` makes the code, and :mod:`~plyground.native.cache` keeps it for the next process.
"""

from __future__ import annotations

import ctypes
import hashlib
import random
import struct
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache as once
from importlib.metadata import version
from pathlib import Path
from typing import Any

from plyground.core.position import title
from plyground.errors import RulesError
from plyground.i18n import Sentence, _
from plyground.native import arguments, cache
from plyground.native.arguments import (
    Packer,
    Unpassable,
    reader,
    remember_wide_fields,
    result_words,
    shape_of_example,
    without_arrays,
)
from plyground.native.compilation import Options, Program, lowered
from plyground.native.entry_function import add_entry
from plyground.native.fingerprint import Text, fingerprint
from plyground.native.loops import Lowering
from plyground.native.machine import Enter, host_cpu, host_features, load, object_code
from plyground.native.refusals import (
    WHOLE_NUMBER,
    CellTooNarrow,
    ListTooLong,
    NumberTooLong,
    Refusal,
    SetTooWide,
    WiderField,
    WiderSets,
)
from plyground.native.shapes import (
    FLOAT,
    RESIDUE,
    SIGN,
    WORD_BITS,
    RecordShape,
    RowShape,
    SetShape,
    Shape,
    WideShape,
    WordShape,
    dims_of,
    fits,
    leaves,
)
from plyground.native.stored_code import Code, packed, unpacked

Announce = Callable[[Sentence], object]

NUMBERS = ("utility", "utmost", "turn", "key", "score", "value")
"""Methods that return a whole number."""
GAMES, PLIES = 3, 60
"""Random games, and plies of each, that show how wide the numbers of positions become."""
WIDE_STEP = 128
"""Bits by which sets grow, so that they lie in memory without gaps."""
MAX_NUMBER_BITS = 512
"""Most bits of a number that is no set of cells."""
BEGIN_AGAIN = (CellTooNarrow, SetTooWide, NumberTooLong, ListTooLong)
"""Exceptions of compiled code after which the function is compiled with other options and called again."""
MAX_ROOM = 1 << 16
"""Numbers in the longest list."""
MAX_RESTORED_BYTES = 1 << 16
"""Bytes of an array up to which it is set back when a search begins again. Of larger ones, a named tuple may say itself
which part counts, by ``restorable``.
"""


class Loaded:
    """A program in memory, ready to be called."""

    def __init__(self, code: Code, shapes: Sequence[Shape]) -> None:
        """Load the code of a program that takes arguments of these shapes."""
        self.code = code
        self.packer = Packer(shapes)
        self.enter: Enter = load(code.binary)
        self.read = reader(code.result)
        self.results = ctypes.c_int64 * result_words(code.result)
        self.begins_again = any(issubclass(site.kind, BEGIN_AGAIN) for site in code.sites)


def compiled(function: Callable[..., Any], *examples: Any, announce: Announce | None = None) -> Callable[..., Any]:
    """Return the native twin of ``function``, which takes the same arguments.

    ``examples`` are values for its parameters, a position first; only their types matter. ``announce`` is called with a
    sentence if the twin must be compiled, not if it comes from the cache. Raise :class:`RulesError` if a rule cannot be
    compiled, naming the method, the line and the cause.
    """
    classes = _classes(examples)
    try:
        shapes = _shapes(examples, Options())
    except Unpassable:
        raise RulesError(
            _("{cls} has fields that are not numbers, which cannot be compiled: search it without native speed.", cls=classes[0].__name__)
        ) from None  # fmt: skip
    key = function, shapes
    if key in _made and not _made[key][1].has_changed():
        return _made[key][0]
    twin = Twin(function, classes, examples, announce)
    _made[key] = twin, Text(function, *classes)
    return twin


_made: dict[tuple[Any, ...], tuple[Twin, Text]] = {}  # by function and shapes of its arguments


class Twin:
    """The compiled twin of a function. It is compiled again if a number turns out not to fit."""

    def __init__(
        self, function: Any, classes: tuple[type[Any], ...], examples: tuple[Any, ...], announce: Announce | None = None
    ) -> None:
        self._function, self._classes, self._examples = function, classes, without_arrays(examples)
        kinds = map(str, _shapes(examples, Options()))
        self.name = f"{function.__name__}-{fingerprint(function, classes, *kinds, *_surroundings())}"
        stored = cache.load(self.name)
        code = None if stored is None else unpacked(stored, classes)
        if code is None or code.layout != _layout(self._examples, code.options):
            if announce is not None:
                announce(_announcement(classes, function))
            code = self._make(_options(examples))
        self._use(code)

    @classmethod
    def for_examples(cls, function: Any, examples: tuple[Any, ...], options: Options | None = None) -> Twin:
        """Return a twin that is not kept on disk; ``options`` are the compiler's, for tests."""
        twin = cls.__new__(cls)
        twin._function, twin._classes, twin.name = function, _classes(examples), ""
        twin._examples = without_arrays(examples)
        found = _options(examples)
        twin._use(
            twin._make(found if options is None else replace(options, wide_bits=found.wide_bits, sets=found.sets))
        )
        return twin

    def _make(self, options: Options) -> Code:
        code = make(self._function, self._examples, options, self._classes)
        if not self.name:
            return code
        with suppress(OSError):  # it is compiled again next time
            names = tuple(cls.__name__ for cls in self._classes)
            cache.save(self.name, self._function.__name__, names, packed(code, self._classes))
        return code

    def _use(self, code: Code) -> None:
        """Call this code from now on. Calls of other threads that have begun finish with the old one."""
        self._loaded = Loaded(code, _shapes(self._examples, code.options))

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled code. Raise the exceptions of the plain function."""
        loaded = self._loaded
        code = loaded.code
        try:
            block, kept = loaded.packer.pack(arguments)
        except struct.error:
            return self._widened(arguments)
        before = [(each, bytes(each)) for each in _arrays(arguments)] if loaded.begins_again else []
        results = loaded.results()
        status = loaded.enter(block, results)
        del kept
        if status == 0:
            return loaded.read(results)
        site = code.sites[status - 1]
        options = code.options
        if issubclass(site.kind, CellTooNarrow) and options.cell_bits < WORD_BITS:
            self._again(before, replace(options, cell_bits=WORD_BITS))
        elif issubclass(site.kind, CellTooNarrow) and options.cell_bits < max(options.wide_bits, WIDE_STEP):
            wide_bits = max(options.wide_bits, WIDE_STEP)
            self._again(before, replace(options, cell_bits=wide_bits, wide_bits=wide_bits, sets=False))
        elif issubclass(site.kind, SetTooWide) and not options.sets:
            self._again(before, replace(options, sets=True))
        elif issubclass(site.kind, SetTooWide) and options.wide_bits == WORD_BITS:
            self._again(before, replace(options, wide_bits=WIDE_STEP, sets=False))
        elif issubclass(site.kind, NumberTooLong) and not options.long_numbers:
            wide_bits = max(options.wide_bits, WIDE_STEP)
            self._again(before, replace(options, long_numbers=True, wide_bits=wide_bits, sets=False))
        elif issubclass(site.kind, NumberTooLong) and options.wide_bits < MAX_NUMBER_BITS:
            self._again(before, replace(options, wide_bits=2 * options.wide_bits))
        elif issubclass(site.kind, ListTooLong) and options.list_room < MAX_ROOM:
            self._again(before, replace(options, list_room=options.list_room << 4))
        else:
            error = site.kind(site.message) if site.message else site.kind()
            file, line = site.present_place()
            error.add_note(f'File "{file}", line {line}, in {site.function}')
            raise error
        return self(*arguments)

    def _again(self, before: list[tuple[memoryview, bytes]], options: Options) -> None:
        """Restore the arrays of an interrupted call, and compile again with other options."""
        for each, content in before:
            each[:] = content
        self._use(self._make(options))

    def _widened(self, values: tuple[Any, ...]) -> Any:
        """Call a twin for numbers that do not fit this one."""
        code = self._loaded.code
        options = code.options
        known = [arguments.wide_fields(cls) for cls in self._classes]
        examples = tuple(map(_wider_example, self._examples, without_arrays(values)))
        bits = max(map(remember_wide_fields, values))
        wide_bits = max(options.wide_bits, _wide_bits(bits))
        wider = replace(options, cell_bits=WORD_BITS, wide_bits=wide_bits, sets=wide_bits == WORD_BITS)
        is_known = known == [arguments.wide_fields(cls) for cls in self._classes]
        if wider == options and is_known and code.layout == _layout(examples, options):
            wider = replace(wider, wide_bits=max(wide_bits, WIDE_STEP), sets=False)  # neither a word nor a set
            if wider == options:
                raise _too_wide()
        self._examples = examples
        self._use(self._make(wider))
        return self(*values)


def make(function: Any, examples: tuple[Any, ...], options: Options, classes: tuple[type[Any], ...] = ()) -> Code:
    """Compile a function for its examples; raise :class:`RulesError`."""
    while True:
        try:
            return _made_with(function, examples, options, classes)
        except WiderSets as error:
            wider = replace(options, wide_bits=max(options.wide_bits, _wide_bits(error.bits)), sets=False)
            if wider == options:
                raise _too_wide() from None
            options = wider
        except WiderField as error:
            arguments.remember(error.cls, [error.field])
            wide_bits = max(options.wide_bits, WIDE_STEP) if error.wide else options.wide_bits
            options = replace(options, wide_bits=wide_bits, sets=wide_bits == WORD_BITS)


def _too_wide() -> RulesError:
    return RulesError(
        _("This position has a number of more than 64 bits, which cannot be compiled: search it without native speed.")
    )


def _made_with(function: Any, examples: tuple[Any, ...], options: Options, classes: tuple[type[Any], ...]) -> Code:
    try:
        text, program, shape = llvm_text(function, examples, options)
    except Refusal as refusal:
        raise _blamed(refusal.results, classes) or _explained(refusal, function, classes) from None
    if str(function.__annotations__.get("return", "")) in ("int", "<class 'int'>") and not isinstance(
        shape, (WordShape, SetShape, WideShape)
    ):
        code = function.__code__
        own = Refusal(WHOLE_NUMBER, function, code.co_filename, code.co_firstlineno)
        raise _blamed(program.results, classes) or _explained(own, function, classes)
    vectorize = not any(isinstance(row, RowShape) for each in program.shapes for row in each.rows())
    layout = _layout(examples, options)
    return Code(options, layout, tuple(program.sites), shape, object_code(text, vectorize=vectorize))


def llvm_text(function: Any, examples: tuple[Any, ...], options: Options) -> tuple[str, Program, Shape]:
    """Return a function as a text of LLVM, with its program and the shape of its result; raise :class:`Refusal`."""
    fields: dict[Any, tuple[Shape, ...]] = {}
    shapes = tuple(shape_of_example(example, options, fields) for example in examples)
    fields = {cls: parts for cls, parts in fields.items() if any(_needs_care(part) for part in parts)}
    program, inner = lowered(Lowering, function, shapes, options, fields)
    program.shapes = shapes
    add_entry(program, inner, function, shapes)
    program.inline()
    shape = program.results[function, shapes].shape
    if _has_residue(shape):
        program.widen()
    return str(program.module), program, shape


def _has_residue(shape: Shape) -> bool:
    return shape == RESIDUE or (isinstance(shape, RecordShape) and any(map(_has_residue, shape.parts)))


def _needs_care(shape: Shape) -> bool:
    """Return True for a field whose values must be brought into its shape: a row, or a set."""
    if isinstance(shape, RecordShape):
        return any(map(_needs_care, shape.parts))
    return isinstance(shape, (RowShape, SetShape, WideShape))


# Widths


def _options(examples: tuple[Any, ...]) -> Options:
    """Return the options for the widest numbers that the examples and some random games have."""
    bits, cell_bits = 0, Options.cell_bits
    for example in examples:
        bits = max(bits, remember_wide_fields(example))
        if hasattr(example, "play"):
            for position in _random_positions(example):
                bits = max(bits, remember_wide_fields(position))
                if type(position) is type(example) and any(map(_outgrows, example, position)):
                    cell_bits = WORD_BITS
    return Options(cell_bits=cell_bits, wide_bits=_wide_bits(bits), sets=bits == WORD_BITS)


def _outgrows(first: Any, later: Any) -> bool:
    """Return True if a row of the first position of a game has cells that are too small for a later one."""
    if dims_of(first) is None or dims_of(later) is None:
        return False
    return fits(Options.cell_bits, leaves(first)) and not fits(Options.cell_bits, leaves(later))


def _wide_bits(bits: int) -> int:
    """Return the bits of sets that hold numbers of so many bits and a sign."""
    return 64 if bits <= 64 else -(-(bits + 1) // WIDE_STEP) * WIDE_STEP


def _random_positions(start: Any) -> Iterator[Any]:
    """Yield the positions of some random games, always the same ones."""
    chance = random.Random(1)
    with suppress(Exception):  # the author's own mistakes are told elsewhere
        for _game in range(GAMES):
            position = start
            for _ply in range(PLIES):
                if position.is_over():
                    break
                moves = list(position.moves())
                if not moves:
                    break
                position = position.play(chance.choice(moves))
                yield position


def _shapes(examples: tuple[Any, ...], options: Options) -> tuple[Shape, ...]:
    return tuple(shape_of_example(example, options, {}) for example in examples)


def _layout(examples: tuple[Any, ...], options: Options) -> str:
    """Return a text that is the same for arguments that lie in memory in the same way."""
    return hashlib.sha256(repr(_shapes(examples, options)).encode()).hexdigest()


def _wider_example(known: Any, value: Any) -> Any:
    """Return the example for later calls: the new value, but the known numbers where only those need more than a word.

    Of what is handed down with a position, no field is remembered as wide; so its examples show it.
    """
    if isinstance(value, int) and isinstance(known, int):
        return known if -SIGN <= value < SIGN and not -SIGN <= known < SIGN else value
    if not isinstance(value, tuple) or hasattr(value, "play") or len(known) != len(value):
        return value
    make: Any = getattr(type(value), "_make", tuple)
    return make(map(_wider_example, known, value))


def _classes(values: Any) -> tuple[type[Any], ...]:
    """Return the classes of the named tuples in some values, outermost first, each once."""
    found: dict[type[Any], None] = {}
    for value in values:
        if hasattr(value, "_fields"):
            found |= dict.fromkeys((type(value), *_classes(value)))
    return tuple(found)


def _arrays(values: Any) -> Iterator[memoryview]:
    """Yield the bytes of the arrays in some values that are set back when a search begins again."""
    for value in values:
        if isinstance(value, (array, memoryview)):
            if memoryview(value).nbytes <= MAX_RESTORED_BYTES:
                yield memoryview(value).cast("B")
        elif hasattr(value, "restorable"):
            yield from (memoryview(each).cast("B") for each in value.restorable())
        elif hasattr(value, "_fields"):
            yield from _arrays(value)


# Sentences


def _announcement(classes: tuple[type[Any], ...], function: Any) -> Sentence:
    game, search = title(classes[0]) if classes else "", title(function)
    if cache.can_be_kept():
        return _("Compiling {game} ({search}) for this machine, once ...", game=game, search=search)
    return _(
        "Compiling {game} ({search}) for this machine, as each time: it cannot be kept in {folder} ...",
        game=game, search=search, folder=cache.cache_folder(),
    )  # fmt: skip


def _explained(refusal: Refusal, function: Any, classes: tuple[type[Any], ...]) -> RulesError:
    """Return an error that names the class, the method, the line and the cause."""
    refused = refusal.function
    if refused is function or refused.__module__.startswith("plyground.searches"):
        return RulesError(_("The search cannot be compiled for this game: {cause}.", cause=refusal.cause))
    return RulesError(
        _(
            "{cls}.{method} ({file}, line {line}) cannot be compiled: {cause}.",
            cls=_owner(refused, classes), method=refused.__name__, file=Path(refusal.file).name, line=refusal.line,
            cause=refusal.cause,
        )
    )  # fmt: skip


def _owner(function: Any, classes: tuple[type[Any], ...]) -> str:
    """Return the name of the class that has a method, or of the module of a function."""
    for cls in classes:
        if getattr(cls, function.__name__, None) is function:
            return cls.__name__
    return str(function.__module__).rpartition(".")[2]


def _blamed(results: dict[Any, Any], classes: tuple[type[Any], ...]) -> RulesError | None:
    """Return the error that names a method which should return a whole number, and does not."""
    for (each, _shapes), result in results.items():
        if each.__name__ in NUMBERS and result.shape == FLOAT:
            code = each.__code__
            return _explained(Refusal(WHOLE_NUMBER, each, code.co_filename, code.co_firstlineno), None, classes)
    return None


# Keeping


@once
def _surroundings() -> tuple[str, ...]:
    """Return everything besides the texts on which a twin depends: compiler, LLVM, Python and processor."""
    own = sorted(Path(__file__).parent.glob("*.py"))
    return (*(path.read_text() for path in own), version("llvmlite"), sys.version, host_cpu(), host_features())
