"""Published numbers of move sequences (tests/data/perft.csv)."""

from __future__ import annotations

import csv

import pytest
from paths import DATA
from program import answer

from plyground.games import breakthrough, connect_four, othello
from plyground.searches.tally import NODES, new_tally
from plyground.solvers.perft import divide

GAMES = {
    "connect_four_7x6": connect_four.make(7, 6),
    "othello_8x8": othello.make(8),
    "othello_6x6": othello.make(6),
    "breakthrough_8x8": breakthrough.make(8, 8),
}
ROWS = [
    (row["game"], int(row["depth"]), int(row["nodes"]))
    for row in csv.DictReader((DATA / "perft.csv").open())
    if row["game"] in GAMES
]


def total(game: str, depth: int, *, native: bool) -> int:
    counts = new_tally().counts
    return sum(divide(GAMES[game], GAMES[game].start, depth, counts, native=native).values())


def test_every_game_has_published_perft_numbers() -> None:
    assert {game for game, _depth, _nodes in ROWS} == set(GAMES)
    assert max(nodes for _game, _depth, nodes in ROWS) > 10**8


@pytest.mark.parametrize(("game", "depth", "nodes"), ROWS)
def test_perft_agrees_with_published_counts(game: str, depth: int, nodes: int) -> None:
    assert total(game, depth, native=True) == nodes
    if nodes < 20_000:
        assert total(game, depth, native=False) == nodes


def test_a_board_too_large_to_compile_is_counted_all_the_same() -> None:
    """9 × 9 cells and the columns' tops need 90 bits; five moves fill no column and win nothing."""
    assert answer("perft", "connect_four:width=9,height=9", "5")["nodes"] == 9**5


def test_counts_the_positions_with_successors() -> None:
    counts = new_tally().counts
    divide(GAMES["connect_four_7x6"], GAMES["connect_four_7x6"].start, 4, counts)
    assert counts[NODES] == 7 + 49 + 343
