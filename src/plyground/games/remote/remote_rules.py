"""Games whose rules run in another process, which is ended if a call does not return.

Here a position has only its fields, and each of its methods asks that process. Answers are cached.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Any

from plyground.core.game import Game
from plyground.core.notation import FieldsNotation
from plyground.core.spec import Entry, Option, canonical, write
from plyground.errors import FileError, PlygroundError
from plyground.games.loading import (
    LOAD_TIMEOUT_S,
    Source,
    keep_apart,
    listable_folders,
    readable_places,
    sources,
    withdraw,
)
from plyground.games.remote.rules_process import (
    AnswerUnpickler,
    ClassParts,
    Described,
    RemoteTuple,
    note,
    packed,
    serve,
)
from plyground.i18n import _
from plyground.isolation.call_site import ASK_SIGNAL, MAX_FILE_BYTES, CallSiteFile, ended, endless
from plyground.isolation.isolated_process import IsolatedProcess, NoAnswer, ProcessEnded
from plyground.isolation.limits import Limits

TIMEOUT_VARIABLE = "PLYGROUND_RULES_TIMEOUT"
CALL_TIMEOUT_S = 5.0
"""Seconds after which a call of a user's rules counts as endless."""
RUN_TIMEOUT_S = 5.0
"""Additional seconds for a built-in function that calls the rules often."""
START_TIMEOUT_S = 2 * LOAD_TIMEOUT_S
"""Seconds for the process to start and load the file."""
TRACE_TIMEOUT_S = 1.0
"""Seconds for the process to write down its running line."""
WAITS = 5
"""Parts into which each wait is divided: if the computer was asleep, only one part is lost."""
MAX_MEGABYTES = 2048
"""Memory limit of the process, in megabytes."""
MAX_MOVES = 100_000
"""Most moves of a position. A range of any length is a short message."""
MAX_REMEMBERED = 50_000
"""Most cached answers; the least recently used are dropped."""


def run_rules_apart(on_fault: Callable[[FileError], object], *, walled: bool = False) -> None:
    """Run users' rules in separate processes from now on; if ``walled``, only behind the wall around code of others.

    ``on_fault`` is called with the error of rules that did not return or ended their process. From then on every use of
    the game raises this error.
    """
    global _are_walled
    _are_walled = walled

    def connect(source: Source) -> Entry[Game]:
        return RemoteRules(source, on_fault, walled=walled).entry()

    keep_apart(connect)


def are_walled() -> bool:
    """Return True if users' rules may run only behind the wall."""
    return _are_walled


_are_walled = False


def is_walled(text: str) -> bool:
    """Return True if the rules of the game with this spec text may run only behind the wall."""
    return _are_walled and run_apart(text)


def rules_limits(memory_mb: int, given: tuple[Source, ...]) -> Limits:
    """Return the limits of a process that loads these games behind the wall, and may compile searches."""
    return Limits(memory_mb, True, readable_places(given), listable_folders(given), compiles=True)


def sources_without_wall() -> tuple[Source, ...]:
    """Return the sources that processes may load without a wall: all, or only evaluations, which are no code."""
    return tuple(source for source in sources() if source.game or not _are_walled)


def run_apart(text: str) -> bool:
    """Return True if the rules of the game with this spec text run in another process."""
    return canonical(text.partition(":")[0]) in _apart


_apart: set[str] = set()
"""Names of the games whose rules run in another process."""


