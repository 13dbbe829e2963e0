"""The learned evaluations that come with plyground."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from samples import sample

from plyground import game, search, setting
from plyground.learning.bundled_weights import FOLDER, learned, path_of
from plyground.learning.weights_file import read_weights

FILES = sorted(FOLDER.glob("*.weights"))
MAX_BYTES = 1_500_000
"""Most bytes of all files together."""


@pytest.mark.parametrize("path", sample(FILES, every=9), ids=lambda path: path.stem)
def test_the_weights_fit_the_rules_and_know_their_making(path: Path) -> None:
    """``evaluation`` compares the rules' answers, and those of an evaluation below, with the digests in the file."""
    weights = read_weights(path)
    played = game(weights.game)
    assert path_of(played.name) == path
    evaluation = learned(played)
    assert evaluation is not None
    assert all(run["games"] > 0 and "seed" in run for run in weights.training)
    chance = random.Random(1)
    position = played.start
    for _ply in range(6):
        assert abs(evaluation.value(position)) < evaluation.win
        position = position.play(chance.choice(list(position.moves())))
    nodes = {
        search(position, "pvs", setting=setting(depth=2, evaluation=evaluation), native=native).nodes
        for native in (False, True)
    }
    assert len(nodes) == 1


def test_all_files_together_are_small() -> None:
    assert FILES
    assert sum(path.stat().st_size for path in FILES) <= MAX_BYTES


def test_a_game_without_a_file_has_no_learned_evaluation() -> None:
    assert learned(game("tictactoe")) is None


def test_a_position_that_was_set_up_has_it_and_other_rules_of_the_same_name_have_not() -> None:
    played = game("kalah")
    assert learned(replace(played, start=played.start.play(2))) == learned(played)
    assert learned(replace(game("tictactoe"), name="kalah")) is None


def test_the_package_offers_them() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    offered = project["entry-points"]["plyground.evaluations"]
    assert [EntryPoint(name, text, "plyground.evaluations").load() for name, text in offered.items()] == [learned]
