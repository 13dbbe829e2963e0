"""Solving backwards: published counts, an independent method, wins that no search misses, and proofs of tables."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from fixed_point import by_fixed_point
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA
from samples import sample, some

from plyground import SearchError, game, rules, search, setting
from plyground import bot as bot_named
from plyground.arena.match import Match
from plyground.bots import Thought
from plyground.solvers import forward, retrograde, sweep
from plyground.solvers.reachability import SEEN, count_reachable, mark_followers
from plyground.solvers.report import report, report_of_values
from plyground.solvers.retrograde import UNDECIDED, Retrograde, look_ahead, look_back, solve, unsolved
from plyground.solvers.sweep import Progress, Sweeper
from plyground.solvers.table_memory import table
from plyground.solvers.verify import verify, verify_sample
from plyground.solvers.walk import reachable

PUBLISHED = json.loads((DATA / "dame.json").read_text())
PLAIN = Sweeper(native=False)
SMALL = ["dame:size=3", "dame:size=3,directions=4", "mnk:width=3,height=2,k=2", "tictactoe"]


@pytest.fixture(scope="module")
def dame() -> Retrograde:
    return solve(game("dame").start, Sweeper(threads=2))


@pytest.mark.parametrize("text", SMALL)
def test_an_independent_method_agrees(text: str) -> None:
    start: Any = game(text).start
    solved = solve(start, PLAIN)
    every = [here for here in map(start.unrank, range(start.size())) if here.valid()]
    assert {position: tuple(solved[position]) for position in every} == by_fixed_point(every)


@pytest.mark.parametrize("text", sample(SMALL[1:3], every=2, first=1))
def test_compiled_and_plain_give_the_same_table(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "PLAIN_NUMBERS", 0)
    monkeypatch.setattr(sweep, "PIECE", 1000)
    start = game(text).start
    assert Sweeper().compiles(unsolved(start).codes)
    plain, native = solve(start, PLAIN), solve(start, Sweeper(threads=2))
    assert plain.codes.tolist() == native.codes.tolist()
    assert report(plain, PLAIN) == report(native, Sweeper(threads=2))
    assert verify(native, Sweeper(threads=2)) == verify(native, PLAIN) == (start.size(), 0, None)


def after(solved: Retrograde, position: Any) -> list[int]:
    """Return the mover's utility after each move."""
    return [-solved[position.play(move)].utility for move in position.moves()]


def share_kept(solved: Retrograde, evaluation: Any, positions: list[Any]) -> float:
    """The share of positions whose value a player of one ply keeps, a fraction where it may choose."""
    kept = 0.0
    for position in positions:
        children = [position.play(move) for move in position.moves()]
        guesses = [evaluation.win if child.is_over() else -evaluation.value(child) for child in children]
        equals = [child for child, guess in zip(children, guesses, strict=True) if guess == max(guesses)]
        kept += sum(-solved[child].utility == solved[position].utility for child in equals) / len(equals)
    return kept / len(positions)


