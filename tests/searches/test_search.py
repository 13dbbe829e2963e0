"""The searches: published figures, equality with minimax, bounds, ties, scores."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import DATA
from random_trees import CONVENTIONS, minimax_by_definition, root_of, trees
from refusals import refused
from samples import sample, some

from plyground import RulesError, SearchError, SearchStopped, SpecError, game, search, setting
from plyground.core.authoring.marked_rules import rules
from plyground.core.evaluation import NoEvaluation
from plyground.core.position import MAX, MIN
from plyground.core.random_game import random_game
from plyground.searches import PRESETS, Convention, Result, Trace
from plyground.searches.scores import DISTANCE_WIN, INFINITY, LEVEL_WIN, MAX_DEPTH, NAMES, decided, scores
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.trees import Tree

PUBLISHED = json.loads((DATA / "tic_tac_toe.json").read_text())
TICTACTOE = game("tictactoe")


def position(text: str) -> Any:
    return TICTACTOE.notation.parse(text)


class TestPublishedFigures:
    """Nodes visited from the empty board of tic-tac-toe (tests/data/tic_tac_toe.json)."""

    @pytest.mark.parametrize(
        ("name", "figure", "choices"),
        [
            pytest.param("minimax", "full_minimax_nodes_root_included", {}, marks=pytest.mark.proof),
            pytest.param("book-minimax", "full_minimax_nodes_root_included", {}, marks=pytest.mark.proof),
            ("alphabeta", "alphabeta_nodes_cut_on_equality_cells_in_order", {}),
            ("book-alphabeta", "alphabeta_nodes_cut_on_equality_cells_in_order", {}),
            ("alphabeta", "alphabeta_nodes_strict_fail_soft", {"convention": PRESETS["cs188"]}),
            ("alphabeta", "alphabeta_nodes_cut_on_equality_level_scores", {"scores": "level"}),
            ("static-cutoff", "static_cutoff_nodes", {}),
        ],
    )
    def test_visits_are_the_published_ones(self, name: str, figure: str, choices: dict[str, Any]) -> None:
        result = search(TICTACTOE.start, name, setting(**choices))
        assert result.nodes == PUBLISHED[figure]
        assert result.value == 0
        assert result.exact
        assert result.proven
        if name == "minimax":  # its leaves are the games
            assert result.leaves == PUBLISHED["games"]
            assert result.alpha_cutoffs == result.beta_cutoffs == 0


class TestEqualToMinimax:
    """No convention changes the decision: the value is minimax's, and so is the move's."""

    @given(trees, st.sampled_from(CONVENTIONS))
    def test_alphabeta_on_random_trees(self, tree: Any, convention: Convention) -> None:
        result = search(root_of(tree), "alphabeta", setting(convention=convention))
        assert result.score == minimax_by_definition(tree)
        if isinstance(tree, list):
            assert result.move is not None
            assert minimax_by_definition(tree[result.move], MIN) == result.score

    @given(trees)
    def test_the_first_of_the_best_moves(self, tree: Any) -> None:
        if isinstance(tree, list):
            values = [minimax_by_definition(child, MIN) for child in tree]
            for name in ("minimax", "alphabeta", "static-cutoff", "book-minimax", "book-alphabeta"):
                assert search(root_of(tree), name, setting()).move == values.index(max(values)), name

    @given(trees, st.sampled_from(CONVENTIONS))
    def test_root_moves_are_what_they_claim(self, tree: Any, convention: Convention) -> None:
        """Exact is exact, and an upper bound is one."""
        if isinstance(tree, list):
            result = search(root_of(tree), "alphabeta", setting(convention=convention))
            for root in some(result.moves):
                value = minimax_by_definition(tree[root.move], MIN)
                assert root.score is not None
                assert root.score == value if root.bound == "exact" else root.score >= value

    @given(trees, st.sampled_from(CONVENTIONS), st.integers())
    def test_ties_are_broken_among_the_best_moves(self, tree: Any, convention: Convention, seed: int) -> None:
        if isinstance(tree, list):
            chosen = setting(convention=convention)
            values = [minimax_by_definition(child, MIN) for child in tree]
            best = [move for move, value in enumerate(values) if value == max(values)]
            ordered = best[::-1] if convention.right_to_left else best
            assert search(root_of(tree), "alphabeta", chosen, ties="first").move == ordered[0]
            assert search(root_of(tree), "alphabeta", chosen, ties="last").move == ordered[-1]
            by_chance = search(root_of(tree), "alphabeta", chosen, ties="random", seed=seed)
            assert by_chance.move in best
            assert by_chance == _timeless(search(root_of(tree), "alphabeta", chosen, ties="random", seed=seed), by_chance)  # fmt: skip
            assert {root.move for root in by_chance.moves if root.bound == "exact" and root.score == max(values)} == set(best)  # fmt: skip

    @given(trees, st.sampled_from(["minimax", "static-cutoff", "book-minimax", "book-alphabeta"]), st.integers())
    def test_ties_of_every_search(self, tree: Any, name: str, seed: int) -> None:
        if isinstance(tree, list):
            values = [minimax_by_definition(child, MIN) for child in tree]
            best = [move for move, value in enumerate(values) if value == max(values)]
            last = search(root_of(tree), name, ties="last")
            assert last.move == best[-1]
            assert last.line[0] == last.move
            node: Any = tree
            for move in last.line:
                node = node[move]
            assert not isinstance(node, list)  # the line goes to the end
            assert search(root_of(tree), name, ties="random", seed=seed).move in best

    @given(trees, st.sampled_from(["minimax", "alphabeta", "static-cutoff", "book-alphabeta"]))
    def test_every_move_exact_on_request(self, tree: Any, name: str) -> None:
        if isinstance(tree, list):
            result = search(root_of(tree), name, setting(), every_move=True)
            assert {root.move: root.score for root in result.moves} == {
                move: minimax_by_definition(child, MIN) for move, child in enumerate(tree)
            }
            assert {root.bound for root in result.moves} == {"exact"}

    @given(trees, st.sampled_from(["minimax", "alphabeta", "static-cutoff", "book-minimax", "book-alphabeta"]))
    def test_the_line_leads_to_the_value(self, tree: Any, name: str) -> None:
        result = search(root_of(tree), name, setting())
        node, sign = tree, MAX
        for move in result.line:
            node, sign = node[move], -sign
            assert minimax_by_definition(node, sign) == result.score
        assert not isinstance(node, list)

    @given(trees, st.sampled_from(["minimax", "alphabeta", "static-cutoff", "book-minimax", "book-alphabeta"]))
    def test_the_line_is_the_one_that_the_search_took(self, tree: Any, name: str) -> None:
        """A tally keeps but its first plies; searched again, the rest is the same."""
        for convention in CONVENTIONS if name == "alphabeta" else CONVENTIONS[:1]:
            taken = WholeLine()
            result = search(root_of(tree), name, setting(convention=convention), trace=taken)
            assert result.line == tuple(taken.below[0])

    def test_the_line_of_a_whole_game(self) -> None:
        for name in ("minimax", "alphabeta", "static-cutoff"):
            for score in NAMES:
                taken = WholeLine()
                result = search(position("x...o...."), name, setting(scores=score), trace=taken)
                assert result.line == tuple(taken.below[0])
                assert len(result.line) == 7

    @pytest.mark.proof
    def test_random_choice_reaches_every_best_move(self) -> None:
        best = {search(position("....x...."), "alphabeta", ties="random", seed=seed).move for seed in range(15)}
        assert best == {0, 2, 6, 8}  # against the centre, the corners draw


class TestBookTexts:
    """The book's pairs of functions tell the same story, event by event, as the project's own texts."""

    @given(trees, st.sampled_from([("minimax", "book-minimax"), ("alphabeta", "book-alphabeta")]))
    def test_the_book_and_the_project_have_the_same_events(self, tree: Any, names: tuple[str, str]) -> None:
        stories = []
        for name in names:
            story = Story()
            search(root_of(tree), name, trace=story)
            stories.append(story.events)
        assert stories[0] == stories[1]


class WholeLine(Trace):
    """A trace that keeps the best line below every node on the way."""

    def __init__(self) -> None:
        self.below: dict[int, list[int]] = {}

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        self.below[depth] = []

    def update(self, depth: int, move: int, reply: int, improved: bool) -> None:
        if improved:
            self.below[depth] = [move, *self.below[depth + 1]]


class Story(Trace):
    """A trace that writes everything down."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        self.events.append(("enter", position, depth, side, alpha, beta))

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        self.events.append(("leaf", depth, value, is_over))

    def update(self, depth: int, move: int, reply: int, improved: bool) -> None:
        self.events.append(("update", depth, move, reply, improved))

    def cut(self, depth: int, side: int) -> None:
        self.events.append(("cut", depth, side))

    def leave(self, depth: int, value: int) -> None:
        self.events.append(("quit", depth, value))


