"""``decision_tree``: the tree of a bot's decision from Python and in a notebook."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import plyground
from plyground import SearchError, SpecError, decision_tree, game, rules, search, uct
from plyground.bots.decision import MAX_PLAIN_ASKED_NODES
from plyground.errors import GameOver


def test_a_decision_of_the_engine_has_the_value_of_its_search() -> None:
    tree = decision_tree("tictactoe", "engine:nodes=20000", native=False)
    assert tree.root.value == search("tictactoe").value == 0
    assert tree.root.is_proven
    assert repr(tree).startswith("<DecisionTree of ")


def test_a_position_stands_for_itself_and_random_games_are_those_of_uct() -> None:
    start = game("connect_four").notation.parse("44")
    tree = decision_tree(start, "uct:playouts=80,seed=5", native=False)
    found = uct(start, playouts=80, seed=5, native=False)
    assert (tree.move, tree.root.value, tree.root.visits) == (found.move, found.value, found.playouts)


def test_a_search_that_never_ends_is_shown_shorter() -> None:
    tree = decision_tree("chess", "minimax", nodes=MAX_PLAIN_ASKED_NODES, native=False)
    assert tree.is_shorter and tree.total <= MAX_PLAIN_ASKED_NODES


def test_a_notebook_draws_a_decision() -> None:
    import plyground.notebook  # noqa: F401  # registers the pictures

    tree = decision_tree("kalah", "engine:depth=3", native=False)
    assert tree._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]


def test_impossible_questions_are_refused_with_a_reason() -> None:
    with pytest.raises(SpecError):
        decision_tree("tictactoe", "nobody")
    with pytest.raises(GameOver):
        decision_tree(game("tictactoe").notation.parse("xxxoo...."), "minimax")

    @rules
    class Unknown(NamedTuple):
        left: int = 1

        def moves(self):  # type: ignore[no-untyped-def]
            return iter(range(self.left))

        def play(self, move):  # type: ignore[no-untyped-def]
            return Unknown(0)

        def is_over(self) -> bool:
            return self.left == 0

        def utility(self) -> int:
            return 0

    with pytest.raises(SearchError):
        decision_tree(Unknown(), "minimax")
    with pytest.raises(plyground.ArgumentError):
        decision_tree(5, "minimax")  # type: ignore[arg-type]
