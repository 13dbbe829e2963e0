"""International, Brazilian and Russian draughts: published counts, captures by a plain referee, notation and draws."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA
from samples import sample, some

from plyground import game
from plyground.core.picture import path
from plyground.errors import MoveError, PositionError
from plyground.games.built_in import DRAUGHTS_RULES
from plyground.searches import new_tally
from plyground.searches.twin import native
from plyground.solvers.perft import perft

GAMES = {rules: game(f"international_draughts:rules={rules}") for rules in DRAUGHTS_RULES}
ROWS = [
    (row["game"], row["position"], int(row["depth"]), int(row["nodes"]))
    for row in csv.DictReader((DATA / "perft_positions.csv").open())
    if row["game"].startswith("international_draughts")
]
MOST_IN_PYTHON, MOST_IN_SUITE = 6_000, 10_000_000


def position_of(name: str, text: str) -> Any:
    played = game(name)
    return played.start if text == "start" else played.notation.parse(text)


@pytest.mark.parametrize(("name", "text", "depth", "count"), [row for row in ROWS if row[3] <= MOST_IN_PYTHON])
def test_plain_rules_count_what_is_published(name: str, text: str, depth: int, count: int) -> None:
    assert perft(position_of(name, text), depth, 0, new_tally().counts) == count


def compiled_counts(least: int, most: int) -> Iterator[tuple[int, int]]:
    for name, text, depth, count in ROWS:
        if least < count <= most:
            position, counts = position_of(name, text), new_tally().counts
            yield native(perft, counts, position, 0, 0, counts)(position, depth, 0, counts), count


@pytest.mark.proof
def test_compiled_rules_count_what_is_published() -> None:
    for found, published in some(compiled_counts(0, MOST_IN_SUITE)):
        assert found == published


@pytest.mark.proof
def test_compiled_rules_count_far() -> None:
    counted = list(compiled_counts(MOST_IN_SUITE, 1 << 40))
    assert len(counted) == 8
    for found, published in counted:
        assert found == published


# A plain referee: a board as a dictionary, pieces as letters, captures by recursion


Square = tuple[int, int]  # row from the top, column
Board = dict[Square, str]
Capture = tuple[Square, Square, frozenset[Square], str]
"""First and last square, what is taken, and what the piece is at the end."""
ALL_WAYS = [(row, column) for row in (-1, 1) for column in (-1, 1)]


class Referee:
    """The rules once more, without bits."""

    def __init__(self, rules: str) -> None:
        self.size = 10 if rules == "international" else 8
        self.most = rules != "russian"

    def is_on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def crowned(self, piece: str, at: Square) -> str:
        return piece.upper() if at[0] == (0 if piece == "w" else self.size - 1) and piece.islower() else piece

    def free(self, board: Board, at: Square, way: Square, limit: int) -> list[Square]:
        found: list[Square] = []
        at = (at[0] + way[0], at[1] + way[1])
        while self.is_on_board(at) and at not in board and len(found) < limit:
            found.append(at)
            at = (at[0] + way[0], at[1] + way[1])
        return found

    def jumps(self, board: Board, at: Square, piece: str, taken: frozenset[Square]) -> list[list[Square]]:
        """Return for each piece that can be jumped: that piece first, then where the jump can end."""
        found = []
        reach = 99 if piece.isupper() else 1
        for way in ALL_WAYS:
            before = self.free(board, at, way, 99) if piece.isupper() else []
            last = before[-1] if before else at
            over = (last[0] + way[0], last[1] + way[1])
            if over in board and board[over].lower() != piece.lower() and over not in taken:
                ends = self.free(board, over, way, reach)
                if ends:
                    found.append([over, *ends])
        return found

    def captures(
        self, board: Board, first: Square, at: Square, piece: str, taken: frozenset[Square]
    ) -> Iterator[Capture]:
        jumps = self.jumps(board, at, piece, taken)
        if not jumps and taken:
            yield first, at, taken, self.crowned(piece, at)
        for over, *ends in jumps:
            after = taken | {over}
            now = [(end, piece if self.most else self.crowned(piece, end)) for end in ends]
            going_on = [(end, form) for end, form in now if self.jumps(board, end, form, after)]
            for end, form in now if self.most or not going_on else going_on:
                yield from self.captures(board, first, end, form, after)

    def moves(self, board: Board, side: str) -> set[Capture]:
        pieces = [(square, piece) for square, piece in board.items() if piece.lower() == side]
        captures: set[Capture] = set()
        for at, piece in pieces:
            rest = {square: other for square, other in board.items() if square != at}
            captures |= set(self.captures(rest, at, at, piece, frozenset()))
        if captures:
            most = max(len(taken) for _first, _last, taken, _form in captures)
            return {each for each in captures if not self.most or len(each[2]) == most}
        forward = -1 if side == "w" else 1
        return {
            (at, end, frozenset[Square](), self.crowned(piece, end))
            for at, piece in pieces
            for way in ALL_WAYS
            if piece.isupper() or way[0] == forward
            for end in self.free(board, at, way, 99 if piece.isupper() else 1)
        }


def drawn_board(rules: str, position: Any) -> Board:
    picture = GAMES[rules].picture
    return {divmod(cell, picture.width): mark for cell, mark in enumerate(picture.marks(position)) if mark != "."}


def drawn_move(rules: str, position: Any, move: int) -> Capture:
    notation: Any = GAMES[rules].notation
    squares, path = notation.board, notation.path(position, move)
    start, end = (divmod(squares.cell(squares.square(place)), squares.size) for place in (path[0], path[-1]))
    before, after = drawn_board(rules, position), drawn_board(rules, position.play(move))
    return start, end, frozenset(at for at in before if at not in after and at != start), after[end]


def sparse_position(rules: str, chance: Any) -> Any:
    """Return a position with few pieces, many of them kings, where long captures are common."""
    played = GAMES[rules]
    notation: Any = played.notation
    board = notation.board
    squares = chance.sample(board.squares, chance.randrange(4, 14))
    sides = {
        letter: [square for place, square in enumerate(squares) if place % 2 == half]
        for half, letter in enumerate("WB")
    }
    half = board.size // 2
    words = {
        letter: ",".join(
            ("K" if chance.random() < 0.4 or square <= half or square > board.squares[-half - 1] else "")
            + board.name(square)
            for square in group
        )
        for letter, group in sides.items()
    }
    return played.notation.parse(f"{chance.choice('WB')}:W{words['W']}:B{words['B']}")


@pytest.mark.parametrize("rules", sample(DRAUGHTS_RULES, every=3, first=1))
@settings(max_examples=12)
@given(chance=st.randoms(use_true_random=False))
def test_a_plain_referee_agrees_on_every_ply(rules: str, chance: Any) -> None:
    played, referee = GAMES[rules], Referee(rules)
    notation = played.notation
    position = chance.choice([played.start, sparse_position(rules, chance)])
    for _ply in range(60):
        moves = [] if position.is_over() else list(position.moves())
        if not position.is_drawn():
            side = "wb"[position.second]
            assert {drawn_move(rules, position, move) for move in moves} == referee.moves(
                drawn_board(rules, position), side
            )
        if not moves:
            break
        names = [notation.format_move(position, move) for move in moves]
        assert len(set(moves)) == len(moves) == len(set(names))
        joined = Counter(name.replace("-", "") for name in names)  # 1-16 and 11-6 are both 116
        for move, name in zip(moves, names, strict=True):
            assert notation.parse_move(position, name) == move
            word = name.replace("-", "")
            if joined[word] == 1:
                assert notation.parse_move(position, word) == move
            else:
                with pytest.raises(MoveError, match="name every square"):
                    notation.parse_move(position, word)
        assert notation.parse(notation.format(position)) == position
        position = position.play(chance.choice(moves))


def names(rules: str, text: str) -> list[str]:
    position = GAMES[rules].notation.parse(text)
    return sorted(GAMES[rules].notation.format_move(position, move) for move in position.moves())


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        ("international", "W:W33,37:B29,20,32", ["33x15"]),  # two pieces, so one piece may not be taken
        ("russian", "W:We3:Bf4,b6,d4", ["e3xa7", "e3xg5"]),  # any capture, but to its end
        ("international", "W:W12:B8,9", ["12x14"]),  # over the last row and back
        ("russian", "W:Wb6:Bc7,g5", ["b6xh4"]),  # on as a king
        ("brazilian", "W:Wb6:Bc7,g5", ["b6xd8"]),  # a man until its move has ended
        ("russian", "W:WKa1:Bc3,g5", ["a1xh4"]),  # a king stops where it can take on
        (
            "international",
            "W:WK46:B28",
            ["46x10", "46x14", "46x19", "46x23", "46x5"],
        ),  # and anywhere behind a last piece
    ],
)
def test_captures_are_those_that_the_rules_force(rules: str, text: str, expected: list[str]) -> None:
    assert names(rules, text) == expected


def test_squares_with_names_can_be_told_by_numbers() -> None:
    notation = GAMES["brazilian"].notation
    position = notation.parse("W:Wc3,Ka1:Bb8")
    assert notation.parse("W:W22,K29:B1") == position
    assert notation.parse_move(position, "22-18") == notation.parse_move(position, "c3-d4")


def test_a_man_that_passes_the_last_row_stays_a_man() -> None:
    position = GAMES["international"].notation.parse("W:W12:B8,9,45")
    assert position.play(next(iter(position.moves()))).kings == 0


def after_moves(text: str, moves: int) -> Any:
    """Return the position after so many moves in which no man moves and nothing is taken."""
    played = GAMES["international"]
    position = played.notation.parse(text)
    for _ply in range(moves):
        assert not position.is_over()
        position = next(
            child
            for child in map(position.play, position.moves())
            if not child.takers() and child.quiet > position.quiet
        )
    return position


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("W:WK46,35:BK1,15", 50),  # 25 moves each with kings only
        ("W:WK46,K47,K48:BK1", 32),  # 16 moves each with three pieces against one king
        ("W:WK46,K47:BK1", 10),  # 5 moves each with two
        ("W:WK46:BK1", 10),
    ],
)
def test_moves_of_kings_draw(text: str, plies: int) -> None:
    assert not after_moves(text, plies - 1).is_over()
    over = after_moves(text, plies)
    assert over.is_over() and over.is_drawn() and over.utility() == 0


def test_the_picture_tells_every_jump() -> None:
    known = GAMES["international"]
    position = known.notation.parse("W:W12:B8,9")
    (move,) = position.moves()
    assert [known.picture.word(cell) for cell in path(known.picture, position, move)] == ["12", "3", "14"]
    assert path(known.picture, position, move) != known.picture.cells(position, move)


def test_a_side_that_cannot_move_has_lost() -> None:
    over = GAMES["international"].notation.parse("W:W:B1")
    assert over.is_over() and over.utility() == -1


@pytest.mark.parametrize(
    ("position", "text", "said"),
    [
        ("W:W31,32:B1,2", "hello", "write its squares"),
        ("W:W31,32:B1,2", "31-20", "is not a legal move here"),
        ("W:W32:B28,1", "32-27", "a capture is possible"),
        ("W:WK48:B43,39,37,27,28", "48x48", "is not a legal move here"),
        ("W:WK2,K21:B23", "213", "can be 2-13, 21-3: name every square"),
    ],
)
def test_a_bad_move_is_refused_with_its_reason(position: str, text: str, said: str) -> None:
    notation = GAMES["international"].notation
    with pytest.raises(MoveError, match=said):
        notation.parse_move(notation.parse(position), text)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("X:W31:B2", ["the side to move, B or W"]),
        ("W:W1:B50", ["would be a king"]),
        ("W:W51:B1", ["“51” is not a square from 1 to 50"]),
        ("W:W31-50:B31", ["square 31 is taken twice"]),
        ("W:W20-41:B1", ["a side has 20 pieces at most, not 22"]),
        ("W:W31:B1:H1000", ["a number from 0 to 999"]),
    ],
)
def test_a_bad_position_is_refused_with_every_reason(text: str, reasons: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        GAMES["international"].notation.parse(text)
    for reason in reasons:
        assert reason in str(caught.value)
