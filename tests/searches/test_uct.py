"""UCT: the same tree plain and compiled, no win missed, proofs that hold, and fair random games."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from paths import DATA
from random_trees import minimax_by_definition, root_of, trees
from refusals import refused
from samples import sample, some

from plyground import ArgumentError, RulesError, SearchError, SearchStopped, game, rules, search
from plyground.core.position import MAX
from plyground.core.random_numbers import new_chance
from plyground.errors import NoMoves
from plyground.searches.algorithms.mcts import favourite, random_game
from plyground.searches.best_first.mcts_tree import NODE, ROOT, Tree, children, new_tree, walk
from plyground.searches.best_first.tree_trace import Count
from plyground.searches.best_first.uct_search import Estimate, uct
from plyground.searches.progress import Progress
from plyground.searches.tally import COUNTS, NODES, STOP, new_tally, row
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")
GAMES = {text: game(text) for text in ("tictactoe", "connect_four", "othello:size=4")}


def grown(tree: Tree) -> list[int]:
    """Every number of every node."""
    return list(tree.nodes[: NODE * tree.used[0]])


@st.composite
def positions(draw: Any, start: Any, plies: int = 12) -> Any:
    """A position that is not over, reached by random play."""
    here = start
    for _ply in range(draw(st.integers(0, plies))):
        child = here.play(draw(st.sampled_from(list(here.moves()))))
        if child.is_over():
            break
        here = child
    return here


class TestTwins:
    """The same text grows the same tree, node for node, plain and compiled."""

    @pytest.mark.parametrize("text", sample(GAMES, every=3, first=1))
    @settings(max_examples=10)
    @given(data=st.data())
    def test_plain_and_compiled_grow_the_same_tree(self, text: str, data: Any) -> None:
        here = data.draw(positions(GAMES[text].start))
        seed = data.draw(st.integers(0, (1 << 64) - 1))
        playouts = data.draw(st.integers(1, 300))
        exploration = data.draw(st.floats(0, 3))
        trees = new_tree(1), new_tree(1)
        found = [
            uct(here, playouts=playouts, exploration=exploration, seed=seed, tree=tree, native=native)
            for tree, native in zip(trees, (False, True), strict=True)
        ]
        assert grown(trees[0]) == grown(trees[1])
        assert timeless(found[0]) == timeless(found[1])

    def test_every_step_in_the_same_order(self) -> None:
        """A trace gets the same events from either."""
        from plyground.native.compiler import compiled
        from plyground.searches.algorithms.mcts import play_out

        prints = []
        for native in (False, True):
            trace = Footprints(row(1))
            arguments = (TICTACTOE.start, 500, 1.0, new_tree(1), new_chance(5), trace)
            text = compiled(play_out, *arguments) if native else play_out
            assert text(*arguments) == 500
            prints.append(trace.prints[0])
        assert prints[0] == prints[1]

    def test_the_logarithm_is_the_same(self) -> None:
        """UCB1 takes it of every number of visits: a last bit that differs would grow another tree."""
        from plyground.native.compiler import compiled

        twin = compiled(logarithms, TICTACTOE.start, 0)
        assert twin(TICTACTOE.start, 100_000) == logarithms(TICTACTOE.start, 100_000)


def logarithms(position: Any, most: int) -> int:
    """All bits of the logarithms of 1 to ``most``, folded into one number."""
    folded = 0
    for number in range(1, most + 1):
        folded = (folded * 31 + int(math.log(number) * (1 << 50))) % 1_000_000_007
    return folded


@rules
class Footprints(NamedTuple):
    """A trace that folds every step, in order, into one number."""

    prints: Any

    def begin(self) -> None:
        self.fold(1)

    def select(self, depth: int, node: int) -> None:
        self.fold(3 * node + depth)

    def expand(self, depth: int, node: int) -> None:
        self.fold(5 * node + depth)

    def play(self, depth: int, move: int) -> None:
        self.fold(7 * depth + move)

    def backup(self, depth: int, node: int, result: int) -> None:
        self.fold(11 * node + 13 * depth + result)

    def fold(self, number: int) -> None:
        self.prints[0] = (self.prints[0] * 31 + number) % 1_000_000_007


def timeless(found: Estimate) -> dict[str, Any]:
    return {**vars(found), "seconds": 0, "native": None}


class TestNoWinIsMissed:
    def test_every_win_in_one_of_tic_tac_toe(self) -> None:
        """OpenSpiel's and AIMA's alpha-beta miss 392 of these 2,358 positions; a tree needs one playout."""
        found = 0
        for here in reachable(TICTACTOE.start):
            wins = [move for move in here.moves() if here.play(move).utility() < 0]
            if wins:
                found += 1
                result = uct(here, playouts=1, seed=found, tree=new_tree(1))
                assert result.move in wins
                assert (result.value, result.proven, result.line) == (1, True, (result.move,))
        assert found == 2358

    def test_a_threat_is_met(self) -> None:
        """One move does not lose at once: the others are proven lost as soon as the reply is in the tree."""
        for text, only in (("xx.o.....", 2), ("o..xx....", 5)):
            result = uct(TICTACTOE.notation.parse(text), playouts=200, seed=1)
            assert result.move == only


class TestProofs:
    """Proven values are those of minimax."""

    def test_all_of_tic_tac_toe(self) -> None:
        tree = new_tree(1)
        for here in some(reachable(TICTACTOE.start, canonical=True)):
            early = (here.own | here.other).bit_count() < 4  # later, plain Python is quicker
            result = uct(here, playouts=20_000, seed=2, tree=emptied(tree), native=early)
            assert result.proven
            assert result.value == minimax_value(here)
            if result.move is not None:
                assert minimax_value(here.play(result.move)) == -result.value
                assert {arm.move for arm in result.moves} == set(here.moves())
                for arm in result.moves:
                    if arm.proven:
                        assert arm.value == -minimax_value(here.play(arm.move))

    @given(trees, st.integers(1, 300), st.integers())
    def test_proven_values_of_random_trees_are_right(self, node: Any, playouts: int, seed: int) -> None:
        assume(isinstance(node, list))
        tree = new_tree(1)
        found = uct(root_of(node), playouts=playouts, seed=seed, tree=tree)
        for read, path in paths(tree):
            value = sign(minimax_by_definition(inside(node, path), (-1) ** len(path)))
            assert read.least <= value <= read.most
        if found.proven:
            assert found.value == sign(minimax_by_definition(node))
            assert sign(minimax_by_definition(inside(node, found.line))) == found.value

    @settings(max_examples=30)
    @given(st.data())
    def test_turns_that_do_not_pass(self, data: Any) -> None:
        """A side may move twice: the sides are kept by the rules, not by the depth."""
        start = Run(data.draw(st.integers(4, 9)))
        found = uct(start, playouts=3000, seed=data.draw(st.integers()), native=data.draw(st.booleans()))
        assert found.proven
        assert found.value == search(start).value

    def test_connect_four_endings_are_solved_and_never_wrongly(self) -> None:
        """Of fifty positions with known scores most are solved, and not one wrongly."""
        rows = (DATA / "connect_four/end_easy.txt").read_text().splitlines()[:50]
        notation = GAMES["connect_four"].notation
        tree = new_tree(16)
        proven = 0
        for line in rows:
            columns, score = line.split()
            found = uct(notation.parse(columns), playouts=30_000, seed=3, tree=emptied(tree), native=True)
            proven += found.proven
            assert not found.proven or found.value == sign(int(score)), line
        assert proven >= 45


class TestTheTree:
    def test_a_tree_can_be_walked_after_the_search(self) -> None:
        """Visits add up, results lie within what is proven, and the moves are the rules' own."""
        tree = new_tree(1)
        found = uct(TICTACTOE.start, playouts=700, seed=4, tree=tree)
        nodes = list(walk(tree))
        assert len(nodes) == found.tree_size == tree.used[0]
        assert {node.number for node in nodes} == set(range(found.tree_size))
        assert [node.visits for node in nodes if node.depth == 1] == [arm.visits for arm in found.moves]
        for node, path in paths(tree):
            here = TICTACTOE.start
            for move in path:
                here = here.play(move)
            below = children(tree, node.number)
            own = node.visits - sum(map(tree.visits, below))  # playouts that ended here: one, but at ends and proofs
            assert own == 0 if node.number == ROOT else own >= 0
            assert -1 <= node.mean <= 1
            assert [tree.move(child) for child in below] in ([], list(here.moves()))
            assert here.is_over() <= (node.least == node.most)

    def test_the_favourite_is_the_greatest_bound(self) -> None:
        """UCB1 written out: mean + c sqrt(ln N / n), for the side to move."""
        tree = new_tree(1)
        uct(TICTACTOE.start, playouts=60, seed=5, tree=tree)
        for node in some(walk(tree)):
            below = children(tree, node.number)
            side = MAX if node.depth % 2 == 0 else -MAX
            if len(below) and all(map(tree.visits, below)) and not any(map(tree.is_solved, below)):
                bounds = [
                    side * tree.rewards(child) / tree.visits(child)
                    + 0.7 * math.sqrt(math.log(node.visits) / tree.visits(child))
                    for child in below
                ]
                chosen = favourite(tree, node.number, side, 0.7)
                assert bounds[chosen - below[0]] == pytest.approx(max(bounds))

    @pytest.mark.parametrize("native", [False, True])
    def test_a_full_tree_is_played_on(self, native: bool) -> None:
        tree = new_tree(1)._replace(room=12)
        found = uct(TICTACTOE.start, playouts=500, seed=6, tree=tree, native=native)
        assert (found.tree_size, found.playouts) == (10, 500)
        assert found.move == 4

    def test_a_tree_grows_on(self) -> None:
        tree = new_tree(1)
        first = uct(TICTACTOE.start, playouts=100, seed=7, tree=tree)
        second = uct(TICTACTOE.start, playouts=50, seed=8, tree=tree)
        assert (first.playouts, second.playouts) == (100, 150)
        assert second.tree_size > first.tree_size


