"""The plan of a tournament: pairings, openings, clocks and the rules that end games early."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from paths import DATA
from samples import sample, some

import plyground
from plyground import game
from plyground.arena.match import Match
from plyground.core.time_manager import MoveClock
from plyground.errors import FileError, SearchError, SpecError
from plyground.solvers.exact import Solver
from plyground.tournaments.adjudication import Adjudication, Adjudicator
from plyground.tournaments.exact_values import ExactValues
from plyground.tournaments.openings import Opening, Openings, after
from plyground.tournaments.pairing_formats import PlannedGame, Schedule, Scores
from plyground.tournaments.time_control import HANG_S, Clock, TimeControl

PLAYERS = list("ABCDEFG")
TICTACTOE, OTHELLO, CONNECT_FOUR = map(game, ("tictactoe", "othello", "connect_four"))


def played(
    schedule: Schedule, players: list[str], stronger: Callable[[str, str], bool] = str.__lt__
) -> tuple[list[PlannedGame], Scores]:
    """Plan and play until nothing is left, where names tell who wins."""
    scores: dict[str, tuple[float, ...]] = {}
    while True:
        plan = schedule.plan(players, scores)
        new = [one for one in plan if one.key not in scores]
        if not new:
            return plan, scores
        for one in new:
            scores[one.key] = (1.0, 0.0) if stronger(*one.seats[:2]) else (0.0, 1.0)


def test_in_a_round_robin_everybody_meets_everybody_on_both_sides() -> None:
    plan, _scores = played(Schedule("round-robin", 1, 4), PLAYERS)
    assert Counter(one.seats for one in plan) == {
        seats: 2 for pair in combinations(PLAYERS, 2) for seats in (pair, pair[::-1])
    }
    for first, second in zip(plan[::2], plan[1::2], strict=True):
        assert (first.pair, first.opening, first.dice) == (second.pair, second.opening, second.dice)
        assert first.seats == second.seats[::-1]


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    plan, _scores = played(Schedule("gauntlet", 1, 2), PLAYERS)
    assert {frozenset(one.seats) for one in plan} == {frozenset(("A", other)) for other in "BCDEFG"}


def test_in_a_swiss_tournament_nobody_meets_twice_and_the_best_meet() -> None:
    pytest.importorskip("py4swiss")
    plan, _scores = played(Schedule("swiss", 4, 2), PLAYERS)
    pairs = Counter((one.round, frozenset(one.seats)) for one in plan)
    assert set(pairs.values()) == {2}
    assert len({pair for _round, pair in pairs}) == len(pairs)
    assert frozenset("AB") in {pair for _round, pair in pairs}
    assert max(Counter(player for _round, pair in pairs for player in pair).values()) <= 4


def test_on_a_ladder_neighbours_meet_and_the_stronger_ends_above() -> None:
    """Rounds of odd and even places sort any order in as many rounds as there are players (Habermann 1972)."""
    start = list("CAFGBED")
    plan, _scores = played(Schedule("ladder", 20, 2), start)
    by_round = {number: [one.seats for one in plan[::2] if one.round == number] for number in (1, 20)}
    assert by_round[1] == [("C", "A"), ("F", "G"), ("B", "E")]
    assert by_round[20] == [("F", "E"), ("D", "C"), ("B", "A")]  # the weakest, G, stands lowest and rests
    met = {frozenset(one.seats) for one in plan if one.round <= 2}
    assert len(met) == len(start) - 1  # a chain through all of them


def test_two_players_on_a_ladder_meet_in_every_round() -> None:
    plan, _scores = played(Schedule("ladder", 5, 2), ["A", "B"])
    assert len(plan) == 10


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_in_a_knockout_the_strongest_wins_and_meets_the_second_in_the_final(count: int) -> None:
    plan, _scores = played(Schedule("knockout", 1, 2), PLAYERS[:count])
    last = max(one.round for one in plan)
    assert {frozenset(one.seats) for one in plan if one.round == last} == {frozenset("AB")}


def test_a_tie_in_a_knockout_is_broken_by_further_games_and_at_last_by_the_seed() -> None:
    schedule = Schedule("knockout", 1, 2)
    scores: dict[str, tuple[float, ...]] = {}
    for _round in range(20):
        plan = schedule.plan(["A", "B", "C", "D"], scores)
        scores.update({one.key: (0.5, 0.5) for one in plan})
    assert {frozenset(one.seats) for one in plan if one.round == 2} == {frozenset("AB")}


def test_three_players_sit_in_all_orders_and_two_bots_fill_three_sides() -> None:
    plan, _scores = played(Schedule("round-robin", 1, 6, sides=3), list("ABC"))
    assert len({one.seats for one in plan}) == 6
    plan, _scores = played(Schedule("round-robin", 1, 3, sides=3), list("AB"))
    assert {tuple(sorted(one.seats)) for one in plan} == {("A", "A", "B"), ("A", "B", "B")}


@pytest.mark.parametrize(
    ("schedule", "players"),
    [
        (Schedule("pyramid"), "AB"),
        (Schedule(), "A"),
        (Schedule(), "AA"),
        (Schedule("knockout", sides=3), "ABC"),
        (Schedule(sequential=True), "ABC"),
    ],
)
def test_impossible_schedules_are_refused(schedule: Schedule, players: str) -> None:
    with pytest.raises(SpecError):
        schedule.check(list(players))


def test_openings_depend_on_the_seed_alone() -> None:
    first, again, other = (Openings.parse("random:plies=3", TICTACTOE, seed) for seed in (1, 1, 2))
    assert [first[number] for number in range(20)] == [again[number] for number in range(20)]
    assert [first[number] for number in range(20)] != [other[number] for number in range(20)]


@pytest.mark.parametrize(
    ("text", "different"), [("random:plies=1", 9), ("proven:plies=2", 24), ("balanced:plies=2", 24)]
)
def test_a_random_opening_comes_again_only_when_all_have_come(text: str, different: int) -> None:
    """Of the 72 positions after two moves 24 are draws: a corner has one right answer, an edge four, the centre four."""
    openings = Openings.parse(text, TICTACTOE, seed=3)
    for begun in (0, different):
        chosen = [openings[number] for number in range(begun, begun + different)]
        assert len({after(TICTACTOE, opening).position for opening in chosen}) == different


def test_a_continued_tournament_chooses_the_openings_that_it_would_have_chosen() -> None:
    openings = Openings.parse("random:plies=1", TICTACTOE)
    for count in (4, 9, 12):
        resumed = replace(openings, recorded={number: openings[number] for number in range(count)})
        assert [resumed[number] for number in range(20)] == [openings[number] for number in range(20)]


def test_proven_openings_are_draws_unless_another_value_is_named() -> None:
    openings = Openings.parse("proven:plies=3", TICTACTOE)
    assert {openings[number].value for number in range(12)} == {0}


@pytest.mark.parametrize(("value", "columns"), [("won", "4"), ("drawn", "35"), ("lost", "1267")])
def test_first_moves_of_connect_four_have_their_published_values(value: str, columns: str) -> None:
    """Allis (1988): the centre wins, the columns beside it draw, the others lose."""
    openings = Openings.parse(f"proven:plies=1,value={value}", CONNECT_FOUR, seed=2)
    words = [after(CONNECT_FOUR, openings[number]).words for number in range(len(columns))]
    assert sorted("".join(each) for each in words) == list(columns)


@pytest.mark.parametrize(("name", "plies"), [("tictactoe", 3), ("othello:size=4", 6), ("connect_four", 8)])
@pytest.mark.parametrize("value", ["drawn", "won", "lost"])
def test_proven_openings_have_the_value_that_is_asked_for(name: str, plies: int, value: str) -> None:
    of = game(name)
    openings = Openings.parse(f"proven:plies={plies},value={value}", of)
    for number in range(3):
        match = after(of, openings[number])
        found = openings[number].value
        assert found is not None and found * {"drawn": 0, "won": 1, "lost": -1}[value] == abs(found)
        if name != "connect_four":  # tests/judge/test_opening_book.py compares its book with the solver
            assert plyground.exact(match.position).value == (found if match.side == 0 else -found)


def test_a_value_that_no_opening_has_is_told() -> None:
    """Dame on the laboratory's board is a draw, and its first moves keep it."""
    dame = game("dame")
    assert {Openings.parse("proven:plies=3,value=all", dame)[number].value for number in range(20)} == {0}
    with pytest.raises(SearchError, match="choose another value"):
        Openings.parse("proven:plies=3,value=won", dame)[0]


