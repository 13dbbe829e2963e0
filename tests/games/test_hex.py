"""Hex: what theorems say of it, small boards told otherwise, and published winning openings."""

from __future__ import annotations

from functools import cache
from math import perm
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import sample

from plyground import MoveError, PositionError, game
from plyground.conformance import check
from plyground.errors import GameOver
from plyground.searches.tally import new_tally
from plyground.solvers.exact import Solver
from plyground.solvers.forward import solve
from plyground.solvers.perft import divide

SMALL, AGREED = game("hex:size=3"), game("hex:size=3,swap=yes")
PARSE, MOVE = SMALL.notation.parse, SMALL.notation.parse_move


def connected(stones: frozenset[int], size: int, down: bool) -> bool:
    """Return True if a chain leads from edge to edge, by a walk over neighbours written out."""
    seen = {cell for cell in stones if (cell // size if down else cell % size) == 0}
    waiting = list(seen)
    while waiting:
        row, column = divmod(waiting.pop(), size)
        if (row if down else column) == size - 1:
            return True
        for near in ((row, column - 1), (row, column + 1), (row - 1, column), (row - 1, column + 1), (row + 1, column), (row + 1, column - 1)):  # fmt: skip
            cell = size * near[0] + near[1]
            if min(near) >= 0 and max(near) < size and cell in stones and cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return False


@cache
def wins(own: frozenset[int], other: frozenset[int], size: int, first: bool) -> bool:
    """Return True if the side to move wins, by a plain recursion."""
    if connected(other, size, not first):
        return False
    free = set(range(size * size)) - own - other
    return any(not wins(other, own | {cell}, size, not first) for cell in free)


def cells(bits: int) -> frozenset[int]:
    return frozenset(cell for cell in range(bits.bit_length()) if bits >> cell & 1)


@pytest.mark.parametrize(
    "text", sample(["hex", "hex:size=1", "hex:size=2,swap=yes", "hex:size=8,swap=yes", "hex:size=11"], every=5)
)
def test_hex_keeps_the_contract_of_games(text: str) -> None:
    assert game(text).name == text
    assert check(game(text), games=1) == []


def test_every_position_of_a_small_board_told_otherwise() -> None:
    """Nash 1948: who begins wins. And Hex is never drawn: a full board has one winner."""
    values = solve(SMALL.start)
    for position, value in values.items():
        first = position.second == 0
        assert (value.utility > 0) == wins(cells(position.own), cells(position.other), 3, first)
        full = position.own | position.other == 511
        assert not full or position.is_over()
    assert values[SMALL.start].utility > 0
    assert sum(value.distance == 0 for value in values.values()) > 100


def test_the_swap_leaves_the_first_player_no_good_first_move() -> None:
    values = solve(AGREED.start)
    assert values[AGREED.start].utility < 0
    kept = [move for move in AGREED.start.moves() if values[AGREED.start.play(move).play(9)].utility > 0]
    unagreed = solve(SMALL.start)
    winning = [move for move in SMALL.start.moves() if unagreed[SMALL.start.play(move)].utility < 0]
    assert kept == [move for move in range(9) if move not in winning]  # what loses is what one gives away


@pytest.mark.parametrize(
    ("size", "opening"),
    [
        (2, ".X/X."),
        (3, "..X/XXX/X.."),
        pytest.param(4, "...X/..X./.X../X...", marks=pytest.mark.proof),
    ],
)
def test_winning_openings(size: int, opening: str) -> None:
    """J. van Rijswijck, Queenbee's opening page (cs.ualberta.ca/~queenbee/openings.html); HexWiki, Small boards."""
    start: Any = game(f"hex:size={size}").start
    solver = Solver(start, native=size > 3)
    marks = "".join("X" if solver.exact(start.play(move), weak=True).value < 0 else "." for move in range(size * size))
    assert "/".join(marks[place : place + size] for place in range(0, size * size, size)) == opening


@pytest.mark.parametrize(("text", "depth"), [("hex:size=11", 2), ("hex:size=4", 3), ("hex:size=5", 3)])
def test_perft_equals_the_number_of_ways_to_fill_cells(text: str, depth: int) -> None:
    """No chain is as short as this."""
    known = game(text)
    notation: Any = known.notation
    count = notation.grid.width**2
    assert sum(divide(known, known.start, depth, new_tally().counts).values()) == perm(count, depth)


@pytest.mark.parametrize(("depth", "sequences"), [(5, 15120), (6, 54720), (7, 146880), (8, 207360), (9, 120960)])
def test_sequences_of_a_small_board(depth: int, sequences: int) -> None:
    """As counted over the states of OpenSpiel 2.0.2."""
    if depth < 7:
        assert sum(divide(SMALL, SMALL.start, depth, new_tally().counts).values()) == sequences
    else:  # one position for all sequences that lead to it
        level: dict[Any, int] = {SMALL.start: 1}
        for _ply in range(depth):
            after: dict[Any, int] = {}
            for position, ways in level.items():
                for move in position.moves():
                    child = position.play(move)
                    after[child] = after.get(child, 0) + ways
            level = after
        assert sum(level.values()) == sequences


def test_the_best_evaluation_comes_first() -> None:
    """It keeps a win most often with one ply of look-ahead."""
    values = solve(SMALL.start)

    def kept(evaluation: Any) -> int:
        return sum(
            values[min(map(position.play, position.moves()), key=evaluation.value)].utility < 0
            for position, value in values.items()
            if value.utility > 0
        )

    counts = [kept(evaluation) for evaluation in SMALL.evaluations.values()]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == len(counts)


@settings(max_examples=40)
@given(st.integers(0, AGREED.start.size() - 1))
def test_every_number_is_the_rank_of_its_position(number: int) -> None:
    start: Any = AGREED.start
    assert start.unrank(number).rank() == number


@pytest.mark.parametrize("size", sample([5, 8, 11], every=3))
@settings(max_examples=20)
@given(data=st.data())
def test_half_a_turn_changes_nothing(size: int, data: Any) -> None:
    known = game(f"hex:size={size}")
    here: Any = known.start
    for _ply in range(data.draw(st.integers(0, size * size // 2))):
        if not here.is_over():
            here = here.play(data.draw(st.sampled_from(list(here.moves()))))
    board, _blank, side = known.notation.format(here).partition(" ")
    image = known.notation.parse(f"{board[::-1]} {side}")
    assert image.is_over() == here.is_over() == connected(cells(here.other), size, bool(here.second))
    assert size > 8 or image.canonical() == here.canonical()
    for evaluation in known.evaluations.values():
        assert evaluation.value(image) == evaluation.value(here)


def test_the_winning_chain_is_shown() -> None:
    won = PARSE(".X./OX./XO. O")
    assert SMALL.outcome(won).winner == 0  # type: ignore[union-attr]
    assert SMALL.picture.highlight(won) == (1, 4, 6)
    across = PARSE("X.X/OOO/.X. X")
    assert SMALL.picture.highlight(across) == (3, 4, 5)
    with pytest.raises(GameOver):
        MOVE(across, "b1")


def test_a_swap_takes_the_stone_over_to_the_mirrored_cell() -> None:
    parse, move = AGREED.notation.parse, AGREED.notation.parse_move
    first = parse("..X/.../... O")
    for word in ("swap", "c1"):
        assert AGREED.notation.format(first.play(move(first, word))) == ".../.../O.. X"
    with pytest.raises(MoveError, match="Only O may swap"):
        move(parse("..X/.../... O").play(4), "swap")
    with pytest.raises(MoveError, match="Only O may swap"):
        MOVE(PARSE("..X/.../... O"), "swap")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("c1", "c1 is occupied."), ("d1", "“d1” is not a cell: cells go from a1 to c3."), ("", "is not a cell")],
)
def test_illegal_moves_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(MoveError, match=sentence):
        MOVE(PARSE("..X/.../... O"), text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("XX./.../... O", "the sides take turns, X first"),
        (".X./OX./OX. X", "the sides take turns"),
        ("X.X/OOO/XX. O", "the sides take turns"),
        (".../... X", "it needs 3 rows of 3 cells"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        PARSE(text)


def test_drawings_and_console_shift_the_rows() -> None:
    from plyground.drawing.svg import board
    from plyground.presentation.boards.board_text import draw

    here = PARSE("..X/.O./X.. O")
    lines = [
        "".join(span[0] if isinstance(span, tuple) else str(span) for span in line).rstrip()
        for line in draw(SMALL, here)
    ]
    assert lines == ["   a b c", " 1 · · X", "  2 · O ·", "   3 X · ·"]
    assert board(SMALL, here).count('z"') >= 9  # a hexagon for each cell
