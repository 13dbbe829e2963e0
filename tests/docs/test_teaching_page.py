"""The commands of the class in docs/teaching.md run, and are the same in its translations."""

from __future__ import annotations

import csv
import re
import shlex
import shutil
from pathlib import Path

import pytest
from game_submissions import BOT
from paths import DOCS
from program import run
from pypdf import PdfReader
from submissions import NESTED
from submissions import WRONG as WRONG_SEARCHES

PAGES = [(DOCS / f"teaching{code}.md").read_text(encoding="utf-8") for code in ("", "-pt", "-ro")]


def commands(page: str) -> list[list[str]]:
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [shlex.split(line) for line in "".join(blocks).splitlines()]


def test_the_three_languages_have_the_same_plan() -> None:
    plans = []
    for page in PAGES:
        minutes = re.findall(r"^\| (\d+–\d+) \|", page, re.MULTILINE)
        plans.append((minutes, [[word for word in line if not word[0].isupper()] for line in commands(page)]))
    assert plans[0] == plans[1] == plans[2]
    assert plans[0][0][-1].endswith("–90")


@pytest.mark.proof
def test_the_commands_of_the_class_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("submissions").mkdir()
    Path("submissions/ana.py").write_text(NESTED)
    Path("submissions/bia.py").write_text(WRONG_SEARCHES["swapped"])
    Path("submissions/caio.py").write_text(BOT)
    Path("rubric.toml").write_text("points = 10\n")
    Path("names.txt").write_text("Ana\nBia\nCaio\n")
    for program, *arguments in commands(PAGES[0]):
        assert program == "plyground"
        if arguments[0] != "web":
            done = run(*arguments)
            assert done.returncode in ((1,) if arguments[0] == "grade" else (0,)), (arguments, done.stdout, done.stderr)
        if arguments[:2] == ["task", "start"]:
            for name in ("ana", "bia"):
                shutil.copy("contest_bot.py", f"{name}.py")
    rows = {row["student"]: row for row in csv.DictReader(Path("results.csv").read_text().splitlines())}
    assert (rows["ana"]["credit"], rows["bia"]["mistake"]) == ("1.0", "swapped")
    rows = {row["student"]: row for row in csv.DictReader(Path("players.csv").read_text().splitlines())}
    assert (rows["caio"]["credit"], rows["ana"]["credit"]) == ("1.0", "0.0")
    reports = [path.read_text(encoding="utf-8") for path in Path("reports").glob("*.html")]
    assert {"ana", "bia"} <= {name for name in ("ana", "bia") if any(f"<title>{name}" in report for report in reports)}
    pages = [page.extract_text() for page in PdfReader("sheets.pdf").pages]
    sheets = [page for page in pages if "Name:" in page]  # the first page for each student
    assert ["Ana" in sheets[0], "Bia" in sheets[1], "Caio" in sheets[2]] == [True, True, True]
