"""Trees as games: read, written, made by chance, unfolded; what is no tree is refused with its place."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import nested, trees

from plyground import PlygroundError, SearchTooDeep, Tree, game, search, setting
from plyground.core.position import CHANCE, MAX, MIN, Demand
from plyground.errors import TreeError
from plyground.searches.conventions import AIMA as AIMA_RULE
from plyground.searches.registry import algorithm
from plyground.searches.scores import INFINITY
from plyground.teaching.exercises.working import SearchSetup
from plyground.trees import random_tree, unfold
from plyground.trees.flat import MAX_LEVELS
from plyground.trees.nodes import INFINITE

WORDS = st.sampled_from(
    [
        "children",
        "value",
        "utilities",
        "name",
        "moves",
        "probabilities",
        "to_move",
        "tree",
        "root",
        "levels",
        "bounds",
        "max",
    ]
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.sampled_from(["1/2", "max", "chance", "1"]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(WORDS, parts, max_size=4),
    max_leaves=12,
)
"""JSON values, most of them with keys of trees."""
AIMA = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def by_the_book(node: Any, alpha: float, beta: float, strict: bool, seen: list[float], *, is_max: bool = True) -> float:
    """Alpha-beta with floating-point infinities (fail-soft), and the leaves that it visits."""
    if not isinstance(node, list):
        seen.append(node)
        return float(node)
    value = -inf if is_max else inf
    for child in node:
        if (
            (value > beta or (value == beta and not strict))
            if is_max
            else (value < alpha or (value == alpha and not strict))
        ):
            break
        low, high = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        reply = by_the_book(child, low, high, strict, seen, is_max=not is_max)
        value = max(value, reply) if is_max else min(value, reply)
    return value


class TestInfinity:
    @pytest.mark.parametrize("text", ["[[∞, 3], [2, -inf]]", '[["inf", 3], [2, "-∞"]]', "[[+∞, 3], [2, −∞]]", "[[infinity, 3], [2, -inf]]"])  # fmt: skip
    def test_infinity_is_read_in_every_spelling_and_written(self, text: str) -> None:
        tree = Tree.parse(text)
        assert tree.json() == '[["inf", 3], [2, "-inf"]]' and Tree.parse(tree.json()) == tree
        assert nested(tree.start) == [[INFINITE, 3], [2, -INFINITE]]

    @pytest.mark.parametrize("strict", [False, True])
    def test_alphabeta_cuts_as_with_floating_point_infinities(self, strict: bool) -> None:
        values: dict[Any, Any] = {INFINITE: inf, -INFINITE: -inf}
        for seed in range(300):
            chance = Random(seed)
            leaves = [chance.choice(["∞", "-∞", 1, 2, 3]) for _leaf in range(18)]
            text = "[" + ", ".join(f"[[{leaves[at]}, {leaves[at + 1]}], [{leaves[at + 2]}, {leaves[at + 3]}, {leaves[at + 4]}], {leaves[at + 5]}]" for at in (0, 6, 12)) + "]"  # fmt: skip
            tree = Tree.parse(text)
            rule = AIMA_RULE._replace(strict=strict)
            worked = SearchSetup(tree, algorithm("alphabeta"), setting(convention=rule)).work()
            seen: list[float] = []
            plain = json.loads(text.replace("∞", "Infinity"))
            assert values.get(worked.run.root.value, worked.run.root.value) == by_the_book(
                plain, -inf, inf, strict, seen
            )
            assert [values.get(tree.value(leaf), tree.value(leaf)) for leaf in worked.order] == seen

    @pytest.mark.parametrize(
        "text", ['{"tree": [[1, "inf"]], "levels": "max,chance"}', "[(1, inf, 2), (1, 2, 3)]", "[[1, infinite]]"]
    )
    def test_no_average_and_no_vector_holds_it(self, text: str) -> None:
        with pytest.raises(TreeError):
            Tree.parse(text)


class TestValues:
    @pytest.mark.parametrize(
        ("text", "moves", "value", "changed"),
        [
            ("[[3, 12], [2, 8]]", (1, 0), 5, "[[3, 12], [5, 8]]"),
            ("[[3, 12], [2, 8]]", (0, 1), INFINITY, '[[3, "inf"], [2, 8]]'),
            ("[[3, 12], [2, 8]]", (0, 1), Fraction(1, 2), '[[3, "1/2"], [2, 8]]'),
            ('[{"value": 4, "children": [1, 2]}, 3]', (0,), -7, '[{"children": [1, 2], "value": -7}, 3]'),
            ('{"tree": [{"name": "left", "value": 1}, 2], "root": "min"}', (0,), 9, '{"tree": [{"value": 9, "name": "left"}, 2], "root": "min"}'),
            ("[(1, 2, 3), (3, 2, 1)]", (1,), (0, 0, 9), '[{"utilities": [1, 2, 3]}, {"utilities": [0, 0, 9]}]'),
        ],
    )  # fmt: skip
    def test_a_value_is_changed_and_nothing_else(
        self, text: str, moves: tuple[int, ...], value: Any, changed: str
    ) -> None:
        tree = Tree.parse(text)
        assert tree.with_value(tree.at(*moves).node, value).json() == changed

    def test_a_value_beyond_the_bounds_is_refused(self) -> None:
        tree = Tree.parse('{"tree": [[7, 5]], "levels": ["max", "chance"], "bounds": [0, 10]}')
        with pytest.raises(TreeError, match="beyond its bounds"):
            tree.with_value(2, 11)


class TestNodes:
    def test_paths_names_and_leaves(self) -> None:
        tree = Tree.parse(AIMA)
        assert [tree.name(node) for node in range(13)] == [*"ABCD", *(f"{x}{n}" for x in "BCD" for n in "123")]
        assert [tree.value(leaf) for leaf in tree.leaves] == [3, 12, 8, 2, 4, 6, 14, 5, 2]
        assert [tree.path(leaf) for leaf in tree.leaves] == [(x, n) for x in range(3) for n in range(3)]
        assert tree.height == 2
        assert tree.at(1, 2).node == 9

    @given(trees)
    @settings(max_examples=50)
    def test_reading_and_writing_give_the_same(self, tree: Any) -> None:
        made = Tree.of(tree)
        assert nested(made.start) == tree
        assert Tree.parse(made.json()) == made
        assert [made.at(*made.path(node)).node for node in range(len(made))] == list(range(len(made)))

    def test_everything_that_can_be_told_is_read_back(self) -> None:
        text = """{"tree": {"name": "R", "value": 4, "moves": ["a", "b"], "children": [
            {"to_move": "chance", "probabilities": ["1/3", "2/3"], "children": [1.5, [2, -1]]},
            {"value": 7, "name": "won"}]}, "levels": "max,min", "bounds": [-10, 10], "title": "T", "source": "S"}"""
        tree = Tree.parse(text)
        assert Tree.parse(tree.json()) == tree
        assert (tree.name(0), tree.name(2), tree.word(1), tree.word(2)) == ("R", "won", "a", "b")
        assert (tree.mover(1), tree.value(0)) == (CHANCE, 4)
        assert [tree.at(0).probability(move) for move in (0, 1)] == [Fraction(1, 3), Fraction(2, 3)]
        assert tree.at(0, 1).bounds() == (-10, 10)
        assert tree.start.demands() == Demand.CHANCE | Demand.FRACTIONS | Demand.TURNS

    def test_levels_name_the_movers(self) -> None:
        tree = Tree.of([[[1, 2]], 3], levels="min,chance,max")
        assert [tree.mover(node) for node in (0, 1, 3)] == [1, CHANCE, 0]
        assert (tree.side(0), tree.side(1)) == (MIN, MAX)
        assert Tree.of([1, 2], root="min") == Tree.of([1, 2], levels=["min", "max"])

    def test_vectors_are_the_utilities_of_all_players(self) -> None:
        tree = Tree.parse("[[(1, 2, 6), (4, 3, 3)], (0, 1, 2)]", levels="0,1,2")
        assert tree.at(0, 1).utilities() == (4, 3, 3)
        assert tree.at(0, 1).players() == 3
        assert (tree.nodes.least, tree.nodes.most, tree.nodes.total) == (0, 6, 10)
        assert Tree.of([(3, -3), (1, -1)]) == Tree.of([3, 1])


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "where", "why"),
        [
            ("[1, [2, []]]", "at [1][1]", "at least one child"),
            ("[]", "at the root", "at least one child"),
            ("[1, 2", "ends before", "comma"),
            ("[1,\n,2]", "line 2, column 1", "“,” was found instead of"),
            ("[1, [2, null]]", "at [1][1]", "number"),
            ('[1, {"foo": 2}]', "at [1]", "choose from"),
            ('[1, {"value": 2, "value": 3}]', "column 18", "twice"),
            ("[(1, 2), (1, 2, 3)]", "at [1]", "the number of utilities differs from that of [0]"),
            ('{"tree": [1, 2], "levels": "max,mid"}', "“mid” cannot move", "choose max"),
            ('{"tree": [1, 2], "levels": "max,min", "root": "min"}', "min", "its first level is max"),
            ('{"tree": [1, [2, 3]], "levels": "max,2"}', "at [1]", "player 2"),
            ('[1, {"children": [1, 2], "to_move": "chance", "probabilities": [0.5, 0.4]}]', "at [1]", "9/10"),
            ('{"children": [1, 2], "probabilities": [0.5, 0.5]}', "at the root", "only a chance node"),
            ('{"tree": [1, 20], "bounds": [0, 10]}', "bounds", "from 1 to 20"),
            ("[1, 1e99]", "at [1]", "is too large"),
            ("[1, 12345678901234567890123]", "column 5", "too long"),
            ("[1] 2", "column 5", "the end of the tree"),
            ("", "ends", "number"),
            ("x", "column 1", "“x”"),
            ("[" * 50_000, "ends", ""),
        ],
    )
    def test_a_sentence_says_where_and_why(self, text: str, where: str, why: str) -> None:
        with pytest.raises(PlygroundError) as refused:
            Tree.parse(text)
        assert where in str(refused.value)
        assert why in str(refused.value)

    @pytest.mark.parametrize(
        "thing", [pytest.param(10**5000, id="huge"), float("nan"), True, None, [[[]]], "1/0", {"value": [1]}]
    )
    def test_values_that_are_no_tree_are_refused(self, thing: Any) -> None:
        with pytest.raises(TreeError, match=r"at \[1\]"):
            Tree.of([1, thing])

    @pytest.mark.parametrize("text", ['{"utilities": [3]}', '[{"utilities": [1]}, [{"utilities": [3]}, 2]]'])
    def test_a_single_utility_is_a_value(self, text: str) -> None:
        tree = Tree.parse(text)
        assert Tree.parse(tree.json()) == tree == Tree.parse(text.replace('{"utilities": [', "").replace("]}", ""))
        search(tree.start, "minimax")

    @given(st.text('[](){}:,"0123456789.-eE \\\nantrue') | ANYTHING.map(json.dumps))
    @settings(max_examples=300)
    def test_any_text_is_a_tree_or_refused_in_a_sentence(self, text: str) -> None:
        try:
            tree = Tree.parse(text)
        except TreeError as refused:
            assert str(refused).count("\n") == 0
        else:
            assert Tree.parse(tree.json()) == tree

    def test_trees_are_limited_in_depth_and_size(self) -> None:
        deep = "[" * MAX_LEVELS + "1" + "]" * MAX_LEVELS
        tree = Tree.parse(deep)
        assert tree.height == MAX_LEVELS > sys.getrecursionlimit()
        assert tree.json() == deep
        with pytest.raises(SearchTooDeep):
            search(tree.start)
        with pytest.raises(PlygroundError, match="deeper than"):
            Tree.parse(f"[{deep}]")
        with pytest.raises(PlygroundError, match="nodes"):
            random_tree(10, 7)
        with pytest.raises(PlygroundError, match="nodes"):
            Tree.of([[1] * 1000] * 2000)
        with pytest.raises(PlygroundError, match="letters"):
            Tree.parse(" " * 64_000_001)


class TestRandom:
    def test_the_same_seed_gives_the_same_tree(self) -> None:
        """Figures that any machine must repeat: splitmix64 is written in whole numbers."""
        assert random_tree(3, 2, seed=1).json() == "[[11, 15, 20], [9, 9, 16], [18, 10, 5]]"
        irregular = random_tree(3, 3, seed=2, irregular=True)
        assert irregular.json() == "[[[11, 7], [4, 4, 7], [4, 1]], [[8, 6], [15, 11, 13], [6]]]"

    @given(st.integers(1, 4), st.integers(1, 4), st.integers(), st.booleans())
    @settings(max_examples=50)
    def test_random_trees_have_the_requested_shape(
        self, branching: int, depth: int, seed: int, irregular: bool
    ) -> None:
        tree = random_tree(branching, depth, least=-5, most=5, seed=seed, irregular=irregular)
        degrees = {len(tree.children(node)) for node in range(len(tree))} - {0}
        assert degrees == {branching} or (irregular and max(degrees) <= branching)
        assert tree.height == depth or (irregular and tree.height < depth)
        assert all(-5 <= tree.value(leaf) <= 5 for leaf in tree.leaves)

    @given(st.integers(1, 4), st.integers(1, 4), st.integers(), st.booleans(), st.integers(1, 400))
    @settings(max_examples=50)
    def test_the_number_of_nodes_is_limited(
        self, branching: int, depth: int, seed: int, irregular: bool, most: int
    ) -> None:
        nodes = len(random_tree(branching, depth, seed=seed, irregular=irregular))
        if nodes <= most:
            assert len(random_tree(branching, depth, seed=seed, irregular=irregular, nodes=most)) == nodes
        else:
            with pytest.raises(PlygroundError, match=f"more than {most} nodes"):
                random_tree(branching, depth, seed=seed, irregular=irregular, nodes=most)


def test_a_game_unfolded_is_searched_as_the_game_is() -> None:
    tictactoe = game("tictactoe")
    start = tictactoe.notation.parse("xo..x....")
    evaluation = tictactoe.evaluations["open-lines"]
    tree = unfold(tictactoe, start, depth=3, evaluation=evaluation)
    found = search(tree.start)
    expected = search(start, setting=setting(depth=3, evaluation=evaluation))
    assert (found.score, found.nodes) == (expected.score, expected.nodes)
    assert found.move is not None and expected.move is not None
    assert tree.word(found.move + 1) == tictactoe.notation.format_move(start, expected.move)
    assert tree.side(0) == MAX


def test_the_compiled_twin_takes_the_same_steps() -> None:
    tree = random_tree(4, 6, seed=3, irregular=True, levels="max,max,min")
    plain, native = (search(tree.start, native=native) for native in (False, True))
    assert (plain.value, plain.nodes, plain.line) == (native.value, native.nodes, native.line)


@pytest.mark.parametrize("letter", ["\n", "\x1b", "\x9b", "\u2028", "\ud800", "\uffff"])
def test_a_text_that_cannot_be_printed_is_refused_with_its_place(letter: str) -> None:
    """It would break the line of a table or a drawing's XML, command a terminal, or fit into no file."""
    with pytest.raises(TreeError, match=rf"at \[1\], .*U\+{ord(letter):04X}"):
        Tree.of([1, {"value": 2, "name": f"a{letter}b"}])
    assert Tree.of([1, {"value": 2, "name": "a b‍é🎲"}]).name(2) == "a b‍é🎲"
