"""Loading a user's game from a file or a module; one class of positions in it is enough.

:func:`game` takes the texts that a user may give for a game: a name, ``my_game.py`` or ``my_package.my_game``. A file
is run once, as its own module, and its game can then be found by the file's name. Text from a visitor of the page must
not run code: it can only name games that :func:`game` has loaded before (:func:`plyground.games.game`).
"""

from __future__ import annotations

import copyreg
import linecache
import re
import signal
import sys
import threading
import time
import traceback
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial, reduce
from hashlib import sha256
from importlib import import_module
from importlib.util import decode_source, find_spec
from inspect import getsourcelines, isfunction
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from plyground.core import plugins
from plyground.core.authoring.marked_rules import demand_named_tuple, marked_classes
from plyground.core.authoring.syntax_words import syntax_words
from plyground.core.checked_arguments import checked
from plyground.core.contract import blaming_rules
from plyground.core.evaluation_registry import EvaluationFile, add_file, loaded_files
from plyground.core.files import demand_end
from plyground.core.game import Game
from plyground.core.misspelling import lacking, misspelt
from plyground.core.plugins import foreign, installed
from plyground.core.position import POSITION_METHODS
from plyground.core.spec import Entry, Option, Spec, is_name, options_of, write
from plyground.core.user_folders import data_folder
from plyground.errors import FileError, PlygroundError, RulesError, SpecError
from plyground.games.game_registry import GAMES
from plyground.games.game_registry import game as game_named
from plyground.i18n import _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Cached = TypeVar("Cached", bound=Callable[..., Any])
ASKED = r"(?::(?P<attribute>[A-Za-z_]\w*))?(?::(?P<options>[^:]*=.*))?"
FILE = re.compile(rf"(?P<file>.+?\.py){ASKED}", re.DOTALL)
MODULE = re.compile(rf"(?P<module>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*){ASKED}", re.ASCII)
SQLITE_MARK = b"SQLite format 3\0"
"""Beginning of a file of SQLite."""
RUN_AS = "game_file_"
"""Prefix of the module name of a loaded file, so that it hides no other module."""
LOAD_TIMEOUT_S = 30.0
"""Seconds that a file may take to load, including work at its beginning."""


class Source(NamedTuple):
    """The source of a game or of an evaluation: everything that another process needs to load it."""

    name: str  # spec name of the game, or name of an evaluation's file
    path: str
    text: str | None  # text of the file when it was run; None: import it as a module; base64 of an evaluation's file
    module: str
    attribute: str  # name in the module; "" = its only game
    game: str = ""  # the game of an evaluation, which the attribute of the module makes; "" = a game


_connect: Callable[[Source], Entry[Game]] | None = None
"""Function that returns a game whose rules run in another process; None if users' rules run here."""
_loaded: dict[str, Source] = {}
"""Sources of the games that this process has loaded, by the game's name."""
_caches: list[Callable[[], object]] = []
"""Functions that clear the caches of :func:`cleared_with_games`."""


@checked
def game(text: Game | str | Path) -> Game:
    """Return the game that a text names: a built-in name, a file or a module, each with options.

    Examples: ``mnk:width=4``, ``my_game.py``, ``my_game.py:size=4``, ``my_package.my_game`` and, if there are several
    games, ``my_game.py:Countdown``. A game is returned as it is. Loading a file or a module runs its code;
    :func:`plyground.games.game` accepts only names.

    Raise :class:`FileError` for a missing file or a file without a game, :class:`SpecError` for a wrong name or option.
    """
    if isinstance(text, Game):
        return text
    text = str(text).strip()
    if asked := FILE.fullmatch(text):
        source = _of_file(Path(asked["file"]), asked["attribute"] or "")
    elif (asked := MODULE.fullmatch(text)) and asked["module"] not in GAMES and _is_importable(asked["module"]):
        source = _of_module(asked["module"], asked["attribute"] or "")
    else:
        return game_named(text)
    return _game_of(source, f":{asked['options']}" if asked["options"] else "")


def game_of_text(path: Path, text: str) -> Game:
    """Return the game of the file at ``path`` if its text were ``text``, such as one that is being written.

    Raise :class:`FileError`.
    """
    return _game_of(source_of_text(path, text), "")