class RemoteRules:
    """The process that runs the rules of one source, and its cached answers."""

    def __init__(self, source: Source, on_fault: Callable[[FileError], object], *, walled: bool = False) -> None:
        """Start the process."""
        self.source = source
        self._on_fault = on_fault
        self._fault: PlygroundError | None = None
        self._timeout_s = float(os.environ.get(TIMEOUT_VARIABLE) or CALL_TIMEOUT_S)
        self._asking = threading.RLock()
        self._classes: dict[tuple[str, str], type[RemoteTuple]] = {}
        self._known: OrderedDict[Any, Any] = OrderedDict()
        self._notes = CallSiteFile()
        limits = Limits(MAX_MEGABYTES)
        if walled:
            limits = rules_limits(MAX_MEGABYTES, (source,))._replace(compiles=False, file_bytes=MAX_FILE_BYTES)
        self._process = IsolatedProcess(serve, source, limits=limits, prepare=partial(note, self._notes.path))
        _apart.add(canonical(source.name))
        weakref.finalize(self, _close, self._process, self._notes)

    def entry(self) -> Entry[Game]:
        """Return the registry entry of the game. Raise :class:`PlygroundError` if its file cannot be used."""
        options: tuple[Option, ...] = self._ask("options", self.source.name, "", (), START_TIMEOUT_S)
        return Entry(self.source.name, lambda **values: self._make(options, values), options)

    def call(self, what: str, subject: Any, name: str, *arguments: Any) -> Any:
        """Return the answer to a question; the answer is cached. Raise :class:`PlygroundError`."""
        key = what, type(subject), subject, name, tuple(map(type, arguments)), arguments
        with self._asking:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
            answer = self._ask(what, subject, name, arguments, self._timeout_s)
            self._known[key] = answer
            if len(self._known) > MAX_REMEMBERED:
                self._known.popitem(last=False)
            return answer

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a built-in function that runs in the process of the rules. Raise
        :class:`PlygroundError`.
        """
        return self._ask("run", function, "", arguments, RUN_TIMEOUT_S + self._timeout_s)

    def _make(self, options: tuple[Option, ...], values: dict[str, Any]) -> Game:
        chosen = {option.name: values[option.name.replace("-", "_")] for option in options}
        text = write(self.source.name, {option.name: chosen[option.name] for option in options if chosen[option.name] != option.default})  # fmt: skip
        told: Described = self.call("make", text, "")
        notation = RemoteFieldsNotation if told.writes_fields else RemoteNotation
        evaluations = {name: RemoteEvaluation(self, text, name, win) for name, win in told.evaluations}
        return Game(
            start=told.start,
            notation=notation(self, text),
            picture=RemotePicture(self, text, told.picture, told.words),
            evaluations=evaluations,
            **told.texts,
        )

    def _ask(self, what: str, subject: Any, name: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        with self._asking:
            if self._fault is not None:
                raise self._fault.with_traceback(None)
            try:
                self._process.send(packed((what, subject, name, arguments)))
                sent = self._receive(seconds)
            except NoAnswer:
                raise self._stop(self._endless(seconds)) from None
            except ProcessEnded as end:
                raise self._stop(ended(self.source.path, self._notes.site({self.source.path}), end.code)) from None
            try:
                is_fine, answer = AnswerUnpickler(sent, self._rebuild).load()
            except PlygroundError:
                raise
            except Exception:  # the process may send anything
                raise self._stop(self._unreadable()) from None
            if is_fine and not (isinstance(answer, range) and len(answer) > MAX_MOVES):
                return answer
            raise answer if isinstance(answer, PlygroundError) else self._stop(self._unreadable())

    def _unreadable(self) -> FileError:
        return FileError(self.source.path, _("its process sent an answer that cannot be read."))

    def _receive(self, seconds: float) -> bytes:
        for _wait in range(WAITS - 1):
            with suppress(NoAnswer):
                return self._process.receive(seconds / WAITS)
        return self._process.receive(seconds / WAITS)

    def _endless(self, seconds: float) -> FileError:
        """Return an error that says where in the file the process is."""
        if ASK_SIGNAL is not None:
            self._process.signal(ASK_SIGNAL)
            with suppress(NoAnswer, ProcessEnded):
                self._process.receive(min(TRACE_TIMEOUT_S, seconds))
        return endless(self.source.path, self._notes.site({self.source.path}), seconds)

    def _stop(self, fault: FileError) -> FileError:
        """End the process. Return the error, which all later calls raise."""
        self._fault = fault
        self._process.end()
        self._notes.remove()
        withdraw(fault)
        self._on_fault(fault)
        return fault

    def _rebuild(self, module: str, name: str, fields: tuple[Any, ...]) -> RemoteTuple:
        if (module, name) not in self._classes:
            told: ClassParts = self._ask("parts", (module, name), "", (), self._timeout_s)
            self._classes[module, name] = _class(self, told)
        return self._classes[module, name](fields)


def rules_of(position: Any) -> RemoteRules | None:
    """Return the process with the rules of a position; None if they run in this process."""
    return getattr(position, "remote_rules", None)


def apart(function: Callable[..., Any], position: Any) -> Any:
    """Return ``function(position)``, computed in the process that runs the rules of the position."""
    rules = rules_of(position)
    return function(position) if rules is None else rules.run(function, position)


def _class(rules: RemoteRules, told: ClassParts) -> type[RemoteTuple]:
    """Return a class of positions whose methods ask the process."""

    def method(name: str) -> Callable[..., Any]:
        def ask(self: RemoteTuple, *arguments: Any) -> Any:
            return rules.call("position", self, name, *arguments)

        return ask

    def value(place: int) -> property:
        return property(lambda self: self[place])

    def asked(name: str) -> property:
        return property(lambda self: rules.call("position", self, name))

    members: dict[str, Any] = {name: method(name) for name in told.methods}
    members |= {name: asked(name) for name in told.properties}
    members |= {name: value(place) for place, name in enumerate(told.fields)}
    members |= {
        "__doc__": told.doc, "__slots__": (), "_fields": told.fields, "module_name": told.module, "class_name": told.name,
        "remote_rules": rules,
    }  # fmt: skip
    return type(told.title, (RemoteTuple,), members)


class RemoteNotation:
    """The notation of a game in another process."""

    def __init__(self, rules: RemoteRules, text: str) -> None:
        """Set up the notation; ``text`` is the spec text of the game."""
        self._ask = rules.call
        self._text = text

    def format(self, position: Any) -> str:
        """Return the position as one line of text."""
        return str(self._ask("notation", self._text, "format", position))

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``."""
        return self._ask("notation", self._text, "parse", text)

    def format_move(self, position: Any, move: int) -> str:
        """Return the name of a move."""
        return str(self._ask("notation", self._text, "format_move", position, move))

    def parse_move(self, position: Any, text: str) -> int:
        """Return the legal move with this name."""
        return int(self._ask("notation", self._text, "parse_move", position, text))

    def side(self, position: Any) -> int:
        """Return the side to move."""
        side: int = self._ask("notation", self._text, "side", position)
        return side


