"""English draughts: published counts, captures by a plain referee, notation and draws."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA

from plyground import game
from plyground.arena.match import Match
from plyground.errors import MoveError, PositionError
from plyground.games.draughts.english_draughts import MAX_QUIET_PLIES
from plyground.searches import new_tally
from plyground.searches.twin import native
from plyground.solvers.perft import perft

DRAUGHTS = game("english_draughts")
COUNTS = {
    int(row["depth"]): int(row["nodes"])
    for row in csv.DictReader((DATA / "perft_positions.csv").open())
    if row["game"] == "english_draughts"
}


@pytest.mark.parametrize("depth", range(1, 7))
def test_plain_rules_count_what_is_published(depth: int) -> None:
    assert perft(DRAUGHTS.start, depth, 0, new_tally().counts) == COUNTS[depth]


def compiled_count(depth: int) -> int:
    counts = new_tally().counts
    return native(perft, counts, DRAUGHTS.start, 0, 0, counts)(DRAUGHTS.start, depth, 0, counts)


def test_compiled_rules_count_to_nine() -> None:
    assert compiled_count(9) == COUNTS[9] == 3_963_680


@pytest.mark.proof
def test_compiled_rules_count_to_eleven() -> None:
    assert compiled_count(11) == 85_242_128


@pytest.mark.nightly
def test_compiled_rules_count_captures_that_end_alike_once() -> None:
    each_path = COUNTS[12]
    assert compiled_count(12) == 388_617_999 < each_path  # the number of other programs, named in the file's source


# A plain referee: a board as a dictionary, pieces as letters, captures by recursion


Square = tuple[int, int]  # row from the top, column
Board = dict[Square, str]


def board_of(position: Any) -> Board:
    marks = DRAUGHTS.picture.marks(position)
    return {divmod(cell, 8): mark for cell, mark in enumerate(marks) if mark != "."}


def ways(piece: str) -> list[Square]:
    down, up = [(1, -1), (1, 1)], [(-1, -1), (-1, 1)]
    return {"b": down, "w": up}.get(piece, down + up)


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def jumps(board: Board, at: Square, piece: str, taken: frozenset[Square]) -> Iterator[tuple[Square, frozenset[Square]]]:
    ended = True
    for row, column in ways(piece):
        over, to = (at[0] + row, at[1] + column), (at[0] + 2 * row, at[1] + 2 * column)
        is_enemy = over in board and board[over].lower() != piece.lower() and over not in taken
        if is_enemy and on_board(to) and to not in board:
            ended = False
            yield from jumps(board, to, piece, taken | {over})
    if ended and taken:
        yield at, taken


def referee(position: Any) -> set[tuple[Square, Square, frozenset[Square]]]:
    board = board_of(position)
    own = "w" if position.second else "b"
    pieces = [square for square, piece in board.items() if piece.lower() == own]
    captures = set()
    for at in pieces:
        rest = {square: piece for square, piece in board.items() if square != at}
        captures |= {(at, end, taken) for end, taken in jumps(rest, at, board[at], frozenset())}
    steps = {
        (at, (at[0] + row, at[1] + column), frozenset[Square]())
        for at in pieces
        for row, column in ways(board[at])
        if on_board((at[0] + row, at[1] + column)) and (at[0] + row, at[1] + column) not in board
    }
    return captures or steps


def printed(square: int) -> Square:
    row, column = divmod(square - 1, 4)
    return row, 2 * column + 1 - row % 2


def drawn(position: Any, move: int) -> tuple[Square, Square, frozenset[Square]]:
    notation: Any = DRAUGHTS.notation
    path = notation.path(position, move)
    start, end = (printed(notation.board.square(place)) for place in (path[0], path[-1]))
    assert DRAUGHTS.picture.cells(position, move) in ((), (8 * start[0] + start[1], 8 * end[0] + end[1]))
    before, after = board_of(position), board_of(position.play(move))
    gone = frozenset(square for square in before if square not in after and square != start)
    return start, end, gone


@pytest.mark.proof
@settings(max_examples=15)
@given(st.randoms(use_true_random=False))
def test_a_plain_referee_agrees_on_every_ply(chance: Any) -> None:
    position = DRAUGHTS.start
    for _ply in range(150):
        moves = [] if position.is_over() else list(position.moves())
        if position.quiet < MAX_QUIET_PLIES:
            assert {drawn(position, move) for move in moves} == referee(position)
        if not moves:
            return
        assert len(set(moves)) == len(moves)
        names = [DRAUGHTS.notation.format_move(position, move) for move in moves]
        assert len(set(names)) == len(names)
        for move, name in zip(moves, names, strict=True):
            assert DRAUGHTS.notation.parse_move(position, name) == move
            assert DRAUGHTS.notation.parse_move(position, name.replace("-", "")) == move
        assert DRAUGHTS.notation.parse(DRAUGHTS.notation.format(position)) == position
        position = position.play(chance.choice(moves))


def test_two_ways_around_the_same_men_are_one_move() -> None:
    position = DRAUGHTS.notation.parse("W:WK23:B10,11,18,19")
    moves = list(position.moves())
    around = [move for move in moves if position.taken(move).bit_count() == 4]
    assert len(around) == 1
    assert DRAUGHTS.notation.format_move(position, around[0]) in ("23x23", "23x14x7x16x23", "23x16x7x14x23")


def test_a_man_that_is_crowned_takes_no_further() -> None:
    position = DRAUGHTS.notation.parse("W:W11:B8,7,16")
    assert [DRAUGHTS.notation.format_move(position, move) for move in position.moves()] == ["11x2", "11x4"] or sorted(
        DRAUGHTS.notation.format_move(position, move) for move in position.moves()
    ) == ["11x2", "11x4"]


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("X:W1:B2", ["the side to move, B or W", "would be a king"]),
        ("B:W21", ["squares of each side"]),
        ("B:W21:B1:X3", ["squares of each side"]),
        ("B:W33:B1", ["“33” is not a square"]),
        ("B:W21:B21", ["square 21 is taken twice"]),
        ("B:W21:B29", ["a man on its last row would be a king"]),
        ("B:W21:B1:H1000", ["a number from 0 to 999"]),
        ("B:W21:B1,2,3,4,5,6,7,8,9,10,11,12,13", ["a side has 12 pieces at most, not 13"]),
    ],
)
def test_a_bad_position_is_refused_with_every_reason(text: str, reasons: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        DRAUGHTS.notation.parse(text)
    for reason in reasons:
        assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("position", "text", "said"),
    [
        ("B:W21,22:B1,2", "hello", "write its squares"),
        ("B:W21,22:B1,2", "1-9", "is not a legal move here"),
        ("B:W18:B14,15", "14-17", "a capture is possible"),
    ],
)
def test_a_bad_move_is_refused_with_its_reason(position: str, text: str, said: str) -> None:
    with pytest.raises(MoveError, match=said):
        DRAUGHTS.notation.parse_move(DRAUGHTS.notation.parse(position), text)


def test_a_side_that_cannot_move_has_lost() -> None:
    over = DRAUGHTS.notation.parse("B:W5:B")
    assert over.is_over() and over.utility() == -1
    blocked = DRAUGHTS.notation.parse("B:W10,15,14,19:B6")
    assert not blocked.is_over() or blocked.utility() == -1


def test_eighty_quiet_moves_draw() -> None:
    quiet = DRAUGHTS.notation.parse("B:WK32:BK1:H79")
    assert not quiet.is_over()
    drawn_now = quiet.play(next(iter(quiet.moves())))
    assert drawn_now.is_over() and drawn_now.utility() == 0


def test_a_third_repetition_draws_a_match() -> None:
    match = Match(DRAUGHTS)
    match = Match.parse(DRAUGHTS, "11-15")
    assert match.times == 1
    assert str(match.mover) == "White"