class TestRandomGames:
    @pytest.mark.parametrize(("first", "plies"), sample([(None, 0), (4, 1), (0, 1)], every=3, first=1))
    def test_random_games_have_the_computed_mean(self, first: int | None, plies: int) -> None:
        """The mean of random games is what adding up all games, each move as likely as the others, gives."""
        here = TICTACTOE.start if first is None else TICTACTOE.start.play(first)
        chance, tree, trace = new_chance(9), new_tree(1), Count(row(COUNTS))
        games = 20_000
        total = sum(random_game(here, MAX, plies, tree, chance, trace) for _game in range(games))
        assert abs(total / games - expected(here)) < 5 / math.sqrt(games)

    def test_the_published_chance_of_the_first_side(self) -> None:
        """Random tic-tac-toe: X wins 737/1260, O 121/420 (Wikipedia, "Tic-tac-toe", from 255,168 games)."""
        assert expected(TICTACTOE.start) == pytest.approx(737 / 1260 - 121 / 420)

    @pytest.mark.parametrize("native", [False, True])
    def test_a_game_without_end_is_a_draw(self, native: bool) -> None:
        found = uct(Endless(), playouts=20, native=native)
        assert (found.move, found.value, found.proven) == (0, 0, False)

    @pytest.mark.parametrize("native", [False, True])
    def test_rules_without_moves_are_at_fault(self, native: bool) -> None:
        with pytest.raises(NoMoves, match="no move"):
            uct(Stuck(), playouts=20, native=native)


