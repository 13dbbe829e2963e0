"""Othello: rules by definition, exact endgames of the French federation, notation with every reason."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA
from samples import sample, some

from plyground import MoveError, PositionError, exact, rules, search, setting
from plyground.conformance import check
from plyground.core.bits import count
from plyground.games.othello import make, othello
from plyground.games.othello_board import board
from plyground.searches.algorithms.endgame import NodeCounter, endgame, new_settings
from plyground.searches.scores import INFINITY
from plyground.searches.tally import new_tally
from plyground.solvers.exact import Solver
from plyground.solvers.forward import solve
from plyground.solvers.walk import children_first

STANDARD = make(8)
PROBLEMS = (DATA / "othello/ffo.obf").read_text().splitlines()
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


@pytest.mark.parametrize("size", sample([4, 6, 8], every=3))
@settings(max_examples=30)
@given(data=st.data())
def test_the_rules_follow_their_definition_on_every_board(size: int, data: Any) -> None:
    game = make(size)
    here: Any = game.start
    mark = "X"
    for _ply in some(range(data.draw(st.integers(1, 70)))):
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
        corners = {0, size - 1, size * (size - 1), size * size - 1}
        assert {move for move in moves if here.is_noisy(move)} == corners & set(moves)
        move = data.draw(st.sampled_from(moves))
        if move < size * size:
            for cell in turned_over(board, size, move, mark) | {move}:
                board[cell] = mark
        here = here.play(move)
        mark = other
        assert game.notation.format(here) == f"{''.join(board)} {mark}"
        assert game.notation.parse(game.notation.format(here)) == here


@pytest.mark.parametrize("size", sample([4, 6, 8], every=3))
def test_boards_of_every_size_keep_the_contract(size: int) -> None:
    assert check(make(size), games=10) == []


def published(line: str) -> dict[str, int]:
    """The score of each move of a problem."""
    entries = [entry.strip().lower().split(":") for entry in line.split(";")[1:] if entry.strip()]
    return {word: int(score) for word, score in entries}


def test_every_move_of_the_short_endgames_has_its_published_score() -> None:
    """The score of every move of FFO 1 to 12, as published."""
    solver = Solver(STANDARD.start, memory_mb=4, native=True)
    for line in PROBLEMS[:12]:
        here = STANDARD.notation.parse(line)
        found = solver.exact(here, every_move=True)
        assert {STANDARD.notation.format_move(here, move): score for move, score in found.moves} == published(line)
        assert found.value == max(published(line).values())


@pytest.mark.proof
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=f"FFO {number}", marks=pytest.mark.nightly if number > 41 else ())
        for number, line in enumerate(PROBLEMS[12:], start=40)
    ],
)
def test_long_endgames(line: str) -> None:
    """The score of FFO 40 to 44: a minute in all."""
    found = Solver(STANDARD.start, native=True).exact(STANDARD.notation.parse(line))
    assert found.value == max(published(line).values())


def late_positions(size: int, empty: int, number: int) -> list[Any]:
    """Positions with so many empty cells, from games played at random, the same at each run."""
    chance = random.Random(size)
    found: list[Any] = []
    while len(found) < number:
        here = make(size).start
        while not here.is_over() and count(here.own | here.other) < size * size - empty:
            here = here.play(chance.choice(list(here.moves())))
        if not here.is_over():
            found.append(here)
    return found


@pytest.mark.parametrize("size", sample([6, 8], every=2))
def test_endgames_by_plain_alpha_beta(size: int) -> None:
    """A search that knows nothing but the rules finds the same score for each move."""
    solver = Solver(make(size).start, memory_mb=1)
    for here in some(late_positions(size, 8, 3)):
        slow = search(here, "alphabeta", every_move=True)
        assert dict(solver.exact(here, every_move=True).moves) == {root.move: root.value for root in slow.moves}


@pytest.mark.parametrize("size", [pytest.param(6, marks=pytest.mark.proof), 8])
def test_windows_of_any_width(size: int) -> None:
    """Within the window the score, beyond it a bound; and twins visit as many positions as their text."""
    for here in some(late_positions(size, 6, 5)):
        native, plain = (exact(here, native=native, memory_mb=1) for native in (True, False))
        assert (native.value, native.line, native.nodes) == (plain.value, plain.line, plain.nodes)
        score = plain.value
        for alpha, beta in ((-INFINITY, INFINITY), (-3, 3), (score - 1, score + 1), (score, score + 9)):
            fresh = new_settings(here, memory_mb=1)[0]
            found = endgame(here, 0, alpha, beta, 1, fresh, NodeCounter(new_tally().counts))
            assert found == score if alpha < score < beta else found <= alpha if score <= alpha else found >= beta


@pytest.mark.proof
def test_the_whole_of_4_by_4() -> None:
    """The second side wins 11 to 3, and the 2 empty cells count for it; minimax over all positions agrees."""
    game = make(4)
    values = solve(game.start)
    assert values[game.start].utility == 3 - 11 - 2
    solver = Solver(game.start, memory_mb=1)
    for position in list(values)[::61]:
        if not position.is_over():
            assert solver.exact(position).value == values[position].utility


@pytest.mark.proof
def test_firm_stones_are_never_turned() -> None:
    """On 4 × 4, in all that may follow each position."""
    game = make(4)
    lasting: dict[Any, tuple[int, int]] = {}  # the stones of each side that keep their colour to the end
    for position in some(children_first(game.start)):
        own, other = position.own, position.other
        for move in position.moves():
            others, owns = lasting[position.play(move)]
            own, other = own & owns, other & others
        lasting[position] = own, other
        empty = 0xFFFF ^ (position.own | position.other)
        firm = board(4).firm
        assert firm(position.own, empty) & ~own == 0
        assert firm(position.other, empty) & ~other == 0


def test_firm_stones_are_found() -> None:
    """A corner and what leans on it along the edge; all of a full board; nothing in the middle of an open one."""
    firm = board(8).firm
    edge = 0b00010111
    assert firm(edge, (1 << 64) - 1 ^ edge) == 0b111
    assert firm(0xFF00FF, 0) == 0xFF00FF
    assert firm(STANDARD.start.own, (1 << 64) - 1 ^ (STANDARD.start.own | STANDARD.start.other)) == 0


@rules
class MovesAndCorners(NamedTuple):
    """An evaluation that ours has to beat: moves, and corners for twelve of them."""

    corners: int
    pass_move: int
    win: int = 1000

    def value(self, position: Any) -> int:
        moves: int = position.mobility() - position.play(self.pass_move).mobility()
        return moves + 12 * (count(position.own & self.corners) - count(position.other & self.corners))


def difference(evaluations: list[Any], seed: int) -> int:
    """The stones that the side of the first evaluation, which moves second, has more after eight random moves."""
    chance = random.Random(seed)
    here: Any = STANDARD.start
    for ply in range(70):
        if here.is_over():
            break
        if ply < 8:
            move = chance.choice(list(here.moves()))
        else:
            chosen = setting(depth=3, evaluation=evaluations[1 - here.second])
            move = search(here, "alphabeta", chosen, native=True).move
        here = here.play(move)
    return -here.utility() if here.second == 0 else here.utility()


@pytest.mark.proof
def test_the_evaluation_beats_a_plain_one_at_equal_depth() -> None:
    """Both sides of five openings, three plies each."""
    good = STANDARD.evaluations["mobility"]
    plain = MovesAndCorners(board(8).corners, 64)
    results = [difference([good, plain], seed) for seed in range(5)]
    results += [-difference([plain, good], seed) for seed in range(5)]
    assert sum(result > 0 for result in results) >= 7
    assert sum(results) > 100


class TestNotation:
    def test_moves_are_written_as_cells_of_any_case(self) -> None:
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
    def test_a_text_without_a_legal_move_is_refused(self, word: str, reason: str) -> None:
        with pytest.raises(MoveError, match=reason):
            STANDARD.notation.parse_move(STANDARD.start, word)

    def test_a_side_that_encloses_nothing_must_pass(self) -> None:
        here = STANDARD.notation.parse("XO" + "-" * 62 + " O")
        assert [STANDARD.notation.format_move(here, move) for move in here.moves()] == ["pass"]
        with pytest.raises(MoveError, match="pass"):
            STANDARD.notation.parse_move(here, "c1")
        assert STANDARD.picture.cells(here, next(here.moves())) == ()

    @pytest.mark.parametrize(
        ("text", "reasons"),
        [("X" * 63 + " X", 1), ("X" * 64, 1), ("Y" * 64 + " X", 1), ("Y Z", 3), ("", 2)],
    )
    def test_impossible_positions_are_refused_with_every_reason(self, text: str, reasons: int) -> None:
        with pytest.raises(PositionError) as error:
            STANDARD.notation.parse(text)
        assert len(error.value.reasons) == reasons


def test_the_first_stones_stand_crosswise_and_black_begins() -> None:
    """White on d4 and e5, black on e4 and d5; black moves first."""
    notation: Any = STANDARD.notation
    marks = notation.format(othello(8)())
    named = {notation.word(cell): marks[cell] for cell in range(64)}
    assert [named[cell] for cell in ("d4", "e5", "e4", "d5")] == ["O", "O", "X", "X"]
    assert marks.endswith(" X")
