"""UCT with chance and with many players: the same tree plain and compiled, proofs and means that hold."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest
from samples import sample, some

from plyground import CHANCE, RulesError, SearchError, game, ratio, rules, search
from plyground.core.bits import put
from plyground.core.position import Demand
from plyground.core.random_numbers import new_chance
from plyground.errors import NoMoves
from plyground.native.compiler import Twin
from plyground.native.options import Options
from plyground.searches.algorithms.mcts import play_out
from plyground.searches.best_first.mcts_tree import NODE, ROOT, Tree, children, mean, new_tree
from plyground.searches.best_first.tree_trace import Count
from plyground.searches.best_first.uct_search import Estimate, uct
from plyground.searches.chance_moves import drawn
from plyground.searches.tally import new_tally
from plyground.templates.dice import Dice
from plyground.templates.three import Three

STARTS: dict[str, Any] = {
    "pig": game("pig:target=5,faces=3,rounds=2").start,
    "pig after a roll": game("pig:target=12,faces=4,rounds=2").start.play(3),
    "dice template": Dice(),
    "three template": Three(),
    "three": game("three").start,
    "three:width=3,height=3": game("three:width=3,height=3").start,
}


def both(start: Any, playouts: int, seed: int) -> tuple[list[list[int]], list[Estimate]]:
    """Return the numbers of all nodes and the answers, plain and compiled."""
    trees = new_tree(1), new_tree(1)
    found = [
        replace(uct(start, playouts=playouts, seed=seed, tree=tree, native=native), seconds=0)
        for tree, native in zip(trees, (False, True), strict=True)
    ]
    return [list(tree.nodes[: NODE * tree.used[0]]) for tree in trees], found


@pytest.mark.parametrize("text", sample(STARTS, every=6, first=5))
def test_plain_and_compiled_grow_the_same_tree(text: str) -> None:
    for seed, playouts in ((1, 1), (2, 64), (3, 300)):
        trees, found = both(STARTS[text], playouts, seed)
        assert trees[0] == trees[1]
        assert found[0] == found[1]
        assert found[0].playouts == playouts or found[0].proven


@pytest.mark.proof
def test_plain_and_compiled_grow_the_same_tree_of_backgammon() -> None:
    trees, found = both(game("backgammon").start, 20, 4)
    assert trees[0] == trees[1]
    assert found[0] == found[1]


@rules
class Race(NamedTuple):
    """Each player moves one or two fields on; then a die moves everybody back by its number. The most fields win most."""

    fields: tuple[int, ...] = (0, 0, 0)
    rounds: int = 0
    player: int = 0
    rolling: int = 0

    def players(self) -> int:
        return 3

    def to_move(self) -> int:
        return CHANCE if self.rolling else self.player

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            yield from range(1, 3)

    def probability(self, move: int) -> Any:
        return ratio(move, 3)

    def play(self, move: int) -> Race:
        if self.rolling:
            fields: tuple[int, ...] = tuple(field - move for field in self.fields)
            return Race(fields, self.rounds + 1, 0, 0)
        fields = put(self.fields, self.player, self.fields[self.player] + 60 * move)
        return Race(fields, self.rounds, (self.player + 1) % 3, int(self.player == 2))

    def is_over(self) -> bool:
        return self.rounds == 3

    def utilities(self) -> tuple[int, ...]:
        return self.fields

    def bounds(self) -> tuple[int, int]:
        return 0, 360


def test_chance_among_three_players() -> None:
    """Rows outgrow their bytes in the first game: the twin with wider cells begins with an empty tree again."""
    trees, found = both(Race(), 600, 5)
    assert trees[0] == trees[1]
    assert found[0] == found[1]
    assert found[0].move == 2
    best = (2 * (360 - 3 * 5 / 3) - 360) / 360  # the die takes 5/3 on average
    assert 0.8 < found[0].value < best


@pytest.mark.proof
def test_a_twin_that_begins_again_sets_the_tree_back() -> None:
    """Of arrays larger than a page, too: with cells that no example has shown to be too small."""
    start = game("three").start
    numbers = []
    for options in (Options(cell_bits=8), Options(cell_bits=64)):
        tree, tally = new_tree(1), new_tally()
        arguments = (start, 50, 1.0, tree, new_chance(6), Count(tally.counts))
        Twin.for_examples(play_out, arguments, options)(*arguments)
        numbers.append([*tree.nodes[: NODE * tree.used[0]], *tally.counts])
    assert numbers[0] == numbers[1]


def average(position: Any) -> float:
    """Return the mean result of random play for the first player, by adding up all of it."""

    @cache
    def of(position: Any) -> float:
        if position.is_over():
            return float(position.utility() if position.to_move() <= 0 else -position.utility())
        moves = list(position.moves())
        chances = [position.probability(move) if position.is_chance() else ratio(1, len(moves)) for move in moves]
        return sum(float(chance) * of(position.play(move)) for move, chance in zip(moves, chances, strict=True))

    return of(position)


@rules
class Loaded(NamedTuple):
    """As the template, with a loaded die: a 3 falls in half of the rolls."""

    stones: int = 7
    player: int = 0
    shown: int = 0

    def to_move(self) -> int:
        return self.player if self.shown or self.stones == 0 else CHANCE

    def moves(self) -> Iterator[int]:
        if self.stones:
            yield from range(1, (min(self.shown, self.stones) if self.shown else 3) + 1)

    def probability(self, move: int) -> Any:
        return ratio(move, 6)

    def play(self, move: int) -> Loaded:
        if self.shown == 0:
            return self._replace(shown=move)
        return Loaded(self.stones - move, 1 - self.player)

    def is_over(self) -> bool:
        return self.stones == 0

    def utility(self) -> int:
        return -1


@pytest.mark.parametrize("native", sample([False, True], every=2))
def test_a_node_that_is_never_expanded_has_the_mean_of_random_play(native: bool) -> None:
    """Chance falls by its probabilities in random games, and in the tree below a chance node."""
    for start in (Loaded(), Dice(5)):
        games = 2_000
        tree = new_tree(1)._replace(room=1)  # no child has room
        uct(start, playouts=games, seed=7, tree=tree, native=native)
        assert abs(mean(tree) - average(start)) < 4 / math.sqrt(games)


def test_children_of_a_chance_node_are_visited_by_their_probabilities() -> None:
    tree, games = new_tree(1), 2_000
    uct(Loaded(), playouts=games, seed=8, tree=tree)
    for child in some(children(tree)):
        expected = games * tree.move(child) / 6
        assert abs(tree.visits(child) - expected) < 4 * math.sqrt(expected)


@pytest.mark.parametrize("stones", range(1, 9))
def test_the_value_approaches_that_of_expectiminimax(stones: int) -> None:
    """Means approach the value; what is proven is exact."""
    found = uct(Dice(stones), playouts=4_000, seed=9, native=True)
    exact = search(Dice(stones), "expectiminimax").value
    assert found.move is None  # a die is rolled
    assert found.line == ()
    assert found.value == pytest.approx(float(exact), abs=0.08)
    assert not found.proven or found.value == exact


def test_proofs_hold_at_chance_nodes() -> None:
    """A node's proven bounds contain its exact value, an average of wins and losses included."""
    tree = new_tree(1)
    start = Dice(6)
    uct(start, playouts=1_000, seed=10, tree=tree)
    solved = 0
    for node, position in nodes(tree, start):
        exact = search(position, "expectiminimax").value if not position.is_over() else position.utility()
        own = position.player == 0 or position.is_chance()
        value = exact if own else -exact  # nodes count for the first player, MAX at the root
        assert tree.least(node) <= value <= tree.most(node)
        solved += tree.is_solved(node)
    assert solved > 20


