"""Proof-number search: true answers, the same tree plain and compiled, memory that is used again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA
from random_trees import minimax_by_definition, root_of, trees
from refusals import refused
from samples import some

from plyground import RulesError, SearchError, game, search
from plyground.core.position import MAX
from plyground.errors import NoMoves
from plyground.searches.best_first.proof_tree import NODE, ProofTree, new_proof_tree
from plyground.searches.best_first.prove import Proof, proof_number
from plyground.searches.tally import STOP, new_tally, row
from plyground.solvers.walk import reachable
from tests.searches.test_uct import Endless, Footprints, Run, Stuck, minimax_value, positions

TICTACTOE = game("tictactoe")
GAMES = {text: game(text) for text in ("tictactoe", "mnk:width=4,height=3,k=3", "connect_four", "othello:size=4")}


class TestAnswers:
    def test_all_of_tic_tac_toe(self) -> None:
        """Both questions about every position, against minimax."""
        for here in some(reachable(TICTACTOE.start, canonical=True)):
            for least in (0, 1):
                early = (here.own | here.other).bit_count() < 4  # later, plain Python is quicker
                found = proof_number(here, least, tree=new_proof_tree(1), native=early)
                assert found.value is (minimax_value(here) >= least)
                assert found.size >= 1
                if found.value and not here.is_over():
                    assert found.move is not None
                    assert -minimax_value(here.play(found.move)) >= least

    @given(trees, st.integers(-4, 4))
    def test_answers_of_random_trees_agree_with_minimax(self, node: Any, least: int) -> None:
        """Any threshold; and the size of a proof is that of a smallest one of its kind, or greater."""
        found = proof_number(root_of(node), least, tree=new_proof_tree(1))
        value = minimax_by_definition(node)
        assert found.value is (value >= least)
        assert found.size >= smallest(node, least, MAX, found.value)
        if isinstance(node, list) and found.value:
            assert found.move is not None
            assert minimax_by_definition(node[found.move], -1) >= least

    @given(st.integers(1, 12), st.integers(-1, 1), st.booleans())
    def test_turns_that_do_not_pass(self, counters: int, least: int, native: bool) -> None:
        start = Run(counters)
        assert proof_number(start, least, native=native).value is (search(start).value >= least)

    @settings(max_examples=20)
    @given(positions(GAMES["mnk:width=4,height=3,k=3"].start), st.integers(0, 1))
    def test_three_in_a_row_on_4_by_3(self, here: Any, least: int) -> None:
        assert proof_number(here, least, native=True).value is (search(here, native=True).value >= least)

    def test_published_results_are_proved(self) -> None:
        """Three in a row on 4 × 3 is won (Uiterwijk & van den Herik 2000); the second side wins Othello on 4 × 4."""
        assert proof_number(GAMES["mnk:width=4,height=3,k=3"].start, 1, native=True).value is True
        assert proof_number(GAMES["othello:size=4"].start, 0, native=True).value is False

    def test_the_margin_of_othello(self) -> None:
        """Any utility may be asked for: the value that minimax finds is reached, and no more."""
        value = search(GAMES["othello:size=4"].start, native=True).value
        assert proof_number(GAMES["othello:size=4"].start, value, native=True).value is True
        assert proof_number(GAMES["othello:size=4"].start, value + 1, native=True).value is False

    def test_connect_four_endings_have_their_known_results(self) -> None:
        rows = (DATA / "connect_four/end_easy.txt").read_text().splitlines()[:60]
        for line in some(rows):
            columns, score = line.split()
            here = GAMES["connect_four"].notation.parse(columns)
            assert proof_number(here, 1, native=True).value is (int(score) > 0)
            assert proof_number(here, 0, native=True).value is (int(score) >= 0)


def smallest(node: Any, least: int, side: int, proved: bool) -> int:
    """The nodes of the smallest tree that proves, or disproves, that MAX gets ``least`` of nested lists."""
    if not isinstance(node, list):
        return 1
    winner = MAX if proved else -MAX
    good = [child for child in node if (minimax_by_definition(child, -side) >= least) == proved]
    sizes = [smallest(child, least, -side, proved) for child in good]
    return 1 + (min(sizes) if side == winner else sum(sizes))


class TestTwins:
    @pytest.mark.parametrize("text", GAMES)
    @settings(max_examples=10)
    @given(data=st.data())
    def test_plain_and_compiled_grow_the_same_tree(self, text: str, data: Any) -> None:
        here = data.draw(positions(GAMES[text].start))
        least, nodes = data.draw(st.integers(-1, 1)), data.draw(st.integers(1, 150))
        trees = new_proof_tree(1), new_proof_tree(1)
        plain, native = (
            proof_number(here, least, nodes=nodes, tree=tree, native=native)
            for tree, native in zip(trees, (False, True), strict=True)
        )
        assert timeless(plain) == timeless(native)
        assert grown(trees[0]) == grown(trees[1])

    def test_every_step_in_the_same_order(self) -> None:
        from plyground.native.compiler import compiled
        from plyground.searches.algorithms.proof_number import prove

        prints = []
        for native in (False, True):
            trace = Footprints(row(1))
            arguments = (TICTACTOE.start, 500, 1, new_proof_tree(1), trace)
            text = compiled(prove, *arguments) if native else prove
            assert text(*arguments) == 500
            prints.append(trace.prints[0])
        assert prints[0] == prints[1]


def grown(tree: ProofTree) -> list[int]:
    return list(tree.nodes[: NODE * tree.used[0]])


def timeless(found: Proof) -> dict[str, Any]:
    return {**vars(found), "seconds": 0, "native": None}


class TestMemory:
    def test_solved_subtrees_are_used_again(self) -> None:
        """A tree with room for a fraction of all the nodes that are made gives the same answer."""
        whole = proof_number(TICTACTOE.start, 1, native=True)
        made = 0

        class Births(Footprints):
            def play(self, depth: int, move: int) -> None:
                nonlocal made
                made += 1

        assert proof_number(TICTACTOE.start, 1, trace=Births(row(1))).value is False
        assert whole.tree_size < made / 2
        tight = proof_number(TICTACTOE.start, 1, tree=new_proof_tree(1)._replace(room=whole.tree_size))
        assert timeless(tight) == timeless(whole)

    def test_no_node_is_lost_or_used_twice(self) -> None:
        """At every point, the nodes in the tree and those that are free make up all that were ever used."""
        tree = new_proof_tree(1)
        while not tree.is_solved(0):
            proof_number(TICTACTOE.start, 0, nodes=40, tree=tree)
            living = below(tree, 0)
            free: list[int] = []
            for head in siblings(tree, tree.used[1]):
                free += below(tree, head)
            assert sorted(living + free) == list(range(tree.used[0]))

    @pytest.mark.parametrize("native", [False, True])
    def test_a_full_tree_knows_nothing(self, native: bool) -> None:
        found = proof_number(TICTACTOE.start, 1, tree=new_proof_tree(1)._replace(room=200), native=native)
        assert (found.value, found.move, found.size) == (None, None, 0)
        assert found.proof > 0
        assert found.disproof > 0


def siblings(tree: ProofTree, node: int) -> list[int]:
    found = []
    while node:
        found.append(node)
        node = tree.sibling(node)
    return found


def below(tree: ProofTree, node: int) -> list[int]:
    """A node and all below it."""
    return [node] + [each for child in siblings(tree, tree.child(node)) for each in below(tree, child)]


class TestLimits:
    def test_a_limit_of_nodes_ends_the_search(self) -> None:
        found = proof_number(TICTACTOE.start, 1, nodes=10)
        assert (found.value, found.tree_size) == (None, 1 + 9 + sum(8 for _child in range(9)))

    @pytest.mark.parametrize("native", [False, True])
    def test_a_limit_of_seconds_ends_the_search(self, native: bool) -> None:
        found = proof_number(GAMES["connect_four"].start, 1, seconds=0.1, native=native)
        assert found.value is None
        assert found.seconds >= 0.1

    @pytest.mark.parametrize("native", [False, True])
    def test_a_stopped_search_has_no_answer(self, native: bool) -> None:
        tally = new_tally()
        tally.counts[STOP] = 1
        assert proof_number(TICTACTOE.start, tally=tally, native=native).value is None

    @pytest.mark.parametrize("native", [False, True])
    def test_a_game_without_end_is_a_draw(self, native: bool) -> None:
        assert proof_number(Endless(), 0, native=native).value is True
        assert proof_number(Endless(), 1, native=native).value is False

    @pytest.mark.parametrize("native", [False, True])
    def test_rules_without_moves_are_at_fault(self, native: bool) -> None:
        with pytest.raises(NoMoves, match="no move"):
            proof_number(Stuck(), native=native)

    def test_a_finished_game_is_answered_at_once(self) -> None:
        here = TICTACTOE.notation.parse("xxxoo....")
        assert [proof_number(here, least).value for least in (-1, 0, 1)] == [True, False, False]

    @pytest.mark.parametrize(
        ("call", "words"),
        [
            (lambda: proof_number(TICTACTOE.start, nodes=0), "nodes"),
            (lambda: proof_number(TICTACTOE.start, seconds=-1), "seconds"),
            (lambda: proof_number(TICTACTOE.start, native=True, trace=Footprints(row(1))), "native speed"),
        ],
    )
    def test_impossible_searches_are_refused(self, call: Callable[[], object], words: str) -> None:
        with pytest.raises(SearchError, match=words):
            call()

    def test_an_unmarked_class_is_refused(self) -> None:
        class Plain(NamedTuple):
            own: int = 0

        with refused(RulesError, "{cls} is not marked @rules, so it cannot be searched.", cls="Plain"):
            proof_number(Plain())  # type: ignore[arg-type]
