"""Hints: where to look, why, and the move."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, cast

import pytest

from plyground.arena.analysis import MoveValues, move_values
from plyground.arena.match import Match
from plyground.bots import bot
from plyground.errors import SearchError
from plyground.games import game
from plyground.presentation.hint import (
    Advice,
    advise,
    answer,
    area,
    averaged,
    cells,
    judged,
    place,
    proven,
    told,
    valued,
)
from plyground.presentation.move_purpose import aim
from plyground.searches import new_tally, search, setting
from plyground.searches.tally import STOP
from plyground.solvers.explore import explore
from plyground.solvers.forward import Valued, solve
from plyground.solvers.walk import reachable


@cache
def solved() -> Valued:
    return solve(game("tictactoe").start)


def advice(moves: str) -> Advice:
    match = Match.parse(game("tictactoe"), moves)
    return proven(match.game, match.position, explore(solved(), match.position))


@pytest.mark.parametrize(
    ("moves", "idea"),
    [
        ("", "All moves are equally good. A draw with best play."),
        ("0-3-1-4", "A move here wins at once."),
        ("0-8-2", "It stops X, who would win with the next move. Loses in 4 plies against best play."),
        ("0-4-1", "It stops X, who would win with the next move. A draw with best play."),
        ("4-1", "6 moves win. A certain win in 5 plies."),
        ("0-4-8", "4 moves keep the draw; the others lose."),
        ("4", "4 moves keep the draw; the others lose."),
        ("0-4-8-1-7-6-2-5", "It is the only legal move. A draw with best play."),
    ],
)
def test_the_reason_names_no_move(moves: str, idea: str) -> None:
    assert str(advice(moves).idea).startswith(idea)


def test_the_advice_is_the_best_of_every_position_and_the_area_holds_it_and_is_not_the_board() -> None:
    """Against values by another method: nothing better is left, and nothing worse is advised."""
    noughts = game("tictactoe")
    for position in reachable(noughts.start):
        if position.is_over():
            continue
        best = proven(noughts, position, explore(solved(), position)).best
        after = {move: solved()[position.play(move)] for move in position.moves()}
        worst = min(value.utility for value in after.values())  # for the other side
        assert {after[move].utility for move in best} == {worst}
        cells = area(noughts, position, best)
        assert set(best[:1]) <= set(cells)
        assert len(cells) <= 5


def test_the_first_step_of_a_hint_shows_where_to_look() -> None:
    four, hex_board, breakthrough = game("connect_four"), game("hex:size=5"), game("breakthrough")
    assert str(place(four, four.start, (0,))) == "Look at these columns: 1, 2."
    assert {cell % 7 for cell in area(four, four.start, (3,))} == {2, 3, 4}
    middle = next(move for move in hex_board.start.moves() if hex_board.picture.cells(hex_board.start, move) == (12,))
    assert set(area(hex_board, hex_board.start, (middle,))) == {7, 8, 11, 12, 13, 16, 17}
    move = next(iter(breakthrough.start.moves()))
    assert set(breakthrough.picture.cells(breakthrough.start, move)) < set(
        area(breakthrough, breakthrough.start, (move,))
    )
    heaps = game("nim")
    moves = tuple(heaps.start.moves())
    assert str(answer(heaps, heaps.start, moves[:1])).startswith("Play ")


def test_a_hint_leaves_out_cells_without_a_name() -> None:
    draughts = game("english_draughts")
    best = (next(draughts.start.moves()),)
    cells = area(draughts, draughts.start, best)
    assert len(cells) > 2
    assert all(map(draughts.picture.word, cells))
    words = str(place(draughts, draughts.start, best))
    assert words.startswith("Look at these cells: ")
    assert ", ," not in words
    assert not words.endswith(", .")


@pytest.mark.long
def test_estimates_are_told_as_estimates() -> None:
    othello = game("othello")
    from_engine = judged(othello, othello.start, bot("engine:depth=2", othello).choose(othello.start))
    assert "Looking 2 plies ahead, " in str(from_engine.idea)
    assert "engine" in str(from_engine.source)
    three = game("three")
    tally = new_tally()
    tally.counts[STOP] = 2000  # nodes
    from_search = valued(three, move_values(three, three.start, tally))
    assert set(from_search.best) <= set(three.start.moves())


@pytest.mark.parametrize(
    ("name", "moves", "move", "seen"),
    [
        ("connect_four", "1-1-2-2", "3", "It threatens to win with the next move: 1 reply stops that."),
        ("connect_four", "4-4-5-5", "3", "It threatens to win with the next move, and nothing stops that."),
        ("connect_four", "1-4-1-5-7-3", "1", "None"),  # three in a column, but O wins first
        ("connect_four", "1-7-2-7-5-7", "7", "It stops Yellow, who would win with the next move."),
        ("connect_four", "1-4-1-5-7-3", "2", "None"),  # O wins whatever is played: nothing stops that
        ("connect_four", "", "4", "None"),
        ("kalah", "", "c", "It gives another turn."),
        ("tictactoe", "0-8-2", "1", "It stops X, who would win with the next move."),
    ],
)
def test_the_second_step_of_a_hint_gives_the_purpose_of_the_move(name: str, moves: str, move: str, seen: str) -> None:
    match = Match.parse(game(name), moves)
    assert str(aim(match.game, match.position, match.game.notation.parse_move(match.position, move))) == seen


def two_checkers() -> Match:
    """Two checkers on point 5 and the dice 2-1, against four checkers that take two rolls unless they bring doubles."""
    backgammon = game("backgammon")
    return Match(replace(backgammon, start=backgammon.notation.parse("-----B------------------d- White 21")))


@pytest.mark.long
def test_the_hint_in_a_game_of_chance_is_the_best_on_average() -> None:
    """Points 5 and 2 are left: 19 rolls of 36 bear both off then, but 17 from points 4 and 3 (two-checker table, bkgm.com)."""
    match = two_checkers()
    found = move_values(match.game, match.position, new_tally())
    advice = averaged(match.game, found)
    assert [match.game.notation.format_move(match.position, move) for move in advice.best] == ["5/2"]
    assert found.proven and found.result.value == pytest.approx(float(2 * Fraction(5, 6) * Fraction(19, 36) - 1))
    assert str(advice.idea) == "−0.12 on average with best play; the next best move has −0.21."
    assert str(told(match.game, match.position, advice, 1)) == "Hint 1 of 3. Look at these cells: 5."
    assert {match.game.picture.word(cell) for cell in cells(match.game, match.position, advice, 3)} >= {"5", "2"}


def test_an_estimate_over_chance_is_told_as_one() -> None:
    opening = Match.parse(game("backgammon"), "31")
    found = MoveValues(search(opening.position, "expectiminimax", setting(depth=1, evaluation=opening.game.evaluations["board control"]), every_move=True), 1)  # fmt: skip
    advice = averaged(opening.game, found)
    assert "After 1 ply it is judged at" in str(advice.idea) and "limited depth" in str(advice.source)
    assert cells(opening.game, opening.position, advice, 2) == ()


def test_hints_are_refused_while_chance_decides() -> None:
    with pytest.raises(SearchError, match="chance decides"):
        asyncio.run(advise(Match(game("pig")), cast(Any, None)))
