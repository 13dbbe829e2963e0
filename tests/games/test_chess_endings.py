"""Solved endings of chess: published longest mates, best play by the rules themselves, and the engine that looks them up.

Solving them takes seconds, so tests of their values are proofs; ``test_king_endings.py`` shows the same with less.
"""

from __future__ import annotations

import random
from concurrent.futures import Future
from functools import cache
from typing import Any

import pytest

from plyground import game
from plyground.bots import bot
from plyground.bots.ending_tables import EndingValues, ending_values, table_of
from plyground.errors import SearchStopped, UnsolvedPosition
from plyground.games.chess.chess_endings import CELLS, KINDS, MINORS, SINGLE, ChessEnding, chess_ending
from plyground.judge.solved_positions import solved_positions
from plyground.searches import new_tally
from plyground.searches.tally import STOP
from plyground.solvers.explore import explore, perfect_line
from plyground.solvers.forward import after_each
from plyground.solvers.retrograde import Retrograde

CHESS = game("chess")
LONGEST = {"pawn": 28, "rook": 16, "queen": 10}
"""Moves of the longest mates: the figures of K. Thompson and many others, in any book of endings."""


@cache
def solved(minors: int = 0) -> EndingValues:
    return EndingValues(CHESS, table_of(ChessEnding(minors=minors)).result())


def longest(table: Any, first: int, last: int) -> int:
    assert isinstance(table, Retrograde)
    return max(code for code in table.codes[first:last] if code < 127) // 2


def check_sample(minors: int, size: int, seed: int) -> None:
    """Each value follows from the moves that the rules of chess allow, and only from them."""
    values, chance = solved(minors), random.Random(seed)
    seen = 0
    while seen < 400:
        ending = ChessEnding(minors=minors).unrank(chance.randrange(size))
        if not ending.valid() or ending.chess.is_over():
            continue
        seen += 1
        here = ending.chess
        assert ending == chess_ending(here) and ending.unrank(ending.rank()).rank() == ending.rank()
        assert values[here].preference == max(each.preference for each in after_each(values, here).values())


@pytest.mark.proof
def test_the_longest_mates_are_the_published_ones() -> None:
    part = 2 * CELLS**3
    found = {name: longest(solved().table, number * part, (number + 1) * part) for number, name in enumerate(LONGEST)}
    assert len(found) == KINDS
    assert found == LONGEST


@pytest.mark.proof
def test_values_follow_from_the_rules_of_chess() -> None:
    check_sample(0, SINGLE, seed=1)


@pytest.mark.nightly
def test_bishop_and_knight_mate_in_33_moves_at_most() -> None:
    assert longest(solved(1).table, 0, MINORS) == 33
    check_sample(1, MINORS, seed=2)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("8/8/8/4k3/8/8/8/4K2Q w - - 0 1", 13),
        ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", None),  # Black has the opposition
        ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", 0),  # White has it, and wins
        ("8/4p3/4k3/8/4K3/8/8/8 b - - 0 1", None),  # the same with colours exchanged
        ("8/8/8/4K3/8/8/8/4k2q b - - 0 1", 13),  # the same with colours exchanged
    ],
)
def test_known_endings_have_the_published_distances(fen: str, plies: int | None) -> None:
    position = CHESS.notation.parse(fen)
    value = solved()[position]
    if plies:
        line = perfect_line(solved(), position, 100)
        assert value.distance == plies == len(line)
    assert (value.distance is None) == (plies is None)


@pytest.mark.parametrize(
    ("fen", "found"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", False),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", False),  # castling is in no table
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", True),
        ("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", False),
        ("4k1b1/8/8/8/8/8/8/4KN2 w - - 0 1", False),
        ("4k1bn/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("4k1nn/8/8/8/8/8/8/4K3 w - - 0 1", False),
    ],
)
def test_endings_are_told_by_their_pieces(fen: str, found: bool) -> None:
    assert (chess_ending(CHESS.notation.parse(fen)) is not None) == found


@pytest.mark.proof
def test_the_engine_looks_endings_up() -> None:
    solved()
    position = CHESS.notation.parse("8/8/8/4k3/8/8/8/4K2Q w - - 0 1")
    choice = bot("engine:seconds=0.5", CHESS).choose(position)
    assert choice.result and choice.result.proven and choice.result.algorithm == "exact"
    assert choice.result.distance == 13
    assert str(choice.reason).startswith("A certain win in 13 plies")


@pytest.mark.proof
def test_a_win_that_comes_after_fifty_quiet_moves_is_none() -> None:
    solved()
    late = CHESS.notation.parse("8/8/8/4k3/8/8/8/4K2Q w - - 90 120")
    choice = bot("engine:seconds=0.2", CHESS).choose(late)
    assert choice.result and choice.result.algorithm != "exact"


def test_tables_larger_than_the_limit_of_nodes_are_left_out() -> None:
    position = CHESS.notation.parse("7k/8/8/8/8/8/8/KBN5 w - - 0 1")
    assert ending_values(CHESS, position, 1000) is None
    assert ending_values(CHESS, CHESS.start, None) is None


@pytest.mark.proof
def test_exploring_an_ending_tells_the_distance_of_every_move() -> None:
    solved()
    position = CHESS.notation.parse("8/8/8/4k3/8/8/8/4K2Q w - - 10 1")
    found = explore(solved_positions(CHESS, new_tally()), position)
    assert found.value.distance == 13 == len(found.line)
    assert dict(found.moves)[CHESS.notation.parse_move(position, "Qe4+")].utility == 0  # the king takes it
    assert len(found.moves) == len(list(position.moves()))


@pytest.mark.proof
@pytest.mark.parametrize("fen", ["8/8/8/4k3/8/8/8/4K2Q w - - 90 120", "4k1bn/8/8/8/8/8/8/4K1QR w - - 0 1"])
def test_positions_without_a_sure_value_are_refused_with_a_reason(fen: str) -> None:
    solved()
    with pytest.raises(UnsolvedPosition, match=r"Quiet moves may draw|only endings of few pieces"):
        solved_positions(CHESS, new_tally())[CHESS.notation.parse(fen)]


def test_a_stopped_exploration_does_not_wait_for_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.bots.ending_tables.table_of", lambda ending: Future())
    tally = new_tally()
    tally.counts[STOP] = 1
    with pytest.raises(SearchStopped):
        solved_positions(CHESS, tally)[CHESS.notation.parse("8/8/8/4k3/8/8/8/4K2Q w - - 0 1")]
