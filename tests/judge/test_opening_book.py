"""The opening book of Connect Four agrees with published results and with the exact solver."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from plyground import Solver, game, judgement
from plyground.arena.match import Match
from plyground.judge.opening_book import book_of, number_of, read, written

GAME = game("connect_four")
BOOK = book_of(GAME)
PONS = Path(__file__).parents[1] / "data" / "connect_four"


def test_only_the_middle_column_wins_at_the_start() -> None:
    """V. Allis (1988), A knowledge-based approach of Connect-Four."""
    found = judgement("connect_four")
    assert (found.source, found.value, found.proven, found.best_moves) == ("book", 100, True, (3,))
    assert [found.of(column).value for column in range(7)] == [-100, -100, 0, 100, 0, -100, -100]


def test_every_result_follows_from_the_results_after_it() -> None:
    assert BOOK
    assert len(BOOK) == 129_498
    chance = random.Random(1)
    for _game in range(200):
        position = GAME.start
        for _ply in range(chance.randint(0, 7)):
            position = position.play(chance.choice(list(position.moves())))
        if position.is_over():
            continue
        results = [BOOK.result(position.play(move)) for move in position.moves()]
        assert BOOK.result(position) == max(-result for result in results if result is not None)


@pytest.mark.nightly
def test_results_agree_with_the_exact_solver() -> None:
    assert BOOK
    solver, chance, tried = Solver(GAME, memory_mb=64, native=True), random.Random(2), 0
    while tried < 12:
        position = GAME.start
        for _ply in range(8):
            position = position.play(chance.choice(list(position.moves())))
        if not position.is_over():
            tried += 1
            assert BOOK.result(position) == solver.score(position, weak=True)


def test_results_agree_with_published_scores() -> None:
    assert BOOK
    known = 0
    for line in (PONS / "begin_easy_156.txt").read_text(encoding="utf-8").splitlines():
        columns, score = line.split()
        result = BOOK.result(Match.parse(GAME, "-".join(columns)).position)
        if result is not None:
            known += 1
            assert result == (int(score) > 0) - (int(score) < 0)
    assert known


def test_other_games_have_no_book() -> None:
    assert book_of(game("connect_four:width=6,height=5")) is None
    assert book_of(game("othello")) is None


def test_a_book_is_read_as_it_was_written() -> None:
    positions = [GAME.start.play(column) for column in range(7)]
    results = {number_of(position): index % 3 - 1 for index, position in enumerate(positions)}
    book = read(written(results))
    assert [book.result(position) for position in positions] == [results[number_of(position)] for position in positions]
    with pytest.raises(ValueError, match="opening book"):
        read(b"else")
