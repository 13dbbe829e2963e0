"""The native twin of a plain function: the same text, compiled for this machine.

With :mod:`plyground.passing` the only module that imports Numba and knows its extension API: import it only
where a twin is wanted.
:func:`compiled` takes a function as it stands and the values that it will be called with; the methods of
every ``NamedTuple`` marked ``@rules`` (positions, settings, tallies) and every ``@helper`` that it uses are
compiled with it, from their own text.

Whole numbers become signed 64-bit words; how other values are passed, :mod:`plyground.passing` tells.

Twins are kept on disk (:mod:`plyground.cache`). The name of each carries a fingerprint of all the code and
constants that it is made from, and of the machine: whatever is edited, in whichever file, the name changes,
so that an old twin is never run for a new text. A twin has one signature and calls no compiled function but
itself; otherwise one that comes from the disk can crash the process (numba issue 6061). Instead of the
classes of its values, which may be defined in a notebook, it holds their places, and the classes of the
process that loads it take them.
"""

from __future__ import annotations

import functools
import inspect
import io
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CellType, FunctionType
from typing import Any

import numba
import numpy
from numba import config, njit, typeof, types
from numba.core import cgutils
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import NumbaPickler
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.cpython import numbers
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, register_model

from plyground import bits, cache, passing
from plyground.causes import cause_of, rules_error, rules_error_at
from plyground.errors import RulesError
from plyground.fingerprint import Text, fingerprint
from plyground.language import Sentence, _
from plyground.passing import ReferenceType, as_argument, as_native, signed
from plyground.position import marked_helpers, rules, title

NUMBERS = ("utility", "utmost", "turn", "key", "score", "value")
"""Methods that give a whole number."""
PLAIN = ("demands", "players", "utilities", "probability", "bounds", "values")
"""Methods that only what runs as plain Python asks for."""
LONG = 32
"""Numbers of a constant tuple from which on it is compiled as an array."""
INNER: Any = {"no_cfunc_wrapper": True}  # Numba's types do not know it
"""An option of all twins and their parts: nothing is made by which C could call them, a third of the time of compiling."""
PART: Any = {"no_cpython_wrapper": True, **INNER}
"""Those of a part that only compiled code calls."""

Announce = Callable[[Sentence], object]


def compiled(function: Callable[..., int], *examples: Any, announce: Announce | None = None) -> Callable[..., int]:
    """The native twin of ``function``, which takes whole numbers and marked values and returns a whole number.

    ``examples`` are values for its parameters, a position first; what counts of each is its type. The twin
    takes the same arguments as its text. ``announce`` hears a sentence when the twin must be made anew (a
    second or two), not when it comes from the cache (a quarter of one).

    Raises :class:`RulesError` when a rule cannot be compiled, naming the method, the line and the cause.
    """
    values = [as_argument(example) for example in examples]
    classes = tuple(dict.fromkeys(type(part) for example in examples for part in _marked(example)))
    for cls in classes:
        _refuse_a_change(cls)
    try:
        kinds = tuple(map(typeof, values))
    except ValueError:
        raise RulesError(
            _("{cls} holds more than numbers, which cannot be compiled: search it without native speed.", cls=classes[0].__name__)
        ) from None  # fmt: skip
    if (function, kinds) in _made:
        return _made[function, kinds]
    _bind_new_helpers()
    mark = fingerprint(function, classes, *map(str, kinds), *_surroundings())
    twin = _twin(function)
    twin.__qualname__ = f"{function.__name__}-{mark}"
    # It knows itself by the text's name.
    native = twin.__globals__[function.__name__] = njit(nogil=True, **INNER)(twin)
    native._cache = _OnDisk(twin.__qualname__, function, classes, announce)
    try:
        with _set(SLP_VECTORIZE=1):  # vectors more than double the speed of Othello's lines
            enter = native.compile(types.int64(*kinds))  # past Numba's look at the types, a millisecond a call
    except Exception as error:  # Numba has many kinds
        raise _explained(error, [as_native(example) for example in examples]) from error
    native.disable_compile()

    def call(*arguments: Any) -> int:
        value: int = enter(*map(as_argument, arguments))
        return value

    _made[function, kinds] = call
    return call


_texts: dict[type[Any], Text] = {}  # of each class when it was first compiled


def _refuse_a_change(cls: type[Any]) -> None:
    """Numba keeps what it has compiled for a class as long as a process lives; it must not run for a new text."""
    if cls not in _texts:
        _texts[cls] = Text(cls)
    elif _texts[cls].has_changed():
        raise RulesError(
            _("{cls}, or what it uses, has changed since it was compiled: define the class again.", cls=cls.__name__)
        )


