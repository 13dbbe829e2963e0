"""Kalah: who wins small boards, as published; its rules against a second telling of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import sample

from plyground import MoveError, PositionError, game
from plyground.arena.match import Match
from plyground.conformance import check
from plyground.core.picture import said
from plyground.errors import GameOver
from plyground.searches.tally import new_tally
from plyground.solvers.exact import exact
from plyground.solvers.forward import solve as solve_forwards
from plyground.solvers.perft import divide

KALAH = game("kalah")
PARSE, MOVE = KALAH.notation.parse, KALAH.notation.parse_move

PUBLISHED = ["DLWLWD", "WLLLWW", "DWWWWL", "WWWWWD", "DDWWWW"]
"""G. Irving, J. Donkers, J. Uiterwijk (2000), Solving Kalah, ICGA Journal 23: boards of 1 to 5 pits a side (the
line) with 1 to 6 seeds a pit, for the first player."""


def told(board: list[list[int]], mover: int, pit: int, always: bool) -> tuple[list[list[int]], int]:
    """The rules once more: two lists, the store last. The board after a move, and who moves then."""
    board = [list(side) for side in board]
    pits = len(board[0]) - 1
    ring = [(mover, place) for place in range(pits + 1)] + [(1 - mover, place) for place in range(pits)]
    hand, board[mover][pit] = board[mover][pit], 0
    for step in range(1, hand + 1):
        side, place = ring[(pit + step) % len(ring)]
        board[side][place] += 1
    if (side, place) == (mover, pits):
        return board, mover
    if side == mover and board[mover][place] == 1:
        opposite = pits - 1 - place
        if always or board[1 - mover][opposite]:
            board[mover][pits] += 1 + board[1 - mover][opposite]
            board[mover][place] = board[1 - mover][opposite] = 0
    return board, 1 - mover


@pytest.mark.parametrize("text", ["kalah", "kalah:pits=1,seeds=1", "kalah:pits=2,seeds=3,capture=seeds"])
def test_kalah_keeps_the_contract_of_games(text: str) -> None:
    assert game(text).name == text
    assert check(game(text), games=3) == []


@pytest.mark.parametrize(
    ("pits", "seeds"),
    [(pits, seeds) for pits, last in ((1, 6), (2, 6), (3, 2), (4, 1), (5, 2)) for seeds in range(1, last + 1)]
    + [
        pytest.param(*size, marks=pytest.mark.proof)
        for size in ((3, 3), (3, 4), (3, 5), (3, 6), (4, 2), (4, 3), (4, 4), (5, 3))
    ],
)
def test_published_winners(pits: int, seeds: int) -> None:
    score = exact(game(f"kalah:pits={pits},seeds={seeds}"), native=pits * seeds > 6 and pits > 2).value
    assert "LDW"[1 + (score > 0) - (score < 0)] == PUBLISHED[pits - 1][seeds - 1]


@pytest.mark.nightly
def test_the_published_score_of_the_usual_board() -> None:
    """Irving, Donkers, Uiterwijk (2000): the first player wins by 10."""
    assert exact(KALAH, native=True, memory_mb=1024).value == 10


@pytest.mark.parametrize("text", ["kalah:pits=2,seeds=3", "kalah:pits=2,seeds=3,capture=seeds"])
def test_the_pits_alone_decide_the_open_part_of_the_score(text: str) -> None:
    """The exact solver keeps it for all positions with the same pits."""
    scores: dict[int, set[int]] = {}
    values = solve_forwards(game(text).start)
    for position, value in values.items():
        scores.setdefault(position.open_key(), set()).add(value.utility - position.settled())
    assert len(scores) < len(values)
    assert {len(kept) for kept in scores.values()} == {1}


def test_another_turn_comes_first_then_large_captures() -> None:
    here = PARSE("1-1-0-2-4-1-10/1-2-9-4-5-1-7 X")  # b takes 4 and its own, a only moves on, f has another turn
    assert [KALAH.notation.format_move(here, move) for move in sorted(here.moves(), key=here.promise, reverse=True)] == ["f", "b", "e", "d", "a"]  # fmt: skip


@pytest.mark.parametrize("always", sample([True, False], every=2))
@settings(max_examples=60)
@given(data=st.data())
def test_every_move_as_told_otherwise(always: bool, data: Any) -> None:
    known = game("kalah" if always else "kalah:capture=seeds")
    here: Any = known.start
    for _ply in range(data.draw(st.integers(0, 60))):
        if here.is_over():
            break
        pit = data.draw(st.sampled_from(list(here.moves())))
        board, mover = told(list(known.notation.sides(here)), here.second, pit, always)  # type: ignore[attr-defined]
        turn = 1 if mover == here.second else -1
        here, before = here.play(pit), here
        assert (list(known.notation.sides(here)), here.second) == (board, mover)  # type: ignore[attr-defined]
        assert before.turn(here) == turn
        least, most = here.prospects(-48, 48)
        assert -48 <= least <= most <= 48
    assert here.is_over() == any(not any(side[:-1]) for side in known.notation.sides(here))  # type: ignore[attr-defined]
    if here.is_over():
        first, second = map(sum, known.notation.sides(here))  # type: ignore[attr-defined]
        assert here.utility() == (second - first if here.second else first - second)


@pytest.mark.parametrize(("text", "depth"), [("kalah", 4), ("kalah:pits=2,seeds=2", 6)])
def test_perft_equals_an_independent_count(text: str, depth: int) -> None:
    known = game(text)

    def sequences(board: list[list[int]], mover: int, depth: int) -> int:
        if depth == 0:
            return 1
        if not all(any(side[:-1]) for side in board):
            return 0
        after = (told(board, mover, pit, True) for pit, seeds in enumerate(board[mover][:-1]) if seeds)
        return sum(sequences(*next_one, depth - 1) for next_one in after)

    expected = sequences(list(known.notation.sides(known.start)), 0, depth)  # type: ignore[attr-defined]
    assert sum(divide(known, known.start, depth, new_tally().counts).values()) == expected


def test_the_compiled_rules_play_the_same() -> None:
    found = [divide(KALAH, KALAH.start, 6, new_tally().counts, native=native) for native in (False, True)]
    assert found[0] == found[1]


def test_the_best_evaluation_comes_first() -> None:
    """One ply of look-ahead with it gives away the least, over all positions of a small board."""
    start: Any = game("kalah:pits=2,seeds=4").start

    @cache
    def value(position: Any) -> int:
        return position.utility() if position.is_over() else max(after(position).values())

    def after(position: Any) -> dict[int, int]:
        children = ((move, position.play(move)) for move in position.moves())
        return {move: position.turn(child) * value(child) for move, child in children}

    positions, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        fresh = {here.play(move) for move in here.moves()} - positions
        positions |= fresh
        waiting += fresh

    def lost(evaluation: Any) -> int:
        given = 0
        for position in positions:
            worths = after(position)
            if worths:
                guesses = {
                    move: position.turn(child) * evaluation.value(child)
                    for move in worths
                    for child in [position.play(move)]
                }
                given += max(worths.values()) - worths[max(guesses, key=lambda move: guesses[move])]
        return given

    counts = [lost(KALAH.evaluations[name]) for name in ("seeds", "stored")]
    assert counts == sorted(counts)
    assert len(set(counts)) == len(counts)


def test_a_last_seed_in_the_store_gives_another_turn() -> None:
    match = Match(KALAH)
    for word in ("c", "f"):
        assert match.side == 0
        match = match.play(MOVE(match.position, word))
    assert match.side == 1
    assert KALAH.notation.format(match.position) == "4-4-0-5-5-0-2/5-5-5-5-4-4-0 O"


def test_a_last_seed_in_an_empty_pit_captures() -> None:
    after = PARSE("1-0-4-4-4-4-7/4-4-4-4-4-4-0 X")
    assert KALAH.notation.format(after.play(0)) == "0-0-4-4-4-4-12/4-4-4-4-0-4-0 O"


def test_the_picture_shows_seeds_where_they_lie() -> None:
    picture = KALAH.picture
    here = PARSE("1-2-3-4-5-6-7/0-1-2-3-4-5-5 X")
    assert [said(mark) for mark in picture.marks(here)] == [*"554321..", *".1234567"]
    assert [picture.word(cell) for cell in range(16)] == ["", *"FEDCBA", "", "", *"abcdef", ""]
    rich = game("kalah:seeds=6").notation.parse("0-0-0-0-0-1-50/0-0-0-0-0-0-21 X")
    assert [said(mark) for mark in game("kalah:seeds=6").picture.marks(rich)][::8] == ["21", "."]
    over = game("kalah:seeds=6").notation.parse("0-0-0-0-0-1-71/0-0-0-0-0-0-0 X")
    assert [said(mark) for mark in game("kalah:seeds=6").picture.marks(over)][7::8] == ["21", "50"]


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        ("4-4-0-5-5-5-1/4-4-4-4-4-4-0 X", "c", "Pit c is empty."),
        ("4-4-0-5-5-5-1/4-4-4-4-4-4-0 X", "g", "“g” is not a pit: they go from a to f."),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(position: str, text: str, sentence: str) -> None:
    with pytest.raises(MoveError, match=sentence):
        MOVE(PARSE(position), text)
    with pytest.raises(GameOver):
        MOVE(PARSE("0-0-0-0-0-0-24/4-4-4-4-4-4-0 X"), "a")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4-4-4-4-4-4-1/4-4-4-4-4-4-0 X", "it has 49 seeds where the game has 48"),
        ("4-4-4-4-4-4/4-4-4-4-4-4-0 X", "it needs 7 numbers of seeds for each side"),
        ("4-4-4-4-4-4-0/4-4-4-4-4-4-0", "the side to move, X or O"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        PARSE(text)
