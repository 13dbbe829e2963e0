"""All rooms tell the same: hints, reviews, the console, the notebook and Python ask one judge. Any rules get causes."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from program import answer
from samples import sample

from plyground import game, judgement
from plyground.arena.match import Match
from plyground.cli.console import Console
from plyground.games import GAMES
from plyground.judge.judge import Judge
from plyground.judge.review import review_game
from plyground.notebook.notebook_session import NotebookSession
from plyground.presentation.coach_card import position_card, standing
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.game_view import Findings, Score, game_view
from plyground.presentation.hint import told
from plyground.presentation.json_moves import plain_move
from plyground.presentation.move_values import worth_words
from plyground.searches import new_tally
from plyground.web.pages.game import jobs

OWN = Path(__file__).parents[1] / "data" / "own_games"
TEMPLATES = Path(__file__).parents[2] / "src" / "plyground" / "templates"


def played(known: Any, plies: int, seed: int) -> Match:
    """Return a random game, unfinished if possible."""
    chance, match = random.Random(seed), Match(known)
    while match.ply < plies and not match.outcome:
        match = match.play(chance.choice(list(match.position.moves())))
    return match.undo(1) if match.outcome else match


def listen(heard: list[str], *spans: object) -> None:
    heard.append("".join(map(str, spans)))


SEEN = [each.name for each in GAMES if game(each.name).facts.observable]
"""The games that the judge can judge."""
PLIES = (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 24)
"""Random moves before each of a game's positions."""
CASES = [(name, seed, plies) for name in SEEN for seed, plies in enumerate(PLIES)]


@pytest.mark.parametrize(("name", "seed", "plies"), sample(CASES, every=100))
def test_no_two_rooms_differ_on_a_position(name: str, seed: int, plies: int) -> None:
    match = played(game(name), plies, seed).rolled()
    found = judgement(match.game, match.position)  # Python
    assert sorted(each.move for each in found.moves) == sorted(match.position.moves())
    moves, tally = match.moves[: match.ply], new_tally()
    findings = Findings(judgement=jobs.judgement(tally, name, moves), explanation=jobs.explanation(tally, name, moves))
    advice = jobs.advice(tally, name, moves)
    for shown in (findings.judgement, findings.explanation and findings.explanation.judgement):  # All values, Why?
        assert shown == found
    assert found.best.move in advice.best  # Hint
    reviewed = jobs.reviewed_move(tally, name, (*moves, found.best.move))  # Review
    assert (reviewed.before, reviewed.mark) == (found.value, "")
    seats = tuple(Seat.parse("human", match.game) for _side in match.game.sides)
    view = game_view(GameSession(seats, match), match, can={}, playable=True, status="", detail="", trouble=None, findings=findings, shows_values=True, shows_bar=True)  # fmt: skip
    assert view.worths is not None
    assert {move: label.words for move, label in view.worths.items()} == {each.move: worth_words(each) for each in found.moves}  # fmt: skip
    if len(match.game.sides) == 2:  # bar
        assert view.bar == Score(found.value if match.side == 0 else -found.value + 0.0, found.proven)
    assert findings.explanation
    assert str(position_card(match, findings.explanation).truth) == str(standing(match, found))
    heard: list[str] = []
    Console(match, ("human",) * len(seats), say=partial(listen, heard)).take("why")
    for each in found.moves:
        word = match.game.notation.format_move(match.position, each.move)
        assert f"{word:>5}  {worth_words(each)}" in heard
    said = [plain_move(match.game, match.position, each.move) for each in found.moves]
    explored = answer("explore", name, f"--moves={match.format()}")  # the command, and the tool for models
    assert (explored["value"], explored["proven"], explored["source"]) == (found.value, found.proven, found.source)
    assert [(each["move"], each["value"]) for each in explored["moves"]] == [
        (word, each.value) for word, each in zip(said, found.moves, strict=True)
    ]
    assert set(answer("hint", name, f"--moves={match.format()}", "--tell=move")["best"]) == {
        plain_move(match.game, match.position, move) for move in advice.best
    }
    after = match.play(found.best.move)
    if after.ply == match.ply + 1:  # no move of chance came after it
        last = answer("review", name, f"--moves={after.format()}", "--last=1")["plies"][-1]
        assert (last["move"], last["before"], last["mark"]) == (said[0], round(found.value), "")
    session = NotebookSession(match.game, "human", 0, match=match)
    session.hint()
    session.wait()
    assert session.state()["controls"]["hint"] == str(told(match.game, match.position, advice, 1))


GAMES_OF_ONES_OWN = (
    "amazons", "coins", "countdown", "focus", "jumps", "noughts_and_crosses", "onitama", "quoridor", "tak", "yavalath",
)  # fmt: skip


@pytest.mark.proof
@pytest.mark.parametrize(
    "path",
    [*(TEMPLATES / f"{name}.py" for name in ("dice", "mark", "move", "take")), *(OWN / f"{name}.py" for name in GAMES_OF_ONES_OWN)],
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
