"""Games of people's own: a file or a module in which one class of positions is enough.

:func:`load` takes what a person may write where a game is asked for: a name, ``my_game.py`` or ``my_package.my_game``. A
file is run once, as a module of its own, and its game then answers to the file's name. What a visitor of the page
writes must not run anything: an address finds only what :func:`load` has been given before
(:func:`plyground.games.game`).
"""

from __future__ import annotations

import linecache
import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import decode_source, find_spec
from inspect import getsourcelines, isfunction
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from plyground import plugins
from plyground.errors import FileError, PlygroundError, RulesError, SpecError
from plyground.files import demand_end
from plyground.game import Game
from plyground.games import GAMES
from plyground.games.limit import OutOfTime, limited
from plyground.language import _
from plyground.plugins import foreign, installed
from plyground.position import marked_classes
from plyground.spec import Entry, Option, Spec, is_name, options_of, write

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ASKED = r"(?::(?P<attribute>[A-Za-z_]\w*))?(?::(?P<options>[^:]*=.*))?"
FILE = re.compile(rf"(?P<file>.+?\.py){ASKED}", re.DOTALL)
MODULE = re.compile(rf"(?P<module>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*){ASKED}", re.ASCII)
RUN_AS = "game_file_"
"""The name of a module that is a file begins so: it stands in nobody's way."""
NEEDED = ("moves", "play", "is_over")
LONGEST = 30.0
"""Seconds that a file may take until its game is there: it may begin with work."""


class Source(NamedTuple):
    """Where a game comes from: all that another process needs to have the same."""

    name: str  # that the game answers to
    path: str
    text: str | None  # what the file said when it was run; None: it is a module, to be imported
    module: str
    attribute: str  # of the module; empty: its only game


_loaded: dict[str, Source] = {}
"""What this process has been given, by the game's name."""


def load(text: str) -> Game:
    """The game that a person names: by its name, or by a file or a module with a game, with its options behind.

    ``my_game.py``, ``my_game.py:size=4``, ``my_package.my_game`` and, where there are several games,
    ``my_game.py:Countdown``. Raises :class:`FileError` for a file that is none or has none, :class:`SpecError` for
    a name or an option.
    """
    text = text.strip()
    if asked := FILE.fullmatch(text):
        source = _of_file(Path(asked["file"]), asked["attribute"] or "")
    elif (asked := MODULE.fullmatch(text)) and asked["module"] not in GAMES and _is_importable(asked["module"]):
        source = _of_module(asked["module"], asked["attribute"] or "")
    else:
        return GAMES.make(text)
    if source.name not in GAMES or _loaded.get(source.name) != source:
        _add(source)
        _loaded[source.name] = source
    return GAMES.make(source.name + (f":{asked['options']}" if asked["options"] else ""))


def sources() -> tuple[Source, ...]:
    """What :func:`load` has been given so far."""
    return tuple(_loaded.values())


def restore(given: tuple[Source, ...]) -> None:
    """Have the games of another process; one that cannot be had says why when it is asked for."""
    for source in given:
        try:
            _add(source)
            _loaded[source.name] = source
        except PlygroundError as error:
            GAMES.add(source.name, partial(_refuse, error), origin=source.path)


def add_installed() -> None:
    """Add the games of installed packages."""
    installed(plugins.GAMES, _offer)


def _offer(point: EntryPoint, package: str) -> None:
    _add(_of_module(point.module, point.attr, point.name), package)


def _refuse(error: PlygroundError) -> Game:
    raise error


def _of_file(path: Path, attribute: str) -> Source:
    try:
        demand_end(path)
        text = decode_source(path.read_bytes())
    except FileNotFoundError:
        raise FileError(path, _("there is no such file")) from None
    except OSError as error:
        raise FileError(path, _("it cannot be read: {reason}", reason=error.strerror or error)) from None
    except (SyntaxError, UnicodeDecodeError) as error:
        raise FileError(path, _("it is no Python: {reason}", reason=error)) from None
    if not is_name(path.stem):
        raise FileError(path, _("a game has the name of its file, which must be letters, digits and _ only"))
    return Source(path.stem, str(path.resolve()), text, RUN_AS + path.stem.replace("-", "_"), attribute)


def _is_importable(module: str) -> bool:
    """Whether there is such a module besides those of Python itself, among which a misspelt name may be."""
    if module.partition(".")[0] in sys.stdlib_module_names:
        return False
    _look_in(Path())
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # of what stands before the last dot
        return False


def _of_module(module: str, attribute: str, name: str = "") -> Source:
    found = find_spec(module)
    path = found.origin if found is not None and found.origin else module
    return Source(name or module.rpartition(".")[2], path, None, module, attribute)


def _add(source: Source, origin: str = "") -> None:
    """Run or import a source, and let its game answer to its name; raises :class:`PlygroundError`.

    ``origin`` is what it is said to come from, if not from its file.
    """
    origin = origin or source.path
    if source.name in GAMES and GAMES[source.name].origin != origin:
        raise FileError(source.path, _("there is a game “{name}” already: give the file another name", name=source.name))  # fmt: skip
    entry = _entry(source, _guarded(source, lambda: _run(source)))
    entry.make(**entry.values(Spec.parse(source.name), source.name))
    foreign.add(source.path)
    GAMES.add(entry.name, entry.make, *entry.options, origin=origin)


