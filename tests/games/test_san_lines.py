"""Lines of chess in SAN: compiled rules read what plain rules read, and stop where a word is no single move."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import game
from plyground.games.chess.san_lines import SanReader

CHESS = game("chess")
NOTATION = CHESS.notation


def random_line(start: Any, plies: int, seed: int) -> tuple[list[int], list[str], list[Any]]:
    """Return the moves, words and positions of a random game."""
    chance = random.Random(seed)
    positions: list[Any] = [start]
    moves: list[int] = []
    words: list[str] = []
    for _ply in range(plies):
        legal = list(positions[-1].moves())
        if not legal:
            break
        moves.append(chance.choice(legal))
        words.append(NOTATION.format_move(positions[-1], moves[-1]))
        positions.append(positions[-1].play(moves[-1]))
    return moves, words, positions


@pytest.mark.proof
@given(st.integers(0, 959), st.integers(1, 120), st.integers(0, 10**6))
def test_compiled_rules_read_what_was_written(start: int, plies: int, seed: int) -> None:
    moves, words, positions = random_line(game(f"chess:start={start}").start, plies, seed)
    assert SanReader(0).read(positions[0], words) == (moves, positions[-2], positions[-1])


PROMOTES = "3rk3/P7/8/8/8/8/8/4K2R w K - 0 1"


@pytest.mark.parametrize(
    "word", ["a8=N", "axb8=Q", "O-O", "O-O-O", "Rh7+", "Rh1xh7", "Rhg1", "R1g1", "Kd2", "Ke3", "a8"]
)
def test_each_word_is_read_as_by_plain_rules(word: str) -> None:
    position = NOTATION.parse(PROMOTES)
    legal = {NOTATION.format_move(position, move).rstrip("+"): move for move in position.moves()}
    found, _before, after = SanReader(0).read(position, [word])
    if found:
        assert found == [NOTATION.parse_move(position, word)]
        assert after == position.play(found[0])
    else:
        assert word not in legal


@pytest.mark.parametrize("word", ["Nd2", "Nf3", "Ke4", "e2e4", "--", "x", ""])
def test_reading_stops_at_a_word_that_is_no_single_move_in_san(word: str) -> None:
    position = NOTATION.parse("4k3/8/8/8/8/5N2/4P3/1N2K3 b - - 0 1")  # two knights can go to d2
    after = position.play(NOTATION.parse_move(position, "Kd7"))
    assert SanReader(0).read(position, ["Kd7", word, "Kd6"]) == (
        [NOTATION.parse_move(position, "Kd7")],
        position,
        after,
    )


def test_the_first_moves_of_a_file_are_left_to_plain_rules() -> None:
    _moves, words, positions = random_line(CHESS.start, 30, 1)
    reader = SanReader(30)
    assert reader.read(positions[0], words) == ([], None, positions[0])
    assert len(reader.read(positions[0], words)[0]) == 30