class RemoteFieldsNotation(RemoteNotation, FieldsNotation):
    """The notation in another process, for a game without a notation of its own."""


class RemotePicture(SimpleNamespace):
    """The picture of a game in another process."""

    width: int
    height: int
    pieces: bool
    stones: bool
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    goals: str

    def __init__(self, rules: RemoteRules, text: str, fields: dict[str, Any], words: tuple[str, ...]) -> None:
        """Set up the picture; ``fields`` are the same in every position, ``words`` are the names of the cells."""
        super().__init__(**fields)
        self._ask = rules.call
        self._text = text
        self._words = words

    def marks(self, position: Any) -> str:
        """Return one character a cell."""
        return str(self._ask("picture", self._text, "marks", position))

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the cells that decided the game."""
        return tuple(self._ask("picture", self._text, "highlight", position))

    def cells(self, position: Any, move: int) -> tuple[int, ...]:
        """Return the cells that show a move."""
        return tuple(self._ask("picture", self._text, "cells", position, move))

    def path(self, position: Any, move: int) -> tuple[int, ...]:
        """Return the cells that the piece of a move visits."""
        return tuple(self._ask("picture", self._text, "path", position, move))

    def presses(self, position: Any) -> dict[int, tuple[int, ...]]:
        """Return the cells to press for each move."""
        told: dict[int, tuple[int, ...]] = self._ask("picture", self._text, "presses", position)
        return told

    def walls(self, position: Any) -> tuple[tuple[int, int], ...]:
        """Return the pairs of neighbouring cells with a wall between them."""
        return tuple(self._ask("picture", self._text, "walls", position))

    def stacks(self, position: Any) -> tuple[str, ...]:
        """Return the marks of the pieces in each cell."""
        return tuple(self._ask("picture", self._text, "stacks", position))

    def word(self, cell: int) -> str:
        """Return the name of a cell."""
        return self._words[cell]


class RemoteEvaluation:
    """A static evaluation in another process."""

    def __init__(self, rules: RemoteRules, text: str, name: str, win: int) -> None:
        """Set up the evaluation; ``win`` is the value of a won game."""
        self.win = win
        self._ask = rules.call
        self._text = text
        self._name = name

    def value(self, position: Any) -> int:
        """Return the estimated value for the side to move."""
        guess: int = self._ask("evaluation", self._text, self._name, position)
        return guess


def _close(process: IsolatedProcess, notes: CallSiteFile) -> None:
    process.end()
    notes.remove()