_made: dict[tuple[Any, ...], Callable[..., int]] = {}  # by function and types of its arguments


def _surroundings() -> tuple[str, ...]:
    """What a twin depends on besides the texts: how it is made, the compiler and its settings, the processor."""
    makers = (Path(__file__).read_text(), Path(passing.__file__).read_text())
    settings = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("NUMBA_"))
    processor = cpu_target.target_context.codegen().magic_tuple()
    return (*makers, numba.__version__, sys.version, *map(str, processor), *settings)


def _marked(value: Any) -> Iterator[Any]:
    """The named tuples in a value, outermost first."""
    if hasattr(value, "_fields"):
        yield value
        for part in value:
            yield from _marked(part)


@contextmanager
def _set(**settings: Any) -> Iterator[None]:
    """Give Numba these settings for what is compiled meanwhile, and leave them as they were."""
    before = {name: getattr(config, name) for name in settings}
    vars(config).update(settings)
    try:
        yield
    finally:
        vars(config).update(before)


# Twins between runs


class _OnDisk(NullCache):
    """Where Numba looks for one twin before it makes it, and leaves it when it is made."""

    def __init__(self, name: str, function: Any, classes: tuple[type[Any], ...], announce: Announce | None) -> None:
        self.name = name
        self.function = function
        self.classes = classes
        self.announce = announce

    def load_overload(self, signature: Any, context: Any) -> CompileResult | None:
        """The twin, where it is kept and can be read."""
        packed = cache.load(self.name)
        if packed is not None:
            with suppress(Exception):  # it names what is not here any more
                rtsys.initialize(context)  # all that it needs, and a sixth of a second less than a refresh
                made: CompileResult = CompileResult._rebuild(context, *_Unpacker(packed, self.classes).load())
                return made
        if self.announce:
            game, search = title(self.classes[0]), title(self.function)
            if cache.can_be_kept():
                self.announce(_("Compiling {game} ({search}) for this machine, once ...", game=game, search=search))
            else:
                self.announce(
                    _(
                        "Compiling {game} ({search}) for this machine, as each time: it cannot be kept in {folder} ...",
                        game=game, search=search, folder=cache.cache_folder(),
                    )
                )  # fmt: skip
        return None

    def save_overload(self, signature: Any, made: CompileResult) -> None:
        """Keep the twin, where that can be."""
        if not made.library.has_dynamic_globals:
            packed = io.BytesIO()
            _Packer(packed, self.classes).dump(made._reduce())
            names = tuple(cls.__name__ for cls in self.classes)
            with suppress(OSError):  # it is compiled again next time
                cache.save(self.name, self.function.__name__, names, packed.getvalue())


