"""Experiments: published counts, what theory says of them, their chart and their table."""

from __future__ import annotations

import csv as csv_format
import io
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import sample, some

from plyground import game
from plyground.arena.chart import NARROW, PROJECTED, SERIES, WIDE, Panel, apart, chart, look, ticks
from plyground.arena.compare import (
    COLUMNS,
    MEASURES,
    MINIMAX,
    Contender,
    Experiment,
    Row,
    Run,
    Subject,
    branching,
    contenders,
    csv,
    effective_branching,
    measure,
    random_positions,
    record,
    run,
    survey,
)
from plyground.errors import SearchError, SearchStopped, SpecError
from plyground.searches import Limit, new_tally
from plyground.searches.tally import STOP
from plyground.teaching.gallery import example
from plyground.trees import random_tree

TICTACTOE = game("tictactoe")
START = Subject("tictactoe", TICTACTOE, TICTACTOE.start)


def rows_of(subject: Subject, names: str, depths: range, **choices: str) -> list[Row]:
    split = {name: text.split(",") for name, text in choices.items()}
    return list(run(Experiment((subject,), contenders(names.split(","), **split), tuple(depths))))


def test_the_published_counts_of_tic_tac_toe() -> None:
    """549,946 positions by minimax, 18,297 with cuts when alpha ≥ beta and 146,120 when alpha > beta (Caraciolo 2009)."""
    rows = rows_of(START, "minimax,alphabeta", range(9, 10), conventions="aima,cs188")
    assert [row.nodes for row in rows] == [549_946, 18_297, 146_120]
    assert [row.value for row in rows] == [0, 0, 0]
    assert rows[0].leaves == 255_168  # all games of tic-tac-toe, as perft counts them
    assert branching(rows).depth == 9  # type: ignore[union-attr]


