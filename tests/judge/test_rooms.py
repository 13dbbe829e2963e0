"""All rooms tell the same: hints, reviews, the console, the notebook and Python ask one judge. Any rules get causes."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plyground import game, judgement, review
from plyground.arena.match import Match
from plyground.cli.console import Console
from plyground.judge.judge import NODES, Judge
from plyground.judge.review import review_game
from plyground.presentation.hint import advice_on
from plyground.presentation.move_values import worth_words

OWN = Path(__file__).parents[1] / "data" / "own_games"
TEMPLATES = Path(__file__).parents[2] / "src" / "plyground" / "templates"
GAMES = (
    "tictactoe",
    "connect_four",
    "othello:size=6",
    "english_draughts",
    "breakthrough",
    "nim",
    "kalah:pits=4,seeds=3",
)


def played(known: Any, plies: int, seed: int) -> Match:
    """Return a random game, unfinished if possible."""
    chance, match = random.Random(seed), Match(known)
    while match.ply < plies and not match.outcome:
        match = match.play(chance.choice(list(match.position.moves())))
    return match.undo(1) if match.outcome else match


def listen(heard: list[str], *spans: object) -> None:
    heard.append("".join(map(str, spans)))


@pytest.mark.proof
@pytest.mark.parametrize("name", GAMES)
def test_no_two_rooms_differ_on_a_position(name: str) -> None:
    for seed in range(3):
        match = played(game(name), 7, seed)
        found = judgement(match.game, match.position)
        judge = Judge(match.game, NODES)
        assert judge(match.position) == found
        reviewed = review(match.game, [*match.moves[: match.ply], found.best.move]).moves[-1]
        assert (reviewed.before, reviewed.mark) == (found.value, "")
        advised = advice_on(judge, match).best
        assert found.best.move in advised
        heard: list[str] = []
        console = Console(match, ("human", "human"), say=partial(listen, heard))
        console.take("why")
        for each in found.moves:
            word = match.game.notation.format_move(match.position, each.move)
            assert f"{word:>5}  {worth_words(each)}" in heard


@pytest.mark.proof
@pytest.mark.parametrize(
    "path",
    [*(TEMPLATES / f"{name}.py" for name in ("dice", "mark", "move", "take")), OWN / "countdown.py", OWN / "noughts_and_crosses.py"],
    ids=lambda path: path.stem,
)  # fmt: skip
def test_games_of_ones_own_get_causes(path: Path) -> None:
    known = game(str(path))
    for seed in range(2):
        found = review_game(Judge(known, 5_000), played(known, 12, seed))
        assert len(found.moves) == found.match.ply
        for each in found.mistakes:
            assert each.cause
            assert str(each.cause.sentence)
            assert str(each.cause.truth)
