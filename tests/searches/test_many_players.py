"""Games of chance and of many players: published values, definitions as independent methods, what is sound to cut."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import minimax_by_definition, root_of, trees
from samples import some

from plyground import SearchError, Tree, game, search, setting
from plyground.core.position import CHANCE, MIN
from plyground.searches import Limit, deepen
from plyground.searches.algorithms.alliance import allied
from plyground.solvers.exact import exact
from plyground.trees import StaticValues, TreePosition, random_tree

LUCKHARDT = "[[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]]"
"""AIMA, 4th global ed., fig. 6.4, for players A, B and C in turn."""


def expected_value(position: TreePosition) -> Any:
    """MAX's value of a tree with chance, straight from the definition."""
    if position.is_over():
        return position.side() * position.utility()
    values = [expected_value(position.play(move)) for move in position.moves()]
    if position.to_move() == CHANCE:
        return sum(position.probability(move) * value for move, value in enumerate(values))
    return min(values) if position.side() == MIN else max(values)


def utilities(position: TreePosition) -> tuple[int, ...]:
    """Return each player's utility when each takes the first of its best moves: the definition of max^n."""
    if position.is_over():
        return position.utilities()
    children = [utilities(position.play(move)) for move in position.moves()]
    return max(children, key=lambda reply: reply[position.to_move()])


def guaranteed(position: TreePosition, players: set[int]) -> int:
    """Return the least that these players get together against any play of the others."""
    if position.is_over():
        return sum(utility for player, utility in enumerate(position.utilities()) if player in players)
    values = [guaranteed(position.play(move), players) for move in position.moves()]
    return max(values) if position.to_move() in players else min(values)


@st.composite
def chance_trees(draw: st.DrawFn) -> Tree:
    """Random trees of MAX, MIN and chance in any order, with values from -5 to 5 and given bounds."""
    levels = draw(st.lists(st.sampled_from(["max", "min", "chance"]), min_size=1, max_size=4))
    shape = random_tree(3, draw(st.integers(1, 4)), least=-5, most=5, seed=draw(st.integers()), irregular=True)
    return Tree.of({"tree": _nested(shape), "levels": levels, "bounds": [-5, 5]})


@st.composite
def three_player_trees(draw: st.DrawFn) -> Tree:
    """Random trees of three players whose utilities, from 0, are 9 together."""
    levels = draw(st.lists(st.sampled_from([0, 1, 2]), min_size=3, max_size=5))
    shape = random_tree(3, draw(st.integers(1, 4)), most=54, seed=draw(st.integers()), irregular=True)
    splits = [(x, y, 9 - x - y) for x in range(10) for y in range(10 - x)]
    return Tree.of({"tree": _nested(shape, splits), "levels": levels})


def _nested(shape: Tree, leaves: Any = None) -> Any:
    def part(node: int) -> Any:
        children = shape.children(node)
        value = shape.value(node)
        return [part(child) for child in children] if children else value if leaves is None else leaves[value]

    return part(0)


class TestChance:
    def test_expectiminimax_finds_the_published_values(self) -> None:
        """AIMA, 4th global ed., fig. 6.13: what a chance node is worth depends on more than the order of the leaves."""
        for leaves, values in (((2, 3, 1, 4), ("2.1", "1.3")), ((20, 30, 1, 400), ("21", "40.9"))):
            one, two = ({"children": list(pair), "probabilities": [0.9, 0.1]} for pair in (leaves[:2], leaves[2:]))
            result = search(Tree.of([one, two], levels="max,chance").start, "expectiminimax")
            assert [root.value for root in result.moves] == [Fraction(value) for value in values]
            assert result.move == (0 if leaves[0] == 2 else 1)

    @pytest.mark.parametrize("name", ["expectiminimax", "star1", "star2"])
    @given(chance_trees())
    def test_the_value_is_exactly_the_expected_one(self, name: str, tree: Tree) -> None:
        result = search(tree.start, name)
        truth = tree.side(0) * expected_value(tree.start)
        assert result.value == truth
        for root in result.moves:
            child = tree.start.play(root.move)
            value = tree.side(0) * expected_value(child)
            assert root.score is None or (root.score == value if root.bound == "exact" else root.score >= value)
        if result.move is not None:
            assert tree.side(0) * expected_value(tree.start.play(result.move)) == truth

    def test_bounds_let_star_cut(self) -> None:
        """Ballard's idea: MAX has 4; of two equally likely outcomes the first is 0, and none can be above 6."""
        tree = Tree.parse('{"tree": [4, [0, 6]], "levels": "max,chance", "bounds": [0, 6]}')
        assert search(tree.start, "expectiminimax").leaves == 3
        for name in ("star1", "star2"):
            assert search(tree.start, name).leaves == 2

    def test_a_probe_cuts_more(self) -> None:
        """MAX has 4; after each outcome MIN can have 1 by its first move: two of them leave MAX at most 4."""
        tree = Tree.parse('{"tree": [4, [[1, 9], [1, 9], [1, 9]]], "levels": "max,chance,min", "bounds": [0, 10]}')
        assert search(tree.start, "star1").leaves == 1 + 3
        assert search(tree.start, "star2").leaves == 1 + 2

    def test_a_game_without_chance_is_searched_as_ever(self) -> None:
        start = game("tictactoe").notation.parse("xo..x....")
        assert search(start, "star1").nodes == search(start, "alphabeta").nodes