@cache
def expected(position: Any) -> float:
    """The mean result of random play for the side to move, by adding up all of it."""
    if position.is_over():
        return float(position.utility())
    replies = [-expected(position.play(move)) for move in position.moves()]
    return sum(replies) / len(replies)


class TestLimits:
    @pytest.mark.parametrize("native", [False, True])
    def test_a_limit_of_seconds_ends_the_search(self, native: bool) -> None:
        found = uct(GAMES["connect_four"].start, seconds=0.2, native=native)
        assert found.playouts >= 1
        assert found.seconds >= 0.2

    def test_ten_thousand_games_are_played_without_limits(self) -> None:
        assert uct(GAMES["connect_four"].start, native=True).playouts == 10_000

    @pytest.mark.parametrize("native", [False, True])
    def test_stopped_with_an_answer(self, native: bool) -> None:
        """The listener to the progress may stop the search: the best move so far is the answer."""
        tally = new_tally()
        told: list[Progress] = []

        def on_progress(progress: Progress) -> None:
            told.append(progress)
            tally.counts[STOP] = 1

        found = uct(
            GAMES["connect_four"].start, seconds=600, seed=1, tally=tally, native=native, on_progress=on_progress
        )
        assert len(told) == 1
        assert told[0].line == found.line
        assert told[0].value == round(100 * found.value)
        assert told[0].nodes <= found.nodes == tally.counts[NODES]
        assert found.move in GAMES["connect_four"].start.moves()

    @pytest.mark.parametrize("native", [False, True])
    def test_stopped_before_the_first_playout(self, native: bool) -> None:
        tally = new_tally()
        tally.counts[STOP] = 1
        with pytest.raises(SearchStopped):
            uct(TICTACTOE.start, tally=tally, native=native)

    def test_a_finished_game_is_answered_at_once(self) -> None:
        found = uct(TICTACTOE.notation.parse("xxxoo...."))
        assert (found.move, found.value, found.proven, found.line, found.moves) == (None, -1, True, (), ())

    def test_a_trace_is_told(self) -> None:
        trace = Footprints(row(1))
        uct(TICTACTOE.start, playouts=5, trace=trace)
        assert trace.prints[0]

    @pytest.mark.parametrize(
        ("call", "words"),
        [
            (lambda: uct(TICTACTOE.start, playouts=0), "playouts"),
            (lambda: uct(TICTACTOE.start, seconds=0), "seconds"),
            (lambda: uct(TICTACTOE.start, seconds=math.nan), "seconds"),
            (lambda: uct(TICTACTOE.start, exploration=-1), "exploration"),
            (lambda: uct(TICTACTOE.start, native=True, trace=Footprints(row(1))), "native speed"),
            (lambda: uct(root_of([0] * 1001)), "1000 moves"),
        ],
    )
    def test_impossible_searches_are_refused(self, call: Callable[[], object], words: str) -> None:
        with pytest.raises((SearchError, ArgumentError), match=words):
            call()

    def test_an_unmarked_class_is_refused(self) -> None:
        class Plain(NamedTuple):
            own: int = 0

        with refused(RulesError, "{cls} is not marked @rules, so it cannot be searched.", cls="Plain"):
            uct(Plain())  # type: ignore[arg-type]


