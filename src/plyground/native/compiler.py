"""The compiler: a plain function and the values that it will be called with become machine code.

text → shapes → LLVM → object code → call. :mod:`~plyground.native.arguments` finds the shapes of the examples, and
:mod:`~plyground.native.code_generation` passes the source text of each called function through the packages ``text``,
``lowering`` and ``object_code``. :mod:`~plyground.native.object_code.cache` keeps the code for the next process.
"""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache as once
from pathlib import Path
from typing import Any

from plyground.core.checked_arguments import shown
from plyground.errors import RulesError
from plyground.i18n import Sentence, _
from plyground.native.arguments import (
    Packer,
    Unpassable,
    classes_in,
    reader,
    result_words,
    unpassable_field,
    widest,
    without_arrays,
)
from plyground.native.compile_errors import announcement, missing, too_wide
from plyground.native.object_code import cache
from plyground.native.object_code.fingerprint import Text, fingerprint
from plyground.native.object_code.stored_code import Code, packed, unpacked
from plyground.native.options import Options
from plyground.native.refusals import CellTooNarrow, ListTooLong, NumberTooLong, SetTooWide
from plyground.native.shapes import WORD_BITS, Class, Shape
from plyground.native.targets.target import OWN_TARGET, Enter, has_compiler, target
from plyground.native.widths import WIDE_STEP, layout_of, options_for, shapes_of, wide_bits_for, wider_example

Announce = Callable[[Sentence], object]

MAX_NUMBER_BITS = 512
"""Most bits of a number that is no set of cells."""
BEGIN_AGAIN = (CellTooNarrow, SetTooWide, NumberTooLong, ListTooLong)
"""Exceptions of compiled code after which the function is compiled with other options and called again."""
MAX_ROOM = 1 << 16
"""Numbers in the longest list."""
MAX_RESTORED_BYTES = 1 << 16
"""Most bytes of an array that is restored when a search begins again. A named tuple with larger arrays says by
``restorable`` which parts count.
"""


class Loaded:
    """A program in memory, ready to be called."""

    def __init__(self, code: Code, shapes: Sequence[Shape]) -> None:
        """Load the code of a program that takes arguments of these shapes."""
        self.code = code
        self.packer = Packer(shapes)
        self.enter: Enter = target(OWN_TARGET).load(code.binary)
        self.read = reader(code.result)
        self.results = ctypes.c_int64 * result_words(code.result)
        self.begins_again = any(issubclass(site.kind, BEGIN_AGAIN) for site in code.sites)


def compiled(function: Callable[..., Any], *examples: Any, on_message: Announce | None = None) -> Callable[..., Any]:
    """Return the native twin of ``function``, which takes the same arguments.

    ``examples`` are values for its parameters, a position first; only their types matter. ``on_message`` is called with
    a sentence if the twin must be compiled, not if it comes from the cache. Raise :class:`RulesError` if a rule cannot
    be compiled, naming the method, the line and the cause.
    """
    classes = classes_in(examples)
    try:
        shapes = shapes_of(examples, Options())
    except Unpassable:
        field = next(filter(None, map(unpassable_field, examples)), None)
        if field is None or not field[0]:
            names = ", ".join(type(example).__name__ for example in examples)
            raise RulesError(
                _("Only functions of numbers, arrays and named tuples can be compiled, not of ({names}).", names=names)
            ) from None
        raise RulesError(
            _("{field} holds {value}. Only numbers, tuples of numbers, and arrays of signed numbers or floats can be compiled: search it without native speed.", field=field[0], value=shown(field[1]))
        ) from None  # fmt: skip
    key = function, shapes
    if key in _refused and not _refused[key][0].has_changed():
        raise RulesError(_refused[key][1])
    if key not in _made or _made[key].text.has_changed():
        try:
            _made[key] = Twin(function, classes, examples, on_message)
        except RulesError as error:
            if has_compiler():  # kept, as another attempt may take a minute
                _refused[key] = Text(function, *classes), error.sentence
            raise
    for record in _records:
        record[_made[key]] = None
    return _made[key]


_made: dict[tuple[Any, ...], Twin] = {}  # twins by function and argument shapes
_refused: dict[tuple[Any, ...], tuple[Text, Sentence]] = {}  # (text, reason) of functions that cannot be compiled


