"""The catalogue of bots tells of all bots and imports one when it is made."""

from __future__ import annotations

import subprocess
import sys

from plyground.bots import BOTS, bots_of
from plyground.bots.catalogue import DICTIONARY_FORMS
from plyground.dictionary import FORMS
from plyground.games import game

LOADED = "import sys, plyground.bots; print(*sys.modules)"


def test_every_form_of_a_dictionary_can_be_chosen() -> None:
    assert tuple(FORMS) == DICTIONARY_FORMS


def test_bots_are_imported_when_they_are_made() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], check=True, capture_output=True, text=True)
    loaded = done.stdout.split()
    assert "plyground.bots.catalogue" in loaded
    assert not {"plyground.bots.engine_bot", "plyground.dictionary", "plyground.solvers"} & {*loaded}


def test_every_bot_can_be_made() -> None:
    """Max^n and paranoid play only games with more players, such as a tree for three."""
    made = {entry.name for each in (game("tictactoe"), game("pig")) for entry, _bot in bots_of(each)}
    assert {entry.name for entry in BOTS if not entry.origin} - made == {"max-n", "paranoid"}