@cache
def minimax_value(position: Any) -> int:
    """Return the minimax value of a position of tic-tac-toe, by its definition."""
    if position.is_over():
        return int(position.utility())
    return max(-minimax_value(position.play(move)) for move in position.moves())


@rules
class Run(NamedTuple):
    """Take 1 to 3 of ``left`` counters; who takes 2 moves again; who takes the last wins what is odd of its moves."""

    left: int
    mover: int = 0
    taken: int = 0  # moves so far

    def moves(self) -> Iterator[int]:
        for number in range(1, min(3, self.left) + 1):
            yield number

    def play(self, move: int) -> Run:
        return Run(self.left - move, self.mover if move == 2 else 1 - self.mover, self.taken + 1)

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        won = self.taken % 3 - 1
        return won if self.mover == 0 else -won

    def to_move(self) -> int:
        return self.mover


@rules
class Endless(NamedTuple):
    """A game that never ends."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        yield 0

    def play(self, move: int) -> Endless:
        return Endless(self.ply + 1)

    def is_over(self) -> bool:
        return False

    def utility(self) -> int:
        return 0


@rules
class Stuck(NamedTuple):
    """A game that has neither an end nor moves after three."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        if self.ply < 3:
            yield 0

    def play(self, move: int) -> Stuck:
        return Stuck(self.ply + 1)

    def is_over(self) -> bool:
        return False

    def utility(self) -> int:
        return 0


def emptied(tree: Tree) -> Tree:
    """The same memory for another position."""
    tree.add(ROOT, 0, -1, 1)
    tree.used[0] = 1
    return tree


def paths(tree: Tree) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Every node with the moves that lead to it."""
    path: list[int] = []
    for node in walk(tree):
        path[max(0, node.depth - 1) :] = [node.move] if node.depth else []
        yield node, tuple(path)


def inside(node: Any, path: tuple[int, ...]) -> Any:
    """The part of nested lists that a path leads to."""
    for move in path:
        node = node[move]
    return node


def sign(number: int) -> int:
    return (number > 0) - (number < 0)