class TestScores:
    def test_faster_wins_and_slower_losses(self) -> None:
        for name in ("distance", "level"):
            scale = scores(name, NoEvaluation())
            assert scale.of(1, 3) > scale.of(1, 5) > 0 > scale.of(-1, 6) > scale.of(-1, 2)

    def test_level_is_the_slides_number(self) -> None:
        """An immediate win is 99,999,998."""
        result = search(position("xxo...oox"), "minimax", setting(scores="level"))
        assert (result.move, result.score, result.distance) == (4, 99_999_998, 1)

    @given(st.sampled_from(NAMES), st.integers(-64, 64), st.integers(0, MAX_DEPTH))
    def test_a_score_reads_back(self, name: str, utility: int, depth: int) -> None:
        scale = scores(name, NoEvaluation())
        end = decided(scale.of(utility, depth), scale)
        assert end is not None
        assert end.utility == utility
        assert end.distance == (depth if utility and name != "utility" else None)

    @given(st.integers(-9, 9).filter(bool), st.sampled_from(NAMES))
    def test_a_guess_is_never_read_as_an_end(self, guess: int, name: str) -> None:
        assert decided(guess, scores(name, TICTACTOE.evaluations["open-lines"])) is None

    def test_infinity_is_beyond_every_score(self) -> None:
        assert 64 * DISTANCE_WIN < INFINITY
        assert 64 * LEVEL_WIN < INFINITY