class TestDame:
    @pytest.mark.proof
    def test_the_report_has_the_published_results(self, dame: Retrograde) -> None:
        found = report(dame, Sweeper())
        assert found.positions == PUBLISHED["positions"]
        assert found.terminal == 1978
        assert found.win + found.loss + found.draw + found.terminal == found.positions
        assert sum(found.histogram.values()) == found.win + found.loss
        assert found.histogram[0] > 0  # who cannot move has lost
        assert found.longest_win == PUBLISHED["longest_win_plies"]
        for begins in ("human", "computer"):
            start: Any = game(f"dame:begins={begins}").start
            assert dame[start] == (0, None)
            assert len(forward.best_moves(dame, start)) == PUBLISHED["first_moves_that_draw"]

    @pytest.mark.proof
    def test_looking_ahead_and_looking_back_give_the_same_table(self, dame: Retrograde) -> None:
        again = unsolved(dame.start)
        sweeper = Sweeper()
        again.step(sweeper)
        while sweeper.sweep(PUBLISHED["board"], look_ahead, again.start, again.codes, again.level):
            again.level += 1
        assert again.codes.tobytes() == dame.codes.tobytes()

    def test_the_table_of_dame_has_no_faults(self, dame: Retrograde) -> None:
        assert verify(dame, Sweeper()).faults == 0

    @pytest.mark.nightly
    def test_no_search_misses_a_win_in_one(self, dame: Retrograde) -> None:
        race = game("dame")
        start: Any = race.start
        period = start.period()
        wins = [start.unrank(number + period * (number % 2)) for number, code in enumerate(dame.codes) if code == 2]
        assert len(wins) == 3320
        greedy = bot_named("greedy", race)
        one_sided = setting(depth=1, evaluation=race.evaluations["own-advance"])
        for position in wins:
            for move in (greedy.choose(position).move, search(position, "alphabeta", one_sided).move):
                assert move is not None
                assert position.play(move).is_over()
                assert position.play(move).utility() < 0
        for position in wins[::83]:
            limited = setting(depth=3, evaluation=race.evaluations["advance"], scores="distance")
            found = search(position, "alphabeta", limited)
            assert (found.value, found.distance) == (1, 1)

    @pytest.mark.proof
    def test_better_evaluations_keep_more_values(self, dame: Retrograde) -> None:
        """One-ply play, equal moves by chance: how often it keeps a win, and a draw that it could throw away."""
        race = game("dame")
        start: Any = race.start
        chance = random.Random(1)
        won = [start.unrank(number) for number, code in enumerate(dame.codes) if code > 2]
        drawn = (start.unrank(chance.randrange(start.period())) for _again in itertools.count())
        risky = (here for here in drawn if not here.is_over() and dame[here].utility == 0 and -1 in after(dame, here))
        tests = [chance.sample(won, 400), list(itertools.islice(risky, 400))]
        shares = {name: [share_kept(dame, each, at) for at in tests] for name, each in race.evaluations.items()}
        for better in ("blockade", "relative"):
            for kept, by_advance in some(zip(shares[better], shares["advance"], strict=True)):
                assert kept > by_advance + 0.05

    def test_the_table_bot_wins_as_fast_as_the_table_says(self, dame: Retrograde) -> None:
        """From the longest wins, against the best defence: exactly as many plies as it has promised."""
        table = bot_named("table", game("dame"))
        start: Any = dame.start
        longest = [start.unrank(number) for number, code in enumerate(dame.codes) if code == 8]
        assert len(longest) == 59
        for position in longest[::10]:
            plies = 0
            while not position.is_over():
                position = position.play(table.choose(position).move)
                plies += 1
            assert plies == 7

    @pytest.mark.parametrize(
        ("bot", "plies", "won"),
        [
            ("depth-limited:depth=2,evaluation=advance", 12, False),
            ("depth-limited:depth=5,evaluation=advance", 5, True),
            ("table", 5, True),
        ],
    )
    def test_a_bot_that_sees_too_little_shuffles(self, bot: str, plies: int, won: bool) -> None:
        """O has won in five plies, when it sees that; else the position comes again and again."""
        race = game("dame")
        race = replace(race, start=race.notation.parse("OO../C.O./C.OC/.C.. O"))
        sides = [bot_named(bot, race), bot_named("table", race)]
        match = Match(race)
        while not match.outcome:
            match = match.play(sides[match.side].choose(match.position).move)
        assert match.ply == plies
        assert match.outcome.winner == (0 if won else None)
        assert won or "third time" in str(match.outcome.reason)

    def test_solving_reports_its_progress(self) -> None:
        race = game("dame:size=3,directions=4,begins=computer")
        heard: list[str] = []
        bot_named("table", race).choose(race.start, Thought(on_progress=lambda news: heard.append(str(news))))
        assert heard[0].startswith("Wins and losses in 0 plies: 1,680 of 1,680, ")
        assert len(heard) == 7  # five plies, and one without decisions

    @pytest.mark.proof
    def test_from_the_start_it_draws(self, dame: Retrograde) -> None:
        choice = bot_named("table", game("dame")).choose(dame.start)
        assert str(choice.reason) == "A draw with best play, says the table."


@pytest.mark.parametrize("text", [*SMALL, "dame:size=3,begins=computer", "mnk:width=4,height=2,k=3"])
def test_reachable_positions_are_counted(text: str) -> None:
    start = game(text).start
    assert count_reachable(start, PLAIN) == len(reachable(start))


def test_of_four_directions_half_is_reachable() -> None:
    """The sum of all coordinates is even when one side is to move and odd when the other is."""
    start: Any = game("dame:directions=4").start
    assert 0.49 < count_reachable(start, Sweeper()) / start.size() < 0.5


def test_nothing_follows_the_end_of_a_game() -> None:
    """Another stone after four in a row has a number, too, which stands for no position."""
    rules = game("connect_four:width=4,height=4")
    over = rules.notation.parse("1213141")
    assert over.is_over()
    beyond = over.play(1)
    marks = table(over.size())
    marks[over.rank()] = SEEN
    assert mark_followers(over, marks, over.size(), beyond.rank(), beyond.rank() + 1) == 0


def test_forwards_and_backwards_agree() -> None:
    start: Any = game("tictactoe").start
    values = forward.solve(start)
    solved = solve(start, PLAIN)
    assert {position: solved[position] for position in values} == values
    assert report(solved, PLAIN) == report_of_values(start, values)


@settings(max_examples=50)
@given(st.data())
def test_a_wrong_value_is_found(data: Any) -> None:
    solved = solve(game("mnk:width=3,height=2,k=2").start, PLAIN)
    number = data.draw(st.integers(0, len(solved.codes) - 1))
    solved.codes[number] = data.draw(st.integers(-128, 127).filter(lambda code: code != solved.codes[number]))
    found = verify(solved, PLAIN)
    assert found.faults >= 1
    fault = found.first
    assert fault.rank() == number or number in [fault.play(move).rank() for move in fault.moves()]


