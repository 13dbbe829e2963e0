"""The engine's searches: equal to minimax, each part alone and together; limits; what a table may believe."""

from __future__ import annotations

import random
import threading
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from random_trees import minimax_by_definition, root_of, trees
from samples import sample, some

from plyground import ArgumentError, SearchError, SpecError, game, rules, search, setting
from plyground.core.bits import word
from plyground.core.random_game import random_game
from plyground.searches import Limit, Progress, algorithm, deepen, engine
from plyground.searches.algorithms.aspiration import aspire
from plyground.searches.engine_setting import Engine
from plyground.searches.move_ordering import new_ordering
from plyground.searches.repetition import NoRepetition
from plyground.searches.scores import DISTANCE, INFINITY, NAMES, scores
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.searches.transposition_table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UNKNOWN,
    UPPER,
    NoTable,
    Table,
    fill_of,
    new_table,
    table_of_kilobytes,
)
from plyground.solvers.forward import solve

TICTACTOE = game("tictactoe")
SMALL = {text: game(text) for text in ("mnk:width=4,height=3,k=3", "connect_four:width=4,height=4", "othello:size=4")}
REMEMBERING = ("transposition", "pvs")
WINDOWED = ("alphabeta", "transposition", "quiescence", "pvs")


def played(generator: random.Random, start: Any, plies: int) -> Any:
    """A position that random play reaches, not over."""
    *unfinished, last = random_game(start, generator, plies)
    return unfinished[-1] if last.is_over() else last


def value(name: str, position: Any, chosen: Any, alpha: int = -INFINITY, beta: int = INFINITY) -> int:
    return algorithm(name).value(position, 0, alpha, beta, 1, chosen, new_tally())


class TestEqualToMinimax:
    @pytest.mark.parametrize("name", sample(REMEMBERING, every=2))
    def test_all_of_tic_tac_toe(self, name: str) -> None:
        """Every position, with one table for all of them: what it keeps of one is true in every other."""
        chosen = engine(TICTACTOE.start, memory_mb=1)
        values = solve(TICTACTOE.start)
        for here, solved in some(values.items()):
            assert value(name, here, chosen) == DISTANCE.of(solved.utility, solved.distance or 0)

    @pytest.mark.parametrize("name", REMEMBERING)
    def test_all_of_tic_tac_toe_with_a_table_of_its_own(self, name: str) -> None:
        ordering = new_ordering()
        generator = random.Random(1)
        values = solve(TICTACTOE.start)
        for here, solved in some(generator.sample(list(values.items()), 200)):
            chosen = engine(here, memory_mb=1, ordering=ordering)
            assert value(name, here, chosen) == DISTANCE.of(solved.utility, solved.distance or 0)

    @pytest.mark.parametrize("text", sample(SMALL, every=3, first=1))
    def test_every_combination_has_the_value_of_minimax_at_any_depth(self, text: str) -> None:
        """At the same depth, a fresh table gives the value of minimax, whatever the other parts are."""
        generator = random.Random(text)
        judge = next(iter(SMALL[text].evaluations.values()))
        for _again in range(5):
            here = played(generator, SMALL[text].start, generator.randint(0, 8))
            depth = generator.randint(1, 4)
            plain = search(here, "minimax", setting(depth=depth, evaluation=judge, scores="distance")).score
            for parts in range(16):
                table, symmetry, killers, history = (bool(parts >> bit & 1) for bit in range(4))
                chosen = engine(
                    here, judge, depth=depth, memory_mb=1, table=table, symmetry=symmetry, quiescence=False,
                    ordering=new_ordering(table=table, killers=killers, history=history, game=bool(parts % 2)),
                )  # fmt: skip
                for name in REMEMBERING:
                    assert value(name, here, chosen) == plain, (name, parts, here)

    @given(trees, st.integers(-4, 4), st.integers(1, 4), st.sampled_from(WINDOWED))
    def test_a_window_gives_a_bound(self, tree: Any, alpha: int, width: int, name: str) -> None:
        """Within the window the value is exact; below it is an upper bound, above it a lower one."""
        here = root_of(tree)
        beta = alpha + width
        chosen: Any = setting()
        if name in REMEMBERING:
            chosen = engine(here, memory_mb=1, scores=scores("utility", chosen.evaluation))
        truth = minimax_by_definition(tree)
        found = value(name, here, chosen, alpha, beta)
        if alpha < found < beta:
            assert found == truth
        else:
            assert truth <= found <= alpha or truth >= found >= beta

    @given(trees)
    @example([0, [[1]]])  # small numbers once cancelled each other in the keys of its nodes
    def test_the_first_search_of_each_move_decides(self, tree: Any) -> None:
        if isinstance(tree, list):
            chosen = engine(root_of(tree), memory_mb=1)
            found = search(root_of(tree), "pvs", chosen)
            values = [minimax_by_definition(child, -1) for child in tree]
            assert found.move is not None
            assert values[found.move] == max(values)
            for root in found.moves:
                assert root.value is not None
                assert root.value == values[root.move] if root.bound == "exact" else root.value >= values[root.move]