def _game_of(source: Source, options: str) -> Game:
    """Return the game of a source. Load the source if this process has not loaded it in this form."""
    if source.name not in GAMES or _loaded.get(source.name) != source:
        _add(source)
        _loaded[source.name] = source
    made = GAMES.make(source.name + options)
    _let_pickle(source)
    return made


def function_in(text: str) -> Callable[..., Any]:
    """Return the function that ``FILE.py:name`` names; loading a file runs its code. Raise :class:`FileError`."""
    path, _colon, name = text.strip().rpartition(":")
    source = _of_file(Path(path), name)
    is_loaded = (_loaded.get(source.name) or source)._replace(attribute=name) == source and source.module in sys.modules
    module = sys.modules[source.module] if is_loaded else _guarded(source, lambda: _run(source))
    found = _found(source, module)
    if not isfunction(found):
        raise FileError(source.path, _("{attribute} is not a function", attribute=name))
    return found


def cleared_with_games(cached: Cached) -> Cached:
    """Return a function of :func:`functools.lru_cache` whose keys name games. Its cache is cleared whenever a game is
    loaded or withdrawn.
    """
    _caches.append(cached.cache_clear)  # type: ignore[attr-defined]
    return cached


def _clear_caches() -> None:
    for clear in _caches:
        clear()


def keep_apart(connect: Callable[[Source], Entry[Game]]) -> None:
    """Run no users' rules in this process from now on. ``connect`` returns a game whose rules run in another
    process.
    """
    global _connect
    _connect = connect


def _let_pickle(source: Source) -> None:
    """Make positions and evaluations of a file picklable by its source, so that other processes can read them."""
    if source.text is not None:
        for cls in marked_classes:
            if cls.__module__ == source.module:
                copyreg.pickle(cls, partial(_reduced, source))


def _reduced(source: Source, value: Any) -> tuple[Any, ...]:
    return _rebuilt, (source, type(value).__qualname__, tuple(value))


def _rebuilt(source: Source, name: str, fields: tuple[Any, ...]) -> Any:
    """Return a value of a class in a source. Load the source first if this process has not loaded it.

    A process that runs no users' rules (:func:`keep_apart`) gets the value closed, to hand it on.
    """
    if _loaded.get(source.name) != source:
        restore((source,))
    if source.module not in sys.modules:
        return Closed(source, name, fields)
    cls = reduce(getattr, name.split("."), sys.modules[source.module])
    return cls(*fields)  # type: ignore[operator]


def closed(module: str, name: str, fields: tuple[Any, ...]) -> Closed | tuple[Any, ...]:
    """Return a position of a loaded game, closed, by its module and its class; only its fields for another module."""
    given = next((source for source in _loaded.values() if source.module == module), None)
    return fields if given is None else Closed(given, name, fields)


class Closed:
    """A value of a user's class in a process that runs no users' rules. Another process reads it as the value."""

    def __init__(self, source: Source, name: str, fields: tuple[Any, ...]) -> None:
        self._state = source, name, fields

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, self._state


def foreign_path(text: str) -> str:
    """Return the path of the file that a game comes from; empty for a built-in game or an unknown one."""
    text = text.strip()
    if asked := FILE.fullmatch(text):
        return str(Path(asked["file"]).resolve())
    if (asked := MODULE.fullmatch(text)) and asked["module"] not in GAMES and _is_importable(asked["module"]):
        return _of_module(asked["module"], "").path
    name = text.partition(":")[0]
    return GAMES[name].origin if name in GAMES else ""


def restore_changed(given: tuple[Source, ...]) -> None:
    """Load the games of another process that this one has not loaded in this form, and forget those that it lost."""
    known = set(sources())
    for lost in known - set(given):
        if not lost.game:
            forget(Path(lost.path))
    restore(tuple(source for source in given if source not in known))


def sources() -> tuple[Source, ...]:
    """Return the sources of all games that :func:`game` has loaded, and of all evaluations from files."""
    return (*_loaded.values(), *map(_of_evaluation, loaded_files()))


def _of_evaluation(file: EvaluationFile) -> Source:
    text = b64encode(file.content).decode()
    return Source(file.name, file.path, text, file.make.__module__, file.make.__qualname__, file.game)


