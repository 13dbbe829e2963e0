"""The benchmarks: a race is fair, and what it says is what was measured."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks import __main__, programs, report
from benchmarks.race import Contender, Disagreement, Row, Run, Work, allowed, race

ROWS = [Row("a walk", "nodes", 1234, 0.002, "A & B", 0.5, 200), Row("another", "nodes", 9, 3.0, "C", 1.5, 0.75)]


def runs(*seconds: float, count: int = 7) -> Callable[[], Run]:
    """A contender's runs, one after the other and round again."""
    given = [Run(count, each) for each in seconds]

    def run() -> Run:
        given.append(given.pop(0))
        return given[-1]

    return run


def test_the_best_run_of_each_counts() -> None:
    work = Work("a walk", "nodes", Contender("plyground", runs(0.3, 0.2, 0.4)), [Contender("C", runs(0.2, 0.1), 0.4)])
    (row,) = race(work)
    assert (row.ours, row.theirs, row.count) == (0.2, 0.1, 7)
    assert row.ratio == 0.5
    assert row.reached


def test_contenders_that_count_differently_do_not_do_the_same() -> None:
    others = [Contender("C", runs(0.1, count=8))]
    with pytest.raises(Disagreement, match="C counts 8, plyground 7"):
        race(Work("a walk", "nodes", Contender("plyground", runs(0.1)), others))
    assert race(Work("a walk", "nodes", Contender("plyground", runs(0.1)), others, same_count=False))


def test_counts_of_random_games_may_differ_by_chance_alone() -> None:
    others = [Contender("C", runs(0.1, count=103))]
    assert race(Work("games", "moves", Contender("plyground", runs(0.1, count=100)), others, noise=0.03))
    with pytest.raises(Disagreement, match="C counts 103, plyground 100"):
        race(Work("games", "moves", Contender("plyground", runs(0.1, count=100)), others, noise=0.02))


def test_a_plot_is_a_picture_with_a_bar_for_each_row() -> None:
    svg = ET.fromstring(report.plot(ROWS))
    texts = ["".join(text.itertext()) for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert "a walk : A & B" in texts
    assert "250" in texts
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}path"))) == 1 + len(ROWS)  # the goals and the line at 1


def test_a_limit_of_our_own_is_no_rival() -> None:
    """It has no ratio, only the word whether it was kept."""
    ours = Contender("plyground", runs(0.2))
    (kept,) = race(Work("a walk", "nodes", ours, [allowed(7, 0.3, "35 a second")]))
    (broken,) = race(Work("a walk", "nodes", ours, [allowed(7, 0.1)]))
    assert kept.is_limit and kept.reached and not broken.reached
    assert report._cells(kept)[2:] == ("our limit: 35 a second", "300 ms", "", "kept ✓")
    assert report._cells(broken)[2:] == ("our limit", "100 ms", "", "not kept ✗")
    assert report._cells(ROWS[0])[4:] == ("250", "200 ✓")


def test_the_page_has_the_races_between_its_marks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    before, _begin, rest = report.DOCS.read_text(encoding="utf-8").partition(report.BEGIN)
    _table, _end, after = rest.partition(report.END)
    page.write_text(f"{before}{report.BEGIN}\nolder\n{report.END}{after}", encoding="utf-8")
    monkeypatch.setattr(report, "DOCS", page)
    (limit,) = race(Work("a limited walk", "nodes", Contender("plyground", runs(0.2)), [allowed(7, 0.3)]))
    report.write_docs([*ROWS, limit])
    text = page.read_text(encoding="utf-8")
    assert text.startswith(before) and text.endswith(after) and len(after) > 100
    assert [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| a")] == [
        "| a walk (1,234 nodes)",
        "| another (9 nodes)",
    ]
    assert "older" not in text


EDAX = """\
 # | depth|score|       time   |  nodes (N)  |   N/s    | principal variation
---+------+-----+--------------+-------------+----------+---------------------
  1|   14   +18        0:00.002         53952   26976000 g8 H7 a8 A6 a4 A7 b6
 10|   24@73  -08        0:00.015         68960    4597333 A4 b7 A7 a8 B8 g8 H1
---+------+-----+--------------+-------------+----------+---------------------
problems.obf: 1091281 nodes in  0:00.132 (cpu =  1:02.041) ( 8267280 nodes/s).
"""


def test_a_solver_is_built_from_the_sources_of_the_reader_or_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EDAX_SOURCES", str(tmp_path / "nowhere"))
    assert programs.edax(["a problem"], [18], 1.0, 16) == []
    monkeypatch.setattr(programs, "BUILT", tmp_path)
    monkeypatch.setattr(programs, "_built", lambda *_parts: tmp_path / "edax")
    monkeypatch.setattr(programs, "told", lambda *_parts, **_options: programs.Told(EDAX, 0.0))
    (solver,) = programs.edax(["a problem", "another"], [18, -6], 1.0, 16)
    assert "without its weights" in solver.name
    assert solver.run() == Run(1, 62.041)


def test_every_kind_of_work_is_there() -> None:
    for name in __main__.MODULES:
        assert callable(import_module(f"benchmarks.{name}").works)