class TestSeveralLines:
    @pytest.mark.parametrize("text", sample(SMALL, every=3))
    @pytest.mark.parametrize("native", [False, True])
    def test_the_values_are_those_of_a_search_of_each_move(self, text: str, native: bool) -> None:
        """Multi-PV finds the best root moves by minimax of every move, and a legal line for each."""
        generator = random.Random(text)
        judge = next(iter(SMALL[text].evaluations.values()))
        for _again in range(6):
            here = played(generator, SMALL[text].start, generator.randint(0, 6))
            depth, count = generator.randint(1, 4), generator.randint(2, 5)
            plain = search(here, "minimax", setting(depth=depth, evaluation=judge, scores="distance"))
            truth = {root.move: root.score for root in plain.moves if root.score is not None}
            told: list[Progress] = []
            chosen = engine(here, judge, memory_mb=1, quiescence=False)
            found = deepen(here, Limit(depth=depth), chosen, lines=count, on_progress=told.append, native=native)
            last = told[-min(count, len(truth)) :]
            assert [line.rank for line in last] == list(range(1, len(last) + 1))
            scores_told = [line.score for line in last]
            assert (
                scores_told
                == sorted((score for score in truth.values() if score is not None), reverse=True)[: len(last)]
            )
            assert [truth[line.line[0]] for line in last] == scores_told
            assert len({line.line[0] for line in last}) == len(last)
            assert (found.move, found.score) == (last[0].line[0], last[0].score)
            for line in last:
                position = here
                for move in line.line:
                    assert move in list(position.moves())
                    position = position.play(move)
            for root in found.moves:
                assert root.score is not None
                assert root.score == truth[root.move] if root.bound == "exact" else root.score >= truth[root.move]

    def test_a_repetition_on_the_path_is_a_draw(self) -> None:
        """The root itself lies on the path of each line."""
        here: Any = Journey()
        told: list[Progress] = []
        deepen(here, Limit(depth=6), engine(here, table=False, loops=True), lines=2, on_progress=told.append)
        assert [line.score for line in told[-2:]] == [0, 0]


@rules
class Swap(NamedTuple):
    """A game of one heap in which taking two is noisy; the evaluation changes with every stone taken."""

    left: int = 14
    balance: int = 0  # value for the side to move

    def moves(self) -> Any:
        yield from range(1, min(3, self.left) + 1)

    def play(self, move: int) -> Any:
        return Swap(self.left - move, -self.balance - (3 if move == 2 else 1))

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1

    def is_noisy(self, move: int) -> bool:
        return move == 2


@rules
class Balance(NamedTuple):
    win: int = 1000

    def value(self, position: Any) -> int:
        number: int = position.balance
        return number


