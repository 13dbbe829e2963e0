"""Questions 1 and 5 of CS188 as games: right files win enough of them, and the fault of each wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from course_files import CS188
from maze_files import HEAD, MAZE_RIGHT, MAZE_WRONG, RECIPROCALS
from samples import sample, some

from plyground.teaching.courses.cs188 import grade_questions, tasks_of
from plyground.teaching.courses.maze_board import OPEN_BOARD, WALLED_BOARD, MazeState, first_state
from plyground.teaching.courses.maze_games import grade_maze
from plyground.teaching.grading.submission_report import Report

SEEN = {
    "constant-reflex": "ghost", "reversed": "ghost", "into-ghosts": "ghost", "stands": "stands", "food-left": "wanders",
    "constant-evaluation": "ghost", "reversed-evaluation": "ghost", "only-score": "ghost",
}  # fmt: skip
"""The fault that is seen in most games of a wrong file."""
CAUSES = {
    "raises": "Line 16: it fails with AttributeError", "endless": "Line 16: it has not returned",
    "returns-nothing": "It returns nothing", "missing": "Write one of: betterEvaluationFunction.",
}  # fmt: skip
"""The cause that is told of a wrong file."""


def in_games(task: str, text: str) -> Report:
    return grade_maze(Path("ana.py"), text, "ana", task=task, seed=0, seconds=2.0)


@pytest.mark.parametrize("name", sample(MAZE_RIGHT, every=5))
def test_right_files_win_enough_games_for_full_marks(name: str) -> None:
    report = in_games(*MAZE_RIGHT[name])
    assert (report.is_right, report.credit, report.mistake, report.example) == (True, 1.0, "", ""), report.sentences


@pytest.mark.parametrize("name", sample(MAZE_WRONG, every=6, first=3))
def test_wrong_files_lose_marks_and_their_fault_is_told(name: str) -> None:
    report = in_games(*MAZE_WRONG[name])
    assert not report.is_right and report.credit < 0.5
    assert report.mistake == SEEN.get(name, "")
    assert CAUSES.get(name, "") in str(report.cause or "")
    assert (report.example != "") == (name != "missing")


def test_every_wrong_file_has_its_fault_named() -> None:
    assert len(MAZE_RIGHT) >= 5 and len(MAZE_WRONG) >= 10
    assert set(MAZE_WRONG) == SEEN.keys() | CAUSES.keys()


def test_the_course_grades_what_a_file_has_written() -> None:
    given = RECIPROCALS[: RECIPROCALS.index("        position")] + "        return successor.getScore()\n"
    assert tasks_of(given + CS188["minimax:inner"][1]) == ["minimax"]
    assert tasks_of(RECIPROCALS + HEAD + "def betterEvaluationFunction(state):\n    util.raiseNotDefined()\n") == ["reflex"]  # fmt: skip
    report = grade_questions(Path("ana.py"), RECIPROCALS, "ana", task="", count=5, seed=0, seconds=2.0)
    assert (report.task, report.is_right, report.total) == ("cs188 reflex", True, 5), report.sentences


@pytest.mark.parametrize("rows", [OPEN_BOARD, WALLED_BOARD])
def test_every_food_cell_can_be_reached(rows: tuple[str, ...]) -> None:
    state = first_state(rows, 2)
    cells = [state.getPacmanPosition()]
    for cell in some(cells):
        moved = (state._replace(pacman=state.pacman._replace(position=cell), ghosts=()),)
        for action in moved[0].getLegalActions():
            after = moved[0].generateSuccessor(0, action).getPacmanPosition()
            if after not in cells:
                cells.append(after)
    assert set(cells) >= state.food | state.capsules
    assert len(cells) == len(state.getWalls().asList(False))


def near(food: int, timer: int = 0) -> MazeState:
    """Return a state in which a ghost stands east of Pacman and food lies west of it."""
    state = first_state(WALLED_BOARD, 1)
    x, y = state.getPacmanPosition()
    ghost = state.ghosts[0]._replace(position=(x + 1, y), scaredTimer=timer)
    return state._replace(ghosts=(ghost,), food=frozenset([(x - 1, y), (1, 1)][:food]))


def test_scores_follow_the_description() -> None:
    caught, eaten, won = near(2).generateSuccessor(0, "East"), near(2), near(1).generateSuccessor(0, "West")
    assert (caught.isLose(), caught.getScore(), caught.getLegalActions()) == (True, -501, [])
    assert eaten.generateSuccessor(0, "West").getScore() == 9
    assert eaten.generateSuccessor(1, "West").isLose()
    assert (won.isWin(), won.getScore(), won.getNumFood()) == (True, 509, 0)
    scared = near(2, timer=3).generateSuccessor(0, "East")
    assert (scared.isLose(), scared.getScore()) == (False, 199)
    assert scared.getGhostPosition(1) == first_state(WALLED_BOARD, 1).getGhostPosition(1)
    assert scared.getGhostState(1).scaredTimer == 0
    with pytest.raises(Exception, match="Illegal action"):
        first_state(WALLED_BOARD, 1).generateSuccessor(0, "South")
