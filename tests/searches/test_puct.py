"""PUCT: the same tree plain and compiled, no win missed, proofs that hold, and the text's own account of its steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from samples import sample, some

from plyground import SearchError, game, search
from plyground import puct as public_puct
from plyground.bots import bot
from plyground.core.authoring.marked_rules import rules
from plyground.core.position import Move
from plyground.searches.algorithms.mcts import sign
from plyground.searches.algorithms.puct import WHOLE
from plyground.searches.best_first.mcts_tree import NODE, ROOT, Tree, children, new_tree
from plyground.searches.best_first.puct_search import puct
from plyground.searches.best_first.tree_trace import Trace
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")
LINES = TICTACTOE.evaluations["open-lines"]


def grown(tree: Tree) -> list[int]:
    return list(tree.nodes[: NODE * tree.used[0]])


@pytest.mark.parametrize("text", sample(["tictactoe", "connect_four", "kalah"], every=3))
def test_plain_and_compiled_grow_the_same_tree(text: str) -> None:
    """In Kalah a side may move twice."""
    played = game(text)
    evaluation = next(iter(played.evaluations.values()))
    plain, compiled = new_tree(1), new_tree(1)
    puct(played.start, evaluation, 20.0, playouts=60, tree=plain)
    puct(played.start, evaluation, 20.0, playouts=60, tree=compiled, native=True)
    assert grown(plain) == grown(compiled)


def test_a_proven_value_is_the_games_own() -> None:
    """Positions of tic-tac-toe with at least five stones, by minimax."""
    positions = [each for each in reachable(TICTACTOE.start) if not each.is_over() and len(list(each.moves())) <= 4]
    for position in some(positions[::40]):
        found = puct(position, LINES, 3.0, playouts=2_000)
        assert found.proven
        assert found.value == sign(search(position, "minimax").value)
        assert found.value == -sign(search(position.play(found.move), "minimax").value)


def test_the_public_function_takes_a_game_and_its_best_evaluation() -> None:
    found = public_puct("tictactoe", leaves=100)
    assert (found.algorithm, found.playouts) == ("puct", 100)
    assert found == replace(public_puct(TICTACTOE, LINES, leaves=100, native=True), seconds=found.seconds)
    assert public_puct(TICTACTOE, nodes=200).nodes >= 200
    with pytest.raises(SearchError, match="PUCT needs an evaluation"):
        public_puct(TICTACTOE.start)


@rules
class NoOpinion(NamedTuple):
    """An evaluation without fields, which is an empty tuple."""

    def value(self, position: Any) -> int:
        return 0

    @property
    def win(self) -> int:
        return 1


def test_an_evaluation_without_fields_is_one() -> None:
    assert public_puct(TICTACTOE.start, NoOpinion(), leaves=1, native=False).playouts == 1


def test_a_win_at_once_is_played() -> None:
    """X has 0 and 1, O has 3 and 4; X wins at 2."""
    position = TICTACTOE.start
    for move in (0, 3, 1, 4):
        position = position.play(move)
    assert puct(position, LINES, 3.0, playouts=1).move == 2


class Steps(Trace):
    """A trace that keeps what it hears."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.expanded: list[int] = []
        self.results: list[int] = []

    def begin(self) -> None:
        self.path = [ROOT]

    def select(self, depth: int, node: int) -> None:
        assert depth == len(self.path)
        self.path.append(node)

    def expand(self, depth: int, node: int) -> None:
        assert self.path[depth] == node
        self.expanded.append(node)

    def backup(self, depth: int, node: int, result: int) -> None:
        assert self.path[depth] == node
        self.results += [result] * (node == ROOT)


def test_the_trace_hears_every_step() -> None:
    tree, steps, tally = new_tree(1), Steps(), new_tally()
    found = puct(TICTACTOE.start, LINES, 3.0, playouts=30, tree=tree, trace=steps, tally=tally)
    assert len(steps.results) == found.playouts == 30
    assert sum(steps.results) == tree.rewards(ROOT)
    assert found.nodes == tally.counts[NODES] == sum(len(children(tree, node)) for node in steps.expanded)
    assert tree.used[0] == 1 + found.nodes
    assert all(abs(result) <= WHOLE for result in steps.results)


def test_a_full_tree_and_a_stopped_search_still_answer() -> None:
    small = new_tree(1)._replace(room=20)
    assert puct(TICTACTOE.start, LINES, 3.0, playouts=200, tree=small).move is not None
    assert small.used[0] <= 20
    tally = new_tally()
    tally.counts[STOP] = 40
    assert puct(TICTACTOE.start, LINES, 3.0, playouts=10_000, tally=tally).playouts < 100


def test_the_bot_answers_and_names_what_it_lacks() -> None:
    choice: Move = bot("puct:leaves=50", TICTACTOE).choose(TICTACTOE.start).move
    assert choice in TICTACTOE.start.moves()
    with pytest.raises(SearchError, match="has no evaluation, which puct needs"):
        bot("puct:evaluation=none", TICTACTOE)
    with pytest.raises(SearchError, match="chance"):
        bot("puct", game("pig"))


@pytest.mark.proof
def test_a_learned_evaluation_guides_it() -> None:
    from plyground import learn

    weights = learn(TICTACTOE, games=2_000, seed=1, on_top="none")
    learned: Any = weights.evaluation(TICTACTOE)
    found = puct(TICTACTOE.start, learned, 3_000.0, playouts=300, native=True)
    assert not found.proven or found.value == 0
    assert abs(found.value) < 0.5
