"""m,n,k games: lines, notation, symmetry, and every reason for a bad position."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from plyground import MoveError, PositionError, SpecError, game
from plyground.core.game import FIRST, SECOND
from plyground.games.mnk import lines, mnk

TICTACTOE = game("tictactoe")
sizes = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6)).filter(lambda s: s[2] <= max(s[:2]))


def lines_by_definition(width: int, height: int, k: int) -> set[frozenset[int]]:
    """Every set of k cells in a row, from coordinates alone."""
    found = set()
    for row, column, (down, across) in product(range(height), range(width), [(0, 1), (1, 0), (1, 1), (1, -1)]):
        cells = [(row + step * down, column + step * across) for step in range(k)]
        if all(0 <= r < height and 0 <= c < width for r, c in cells):
            found.add(frozenset(r * width + c for r, c in cells))
    return found


def cells(marks: int) -> frozenset[int]:
    return frozenset(cell for cell in range(marks.bit_length()) if marks >> cell & 1)


@given(sizes)
def test_lines_agree_with_their_definition(size: tuple[int, int, int]) -> None:
    assert {cells(line) for line in lines(*size)} == lines_by_definition(*size)
    assert len(lines(*size)) == len(lines_by_definition(*size))


def test_the_eight_lines_of_tic_tac_toe() -> None:
    assert sorted(map(sorted, (cells(line) for line in lines(3, 3, 3)))) == [
        [0, 1, 2], [0, 3, 6], [0, 4, 8], [1, 4, 7], [2, 4, 6], [2, 5, 8], [3, 4, 5], [6, 7, 8],
    ]  # fmt: skip


@given(sizes, st.integers(min_value=0))
def test_a_position_is_won_where_a_line_is_full(size: tuple[int, int, int], marks: int) -> None:
    width, height, _k = size
    marks &= (1 << width * height) - 1
    won = any(line <= cells(marks) for line in lines_by_definition(*size))
    assert (mnk(*size)(0, marks).utility() == -1) == won


@given(sizes, st.data())
def test_symmetric_positions_have_one_canonical_form(size: tuple[int, int, int], data: Any) -> None:
    """Turning or mirroring the grid of letters, done on the text, does not change the canonical form."""
    width, height, _k = size
    full = (1 << width * height) - 1
    own = data.draw(st.integers(0, full))
    other = data.draw(st.integers(0, full)) & ~own
    rows = [[(own >> r * width + c & 1, other >> r * width + c & 1) for c in range(width)] for r in range(height)]
    images = [rows, rows[::-1], [row[::-1] for row in rows]]
    if width == height:
        images.append([list(column) for column in zip(*rows, strict=True)])
    found = set()
    for image in images:
        flat = [cell for row in image for cell in row]
        moved = [sum(bits[side] << cell for cell, bits in enumerate(flat)) for side in (0, 1)]
        found.add(mnk(*size)(*moved).canonical())
    assert len(found) == 1


class TestNotation:
    @pytest.mark.parametrize(
        ("text", "reasons"),
        [
            ("x", ["1 character where 9"]),
            ("..........", ["10 characters where 9"]),
            ("x.o.X...z", ["character 4 is “X”", "character 8 is “z”"]),
            ("xq", ["2 characters where 9", "character 1 is “q”"]),
            ("xx.......", ["2 x and 0 o"]),
            ("o........", ["0 x and 1 o"]),
            ("xxxooo...", ["both sides"]),
            ("xxxooo..x", ["both sides"]),
            ("xxxoo.o..", ["o has moved after x had won"]),
            ("ooo.xx.xx", ["x has moved after o had won"]),
            ("xxxx.....", ["4 x and 0 o"]),
            ("xxx......", ["3 x and 0 o"]),
            ("", ["0 characters where 9"]),
        ],
    )
    def test_every_reason_is_listed(self, text: str, reasons: list[str]) -> None:
        with pytest.raises(PositionError) as error:
            TICTACTOE.notation.parse(text)
        assert len(error.value.reasons) == len(reasons)
        assert f"“{text}”" in str(error.value)
        for reason, expected in zip(error.value.reasons, reasons, strict=True):
            assert expected in str(reason)

    def test_a_double_line_needs_a_last_mark_on_both(self) -> None:
        both = TICTACTOE.notation.parse("xxxxoooxo")
        assert both.is_over()
        five = game("mnk:width=6,height=1,k=2")
        with pytest.raises(PositionError, match="one move cannot have completed"):
            five.notation.parse("xx.xxo")

    def test_exactly_the_reachable_positions_are_accepted(self) -> None:
        """All 3^9 texts against the positions that play can reach: 5,478 are both."""
        reached = set()
        frontier = {TICTACTOE.start}
        while frontier:
            reached |= frontier
            frontier = {p.play(move) for p in frontier if not p.is_over() for move in p.moves()}
        accepted = set()
        for letters in product("xo.", repeat=9):
            try:
                accepted.add(TICTACTOE.notation.parse("".join(letters)))
            except PositionError:
                continue
        assert accepted == reached
        assert len(accepted) == 5478
        assert {TICTACTOE.notation.parse(TICTACTOE.notation.format(p)) for p in reached} == reached

    @pytest.mark.parametrize("word", ["9", "-1", "", "four", "４", "1.0", "0x1", "1e0", "9" * 5000])
    def test_a_word_that_is_no_cell(self, word: str) -> None:
        with pytest.raises(MoveError, match="from 0 to 8"):
            TICTACTOE.notation.parse_move(TICTACTOE.start, word)

    def test_a_taken_cell_is_refused(self) -> None:
        with refused(MoveError, "Cell {cell} is taken by {mark}.", cell=4, mark="O"):
            TICTACTOE.notation.parse_move(TICTACTOE.notation.parse("x...o...."), "4")

    def test_moves_after_the_end_are_refused(self) -> None:
        attempts: tuple[Callable[[Any, Any], Any], ...] = (TICTACTOE.notation.parse_move, TICTACTOE.play)
        for attempt in attempts:
            with pytest.raises(MoveError, match="over"):
                attempt(TICTACTOE.notation.parse("xxxoo...."), "8")

    def test_the_number_of_marks_tells_the_side_to_move(self) -> None:
        assert TICTACTOE.side(TICTACTOE.start) == FIRST
        assert TICTACTOE.side(TICTACTOE.notation.parse("x........")) == SECOND


class TestOutcome:
    def test_won_by_each_side_and_drawn(self) -> None:
        for text, winner in [("xxxoo....", FIRST), ("ooo.xx.x.", SECOND), ("xoxxoooxx", None)]:
            outcome = TICTACTOE.outcome(TICTACTOE.notation.parse(text))
            assert outcome is not None
            assert outcome.winner == winner
        assert TICTACTOE.outcome(TICTACTOE.start) is None

    def test_the_winning_line_is_marked(self) -> None:
        assert TICTACTOE.picture.highlight(TICTACTOE.notation.parse("xxxoo....")) == (0, 1, 2)
        assert TICTACTOE.picture.highlight(TICTACTOE.notation.parse("xoxoxo..x")) == (0, 4, 8)  # fmt: skip
        assert TICTACTOE.picture.highlight(TICTACTOE.start) == ()


class TestSizes:
    def test_impossible_sizes_are_refused(self) -> None:
        with refused(SpecError, "{name}: no line of {k} fits on the board.", k=5):
            game("mnk:width=4,height=3,k=5")
        for text in ("mnk:width=0", "mnk:width=16", "mnk:k=-1", "mnk:height=three"):
            with refused(
                SpecError,
                "{owner}: the option {option} must be a whole number from {least} to {most}, not “{text}”.",
                least=1,
                most=15,
            ):
                game(text)

    def test_tic_tac_toe_is_one_of_them(self) -> None:
        assert game("mnk:width=3,height=3,k=3").start == TICTACTOE.start
        assert type(game("mnk:width=3,height=3,k=3").start) is type(TICTACTOE.start)

    def test_a_wide_board_can_be_played(self) -> None:
        wide = game("mnk:width=15,height=15,k=5")
        here = wide.start
        for move in [0, 15, 1, 16, 2, 17, 3, 18, 4]:
            here = wide.play(here, move)
        assert here.is_over()
        assert wide.picture.highlight(here) == (0, 1, 2, 3, 4)
