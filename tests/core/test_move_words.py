"""Moves in sentences: a bare number says what it counts."""

import pytest
from paths import OWN_GAMES

from plyground import game
from plyground.arena.match import Match
from plyground.i18n import _


@pytest.mark.parametrize(
    ("name", "moves", "move", "words"),
    [
        ("connect_four", "", "3", "column 3"),
        ("tictactoe", "", "4", "cell 4"),
        ("mnk", "", "0", "cell 0"),
        ("subtraction", "", "2", "taking 2"),
        ("othello", "", "d3", "d3"),
        ("chess", "", "Nf3", "Nf3"),
        ("nim", "", "b2", "b2"),
        ("pig", "", "6", "6"),  # chance chooses
    ],
)
def test_a_bare_number_says_what_it_counts(name: str, moves: str, move: str, words: str) -> None:
    match = Match.parse(game(name), moves)
    assert str(match.game.move_words(match.position, match.game.notation.parse_move(match.position, move))) == words


def test_an_own_game_without_a_board_has_its_numbers_in_quotes() -> None:
    own = game(str(OWN_GAMES / "countdown.py"))
    assert str(own.move_words(own.start, 1)) == "“1”"


def test_a_sentence_begins_with_a_capital_also_if_its_first_word_is_translated() -> None:
    column = _("column {number}", number="3")
    assert str(_("{move} wins at once.", move=column)) == "Column 3 wins at once."
    assert str(_("{move} wins at once.", move="exd5")) == "exd5 wins at once."
    assert str(_("{moves} or {last}", moves=column, last="4")) == "column 3 or 4"
    either = _("{moves} or {last}", moves=column, last="4")
    assert str(_("After {reply}. {better} would have won.", reply=column, better=either)) == "After column 3. Column 3 or 4 would have won."  # fmt: skip
    either = _("{moves} or {last}", moves="bxc3", last="Bxc3")
    assert str(_("{better} would have won.", better=either)) == "bxc3 or Bxc3 would have won."
