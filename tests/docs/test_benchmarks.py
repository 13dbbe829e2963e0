"""The benchmarks: a race is fair, and what it says is what was measured."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib import import_module

import pytest

from benchmarks import __main__, report
from benchmarks.race import Contender, Disagreement, Row, Run, Work, race

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


def test_every_kind_of_work_is_there() -> None:
    for name in __main__.MODULES:
        assert callable(import_module(f"benchmarks.{name}").works)
