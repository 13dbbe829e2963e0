"""The coach card: a headline, the cause, and a line that can be played on the board."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from samples import sample

from plyground.arena.match import Match
from plyground.games import game
from plyground.i18n import use
from plyground.judge.explanation import explained, explained_move
from plyground.judge.judge import Judge
from plyground.presentation.coach_card import CoachCard, move_card, position_card


@cache
def judge(name: str) -> Judge:
    return Judge(game(name))


def of_move(name: str, moves: str) -> CoachCard:
    """Return the card for the last of the moves."""
    match = Match.parse(game(name), moves)
    found, cause = explained_move(judge(name), match)
    return move_card(match, found, cause, own=True)


def of_position(name: str, moves: str) -> CoachCard:
    match = Match.parse(game(name), moves)
    return position_card(match, explained(judge(name), match))


def test_a_lost_game_of_connect_four_tells_the_unblocked_row_and_plays_it_on_the_board() -> None:
    card = of_move("connect_four", "1-1-1-5-1-7-7-4-1")
    assert (str(card.headline), card.mark, card.retries) == ("Move 9 left column 6 open.", "??", (8,))
    assert str(card.sentences[0]).startswith("Yellow needed only column 6 to complete 4 in a row")
    assert card.shows is not None
    assert card.shows.match.ply == 9
    assert card.shows.ghosts == ({"cell": 40, "start": -1, "mark": "O", "number": 10},)
    assert card.shows.line == (38, 39, 40, 41)


def test_nobody_is_told_to_choose_what_chance_decides() -> None:
    card = of_position("pig", "")
    assert str(card.headline) == "Nobody chooses in this position: chance decides."
    assert str(card.truth).startswith("Expected score of Blue, from −100 to 100: 2")
    assert (card.sentences, card.shows) == ((), None)
    card = of_position("pig", "6 roll")
    assert "roll" in str(card.headline)
    assert str(card.truth).startswith("Expected score of Blue")


def test_a_win_at_once_comes_before_the_threat_of_the_other_side() -> None:
    card = of_position("tictactoe", "8-7-0-4-1-6")  # O threatens 2, too
    assert str(card.headline) == "Cell 2 completes 3 in a row and wins."
    assert "threatens" not in " ".join(map(str, card.sentences))


def test_the_reason_of_the_last_move_comes_after_its_name() -> None:
    card = of_position("tictactoe", "0-8-1-5")
    assert str(card.headline) == "Cell 2 completes 3 in a row and wins."
    assert list(map(str, card.sentences[:2])) == ["O played cell 5.", "X needed only cell 2 to complete 3 in a row, and cell 5 leaves it open. Right was cell 2."]  # fmt: skip


def test_a_cause_names_the_side_that_moved_as_its_reader_may_be_the_other_one() -> None:
    card = of_move("kalah", "f-A-c-a-F-f-b-D-b-F-B-f-d")
    assert list(map(str, card.sentences)) == ["Pit c would have given South another turn."]


def test_a_check_is_not_told_as_a_lack_of_moves() -> None:
    moves = "Nc3 Nc6 Nh3 Nf6 Ng5 d5 d3 e5 a3 Qd6 e4 d4 Nb5 Qd8 c3 h6 Nf3 a6 cxd4 axb5 dxe5 Ng4 d4 Bb4+ Bd2 Ke7 Bc3"
    assert "moves left" not in str(of_move("chess", moves).sentences[0])


def test_a_queen_given_away_is_taken_by_a_ghost() -> None:
    card = of_move("chess", "e4-e5-Nf3-Qg5")
    assert (str(card.headline), card.mark) == ("Move 2 loses material.", "??")
    assert card.shows is not None
    assert card.shows.ghosts[0] == {"cell": 30, "start": 45, "mark": "N", "number": 3}


def test_a_missed_win_is_shown_from_the_position_before_the_move() -> None:
    card = of_move("tictactoe", "0-3-1-4-8")
    assert str(card.headline) == "Move 5 missed a win."
    assert card.shows is not None
    assert card.shows.match.ply == 4
    assert [ghost["cell"] for ghost in card.shows.ghosts] == [2]
    assert card.shows.line == (0, 1, 2)


def test_a_good_move_is_told_by_its_purpose() -> None:
    card = of_move("tictactoe", "0-8-2-1")
    assert (card.mark, card.retries) == ("", ())
    assert str(card.headline) == "Only cell 1 stops X, who would win there."


@pytest.mark.parametrize(
    ("name", "moves", "threat", "value"),
    sample([
        ("connect_four", "1-1-1-5-1-7-7-4", "Yellow threatens column 6, which completes 4 in a row.", "Yellow wins in 13 moves with best play."),
        ("chess", "e4-e5-Bc4-Nc6-Qh5", "White threatens Qxf7#, which wins.", "Black to move: expected score"),
        ("chess", "e4-e5-Qh5-Nf6-a3", "", "Black to move: expected score"),
        ("chess", "e4-d5-Nc3-a6-d4-a5", "", "White to move: expected score"),
    ], every=2),
)  # fmt: skip
def test_why_tells_the_threat_and_the_value_of_the_position(name: str, moves: str, threat: str, value: str) -> None:
    card = of_position(name, moves)
    if threat:
        assert str(card.headline) == threat
    else:
        assert "threatens" not in str(card.headline) or " takes " in str(card.headline)
    assert str(card.truth).startswith(value)


def test_the_card_of_a_finished_position_tells_the_last_move() -> None:
    card = of_position("tictactoe", "0-3-1-4-2")
    assert str(card.headline) == "Cell 2 completes 3 in a row and wins."
    assert card.shows is None


def test_every_headline_is_translated_where_it_is_shown() -> None:
    card = of_move("connect_four", "1-1-1-5-1-7-7-4-1")
    use("ro")
    try:
        assert "{" not in str(card.headline)
    finally:
        use("en")


def test_a_card_for_an_earlier_move_leaves_the_rest_of_the_game() -> None:
    match = replace(Match.parse(game("connect_four"), "1-1-1-5-1-7-7-4-1-6"), ply=9)
    found, cause = explained_move(judge("connect_four"), match)
    card = move_card(match, found, cause, own=False)
    assert card.retries == ()
    assert card.shows is not None and len(card.shows.match.moves) == 10
