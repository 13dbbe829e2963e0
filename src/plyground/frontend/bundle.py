"""Bundles of the modules in ``static/`` as one text, for notebooks and standalone files.

The page serves the modules unchanged. A test checks that they use only these forms: ``import { name, ... } from
"./file.js";``, ``export`` before a declaration, and ``export default`` as the last statement. Top-level names of
modules that are bundled together differ, so bundling only removes imports and exports.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
"""The folder of the sources, as browsers get them."""

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|class|function)\b)", re.MULTILINE)
_DEFAULT = re.compile(r"^export default .*;\n", re.MULTILINE)


@cache
def modules(name: str) -> tuple[str, ...]:
    """Return the names of a module and of all modules that it imports, each after its own imports."""
    found: dict[str, None] = {}

    def visit(path: Path) -> None:
        for imported in _IMPORT.findall(path.read_text(encoding="utf-8")):
            visit((path.parent / imported).resolve())
        found.setdefault(path.relative_to(STATIC.resolve()).as_posix())

    visit((STATIC / name).resolve())
    return tuple(found)


@cache
def bundle(name: str) -> str:
    """Return a module and all that it imports as one module. Only its own default export is left."""
    parts = modules(name)
    texts = [_IMPORT.sub("", (STATIC / part).read_text(encoding="utf-8")) for part in parts]
    inner = [_DEFAULT.sub("", text) for text in texts[:-1]]
    return "\n".join(_EXPORT.sub("", text) for text in [*inner, texts[-1]])


@cache
def style(name: str) -> str:
    """Return a style sheet."""
    return (STATIC / name).read_text(encoding="utf-8")
