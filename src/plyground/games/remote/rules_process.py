"""The process that runs the rules of one game file and answers questions about positions.

Values are sent pickled. A position is sent as the name of its class and its fields, so that the asking process never
runs the file.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import reduce
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.notation import FieldsNotation
from plyground.core.picture import path, presses, stacks, walls
from plyground.core.plugins import blamed
from plyground.core.whole_fields import fraction_in, put_by
from plyground.errors import FileError, PlygroundError
from plyground.games import GAMES
from plyground.games.loading import Source, restore
from plyground.i18n import Number, Sentence, _
from plyground.isolation.call_site import note_crashes, note_when_asked

PLAIN_PACKAGES = sys.stdlib_module_names | {"plyground"}
"""Packages whose classes may be unpickled."""
PLAIN_CLASSES = {
    *(("builtins", name) for name in ("set", "frozenset", "complex", "bytearray", "range", "slice", "int", "str", "float", "bool")),
    *((module, f"{kind}Path") for module in ("pathlib", "pathlib._local") for kind in ("Posix", "Windows")),
    ("fractions", "Fraction"),
}  # fmt: skip
"""Classes of Python whose values the process of the rules may send."""
VALUES = (tuple, Enum, PlygroundError, Sentence, Number)
"""Classes of plyground whose values, and those of dataclasses, the process of the rules may send."""
PICTURE_FIELDS = (
    "width", "height", "pieces", "stones", "columns", "rows", "goals", "shear", "indents", "row_widths", "spaced", "tall",
    "material", "kinds", "side_names",
)  # fmt: skip
"""Fields of a picture that are the same for all positions."""
OPTIONAL_METHODS: dict[str, Callable[..., Any]] = {"walls": walls, "stacks": stacks, "path": path, "presses": presses}
"""Methods that a picture may lack, by name."""


class ClassParts(NamedTuple):
    """The names of the fields and methods of a class of positions."""

    module: str
    name: str
    title: str
    doc: str | None
    fields: tuple[str, ...]
    methods: tuple[str, ...]
    properties: tuple[str, ...]


class Described(NamedTuple):
    """The parts of a game that are the same in every position."""

    texts: dict[str, Any]  # texts and facts of the game, by field
    start: Any
    picture: dict[str, Any]
    words: tuple[str, ...]  # names of the picture's cells
    evaluations: tuple[tuple[str, int], ...]  # (name, value of a won game) of each evaluation
    writes_fields: bool


class FieldsPickler(pickle.Pickler):
    """A pickler that replaces objects of the file's own classes by plain values."""

    def persistent_id(self, value: Any) -> Any:
        """Return a plain stand-in for a position; None for values that are pickled normally."""
        cls = type(value)
        if isinstance(value, RemoteTuple):
            return "position", cls.module_name, cls.class_name, tuple(value)
        if cls.__module__.partition(".")[0] in PLAIN_PACKAGES:
            return None
        if isinstance(value, tuple):
            return "position" if hasattr(cls, "play") else "tuple", cls.__module__, cls.__qualname__, tuple(value)
        if isinstance(value, Enum):
            return "plain", value.value
        for kind in (bool, int, str, float):
            if isinstance(value, kind):
                return "plain", kind(value)
        return None


class RemoteTuple(tuple[Any, ...]):
    """A position as its fields; its rules are in another process."""

    __slots__ = ()
    module_name = class_name = ""


