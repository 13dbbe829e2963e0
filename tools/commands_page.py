"""Write the tables of commands and options in ``docs/commands.md``, from the commands themselves.

``python tools/commands_page.py`` replaces the text between ``<!-- plyground ... -->`` and ``<!-- end -->``. All other
text of the page is written by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from plyground.cli.app import SUMMARIES, command_named

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
TABLE = re.compile(r"(<!-- plyground ?(\S*) -->\n).*?(<!-- end -->)", re.DOTALL)
SHARED = "options"
"""The table of the options that several commands have."""
MIN_OWNERS = 2
"""Number of commands from which on an option stands in the table of shared options."""

Row = tuple[str, str]
"""An option with its metavar, and its help text."""


def written(page: str) -> str:
    """Return the text of the page with new tables."""
    named = [found[2] for found in TABLE.finditer(page)]
    assert sorted(named) == sorted({"", SHARED, *SUMMARIES}), "each command has one table"
    options = {name: _options_of(name) for name in SUMMARIES}
    owners = Counter(row for rows in options.values() for row in rows)
    shared = sorted(
        (row for row, count in owners.items() if count >= MIN_OWNERS), key=lambda row: row[0].strip("`-").lower()
    )
    tables = {name: _command(name, rows, shared) for name, rows in options.items()}
    tables[""] = _table(
        ("command", "what it does"), ((f"`plyground {name}`", str(said)) for name, said in SUMMARIES.items())
    )
    tables[SHARED] = _table(("option", "meaning"), shared)
    return TABLE.sub(lambda found: found[1] + tables[found[2]] + found[3], page)


def _command(name: str, options: dict[Row, list[Any]], shared: list[Row]) -> str:
    """Return the usage of a command, or of each command of a group, and the tables of their options."""
    commands = commands_of(name)
    usages = "".join(f"- `{_usage(path, known)}`: {known.help}\n" for path, known in commands.items())
    own = [
        (row[0], _with_default(row[1], found[0][1]), ", ".join(path for path, _parameter in found))[
            : 2 + (len(commands) > 1)
        ]
        for row, found in options.items()
        if row not in shared
    ]
    also = ", ".join(row[0] for row in options if row in shared)
    table = _table(("option", "meaning", "of")[: 2 + (len(commands) > 1)], own) if own else ""
    return "\n".join(
        part for part in (usages, table, f"[Shared options](#shared-options): {also}.\n" if also else "") if part
    )


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
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