def _run(source: Source) -> ModuleType:
    if source.text is None:
        return import_module(source.module)
    _look_in(Path(source.path).parent)
    module = ModuleType(source.module)
    module.__file__ = source.path
    sys.modules[source.module] = module  # where what is defined there is looked for
    linecache.cache[source.path] = (len(source.text), None, source.text.splitlines(keepends=True), source.path)
    exec(compile(source.text, source.path, "exec", dont_inherit=True), vars(module))
    return module


def _look_in(folder: Path) -> None:
    """Let what is imported be found also there, after everything else."""
    if (place := str(folder.resolve())) not in sys.path:
        sys.path.append(place)


def _guarded(source: Source, run: Callable[[], Any]) -> Any:
    """What somebody's code gives; raises :class:`FileError` where it raises anything, or does not come to an end."""
    try:
        with limited(LONGEST):
            return run()
    except RulesError as error:
        raise FileError(source.path, error.sentence) from None
    except (PlygroundError, KeyboardInterrupt):
        raise
    except SyntaxError as error:
        path = error.filename or source.path
        raise FileError(path, _("it is no Python: {reason}", reason=error.msg), error.lineno) from None
    except BaseException as error:  # SystemExit, and whatever else the code may define
        line = next((at.lineno for at in reversed(traceback.extract_tb(error.__traceback__)) if at.filename == source.path), None)  # fmt: skip
        if isinstance(error, OutOfTime):
            said = _("it has not come to an end after {seconds} s: look for a loop whose condition nothing in it changes", seconds=f"{LONGEST:g}")  # fmt: skip
        else:
            said = _("it raises {type}: {error}", type=type(error).__name__, error=error)
        raise FileError(source.path, said, line) from None


def _entry(source: Source, module: ModuleType) -> Entry[Game]:
    """What answers to the name of a source; raises :class:`FileError` where there is no game, or more than one."""
    found = _found(source, module)
    if isinstance(found, Game):
        return Entry(source.name, lambda: replace(found, name=source.name))
    if isinstance(found, type):
        _refuse_a_class(source, found)
        return Entry(source.name, lambda: _guarded(source, lambda: Game(source.name, found())))
    if not isfunction(found):
        raise FileError(source.path, _("{attribute} is no game: neither a class marked @rules, nor a Game, nor a function that makes one", attribute=source.attribute))  # fmt: skip
    try:
        options = _guarded(source, lambda: options_of(found))
    except SpecError as error:
        raise FileError(source.path, error.sentence, _line(found)) from None
    return Entry(source.name, partial(_make, source, found, options), options)


def _found(source: Source, module: ModuleType) -> Any:
    """The game of a module, the function that makes it, or its class of positions."""
    if source.attribute:
        try:
            return getattr(module, source.attribute)
        except AttributeError:
            raise FileError(source.path, _("it defines no {attribute}", attribute=source.attribute)) from None
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    if isfunction(made := vars(module).get("make")) and made in own:
        return made
    if isinstance(made := vars(module).get("game"), Game):
        return made
    classes = list(dict.fromkeys(value for value in own if isinstance(value, type) and hasattr(value, "play")))
    if not classes:
        raise FileError(source.path, _("it defines no game: write a NamedTuple class marked @rules that has a method play(), or set game = Game(...)"))  # fmt: skip
    if len(classes) > 1:
        names = ", ".join(cls.__name__ for cls in classes)
        raise FileError(source.path, _("it defines several games, {names}: name one of them after a colon, as in {path}:{name}", names=names, path=Path(source.path).name, name=classes[0].__name__))  # fmt: skip
    return classes[0]


def _refuse_a_class(source: Source, cls: type[Any]) -> None:
    """Raise :class:`FileError` where this cannot be a class of positions that begin by themselves."""
    name = cls.__name__
    if not issubclass(cls, tuple) or not hasattr(cls, "_fields"):
        problem = _("class {name} is no NamedTuple: write class {name}(NamedTuple)", name=name)
    elif cls not in marked_classes:
        problem = _("class {name} is not marked: write @rules above it", name=name)
    elif missing := [method for method in NEEDED if not hasattr(cls, method)]:
        problem = _("class {name} lacks {methods}", name=name, methods=", ".join(f"{method}()" for method in missing))
    elif not hasattr(cls, "utility") and not hasattr(cls, "utilities"):
        problem = _("class {name} lacks {methods}", name=name, methods="utility()")
    elif missing := [field for field in cls._fields if field not in cls._field_defaults]:
        problem = _("class {name} does not say how the game begins: give a default to {fields}", name=name, fields=", ".join(missing))  # fmt: skip
    else:
        return
    raise FileError(source.path, problem, _line(cls))


def _line(thing: Any) -> int | None:
    """Where a class or a function begins."""
    try:
        return getsourcelines(thing)[1]
    except (OSError, TypeError):
        return None


def _make(source: Source, make: Callable[..., Any], options: tuple[Option, ...], **values: Any) -> Game:
    """The game that somebody's function makes; a :class:`ValueError` of it is about an option."""
    chosen = {option.name: values[option.name.replace("-", "_")] for option in options}
    name = write(source.name, {option.name: chosen[option.name] for option in options if chosen[option.name] != option.default})  # fmt: skip

    def run() -> Any:
        try:
            return make(**values)
        except ValueError as error:
            raise SpecError(_("{name}: {reason}", name=name, reason=error)) from None

    made = _guarded(source, run)
    if isinstance(made, Game):
        return replace(made, name=name)
    raise FileError(source.path, _("make() gives {made}, which is no Game", made=type(made).__name__), _line(make))