class TestTraps:
    """Trees on which the article's own program is wrong: it lets a mere bound replace the best move."""

    @pytest.mark.parametrize("name", ["minimax", "alphabeta", "static-cutoff", "book-minimax", "book-alphabeta"])
    def test_a_win_at_once_is_preferred(self, name: str) -> None:
        result = search(position("xxox....o"), name, setting(scores="distance"))
        assert (result.move, result.distance) == (5, 1)

    @pytest.mark.parametrize("ties", ["first", "last", "random"])
    @pytest.mark.parametrize("convention", sample(PRESETS, every=5))
    def test_only_the_centre_draws(self, ties: str, convention: str) -> None:
        for score in NAMES:
            chosen = setting(convention=PRESETS[convention], scores=score)
            assert search(position("x........"), "alphabeta", chosen, ties=ties, seed=3).move == 4


class TestHorizon:
    def test_without_an_evaluation_unfinished_positions_draw(self) -> None:
        result = search(TICTACTOE.start, "minimax", setting(depth=2))
        assert (result.value, result.nodes, result.leaves, result.proven) == (0, 1 + 9 + 72, 72, False)

    def test_a_win_within_the_horizon_is_proven(self) -> None:
        result = search(
            position("xx.oo...."), "minimax", setting(depth=1, evaluation=TICTACTOE.evaluations["open-lines"])
        )
        assert (result.move, result.value, result.proven) == (2, 1, True)

    def test_a_guess_is_no_proof(self) -> None:
        chosen = setting(depth=3, evaluation=TICTACTOE.evaluations["open-lines"])
        result = search(TICTACTOE.start, "alphabeta", chosen)
        assert not result.proven
        assert result.value == search(TICTACTOE.start, "minimax", chosen).value

    def test_open_lines_are_counted_as_defined(self) -> None:
        """From the definition: X in the centre leaves O 4 open lines, and itself all 8."""
        evaluation = TICTACTOE.evaluations["open-lines"]
        assert evaluation.value(position("....x....")) == 4 - 8
        assert evaluation.value(position("x........")) == 5 - 8
        assert evaluation.value(TICTACTOE.start) == 0
        assert evaluation.win == 10


class TestProof:
    """A value is called proven only where no guess could have changed it."""

    def test_a_win_at_once_proves_itself_and_not_its_neighbours(self) -> None:
        chosen = setting(depth=1, evaluation=TICTACTOE.evaluations["open-lines"])
        result = search(position("xx.o.o..."), "minimax", chosen)
        assert result.proven
        assert {root.move: root.proven for root in result.moves} == {2: True, 4: False, 6: False, 7: False, 8: False}

    @given(trees, st.integers(1, 4))
    def test_proven_results_are_true(self, tree: Any, depth: int) -> None:
        """Deeper leaves are guessed to be draws; a proven value is the whole tree's all the same."""
        if isinstance(tree, list):
            result = search(root_of(tree), "minimax", setting(depth=depth))
            for root in result.moves:
                if root.proven:
                    assert root.score == minimax_by_definition(tree[root.move], MIN)
            if result.proven:
                assert result.score == minimax_by_definition(tree)


