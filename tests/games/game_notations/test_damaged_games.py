"""A damaged game in any notation of any game is read, or refused with the line and column of its first fault."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from samples import sample

from plyground import GAMES, game
from plyground.arena.game_text import read_game, write_game
from plyground.arena.match import Match
from plyground.errors import NotationError
from plyground.games.game_notations import game_notations

NOTATIONS = [(entry.name, each.name) for entry in GAMES for each in game_notations(game(entry.name))]


@pytest.mark.parametrize(("name", "notation"), sample(NOTATIONS, every=4))
def test_a_damaged_game_is_refused_at_a_place_in_its_text(name: str, notation: str) -> None:
    chance, match = random.Random(name), Match(game(name))
    for _ply in range(12):
        if not match.position.is_over():
            match = match.play(chance.choice(list(match.position.moves())))
    text = write_game(match, notation)
    refused = 0
    for _damage in range(30):
        at = chance.randrange(len(text))
        damaged = text[:at] + chance.choice("?zé9\n(;") + text[at + chance.randrange(3) :]
        with suppress(NotationError):
            read_game(match.game, damaged, notation)
            continue
        refused += 1
        with pytest.raises(NotationError) as caught:
            read_game(match.game, damaged, notation)
        lines = damaged.split("\n")
        assert 1 <= caught.value.line <= len(lines)
        assert 1 <= caught.value.column <= len(lines[caught.value.line - 1]) + 1
    assert refused > 0
