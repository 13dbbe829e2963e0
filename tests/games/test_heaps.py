"""Games of heaps: the theories of Bouton, Sprague and Grundy hold in every position."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import MoveError, PositionError, SearchError, SpecError, game
from plyground import bot as bot_named
from plyground.conformance import check
from plyground.core.combinadics import mex
from plyground.errors import GameOver
from plyground.games.heaps import of_a_heap
from plyground.solvers.grundy import grundy, grundy_numbers
from plyground.solvers.retrograde import solve
from plyground.solvers.sweep import Sweeper

PLAIN = Sweeper(native=False)
EVERY = [
    "nim",
    "nim:heaps=1-3-5-7",
    "nim:play=misere",
    "nim:heaps=1-1-1-2,play=misere",
    "nim:heaps=9",
    "subtraction",
    "subtraction:heap=30,take=2-5-6",
]


@pytest.mark.parametrize("text", EVERY)
def test_heap_games_keep_the_contract_of_games(text: str) -> None:
    found = game(text)
    assert found.name == text
    assert check(found, games=5) == []


def stones_of(found: Any, position: Any) -> list[int]:
    return [int(number) for number in found.notation.format(position).split()[0].split("-")]


class TestNim:
    @pytest.mark.parametrize("heaps", ["3-4-5", "1-3-5-7", "9"])
    def test_the_grundy_number_is_the_sum_without_carry(self, heaps: str) -> None:
        """Bouton 1901, for every position, by the definition."""
        nim = game(f"nim:heaps={heaps}")
        numbers = grundy_numbers(nim.start)
        assert len(numbers) > 10
        for position, number in numbers.items():
            assert number == reduce(xor, stones_of(nim, position)) == grundy(position)

    @pytest.mark.parametrize("play", ["normal", "misere"])
    def test_winners_agree_with_the_theory(self, play: str) -> None:
        """In misère play as in normal play, but in the end an odd number of single stones is left (Bouton 1901)."""
        nim = game(f"nim:heaps=4-3-2,play={play}")
        start: Any = nim.start
        solved = solve(start, PLAIN)
        for number in range(start.size()):
            position = start.unrank(number)
            stones = stones_of(nim, position)
            lost = reduce(xor, stones) == 0
            if play == "misere" and max(stones) <= 1:
                lost = sum(stones) % 2 == 1
            assert (solved[position].utility < 0) == lost == (not position.is_favourable())

    def test_the_theory_plays_perfectly(self) -> None:
        found = game("nim:heaps=1-3-5-7,play=misere")
        solved = solve(found.start, PLAIN)
        bot = bot_named("depth-limited:depth=1,evaluation=theory", found)
        start: Any = found.start
        for number in range(start.period()):
            position = start.unrank(number)
            if not position.is_over() and solved[position].utility > 0:
                assert solved[position.play(bot.choose(position).move)].utility < 0


class TestSubtraction:
    def test_taking_one_to_three_leaves_what_remains_by_four(self) -> None:
        subtraction = game("subtraction")
        for position, number in grundy_numbers(subtraction.start).items():
            assert number == stones_of(subtraction, position)[0] % 4 == grundy(position)

    @settings(max_examples=30)
    @given(st.sets(st.integers(1, 9), min_size=1), st.integers(1, 25))
    def test_a_heap_has_the_numbers_of_the_definition(self, takes: set[int], heap: int) -> None:
        takes = {taken for taken in takes if taken <= heap} or {heap}
        found = game(f"subtraction:heap={heap},take={'-'.join(map(str, takes))}")
        numbers = of_a_heap(heap, tuple(takes))
        for position, number in grundy_numbers(found.start).items():
            assert number == numbers[stones_of(found, position)[0]]
        assert solve(found.start, PLAIN)[found.start].utility == (1 if numbers[heap] else -1)


def test_the_least_number_that_is_missing() -> None:
    assert [mex([]), mex([0, 1, 3]), mex([1, 2]), mex([2, 0, 1, 1])] == [0, 2, 0, 3]
    assert grundy(game("tictactoe").start) is None
    assert grundy(game("nim:play=misere").start) is None
    with pytest.raises(SearchError, match="can repeat"):
        grundy_numbers(game("dame:size=3").start)


def test_a_wrong_grundy_number_breaks_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("nim:heaps=1-2")
    monkeypatch.setattr(type(found.start), "grundy", lambda self: self.stones)
    assert [failure.method for failure in check(found, games=5)] == ["grundy"]


class TestNotation:
    NIM = game("nim")

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("b9", "You cannot take 9; a move takes one of: 1, 2, 3, 4, 5."),
            ("a4", "There are only 3 stones to take from."),
            ("d1", "There is no heap d: the last one is c."),
            ("a0", "You cannot take 0"),
            ("3", "“3” is not a move: write a heap and how many stones to take, such as a1."),
        ],
    )
    def test_wrong_moves_are_refused_with_a_reason(self, text: str, sentence: str) -> None:
        with pytest.raises(MoveError, match=sentence.replace(".", r"\.")):
            self.NIM.notation.parse_move(self.NIM.start, text)

    def test_moves_are_read_in_every_form(self) -> None:
        parse = self.NIM.notation.parse_move
        assert parse(self.NIM.start, "b3") == parse(self.NIM.start, " B-3 ") == 1 << 7 | 3
        with pytest.raises(GameOver):
            parse(self.NIM.notation.parse("0-0-0 X"), "a1")

    @pytest.mark.parametrize(
        ("text", "sentences"),
        [
            ("3-4 X", ["needs the numbers of stones of 3 heaps"]),
            ("3-5-5", ["heap b begins with 4 stones and cannot have 5", "the side to move, X or O"]),
            ("x-y-z O", ["needs the numbers"]),
        ],
    )
    def test_wrong_positions_are_refused_with_every_reason(self, text: str, sentences: list[str]) -> None:
        with pytest.raises(PositionError) as caught:
            self.NIM.notation.parse(text)
        for sentence in sentences:
            assert sentence in str(caught.value)

    @pytest.mark.parametrize(
        "text",
        ["nim:heaps=", "nim:heaps=3-x", "nim:heaps=0-1", "nim:heaps=21", "nim:heaps=1-1-1-1-1-1-1-1-1-1", "subtraction:take=0-1", "subtraction:heap=5,take=6"],
    )  # fmt: skip
    def test_wrong_options_are_refused(self, text: str) -> None:
        with pytest.raises(SpecError):
            game(text)

    def test_the_stones_are_drawn_in_rows(self) -> None:
        assert self.NIM.picture.marks(self.NIM.notation.parse("3-0-4 O")) == "***.......****."
        picture = game("subtraction").picture
        assert (picture.width, picture.height) == (7, 3)
