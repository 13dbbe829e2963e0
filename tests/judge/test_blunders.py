"""The judge marks the blunders of the sets and names their causes; faultless moves have no mark."""

from __future__ import annotations

from functools import cache

import pytest
from blunder_set import Answer, answers


@cache
def judged(file: str, nodes: int) -> tuple[Answer, ...]:
    return tuple(answers(file, nodes))


@pytest.mark.nightly
@pytest.mark.parametrize("nodes", [50_000, 200_000])
def test_blunders_are_marked_and_their_causes_named(nodes: int) -> None:
    found = judged("blunders.json", nodes)
    blunders = [each for each in found if each.item["mark"]]
    alarms = [each for each in found if each.mark and not each.item["mark"]]
    missed = [each for each in blunders if not each.mark]
    wrong = [each for each in blunders if not each.has_right_cause]
    assert (len(blunders), len(found)) == (52, 74)
    assert "\n".join(map(str, [*alarms, *missed])) == ""
    assert len(wrong) <= 2, "\n".join(map(str, wrong))
