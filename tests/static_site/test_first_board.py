"""The answers of the first page's board in a file: the shell of the site plays with them."""

from __future__ import annotations

import gzip
import json

import pytest

from plyground.static_site.first_board import CELLS, answers
from plyground.web.pages.home.playable_board import answer


@pytest.mark.proof
def test_each_press_has_the_answer_of_the_program() -> None:
    """All games of a visitor against the board's bot are walked through."""
    written = answers()
    assert len(written) < 100_000
    file = json.loads(gzip.decompress(written))
    unanswered, walked = [""], 0
    while unanswered:
        moves = unanswered.pop()
        for cell in {*range(CELLS)} - {int(each) for each in moves.split("-") if each}:
            found = file["answers"].pop("-".join(filter(None, (moves, str(cell)))))
            whole = {**found, "board": {**file["start"]["board"], **found["board"]}}
            walked += 1
            if walked % 10 == 1:
                assert whole == json.loads(json.dumps(answer(moves, cell)))
            if not whole["isOver"]:
                unanswered.append(whole["moves"])
    assert file["answers"] == {}  # none that no game reaches
    assert walked > 500
