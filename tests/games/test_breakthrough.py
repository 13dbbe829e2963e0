"""Breakthrough: its rules against a second telling of them, and who wins on small boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import sample

from plyground import MoveError, PositionError, game
from plyground.conformance import check
from plyground.errors import GameOver
from plyground.searches.tally import new_tally
from plyground.solvers.exact import exact
from plyground.solvers.forward import solve
from plyground.solvers.perft import divide

BREAKTHROUGH = game("breakthrough")
SMALL = game("breakthrough:width=3,height=4")
PARSE, MOVE = SMALL.notation.parse, SMALL.notation.parse_move

Pieces = frozenset[tuple[int, int]]


def told(width: int, height: int, own: Pieces, other: Pieces, step: int) -> Iterator[tuple[Pieces, Pieces]]:
    """The rules once more, over sets of columns and rows: the boards after each move, seen from the other side."""
    home = 0 if step > 0 else height - 1
    if not own or any(row == home for _column, row in other):
        return
    for column, row in own:
        for aside in (-1, 0, 1):
            target = column + aside, row + step
            if 0 <= target[0] < width and target not in own and (aside or target not in other):
                yield other - {target}, own - {(column, row)} | {target}


def start(width: int, height: int) -> tuple[Pieces, Pieces]:
    own = frozenset((column, row) for column in range(width) for row in (0, 1))
    return own, frozenset((column, height - 1 - row) for column, row in own)


def sequences(width: int, height: int, own: Pieces, other: Pieces, step: int, depth: int) -> int:
    if depth == 0:
        return 1
    after = told(width, height, own, other, step)
    return sum(sequences(width, height, *board, -step, depth - 1) for board in after)


@pytest.mark.parametrize(
    "text", sample(["breakthrough", "breakthrough:width=3,height=4", "breakthrough:width=2,height=5"], every=3, first=1)
)
def test_breakthrough_keeps_the_contract_of_games(text: str) -> None:
    assert game(text).name == text
    assert check(game(text), games=2) == []


@pytest.mark.parametrize(("width", "height", "depth"), [(8, 8, 3), (5, 6, 4), (3, 4, 6), (2, 5, 7)])
def test_perft_equals_an_independent_count(width: int, height: int, depth: int) -> None:
    known = game(f"breakthrough:width={width},height={height}")
    found = sum(divide(known, known.start, depth, new_tally().counts).values())
    assert found == sequences(width, height, *start(width, height), 1, depth)


@pytest.mark.parametrize(("width", "height"), [(2, 4), (2, 5), (3, 4)])
def test_winners_equal_an_independent_search(width: int, height: int) -> None:
    @cache
    def wins(own: Pieces, other: Pieces, step: int) -> bool:
        return any(not wins(*board, -step) for board in told(width, height, own, other, step))

    known = game(f"breakthrough:width={width},height={height}")
    assert (exact(known, weak=True).value > 0) == wins(*start(width, height), 1)


@pytest.mark.nightly
def test_the_second_player_wins_on_five_by_five() -> None:
    """Published at littlegolem.net, forum on Breakthrough, "5x5 solved" (2006)."""
    assert exact(game("breakthrough:width=5,height=5"), weak=True, native=True).value < 0


@settings(max_examples=60)
@given(st.integers(0, SMALL.start.size() - 1))
def test_every_number_comes_back(number: int) -> None:
    """Of any arrangement, also of those that are no position."""
    start: Any = SMALL.start
    assert start.unrank(number).rank() == number


@settings(max_examples=60)
@given(st.data())
def test_mirror_images_are_judged_alike(data: Any) -> None:
    """Judgements are the same in the mirror, and mirrors have one image."""
    here: Any = BREAKTHROUGH.start
    grid = cast("Any", BREAKTHROUGH.notation).grid
    for _ply in range(data.draw(st.integers(0, 40))):
        if not here.is_over():
            here = here.play(data.draw(st.sampled_from(list(here.moves()))))
    text = BREAKTHROUGH.notation.format(here)
    board, _blank, side = text.partition(" ")
    mirrored = grid.read("/".join(row[::-1] for row in board.split("/")) + f" {side}")
    image = type(here)(*(mirrored[1::-1] if here.down else mirrored[:2]), here.down)
    assert here.canonical() == image.canonical() in (here, image)
    assert here.mobility() == len(list(here.moves()))
    for evaluation in BREAKTHROUGH.evaluations.values():
        assert evaluation.value(image) == evaluation.value(here)


def test_a_runner_is_what_nothing_stops() -> None:
    free = BREAKTHROUGH.notation.parse("......../......O./X......./......../......../......../O......./.O..X... X")
    runners = free.runners()
    grid = cast("Any", BREAKTHROUGH.notation).grid
    assert [grid.word(cell) for cell in range(64) if runners >> cell & 1] == ["a6"]


@pytest.mark.proof
def test_the_best_evaluation_comes_first() -> None:
    """It keeps a win most often with one ply of look-ahead; a race that it calls decided is."""
    known = game("breakthrough:width=3,height=4")
    values = solve(known.start)
    best = known.evaluations["runners"]
    for position, value in values.items():
        if not position.is_over() and abs(best.value(position)) > 1000:
            assert (best.value(position) > 0) == (value.utility > 0)

    def kept(evaluation: Any) -> int:
        wins = 0
        for position, value in values.items():
            if value.utility > 0 and (value.distance or 0) > 1:
                child = min(map(position.play, position.moves()), key=evaluation.value)
                wins += values[child].utility < 0
        return wins

    counts = [kept(evaluation) for evaluation in known.evaluations.values()]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == len(counts)


def test_the_piece_that_arrives_wins() -> None:
    here = PARSE("..O/.X./.../..X X")
    won = here.play(MOVE(here, "b3c4"))
    outcome = SMALL.outcome(won)
    assert outcome is not None
    assert outcome.winner == 0
    assert SMALL.picture.highlight(won) == (2,)
    with pytest.raises(GameOver):
        MOVE(won, "c1-c2")


def test_a_side_without_pieces_has_lost() -> None:
    here = PARSE(".../X../.O./... O")
    taken = PARSE(".../.X./O../... O").play(MOVE(PARSE(".../.X./O../... O"), "a2a1"))
    assert SMALL.outcome(taken).winner == 1  # type: ignore[union-attr]
    here = PARSE(".../.O./X../... X")
    none = here.play(MOVE(here, "a2-b3"))
    assert none.is_over()
    assert SMALL.outcome(none).winner == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        ("O../.O./.X./X.. X", "b2-b3", "Pieces take only diagonally: b2 to b3 is no move."),
        ("O../.O./.X./X.. X", "b3-b2", "The piece on b3 is not yours: X is to move."),
        ("O../.O./.X./X.. X", "a1-b2", "b2 is occupied."),
        ("O../.O./.X./X.. X", "a1-a3", "Pieces go to one of the three cells ahead of them: a1 to a3 is no move."),
        ("O../.O./.X./X.. X", "c1-c2", "There is no piece on c1."),
        ("O../.O./.X./X.. X", "c1-d2", "There is no cell d2 on this board."),
        ("O../.O./.X./X.. X", "b2", "“b2” is not a move: write two cells, such as a2b3."),
    ],
)
def test_wrong_moves_are_refused_with_a_reason(position: str, text: str, sentence: str) -> None:
    with pytest.raises(MoveError, match=sentence.replace(".", r"\.")):
        MOVE(PARSE(position), text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("OOO/OOO/O../XXX X", "play cannot reach it"),
        ("..X/.../.../... X", "play cannot reach it"),
        ("OOO/OOO X", "it needs 4 rows of 3 cells"),
        ("OOO/OOZ/XXX/XXX X", "its cells can only be X, O and ., not Z"),
        ("OOO/OOO/XXX/XXX", "the side to move, X or O"),
    ],
)
def test_wrong_positions_are_refused_with_a_reason(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        PARSE(text)