def nodes(tree: Tree, position: Any, node: int = ROOT) -> Iterator[tuple[int, Any]]:
    """Yield all nodes with their positions."""
    yield node, position
    for child in children(tree, node):
        yield from nodes(tree, position.play(tree.move(child)), child)


@pytest.mark.parametrize("stones", [2, 3, 4])
def test_each_player_makes_the_move_of_max_n(stones: int) -> None:
    start = Three(stones)
    exact = search(start, "max-n")
    found = uct(start, playouts=4_000, seed=11, native=True)
    best = {root.move for root in exact.moves if root.value == exact.value}
    assert found.move in best
    assert found.value == pytest.approx(exact.value / 2, abs=0.1)  # utilities from −2 to 2


def test_values_of_moves_are_those_of_the_player_to_move() -> None:
    """Two stones are left: the player who takes one leaves the last to the next, who pays."""
    found = uct(Three(2, player=1), playouts=500, seed=12)
    assert [(arm.move, round(arm.value, 1)) for arm in found.moves] == [(1, 0.5), (2, -1.0)]
    assert found.line[0] == 1


@pytest.mark.parametrize(("position", "value"), [(Three(0), 0.5), (Three(0, 1), 0.5), (Dice(0), -1)])
def test_a_finished_game_is_answered_at_once(position: Any, value: float) -> None:
    found = uct(position)
    assert (found.move, found.value, found.proven, found.moves) == (None, value, True, ())


def test_rave_is_refused_with_chance_and_with_many_players() -> None:
    for start, words in (
        (game("pig:target=5,faces=3,rounds=2").start, "RAVE does not support chance"),
        (Three(), "RAVE supports only two"),
    ):
        with pytest.raises(SearchError, match=words):
            uct(start, rave=100)


def test_utilities_that_are_not_whole_are_refused() -> None:
    with pytest.raises(SearchError, match="uct supports only whole numbers"):
        uct(Halves(), playouts=20)
    with pytest.raises(RulesError, match="whole number"):
        uct(Halves(), playouts=20, native=True)


@rules
class Halves(NamedTuple):
    """Two moves; then each player gets half a point."""

    ply: int = 0

    def players(self) -> int:
        return 2

    def to_move(self) -> int:
        return self.ply % 2

    def moves(self) -> Iterator[int]:
        yield from range(2 - self.ply)

    def play(self, move: int) -> Halves:
        return Halves(self.ply + 1)

    def is_over(self) -> bool:
        return self.ply == 2

    def utilities(self) -> tuple[float, float]:
        return 0.5, 0.5


def test_hidden_information_is_refused() -> None:
    with pytest.raises(SearchError, match="hidden"):
        uct(game("kuhn").start)


def test_a_chance_node_without_outcomes_is_at_fault() -> None:
    with pytest.raises(NoMoves):
        drawn(game("pig:target=5,faces=3,rounds=1").start._replace(turns=2, rolling=1), new_chance(1))
    assert issubclass(NoMoves, RulesError)


def test_a_game_that_names_its_players_without_chance_has_none() -> None:
    three: Any = Three()
    assert Demand.CHANCE not in three.demands()
    assert not three.is_chance()
