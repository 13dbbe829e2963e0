"""Write ``docs/json.md`` from the types of the records: the comment on each field, and the docstring of each type without
its first line.

``python tools/json_page.py`` writes the page.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from plyground.arena.compare import CountsRecord
from plyground.arena.match_file import MatchRecord
from plyground.cli import json_records
from plyground.cli.json_records import ExplorationRecord
from plyground.core.game import Facts
from plyground.presentation.json_moves import PositionRecord

PAGE = Path(__file__).parent.parent / "docs" / "json.md"
HEAD = """# JSON output

{contents}

Every command with `--json` prints one JSON value in ASCII: a record, or a list of records. All keys are always present. A
later version may add keys. Names and values are plain English; titles, summaries, reasons and other sentences are in the
user's language. A move is a number if people write a number, as for the cells of tic-tac-toe; else it is text.

"""
TAIL = """
From Python, `plyground.arena.match_file` has `write(match, players)` and `read(content)`.
"""
SECTIONS = {
    "Every position": PositionRecord,
    "Every search": json_records.RunRecord,
    "Counts": CountsRecord,
    "`plyground search`": json_records.SearchRecord,
    "`plyground search --positions`": json_records.LineErrorRecord,
    "`plyground search --exact`": json_records.ExactRecord,
    "`plyground search --algorithm uct`": json_records.UctRecord,
    "`plyground search --algorithm proof-number`": json_records.ProofNumberRecord,
    "`plyground search --bot`": json_records.BotMoveRecord,
    "`plyground tree`": json_records.TreeRecord,
    "`plyground tree --bot`": json_records.DecisionRecord,
    "`plyground games`": json_records.GameRecord,
    "`plyground games GAME`": json_records.OneGameRecord,
    "`plyground bots`": json_records.BotRecord,
    "`plyground solve`": json_records.SolutionRecord,
    "`plyground perft`": json_records.PerftRecord,
    "`plyground explore`": ExplorationRecord,
    "`plyground hint`": json_records.HintRecord,
    "`plyground review`": json_records.ReviewRecord,
    "`plyground compare`": json_records.ComparisonRecord,
    "`plyground check`": json_records.CheckRecord,
    "`plyground audit`": json_records.AuditRecord,
    "`plyground audit` if positions can repeat": json_records.LoopAuditRecord,
    "`plyground cache info`": json_records.CacheRecord,
    "`plyground cache clear`": json_records.ClearedCacheRecord,
    "A saved game": MatchRecord,
}
"""The headings of the page and their types."""
SAME_FIELDS = {json_records.FactsRecord: Facts}
"""Types whose fields have their comments in another type."""
KINDS = {int: "number", float: "number", str: "text", bool: "boolean", NoneType: "null", dict: "record", list: "list"}


def keys(kind: Any, told: dict[Any, str], indent: str = "") -> Iterator[str]:
    """Yield a line for each key of a type that it does not inherit, with the keys of the records inside it.

    ``told`` has the place of each type that was told before.
    """
    meanings = comments(SAME_FIELDS.get(kind, kind)) | comments(kind)
    inherited = {field for base in bases(kind) for field in get_type_hints(base)}
    for field, declared in get_type_hints(kind).items():
        if field in inherited:
            continue
        (record,) = records(declared) or (None,)
        again = f", as {told[record]}" if record in told else ""
        yield f"{indent}- `{field}` ({in_words(declared)}): {meanings[field]}{again}"
        if record and not again:
            told[record] = f"`{field}`"
            yield from keys(record, told, indent + "    ")


def in_words(declared: Any) -> str:
    """Return the words for the JSON values of a type."""
    origin, arguments = get_origin(declared), get_args(declared)
    if origin in (Union, UnionType):
        kinds = list(dict.fromkeys(map(in_words, arguments)))
        return "/".join(kinds)
    if is_typeddict(declared):
        return "record"
    return KINDS[origin or declared]


def records(declared: Any) -> list[Any]:
    """Return the types of records that a type contains."""
    if is_typeddict(declared):
        return [declared]
    return [record for part in get_args(declared) for record in records(part)]


def definition(kind: Any) -> ast.ClassDef:
    """Return the statement that defines a class."""
    (statement,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(statement, ast.ClassDef)
    return statement


def bases(kind: Any) -> list[Any]:
    """Return the TypedDicts that a TypedDict extends. Python itself tells them only from 3.12 on."""
    module = vars(sys.modules[kind.__module__])
    return [module[base.id] for base in definition(kind).bases if isinstance(base, ast.Name) and base.id != "TypedDict"]


def comments(kind: Any) -> dict[str, str]:
    """Return the comment on each field of a type that has one."""
    found = (re.match(r"    (\w+): .*?  # (.+)", line) for line in inspect.getsource(kind).splitlines())
    return {line[1]: line[2] for line in found if line}


def anchor(heading: str) -> str:
    """Return the anchor of a heading on GitHub and on the site."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.lower()))


def link(heading: str, *, lower: bool = False) -> str:
    """Return a link to a section."""
    return f"[{heading.lower() if lower else heading}](#{anchor(heading)})"


def written() -> str:
    """Return the text of the page."""
    headings = {kind: heading for heading, kind in SECTIONS.items()}
    told: dict[Any, str] = {}
    parts = []
    for heading, kind in SECTIONS.items():
        also = (
            [f"It has the keys of {' and '.join(link(headings[base], lower=True) for base in bases(kind))}, too."]
            if bases(kind)
            else []
        )
        introduction = " ".join([*(inspect.getdoc(kind) or "").split("\n")[1:], *also]).strip()
        parts.append(
            "\n".join([f"## {heading}\n", *([f"{introduction}\n"] if introduction else []), *keys(kind, told), ""])
        )
    contents = "\n".join(f"- {link(heading)}" for heading in SECTIONS)
    return HEAD.format(contents=contents) + "\n".join(parts) + TAIL


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