class TestRefusals:
    def test_unknown_names_are_refused(self) -> None:
        for call in (
            lambda: search(TICTACTOE.start, "alphabetta"),
            lambda: search(TICTACTOE.start, ties="lst"),
            lambda: setting(scores="points"),
        ):
            with pytest.raises(SpecError):
                call()

    def test_impossible_depths_are_refused(self) -> None:
        for depth in (0, -1, 10**9):
            with pytest.raises(SearchError, match="plies"):
                setting(depth=depth)
        with pytest.raises(SearchError, match="give a depth"):
            setting(evaluation=TICTACTOE.evaluations["open-lines"])

    def test_a_game_without_end(self) -> None:
        endless: Any = 0
        for _level in range(5000):
            endless = [endless]
        with pytest.raises(SearchError, match="give a depth"):
            search(root_of(endless), "minimax")
        assert search(root_of(endless), "minimax", setting(depth=5)).nodes == 6

    def test_the_book_has_its_own_convention(self) -> None:
        with pytest.raises(SearchError, match="own convention"):
            search(TICTACTOE.start, "book-alphabeta", setting(convention=PRESETS["cs188"]))

    def test_the_book_takes_turns(self) -> None:
        twice = Tree.of([[1, 2], 3], levels="max,max").start
        for name in ("book-minimax", "book-alphabeta"):
            with pytest.raises(SearchError, match="may move twice"):
                search(twice, name)

    def test_an_unmarked_class_is_refused(self) -> None:
        class Plain(NamedTuple):
            own: int = 0

            def moves(self) -> list[int]:
                return []

            def play(self, move: int) -> Any:
                return self

            def is_over(self) -> bool:
                return True

        with refused(RulesError, "{cls} is not marked @rules, so it cannot be searched.", cls="Plain"):
            search(Plain())

    def test_an_unfinished_position_without_moves(self) -> None:
        @rules
        class Stuck(NamedTuple):
            """A position that is not over and has no move."""

            own: int = 0

            def moves(self) -> Iterator[int]:
                return iter(())

            def play(self, move: int) -> Stuck:
                return self

            def is_over(self) -> bool:
                return False

        with pytest.raises(RulesError, match=r"Stuck\.moves"):
            search(Stuck())

    def test_the_greatest_depth_is_accepted(self) -> None:
        assert search(position("xx.oo...."), "minimax", setting(depth=MAX_DEPTH)).proven

    def test_a_stopped_tally_raises_search_stopped(self) -> None:
        tally = new_tally()
        tally.counts[STOP] = 1
        with pytest.raises(SearchStopped):
            search(TICTACTOE.start, tally=tally)
        assert tally.counts[NODES] == 1


def test_a_finished_position_has_a_value_and_no_move() -> None:
    result = search(position("xxxoo...."), "alphabeta")
    assert (result.move, result.value, result.line, result.moves, result.nodes) == (None, -1, (), (), 1)


@pytest.mark.proof
def test_random_positions_agree_across_all_algorithms() -> None:
    generator = random.Random(5)
    for _again in range(25):
        here = random_game(TICTACTOE.start, generator, generator.randint(3, 8))[-1]
        for score in NAMES:
            found = {
                search(here, name, setting(scores=score, convention=convention)).score
                for name in ("minimax", "alphabeta", "static-cutoff", "book-minimax")
                for convention in PRESETS.values()
            }
            found.add(search(here, "book-alphabeta", setting(scores=score)).score)
            assert len(found) == 1


def _timeless(result: Result, other: Result) -> Result:
    """The result with the other's clock time."""
    return Result(**{**result.__dict__, "seconds": other.seconds})


class TestArticle:
    """The pseudocode of Wikipedia's article "Alpha–beta pruning", with both of its branches as printed."""

    @given(tree=trees, side=st.sampled_from([MAX, MIN]))
    def test_the_preset_visits_the_nodes_of_the_pseudocode(self, tree: Any, side: int) -> None:
        visited: list[Any] = []

        def alphabeta(node: Any, alpha: float, beta: float, maximizing: bool) -> float:
            visited.append(node)
            if not isinstance(node, list):
                return node
            if maximizing:
                value = -float("inf")
                for child in node:
                    value = max(value, alphabeta(child, alpha, beta, False))
                    if value > beta:
                        break
                    alpha = max(alpha, value)
                return value
            value = float("inf")
            for child in node:
                value = min(value, alphabeta(child, alpha, beta, True))
                if value < alpha:
                    break
                beta = min(beta, value)
            return value

        value = alphabeta(tree, -float("inf"), float("inf"), side == MAX)
        found = search(root_of(tree, side), setting=setting(convention=PRESETS["wikipedia"]))
        assert (found.nodes, side * found.score) == (len(visited), value)

    def test_the_wikipedia_convention_cuts_more_than_fail_hard(self) -> None:
        tree = root_of([[[6, 5], [3, 7]], [[2, 1], [0, 3]]])
        leaves = {
            name: search(tree, setting=setting(convention=PRESETS[name])).leaves for name in ("wikipedia", "fail-hard")
        }
        assert leaves == {"wikipedia": 6, "fail-hard": 8}

    @pytest.mark.parametrize(("name", "nodes"), sample([("wikipedia", 146_120), ("fail-hard", 304_155)], every=2))
    def test_visits_from_the_empty_board(self, name: str, nodes: int) -> None:
        assert search(TICTACTOE.start, setting=setting(convention=PRESETS[name])).nodes == nodes