class TestManyPlayers:
    def test_max_n_finds_the_published_utilities(self) -> None:
        result = search(Tree.parse(LUCKHARDT, levels="0,1,2").start, "max-n")
        assert result.utilities == (1, 2, 6)
        assert (result.move, result.value, result.nodes) == (0, 1, 15)

    @given(three_player_trees())
    def test_max_n_is_what_its_definition_gives(self, tree: Tree) -> None:
        truth = utilities(tree.start)
        plain, shallow = search(tree.start, "max-n"), search(tree.start, "max-n-shallow")
        assert plain.utilities == shallow.utilities == truth
        assert plain.move == shallow.move
        assert shallow.nodes <= plain.nodes
        for root in (*plain.moves, *shallow.moves):
            value = utilities(tree.start.play(root.move))[tree.mover(0)]
            assert root.score == value if root.bound == "exact" else root.score >= value  # type: ignore[operator]

    @given(three_player_trees(), st.sampled_from(["utility", "distance"]))
    @settings(max_examples=50)
    def test_iterative_deepening_keeps_the_utilities(self, tree: Tree, scores: str) -> None:
        whole = search(tree.start, "max-n", setting(scores=scores))
        for name in ("max-n", "max-n-shallow"):
            found = deepen(tree.start, Limit(), setting(scores=scores), algorithm=name)
            assert (found.utilities, found.move, found.line) == (whole.utilities, whole.move, whole.line)
            assert (found.value, found.score, found.proven) == (whole.value, whole.score, True)

    def test_an_estimate_can_decide_what_others_give_so_that_nothing_is_proven(self) -> None:
        """At two plies the second player seems to lose nothing by giving all to the first; it would get 5 elsewhere."""
        tree = Tree.parse("[[(10, 0, 0), [(0, 5, 0)]], [(1, 1, 1)]]", levels="0,1,2")
        short = search(tree.start, "max-n", depth=2)
        assert (short.value, short.proven) == (10, False)
        found = deepen(tree.start, Limit(), algorithm="max-n")
        assert (found.value, found.move, found.proven, found.depth) == (1, 1, True, 3)

    def test_shallow_pruning_cuts_by_the_sum(self) -> None:
        """The first player has 5 of 9; once the second is sure of 4 elsewhere, the first cannot have more there."""
        tree = Tree.parse("[[(5, 3, 1)], [(2, 4, 3), (0, 9, 0)]]", levels="0,1,2")
        assert search(tree.start, "max-n-shallow").leaves == 2

    @given(three_player_trees(), st.sets(st.integers(0, 2), min_size=1))
    @settings(max_examples=50)
    def test_alliances_get_what_they_can_guarantee(self, tree: Tree, players: set[int]) -> None:
        mine = allied(tree.start, *players)
        for name in ("minimax", "alphabeta", "pvs"):
            assert mine.side() * search(mine, name).value == guaranteed(tree.start, players)
        alone = search(tree.start, "paranoid")
        if len(tree) > 1:
            assert alone.value == guaranteed(tree.start, {tree.mover(0)})


class TestMtdf:
    @given(trees)
    @settings(max_examples=50)
    def test_value_and_move_are_those_of_minimax(self, tree: Any) -> None:
        result = search(root_of(tree), "mtdf")
        assert result.score == minimax_by_definition(tree)
        if result.move is not None:
            assert minimax_by_definition(tree[result.move], MIN) == result.score
            for root in result.moves:
                if root.bound == "exact":
                    assert root.score == minimax_by_definition(tree[root.move], MIN)

    def test_mtdf_deepens_to_the_score_of_pvs(self) -> None:
        connect_four = game("connect-four:width=5,height=4")
        found = [deepen(connect_four.start, Limit(depth=8), algorithm=name) for name in ("mtdf", "pvs")]
        assert found[0].score == found[1].score


class TestRefusals:
    CHANCE = Tree.of([[1, 2], 3], levels="max,chance")
    THREE = Tree.parse("[(1, 2, 3), (3, 2, 1)]", levels="0,1,2")
    THIRDS = Tree.of([["1/3", 1], 0])

    @pytest.mark.parametrize(
        ("tree", "names", "why"),
        [
            (
                CHANCE,
                ["minimax", "alphabeta", "pvs", "static-cutoff", "book-alphabeta", "max-n"],
                "does not support chance",
            ),
            (THREE, ["minimax", "alphabeta", "mtdf", "expectiminimax", "star2"], "only two players"),
            (THIRDS, ["pvs", "transposition", "mtdf", "quiescence"], "whole numbers"),
        ],
    )
    def test_one_sentence_says_what_a_search_does_not_master(self, tree: Tree, names: list[str], why: str) -> None:
        for name in some(names):
            with pytest.raises(SearchError, match=why):
                search(tree.start, name)

    def test_other_solvers_refuse_chance_and_many_players(self) -> None:
        from plyground import proof_number

        for solver in (proof_number, exact):
            with pytest.raises(SearchError, match="chance"):
                solver(self.CHANCE.start)

    def test_a_game_that_names_no_players(self) -> None:
        for name in ("max-n", "paranoid"):
            with pytest.raises(SearchError, match=r"to_move\(\) and utilities\(\)"):
                search(game("tictactoe").start, name)
        with pytest.raises(SearchError, match="no player 3"):
            allied(self.THREE.start, 3)

    def test_fractions_have_no_native_speed(self) -> None:
        with pytest.raises(SearchError, match="whole"):
            search(self.THIRDS.start, native=True)


def test_static_values_serve_a_search_of_less_depth() -> None:
    """S3's first tree: the evaluations in parentheses are those of nodes that are not expanded."""
    tree = Tree.parse('[{"value": 8, "children": [1, 2]}, {"value": 5, "children": [9, 9]}]')
    chosen = setting(depth=1, evaluation=StaticValues())
    assert search(tree.start, "minimax", chosen).value == 8
    assert search(tree.start, "minimax").value == 9
    found = deepen(tree.start, Limit(), chosen, algorithm="alphabeta")
    assert (found.value, found.depth, found.proven) == (9, 2, True)
