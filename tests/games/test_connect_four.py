"""Connect Four: rules by definition, published perft and scores, notation with every reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from paths import DATA
from refusals import refused
from samples import sample

from plyground import MoveError, PositionError, search, setting
from plyground.conformance import check
from plyground.games.connect_four import connect_four, fours, make

STANDARD = make(7, 6)
SCORED = (DATA / "connect_four/end_easy.txt").read_text().splitlines()


@st.composite
def played(draw: Any, width: int, height: int) -> tuple[list[list[str]], Any]:
    """A position after random moves, and the same as columns of letters, kept by hand."""
    here: Any = connect_four(width, height)()
    columns: list[list[str]] = [[] for _column in range(width)]
    plies = draw(st.integers(0, width * height))
    for ply, choice in enumerate(draw(st.binary(min_size=plies, max_size=plies))):  # drawn at once: much faster
        moves = list(here.moves())
        if not moves:
            break
        move = moves[choice % len(moves)]
        columns[move].append("xo"[ply % 2])
        here = here.play(move)
    return columns, here


def has_four(columns: list[list[str]], mark: str) -> bool:
    """Four in a row, from coordinates alone."""
    cells = {(c, r) for c, column in enumerate(columns) for r, letter in enumerate(column) if letter == mark}
    return any(
        all((c + step * dc, r + step * dr) in cells for step in range(4))
        for c, r in cells
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


@pytest.mark.parametrize("size", [(7, 6), (4, 4), (5, 4), (9, 6)])
@given(data=st.data())
def test_the_rules_follow_their_definition_on_every_board(size: tuple[int, int], data: Any) -> None:
    width, height = size
    columns, here = data.draw(played(width, height))
    won = has_four(columns, "x") or has_four(columns, "o")
    full = all(len(column) == height for column in columns)
    assert here.is_over() == (won or full)
    assert list(here.moves()) == ([] if won else [c for c in range(width) if len(columns[c]) < height])
    if here.is_over():
        assert here.utility() == (-1 if won else 0)
    game = make(width, height)
    rows = ["".join(column[row] if row < len(column) else "." for column in columns) for row in reversed(range(height))]
    assert game.notation.format(here) == "/".join(rows)
    assert game.notation.parse("/".join(rows)) == here
    mirrored = "/".join(row[::-1] for row in rows)
    assert game.notation.parse(mirrored).canonical() == here.canonical()
    assert bool(game.picture.highlight(here)) == won


def test_69_fours_on_the_classic_board() -> None:
    assert len(set(fours(7, 6))) == 69
    assert {four.bit_count() for four in fours(7, 6)} == {4}


@pytest.mark.parametrize(("width", "height"), sample([(7, 6), (4, 4), (5, 4), (5, 5), (8, 7)], every=5, first=1))
def test_boards_of_every_size_keep_the_contract(width: int, height: int) -> None:
    assert check(make(width, height), games=15) == []


@pytest.mark.parametrize("size", [(7, 6), (4, 4), (5, 4), (8, 7)])
@given(data=st.data())
def test_open_fours_by_definition(size: tuple[int, int], data: Any) -> None:
    """Each line by itself: 1, 3 or 9 for one, two or three stones where the opponent has none."""
    _columns, here = data.draw(played(*size))
    points = 0
    for stones, others, sign in ((here.own, here.own ^ here.filled, 1), (here.own ^ here.filled, here.own, -1)):
        lines = [four for four in fours(*size) if not others & four]
        points += sign * sum((0, 1, 3, 9, 0)[(stones & four).bit_count()] for four in lines)
    assert make(*size).evaluations["open-fours"].value(here) == points


def wins_at(column: int, row: int, columns: list[list[str]], mark: str) -> bool:
    """Return True if a stone there, even one that hangs in the air, makes four in a row."""
    above = [*columns[column], *"." * (row - len(columns[column])), mark]
    return not has_four(columns, mark) and has_four([*columns[:column], above, *columns[column + 1 :]], mark)


@pytest.mark.parametrize("size", [(7, 6), (4, 4), (5, 5), (8, 7)])
@given(data=st.data())
def test_the_evaluation_counts_threats_by_definition(size: tuple[int, int], data: Any) -> None:
    """A win in one is told; otherwise each threat counts 20 points if its owner plays in the last column."""
    width, height = size
    columns, here = data.draw(played(width, height))
    assume(not here.is_over())
    judge: Any = make(width, height).evaluations["threats"]
    stones = sum(map(len, columns))
    mine, yours = ("xo"[stones % 2], "xo"[1 - stones % 2])
    found = {
        mark: [(c, r) for c in range(width) for r in range(len(columns[c]), height) if wins_at(c, r, columns, mark)]
        for mark in "xo"
    }
    next_to_fill = [(column, len(columns[column])) for column in range(width)]
    expected = judge.lines.value(here)
    for mark, sign in ((mine, 1), (yours, -1)):
        turns = [(c, r) for c, r in found[mark] if "xo"[((width - 1) * height + r) % 2] == mark]
        expected += sign * 20 * len(turns)
    if len([cell for cell in next_to_fill if cell in found[yours]]) > 1:
        expected = -judge.soon
    if any(cell in found[mine] for cell in next_to_fill):
        expected = judge.soon
    assert judge.value(here) == expected
    assert abs(expected) < judge.win


@pytest.mark.proof
def test_threats_beat_open_fours_at_equal_depth() -> None:
    """Both sides of all 49 openings of a stone each: 60 of 98 points, and 64.5 at depth 6."""
    judges = STANDARD.evaluations
    points, games = 0.0, 0
    for first in range(7):
        for second in range(7):
            for sides in (("threats", "open-fours"), ("open-fours", "threats")):
                here = STANDARD.start.play(first).play(second)
                ply = 0
                while not here.is_over():
                    choices = setting(depth=4, evaluation=judges[sides[ply % 2]], scores="distance")
                    here = here.play(search(here, "alphabeta", choices, native=True).move)
                    ply += 1
                games += 1
                if not here.utility():
                    points += 0.5
                elif sides[(ply - 1) % 2] == "threats":
                    points += 1
    assert points > 0.58 * games


@pytest.mark.parametrize("line", SCORED[::25], ids=range(len(SCORED[::25])))
def test_published_scores(line: str) -> None:
    """A win with the k-th own stone scores 22 − k (tests/data/connect_four): exact on every position asked."""
    columns, score = line.split()
    here = STANDARD.notation.parse(columns)
    found = search(here, "alphabeta", setting(scores="distance"), native=True)
    if found.value == 0:
        ours = 0
    else:
        assert found.distance is not None
        stones = len(columns) + found.distance
        ours = 22 - (stones + 1) // 2 if stones % 2 else 22 - stones // 2
        ours *= found.value
    assert ours == int(score)


class TestNotation:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("4444444", "its move 7, column 4, cannot be made"),
            ("8", "its move 1, column 8, cannot be made"),
            ("0", "its move 1, column 0"),
            ("12121212", "its move 8, column 2"),
            ("", "6 rows of 7 cells"),
            ("x......", "6 rows of 7 cells"),
            ("......./......./......./......./x....../.......", "an empty cell below"),
            ("......./......./......./......./......./xx.....", "2 x and 0 o"),
            ("......./......./......./......./......./xz.....", "“z”"),
            ("......./......./......./oooo.../xxxx.../xxoo...", "both sides"),
            ("......./......./......./......./ooo..../xxxx...", "no fault"),
        ],
    )
    def test_impossible_positions_are_refused_with_the_reason(self, text: str, reason: str) -> None:
        if reason == "no fault":
            assert STANDARD.notation.parse(text).is_over()
            return
        with pytest.raises(PositionError, match=reason):
            STANDARD.notation.parse(text)

    def test_columns_and_rows_are_the_same(self) -> None:
        rows = "......./......./......./......./...o.../..oxx.."
        assert STANDARD.notation.parse("4453") == STANDARD.notation.parse(rows)

    @pytest.mark.parametrize("word", ["8", "0", "-1", "", "a", "４", "44", "1.0"])
    def test_a_text_without_a_column_is_refused(self, word: str) -> None:
        with refused(MoveError, "“{text}” is not a column: columns are numbered from 1 to {last}.", last=7):
            STANDARD.notation.parse_move(STANDARD.start, word)

    def test_a_full_column_and_the_end(self) -> None:
        with pytest.raises(MoveError, match="Column 4 is full"):
            STANDARD.notation.parse_move(STANDARD.notation.parse("444444"), "4")
        with pytest.raises(MoveError, match="over"):
            STANDARD.notation.parse_move(STANDARD.notation.parse("1212121"), "3")
