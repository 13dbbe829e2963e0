"""The JavaScript: its types, its own tests, and the bundles of which notebooks and standalone files are made."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from paths import DATA, ROOT
from samples import some

from plyground.frontend.bundle import STATIC, bundle, modules
from plyground.stepping.comparison import Subject, screen
from plyground.trees import Tree
from plyground.web.components import static_files

SOURCES = sorted(STATIC.rglob("*.js"))
BUNDLES = ("standalone.js", *static_files.BUNDLES)
FILMS = {"alphabeta": ("alphabeta",), "iterative deepening": ("iterative-deepening",), "mtdf": ("mtdf",)}
sys.path.append(str(ROOT / "tools"))


def node() -> str:
    """Return the path of Node. Without it the test is skipped, but fails where tests must be complete."""
    found = shutil.which("node")
    if found:
        return found
    reason = "no Node: install nodejs 18 or newer to run the tests of the JavaScript"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def films() -> dict[str, object]:
    """Return the heads of a film that is cut and of films of several passes.

    The texts of the searches may change. So their listings are left out, and their line numbers are 0.
    """
    tree = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    heads: dict[str, Any] = {}
    for name, algorithms in FILMS.items():
        head = screen(Subject.tree(tree), algorithms)[0].film.head()
        steps = [[*step[:4], *([name, 0, values] for name, _line, values in step[4:])] for step in head["steps"]]
        heads[name] = head | {"listings": [], "steps": steps}
    return json.loads(json.dumps(heads))


def test_the_types_of_the_states_are_those_of_python() -> None:
    import javascript_types

    assert javascript_types.FILE.read_text(encoding="utf-8") == javascript_types.written(), (
        "run python tools/javascript_types.py"
    )


def test_the_films_for_node_are_those_that_python_makes() -> None:
    assert json.loads((DATA / "films.json").read_text(encoding="utf-8")) == films()


def test_the_pure_modules_pass_their_own_tests() -> None:
    done = subprocess.run(
        [node(), "--test", *map(str, sorted(Path(__file__).parent.glob("*.test.js")))],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_one_module_that_imports_nothing(name: str, tmp_path: Path) -> None:
    text = bundle(name)
    assert not re.search(r"^import\b|^export (?!default)", text, re.MULTILINE)
    assert len(re.findall(r"^export default", text, re.MULTILINE)) == (
        name not in ("standalone.js", "connected_page.js")
    )
    file = tmp_path / "bundle.mjs"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([node(), "--check", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr  # also where two modules declare one name


@pytest.mark.parametrize("name", BUNDLES)
def test_a_module_comes_after_those_that_it_imports(name: str) -> None:
    order = modules(name)
    assert order
    for place, part in enumerate(order):
        for imported in re.findall(
            r'^import .* from "(.*)";', (STATIC / part).read_text(encoding="utf-8"), re.MULTILINE
        ):
            other = ((STATIC / part).parent / imported).resolve().relative_to(STATIC.resolve()).as_posix()
            assert order.index(other) < place, f"{part} imports {other}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_imports_and_exports_have_the_forms_that_the_bundler_knows(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text
    for line in re.findall(r"^(?:import|export)\b.*(?:\n  .*)*", text, re.MULTILINE):
        assert re.match(
            r'import \{[^}]*\} from "\.[^"]+\.js";|import \{\n|export (async )?(const|let|class|function)\b|export default |export \{\};',
            line,
        ), line


@pytest.mark.parametrize("path", [*SOURCES, *sorted(STATIC.rglob("*.css"))], ids=lambda path: path.name)
def test_no_line_is_longer_than_120_characters(path: Path) -> None:
    for number, line in some(enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)):
        assert len(line) <= 120, f"{path}:{number}"


if __name__ == "__main__":
    text = json.dumps(films(), ensure_ascii=False, separators=(",", ":"))
    (DATA / "films.json").write_text(f"{text}\n", encoding="utf-8")