def readable_beside(path: str) -> tuple[str, ...]:
    """Return the places that a file of others may read: its folder, unless that also holds plyground's data or a
    home.
    """
    folder = Path(path).resolve().parent
    private = (data_folder().resolve(), Path("~").expanduser().resolve())
    is_private = any(each.is_relative_to(folder) for each in private) or any(map(_is_database, folder.glob("*")))
    return (path,) if is_private else (str(folder),)


def _is_database(path: Path) -> bool:
    """Return True for a file of SQLite, such as the visitors' work."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(len(SQLITE_MARK)) == SQLITE_MARK
    return False


def readable_places(given: tuple[Source, ...]) -> tuple[str, ...]:
    """Return the places that a process behind the wall must read to :func:`restore` these games: the Python files beside
    them, and the packages of modules. Other files of their folders may be private.
    """
    found: list[str] = []
    for source in given:
        for folder in listable_folders((source,)):
            top = source.module.partition(".")[0]
            found += map(str, Path(folder).glob("*.py") if source.text is not None else Path(folder).glob(f"{top}*"))
    return tuple(found)


def listable_folders(given: tuple[Source, ...]) -> tuple[str, ...]:
    """Return the folders in which Python must look for the files of these games."""
    games = [source for source in given if not source.game]
    folders = ([str(Path(each.path).parent)] if each.text is not None else _import_folders(each) for each in games)
    return tuple(folder for found in folders for folder in found)


def _import_folders(source: Source) -> list[str]:
    """Return the folder in which Python looks for the package of a module; none for a module without a file."""
    path = Path(source.path)
    inner = path.parent if path.name == "__init__.py" else path
    return [str(folder) for folder in list(inner.parents)[source.module.count(".") :][:1] if path.is_absolute()]


def restore(given: tuple[Source, ...]) -> None:
    """Load the games and evaluations of another process. A game that cannot be loaded raises its error when it is
    used.
    """
    for source in given:
        if source.game:
            make = getattr(import_module(source.module), source.attribute)
            add_file(EvaluationFile(source.name, source.path, source.game, b64decode(source.text or ""), make))
            continue
        try:
            _add(source)
            _loaded[source.name] = source
            _let_pickle(source)
        except PlygroundError as error:
            GAMES.add(source.name, partial(_refuse, error), origin=source.path)


def module_digests() -> dict[str, str]:
    """Return a digest of the text of each loaded game that is an installed module, by the module's name."""
    return {source.module: _digest(source.module) for source in _loaded.values() if source.text is None}


def demand_same_modules(digests: Mapping[str, str]) -> None:
    """Raise :class:`FileError` for a module whose text is different on this machine."""
    for module, digest in digests.items():
        if _digest(module) != digest:
            path = _of_module(module, "").path
            raise FileError(path, _("the module {module} has another text here than where the command was given: install the same on both", module=module))  # fmt: skip


def _digest(module: str) -> str:
    path = Path(_of_module(module, "").path)
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def withdraw(error: FileError) -> None:
    """Raise ``error`` from now on whenever a game of its file is requested."""
    for source in _loaded.values():
        if source.path == str(error.path):
            GAMES.add(source.name, partial(_refuse, error), origin=source.path)
    _clear_caches()


def forget(path: Path) -> None:
    """Remove the game of a file that was loaded."""
    for name in [name for name, source in _loaded.items() if source.path == str(path)]:
        del _loaded[name]
        if name in GAMES:
            GAMES.remove(name)
    _clear_caches()


def add_installed() -> None:
    """Add the games of installed packages (plug-ins)."""
    installed(plugins.GAMES, _offer)


def _offer(point: EntryPoint, package: str) -> None:
    _add(_of_module(point.module, point.attr, point.name), package)


def _refuse(error: PlygroundError) -> Game:
    raise error.with_traceback(None)  # without a traceback, because the same error is raised again and again


def _of_file(path: Path, attribute: str) -> Source:
    try:
        demand_end(path)
        text = decode_source(path.read_bytes())
    except FileNotFoundError:
        raise FileError(path, _("there is no such file")) from None
    except OSError as error:
        raise FileError(path, _("it cannot be read: {reason}", reason=error.strerror or error)) from None
    except (SyntaxError, UnicodeDecodeError) as error:
        raise FileError(path, _("it is not valid Python: {reason}", reason=error)) from None
    return source_of_text(path, text, attribute)