class _Packer(NumbaPickler):
    """Writes the place of a class where the class itself stands."""

    def __init__(self, file: io.BytesIO, classes: tuple[type[Any], ...]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self.places = {cls: place for place, cls in enumerate(classes)}

    def persistent_id(self, thing: Any) -> int | None:
        return self.places.get(thing) if isinstance(thing, type) else None


class _Unpacker(pickle.Unpickler):
    """Reads what :class:`_Packer` wrote, for these classes."""

    def __init__(self, packed: bytes, classes: tuple[type[Any], ...]) -> None:
        super().__init__(io.BytesIO(packed))
        self.classes = classes

    def persistent_load(self, place: int) -> type[Any]:
        return self.classes[place]


# Twins: copies of the texts that Numba may change


def _frozen(value: Any) -> Any:
    """A value that compiled code knows by name: long tuples of numbers as arrays, as an index would else become a branch for each."""
    value = signed(value)
    if type(value) is tuple and len(value) > LONG and all(type(part) is int for part in value):
        return numpy.array(value, numpy.int64)
    return value


def _twin(function: Any) -> FunctionType:
    """A copy of a function with its own globals and with signed constants.

    Its name tells its text: where twins from several runs meet in one process, the linker takes functions of
    one name for the same.
    """
    code = function.__code__.replace(co_consts=tuple(map(signed, function.__code__.co_consts)))
    scope = {name: _frozen(value) for name, value in function.__globals__.items()}
    cells = tuple(CellType(_frozen(cell.cell_contents)) for cell in function.__closure__ or ())
    twin = FunctionType(code, scope, function.__name__, function.__defaults__, cells)
    twin.__qualname__ = f"{function.__qualname__}-{fingerprint(function)}"
    twin.__module__ = function.__module__
    return twin


_known_helpers: set[Callable[..., Any]] = set()


def _bind_new_helpers() -> None:
    """Let compiled code call every helper marked so far."""
    for helper in marked_helpers:
        if helper not in _known_helpers:
            _known_helpers.add(helper)
            # Numba wants an overload with the parameters of what it overloads.
            parameters = ", ".join(inspect.signature(helper).parameters)
            twin = functools.cache(functools.partial(_twin, helper))
            overload(helper, INNER, strict=False)(eval(f"lambda {parameters}: twin()", {"twin": twin}))


class Method(types.BoundFunction):
    """The type of a method of a marked value: its twin is called as it is, without a function between."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        numbers = map(types.unliteral, args)
        signature = self.typing_key.get_call_type(context, (self.this, *numbers), kws)
        return signature and signature.as_method()

    def get_impl_key(self, signature: Any) -> Any:
        return self.typing_key.get_impl_key(signature)


register_model(Method)(lambda models, method: models[method.this])  # the value that it is called on


@functools.cache
def _template(method: Any) -> Any:
    """What Numba binds to a value to make a :class:`Method`; its key is the twin."""
    twin = njit(**PART)(_twin(method))
    return type(method.__name__, (AbstractTemplate,), {"key": types.Dispatcher(twin), "kept": twin})


class _Methods(AttributeTemplate):
    def generic_resolve(self, value: Any, name: str) -> Any:
        """The type of ``value.name``, unless the name is one of its fields or nobody's but its own."""
        method = None if name.startswith("_") or name in value.fields else getattr(value.instance_class, name, None)
        return Method(_template(method), value) if inspect.isfunction(method) else None


for kind in (types.NamedTuple, types.NamedUniTuple, ReferenceType):
    infer_getattr(type("Methods", (_Methods,), {"key": kind}))


# Bits: what Python's endless numbers and signed words do not agree on

# Sums and products of words wrap, as hashes want it. Numba tells LLVM that none ever overflows, and what LLVM
# concludes from that is wrong: that the product of two positive words is positive, say.
numbers._int_arith_flags = lambda kind: []


@intrinsic
def _count(context: Any, cells: Any) -> Any:
    return types.int64(types.int64), lambda _context, builder, _signature, values: builder.ctpop(values[0])


@intrinsic
def _lowest(context: Any, cells: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], cgutils.true_bit)  # of an empty set: undefined, as in bits.py

    return types.int64(types.int64), generate


@intrinsic
def _shift_right(context: Any, cells: Any, places: Any) -> Any:
    return types.int64(types.int64, types.int64), lambda _context, builder, _signature, values: builder.lshr(*values)


# Numba compares the names and annotations of an overload with those of what it returns: none.
overload(bits.count)(lambda cells: lambda cells: _count(cells))
overload(bits.lowest)(lambda cells: lambda cells: _lowest(cells))
overload(bits.put)(lambda cells, place, value: lambda cells, place, value: tuple_setitem(cells, place, value))
overload(bits.word)(lambda value: lambda value: value)
overload(bits.shift_right)(lambda cells, places: lambda cells, places: _shift_right(cells, places))


# Errors: one sentence for what may be 250 lines of Numba's


def _drained(generator: Any) -> Callable[[Any], Any]:
    """A function that runs a generator of one value to its end: alone, what resumes it would be missing, which ends the process."""
    run = njit(generator)

    def drain(value):  # type: ignore[no-untyped-def]  # Numba compiles it
        for _each in run(value):
            pass

    return drain


def _explained(error: Exception, values: list[Any]) -> RulesError:
    """Compile alone each method of each marked value that a position is enough to call: the first that fails is it."""
    position = values[0]
    samples = {"move": next(iter(position.moves()), 0), "child": position, "position": position}
    for value in [part for whole in values for part in _marked(whole)]:
        for name, method in vars(type(value)).items():
            if not inspect.isfunction(method) or name.startswith("_") or name in PLAIN:
                continue
            if method.__module__ == rules.__module__:  # supplied there, and right
                continue
            _self, *parameters = inspect.signature(method).parameters.items()
            others = [samples.get(each, samples["move"] if value is position else None) for each, _kind in parameters]
            if None in others:
                continue
            alone = njit(
                _drained(_twin(method)) if inspect.isgeneratorfunction(method) and not others else _twin(method)
            )
            try:
                alone.compile((typeof(value), *map(typeof, others)))
            except Exception as cause:
                return rules_error(method, type(value), cause)
            (signature,) = alone.nopython_signatures
            if name in NUMBERS and not isinstance(signature.return_type, (types.Integer, types.Boolean)):
                return rules_error_at(method, type(value), _("it must give a whole number, always"))
    return RulesError(_("The search cannot be compiled for this game: {cause}.", cause=cause_of(error)))
