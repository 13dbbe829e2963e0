"""Compiled rules and evaluations mean the same as their texts on thousands of positions."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from plyground import GAMES, game
from plyground.conformance.random_walks import hash_or_text
from plyground.conformance.twin_check import disagreements, questions
from plyground.core.random_game import random_game
from plyground.games.loading import game as game_named
from plyground.templates import TEMPLATES, written

POSITIONS = 10_000
PLIES = 400
STALE_GAMES = 300
"""Random games without a new position after which all positions of a small game count as found."""


def positions(start: Any, count: int) -> list[Any]:
    """Return different positions of random games, always the same ones: so many, or nearly all of a small game."""
    chance, identity = random.Random(1), hash_or_text(start)
    found: dict[Any, Any] = {}
    stale = 0
    while len(found) < count and stale < STALE_GAMES:
        before = len(found)
        found |= {identity(position): position for position in random_game(start, chance, PLIES)}
        stale = stale + 1 if len(found) == before else 0
    return list(found.values())[:count]


def compare(subject: Any, count: int) -> None:
    sample = [(position, ()) for position in positions(subject.start, count)]
    for question in questions(subject.start, subject):
        assert [*disagreements(question, sample)] == [], question.text.__name__


@pytest.mark.nightly
@pytest.mark.parametrize("name", [entry.name for entry in GAMES])
def test_compiled_rules_mean_the_same_on_ten_thousand_positions(name: str) -> None:
    compare(game(name), POSITIONS)


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_compiled_templates_mean_the_same_on_ten_thousand_positions(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"my_{name}.py"
    file.write_text(written(name, file.stem, file.name), encoding="utf-8")
    compare(game_named(str(file)), POSITIONS)