@pytest.mark.parametrize("sweeper", [PLAIN, Sweeper(threads=2)], ids=["plain", "native"])
def test_a_sample_checks_the_positions_of_its_seed(sweeper: Sweeper) -> None:
    solved = solve(game("mnk:width=4,height=3,k=3").start, Sweeper())
    assert verify_sample(solved, sweeper, 3000, seed=1) == (3000, 0, None)
    numbers = [random.Random(1).randrange(solved.start.size()) for _draw in range(1)]
    solved.codes[numbers[0]] = 99
    found = verify_sample(solved, sweeper, 3000, seed=1)
    assert found.faults >= 1
    assert found.first.rank() == numbers[0]


def test_a_proof_tells_how_far_it_is_through_all_positions() -> None:
    """Mirror images share an entry and are checked one by one: they are one sweep, with one time left."""
    told: list[Progress] = []
    solved = solve(game("dame:size=3").start, PLAIN)
    assert verify(solved, Sweeper(native=False, on_progress=told.append)).checked == 3360
    assert [(progress.done, progress.total) for progress in told] == [(280 * band, 3360) for band in range(1, 13)]
    assert told[-1].left == 0


@pytest.mark.parametrize("sweeper", [PLAIN, Sweeper(threads=2)], ids=["plain", "native"])
@pytest.mark.parametrize("number", sample([0, 1500, 1679], every=3))
def test_a_proof_in_bands_names_a_wrong_value(sweeper: Sweeper, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "PLAIN_NUMBERS", 0)
    solved = solve(game("dame:size=3").start, PLAIN)
    solved.codes[number] = 99
    found = verify(solved, sweeper)
    assert found.checked == 3360
    assert found.faults >= 2
    near = [found.first, *map(found.first.play, found.first.moves())]
    assert number in [position.rank() % 1680 for position in near]


def test_games_that_cannot_be_solved_backwards_are_refused() -> None:
    with pytest.raises(SearchError, match="no numbers"):
        unsolved(game("othello").start)
    with pytest.raises(SearchError, match="too many for the memory of this machine"):
        unsolved(game("dame:size=6").start)


# Any graph: with cycles, draws, sides that move twice, and dead ends that are won


class Graph(NamedTuple):
    """A position: a graph and the node on which the game stands."""

    node: int
    children: tuple[tuple[int, ...], ...]
    movers: tuple[int, ...]
    ends: tuple[int, ...]  # the utility of a node without children

    def moves(self) -> Iterator[int]:
        yield from range(len(self.children[self.node]))

    def play(self, move: int) -> Graph:
        return self._replace(node=self.children[self.node][move])

    def is_over(self) -> bool:
        return not self.children[self.node]

    def utility(self) -> int:
        return self.ends[self.node]

    def to_move(self) -> int:
        return self.movers[self.node]

    def size(self) -> int:
        return len(self.children)

    def rank(self) -> int:
        return self.node

    def unrank(self, rank: int) -> Graph:
        return self._replace(node=rank)

    def valid(self) -> bool:
        return True

    def predecessors(self) -> Iterator[Graph]:
        for node, children in enumerate(self.children):
            if self.node in children:
                yield self._replace(node=node)


rules(Graph)


@st.composite
def cyclic(draw: Any) -> Graph:
    size = draw(st.integers(1, 12))
    nodes = st.lists(st.integers(0, size - 1), max_size=3, unique=True).map(tuple)
    each = {"min_size": size, "max_size": size}
    return Graph(
        0,
        tuple(draw(st.lists(nodes, **each))),
        tuple(draw(st.lists(st.integers(0, 1), **each))),
        tuple(draw(st.lists(st.integers(-1, 1), **each))),
    )


@given(cyclic())
def test_any_graph_is_solved_as_by_fixed_point(start: Graph) -> None:
    every = [start.unrank(number) for number in range(start.size())]
    solved = solve(start, PLAIN)
    assert {position: tuple(solved[position]) for position in every} == by_fixed_point(every)
    assert verify(solved, PLAIN).faults == 0
    again = unsolved(start)
    again.step(PLAIN)
    while PLAIN.sweep(PUBLISHED["board"], look_ahead, start, again.codes, again.level):
        again.level += 1
    assert again.codes.tolist() == solved.codes.tolist()
    assert count_reachable(start, PLAIN) == len(reachable(start))


def test_a_game_without_ends_is_drawn_everywhere() -> None:
    ring = Graph(0, ((1,), (2,), (0,)), (0, 1, 0), (0, 0, 0))
    assert solve(ring, PLAIN).codes.tolist() == [UNDECIDED] * 3


def test_texts_are_what_they_say() -> None:
    """One level backwards, on the smallest board: the wins in one, and nothing else."""
    solved = unsolved(game("dame:size=3").start)
    solved.step(PLAIN)
    PLAIN.sweep(PUBLISHED["board"], look_back, solved.start, solved.codes, 1)
    assert {code for code in solved.codes if abs(code) == retrograde.MAX_WIN_PLIES} == set()
    for number, code in enumerate(solved.codes):
        if code == 2:
            here = solved.start.unrank(number)
            assert any(here.play(move).utility() < 0 for move in here.moves() if here.play(move).is_over())
