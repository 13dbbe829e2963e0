"""Imports run one way: rules -> search, solve, trees -> dictionary, players -> arena, trace -> interfaces."""

from __future__ import annotations

import ast
from pathlib import Path

import plyground

PACKAGE = Path(plyground.__file__).parent
LAYERS = [
    {
        "bits",
        "cache",
        "causes",
        "compile",
        "errors",
        "files",
        "fingerprint",
        "language",
        "memory",
        "passing",
        "plugins",
        "position",
        "spec",
        "subsets",
    },
    {"evaluation", "game", "notation", "picture"},
    {"games", "search", "solve", "trees"},
    {"adapters", "card", "check", "dictionary", "templates"},
    {"players"},
    {"arena", "trace"},
    {"lessons", "store"},
    {"interfaces", "notebook", "public", "__main__"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
FREE = {"numpy", "numba", "nicegui", "rich", "babel"}


def imports(path: Path) -> set[str]:
    """The modules of the package that a file imports, as the names of their layers' members."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("plyground."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.ImportFrom) and node.module == "plyground":
            found |= {alias.name for alias in node.names if alias.name in LEVEL}
    return found


def member(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = [path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"]


def test_every_file_has_a_layer() -> None:
    assert {member(path) for path in FILES} == set(LEVEL)


def test_imports_run_one_way() -> None:
    for path in FILES:
        for imported in imports(path):
            assert LEVEL[imported] <= LEVEL[member(path)], f"{path.relative_to(PACKAGE)} imports {imported}"


def test_searches_know_neither_traces_nor_games() -> None:
    for path in PACKAGE.glob("search/*.py"):
        assert not imports(path) & {"trace", "games", "game", "solve"}, path.name


def test_heavy_modules_are_imported_only_when_used() -> None:
    """No import of them at the head of a module, but in the web page's own files and the compiler's."""
    for path in FILES:
        if "web" in path.relative_to(PACKAGE).parts or path.name in ("compile.py", "passing.py"):
            continue
        for node in ast.parse(path.read_text()).body:
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
            if isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
            assert not {name.split(".")[0] for name in names} & FREE, path.name