def test_all_openings_are_the_positions_after_so_many_plies() -> None:
    openings = Openings.parse("all:plies=2", TICTACTOE)
    assert openings.count == 72
    assert len({after(TICTACTOE, openings[number]).position for number in range(72)}) == 72
    assert openings[72] == openings[0]


def test_a_file_holds_positions_and_games(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("x...o....  # a corner\n\n4-0\n")
    openings = Openings.parse(f"file:{path}", TICTACTOE)
    assert [after(TICTACTOE, openings[number]).position for number in range(2)] == [
        TICTACTOE.notation.parse("x...o...."),
        Match.parse(TICTACTOE, "4-0").position,
    ]


@pytest.mark.parametrize("text", ["xxx......", "4-4", "", "4-0-3-1-5"])
def test_a_line_that_is_no_opening_is_refused_with_its_number(tmp_path: Path, text: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(f"# openings\n{text}\n")
    with pytest.raises(FileError):
        Openings.parse(f"file:{path}", TICTACTOE)


@pytest.mark.parametrize(
    "text",
    [
        "book",
        "random:plies=x",
        "random:depth=2",
        "all:plies=9",
        "file:none.txt",
        "random:margin=5",
        "random:value=won",
        "balanced:margin=0",
        "proven:margin=5",
        "proven:value=even",
    ],
)
def test_openings_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises((SpecError, FileError)):
        Openings.parse(text, TICTACTOE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("none", TimeControl()),
        ("move=0.5", TimeControl(move=0.5)),
        ("60+0.6", TimeControl(base=60, increment=0.6)),
        ("40/60,margin=0.2", TimeControl(base=60, moves=40, margin=0.2)),
        ("nodes=500", TimeControl(nodes=500)),
        ("depth=3", TimeControl(depth=3)),
    ],
)
def test_times_are_read(text: str, expected: TimeControl) -> None:
    assert TimeControl.parse(text) == expected


@pytest.mark.parametrize("text", ["", "fast", "move=0", "60+", "0/60", "move=1,margin=x"])
def test_impossible_times_are_refused(text: str) -> None:
    with pytest.raises(SpecError):
        TimeControl.parse(text)


def test_limits_in_nodes_and_plies_go_to_bots_that_have_the_option_and_set_none() -> None:
    assert TimeControl(nodes=500).limited("engine") == "engine:nodes=500"
    assert TimeControl(depth=3).limited("depth-limited:depth=2") == "depth-limited:depth=2"
    assert TimeControl(depth=3).limited("minimax:ties=last") == "minimax:ties=last,depth=3"
    assert TimeControl(depth=3).limited("random") == "random"


def test_a_clock_counts_increments_and_moves_in_a_time() -> None:
    clock, other = Clock(TimeControl.parse("2/10+1")), Clock(TimeControl.parse("2/10+1"))
    assert clock.spend(4) == 0
    assert clock.left == 7
    assert clock.for_move(other) == MoveClock(7, 1, 1, opponent_left_s=10, margin_s=0.1)
    assert clock.spend(3) == 0
    assert clock.left == 15
    assert clock.for_move() == MoveClock(15, 1, 2, margin_s=0.1)
    assert (clock.allowed, clock.patience) == (15, 15.1)
    assert clock.spend(15.05) == pytest.approx(0.05)
    assert clock.left == 1
    assert Clock(TimeControl.parse("move=0.5")).for_move() == MoveClock(move_s=0.5, margin_s=0.1)
    untimed = Clock(TimeControl.parse("nodes=5"))
    assert untimed.for_move() is None and untimed.patience == HANG_S


def test_games_are_adjudicated_by_the_rules_that_were_given() -> None:
    match = Match.parse(TICTACTOE, "0-4-8")
    values = ExactValues(TICTACTOE)

    def looked(rules: str, at: Match, side: int) -> Any:
        return Adjudicator(Adjudication.parse(rules), values).look(at, side, None)

    assert Adjudicator(Adjudication(), values).look(match, 0, -9999) is None
    assert looked("longest=3", match, 0).scores == (0.5, 0.5)
    assert looked("exact=3", match, 0).scores == (0.5, 0.5)
    assert looked("exact=2", Match.parse(TICTACTOE, "0-1"), 1).scores == (1, 0)
    resigning: Any = Adjudicator(Adjudication.parse("resign=500,resign-moves=2"), values)
    assert resigning.look(match, 0, -600) is None
    assert resigning.look(match, 0, -600).scores == (0, 1)
    agreeing: Any = Adjudicator(Adjudication.parse("draw=10,draw-moves=1"), values)
    assert agreeing.look(match, 0, 3) is None
    assert agreeing.look(match, 1, -3).rule == "draw"
    with pytest.raises(SpecError):
        Adjudication.parse("shortest=3")


def positions_of_a_random_game(seed: int) -> tuple[Any, ...]:
    match, chance = Match(OTHELLO), random.Random(seed)
    while not match.outcome:
        match = match.play(chance.choice(list(match.position.moves())))
    return match.positions


def test_endings_get_exact_values_in_games_too_large_at_their_start() -> None:
    positions = positions_of_a_random_game(3)
    last = positions[-2]
    values = ExactValues(OTHELLO, nodes=20_000)
    found = [values.result(position, ply) for ply, position in enumerate(positions)]
    children = [last.play(move) for move in last.moves()]
    assert found[:8] == [None] * 8
    assert found[-2:] == [max(last.turn(child) * child.utility() for child in children), positions[-1].utility()]


def test_an_exact_value_does_not_depend_on_what_was_asked_before() -> None:
    """With this limit some of the positions are solved and some are not. Most are solved faster after later ones."""
    asked = [(position, ply) for seed in (3, 4) for ply, position in enumerate(positions_of_a_random_game(seed))][40:]
    alone = [ExactValues(OTHELLO, nodes=3_000).result(*each) for each in asked]
    assert {value is None for value in alone} == {True, False}
    for order in (asked, asked[::-1]):
        values = ExactValues(OTHELLO, nodes=3_000)
        assert {each: values.result(*each) for each in order} == dict(zip(asked, alone, strict=True))


@pytest.mark.proof
def test_an_opening_is_the_same_whatever_was_chosen_before() -> None:
    openings, resumed = (Openings.parse("proven:plies=24", game("connect_four"), seed=5) for _time in range(2))
    chosen = [openings[number] for number in range(4)]
    assert [resumed[number] for number in (3, 1)] == [chosen[3], chosen[1]]
    assert {opening.value for opening in chosen} == {0}
    assert len({opening.moves for opening in chosen}) == 4


SCORES = DATA / "connect_four"


def proven_even(opening: Opening) -> bool:
    """Return True if the position after an opening is a draw by a solver of its own, which proves the whole score."""
    position = after(CONNECT_FOUR, opening).position
    return Solver(CONNECT_FOUR.start, native=True, memory_mb=32).score(position) == 0


@pytest.mark.parametrize("seed", sample(range(3), every=3))
def test_proven_openings_are_draws_by_a_solver_of_its_own(seed: int) -> None:
    openings = Openings.parse("proven:plies=20", CONNECT_FOUR, seed)
    chosen = [openings[number] for number in range(4)]
    assert {opening.value for opening in chosen} == {0}
    assert all(map(proven_even, chosen))


@pytest.mark.proof
@pytest.mark.parametrize(("plies", "seed"), [(6, 5), (8, 1), (8, 2), (9, 3), (16, 4)])
def test_early_proven_openings_are_draws(plies: int, seed: int) -> None:
    """The solver needs up to 60 million positions for one: with fewer it called positions even that were won."""
    opening = Openings.parse(f"proven:plies={plies}", CONNECT_FOUR, seed)[0]
    assert opening.value == 0 and proven_even(opening)


@pytest.mark.parametrize("file", ["end_easy.txt", pytest.param("middle_easy.txt", marks=pytest.mark.proof)])
def test_the_judge_of_openings_gives_the_published_results(file: str) -> None:
    values = ExactValues(CONNECT_FOUR, is_patient=True)
    for line in some((SCORES / file).read_text().splitlines()[:100]):
        columns, score = line.split()
        match = Match.parse(CONNECT_FOUR, columns)
        assert values.result(match.position, match.ply) == (int(score) > 0) - (int(score) < 0)


def test_openings_are_not_called_proven_without_a_proof() -> None:
    with pytest.raises(SpecError, match=r"has none.*the engine judges"):
        Openings.parse("proven:plies=4", game("backgammon"))
    for name in ("chess", "othello"):  # their endings have values, and not their beginnings
        with pytest.raises(SearchError, match=r"The value of no position after 4 moves could be proven\."):
            Openings.parse("proven:plies=4", game(name))[0]
    by_engine = Openings.parse("balanced:plies=4,margin=50", game("chess"))[0]
    assert by_engine.value is None


def test_a_margin_makes_no_won_position_balanced() -> None:
    """Of the 72 positions after two moves 24 are draws; the others are won, and a game without points has no margin."""
    openings = Openings.parse("balanced:plies=2,margin=9", TICTACTOE)
    assert {openings[number].value for number in range(24)} == {0}


def test_a_game_too_large_for_any_table_has_no_exact_values() -> None:
    draughts = game("international_draughts")
    assert ExactValues(draughts).result(draughts.start, 0) is None
