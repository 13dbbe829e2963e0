"""Proofs: which case a change waits for, which part of all runs, and what counts as run."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import proofs
import pytest

TEST = """\
import pytest

@pytest.mark.proof
@pytest.mark.parametrize("number", range(9))
def test_large(number):
    {body}

@pytest.mark.nightly
def test_long(dice):
    print(f"drawn: {{dice.random()}}")

def test_quick():
    raise AssertionError
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with nine cases of a proof, a nightly test and a quick one that fails."""
    files = {
        "pytest.ini": "[pytest]\npythonpath = support\nmarkers =\n    proof\n    nightly\n",
        "conftest.py": 'pytest_plugins = ["proofs"]\n',
        "test_numbers.py": TEST.format(body="assert number >= 0"),
        "support/proofs.py": Path(proofs.__file__).read_text(),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def prove(project: Path, *options: str) -> tuple[set[str], str]:
    """Run pytest there with ``--proofs``. Return the tests that passed and all that it printed."""
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--proofs", *options]
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}  # plugins start slowly, and none is needed
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, env=os.environ | alone)
    return set(re.findall(r"::(\S+) PASSED", done.stdout)), done.stdout


def test_a_change_waits_for_one_case_drawn_by_the_seed(project: Path) -> None:
    drawn = [prove(project, "change", "--proof-seed", str(seed)) for seed in (1, 1, 2)]
    assert [len(passed) for passed, _told in drawn] == [1] * 3
    assert all(name.startswith("test_large[") for passed, _told in drawn for name in passed)
    assert drawn[0][0] == drawn[1][0]
    assert len(set.union(*(passed for passed, _told in drawn))) > 1
    assert "drawn by the seed 2" in drawn[2][1]


def test_the_week_is_the_seed(project: Path) -> None:
    _passed, told = prove(project, "change")
    assert re.search(r"drawn by the seed \d{4}-W\d\d\n", told)


def test_the_parts_together_run_each_proof_once(project: Path) -> None:
    parts = [prove(project, "all", "--part", f"{number}/3")[0] for number in (1, 2, 3)]
    assert sum(map(len, parts)) == 10
    assert set.union(*parts) == {"test_long", *(f"test_large[{number}]" for number in range(9))}


def test_a_run_of_all_draws_anew_unless_it_gets_a_seed(project: Path) -> None:
    runs = [prove(project, "all", "-s", *seed)[1] for seed in ((), (), ("--proof-seed", "5"))]
    drawn = [re.findall(r"drawn(?: by the seed|:) (\S+)$", told, re.MULTILINE) for told in runs]
    assert [float(number) for _seed, number in drawn] == [
        random.Random(f"{seed} test_numbers.py::test_long").random() for seed, _number in drawn
    ]
    assert drawn[0] != drawn[1]
    assert drawn[2][0] == "5"


def test_a_proof_that_is_skipped_fails(project: Path) -> None:
    (project / "test_numbers.py").write_text(TEST.format(body='pytest.importorskip("no_such_library")'))
    passed, told = prove(project, "change")
    assert passed == set()
    assert "1 failed" in told
    assert "This proof did not run" in told
