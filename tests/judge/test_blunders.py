"""The judge marks the mistakes of two sets with truth from other programs, and names their causes.

``blunders.json`` was known when the judge was written. ``mixed.json`` was made before anything was tuned, and nothing
was tuned to it: it has mistakes of all three classes.
"""

from __future__ import annotations

from functools import cache

import pytest
from blunder_set import Answer, answers


@cache
def judged(file: str, nodes: int) -> tuple[Answer, ...]:
    return tuple(answers(file, nodes))


def told(found: list[Answer]) -> str:
    return "\n".join(map(str, found))


@pytest.mark.nightly
@pytest.mark.parametrize("nodes", [50_000, 200_000])
def test_known_blunders_are_marked_and_their_causes_named(nodes: int) -> None:
    found = judged("blunders.json", nodes)
    blunders = [each for each in found if each.item["mark"]]
    assert (len(blunders), len(found)) == (52, 74)
    assert told([each for each in found if each.mark and not each.item["mark"]]) == ""
    assert told([each for each in blunders if not each.mark]) == ""
    wrong = [each for each in blunders if not each.has_right_cause]
    assert len(wrong) <= 3, told(wrong)
    assert sum(each.mark == each.item["mark"] for each in blunders) >= 47


@pytest.mark.nightly
@pytest.mark.parametrize("nodes", [50_000, 200_000])
def test_mistakes_of_all_classes_are_marked(nodes: int) -> None:
    found = judged("mixed.json", nodes)
    by_class = {mark: [each for each in found if each.item["mark"] == mark] for mark in ("??", "?", "?!", "")}
    marked = {mark: sum(bool(each.mark) for each in group) for mark, group in by_class.items()}
    assert {mark: len(group) for mark, group in by_class.items()} == {"??": 63, "?": 13, "?!": 11, "": 30}
    assert marked["??"] == 63
    assert marked["?"] >= 9
    assert marked["?!"] >= 3
    assert marked[""] <= 2
    blunders = by_class["??"]
    wrong = [each for each in blunders if not each.has_right_cause]
    assert len(wrong) <= 2, told(wrong)