def source_of_text(path: Path, text: str, attribute: str = "") -> Source:
    """Return the source of the file at ``path`` if its text is ``text``. Raise :class:`FileError` for a wrong name."""
    if not is_name(path.stem):
        raise FileError(path, _("the file's name is the name of the game and may only have letters, digits and _"))
    return Source(path.stem, str(path.resolve()), text, RUN_AS + path.stem.replace("-", "_"), attribute)


def _is_importable(module: str) -> bool:
    """Return True if a module exists and does not belong to Python's standard library, which a misspelt name could
    match.
    """
    if module.partition(".")[0] in sys.stdlib_module_names:
        return False
    _look_in(Path())
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # an error in a package before the last dot
        return False


def _of_module(module: str, attribute: str, name: str = "") -> Source:
    found = find_spec(module)
    path = found.origin if found is not None and found.origin else module
    return Source(name or module.rpartition(".")[2], path, None, module, attribute)


def _add(source: Source, origin: str = "") -> None:
    """Load a source and register its game by name. Raise :class:`PlygroundError`.

    ``origin`` is the place that the game names as its source; by default the file.
    """
    origin = origin or source.path
    if source.name in GAMES and GAMES[source.name].origin != origin:
        raise FileError(
            source.path, _("there is a game “{name}” already: give the file another name", name=source.name)
        )
    entry = _connect(source) if _connect is not None else _entry(source, _guarded(source, lambda: _run(source)))
    entry.make(**entry.values(Spec.parse(source.name), source.name))
    foreign.add(source.path)
    GAMES.add(entry.name, entry.make, *entry.options, origin=origin)
    _clear_caches()


def _run(source: Source) -> ModuleType:
    if source.text is None:
        for folder in _import_folders(source):
            _look_in(Path(folder))  # it may be missing in another process
        return import_module(source.module)
    _look_in(Path(source.path).parent)
    module = ModuleType(source.module)
    module.__file__ = source.path
    sys.modules[source.module] = module  # classes of the file are looked for here
    linecache.cache[source.path] = (len(source.text), None, source.text.splitlines(keepends=True), source.path)
    exec(compile(source.text, source.path, "exec", dont_inherit=True), vars(module))
    return module


def _look_in(folder: Path) -> None:
    """Append a folder to the import path."""
    if (place := str(folder.resolve())) not in sys.path:
        sys.path.append(place)


def _guarded(source: Source, run: Callable[[], Any]) -> Any:
    """Run user code and return its result. Raise :class:`FileError` if it raises an exception or exceeds its time."""
    try:
        with limited(LOAD_TIMEOUT_S), blaming_rules():
            return run()
    except RulesError as error:
        raise FileError(source.path, error.sentence, _raised_at(source, error)) from None
    except (PlygroundError, KeyboardInterrupt):
        raise
    except SyntaxError as error:
        path = error.filename or source.path
        raise FileError(
            path, _("it is not valid Python: {reason}", reason=syntax_words(error.msg)), error.lineno
        ) from None
    except BaseException as error:  # user code may raise anything, SystemExit included
        if isinstance(error, OutOfTime):
            said = _(
                "it has not ended after {seconds} s: look for a loop that never ends", seconds=f"{LOAD_TIMEOUT_S:g}"
            )
        else:
            said = misspelt(error) or _("it raises {type}: {error}", type=type(error).__name__, error=error)
        raise FileError(source.path, said, _raised_at(source, error)) from None


