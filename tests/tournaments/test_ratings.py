"""Ratings: published figures, patterns without a maximum, and intervals that hold in simulated tournaments."""

from __future__ import annotations

import json
import random
from itertools import combinations
from math import isfinite
from typing import Any

import pytest
from paths import DATA

from plyground.errors import SpecError
from plyground.statistics.elo import ScoreCounts, expected_score
from plyground.tournaments.joint_ratings import GameScore, joint_ratings
from plyground.tournaments.multiplayer_ratings import skills

PUBLISHED = json.loads((DATA / "ratings.json").read_text())
STRENGTHS = {"A": 150.0, "B": 60.0, "C": 0.0, "D": -70.0, "E": -140.0}
ADVANTAGE = 35.0


def counted(entry: dict[str, list[int]]) -> ScoreCounts:
    return ScoreCounts(tuple(entry.get("ptnml") or entry["wdl"][::-1]))


@pytest.mark.parametrize("entry", PUBLISHED["elo"], ids=lambda entry: entry["source"] + str(entry["elo"]))
def test_elo_errors_and_superiority_are_the_published_ones(entry: dict[str, Any]) -> None:
    results = counted(entry)
    assert results.elo == pytest.approx((entry["elo"], entry["error"]), abs=5e-4)
    if "los" in entry:
        assert results.superiority == pytest.approx(entry["los"], abs=5e-6)
    if "nelo" in entry:
        assert results.normalized_elo == pytest.approx((entry["nelo"], entry["nelo_error"]), abs=5e-3)


def test_a_difference_promises_the_published_score() -> None:
    for elo, score in PUBLISHED["expected_score"].items():
        assert expected_score(float(elo)) == pytest.approx(score, abs=5e-5)


@pytest.mark.parametrize("counts", [(9, 0, 0), (0, 9, 0), (0, 0, 1), (0, 0, 0, 0, 5550), (0, 0, 7, 0, 0)])
def test_equal_results_give_finite_estimates(counts: tuple[int, ...]) -> None:
    results = ScoreCounts(counts)
    for value in (*results.elo, *results.normalized_elo, results.superiority):
        assert isfinite(value)
    assert results.elo.error > 0


@pytest.mark.parametrize("entry", PUBLISHED["joint"], ids=lambda entry: entry["source"])
def test_joint_ratings_are_the_published_ones(entry: dict[str, Any]) -> None:
    games = []
    for one, other, wins, losses in entry["results"]:
        games += [GameScore(one, other, 1)] * wins + [GameScore(one, other, 0)] * losses
    found = joint_ratings(games, first_move=False)
    assert not found.regularised
    for row in found.table:
        assert row.elo == pytest.approx(entry["elo"][row.player], abs=6e-3)


@pytest.mark.parametrize(
    "scores",
    [
        {"AB": [1, 1, 1]},
        {"AB": [0.5] * 8},
        {"AB": [1]},
        {"AB": [1] * 5, "BA": [1] * 5},
        {"AB": [1] * 9, "BC": [1] * 9, "CA": [0] * 9},
        {"AB": [1, 0], "CD": [1, 1]},
    ],
)
def test_every_pattern_of_results_gives_finite_ratings(scores: dict[str, list[float]]) -> None:
    games = [GameScore(pair[0], pair[1], score) for pair, row in scores.items() for score in row]
    found = joint_ratings(games)
    for row in found.table:
        assert isfinite(row.elo) and isfinite(row.error) and row.error > 0
    assert found.advantage is not None and all(isfinite(value) for value in found.advantage)


def test_a_player_who_won_everything_gets_one_more_drawn_game() -> None:
    found = joint_ratings([GameScore("A", "B", 1)] * 10, first_move=False)
    assert found.regularised == (("A", "B"),)
    assert found["A"].elo > found["B"].elo
    assert found["A"].games == 10


def test_groups_without_a_common_game_are_rated_each() -> None:
    found = joint_ratings([GameScore("A", "B", 1), GameScore("B", "A", 1), GameScore("C", "D", 0.5)], players=["E"])
    assert {frozenset(group) for group in found.groups} == {frozenset("AB"), frozenset("CD"), frozenset("E")}
    assert found.difference("A", "C") is None
    assert found.superiority("A", "E") is None


def test_players_without_a_game_are_all_equal() -> None:
    found = joint_ratings([], players=["A", "B"])
    assert [row.elo for row in found.table] == [0, 0]
    assert found.superiority("A", "B") is None


def test_an_anchor_fixes_the_rating_of_its_player() -> None:
    games = [GameScore("A", "B", score) for score in (1, 1, 0, 0.5)]
    free, fixed = joint_ratings(games), joint_ratings(games, anchor=("B", 1500.0))
    assert fixed["B"].elo == 1500
    assert fixed["B"].error == 0
    assert fixed.difference("A", "B") == pytest.approx(free.difference("A", "B"))
    with pytest.raises(SpecError, match="Z"):
        joint_ratings(games, anchor=("Z", 0))


def test_skills_of_three_players_follow_their_results() -> None:
    pytest.importorskip("openskill")
    found = skills([{"A": 1, "B": 0, "C": -1}] * 5, ["D"])
    assert [row.player for row in found if row.games] == ["A", "B", "C"]
    assert found[-1].player != "A"


def simulated(rng: random.Random, draw_rate: float, pairs: int) -> list[GameScore]:
    """Return the games of a round robin in which differences in Elo promise scores, and an opening favours a side."""
    games = []
    for one, other in combinations(STRENGTHS, 2):
        for number in range(pairs):
            bias = rng.choice((-0.4, 0.4))
            for first, second in ((one, other), (other, one)):
                score = expected_score(STRENGTHS[first] - STRENGTHS[second] + ADVANTAGE)
                score += bias * score * (1 - score)
                drawn = draw_rate * 2 * min(score, 1 - score)
                draw = rng.random()
                result = 0.5 if draw < drawn else float(draw < score + drawn / 2)
                games.append(GameScore(first, second, result, (one, other, number)))
    return games


def coverage(tournaments: int, pairs: int) -> float:
    """Return the share of 95 % intervals of differences that contain the truth."""
    rng = random.Random(17)
    inside = total = 0
    for number in range(tournaments):
        found = joint_ratings(simulated(rng, (0.0, 0.3, 0.7)[number % 3], pairs))
        for one, other in combinations(STRENGTHS, 2):
            difference = found.difference(one, other)
            assert difference is not None
            inside += abs(difference.value - (STRENGTHS[one] - STRENGTHS[other])) <= difference.error
            total += 1
    return inside / total


def test_intervals_contain_the_truth() -> None:
    assert 0.92 <= coverage(60, 12) <= 0.98


@pytest.mark.proof
def test_intervals_contain_the_truth_in_a_thousand_tournaments() -> None:
    assert 0.93 <= coverage(1000, 20) <= 0.97