def quiet_value(here: Any, plies: int, depth: int = 0) -> int:
    """Quiescence from its definition: the side to move may stand pat beyond the horizon. No windows."""
    if here.is_over():
        return DISTANCE.of(here.utility(), depth)
    replies = [-quiet_value(here.play(move), plies, depth + 1) for move in here.moves() if depth < plies or here.is_noisy(move)]  # fmt: skip
    return max(replies) if depth < plies else max([here.balance, *replies])


class TestQuiescence:
    @pytest.mark.parametrize("plies", range(1, 7))
    def test_quiescence_search_equals_its_definition(self, plies: int) -> None:
        for left in range(1, 13):
            here: Any = Swap(left, left % 5 - 2)
            expected = quiet_value(here, plies)
            plain = setting(depth=plies, evaluation=Balance(), scores="distance")
            assert value("quiescence", here, plain) == expected
            assert value("pvs", here, engine(here, Balance(), depth=plies, memory_mb=1)) == expected
            assert search(here, "quiescence", plain).score == expected

    def test_quiescence_search_looks_beyond_the_horizon(self) -> None:
        plain = setting(depth=2, evaluation=Balance(), scores="distance")
        without, within = (search(Swap(), name, plain) for name in ("alphabeta", "quiescence"))
        assert within.nodes > without.nodes
        assert not within.proven

    def test_without_noisy_moves_it_is_alphabeta(self) -> None:
        chosen = setting(depth=4, evaluation=TICTACTOE.evaluations["open-lines"])
        first, second = (search(TICTACTOE.start, name, chosen) for name in ("alphabeta", "quiescence"))
        assert {**vars(first), "seconds": 0, "algorithm": ""} == {**vars(second), "seconds": 0, "algorithm": ""}


ROADS = ((1, 2), (0, 3), (4,), (), (5,), (), (7, 8), (6, 8, 9), (6, 7, 9), (6, 7, 8))


@rules
class Journey(NamedTuple):
    """One token is moved in turn along roads; who cannot move it on has lost. Places 6 to 9 have no way out."""

    place: int = 6

    def moves(self) -> Any:
        yield from ROADS[self.place]

    def play(self, move: int) -> Any:
        return Journey(move)

    def is_over(self) -> bool:
        return not ROADS[self.place]

    def utility(self) -> int:
        return -1


class TestRepetition:
    def test_repetition_ends_the_search_of_an_endless_game(self) -> None:
        """Three roads at every place, and no end: but no way is long on which no place comes again."""
        here: Any = Journey()
        free, held = (deepen(here, Limit(depth=12), engine(here, table=False, loops=loops)) for loops in (False, True))
        assert free.value == held.value == 0
        assert (free.depth, free.proven) == (12, False)
        assert held.proven
        assert held.nodes < free.nodes / 10

    @pytest.mark.parametrize("place", [0, 1, 2, 4, 6, 7])
    def test_repetition_equals_its_definition(self, place: int) -> None:
        """A position that came before is a draw: by a plain walk with a list of what came before."""

        def walk(here: Any, before: tuple[Any, ...], depth: int) -> int:
            if here.is_over():
                return DISTANCE.of(here.utility(), depth)
            if here in before:
                return 0
            return max(-walk(here.play(move), (*before, here), depth + 1) for move in here.moves())

        here: Any = Journey(place)
        assert value("pvs", here, engine(here, table=False, loops=True)) == walk(here, (), 0)

    def test_the_past_of_the_game_counts(self) -> None:
        """The way that wins goes through a place where the game has been."""
        here: Any = Journey(0)
        free = deepen(here, Limit(depth=8), engine(here, loops=True, memory_mb=1))
        assert (free.value, free.distance, free.line) == (1, 3, (2, 4, 5))
        held = deepen(here, Limit(depth=8), engine(here, loops=True, memory_mb=1), past=[Journey(4), Journey(1)])
        assert held.value == 0

    def test_games_without_loops_pay_nothing(self) -> None:
        assert engine(TICTACTOE.start).repetition == NoRepetition()