@pytest.mark.parametrize(("branching", "height"), [(2, 5), (3, 4), (4, 3), (3, 1)])
def test_perfect_order_visits_the_fewest_leaves(branching: int, height: int) -> None:
    """Knuth & Moore (1975), An analysis of alpha-beta pruning, corollary of theorem 1: b^⌈m/2⌉ + b^⌊m/2⌋ − 1 leaves,
    whatever the values are, as long as no two are equal by chance.
    """
    least = branching ** -(-height // 2) + branching ** (height // 2) - 1
    tree = random_tree(branching, height, seed=1)
    rows = rows_of(Subject.of_tree("a tree", tree), "minimax,alphabeta", range(1, 2), orders="rules,best,worst")
    by_order = {row.order: row.leaves for row in rows if row.algorithm == "alphabeta"}
    assert rows[0].leaves == branching**height
    assert by_order["best"] == least <= by_order["rules"] <= by_order["worst"]
    assert {row.depth for row in rows} == {height}


def test_the_best_order_of_a_game_is_known_beforehand() -> None:
    rows = rows_of(START, "minimax,alphabeta", range(1, 5), orders="rules,best,worst,random,reverse,promise")
    by_depth = {depth: {row.order: row for row in rows[1:] if row.depth == depth} for depth in (2, 3, 4)}
    for depth, one in by_depth.items():
        assert one["best"].nodes == min(row.nodes for row in one.values() if row.algorithm == "alphabeta"), depth
        assert len({row.value for row in one.values()}) == 1
    assert by_depth[4]["best"].nodes < by_depth[4]["worst"].nodes
    assert by_depth[4]["best"].move in [TICTACTOE.notation.format_move(TICTACTOE.start, cell) for cell in range(9)]


@given(st.integers(0, 1000))
def test_a_shuffled_order_is_one_of_the_moves(seed: int) -> None:
    from plyground.searches.child_order import Shuffled

    moves = list(Shuffled(seed).moves(TICTACTOE.start))
    assert sorted(moves) == list(TICTACTOE.start.moves())
    assert moves == list(Shuffled(seed).moves(TICTACTOE.start))


def test_shuffled_orders_differ_by_seed_and_position() -> None:
    from plyground.searches.child_order import Shuffled

    assert len({tuple(Shuffled(seed).moves(TICTACTOE.start)) for seed in range(50)}) > 45
    firsts = [next(iter(Shuffled(seed).moves(TICTACTOE.start))) for seed in range(900)]
    assert all(60 < firsts.count(cell) < 140 for cell in range(9))  # 100 each, give or take four deviations


@pytest.mark.parametrize("text", ["tictactoe", "connect_four", "othello:size=4", "dame:size=3", "nim"])
def test_alphabeta_never_visits_more_than_minimax(text: str) -> None:
    chosen = game(text)
    subjects = tuple(Subject(text, chosen, here) for here in random_positions(chosen, 3, seed=4, plies=2))
    wanted = Experiment(subjects, contenders(["minimax", "alphabeta"], ["aima", "cs188"]), (1, 2, 3))
    found = {(row.position, row.depth, row.contender): row for row in run(wanted)}
    for (position, depth, _contender), row in some(found.items()):
        full, strict = found[position, depth, MINIMAX], found[position, depth, Contender("alphabeta", "cs188")]
        assert row.nodes <= full.nodes
        assert found[position, depth, Contender("alphabeta", "aima")].nodes <= strict.nodes
        assert row.value == full.value


def test_the_effective_branching_factor_is_that_of_the_textbook() -> None:
    """AIMA 3.6.1: 52 nodes besides the root, at depth 5, make 1.92."""
    assert round(effective_branching(53, 5), 2) == 1.92
    assert effective_branching(1, 3) == 0


@given(st.integers(1, 40), st.integers(1, 12))
def test_a_uniform_tree_has_its_own_branching_factor(factor: int, depth: int) -> None:
    nodes = sum(factor**ply for ply in range(depth + 1))
    assert effective_branching(nodes, depth) == pytest.approx(factor)


@pytest.mark.proof
def test_a_survey_measures_branching_where_minimax_is_not_compared() -> None:
    four = game("connect_four")
    measured = branching(survey([Subject("connect_four", four, four.start)], (1, 12)))
    assert measured is not None
    assert measured.factor == pytest.approx(7)  # no column is full in four plies
    assert measured.depth == 4
    assert measured.most(4) == pytest.approx(7**4)
    assert measured.least(4) == pytest.approx(7**2)


def test_a_limit_ends_a_search_and_those_deeper() -> None:
    wanted = Experiment((START,), (MINIMAX,), tuple(range(1, 9)), Limit(nodes=1000))
    rows = list(run(wanted))
    assert [(row.depth, row.complete) for row in rows] == [(1, True), (2, True), (3, True), (4, False)]
    assert rows[-1].nodes == 1001
    assert rows[-1].value is None
    assert rows == [row._replace(seconds=mine.seconds) for mine, row in zip(rows, run(wanted), strict=True)]


def test_a_limit_in_seconds_is_kept() -> None:
    row = measure(Run(START, Contender("book-minimax"), 9), Limit(seconds=0.2), 0, new_tally())
    assert not row.complete
    assert row.nodes >= 1


def test_an_observer_can_stop_a_comparison() -> None:
    tally = new_tally()
    rows = run(Experiment((START,), (MINIMAX,), (1, 2)), tally)
    next(rows)
    tally.counts[STOP] = 1
    with pytest.raises(SearchStopped):
        next(rows)


def test_invalid_experiments_are_refused_with_a_reason() -> None:
    dice = Subject.of_tree("biased-dice", example("biased-dice").tree)
    pattern = [
        (SearchError, "at least one position", Experiment((), (MINIMAX,), (1,))),
        (SpecError, "no order “up”", Experiment((START,), (Contender("alphabeta", "aima", "up"),), (1,))),
        (SearchError, "has its own move ordering", Experiment((START,), (Contender("pvs", "", "best"),), (1,))),
        (
            SearchError,
            "the orders best and worst are not available",
            Experiment((dice,), (Contender("star1", "", "best"),), (1,)),
        ),
        (SearchError, "depth", Experiment((START,), (MINIMAX,), (0,))),
        (SearchError, "limit in nodes", Experiment((START,), (MINIMAX,), (1,), Limit(nodes=0))),
        (SearchError, "max-n", Experiment((START,), (Contender("max-n"),), (1,))),
    ]
    for error, words, wanted in pattern:
        with pytest.raises(error, match=words):
            next(run(wanted))
    with pytest.raises(SpecError, match="no algorithm"):
        contenders(["guessing"])
    with pytest.raises(SpecError, match="no convention"):
        next(run(Experiment((START,), contenders(["alphabeta"], ["mine"]), (1,))))
    with pytest.raises(SearchError, match="only 9 positions"):
        random_positions(TICTACTOE, 10, seed=0, plies=1)


def test_random_positions_come_from_their_seed() -> None:
    first = random_positions(TICTACTOE, 5, seed=3, plies=4)
    assert first == random_positions(TICTACTOE, 5, seed=3, plies=4)
    assert first != random_positions(TICTACTOE, 5, seed=4, plies=4)
    assert len(set(first)) == 5
    assert all(position.mobility() == 5 for position in first)


def test_a_tree_of_the_gallery_is_searched_as_a_whole() -> None:
    book = example("aima-5.2")
    (full, cut) = rows_of(Subject.of_tree("aima-5.2", book.tree), "minimax,alphabeta", range(1, 9))
    assert (full.depth, full.leaves, cut.leaves, cut.value) == (2, 9, 7, 3)


@pytest.mark.parametrize(
    ("name", "algorithms"),
    [("biased-dice", "expectiminimax,star1,star2"), ("aima-three-players", "max-n,max-n-shallow,paranoid")],
)
def test_chance_and_many_players_are_compared_by_searches_that_master_them(name: str, algorithms: str) -> None:
    tree = example(name).tree
    rows = rows_of(Subject.of_tree(name, tree), algorithms, range(1, 9))
    assert rows[0].nodes == len(tree) == max(row.nodes for row in rows)
    measured = branching(rows)
    assert measured is not None
    assert measured.factor == pytest.approx(effective_branching(len(tree), tree.height))
    assert all(type(value) in (int, str) for value in (record(row)["value"] for row in rows))


def test_the_csv_says_what_the_rows_say() -> None:
    rows = rows_of(START, "minimax,alphabeta,transposition", range(1, 4))
    read = list(csv_format.DictReader(io.StringIO(csv(rows))))
    assert tuple(read[0]) == COLUMNS
    assert len(read) == len(rows)
    for line, row in zip(read, rows, strict=True):
        wanted = {name: int(value) if isinstance(value, bool) else value for name, value in record(row).items()}
        assert line == {name: str(value) for name, value in wanted.items()}


@pytest.mark.parametrize("name", sample(MEASURES, every=4))
@pytest.mark.parametrize("width", [WIDE, PROJECTED, NARROW])
def test_a_chart_names_every_line_and_keeps_them_apart(name: str, width: int) -> None:
    rows = rows_of(START, "minimax,alphabeta,transposition,pvs", range(1, 5), conventions="aima,cs188")
    drawn = ElementTree.fromstring(chart([Panel("<Tic & toe>", rows)], name, width=width))
    texts = [
        (element.text, float(element.get("x", 0)), float(element.get("y", 0)))
        for element in drawn.iter()
        if element.tag.endswith("text")
    ]
    words = [text for text, _x, _y in texts]
    assert words[0] == "<Tic & toe>"
    named = {"alpha-beta, cs188", "alpha-beta, aima"} if name != "hits" else set()
    named.add("principal variation search")
    references = {"nodes": {"b^m", "b^(m/2)"}, "branching": {"b", "√b"}}.get(name, set())
    assert named | references <= set(words)
    places = sorted(y for text, _x, y in texts if text in named | references)
    assert all(below - above > 20 for above, below in pairwise(places))
    for element in drawn.iter():
        for number in re.findall(r"[ML]?(-?[\d.]+) (-?[\d.]+)", element.get("d", "")):
            assert -1 <= float(number[0]) <= width + 1


def test_a_chart_in_print_needs_no_colour() -> None:
    rows = rows_of(START, "minimax,alphabeta,transposition,pvs", range(1, 3))
    drawn = chart([Panel("Tic-tac-toe", rows)], colours=look("print"))
    strokes = set(re.findall(r'stroke="(#\w+)" stroke-width="2.6"( stroke-dasharray="[^"]+")?', drawn))
    assert len(strokes) == 4  # a pattern of dashes each
    assert {colour for colour, _dashes in strokes} == set(SERIES["print"])
    with pytest.raises(SpecError, match="no colours"):
        look("pink")
    with pytest.raises(SpecError, match="no measure"):
        chart([Panel("Tic-tac-toe", rows)], "beauty")


@given(st.lists(st.floats(0, 400), max_size=12))
def test_names_stand_apart_and_in_order(wanted: list[float]) -> None:
    places = apart(wanted, 20, 0, 400)
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    gaps = [places[below] - places[above] for above, below in pairwise(order)]
    assert all(gap >= 20 - 1e-6 for gap in gaps)
    assert all(place >= -1e-6 for place in places)


def test_the_axis_has_few_round_labels() -> None:
    assert ticks(0, 1) == [1, 2, 3, 5, 10]
    assert ticks(0, 4) == [1, 10, 100, 1000, 10000]
    assert len(ticks(0, 40)) <= 11


def test_an_order_by_chance_is_the_same_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Run(START, Contender("alphabeta", "aima", "random"), 5)
    plain = measure(one, Limit(), 7, new_tally())
    monkeypatch.setattr("plyground.arena.compare.MAX_PLAIN_NODES", 10)
    native = measure(one, Limit(), 7, new_tally())
    assert (plain.native, native.native) == (False, True)
    assert native._replace(seconds=plain.seconds, native=False) == plain


@pytest.mark.parametrize(
    ("name", "search", "depth"),
    sample(
        [("pig:target=5,faces=3,rounds=2", "expectiminimax", 6), ("three", "max-n", 3), ("three", "paranoid", 3)],
        every=3,
    ),
)
def test_games_of_chance_and_of_many_players_are_compared_compiled(
    monkeypatch: pytest.MonkeyPatch, name: str, search: str, depth: int
) -> None:
    one = Run(Subject(name, game(name), game(name).start), Contender(search), depth)
    monkeypatch.setattr("plyground.arena.compare.MAX_PLAIN_NODES", 100_000)
    plain = measure(one, Limit(), 0, new_tally())
    monkeypatch.setattr("plyground.arena.compare.MAX_PLAIN_NODES", 10)
    native = measure(one, Limit(), 0, new_tally())
    assert (plain.native, native.native) == (False, True)
    assert plain.value is not None and float(native.value) == pytest.approx(float(plain.value), rel=1e-12)
    assert native._replace(seconds=plain.seconds, native=False, value=plain.value) == plain


def test_cut_offs_of_averages_are_counted_with_exact_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.arena.compare.MAX_PLAIN_NODES", 10)
    row = measure(
        Run(
            Subject(
                "pig:target=5,faces=3,rounds=2",
                game("pig:target=5,faces=3,rounds=2"),
                game("pig:target=5,faces=3,rounds=2").start,
            ),
            Contender("star2"),
            6,
        ),
        Limit(),
        0,
        new_tally(),
    )
    assert not row.native and row.nodes == 711  # with floats, 728
