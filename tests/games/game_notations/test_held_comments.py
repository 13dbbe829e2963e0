"""A notation tells if it holds comments, and its text agrees."""

from __future__ import annotations

import pytest

from plyground.arena.match import Match
from plyground.core.game_notation import GameNotation, WrittenGame
from plyground.errors import PlygroundError
from plyground.games import game
from plyground.games.game_notations import GAME_NOTATIONS

NOTATIONS = [(name, each) for name, notations in GAME_NOTATIONS.items() for each in notations]


@pytest.mark.parametrize(("name", "notation"), NOTATIONS, ids=lambda value: getattr(value, "name", value))
def test_a_text_has_the_comments_that_its_notation_holds(name: str, notation: GameNotation) -> None:
    played = Match(game(name)).rolled()
    for _ply in range(2):
        played = played.play(next(iter(played.position.moves()))).rolled()
    written = WrittenGame(played.game, played.moves, {}, {1: "well begun"})
    try:
        text = notation.write(written)
    except PlygroundError:  # a position between a roll and its move has no such code
        assert not notation.holds_comments
        return
    assert ("well begun" in text) == notation.holds_comments
    assert (text != notation.write(written._replace(comments={}))) == notation.holds_comments
