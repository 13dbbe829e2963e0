"""``plyground tree`` draws, tells and writes what it is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from program import run

from plyground import FileError, SearchError, SpecError
from plyground.cli.exports import ExportRequest
from plyground.trace.record import record
from plyground.trace.run import Run
from plyground.trace.run_file import load
from plyground.trees import Tree

BOOK = "[[3,12,8],[2,4,6],[14,5,2]]"


def book() -> Run:
    tree = Tree.parse(BOOK)
    return record(tree.start, of=tree)


def test_everything_at_once_goes_to_files(tmp_path: Path) -> None:
    files: dict[str, Any] = {
        name: str(tmp_path / f"book.{name}") for name in ("svg", "png", "tikz", "html", "save_run")
    }
    assert not ExportRequest(**files, step=18, theme="dark", shapes="squares", merge="transpositions").give(book())
    assert ElementTree.parse(files["svg"]).getroot().tag.endswith("svg")
    assert Path(files["png"]).read_bytes().startswith(b"\x89PNG")
    assert "tikzpicture" in Path(files["tikz"]).read_text()
    assert "renderSteps" in Path(files["html"]).read_text(encoding="utf-8")
    assert load(files["save_run"]).steps == book().steps


def test_the_drawing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert ExportRequest(steps=True).give(book())
    lines = capsys.readouterr().out.splitlines()
    assert (len(lines), lines[17][:4]) == (33, "18. ")
    assert ExportRequest(steps_table="csv").give(book())
    assert capsys.readouterr().out.splitlines()[18] == "18,C,MIN,3,2,≤ 2,cut"
    assert ExportRequest(text=True, step=1).give(book())
    assert "The search begins with MAX at A" in capsys.readouterr().out
    assert not ExportRequest().give(book())


def test_the_program_prints_a_picture_and_nothing_else() -> None:
    done = run("tree", "--game", "tictactoe", "--position", "xxo.o.x..", "--depth", "9", "--svg", "-")
    assert (done.returncode, done.stderr) == (0, "")
    words = [element.text for element in ElementTree.fromstring(done.stdout).iter("{http://www.w3.org/2000/svg}text")]
    assert {"MAX (O)", "MIN (X)", "≥ +10"} <= set(words)  # boards: a player of the game moves; a win counts 10


def test_a_page_steps_through_the_search_with_both_cut_rules(tmp_path: Path) -> None:
    file = tmp_path / "tree.html"
    assert not run("tree", BOOK, "--right-to-left", "--step", "9", "--html", str(file)).stderr
    state = json.loads(file.read_text(encoding="utf-8").partition('id="state">')[2].partition("</script>")[0])
    (shown,) = json.loads(state["scenes"])
    assert [head["rule"] for head in shown["films"]] == ["α ≥ β", "α > β"]
    assert [head["listings"][0][0] for head in shown["films"]] == ["alphabeta", "alphabeta_conventions"]
    assert shown["films"][0]["spots"][shown["films"][0]["steps"][1][0]][3] == "D"  # the last child first
    assert state["step"] == 8


def test_impossible_drawings_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"--theme takes one of: color, print, dark; not “pink”"):
        ExportRequest(theme="pink").check(printing=False)
    with pytest.raises(SpecError, match="Only one thing can be printed"):
        ExportRequest(svg="-", steps=True).check(printing=False)
    with pytest.raises(SpecError, match="Only one thing can be printed"):
        ExportRequest(text=True).check(printing=True)
    with pytest.raises(SearchError, match="numbered from 1 to 33"):
        ExportRequest(text=True, step=34).give(book())
    with pytest.raises(FileError, match="book"):
        ExportRequest(svg=str(tmp_path / "no" / "book.svg")).give(book())
    done = run("tree", BOOK, "--steps-table", "pdf")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--steps-table takes one of: md, csv, latex; not “pdf”.\n"
