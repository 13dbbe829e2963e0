"""The catalogue of players tells of all players and imports one when it is made."""

from __future__ import annotations

import subprocess
import sys

from plyground.dictionary import FORMS
from plyground.games import game
from plyground.players import PLAYERS, players_of
from plyground.players.catalogue import DICTIONARY_FORMS

LOADED = "import sys, plyground.players; print(*sys.modules)"


def test_every_form_of_a_dictionary_can_be_chosen() -> None:
    assert tuple(FORMS) == DICTIONARY_FORMS


def test_players_are_imported_when_they_are_made() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], check=True, capture_output=True, text=True)
    loaded = done.stdout.split()
    assert "plyground.players.catalogue" in loaded
    assert not {"plyground.players.engine_player", "plyground.dictionary", "plyground.solve"} & {*loaded}


def test_every_player_can_be_made() -> None:
    """Max^n and paranoid play only games with more players, such as a tree for three."""
    made = {entry.name for each in (game("tictactoe"), game("pig")) for entry, _player in players_of(each)}
    assert {entry.name for entry in PLAYERS if not entry.origin} - made == {"max-n", "paranoid"}
