"""The view of a game: one value from which every part of the page is drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.arena.match import Match
from plyground.games import game
from plyground.judge.judge import Judge
from plyground.judge.review import review_match
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.game_view import Findings, GameView, Score, game_view

NOUGHTS = game("tictactoe")
JUDGE = Judge(NOUGHTS)
HUMAN = Seat.parse("human", NOUGHTS)


def viewed(moves: str, ply: int | None = None, **parts: Any) -> GameView:
    """Return the view of a game whose moves are reviewed; it shows the position after ``ply`` moves."""
    match = Match.parse(NOUGHTS, moves)
    session = GameSession((HUMAN, HUMAN), match)
    shown = match if ply is None else replace(match, ply=ply)
    judgement = None if shown.position.is_over() else JUDGE(shown.position)
    reviewed = tuple(review_match(JUDGE, match.moves))[::-1]
    found = Findings(judgement=judgement, reviewed=reviewed)
    return game_view(
        session,
        shown,
        can=session.commands(),
        playable=False,
        status="",
        detail="",
        trouble=None,
        findings=found,
        **parts,
    )


def test_scores_are_those_of_the_first_side_and_end_with_the_result() -> None:
    assert viewed("0-1-4-2-8").scores == (
        Score(0.0, True), Score(0.0, True), Score(100.0, True), Score(100.0, True), Score(100.0, True), Score(100.0, True),
    )  # fmt: skip


def test_the_bar_shows_the_shown_position_and_only_if_it_may() -> None:
    assert viewed("0-1-4-2-8", shows_bar=True).bar == Score(100.0, True)
    assert viewed("0-1-4-2-8", 1, shows_bar=True).bar == Score(0.0, True)
    assert viewed("0-1-4-2-8", 1).bar is None


def test_values_are_on_the_board_only_if_they_are_wanted() -> None:
    assert viewed("0-1", shows_values=True).worths is not None
    assert viewed("0-1").worths is None


def test_the_mark_stands_on_the_last_move_shown() -> None:
    assert viewed("0-1-4-2-8", 2).annotation == "??"
    assert viewed("0-1-4-2-8", 3).annotation == ""


def test_equal_states_give_equal_views() -> None:
    assert viewed("0-1").findings == viewed("0-1").findings
    assert viewed("0-1").scores == viewed("0-1").scores
    assert not viewed("0-1").is_look
    assert viewed("0-1", 1).is_look and not viewed("0-1", 1).is_side_line
