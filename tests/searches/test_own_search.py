"""A search that a user writes is a search: searched, recorded, compiled, compared and played like the bundled ones."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest
import scout as scout_file
from program import answer, run
from samples import sample
from scout import scout

from plyground import compiled, deepen, game, notebook, perft, record, search, tournament
from plyground.bots import BOTS
from plyground.bots.catalogue import load_bot
from plyground.bots.package_bot import offer
from plyground.errors import ArgumentError, FileError, RulesError, SearchError, SpecError
from plyground.trees import random_tree

FILE = f"{scout_file.__file__}:scout"
GAMES = {"tictactoe": None, "connect_four": 6, "chess": 3, "othello": 4}


@pytest.mark.parametrize("name", sample(GAMES, every=4, first=3))
def test_an_own_search_agrees_with_alpha_beta_plain_and_compiled(name: str) -> None:
    expected = search(name, depth=GAMES[name])
    plain, native = (search(name, scout, depth=GAMES[name], native=native) for native in (False, True))
    assert native.native
    for found in (plain, native):
        assert (found.algorithm, found.value, found.move) == ("scout", expected.value, expected.move)
    assert (plain.nodes, plain.line) == (native.nodes, native.line)


def test_an_own_search_deepens_step_by_step() -> None:
    assert deepen("connect_four", depth=7, algorithm=scout).value == search("connect_four", depth=7).value


@pytest.mark.parametrize("seed", range(20))
def test_an_own_search_is_recorded_on_trees(seed: int) -> None:
    tree = random_tree(3, 3, least=-9, most=9, seed=seed)
    run = record(tree, scout, source=True)
    assert run.terms.algorithm == "scout"
    assert run.nodes[0].value == search(tree, "minimax").value
    assert all(step.frame is not None and step.frame.function == "scout" for step in run.steps)


def test_a_notebook_steps_through_an_own_search() -> None:
    pytest.importorskip("anywidget")
    tree = random_tree(2, 2, least=-9, most=9, seed=1)
    for chosen in (scout, FILE):
        ((film, *_other),) = (scene["films"] for scene in json.loads(notebook.steps(tree, chosen).scenes))
        assert film["algorithm"] == "scout"


def test_a_name_in_a_file_is_the_search() -> None:
    assert search("tictactoe", FILE).value == 0
    assert search("tictactoe", "scout").algorithm == "scout"  # known by its name from now on


def test_commands_take_the_file() -> None:
    assert answer("search", "tictactoe", "--algorithm", FILE)["algorithm"] == "scout"
    assert answer("tree", "aima-5.2", "--algorithm", FILE)["value"] == 3
    (compared,) = answer("compare", "tictactoe", "--algorithms", f"{FILE},alphabeta", "--depths", "4")
    assert {row["algorithm"] for row in compared["rows"]} == {"scout", "alphabeta"}


@pytest.mark.parametrize("text", [f"{FILE}:depth=4", scout_file.__file__])
def test_a_search_in_a_file_is_a_bot(text: str) -> None:
    """It sees the fork two moves ahead: O must take an edge."""
    tictactoe = game("tictactoe")
    position = tictactoe.notation.parse("x...o...x")
    bot = load_bot(text, tictactoe)
    try:
        assert bot.card.plans_ahead
        assert bot.choose(position).move in (1, 3, 5, 7)
    finally:
        BOTS.remove("scout-scout" if text.startswith(FILE) else "scout")  # other tests count the bots


def test_a_package_offers_a_search_as_a_bot() -> None:
    tictactoe = game("tictactoe")
    position = tictactoe.notation.parse("x...o...x")
    for thing in (scout, scout_file):  # a function, a module
        make, options = offer(thing, "mine", "searcher 1.0")
        assert [option.name for option in options] == ["depth"]
        assert make(tictactoe, depth=4).choose(position).move in (1, 3, 5, 7)


@pytest.mark.proof
def test_a_search_in_a_file_plays_in_a_tournament() -> None:
    bots = (f"{FILE}:depth=4", "random")
    found = tournament("tictactoe", bots, games_per_pair=4, openings="none", seed=1)
    (best, _other) = found.rows()
    assert (best["player"], best["losses"]) == ("scout-scout:depth=4", 0)


class NotASearch:
    def __call__(self, *arguments: Any) -> int:
        return len(arguments)


def two(position: Any, depth: int) -> int:
    return depth


def alphabeta(position: Any, depth: int, alpha: int, beta: int, side: int, setting: Any, trace: Any) -> int:
    return alpha


@pytest.mark.parametrize("wrong", [two, NotASearch(), len, alphabeta, "scuot"])
def test_other_functions_are_refused(wrong: Any) -> None:
    with pytest.raises((ArgumentError, SpecError), match=r"search|algorithm"):
        search("tictactoe", wrong)


@pytest.mark.parametrize("text", [f"{FILE}s", f"{scout_file.__file__}:INFINITY", "missing.py:scout"])
def test_a_file_without_the_search_is_named(text: str) -> None:
    with pytest.raises(FileError):
        search("tictactoe", text)
    refused = run("search", "tictactoe", "--algorithm", text)
    assert refused.returncode == 2
    assert text.rpartition(":")[0] in refused.stderr.replace("\n", "")


def test_a_game_in_which_a_side_moves_twice_needs_a_search_that_asks_for_the_turn() -> None:
    with pytest.raises(SearchError):
        search("kalah", scout, depth=2)


def sequences(position: Any, plies: int) -> int:
    if plies == 0 or position.is_over():
        return 1
    total = 0
    for move in position.moves():
        total += sequences(position.play(move), plies - 1)
    return total


def test_any_function_of_positions_is_compiled() -> None:
    start = game("chess").start
    assert compiled(sequences, start, 1)(start, 3) == perft("chess", 3)


class Texts(NamedTuple):
    name: str = "a"


@pytest.mark.parametrize("example", ["a", object(), Texts()])
def test_a_value_that_cannot_be_compiled_is_named(example: Any) -> None:
    with pytest.raises(RulesError, match=type(example).__name__):
        compiled(sequences, example, 1)
