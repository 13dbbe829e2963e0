"""The import rules of docs/architecture.md hold, and names tell files apart."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from types import FunctionType

import pytest
from paths import DOCS
from samples import some

import plyground
from plyground import _api

PACKAGE = Path(plyground.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")
ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")

OWNERS = {
    "llvmlite": ("native",),
    "numpy": ("adapters",),
    "ray": ("cluster",),
    "pyarrow": ("tournaments",),
    **dict.fromkeys(("starlette", "uvicorn"), ("web",)),
    "mcp": ("mcp_server",),
    "typer": ("cli",),
    "rich": ("cli",),
}
"""The packages that may import a library."""
SHARED_NAMES = {"__init__", "page", "jobs", "routes"}
"""Base names that several folders may use; a command may also share its name with what it shows."""
MAX_MODULES = 30
"""Modules in one folder."""


def layers(kind: str) -> list[set[str]]:
    """Return the layers that docs/architecture.md lists in its block of this kind."""
    (block,) = re.findall(rf"```{kind}\n(.*?)```", ARCHITECTURE, re.DOTALL)
    return [{name.strip() for name in line.split(",")} for line in block.splitlines()]


LAYERS = layers("layers")
WEB_LAYERS = layers("web-layers")


def module(path: Path) -> tuple[str, ...]:
    """Return the dotted name of a file below the package, as its parts."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


MODULES = {module(path) for path in FILES}


@cache
def import_statements(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports of a file, late imports and those for type checking included."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def imports(path: Path) -> set[tuple[str, ...]]:
    """Return the modules of the package that a file imports."""
    found = set()
    for node in import_statements(path):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "plyground":
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("plyground.")]
        for name in names:
            parts = tuple(name.split(".")[1:])
            if parts in MODULES:
                found.add(parts)
            elif parts[:-1] in MODULES:
                found.add(parts[:-1])
            elif path.parent.name != "templates":
                found.add(("_api",))
    return found


@cache
def package_imports() -> tuple[tuple[Path, tuple[str, ...]], ...]:
    """Return each file with each module of the package that it imports."""
    return tuple((path, imported) for path in FILES for imported in sorted(imports(path)))


def libraries(path: Path) -> set[str]:
    """Return the top-level names of everything a file imports."""
    found = set()
    for node in import_statements(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
    return found


def level(name: str, levels: list[set[str]]) -> int:
    return next(place for place, names in enumerate(levels) if name in names)


def test_every_module_has_a_layer() -> None:
    assert {module(path)[0] for path in FILES} == set().union(*LAYERS)


def test_imports_run_one_way() -> None:
    for path, imported in some(package_imports()):
        package = module(path)[0]
        if imported[0] not in (package, "_api"):
            assert level(imported[0], LAYERS) < level(package, LAYERS), f"{path} imports {'.'.join(imported)}"


def test_no_package_has_an_import_circle() -> None:
    own: dict[tuple[str, ...], set[tuple[str, ...]]] = {module(path): set() for path in FILES}
    for path, imported in some(package_imports()):
        if imported[0] == module(path)[0] and imported != module(path):
            own[module(path)].add(imported)
    TopologicalSorter(own).prepare()  # raises CycleError, which names the circle


def test_the_lowering_imports_as_the_page_of_the_compiler_says() -> None:
    """The page lists all its modules; each imports only modules before it."""
    (table,) = re.findall(
        r"modules of `lowering/`.*?\n\n", (DOCS / "compiler.md").read_text(encoding="utf-8"), re.DOTALL
    )
    told = [name for row in table.strip().splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    files = {path.stem: path for path in (PACKAGE / "native" / "lowering").rglob("*.py") if path.stem != "__init__"}
    assert sorted(told) == sorted(files)
    for place, name in enumerate(told):
        imported = {each[-1] for each in imports(files[name]) if each[:2] == ("native", "lowering")}
        assert imported <= {*told[:place], name}, name


def test_imports_of_the_page_run_one_way() -> None:
    for path, imported in some(package_imports()):
        name = module(path)
        if name[0] == imported[0] == "web" and len(name) > 1 and len(imported) > 1 and imported[1] != name[1]:
            assert level(imported[1], WEB_LAYERS) < level(name[1], WEB_LAYERS), f"{path}: {'.'.join(imported)}"


def test_no_room_imports_another_room() -> None:
    for path, imported in some(package_imports()):
        name = module(path)
        if name[:2] == imported[:2] == ("web", "pages") and len(imported) > 2 and len(name) > 2:
            assert name[2] == imported[2], f"{path} imports {'.'.join(imported)}"


def test_searches_know_neither_traces_nor_games() -> None:
    for path in FILES:
        if module(path)[0] == "searches":
            assert not {name[0] for name in imports(path)} & {"trace", "games", "solvers"}, path


@pytest.mark.parametrize("library", sorted(OWNERS))
def test_a_library_is_imported_by_its_owner_alone(library: str) -> None:
    for path in FILES:
        if module(path)[0] not in OWNERS[library]:
            assert library not in libraries(path), path


def test_heavy_libraries_are_imported_only_when_used() -> None:
    heavy = {"numpy", "llvmlite", "starlette", "rich", "babel"}
    files = [path for path in FILES if module(path)[0] not in ("web", "native")]
    for path, node in some((each, node) for each in files for node in import_statements(each)):
        if node.col_offset:  # in a function, or for type checking
            continue
        names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
        assert not {name.split(".")[0] for name in names} & heavy, path


def test_no_package_has_the_name_of_a_public_function() -> None:
    functions = {name for name in _api.__all__ if isinstance(getattr(plyground, name), FunctionType)}
    assert not functions & {path.stem for path in PACKAGE.iterdir() if path.name[0] != "_"}


def test_no_folder_holds_too_many_modules() -> None:
    for folder in some({path.parent for path in FILES}):
        assert len(list(folder.glob("*.py"))) <= MAX_MODULES + 1, folder


def test_no_two_modules_share_a_base_name() -> None:
    by_name = defaultdict(list)
    for path in FILES:
        if path.stem not in SHARED_NAMES and path.parent.name not in ("commands", "versions", "templates"):
            by_name[path.stem].append(path)
    assert {name: paths for name, paths in by_name.items() if len(paths) > 1} == {}
