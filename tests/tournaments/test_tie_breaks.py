"""Tie-breaks and places of Swiss and knockout tournaments, against published exercises and a second method."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from plyground.tournaments.pairing_formats import PlannedGame, Schedule
from plyground.tournaments.pairing_results import FormatResult, format_result
from plyground.tournaments.tie_breaks import RoundScore, buchholz, direct_encounters, placed, points, sonneborn_berger

EXERCISE = """
1 +9 =13 =2 +15 =4
2 +10 +7 =1 +16 =3
3 =11 +6 +8 =4 =2
4 +12 =* +13 =3 =1
5 -13 -15 +11 =7 +10
6 -14 -3 +* +10 +8
7 +15 -2 -16 =5 -11
8 =16 +14 -3 +13 -6
9 -1 -10 =* -* +*
10 -2 +9 -15 -6 -5
11 =3 -16 -5 +* +7
13 +5 =1 -4 -8 -14
14 +6 -8 -* -* +13
15 -7 +5 +10 -1 -16
16 =8 +11 +7 -2 +15
"""
"""The crosstable of M. Held, Exercises in Tie-Breaking (FIDE Technical Commission, 2024,
https://arbiters.fide.com/news/9119); * is a round without a game.
"""
POINTS = {"+": 1.0, "=": 0.5, "-": 0.0}


def crosstable(text: str) -> dict[str, list[RoundScore]]:
    rows = (line.split() for line in text.split("\n") if line)
    return {
        name: [RoundScore(None if each[1:] == "*" else each[1:], POINTS[each[0]]) for each in rounds]
        for name, *rounds in rows
    }


@pytest.mark.parametrize(
    ("player", "expected"), [("1", 12.5), ("2", 13), ("3", 15.5), ("5", 8.5), ("8", 13.5), ("11", 13.5), ("16", 12.5)]
)
def test_buchholz_is_that_of_the_published_exercises(player: str, expected: float) -> None:
    assert buchholz(crosstable(EXERCISE), player) == expected


def unplayed(schedule: Schedule, names: list[str], scores: dict[str, tuple[float, ...]]) -> Iterator[list[PlannedGame]]:
    """Yield the planned games without a score until every game has one."""
    while new := [each for each in schedule.plan(names, scores) if each.key not in scores]:
        yield new


def random_swiss(seed: int, count: int) -> tuple[list[str], list[PlannedGame], dict[str, tuple[float, ...]]]:
    """Return the plan and the scores of a Swiss tournament with random results."""
    pytest.importorskip("py4swiss")
    chance, names = random.Random(seed), [f"p{number}" for number in range(count)]
    scores: dict[str, tuple[float, ...]] = {}
    schedule = Schedule("swiss", 4, 2)
    for new in unplayed(schedule, names, scores):
        for each in new:
            score = chance.choice((0.0, 0.5, 1.0))
            scores[each.key] = (score, 1 - score)
    return names, schedule.plan(names, scores), scores


@pytest.mark.parametrize("seed", range(12))
def test_places_of_a_swiss_tournament_are_those_of_matrices(seed: int) -> None:
    """The tie-breaks are matrix products: with the matrix of meetings M and of scores S and the points p they are
    M p and S p. A bye stands on the diagonal: an opponent with the player's own points.
    """
    names, plan, scores = random_swiss(seed, 7 + seed % 3)
    totals: defaultdict[tuple[int, str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for game in plan:
        key = (game.round, min(game.seats), max(game.seats))
        for seat, name in enumerate(game.seats):
            totals[key][name == key[2]] += scores[game.key][seat]
    size = len(names)
    meetings, results = ([[0.0] * size for _row in names] for _matrix in range(2))
    for (_round, one, other), (first, second) in totals.items():
        i, j = names.index(one), names.index(other)
        meetings[i][j] = meetings[j][i] = 1
        results[i][j] = (1 + (first > second) - (first < second)) / 2
        results[j][i] = 1 - results[i][j]
    for i in range(size):
        meetings[i][i] = results[i][i] = 4 - sum(meetings[i])
    own = [sum(row) for row in results]
    expected = {
        name: (own[i], sum(map(float.__mul__, map(float, meetings[i]), own)), sum(map(float.__mul__, results[i], own)))
        for i, name in enumerate(names)
    }
    found = format_result("swiss", names, plan, scores, rounds=4)
    assert {each.player: each[2:5] for each in found.places} == expected
    ordered = [expected[each.player] for each in found.places]
    assert ordered == sorted(ordered, reverse=True)
    assert found.places[0].place == 1
    assert found.winners == tuple(each.player for each in found.places if each.place == 1)
    byes = [each for each in found.pairings if each.decision == "bye"]
    assert len(byes) == (4 if size % 2 else 0)


def completions(table: dict[str, list[RoundScore]], tied: list[str]) -> Iterator[dict[str, float]]:
    """Yield the points of the tied players against each other, with each result of the games that are missing."""
    missing = [
        (one, other)
        for place, one in enumerate(tied)
        for other in tied[:place]
        if all(each.opponent != other for each in table[one])
    ]
    for results in product((0.0, 0.5, 1.0), repeat=len(missing)):
        total = {name: sum(each.points for each in table[name] if each.opponent in tied) for name in tied}
        for (one, other), score in zip(missing, results, strict=True):
            total[one] += score
            total[other] += 1 - score
        yield total


@pytest.mark.parametrize("seed", range(20))
def test_a_direct_encounter_places_nobody_above_where_a_missing_game_could_change_it(seed: int) -> None:
    chance = random.Random(seed)
    tied = list("ABCD")
    table: dict[str, list[RoundScore]] = {name: [] for name in tied}
    for place, one in enumerate(tied):
        for other in tied[:place]:
            if chance.random() < 0.8:
                score = chance.choice((0.0, 0.5, 1.0))
                table[one].append(RoundScore(other, score))
                table[other].append(RoundScore(one, 1 - score))
    groups = direct_encounters(table, tied)
    assert sorted(name for group in groups for name, _score in group) == tied
    always_first = [
        name
        for name in tied
        if all(total[name] > total[other] for total in completions(table, tied) for other in tied if other != name)
    ]
    first = [name for name, _score in groups[0]]
    if always_first:
        assert first == always_first
    elif len(first) == 1:  # equal to others by all games of the tie, and better in those among them
        assert all(total[first[0]] == max(total.values()) for total in completions(table, tied))


def test_three_who_beat_each_other_in_a_circle_share_the_place() -> None:
    circle = {"A": "B", "B": "C", "C": "A"}
    table = {
        name: [RoundScore(beaten, 1.0), RoundScore(next(each for each in circle if circle[each] == name), 0.0)]
        for name, beaten in circle.items()
    }
    assert [each.place for each in placed(table)] == [1, 1, 1]
    assert {each.direct_encounter for each in placed(table)} == {None}
    assert {sonneborn_berger(table, name) for name in table} == {points(table, "A")}


def cup(
    count: int, score_of: Callable[[tuple[str, ...]], tuple[float, float]], games: int = 2, rounds: int | None = None
) -> FormatResult:
    """Return the result of a knockout whose games give the score that ``score_of(seats)`` tells."""
    names = [f"s{number}" for number in range(1, count + 1)]
    scores: dict[str, tuple[float, ...]] = {}
    schedule = Schedule("knockout", 1, games)
    for new in unplayed(schedule, names, scores):
        if rounds is not None and new[0].round > rounds:
            break
        scores |= {each.key: score_of(each.seats) for each in new}
    plan = schedule.plan(names, scores)
    assert len({each.key for each in plan}) == len(plan)
    return format_result("knockout", names, plan, scores, games_per_pair=games)


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8, 11])
def test_in_a_cup_the_places_follow_the_rounds_and_each_loser_went_out_to_somebody_who_goes_on(count: int) -> None:
    chance = random.Random(count)
    strength = {f"s{number}": chance.random() for number in range(1, count + 1)}
    found = cup(count, lambda seats: (1.0, 0.0) if strength[seats[0]] > strength[seats[1]] else (0.0, 1.0))
    assert found.winners == (max(strength, key=strength.__getitem__),)
    assert len([each for each in found.pairings if len(each.players) == 2]) == count - 1
    lost = {name for each in found.pairings for name in each.players if name != each.winner}
    assert lost == set(strength) - set(found.winners)
    for pairing in found.pairings:
        assert pairing.winner == max(pairing.players, key=strength.__getitem__)
        assert pairing.decision == ("points" if len(pairing.players) == 2 else "bye")
    by_round = {each.player: each.out_in_round or 99 for each in found.places}
    for each in found.places:
        assert each.place == 1 + sum(by_round[other] > by_round[each.player] for other in by_round)


def test_a_drawn_pairing_of_a_cup_goes_to_further_games_and_then_to_the_bot_named_first() -> None:
    assert {each.decision for each in cup(4, lambda seats: (0.5, 0.5)).pairings} == {"order"}
    assert cup(4, lambda seats: (0.5, 0.5)).winners == ("s1",)
    played: defaultdict[frozenset[str], int] = defaultdict(int)

    def late(seats: tuple[str, ...]) -> tuple[float, float]:
        played[frozenset(seats)] += 1
        return (0.5, 0.5) if played[frozenset(seats)] <= 2 else (1.0, 0.0) if seats[0] == "s2" else (0.0, 1.0)

    (final,) = cup(2, late).pairings
    assert (final.winner, final.decision, final.games) == ("s2", "further games", 4)


def test_a_tie_is_decided_by_order_if_the_plan_has_no_further_games_for_it() -> None:
    names, draw = ["s1", "s2"], (0.5, 0.5)
    repeating = Schedule("knockout", 1, 2, openings=1, deterministic=frozenset(names))
    plan = repeating.plan(names, {})
    scores = {each.key: draw for each in plan}
    assert repeating.plan(names, scores) == plan
    (final,) = format_result("knockout", names, plan, scores).pairings
    assert (final.winner, final.decision, final.games) == ("s1", "order", 2)
    longer = Schedule("knockout", 1, 2, openings=1).plan(names, scores)
    found = format_result("knockout", names, longer, scores)
    assert len(longer) == 4
    assert (found.pairings[0].winner, found.pairings[0].decision, found.winners) == (None, "", ())


@pytest.mark.parametrize("openings", [None, 1])
@pytest.mark.parametrize("seed", range(6))
def test_a_cup_has_a_winner_exactly_after_its_last_game(seed: int, openings: int | None) -> None:
    """Pairings that are tied, decided and unfinished stand beside each other, whatever the order of the games."""
    chance, names = random.Random(seed), [f"s{number}" for number in range(1, 7)]
    scores: dict[str, tuple[float, ...]] = {}
    schedule = Schedule("knockout", 1, 2, openings=openings, deterministic=frozenset(names[:3]))
    decided: dict[tuple[str, ...], str] = {}
    for new in unplayed(schedule, names, scores):
        plan = schedule.plan(names, scores)
        for each in chance.sample(new, len(new)):
            score = chance.choice((0.5, 0.5, 0.5, 1.0))
            scores[each.key] = (score, 1 - score)
            if any(game.key not in scores for game in plan):
                found = format_result("knockout", names, plan, scores)
                assert found.winners == ()
                told = {each.players: each.winner for each in found.pairings if each.winner}
                assert decided.items() <= told.items()
                decided = told
    found = format_result("knockout", names, schedule.plan(names, scores), scores)
    assert len(found.winners) == 1
    assert decided.items() <= {each.players: each.winner for each in found.pairings}.items()


def test_an_unfinished_cup_has_no_winner_and_shows_who_is_still_in() -> None:
    found = cup(8, lambda seats: (1.0, 0.0) if seats[0] < seats[1] else (0.0, 1.0), rounds=1)
    assert found.winners == ()
    assert [each.place for each in found.places] == [1] * 4 + [5] * 4
    assert {each.decision for each in found.pairings if each.round == 2} == {""}


def test_every_round_of_a_swiss_tournament_has_games_from_one_opening_alone() -> None:
    """Bots that always do the same meet a new opponent in each round, so nothing would be repeated."""
    pytest.importorskip("py4swiss")
    names = list("ABCDEF")
    scores: dict[str, tuple[float, ...]] = {}
    schedule = Schedule("swiss", 3, 2, openings=1, deterministic=frozenset(names))
    for new in unplayed(schedule, names, scores):
        scores |= {each.key: (1.0, 0.0) for each in new}
    plan = schedule.plan(names, scores)
    assert [sum(each.round == number for each in plan) for number in (1, 2, 3)] == [6, 6, 6]
