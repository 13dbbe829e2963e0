"""Students' own searches, run on trees and held beside the reference."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from program import run
from refusals import refused

import plyground
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.errors import ExerciseError
from plyground.games import game as game_named
from plyground.searches.conventions import CS188
from plyground.teaching.own_search import TreeGame, compare, events
from plyground.trees import Tree, unfold

BOOK = Tree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
DEEP = Tree.of([3, [[[0, 7], 2], 5, 1]])
TIED = Tree.of([[10], [10, 0]])


def alphabeta_search(game: Any, state: Any) -> Any:
    """As the book's AIMA-Python has it: a pair of functions that return a value and a move."""
    player = game.to_move(state)

    def max_value(state: Any, alpha: float, beta: float) -> tuple[float, Any]:
        if game.is_terminal(state):
            return game.utility(state, player), None
        value, best = -math.inf, None
        for action in game.actions(state):
            reply, _move = min_value(game.result(state, action), alpha, beta)
            if reply > value:
                value, best = reply, action
                alpha = max(alpha, value)
            if value >= beta:
                return value, best
        return value, best

    def min_value(state: Any, alpha: float, beta: float) -> tuple[float, Any]:
        if game.is_terminal(state):
            return game.utility(state, player), None
        value, best = math.inf, None
        for action in game.actions(state):
            reply, _move = max_value(game.result(state, action), alpha, beta)
            if reply < value:
                value, best = reply, action
                beta = min(beta, value)
            if value <= alpha:
                return value, best
        return value, best

    _value, move = max_value(state, -math.inf, math.inf)
    return move


def negamax(game: Any, state: Any, alpha: float, beta: float) -> float:
    if game.is_terminal(state):
        return float(game.utility(state, game.to_move(state)))
    value = -math.inf
    for action in game.actions(state):
        value = max(value, -negamax(game, game.result(state, action), -beta, -max(alpha, value)))
        if value >= beta:
            break
    return value


def negamax_without_sign(game: Any, state: Any, alpha: float, beta: float) -> float:
    if game.is_terminal(state):
        return float(game.utility(state))
    value = -math.inf
    for action in game.actions(state):
        value = max(value, -negamax_without_sign(game, game.result(state, action), -beta, -max(alpha, value)))
        if value >= beta:
            break
    return value


