"""Write the tables of commands and options for ``docs/commands.md``, from the commands themselves.

``python tools/commands_page.py`` writes the list of the commands into the page. The documentation's site has the tables of
options as well, in place of each ``<!-- plyground COMMAND -->`` (``docs_build.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from plyground.cli.app import SUMMARIES, command_named

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
LIST = re.compile(r"(<!-- plyground -->\n).*?(<!-- end -->)", re.DOTALL)
TABLE = re.compile(r"<!-- plyground (\S+) -->")

Row = tuple[str, str]
"""An option with its metavar, and its help text."""


def with_list(page: str) -> str:
    """Return the text of the page with a new list of the commands."""
    rows = ((f"`plyground {name}`", str(said)) for name, said in SUMMARIES.items())
    return LIST.sub(lambda found: found[1] + _table(("command", "what it does"), rows) + found[2], page)


def with_options(page: str) -> str:
    """Return the text of the page with the usage and the options of each command."""
    assert sorted(TABLE.findall(page)) == sorted(SUMMARIES), "each command has one place"
    return TABLE.sub(lambda found: _command(found[1]), page)


def _command(name: str) -> str:
    """Return the usage of a command, or of each command of a group, and the table of their options."""
    commands = commands_of(name)
    usages = "".join(f"- `{_usage(path, known)}`: {known.help}\n" for path, known in commands.items())
    columns = 2 + (len(commands) > 1)
    rows = [
        (option, _with_default(meaning, found[0][1]), ", ".join(path for path, _parameter in found))[:columns]
        for (option, meaning), found in _options_of(name).items()
    ]
    return f"{usages}\n{_table(('option', 'meaning', 'of')[:columns], rows)}" if rows else usages


def commands_of(name: str) -> dict[str, Any]:
    """Return a command, or the commands of a group, by their names."""
    command = command_named(name)
    return {f"{name} {each}": known for each, known in getattr(command, "commands", {}).items()} or {name: command}


def _options_of(name: str) -> dict[Row, list[tuple[str, Any]]]:
    """Return the options of a command or group, each with the commands of the group that have it."""
    options: dict[Row, list[tuple[str, Any]]] = {}
    for path, command in commands_of(name).items():
        for parameter in parameters_of(command):
            owner = path.removeprefix(f"{name} ")
            options.setdefault((_name(parameter), parameter.help), []).append((owner, parameter))
    return options


def parameters_of(command: Any) -> list[Any]:
    """Return the arguments and options of a command, without ``--help``."""
    return [each for each in command.params if each.name != "help"]


def _usage(path: str, command: Any) -> str:
    arguments = [each for each in parameters_of(command) if each.param_type_name == "argument"]
    return " ".join(
        ["plyground", path, *(each.metavar if each.required else f"[{each.metavar.strip('[]')}]" for each in arguments)]
    )


def _name(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar.strip('[]')}`"
    metavar = f" {parameter.metavar}" if parameter.metavar else ""
    return ", ".join(f"`{option}{metavar}`" for option in (*parameter.opts, *parameter.secondary_opts))


def _with_default(meaning: str, parameter: Any) -> str:
    default = parameter.default
    if isinstance(default, bool) or default in (None, "", 0):
        return meaning
    return f"{meaning.rstrip('.')} (default: {default})."


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _cell in head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(with_list(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
