"""A match goes forward and back, and reads what it writes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import MoveError, game
from plyground.arena.match import Match

TICTACTOE = game("tictactoe")


@given(st.data())
def test_undo_and_redo_are_inverse_and_the_text_reads_back(data: Any) -> None:
    match = Match(TICTACTOE)
    while not match.outcome and data.draw(st.booleans()):
        match = match.play(data.draw(st.sampled_from(list(match.position.moves()))))
    plies = data.draw(st.integers(0, match.ply))
    earlier = match.undo(plies)
    assert earlier.position == match.positions[match.ply - plies]
    assert earlier.redo(plies) == match
    assert Match.parse(TICTACTOE, match.format()) == match
    assert Match.parse(TICTACTOE, earlier.format()).position == earlier.position


def test_a_new_move_forgets_what_was_undone() -> None:
    match = Match.parse(TICTACTOE, "4-0-8").undo(2).play(2)
    assert match.moves == (4, 2)
    with pytest.raises(MoveError, match="again"):
        match.redo()


def test_comments_go_and_come_with_their_moves() -> None:
    match = Match.parse(TICTACTOE, "4-0-8").commented(3, " well \n played\x00 ").commented(1, "the centre")
    assert match.comments == ("the centre", "", "well played")
    undone = match.undo()
    assert undone.redo().comment(3) == "well played"
    assert undone.play(2).comments == ("the centre",)
    assert undone.undo(2).play(0).comments == ()
    assert match.commented(3, "").commented(1, "") == Match.parse(TICTACTOE, "4-0-8")
    with pytest.raises(MoveError, match="no move 4"):
        match.commented(4, "nothing")
    with pytest.raises(MoveError, match="at most 280 characters, not 281"):
        match.commented(1, "x" * 281)


def test_impossible_moves_are_refused_with_a_reason() -> None:
    with pytest.raises(MoveError, match="take back"):
        Match(TICTACTOE).undo()
    for text, sentence in [
        ("4-4", "Move 2: Cell 4 is taken by X"),
        ("4-x", "Move 2: “x” is not a cell"),
        ("0-1-3-2-6-8", "Move 6: The game is over"),
        ("4-", "Move 2"),
    ]:
        with pytest.raises(MoveError, match=sentence):
            Match.parse(TICTACTOE, text)
    with pytest.raises(MoveError, match="legal"):
        Match(TICTACTOE).play(9)
