"""Hints: where to look, why, and the move."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from samples import some

from plyground.arena.match import Match
from plyground.errors import SearchError
from plyground.games import game
from plyground.judge.judge import Judge
from plyground.presentation.hint import advice_on, answer, area, cells, place, told
from plyground.solvers.forward import solve
from plyground.solvers.walk import reachable


@cache
def judge(name: str) -> Judge:
    return Judge(game(name))


@pytest.mark.proof
def test_the_advice_is_the_best_of_every_position_and_the_area_holds_it_and_is_not_the_board() -> None:
    """Against values by another method: nothing better is left, and nothing worse is advised."""
    noughts = game("tictactoe")
    solved = solve(noughts.start)
    for position in some(reachable(noughts.start)):
        if position.is_over():
            continue
        best = advice_on(judge("tictactoe"), Match(replace(noughts, start=position))).best
        after = {move: solved[position.play(move)] for move in position.moves()}
        worst = min(value.utility for value in after.values())  # other side's value after a best move
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
    chess = game("chess")
    knight = next(move for move in chess.start.moves() if chess.notation.format_move(chess.start, move) == "Nf3")
    assert str(place(chess, chess.start, (knight,))) == "Look between e1 and h4."
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


@pytest.mark.parametrize(
    ("name", "moves", "idea"),
    [
        ("tictactoe", "", "All moves are equally good."),
        ("tictactoe", "0-3-1-4", "A move here wins at once."),
        ("tictactoe", "0-8-2", "It stops X, who would win with the next move."),
        ("tictactoe", "0-4-8-1-7-6-2-5", "It is the only legal move."),
        ("connect_four", "1-7-2-7-5-7", "It stops Yellow, who would win with the next move."),
        ("connect_four", "4-4-5-5", "It threatens to win with the next move, and nothing stops that."),
    ],
)
def test_the_second_step_of_a_hint_gives_the_purpose_of_the_move(name: str, moves: str, idea: str) -> None:
    match = Match.parse(game(name), moves)
    assert str(advice_on(judge(name), match).idea) == idea


def two_checkers() -> Match:
    """Two checkers on point 5 and the dice 2-1, against four checkers that take two rolls unless they bring doubles."""
    backgammon = game("backgammon")
    return Match(replace(backgammon, start=backgammon.notation.parse("-----B------------------d- White 21")))


@pytest.mark.proof
def test_the_hint_in_a_game_of_chance_is_the_best_on_average() -> None:
    """Points 5 and 2 are left: 19 rolls of 36 bear both off then, but 17 from points 4 and 3 (two-checker table, bkgm.com)."""
    match = two_checkers()
    advice = advice_on(Judge(match.game), match)
    assert [match.game.notation.format_move(match.position, move) for move in advice.best] == ["5/2"]
    assert str(told(match.game, match.position, advice, 1)) == "Hint 1 of 3. Look at these cells: 5."
    assert {match.game.picture.word(cell) for cell in cells(match.game, match.position, advice, 3)} >= {"5", "2"}


def test_hints_are_refused_while_chance_decides() -> None:
    with pytest.raises(SearchError, match="chance decides"):
        advice_on(judge("pig"), Match(game("pig")))
