"""The thinkers of a site choose the moves that the processes of a server choose, in random positions."""

from __future__ import annotations

import base64
import json
import pickle
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from paths import ROOT
from site_folder import COMPILED, exported_site

from plyground.bots import Choice
from plyground.games import game
from plyground.searches.tally import new_tally
from plyground.web.pages.game import jobs
from plyground.web.workers.running_job import run_job

SCRIPT = ROOT / "tests" / "support" / "site_in_node.mjs"
BOTS = {
    "tictactoe": ("minimax", "depth-limited:depth=4", "uct:playouts=300,seed=1"),
    "connect_four": (
        "depth-limited:depth=8",
        "engine:depth=8",
        "uct:playouts=300,seed=1",
        "engine:depth=6,evaluation=learned",
    ),
    "chess": ("depth-limited:depth=3", "engine:depth=4"),
    "othello": ("depth-limited:depth=2", "greedy"),  # the site of the tests has no twins of it
}
POSITIONS = 50
"""Positions of each game."""
MAX_PLIES = 40
TIMEOUT_S = 3000


def _moves(name: str, chance: random.Random) -> tuple[Any, ...]:
    """Return the moves of a random game up to a random position, which is not over."""
    position, moves = game(name).start, list[Any]()
    for _ply in range(chance.randrange(6 if name == "tictactoe" else MAX_PLIES)):
        move = chance.choice(list(position.moves()))
        following = position.play(move)
        if following.is_over():
            break
        position = following
        moves.append(move)
    return tuple(moves)


def _facts(choice: Choice) -> tuple[Any, ...]:
    return choice.move, choice.value, choice.result and choice.result.nodes, str(choice.reason)


@pytest.mark.nightly
def test_random_positions_get_the_same_moves(tmp_path: Path) -> None:
    chance = random.Random("both hosts")
    asked = [
        (name, _moves(name, chance), BOTS[name][number % len(BOTS[name])])
        for name in BOTS
        for number in range(POSITIONS)
    ]
    letters = [base64.b64encode(pickle.dumps(((), jobs.choose, each, {}))).decode() for each in asked]
    (tmp_path / "jobs.json").write_text(json.dumps(letters))
    command = ["node", "--stack-size=8000", SCRIPT, exported_site(), tmp_path / "jobs.json", tmp_path / "answers.json"]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=TIMEOUT_S)
    assert done.returncode == 0, done.stderr[-2000:]
    answers = [pickle.loads(base64.b64decode(each)) for each in json.loads((tmp_path / "answers.json").read_text())]
    assert len(answers) == len(asked) == 200
    native = dict.fromkeys(BOTS, 0)
    for each, (choice, error) in zip(asked, answers, strict=True):
        assert error is None, each
        here = run_job(new_tally(), lambda _news: None, jobs.choose, each, {})
        assert _facts(choice) == _facts(here), each
        native[each[0]] += bool(choice.result and choice.result.native)
    assert native["othello"] == 0
    assert min(native[name] for name in COMPILED) >= 10, native
