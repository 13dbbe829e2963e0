"""A student's bot that must choose as a bot does is compared with it, and its mistakes are named."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from program import run
from samples import sample

from plyground.errors import PlygroundError
from plyground.games import game
from plyground.teaching.grading.game_grader import grade_game
from plyground.teaching.grading.game_submission import GameSettings
from plyground.teaching.grading.rubric import MISTAKES
from plyground.teaching.grading.same_choice import FAULTS
from plyground.teaching.grading.submission_report import Report
from plyground.teaching.tasks.ready_tasks import solution

EXPERT = solution("bot-expert")
ORDER = "(4, 0, 8, 6, 2, 1, 3, 5, 7)"
BOTH = "(player, opponent):\n        cell"
DICTIONARY = solution("bot-dictionary")
NEXT_BOARD = solution("dame-next-board")
RULES = {
    "rule-order": EXPERT.replace(BOTH, "(opponent, player):\n        cell"),
    "rule-missing": EXPERT.replace(BOTH, "(player,):\n        cell"),
    "corner-order": EXPERT.replace(ORDER, "(4, 0, 2, 6, 8, 1, 3, 5, 7)"),
    "last-move": "def decide(cells):\n    return max(cell for cell in range(9) if cells[cell] == '.')\n",
}
"""The expert with a mistake, by the name of the mistake."""
FASTER = "-reply - (reply < 0) + (reply > 0)"
SEARCHES = {
    "no-distance": DICTIONARY.replace(FASTER, "-reply"),
    "other-tie": DICTIONARY.replace("value > best", "value >= best"),
}
"""Minimax with a mistake; it has a table, which makes it quick."""
START = "tictactoe:position=x...o...."


@cache
def graded(bot: str, text: str, about: str = "tictactoe") -> Report:
    return grade_game(Path("ana.py"), text, GameSettings("bot", game(about), 40, seconds=30, same_bot=bot))


@pytest.mark.parametrize("name", sample(RULES, every=4, first=1))
def test_each_mistake_in_the_rules_of_an_expert_is_named(name: str) -> None:
    report = graded("expert", RULES[name])
    assert (report.mistake, report.is_right) == (name, False)
    assert report.example


@pytest.mark.parametrize(
    ("place", "text"), sample([(ORDER, "(0, 8, 6, 2, 1, 3, 5, 7, 4)"), (ORDER, "(4, 0, 1, 2, 3, 5, 6, 7, 8)")], every=2)
)
def test_a_missing_centre_and_missing_corners_are_a_missing_rule(place: str, text: str) -> None:
    assert graded("expert", EXPERT.replace(place, text)).mistake == "rule-missing"


@pytest.mark.parametrize("name", sample(SEARCHES, every=2, first=1))
def test_each_mistake_in_a_search_is_named(name: str) -> None:
    assert SEARCHES[name] != DICTIONARY
    assert graded("minimax:scores=level", DICTIONARY, START).is_right
    report = graded("minimax:scores=level", SEARCHES[name], START)
    assert (report.mistake, report.is_right) == (name, False)


@pytest.mark.proof
def test_a_one_ply_bot_may_break_ties_at_random() -> None:
    bot = "greedy:evaluation=advance,ties=random"
    assert graded(bot, NEXT_BOARD, "dame").is_right
    always_first = NEXT_BOARD.replace("return choice(", "return next(iter(").replace("max(values)])", "max(values)]))")
    assert graded(bot, always_first, "dame").is_right


@pytest.mark.proof
def test_the_worst_move_and_another_evaluation_are_named() -> None:
    bot = "greedy:evaluation=advance,ties=random"
    assert graded(bot, NEXT_BOARD.replace("max(values)", "min(values)"), "dame").mistake == "worst-choice"
    assert graded(bot.replace("advance", "blockade"), NEXT_BOARD, "dame").mistake == "other-evaluation"


@pytest.mark.proof
def test_the_bot_and_its_reason_are_told(tmp_path: Path) -> None:
    path = tmp_path / "ana.py"
    path.write_text(RULES["rule-missing"])
    done = run("grade", str(path), "--task", "bot", "--same-bot", "expert")
    assert done.returncode == 1
    assert "The bot's reason: Rule 2, block: " in done.stdout
    told = json.loads(run("grade", str(path), "--task", "bot", "--same-bot", "expert", "--json").stdout)
    assert told["mistake"] == "rule-missing"


def test_a_bot_that_plays_at_random_is_refused() -> None:
    with pytest.raises(PlygroundError, match="chooses at random"):
        graded("random", EXPERT)


def test_a_rubric_knows_the_mistakes() -> None:
    assert set(FAULTS) <= MISTAKES


@pytest.mark.proof
def test_a_search_is_tested_on_the_trees_of_the_gallery(tmp_path: Path) -> None:
    path = tmp_path / "ana.py"
    path.write_text(solution("lecture-trees"))
    on = ("--tree", "lecture-three-moves", "--tree", "lecture-four-levels", "--tree", "[[[1, 2], 3], 4]")
    done = run("grade", str(path), "--task", "alphabeta", *on)
    assert done.stdout == "ana: right on all 3 trees (alphabeta).\n"
    wrong = run("grade", str(path), "--task", "minimax", "--tree", "lecture-three-moves", "--json")
    assert json.loads(wrong.stdout)["mistake"] is not None
    for tree in ("cs188-expectimax1", "aima-three-players"):
        refused = run("grade", str(path), "--task", "alphabeta", "--tree", tree)
        assert (refused.returncode, "does not fit the task alphabeta" in refused.stderr) == (2, True)
