"""The ledger of proofs: which are due, what counts as run, and what is kept."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import browser as browser_module
import proofs
import pytest

CONFTEST = 'pytest_plugins = ["proofs"]\n'
TEST = """\
import pytest
from plyground.rules import won

@pytest.mark.long
@pytest.mark.parametrize("number", [1, 2])
def test_won(number):
    {body}

def test_quick():
    raise AssertionError
"""
RULES = '"""The rules."""\n\ndef won(number):\n    """Say who won."""\n    return number > 0  # strictly\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project that keeps a ledger."""
    files = {
        "pytest.ini": "[pytest]\npythonpath = tests/support src\nmarkers = long\ntestpaths = tests\n",
        "tests/conftest.py": CONFTEST,
        "tests/test_rules.py": TEST.format(body="assert won(number)"),
        "tests/support/proofs.py": Path(proofs.__file__).read_text(),
        "src/plyground/__init__.py": "",
        "src/plyground/rules.py": RULES,
        "src/plyground/page.py": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def prove(project: Path, *options: str, which: str = "due") -> tuple[int, str]:
    """Run pytest there. Return its exit code and its last line but one and last."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--proofs", which, *options]
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}  # it needs no plugins, which start slowly
    environment = os.environ | alone
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout


def ledger(project: Path) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads((project / "tests" / "proofs.json").read_text())
    return found


def test_a_proof_runs_until_it_is_in_the_ledger(project: Path) -> None:
    code, told = prove(project)
    assert (code, "2 passed" in told) == (0, True), told
    assert list(ledger(project)) == ["tests/test_rules.py::test_won[1]", "tests/test_rules.py::test_won[2]"]
    assert set(ledger(project)["tests/test_rules.py::test_won[1]"]) == {"subjects", "seconds", "commit"}
    code, told = prove(project)
    assert (code, "passed" in told.splitlines()[-1]) == (0, False), told
    assert "2 passed" in prove(project, which="all")[1]
    assert "1 passed" in prove(project, "--shard", "2/2", which="all")[1]


def test_a_changed_subject_makes_a_proof_due_and_another_wording_does_not(project: Path) -> None:
    prove(project)
    rules = project / "src" / "plyground" / "rules.py"
    rules.write_text(RULES.replace("Say who won", "Return the winner").replace("strictly", "more than none"))
    (project / "src" / "plyground" / "page.py").write_text("OTHER = 1")
    assert "passed" not in prove(project)[1].splitlines()[-1]
    rules.write_text(RULES.replace("> 0", "> 1"))
    code, told = prove(project)
    assert (code, "1 failed, 1 passed" in told) == (1, True), told


def test_a_proof_that_is_skipped_fails(project: Path) -> None:
    (project / "tests" / "test_rules.py").write_text(TEST.format(body='pytest.importorskip("no_such_library")'))
    code, told = prove(project)
    assert (code, "2 failed" in told) == (1, True), told
    assert "This proof did not run" in told
    assert not (project / "tests" / "proofs.json").exists()


def test_sentences_for_people_and_comments_are_no_part_of_a_fingerprint() -> None:
    def reading(source: str) -> str:
        return proofs.normalised(ast.parse(source))

    assert reading('x = _("won by {side}", side=1)  # so') == reading('x = _("{side} won", side=1)')
    assert reading('x = _("won", side=1)') != reading('x = _("won", side=2)')
    assert reading('X = 1\n"""Plies."""') == reading("X = 1")
    assert reading("def f(x): return x") != reading("def f(x): return -x")


def test_subjects_follow_imports_to_where_a_name_is_defined() -> None:
    found = {str(path.relative_to(proofs.ROOT)) for path in proofs.subjects("tests/trees/test_tree_proofs.py::test")}
    assert {"src/plyground/searches/algorithms/alphabeta.py", "tests/support/random_trees.py"} <= found
    assert not any(name.startswith(("src/plyground/web", "src/plyground/games")) for name in found)
    solved = {str(path.relative_to(proofs.ROOT)) for path in proofs.subjects("tests/games/test_domineering.py::test")}
    assert {"src/plyground/games/domineering.py", "tests/data/domineering.json"} <= solved
    assert "src/plyground/games/kalah.py" not in solved


def test_a_proof_that_uses_the_catalogue_depends_on_all_bots() -> None:
    folder = proofs.ROOT / "src" / "plyground" / "bots"
    assert {*folder.glob("*.py")} <= {*proofs.reached(folder / "catalogue.py", frozenset())}


def test_a_proof_depends_on_the_games_that_it_names_or_on_all() -> None:
    folder = proofs.ROOT / "src" / "plyground" / "games"
    for name, file in proofs.built_in_games().items():
        assert file in proofs.reached(proofs.GAMES_REGISTRY, proofs.named_games(frozenset({name}))), name
    named = proofs.reached(proofs.GAMES_REGISTRY, proofs.named_games(frozenset({"go:size=5"})))
    assert {folder / "go" / "go_game.py", folder / "go" / "go_rules.py", folder / "set_up.py"} <= set(named)
    assert not {folder / "kalah.py", folder / "hexes.py"} & set(named)
    every = set(proofs.reached(proofs.GAMES_REGISTRY, frozenset()))
    assert {*proofs.built_in_games().values(), folder / "chess" / "chess_rules.py"} <= every


@pytest.mark.long
def test_a_proof_that_starts_the_program_depends_on_the_command_line() -> None:
    found = {path.relative_to(proofs.ROOT).parts[:3] for path in proofs.subjects("tests/cli/test_explore.py::test")}
    assert ("src", "plyground", "cli") in found


@pytest.mark.long
def test_a_proof_of_the_page_depends_on_its_scripts_templates_and_translations() -> None:
    found = {str(path.relative_to(proofs.ROOT)) for path in proofs.subjects("tests/web/test_web_every_room.py::test")}
    assert {
        "src/plyground/web/pages/game/commands.py",
        "src/plyground/web/templates/base.html",
        "src/plyground/frontend/static/board/grid.js",
        "src/plyground/locale/ro/LC_MESSAGES/plyground.po",
        "src/plyground/teaching/lessons/texts/en/alpha-beta.md",
    } <= found
    assert not any(name.endswith((".mo", ".pyc")) for name in found)


def test_a_proof_depends_on_what_the_fixtures_that_it_asks_for_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conftest, test = tmp_path / "conftest.py", tmp_path / "test_page.py"
    conftest.write_text(
        "import pytest\nfrom browser import Server\n"
        "@pytest.fixture\ndef server():\n    return Server()\n"
        "@pytest.fixture\ndef visit(server):\n    return server\n"
        "@pytest.fixture\ndef alone():\n    return 1\n"
    )
    monkeypatch.setattr(proofs, "CONFTEST", conftest)
    proofs.files_of_fixtures.cache_clear()
    browser = Path(browser_module.__file__)
    for text, depends in (("visit", True), ("alone", False), ("visit):\n    pass\ndef visit(", False)):
        test.write_text(f"def test_it({text}):\n    pass\n")
        proofs.read.cache_clear()
        proofs.uses.cache_clear()
        assert (browser in proofs.uses(test)) == depends, text
    proofs.files_of_fixtures.cache_clear()


def test_a_changed_file_of_a_folder_makes_a_proof_due(project: Path) -> None:
    style = project / "src" / "plyground" / "static" / "page.css"
    style.parent.mkdir()
    style.write_text("a {}")
    test = project / "tests" / "test_rules.py"
    test.write_text('SUBJECTS = ("src/plyground/static/",)\n' + test.read_text())
    prove(project)
    assert "passed" not in prove(project)[1].splitlines()[-1]
    style.write_text("b {}")
    assert "2 passed" in prove(project)[1]


def test_the_ledger_is_written_a_line_for_each_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "LEDGER", tmp_path / "proofs.json")
    entries = {
        "b[é]": {"subjects": "x", "seconds": 1.5, "commit": ""},
        "a": {"subjects": "y", "seconds": 2.0, "commit": "1"},
    }
    proofs.write_ledger(entries)
    assert proofs.read_ledger() == entries
    assert len((tmp_path / "proofs.json").read_text().splitlines()) == 4