class TestTable:
    ENTRIES = st.tuples(
        st.integers(-(1 << 63), (1 << 63) - 1),
        st.sampled_from([LOWER, UPPER, EXACT]),
        st.integers(-64_000_000_000, 64_000_000_000),
        st.integers(0, 255),
        st.booleans(),
        st.integers(-1, 32766),
    )

    @given(ENTRIES)
    def test_stored_entries_are_found(self, entry: tuple[int, int, int, int, bool, int]) -> None:
        key, bound, score, draft, settled, move = entry
        table = new_table(1)
        assert table.probe(key).bound == UNKNOWN
        table.store(key, bound, score, draft, settled, move)
        assert table.probe(key) == (bound, score, draft, settled, move)
        assert table.probe(key ^ 1).bound == UNKNOWN

    @given(ENTRIES, st.integers(0, 127))
    def test_damage_is_never_believed(self, entry: tuple[int, int, int, int, bool, int], bit: int) -> None:
        key = entry[0]
        table = new_table(1)
        table.store(*entry)
        place = next(place for place, word in enumerate(table.words) if word)
        table.words[place + bit // 64] ^= -(1 << 63) if bit % 64 == 63 else 1 << bit % 64
        assert table.probe(key).bound == UNKNOWN

    @pytest.mark.parametrize("name", REMEMBERING)
    def test_a_table_full_of_noise(self, name: str) -> None:
        generator = random.Random(7)
        chosen = engine(TICTACTOE.start, memory_mb=1)
        assert isinstance(chosen.table, Table)
        words: Any = chosen.table.words
        for place in range(len(words)):
            words[place] = generator.getrandbits(64) - (1 << 63)
        for here, solved in generator.sample(list(solve(TICTACTOE.start).items()), 50):
            assert value(name, here, chosen) == DISTANCE.of(solved.utility, solved.distance or 0)

    def test_the_deepest_and_the_last_are_kept(self) -> None:
        table = new_table(1)
        deep, middle, shallow = 1, 2, 3  # keys of one place
        table.store(deep, EXACT, 1, 9, False, 0)
        table.store(middle, EXACT, 2, 5, False, 0)
        table.store(shallow, EXACT, 3, 1, False, 0)
        assert [table.probe(key).bound for key in (deep, middle, shallow)] == [EXACT, UNKNOWN, EXACT]
        table.store(middle, EXACT, 2, 9, False, 0)
        assert [table.probe(key).bound for key in (deep, middle, shallow)] == [UNKNOWN, EXACT, EXACT]

    @given(st.sampled_from(NAMES), st.integers(-64, 64), st.integers(0, 200), st.integers(0, 200))
    def test_distances_are_told_from_the_node(self, name: str, utility: int, depth: int, further: int) -> None:
        scale = scores(name, TICTACTOE.evaluations["open-lines"])
        score = scale.of(utility, depth + further)
        assert scale.from_node(score, depth) == scale.of(utility, further)
        assert scale.from_root(scale.of(utility, further), depth) == score

    def test_a_table_of_size_zero_is_refused(self) -> None:
        with pytest.raises(SearchError, match="megabyte"):
            new_table(0)

    def test_the_filled_part_of_a_table(self) -> None:
        """Of 1,024 keys that spread over all slots of two entries, each fills one entry."""
        table = table_of_kilobytes(32)
        assert fill_of(table) == 0.0
        for place in range(1024):
            table.store(word(place << table.shift), EXACT, 1, 1, False, NO_MOVE)
        assert fill_of(table) == 0.5
        assert fill_of(NoTable()) is None


class TestOrdering:
    def test_hints_rank_the_moves(self) -> None:
        ordering = new_ordering()
        here = TICTACTOE.start
        order = setting().order
        assert arranged(ordering, here, NO_MOVE, order) == list(range(9))
        ordering.reward(2, 1, 7, 3)
        assert arranged(ordering, here, 5, order) == [5, 7, 0, 1, 2, 3, 4, 6, 8]  # the table's, then by history
        ordering.reward(0, 1, 8, 1)
        assert arranged(ordering, here, 5, order) == [5, 8, 7, 0, 1, 2, 3, 4, 6]  # a killer of this ply
        ordering.fade()
        assert ordering.history[7 + (1 << 12)] == 9 // 2

    def test_without_hints_moves_keep_the_order_of_the_rules(self) -> None:
        ordering = new_ordering(table=False, killers=False, history=False)
        ordering.reward(0, 1, 8, 1)
        assert arranged(ordering, TICTACTOE.start, 5, setting().order) == list(range(9))


def arranged(ordering: Any, here: Any, first: int, order: Any) -> list[int]:
    count = ordering.arrange(here, 0, 1, first, False, order)
    return [ordering.move(0, place) for place in range(count)]


class TestAspiration:
    @given(st.integers(-500, 500), st.integers(-500, 500), st.integers(0, 60))
    def test_the_value_is_found_whatever_was_expected(self, truth: int, expected: int, width: int) -> None:
        asked = []

        def ask(alpha: int, beta: int) -> int:
            asked.append((alpha, beta))
            assert alpha < beta
            return max(alpha, min(beta, truth))  # fail-hard says least

        assert aspire(ask, expected, width) == truth
        assert len(asked) < 12


class TestDeepening:
    def test_deepening_stops_when_the_game_is_solved(self) -> None:
        told: list[Progress] = []
        found = deepen(TICTACTOE.start, Limit(), engine(TICTACTOE.start, memory_mb=1), on_progress=told.append)
        assert (found.value, found.proven, found.depth) == (0, True, 9)
        assert [progress.depth for progress in told] == list(range(1, 10))
        assert told[-1].proven
        assert told[-1].line == found.line
        assert [progress.nodes for progress in told] == sorted(progress.nodes for progress in told)
        assert found.table_hits > 0

    def test_a_sure_win_ends_it(self) -> None:
        here = TICTACTOE.notation.parse("xxo...o.x")  # o is to move, and blocks
        found = deepen(here, Limit())
        assert found.proven
        assert found.depth is not None
        won = deepen(TICTACTOE.notation.parse("xx.oo...."), Limit())
        assert (won.value, won.distance, won.depth, won.move) == (1, 1, 1, 2)

    @pytest.mark.parametrize("name", WINDOWED)
    def test_over_any_windowed_text(self, name: str) -> None:
        found = deepen(TICTACTOE.notation.parse("x...o...x"), Limit(), algorithm=name)
        assert (found.value, found.proven, found.algorithm) == (0, True, name)

    @pytest.mark.proof
    def test_every_position_with_a_win_or_a_loss(self) -> None:
        """The distance is the true one too, though the search ends as soon as the result is certain."""
        generator = random.Random(3)
        values = solve(TICTACTOE.start)
        chosen = engine(TICTACTOE.start, memory_mb=1)
        for here, solved in some(generator.sample(list(values.items()), 400)):
            found = deepen(here, Limit(), chosen)
            assert (found.value, found.distance) == (solved.utility, solved.distance)
            assert found.proven
            if not here.is_over():
                child = here.play(found.move)
                assert -values[child].utility == solved.utility

    def test_limits_in_depth_and_nodes_are_exact(self) -> None:
        start = game("connect_four").start
        assert deepen(start, Limit(depth=3)).depth == 3
        for nodes in (100, 777, 2000):
            assert deepen(start, Limit(nodes=nodes)).nodes == nodes
        first = deepen(start, Limit(nodes=1))
        assert first.depth == 1  # the first ply is searched in any case
        assert 8 <= first.nodes < 20
        assert first.move is not None
        assert deepen(start, Limit(seconds=0.05)).depth
        assert deepen(start, Limit(seconds=1e300, depth=2)).depth == 2
        tally = new_tally()
        deepen(start, Limit(nodes=50), tally=tally)
        assert deepen(start, Limit(nodes=50), tally=tally).nodes == 50
        assert tally.counts[NODES] == 100
        assert tally.counts[STOP] == 0

    @pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(seconds=-1.0), Limit(nodes=0), Limit(depth=0), Limit(depth=501), Limit(seconds=float("nan"))])  # fmt: skip
    def test_impossible_limits_are_refused(self, limit: Limit) -> None:
        with pytest.raises((SearchError, ArgumentError)):
            deepen(TICTACTOE.start, limit)

    def test_a_search_stopped_by_another_gives_its_best_answer(self) -> None:
        """It answers with what it has, and leaves the wish to stop standing."""
        tally = new_tally()
        start = game("connect_four").start
        told: list[Progress] = []

        def stop_at_four(progress: Progress) -> None:
            told.append(progress)
            if progress.depth == 4:
                tally.counts[STOP] = 1

        found = deepen(start, Limit(), tally=tally, on_progress=stop_at_four)
        assert found.depth == 4
        assert found.line == told[-1].line
        assert tally.counts[STOP] == 1
        again = deepen(start, Limit(), tally=tally)
        assert again.depth == 1
        assert again.move is not None

    def test_stopped_at_native_speed(self) -> None:
        tally = new_tally()
        start = game("connect_four").start
        deepen(start, Limit(depth=1), engine(start), native=True)  # compiled before the clock runs
        clock = threading.Timer(0.2, tally.counts.__setitem__, (STOP, 1))
        clock.start()
        found = deepen(start, Limit(), tally=tally, native=True)
        assert found.depth is not None
        assert found.depth >= 1
        assert tally.counts[STOP] == 1
        assert deepen(start, Limit(seconds=0.1), native=True).nodes > 0

    @pytest.mark.proof
    def test_a_better_move_of_the_depth_that_was_stopped(self) -> None:
        """At any node where it stops, the move is one that a complete search of some depth could give."""
        here = TICTACTOE.notation.parse("x........")
        ordering = new_ordering()
        whole = deepen(here, Limit(), engine(here, memory_mb=1))
        for nodes in some(range(1, whole.nodes, 1 + whole.nodes // 40)):
            found = deepen(here, Limit(nodes=nodes), engine(here, memory_mb=1, ordering=ordering))
            assert found.move in here.moves()
            assert found.line[0] == found.move
            if found.proven:
                assert found.value == whole.value
                assert found.move == 4

    def test_a_finished_game_has_its_result_and_no_move(self) -> None:
        found = deepen(TICTACTOE.notation.parse("xxxoo...."), Limit())
        assert (found.move, found.value, found.line, found.proven) == (None, -1, (), True)

    @pytest.mark.parametrize("name", ["alphabeta", "minimax", "pvs"])
    def test_a_stopped_depth_changes_the_move_only_for_a_better_one(self, name: str) -> None:
        """The moves of alpha-beta always come in the same order, so that a stopped depth may have seen only bad ones."""
        here, judge = TICTACTOE.start, TICTACTOE.evaluations["open-lines"]
        chosen = setting(depth=1, evaluation=judge, scores="distance")
        scores = {
            depth: {
                root.move: root.score
                for root in search(here, "minimax", chosen._replace(depth=depth), every_move=True).moves
                if root.score is not None
            }
            for depth in range(1, 7)
        }
        for nodes in range(1, 700, 41):
            found = deepen(here, Limit(nodes=nodes), chosen, algorithm=name)
            assert found.depth is not None and found.move is not None
            before, after = (scores[depth] for depth in (found.depth, found.depth + 1))
            best = max(before.values())
            assert before[found.move] == best or after[found.move] > min(
                after[move] for move, score in before.items() if score == best
            )

    def test_a_search_without_a_window_is_deepened_as_a_whole(self) -> None:
        found = deepen(TICTACTOE.start, Limit(depth=3), algorithm="minimax")
        assert (found.depth, found.nodes) == (3, (1 + 9) + (1 + 9 + 72) + (1 + 9 + 72 + 504))
        with pytest.raises(SearchError, match="minimax finds only the best move"):
            deepen(TICTACTOE.start, Limit(depth=3), algorithm="minimax", lines=2)

    def test_unknown_searches_are_refused(self) -> None:
        with pytest.raises(SpecError):
            deepen(TICTACTOE.start, Limit(), algorithm="pvss")


class TestThreads:
    """Two threads on one table: the same exact answers, and others' nodes counted."""

    @pytest.mark.proof
    def test_the_same_proven_values(self) -> None:
        generator = random.Random(11)
        values = solve(TICTACTOE.start)
        chosen = engine(TICTACTOE.start, memory_mb=1)
        for here, solved in some(generator.sample(list(values.items()), 60)):
            found = deepen(here, Limit(), chosen, native=True, threads=2)
            assert found.proven
            assert (found.value, found.distance) == (solved.utility, solved.distance)

    @pytest.mark.proof
    def test_all_of_them_stop(self) -> None:
        tally = new_tally()
        here = game("connect_four").start
        before = threading.active_count()
        found = deepen(here, Limit(nodes=20_000), engine(here, memory_mb=4), tally=tally, native=True, threads=3)
        assert tally.counts[NODES] == 20_000
        assert found.nodes >= 20_000
        assert threading.active_count() <= before


@pytest.mark.proof
@pytest.mark.parametrize("text", ["connect_four", "othello"])
def test_the_engine_beats_a_search_of_fixed_depth(text: str) -> None:
    """With 20,000 positions a move, against alpha-beta to three plies with the same evaluation, on both sides."""
    known = game(text)
    judge = next(iter(known.evaluations.values()))
    shallow = setting(depth=3, evaluation=judge, scores="distance")
    generator = random.Random(2)
    points = 0
    for side in (0, 1) * 3:
        memory = engine(known.start, judge, memory_mb=4)
        here = played(generator, known.start, 4)
        while not here.is_over():
            if known.side(here) == side:
                found = deepen(here, Limit(nodes=20_000), memory, native=True)
            else:
                found = search(here, "alphabeta", shallow, native=True)
            here = here.play(found.move)
        outcome = known.outcome(here)
        assert outcome is not None
        points += 2 if outcome.winner == side else outcome.winner is None
    assert points >= 9  # of 12


class TestParts:
    """Each part of the engine saves nodes of one search and keeps its value."""

    @pytest.mark.proof
    def test_each_part_saves_visits(self) -> None:
        connect_four = game("connect_four")
        start, judge = connect_four.start, connect_four.evaluations["open-fours"]

        def nodes(name: str = "pvs", **parts: Any) -> int:
            found = deepen(start, Limit(depth=6), engine(start, judge, memory_mb=4, **parts), algorithm=name)
            assert found.score == expected
            return found.nodes

        expected = search(start, "alphabeta", setting(depth=6, evaluation=judge)).score
        unordered = new_ordering(table=False, killers=False, history=False, game=False)
        table_alone = nodes("transposition")
        assert nodes("alphabeta") > nodes("transposition", symmetry=False) > table_alone
        assert nodes(ordering=unordered) > 2 * nodes()
        assert nodes(table=False) > nodes()


def test_an_engine_is_taken_as_it_is() -> None:
    chosen = engine(TICTACTOE.start, memory_mb=1)
    assert algorithm("pvs").equipped(TICTACTOE.start, chosen) is chosen
    assert isinstance(algorithm("pvs").equipped(TICTACTOE.start, setting()), Engine)
    assert search(TICTACTOE.start, "pvs", chosen).proven
