"""What the documentation site has besides docs/: the README as its first page, the changes, and what the code says of itself.

MkDocs calls these hooks. A link in README.md and docs/ holds in the repository; here it is made to hold on the site.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from plyground import _api as public
from plyground.conformance import FAULTS
from plyground.core.spec import Registry
from plyground.games import GAMES
from plyground.i18n import use
from plyground.solvers.card import card, said
from tools import commands_page

ROOT = Path(__file__).parent
PUBLIC_MODULES = (
    "core.position", "core.game", "core.notation", "core.picture", "core.evaluation", "core.bits", "errors", "games.loading",
    "conformance", "searches.search_setting", "searches.result", "searches.limit", "searches.conventions", "searches.engine_setting",
    "searches.best_first.uct_search", "searches.best_first.prove", "solvers.exact", "solvers.explore", "judge.judgement", "judge.review",
    "bots.decision_tree", "trees", "trace.record", "trace.sentences",
    "drawing.plan", "drawing.svg", "drawing.text", "drawing.tikz", "notebook", "adapters.open_spiel", "adapters.pettingzoo", "adapters.aima",
)  # fmt: skip
"""Modules on the page of modules, as docs/stability.md names them or other pages import them."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/."""
    use("en")
    pages = {
        "index.md": (ROOT / "README.md").read_text(encoding="utf-8"),
        "changelog.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        "games.md": "\n".join(_cards()),
        "contributing.md": (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"),
        "reference.md": "\n".join(_reference()),
        "api.md": "\n".join(_modules()),
    }
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_more: Any) -> str:
    """Return a page with what the code says of itself, and links that lead to where their pages are on the site.

    What the site does not have loses its link.
    """
    if page.file.src_uri == "commands.md":
        markdown = commands_page.with_options(markdown)
    markdown = markdown.replace("<!-- failures -->", "\n".join(_failures()))
    markdown = markdown.replace("](docs/", "](").replace("](CHANGELOG.md)", "](changelog.md)")
    markdown = markdown.replace("](../CHANGELOG.md)", "](changelog.md)").replace(
        "](CONTRIBUTING.md)", "](contributing.md)"
    )
    return re.sub(r"\[([^]]*)\]\((?:LICENSE|CODE_OF_CONDUCT\.md|SECURITY\.md|\.\./[^)]*)\)", r"\1", markdown)


def on_page_content(html: str, **_more: Any) -> str:
    """Return a page without the roles of docstrings, such as ``:class:``."""
    return re.sub(r":\w+:<code>~?", "<code>", html)


def _failures() -> Iterator[str]:
    """Yield the table of failures of a game."""
    yield "| name | meaning | cure |\n|---|---|---|"
    yield from (f"| `{name}` | {fault.meaning} | {fault.cure} |" for name, fault in FAULTS.items())


def _modules() -> Iterator[str]:
    """Yield the public modules, each with what its docstrings say (mkdocstrings)."""
    yield "# Modules\n\nThe modules that are [public and stable](stability.md), and what they hold.\n"
    yield from (f"::: plyground.{module}\n" for module in PUBLIC_MODULES)


def _cards() -> Iterator[str]:
    """A card for each game (plyground.solvers.card): what it is, how it begins, its options, its value, its sequences of moves."""
    yield "# Games\n\nWhat the games say of themselves, as `plyground games` lists them.\n"
    for entry in GAMES:
        game = entry.make(**{option.name.replace("-", "_"): option.default for option in entry.options})
        yield f"## {game.title}\n\n{game.summary}\n"
        if game.picture.width:
            marks, width = game.picture.marks(game.start), game.picture.width
            rows = [" ".join(marks[begin : begin + width]) for begin in range(0, len(marks), width)]
            yield "\n".join(["```text", *rows, "```", ""])
        found = card(game)
        yield "\n".join(
            ["| fact | |", "|---|---|", *(f"| {fact} | {value} |" for fact, value in found.facts if str(value)), ""]
        )
        if entry.options:
            yield "| option | default | meaning |\n|---|---|---|"
            yield from (f"| `{option.name}` | {option.default} | {option.meaning} |" for option in entry.options)
            yield ""
        if found.values:
            yield "| game | for who begins | found by |\n|---|---|---|"
            yield from (f"| `{known.game}` | {said(known)} | {known.source} |" for known in found.values)
            yield ""
        yield f"Sequences of 1, 2, ... moves: {' · '.join(f'{count:,}' for count in found.sequences)}\n"


def _reference() -> Iterator[str]:
    """The public names of the package, as their docstrings tell."""
    yield "# Names\n\nWhat `from plyground import ...` brings, by name.\n"
    for name in sorted(public.__all__, key=str.lower):
        thing = getattr(public, name)
        yield f"## {name}\n"
        if isinstance(thing, int) or thing is int:
            yield f"`{name} = {getattr(thing, '__name__', thing)}`\n"
            continue
        if isinstance(thing, Registry):
            yield f"{_prose(type(thing))}\n\nIts names: {', '.join(f'`{entry.name}`' for entry in thing)}.\n"
            continue
        yield f"```python\n{_signature(name, thing)}\n```\n\n{_prose(thing)}\n"
        for part, member in vars(thing).items() if inspect.isclass(thing) else ():
            is_asked_for = isinstance(member, property | cached_property)
            if part.startswith("_") or hasattr(tuple, part) or not (is_asked_for or inspect.isroutine(member)):
                continue
            if member.__doc__:
                yield f"**`{part if is_asked_for else _signature(part, getattr(thing, part))}`**\n\n{_prose(member)}\n"


def _signature(name: str, thing: Any) -> str:
    try:
        written = re.sub(r"ForwardRef\(([^()]*)\)", r"\1", str(inspect.signature(thing)).replace("'", ""))
    except ValueError:
        return name
    return (
        f"{name}{written}"
        if len(written) < 80
        else f"{name}{written}".replace(", ", ",\n    ").replace("(", "(\n    ", 1)
    )


def _prose(thing: Any) -> str:
    """A docstring as Markdown."""
    text = inspect.getdoc(thing) or ""
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text)
    return text.replace("``", "`")