def _raised_at(source: Source, error: BaseException) -> int | None:
    """Return the innermost line of a source that an error passed through; None if it passed through none."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return next((at.lineno for at in frames if at.filename == source.path), None)


def _entry(source: Source, module: ModuleType) -> Entry[Game]:
    """Return the registry entry for a source. Raise :class:`FileError` unless it has exactly one game."""
    found = _found(source, module)
    if isinstance(found, Game):
        return Entry(source.name, lambda: replace(found, name=source.name))
    if isinstance(found, type):
        _refuse_a_class(source, found)
        return Entry(source.name, lambda: _guarded(source, lambda: Game(source.name, found())))
    if not isfunction(found):
        raise FileError(source.path, _("{attribute} is not a game: it must be a class marked @rules, a Game, or a function that makes one", attribute=source.attribute))  # fmt: skip
    try:
        options = _guarded(source, lambda: options_of(found))
    except SpecError as error:
        raise FileError(source.path, error.sentence, _line(found)) from None
    return Entry(source.name, partial(_make, source, found, options), options)


def _found(source: Source, module: ModuleType) -> Any:
    """Return the game in a module, the function that makes it, or its class of positions."""
    if source.attribute:
        try:
            return getattr(module, source.attribute)
        except AttributeError:
            raise FileError(source.path, _("it does not define {attribute}", attribute=source.attribute)) from None
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    if isfunction(made := vars(module).get("make")) and made in own:
        return made
    if isinstance(made := vars(module).get("game"), Game):
        return made
    classes = list(dict.fromkeys(value for value in own if isinstance(value, type) and hasattr(value, "play")))
    if not classes:
        raise FileError(source.path, _("it does not define a game: write a NamedTuple class marked @rules with a method play(), or set game = Game(...)"))  # fmt: skip
    if len(classes) > 1:
        names = ", ".join(cls.__name__ for cls in classes)
        raise FileError(source.path, _("it defines several games, {names}: name one of them after a colon, as in {path}:{name}", names=names, path=Path(source.path).name, name=classes[0].__name__))  # fmt: skip
    return classes[0]


def _refuse_a_class(source: Source, cls: type[Any]) -> None:
    """Raise :class:`FileError` if the thing is not a class of positions with default values."""
    name = cls.__name__
    try:
        demand_named_tuple(cls)
    except RulesError as error:
        raise FileError(source.path, error.sentence, _line(cls)) from None
    if cls not in marked_classes:
        problem = _("class {name} is not marked: write @rules above it", name=name)
    elif missing := [method for method in POSITION_METHODS if not hasattr(cls, method)]:
        problem = lacking(cls, missing)
    elif not hasattr(cls, "utility") and not hasattr(cls, "utilities"):
        problem = lacking(cls, ["utility"])
    elif missing := [field for field in cls._fields if field not in cls._field_defaults]:
        problem = _("class {name} does not say how the game begins: give a default to {fields}", name=name, fields=", ".join(missing))  # fmt: skip
    else:
        return
    raise FileError(source.path, problem, _line(cls))


def _line(thing: Any) -> int | None:
    """Return the line on which a class or function begins; None if unknown."""
    try:
        return getsourcelines(thing)[1]
    except (OSError, TypeError):
        return None


def _make(source: Source, make: Callable[..., Any], options: tuple[Option, ...], **values: Any) -> Game:
    """Return the game that a user's function makes. A :class:`ValueError` in it is reported as a wrong option."""
    chosen = {option.name: values[option.name.replace("-", "_")] for option in options}
    name = write(
        source.name, {option.name: chosen[option.name] for option in options if chosen[option.name] != option.default}
    )

    def run() -> Any:
        try:
            return make(**values)
        except ValueError as error:
            raise SpecError(_("{name}: {reason}", name=name, reason=error)) from None

    made = _guarded(source, run)
    if isinstance(made, Game):
        return replace(made, name=name)
    raise FileError(source.path, _("make() returns {made}, which is not a Game", made=type(made).__name__), _line(make))


LEAST_ALARM_S = 0.01
WAITING = 10
"""Factor by which code may wait longer than it may work."""


class OutOfTime(BaseException):
    """The time is up. It is not an :class:`Exception`, so that the running code does not catch it by accident."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise :class:`OutOfTime` in the body of the context after this many seconds of processor time.

    So other programs that keep the machine busy do not count. Who only waits has :data:`WAITING` times as many seconds.

    This works only in the main thread of a system with alarms (not on Windows). Elsewhere there is no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> None:
        left = seconds - (time.process_time() - worked)
        if left <= 0 or time.monotonic() - began >= WAITING * seconds:
            raise OutOfTime
        signal.setitimer(signal.ITIMER_REAL, max(left, LEAST_ALARM_S))

    began, worked = time.monotonic(), time.process_time()
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