class PositionUnpickler(pickle.Unpickler):
    """An unpickler; ``rebuild(module, class, fields)`` makes the positions."""

    def __init__(self, data: bytes, rebuild: Callable[[str, str, tuple[Any, ...]], Any]) -> None:
        super().__init__(io.BytesIO(data))
        self._rebuild = rebuild

    def persistent_load(self, pid: Any) -> Any:
        """Return the position of a stand-in that :meth:`FieldsPickler.persistent_id` made."""
        if pid[0] == "position":
            return self._rebuild(*pid[1:])
        return pid[-1]

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of plyground or Python. Raise :class:`pickle.UnpicklingError` for any other class, because
        importing it would run a file.
        """
        if module.partition(".")[0] not in PLAIN_PACKAGES:
            raise pickle.UnpicklingError(f"{module}.{name}")
        return super().find_class(module, name)


class AnswerUnpickler(PositionUnpickler):
    """An unpickler for what the process of the rules sends. Its code may send anything, so only plain values are made."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of values of plyground. Raise :class:`pickle.UnpicklingError` for anything else: a function
        such as ``os.system``, or a class that starts a program, would be called.

        No other module is even imported: some of Python's run a program then, or end this one.
        """
        is_known = (module, name) in PLAIN_CLASSES or module == "builtins" or module.partition(".")[0] == "plyground"
        found = super().find_class(module, name) if is_known and "." not in name else None
        is_value = isinstance(found, type) and (
            (module, name) in PLAIN_CLASSES
            or (module == "builtins" and issubclass(found, Exception))
            or (module.partition(".")[0] == "plyground" and (issubclass(found, VALUES) or is_dataclass(found)))
        )
        if not is_value:
            raise pickle.UnpicklingError(f"{module}.{name}")
        return found


def packed(value: Any) -> bytes:
    """Return a value as pickled bytes."""
    file = io.BytesIO()
    FieldsPickler(file).dump(value)
    return file.getvalue()


def note(path: str) -> None:
    """Write the running line to the file at ``path`` when this process crashes, or is asked for it."""
    note_crashes(path)
    note_when_asked(path)


def serve(connection: Connection, source: Source) -> None:
    """Answer questions about the game of a source until the connection closes."""
    if source.name not in GAMES:  # an installed package may have added it already
        restore((source,))
    inside = RulesServer(source)
    while True:
        try:
            asked = PositionUnpickler(connection.recv_bytes(), inside.rebuild).load()
        except EOFError:
            return
        connection.send_bytes(inside.answer(asked))


class RulesServer:
    """A server that answers questions about the game of one source."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._games: dict[str, Game] = {}

    def rebuild(self, module: str, name: str, fields: tuple[Any, ...]) -> Any:
        """Return a position of the file's own class."""
        cls = reduce(getattr, name.split("."), sys.modules[module])
        return cls(*fields)  # type: ignore[operator]

    def answer(self, asked: tuple[str, Any, str, tuple[Any, ...]]) -> bytes:
        """Return the answer as bytes, ``(True, value)`` or ``(False, error)``."""
        try:
            return packed((True, self._ask(*asked)))
        except PlygroundError as error:
            return packed((False, error))
        except BaseException as error:  # user code may raise anything, SystemExit included
            return packed((False, self._blame(error)))

    def _ask(self, what: str, subject: Any, name: str, arguments: tuple[Any, ...]) -> Any:
        if what == "make":
            return self._make(subject)
        if what == "options":
            return GAMES[subject].options
        if what == "parts":
            module, cls = subject
            return parts(reduce(getattr, cls.split("."), sys.modules[module]))  # type: ignore[arg-type]
        if what == "run":
            return subject(*arguments)
        if what == "position":
            found = getattr(subject, name)
            answer = _whole(found(*arguments) if callable(found) else found)
            if name == "play":
                self._demand_whole_fields(subject, arguments[0], answer)
            return answer
        game = self._games[subject]
        if what == "picture" and name in OPTIONAL_METHODS:
            return OPTIONAL_METHODS[name](game.picture, *arguments)
        if what == "evaluation":
            return _whole(game.evaluations[name].value(*arguments))
        return _whole(getattr(getattr(game, what), name)(*arguments))

    def _make(self, text: str) -> Described:
        game = self._games[text] = GAMES.make(text)
        picture = game.picture
        known = {field: getattr(picture, field) for field in PICTURE_FIELDS if hasattr(picture, field)}
        texts = {
            field: getattr(game, field)
            for field in ("name", "title", "summary", "endings", "facts", "sides", "chance", "person", "unspaced")
        }
        evaluations = tuple((name, evaluation.win) for name, evaluation in game.evaluations.items())
        words = tuple(picture.word(cell) for cell in range(picture.width * picture.height))
        return Described(texts, game.start, known, words, evaluations, isinstance(game.notation, FieldsNotation))

    def _demand_whole_fields(self, position: Any, move: int, child: Any) -> None:
        """Raise :class:`FileError` for a move that puts a fraction into a field of whole numbers."""
        if isinstance(child, type(position)) and (fraction := fraction_in(child)):
            path, line, sentence = put_by(position, move, fraction)
            raise FileError(path or self._source.path, sentence, line)

    def _blame(self, error: BaseException) -> PlygroundError:
        if isinstance(error, Exception) and (known := blamed(error)):
            return known
        return FileError(self._source.path, _("it raises {type}: {error}", type=type(error).__name__, error=str(error)))


def parts(cls: type[Any]) -> ClassParts:
    """Return the names of the parts of a class of positions."""
    public = [name for name in dir(cls) if not name.startswith("_") and name not in ("count", "index")]
    fields = tuple(getattr(cls, "_fields", ()))
    methods = tuple(name for name in public if callable(getattr(cls, name)) and name not in fields)
    properties = tuple(name for name in public if name not in fields and name not in methods)
    return ClassParts(cls.__module__, cls.__qualname__, cls.__name__, cls.__doc__, fields, methods, properties)


def _whole(value: Any) -> Any:
    """Return a complete answer: an iterator of moves becomes a tuple."""
    return tuple(value) if isinstance(value, Iterator) else value
