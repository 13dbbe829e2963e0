"""The trees of decisions: every bot opens one, bounded in nodes, with the numbers of its decision."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from samples import some

from plyground import SearchStopped, bot, game, search, setting
from plyground.bots import Bot, Choice, Thought
from plyground.bots.decision import decision, short_decision
from plyground.bots.decision_tree import (
    MAX_CHILDREN,
    MAX_NODES,
    MAX_PLIES,
    MAX_RECORDED_NODES,
    DecisionTree,
    shorter_search,
)
from plyground.bots.monte_carlo import MonteCarlo
from plyground.bots.offers import offered_bots
from plyground.bots.package_bot import offer
from plyground.core.game import Game
from plyground.presentation.trees.decision_text import legend, source_words
from plyground.searches import new_tally
from plyground.searches.best_first.uct_search import PERCENT
from plyground.searches.chance_moves import first_turn
from plyground.searches.limit import ASKED
from plyground.searches.tally import STOP
from plyground.solvers.forward import solve

GAMES = ["connect_four", "kalah", "pig:target=5,faces=3,rounds=2", "three", "nim", "subtraction"]
LARGE_GAMES = [
    "tictactoe", "mnk", "othello", "dame", "chess", "english_draughts", "dodgem", "breakthrough", "domineering",
    "go:size=5", "hex:size=4", "backgammon",
]  # fmt: skip
LIMITED = {"engine": "engine:nodes=2000", "uct": "uct:playouts=60,seed=1"}
"""Bots that would think for a second, with a limit."""
FEW_NODES = 2_000
PLAIN = Thought(native=False)


def bots(of: Game) -> list[tuple[str, Bot]]:
    """Return the bots that play a game within seconds, by their spec texts."""
    offered = [(LIMITED.get(each.entry.name, each.spec), each.bot) for each in offered_bots(of)]
    return [(spec, bot(spec, of)) for spec, _bot in offered if spec != "human"]


def tree(choice: Choice) -> DecisionTree:
    assert choice.tree is not None
    return choice.tree


@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=pytest.mark.proof) for name in LARGE_GAMES)])
def test_every_bot_of_a_game_opens_its_decision(name: str) -> None:
    of = game(name)
    start = first_turn(of.start)
    for spec, chosen in some(bots(of)):
        choice = short_decision(chosen, start, PLAIN, FEW_NODES)
        shown = tree(choice)
        check_shape(shown, spec)
        on_line = [node.move for node in shown.nodes if node.on_line and node.depth == 1]
        assert on_line == [choice.move], spec
        if choice.value is not None:
            root: Any = shown.root.value
            root = root[shown.root.mover] if isinstance(root, tuple) else root
            assert (round(root * PERCENT) if shown.kind in ("playouts", "leaves") else root) == choice.value, spec
        assert pickle.loads(pickle.dumps(shown)) == shown, spec


def check_shape(shown: DecisionTree, spec: str) -> None:
    """Check the bounds of a tree, and that each move is legal in the position of its parent."""
    assert len(shown.nodes) <= MAX_NODES, spec
    positions = shown.positions
    for number, node in enumerate(shown.nodes[1:], 1):
        assert node.parent is not None and node.parent < number, spec
        assert node.depth == shown.nodes[node.parent].depth + 1 <= MAX_PLIES, spec
        assert node.move in positions[node.parent].moves(), spec
        assert (node.kind == "over") == positions[number].is_over() or node.kind == "cut", spec
    for number, node in enumerate(shown.nodes):
        below = [shown.nodes[child] for child in shown.children(number)]
        assert len({child.move for child in below}) == len(below), spec
        assert not any(child.on_line for child in below[1:]), spec  # the expected move comes first
        if below and shown.kind != "search":
            assert len(below) <= MAX_CHILDREN, spec
            assert len(below) + node.more == positions[number].mobility() or shown.kind == "move", spec


def claims(shown: DecisionTree) -> int:
    """Check the proven values of a tree of tic-tac-toe. Return their number."""
    truth = solve(shown.position)
    count = 0
    for node, position in zip(shown.nodes, shown.positions, strict=True):
        if node.is_proven and node.value is not None:
            count += 1
            true, said = node.side * truth[position].utility, node.value
            assert not isinstance(said, tuple)
            assert {"=": said == true, "≥": true >= said, "≤": true <= said}[node.sign]
    return count


POSITIONS = ("xo..x....", "x........", "xox.o....")


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("spec", ["engine:nodes=100000", "uct:playouts=3000,seed=2", "table", "minimax"])
def test_proven_values_of_a_tree_are_true(spec: str, position: str) -> None:
    of = game("tictactoe")
    start = of.notation.parse(position)
    assert claims(tree(decision(bot(spec, of), start, PLAIN))) > 5


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.proof)])
def test_the_engine_shows_its_own_result_and_the_depths_of_its_table(native: bool) -> None:
    of = game("connect_four")
    choice = decision(bot("engine:depth=7", of), of.notation.parse("44"), Thought(native=native))
    shown, found = tree(choice), choice.result
    assert found is not None
    assert shown.kind == "engine"
    assert (shown.root.value, shown.root.plies, shown.total) == (found.value, 7, found.nodes)
    by_move = {node.move: node for node in shown.nodes if node.depth == 1}
    for root in found.moves:
        assert by_move[root.move].value == root.value
        assert by_move[root.move].sign == {"exact": "=", "upper": "≤", "lower": "≥"}[root.bound]
    line = [node.move for node in shown.nodes if node.on_line][1:]
    assert tuple(line) == found.line[: len(line)] and len(line) == MAX_PLIES
    assert all(node.plies is None or node.plies <= 7 - node.depth for node in shown.nodes)
    assert sum(node.plies is not None and node.depth == 2 for node in shown.nodes) > 7


def test_random_games_are_shown_with_all_their_visits() -> None:
    of = game("connect_four")
    start = of.notation.parse("44")
    choice = decision(bot("uct:playouts=500,seed=3", of), start, PLAIN)
    shown = tree(choice)
    again = MonteCarlo(of, playouts=500, seed=3).estimate(start, PLAIN)
    assert (shown.total, shown.root.visits, shown.root.value) == (500, again.playouts, again.value)
    arms = {arm.move: (arm.visits, arm.value) for arm in again.moves}
    first = [node for node in shown.nodes if node.depth == 1]
    assert {node.move: (node.visits, node.value) for node in first} == arms
    assert [node.visits for node in first] == sorted((node.visits or 0 for node in first), reverse=True)
    assert sum(node.visits or 0 for node in first) >= 500 - 1


def test_the_leaves_that_puct_judged_are_not_called_games() -> None:
    of = game("connect_four")
    shown = tree(decision(bot("puct:leaves=200", of), of.notation.parse("44"), PLAIN))
    assert (shown.kind, shown.total) == ("leaves", 200)
    assert str(source_words(shown)) == "The bot judged 200 leaves. The most visited moves come first."
    assert "leaves" in dict(legend(shown)) and "games" not in dict(legend(shown))


def test_a_small_search_is_recorded_and_a_large_one_shows_the_values_of_its_result() -> None:
    of = game("tictactoe")
    small = tree(decision(bot("alphabeta", of), of.notation.parse("xox.o...."), PLAIN))
    assert (small.kind, small.depth) == ("search", None)
    assert any(node.kind == "cut" for node in small.nodes)
    choice = decision(bot("minimax", of), of.notation.parse("x........"), PLAIN)
    assert choice.result is not None
    large = tree(choice)
    assert large.kind == "result"
    assert large.total == choice.result.nodes > MAX_RECORDED_NODES
    values = {node.move: node.value for node in large.nodes if node.depth == 1}
    assert values == {root.move: root.value for root in choice.result.moves}


@pytest.mark.parametrize("spec", ["depth-limited:depth=2,noise=80,seed=1", "depth-limited:depth=2,noise=80"])
def test_a_noisy_search_shows_the_values_that_it_saw(spec: str) -> None:
    of = game("connect_four")
    choice = decision(bot(spec, of), of.start, PLAIN)
    shown = tree(choice)
    assert (shown.kind, shown.root.value) == ("search", choice.value)
    assert shown.algorithm == ""  # noise drawn again would give other values


@pytest.mark.parametrize("name", ["connect_four", "chess", "othello", "go:size=5"])
def test_a_search_that_is_too_large_is_shorter_and_says_so(name: str) -> None:
    of = game(name)
    judge = next(iter(of.evaluations.values()))
    shown = shorter_search(of.start, "alphabeta", setting(scores="distance"), judge)
    assert shown.is_shorter
    assert shown.total <= MAX_RECORDED_NODES
    assert shown.depth is not None
    whole = search(of.start, "alphabeta", setting(depth=shown.depth, evaluation=judge, scores="distance"))
    assert (shown.root.value, shown.move) == (whole.value, whole.move)


def test_a_search_that_ends_early_is_not_called_shorter() -> None:
    of = game("tictactoe")
    shown = shorter_search(of.notation.parse("xox.o...."), "alphabeta", setting())
    assert not shown.is_shorter and shown.depth is None


def test_a_stopped_search_shows_no_tree() -> None:
    tally = new_tally()
    tally.counts[STOP] = ASKED
    with pytest.raises(SearchStopped):
        shorter_search(game("chess").start, "alphabeta", setting(), None, tally)


def test_a_bot_that_tells_only_its_move_shows_the_moves_it_chose_from() -> None:
    def choose(position: Any) -> Any:
        return max(position.moves())

    make, _options = offer(choose, "largest", "a_package")
    of = game("tictactoe")
    choice = decision(make(of), of.start, PLAIN)
    shown = tree(choice)
    assert shown.kind == "move"
    assert [node.move for node in shown.nodes[1:]] == [8, 0, 1, 2, 3, 4, 5, 6, 7]
    assert all(node.value is None for node in shown.nodes)
    assert "a_package" in str(shown.said)


def test_the_search_of_an_evaluation_in_a_package_is_shown_but_stays_there() -> None:
    def evaluate(position: Any) -> float:
        return 0.5

    make, _options = offer(evaluate, "even", "a_package")
    of = game("tictactoe")
    shown = tree(decision(make(of, depth=2), of.start, PLAIN))
    assert (shown.kind, shown.setting) == ("search", None)
    assert pickle.loads(pickle.dumps(shown)) == shown


def test_a_bot_keeps_no_tree_unless_it_is_asked_to() -> None:
    of = game("tictactoe")
    start = of.notation.parse("xox.o....")
    for spec, chosen in some(bots(of)):
        assert chosen.choose(start, PLAIN).tree is None, spec
