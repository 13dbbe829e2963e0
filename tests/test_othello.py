"""Othello: rules by definition, exact endgames of the French federation, notation with every reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import MoveError, PositionError, search, setting
from plyground.check import check
from plyground.games.othello import make, othello

STANDARD = make(8)
PROBLEMS = (Path(__file__).parent / "data/othello/ffo.obf").read_text().splitlines()
DIRECTIONS = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across]


def turned_over(board: list[str], size: int, cell: int, mark: str) -> set[int]:
    """The cells that a stone turns over, walking from it in each direction: the rule as it is told."""
    other = "O" if mark == "X" else "X"
    row, column = divmod(cell, size)
    found: set[int] = set()
    for down, across in DIRECTIONS:
        run = []
        r, c = row + down, column + across
        while 0 <= r < size and 0 <= c < size and board[r * size + c] == other:
            run.append(r * size + c)
            r, c = r + down, c + across
        if 0 <= r < size and 0 <= c < size and board[r * size + c] == mark:
            found |= set(run)
    return found


def legal(board: list[str], size: int, mark: str) -> list[int]:
    return [cell for cell in range(size * size) if board[cell] == "-" and turned_over(board, size, cell, mark)]


@pytest.mark.parametrize("size", [4, 6, 8])
@given(data=st.data())
def test_rules_by_definition(size: int, data: Any) -> None:
    game = make(size)
    here: Any = game.start
    mark = "X"
    for _ply in range(data.draw(st.integers(0, 70))):
        board = list(game.notation.format(here)[: size * size])
        moves = list(here.moves())
        other = "O" if mark == "X" else "X"
        if legal(board, size, mark):
            assert moves == legal(board, size, mark)
        elif legal(board, size, other):
            assert moves == [size * size]
        else:
            assert moves == []
            assert here.is_over()
            own, others, empty = board.count(mark), board.count(other), board.count("-")
            winner = (own > others) - (own < others)
            assert here.utility() == own - others + winner * empty
            break
        move = data.draw(st.sampled_from(moves))
        if move < size * size:
            for cell in turned_over(board, size, move, mark) | {move}:
                board[cell] = mark
        here = here.play(move)
        mark = other
        assert game.notation.format(here) == f"{''.join(board)} {mark}"
        assert game.notation.parse(game.notation.format(here)) == here


@pytest.mark.parametrize("size", [4, 6, 8])
def test_conformance(size: int) -> None:
    assert check(make(size), games=10) == []


@pytest.mark.parametrize("line", PROBLEMS[:3], ids=["FFO 1", "FFO 2", "FFO 3"])
def test_exact_endgames(line: str) -> None:
    """The value of every move, as published."""
    here = STANDARD.notation.parse(line)
    found = search(here, "alphabeta", setting(), native=True, every_move=True)
    published = dict(entry.strip().lower().split(":") for entry in line.split(";")[1:] if entry.strip())
    ours = {STANDARD.notation.format_move(here, root.move): root.value for root in found.moves}
    assert ours == {word: int(score) for word, score in published.items()}
    assert found.proven


class TestNotation:
    def test_moves(self) -> None:
        notation = STANDARD.notation
        assert sorted(notation.format_move(STANDARD.start, move) for move in STANDARD.start.moves()) == ["c4", "d3", "e6", "f5"]  # fmt: skip
        assert notation.parse_move(STANDARD.start, " D3 ") == 19

    @pytest.mark.parametrize(
        ("word", "reason"),
        [
            ("e3", "would enclose nothing"),
            ("d4", "d4 is taken"),
            ("pass", "must not pass"),
            ("i1", "a1 to h8"),
            ("a9", "a1 to h8"),
            ("", "a1 to h8"),
            ("d3d3", "a1 to h8"),
            ("d３", "a1 to h8"),
        ],
    )
    def test_no_moves(self, word: str, reason: str) -> None:
        with pytest.raises(MoveError, match=reason):
            STANDARD.notation.parse_move(STANDARD.start, word)

    def test_a_pass(self) -> None:
        here = STANDARD.notation.parse("XO" + "-" * 62 + " O")
        assert [STANDARD.notation.format_move(here, move) for move in here.moves()] == ["pass"]
        with pytest.raises(MoveError, match="pass"):
            STANDARD.notation.parse_move(here, "c1")
        assert STANDARD.picture.cell(here, next(here.moves())) is None

    @pytest.mark.parametrize(
        ("text", "reasons"),
        [("X" * 63 + " X", 1), ("X" * 64, 1), ("Y" * 64 + " X", 1), ("Y Z", 3), ("", 2)],
    )
    def test_reasons(self, text: str, reasons: int) -> None:
        with pytest.raises(PositionError) as error:
            STANDARD.notation.parse(text)
        assert len(error.value.reasons) == reasons


def test_start() -> None:
    """White on d4 and e5, black on e4 and d5; black moves first."""
    marks = STANDARD.notation.format(othello(8)())
    named = {STANDARD.notation.word(cell): marks[cell] for cell in range(64)}
    assert [named[cell] for cell in ("d4", "e5", "e4", "d5")] == ["O", "O", "X", "X"]
    assert marks.endswith(" X")