class Twin:
    """The compiled twin of a function. It is compiled again if a number turns out not to fit."""

    def __init__(
        self,
        function: Any,
        classes: tuple[Class, ...],
        examples: tuple[Any, ...],
        on_message: Announce | None = None,
    ) -> None:
        self._function, self._classes, self._examples = function, classes, without_arrays(examples)
        self.text = Text(function, *classes)
        self._kinds = tuple(map(str, shapes_of(examples, Options())))
        self.name = self._name_for(OWN_TARGET)
        stored = cache.load(self.name)
        code = None if stored is None else unpacked(stored, classes)
        if code is None or code.layout != layout_of(self._examples, code.options):
            if on_message is not None and has_compiler():
                on_message(announcement(classes, function))
            code = self._make(options_for(examples))
        self._use(code)

    @classmethod
    def for_examples(cls, function: Any, examples: tuple[Any, ...], options: Options | None = None) -> Twin:
        """Return a twin that is not kept on disk; ``options`` are the compiler's, for tests."""
        twin = cls.__new__(cls)
        twin._function, twin._classes, twin.name = function, classes_in(examples), ""
        twin._examples = without_arrays(examples)
        twin._kinds = ()
        found = options_for(examples)
        if options is not None:
            found = replace(options, wide_bits=found.wide_bits, sets=found.sets, wide_fields=found.wide_fields)
        twin._use(twin._make(found))
        return twin

    def _name_for(self, target_name: str) -> str:
        """Return the name under which the twin for a target is kept."""
        digest = self.text.digest
        if target(target_name).IS_PORTABLE:
            digest = fingerprint(self._function, *self._classes, portable=True)
        return f"{self._function.__name__}-{fingerprint(digest, *self._kinds, _surroundings(target_name))}"

    def keep_for(self, target_name: str, folder: Path) -> str:
        """Compile the twin for another target, as it is now, and keep it in a folder. Return its name there.

        Raise :class:`OSError`.
        """
        from plyground.native.code_generation import make  # slow to import

        code = make(self._function, self._examples, self._loaded.code.options, self._classes, target_name)
        name = self._name_for(target_name)
        cache.write(folder, name, *self._head(), packed(code, self._classes))
        return name

    def _head(self) -> tuple[str, tuple[str, ...]]:
        """Return how a stored twin describes itself: its function, and the classes of its values."""
        return self._function.__name__, tuple(cls.__name__ for cls in self._classes)

    def _make(self, options: Options) -> Code:
        if not has_compiler():
            raise missing(self._classes, self._function)
        from plyground.native.code_generation import make  # slow to import, and not needed for stored code

        code = make(self._function, self._examples, options, self._classes)
        if not self.name or self.text.has_changed():  # code of another text must not be stored under this name
            return code
        with suppress(OSError):  # without a file it is compiled again next time
            cache.save(self.name, *self._head(), packed(code, self._classes))
        return code

    def _use(self, code: Code) -> None:
        """Use this code from now on. Calls that other threads have begun finish with the old code."""
        self._loaded = Loaded(code, shapes_of(self._examples, code.options))

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
            raise site.error()  # raised without a name, because the traceback would keep the arguments alive
        return self(*arguments)

    def _again(self, before: list[tuple[memoryview, bytes]], options: Options) -> None:
        """Restore the arrays of an interrupted call, and compile again with other options."""
        for each, content in before:
            each[:] = content
        self._use(self._make(options))

    def _widened(self, values: tuple[Any, ...]) -> Any:
        """Compile a twin for numbers that do not fit this one, and call it with ``values``. Return its result."""
        code = self._loaded.code
        options = code.options
        examples = tuple(map(wider_example, self._examples, without_arrays(values)))
        bits, fields = widest(values)
        wide_bits, fields = max(options.wide_bits, wide_bits_for(bits)), options.wide_fields | fields
        wider = replace(
            options, cell_bits=WORD_BITS, wide_bits=wide_bits, sets=wide_bits == WORD_BITS, wide_fields=fields
        )
        if wider == options and code.layout == layout_of(examples, options):
            wider = replace(wider, wide_bits=max(wide_bits, WIDE_STEP), sets=False)  # neither a word nor a set fits
            if wider == options:
                raise too_wide()
        self._examples = examples
        self._use(self._make(wider))
        return self(*values)


def _arrays(values: Any) -> Iterator[memoryview]:
    """Yield the memory of the arrays in some values. A search that starts again restores it."""
    for value in values:
        if isinstance(value, (array, memoryview)):
            if memoryview(value).nbytes <= MAX_RESTORED_BYTES:
                yield memoryview(value).cast("B")
        elif hasattr(value, "restorable"):
            yield from (memoryview(each).cast("B") for each in value.restorable())
        elif hasattr(value, "_fields"):
            yield from _arrays(value)


# Keeping


@contextmanager
def recorded() -> Iterator[dict[Twin, None]]:
    """Collect the twins that are asked for during this context, also by other threads, in a dictionary: each once."""
    asked: dict[Twin, None] = {}
    _records.append(asked)
    try:
        yield asked
    finally:
        _records.remove(asked)


_records: list[dict[Twin, None]] = []


@once
def _surroundings(target_name: str) -> str:
    """Return the fingerprint of everything besides the texts on which a twin for a target depends."""
    return fingerprint(*target(target_name).identity())
