"""The moves that are listed below the board, and positions without a board as HTML: cards, some of them face down."""

from __future__ import annotations

import re
from typing import Any

import pytest

from plyground import game
from plyground.arena.match import Match
from plyground.presentation.boards.board_state import BoardView
from plyground.web.components.move_list import moves_to_list, position_html

FORCED = "c4 b4 a1 d2 d4 d3 a2 c1 a4 a3 b1"
"""Moves of Othello on 4 × 4 cells after which the next player must pass."""


def listed(name: str, words: str = "", *, playable: bool) -> list[str]:
    match = Match(game(name))
    for word in words.split():
        match = match.play(match.game.notation.parse_move(match.position, word))
    moves = moves_to_list(BoardView(match), playable=playable)
    return [match.game.notation.format_move(match.position, move) for move in moves]


@pytest.mark.parametrize("playable", [True, False])
def test_a_pass_keeps_its_place_while_another_moves(playable: bool) -> None:
    assert listed("go:size=5", playable=playable) == ["pass"]


def test_nothing_is_listed_after_the_end_and_where_a_pass_is_forced() -> None:
    assert listed("go:size=5", "pass pass", playable=False) == []
    assert listed("othello:size=4", FORCED, playable=True) == ["pass"]
    assert listed("othello:size=4", FORCED, playable=False) == []


def test_other_moves_are_listed_for_who_is_to_move() -> None:
    view = BoardView(Match(game("kuhn")).rolled())  # the cards are dealt
    assert len(moves_to_list(view, playable=True)) == 2
    assert moves_to_list(view, playable=False) == []


def test_cards_are_drawn_and_a_hidden_one_is_not_told() -> None:
    kuhn = game("kuhn")
    dealt: Any = kuhn.start.play(0)  # X gets the J, O the Q
    html = str(position_html(kuhn, dealt.seen_by(0)))
    assert re.findall(r'aria-label="([^"]*)"', html) == ["card J", "1 coin", "a card face down", "1 coin"]
    assert "Q" not in html
