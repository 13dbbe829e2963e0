"""The words of the API and of the commands: one word for one thing, as docs/glossary.md lists them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import FunctionType
from typing import Any

from paths import DOCS
from typer.main import get_group

import plyground
from plyground.cli.app import SUMMARIES, app
from plyground.searches.best_first.prove import Proof
from plyground.searches.best_first.uct_search import Arm, Estimate
from plyground.searches.conventions import Convention
from plyground.searches.engine_setting import Engine
from plyground.searches.result import RootMove
from plyground.solvers.exact import Exact
from plyground.solvers.explore import Exploration

ATTRIBUTED: tuple[Any, ...] = (
    plyground.Answer,
    Convention,
    Engine,
    Estimate,
    Exact,
    Exploration,
    plyground.Limit,
    Proof,
    plyground.Result,
    plyground.Setting,
    Arm,
    RootMove,
)
"""The classes of answers, settings and limits."""


def section(title: str) -> str:
    """Return a section of the glossary."""
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    return re.split(r"^## ", text.partition(f"## {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def listed(words: list[str]) -> set[str]:
    """Return the words of a list in which each stands once."""
    assert words and len(words) == len(set(words))
    return set(words)


def parameters() -> Iterator[str]:
    """Yield the parameters of the public functions, and of the solver."""
    for name in plyground.__all__:
        thing: Any = getattr(plyground, name)
        if isinstance(thing, FunctionType) or thing is plyground.Solver:
            yield from inspect.signature(thing).parameters


def attributes() -> Iterator[str]:
    """Yield the fields and properties of answers, settings and limits."""
    for cls in ATTRIBUTED:
        yield from (field.name for field in fields(cls)) if is_dataclass(cls) else getattr(cls, "_fields", ())
        yield from (name for name, part in vars(cls).items() if isinstance(part, property) and name[0] != "_")


def options(command: Any) -> Iterator[str]:
    """Yield the long options of a command and of its subcommands."""
    for parameter in command.params:
        yield from (word for word in (*parameter.opts, *parameter.secondary_opts) if word.startswith("--"))
    for below in getattr(command, "commands", {}).values():
        yield from options(below)


def test_the_api_keeps_to_its_words() -> None:
    told = listed(re.findall(r"^\| `([^`]+)` \|", section("Words of the API"), re.MULTILINE))
    assert {*parameters(), *attributes()} == told


def test_the_options_keep_to_their_words() -> None:
    told = listed(re.findall(r"`(--[^`]+)`", section("Words of the commands")))
    group: Any = get_group(app)
    commands = [group.resolve_command(group.make_context("plyground", ["games"]), [name])[1] for name in SUMMARIES]
    assert {word for command in commands for word in options(command)} == told