def minimax(game: Any, state: Any) -> float:
    if game.is_terminal(state):
        return float(game.utility(state))
    values = [minimax(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.to_move(state) == "MAX" else min(values)


def shallow(game: Any, state: Any, bound: float = math.inf) -> float:
    """Each node knows its parent's value alone, and sees everything from the side to move."""
    if game.is_terminal(state):
        return float(game.utility(state, game.to_move(state)))
    value = -math.inf
    for action in game.actions(state):
        value = max(value, -shallow(game, game.result(state, action), -value))
        if value >= bound:
            break
    return value


@pytest.mark.parametrize(
    ("function", "own_view", "tree"),
    [
        *((alphabeta_search, False, tree) for tree in (BOOK, DEEP, TIED)),  # the book's search begins with MAX
        *((negamax, True, tree) for tree in (BOOK, DEEP, TIED, Tree.of([0, [-2, 1], 5], root="min"))),
    ],
)
def test_right_code_has_no_difference(function: Callable[..., Any], own_view: bool, tree: Tree) -> None:
    found = compare(function, tree, negamax=own_view)
    assert (found.difference, found.misconceptions) == (None, ())
    assert events(found.own) == events(found.reference)
    assert found.own.counts().nodes == found.reference.counts().nodes
    drawn = svg(plan(found.own))
    assert "stroke-dasharray" in drawn or not any(node.cut for node in found.reference.nodes)


@pytest.mark.parametrize(
    ("function", "tree", "options", "difference", "misconception"),
    [
        (minimax, BOOK, {}, "It visits C2, but the reference stops at C with the value 2: its other children cannot change the result.", "That is plain minimax"),
        (alphabeta_search, TIED, {"rule": CS188}, "It leaves C with 10, but the reference still visits C2.", "Right under ≥, but this exercise uses >"),
        (shallow, DEEP, {"negamax": True}, "It visits D2, but the reference stops at D with the value 0: its other children cannot change the result.", "That is alpha-beta without deep cut-offs"),
        (negamax_without_sign, Tree.of([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]), {"negamax": True}, "For D1 it returns −1, but 1 is right: the sign is not changed.", "A leaf has MAX's value"),
    ],
)  # fmt: skip
def test_the_first_difference_and_the_misconception(
    function: Callable[..., Any], tree: Tree, options: dict[str, Any], difference: str, misconception: str
) -> None:
    found = compare(function, tree, **options)
    assert str(found.difference) == difference
    assert str(found.misconceptions[0]).startswith(misconception)
    assert found.own.counts().nodes > 3


def test_a_search_is_compared_on_the_tree_of_a_game() -> None:
    tree = unfold(game_named("tictactoe"), game_named("tictactoe").notation.parse("xo.xo...."), depth=5)
    assert compare(alphabeta_search, tree).difference is None
    assert compare(alphabeta_search, tree, rule=CS188).difference is not None


def endless(game: Any, state: Any) -> float:
    return endless(game, game.result(state, 0)) if game.actions(state) else endless(game, state)


def jumping(game: Any, state: Any) -> float:
    child = game.result(state, 1)
    return jumping(game, game.result(child, 0)) if not game.is_terminal(state) else 1.0


def failing(game: Any, state: Any) -> float:
    return failing(game, game.result(state, 0)) if not game.is_terminal(state) else 1 / 0


def silent(game: Any, state: Any) -> Any:
    if not game.is_terminal(state):
        silent(game, game.result(state, 0))


def wordy(game: Any, state: Any) -> Any:
    return "three" if game.is_terminal(state) else wordy(game, game.result(state, 0))


@pytest.mark.parametrize(
    ("function", "difference"),
    [
        (endless, "It calls itself without end: look where it should stop."),
        (jumping, "It goes from A to C1, which is not one of its children."),
        (failing, "At B1 it fails: ZeroDivisionError: division by zero"),
        (silent, "For B1 it returns nothing."),
        (wordy, "For B1 it returns 'three', which is not a value."),
    ],
)
def test_code_that_goes_wrong_is_told_where(function: Callable[..., Any], difference: str) -> None:
    assert str(compare(function, BOOK).difference) == difference


def test_the_interface_of_the_book() -> None:
    game = TreeGame(BOOK)
    state = game.result(game.initial, 1)
    assert (game.to_move(game.initial), game.to_move(state), repr(state)) == ("MAX", "MIN", "C")
    assert game.actions(state) == [0, 1, 2]
    leaf = game.result(state, 2)
    assert (game.is_terminal(leaf), game.utility(leaf, "MAX"), game.utility(leaf, "MIN")) == (True, 6, -6)
    assert hash(leaf) == hash(game.result(game.result(game.initial, 1), 2))


def test_functions_that_do_not_search_are_refused() -> None:
    with refused(
        ExerciseError,
        "{function} has a parameter {name}, but a search only has the parameters game, state, alpha, beta and depth.",
        name="colour",
    ):
        compare(lambda game, state, colour: 0, BOOK)
    with refused(ExerciseError, "A search is a function of a game and a state."):
        compare(TreeGame, BOOK)


def test_no_server_runs_students_code() -> None:
    """The page imports nothing that does."""
    files = list((Path(plyground.__file__).parent / "web").rglob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.ImportFrom) and (node.module or "").endswith("own_code")), path.name


MINE = """
def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = [minimax(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.to_move(state) == "MAX" else min(values)

def helper(numbers):
    return max(numbers)
"""


def test_the_command_names_the_first_difference_and_draws_the_search(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    done = run("compare-search", str(path), "--svg", str(tmp_path / "mine.svg"))
    assert done.returncode == 1
    assert done.stdout.splitlines()[-2:] == [
        "The first difference: It visits C2, but the reference stops at C with the value 2: its other children cannot change the result.",
        "That is plain minimax: alpha-beta skips nodes that can no longer matter.",
    ]
    assert (tmp_path / "mine.svg").read_text().startswith("<svg")
    done = run("compare-search", str(path), "--svg", "-")
    assert (done.returncode, done.stdout) == (1, (tmp_path / "mine.svg").read_text())
    path.write_text(MINE)
    end = ("--game", "tictactoe", "--position", "xxoooxx..", "--depth", "2")
    done = run("compare-search", str(path), *end, "--algorithm", "minimax")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Your search makes the same steps as the reference.")
    done = run("compare-search", str(path), "[[1,2],3]", *end)
    assert (done.returncode, done.stderr) == (
        2,
        "TREE has no effect with --game tictactoe: leave it out.\n",
    )
    path.write_text("def search(:\n")
    done = run("compare-search", str(path))
    assert (done.returncode, done.stderr) == (
        2,
        f"{path}, line 1: this is not Python: a word or a sign is wrong or missing\n",
    )


def test_a_file_finds_its_neighbours_and_may_try_to_leave(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    (tmp_path / "neighbour.py").write_text("import sys\n")
    path.write_text("import neighbour\n\ndef search(game, state):\n    neighbour.sys.exit(3)\n")
    done = run("compare-search", str(path))
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "The first difference: At A it fails: SystemExit: 3"
    assert "Nodes visited: 1, leaves: 0, alpha cut-offs: 0, beta cut-offs: 0." in done.stdout  # after one step: numbers
    path.write_text("raise SystemExit(3)\n")
    done = run("compare-search", str(path))
    assert (done.returncode, done.stderr) == (2, f"{path}: it fails: SystemExit: 3\n")
    path.write_text("answer = 42\n")
    done = run("compare-search", str(path))
    assert done.stderr == f"{path}: there is no function in it: write a search with the parameters game and state.\n"
