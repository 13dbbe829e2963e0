"""The programs that the user has set up, in one TOML file.

The file may be edited by hand, so it carries a version and no checksum. An example::

    version = 1

    [engines.fairy]
    protocol = "uci"
    command = ["fairy-stockfish"]
    games = ["breakthrough"]

    [engines.fairy.options]
    "Skill Level" = "3"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.files import read_text, write_text
from plyground.core.spec import canonical, is_name
from plyground.core.user_folders import config_folder
from plyground.errors import FileError, SpecError
from plyground.i18n import Sentence, _

VERSION = 1
"""Version of the file format."""
PROTOCOLS = ("uci", "xboard", "gtp", "hub", "ugi", "gnubg")


class EngineConfig(NamedTuple):
    """A program, its protocol and how to start it."""

    name: str
    protocol: str  # a name in PROTOCOLS
    command: tuple[str, ...]
    options: Mapping[str, str] = {}
    games: tuple[str, ...] = ()  # spec texts of the games


def config_path() -> Path:
    """Return the path of the file; it need not exist."""
    return config_folder() / "engines.toml"


def configured_engines() -> dict[str, EngineConfig]:
    """Return every program that is set up, by name. Raise :class:`FileError` if the file is damaged."""
    path = config_path()
    if not path.exists():
        return {}
    try:
        content = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FileError(path, _("it is not valid TOML ({reason}).", reason=str(error))) from None
    if content.get("version") != VERSION:
        raise FileError(path, _("its version should be {version}, not {found}.", version=VERSION, found=content.get("version", "–")))  # fmt: skip
    engines = content.get("engines", {})
    if not isinstance(engines, dict):
        raise FileError(path, _("“engines” should be tables such as [engines.stockfish]."))
    return {canonical(name): _read(path, canonical(name), entry) for name, entry in engines.items()}


def _read(path: Path, name: str, entry: Any) -> EngineConfig:
    def fail(key: str, wanted: str | Sentence) -> FileError:
        return FileError(path, _("[engines.{name}]: “{key}” should be {wanted}.", name=name, key=key, wanted=wanted))

    if not isinstance(entry, dict):
        raise fail(name, _("a table"))
    protocol, command = entry.get("protocol"), entry.get("command")
    options, games = entry.get("options", {}), entry.get("games", [])
    if protocol not in PROTOCOLS:
        raise fail("protocol", " / ".join(PROTOCOLS))
    if not (
        isinstance(command, list) and command and all(isinstance(word, str) and _is_line(word) for word in command)
    ):
        raise fail("command", '["program", "argument"]')
    if not (isinstance(options, dict) and all(map(_is_option, options.items()))):
        raise fail("options", '{"Skill Level" = "3"}')
    if not (isinstance(games, list) and all(isinstance(game, str) for game in games)):
        raise fail("games", '["breakthrough"]')
    texts = {option: str(value).lower() if isinstance(value, bool) else str(value) for option, value in options.items()}
    return EngineConfig(name, protocol, tuple(command), texts, tuple(games))


def _is_line(text: str) -> bool:
    """Return True if a text can stand in a command and in a line of a protocol."""
    return bool(text) and text.isprintable()


def _is_option(option: tuple[str, Any]) -> bool:
    name, value = option
    return _is_line(name) and isinstance(value, str | int | bool) and str(value).isprintable()


def engine_named(name: str) -> EngineConfig:
    """Return the program with this name. Raise :class:`SpecError` if no program has it."""
    engines = configured_engines()
    if canonical(name) not in engines:
        if not engines:
            raise SpecError(_("There is no engine “{name}”; none is set up.", name=name))
        raise SpecError(_("There is no engine “{name}”; set up are: {names}.", name=name, names=", ".join(engines)))
    return engines[canonical(name)]


def save_engine(config: EngineConfig) -> None:
    """Add a program to the file, or replace the program of the same name."""
    if not is_name(config.name):
        raise SpecError(_("“{name}” cannot be the name of an engine: use letters, digits, _ and -, and begin with a letter.", name=config.name))  # fmt: skip
    _write({**configured_engines(), canonical(config.name): config})


def remove_engine(name: str) -> None:
    """Remove a program from the file. Raise :class:`SpecError` if no program has this name."""
    engine_named(name)
    _write({known: config for known, config in configured_engines().items() if known != canonical(name)})


def _write(engines: Mapping[str, EngineConfig]) -> None:
    import tomli_w

    tables = {
        name: {
            "protocol": config.protocol,
            "command": list(config.command),
            "games": list(config.games),
            **({"options": dict(config.options)} if config.options else {}),
        }
        for name, config in engines.items()
    }
    path = config_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(path, _("it cannot be written ({reason}).", reason=error.strerror)) from None
    write_text(path, tomli_w.dumps({"version": VERSION, "engines": tables}))
