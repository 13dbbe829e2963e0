"""Domineering: who wins on which board, as published; and its rules against a second telling of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA
from samples import some

from plyground import MoveError, PositionError, game
from plyground.conformance import check
from plyground.errors import GameOver
from plyground.searches.tally import new_tally
from plyground.solvers.exact import exact
from plyground.solvers.forward import solve
from plyground.solvers.perft import divide

SMALL = game("domineering:width=4,height=3")
PARSE, MOVE = SMALL.notation.parse, SMALL.notation.parse_move
PUBLISHED = {
    (int(height), width): winner
    for height, row in json.loads((DATA / "domineering.json").read_text())["rows"].items()
    for width, winner in enumerate(row, 1)
}

Cells = frozenset[tuple[int, int]]


def told(free: Cells, flat: bool) -> Iterator[Cells]:
    """The rules once more: the free cells after each move."""
    for row, column in free:
        end = (row, column + 1) if flat else (row + 1, column)
        if end in free:
            yield free - {(row, column), end}


def board(height: int, width: int) -> Cells:
    return frozenset((row, column) for row in range(height) for column in range(width))


def begins_and_wins(height: int, width: int, *, native: bool = False) -> bool:
    """Return True if V wins when it begins. If H begins, the board is turned by a quarter."""
    return exact(game(f"domineering:width={width},height={height}"), weak=True, native=native).value > 0


def outcome(height: int, width: int, *, native: bool = False) -> str:
    wins = begins_and_wins(height, width, native=native), begins_and_wins(width, height, native=native)
    return {(True, True): "1", (False, False): "2", (True, False): "V", (False, True): "H"}[wins]


@pytest.mark.parametrize("text", ["domineering", "domineering:width=3,height=4", "domineering:width=8,height=8"])
def test_domineering_keeps_the_contract_of_games(text: str) -> None:
    assert game(text).name == text
    assert check(game(text), games=2) == []


@pytest.mark.parametrize(("height", "width"), [size for size in PUBLISHED if size[0] * size[1] <= 16])
def test_published_winners(height: int, width: int) -> None:
    assert outcome(height, width) == PUBLISHED[height, width]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("height", "width"), [size for size in PUBLISHED if 16 < size[0] * size[1] <= 42 and min(size) > 3]
)
def test_published_winners_on_larger_boards(height: int, width: int) -> None:
    assert outcome(height, width, native=True) == PUBLISHED[height, width]


@pytest.mark.parametrize(("height", "width"), [(3, 3), (3, 4), (2, 6)])
def test_winners_equal_an_independent_search(height: int, width: int) -> None:
    """Every position of a board has the value that a memory of the other telling gives."""

    @cache
    def wins(free: Cells, flat: bool) -> bool:
        return any(not wins(after, not flat) for after in told(free, flat))

    known = game(f"domineering:width={width},height={height}")
    for position, value in some(solve(known.start).items()):
        covered = position.own | position.other
        free = frozenset(
            (row, column) for row, column in board(height, width) if not covered >> width * row + column & 1
        )
        assert (value.utility > 0) == wins(free, bool(position.flat))
        assert position.prospects(-1, 1) in ((-1, 1), (value.utility, value.utility))
        assert position.mobility() == len(list(told(free, bool(position.flat))))


@pytest.mark.parametrize(("height", "width", "depth"), [(8, 8, 3), (5, 4, 4), (1, 8, 2)])
def test_perft_equals_an_independent_count(height: int, width: int, depth: int) -> None:
    def sequences(free: Cells, flat: bool, depth: int) -> int:
        return sum(sequences(after, not flat, depth - 1) for after in told(free, flat)) if depth else 1

    known = game(f"domineering:width={width},height={height}")
    found = sum(divide(known, known.start, depth, new_tally().counts).values())
    assert found == sequences(board(height, width), False, depth)


def test_the_best_evaluation_comes_first() -> None:
    """It keeps a win most often with one ply of look-ahead."""
    known = game("domineering:width=5,height=3")
    values = solve(known.start)

    def kept(evaluation: Any) -> int:
        wins = 0
        for position, value in values.items():
            if value.utility > 0:
                wins += values[min(map(position.play, position.moves()), key=evaluation.value)].utility < 0
        return wins

    assert kept(known.evaluations["safe-room"]) > kept(known.evaluations["room"])


@settings(max_examples=60)
@given(st.integers(0, SMALL.start.size() - 1))
def test_every_number_is_the_rank_of_its_position(number: int) -> None:
    """Of any arrangement, also of those that are no position."""
    start: Any = SMALL.start
    assert start.unrank(number).rank() == number


def test_every_valid_arrangement_can_be_reached() -> None:
    """Dominoes can be laid in any order, and what remains of a board never ends a game too soon."""
    start: Any = game("domineering:width=3,height=3").start
    valid = {position for position in map(start.unrank, range(start.size())) if position.valid()}
    assert valid == set(solve(start))


@pytest.mark.proof
@settings(max_examples=40)
@given(st.data())
def test_mirrors_have_one_image_and_one_judgement(data: Any) -> None:
    known = game("domineering:width=8,height=8")
    notation: Any = known.notation
    grid = notation.grid
    here: Any = known.start
    for _ply in range(data.draw(st.integers(0, 20))):
        if not here.is_over():
            here = here.play(data.draw(st.sampled_from(list(here.moves()))))
    lines, _blank, side = known.notation.format(here).partition(" ")
    rows = lines.split("/")
    for image_of in ([row[::-1] for row in rows], rows[::-1], [row[::-1] for row in rows[::-1]]):
        upright, flat, mover = grid.read("/".join(image_of) + f" {side}")
        image = type(here)(flat, upright, 1) if mover else type(here)(upright, flat, 0)
        assert image.canonical() == here.canonical()
        for evaluation in known.evaluations.values():
            assert evaluation.value(image) == evaluation.value(here)


def test_a_side_that_cannot_move_has_lost() -> None:
    over = PARSE("VHHV/VHHV/.... V")
    assert SMALL.outcome(over).winner == 1  # type: ignore[union-attr]
    with pytest.raises(GameOver):
        MOVE(over, "a3")


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        ("..../..../.... V", "a3", "No domino fits there: a3 and the cell below it must be free."),
        ("V.../V.../.... H", "d1", "No domino fits there: d1 and the cell to its right must be free."),
        ("V.../V.../.... H", "a2", "No domino fits there: a2 and the cell to its right must be free."),
        ("..../..../.... V", "e1", "“e1” is not a cell: cells go from a1 to d3."),
        ("..../..../.... V", "a1-a2", "“a1-a2” is not a cell: cells go from a1 to d3."),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(position: str, text: str, sentence: str) -> None:
    with pytest.raises(MoveError, match=sentence.replace(".", r"\.")):
        MOVE(PARSE(position), text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("V.../V.../.... V", "they take turns, V first"),
        ("VV../..../.... H", "V covers two cells one above the other"),
        ("V.../V.../...H V", "H two beside each other"),
        ("V.../V... H", "it needs 3 rows of 4 cells"),
        ("X.../..../.... V", "its cells can only be V, H and ., not X"),
        ("..../..../.... X", "the side to move, V or H"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        PARSE(text)
