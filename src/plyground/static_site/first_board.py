"""The answers of the first page's board, as a file: the shell plays with them before Python has started."""

from __future__ import annotations

import gzip
import json
from typing import Any

from plyground.web.pages.home.playable_board import FirstBoard, answer

CELLS = 9


def answers() -> bytes:
    """Return the answers to all presses in the present language, by the moves after the press: compressed JSON.

    Of the board only the fields are written that differ from those of the start. A visitor's game has at most five
    presses, so these are about a thousand answers.
    """
    start = answer()
    found: dict[str, Any] = {}
    unanswered = [start]
    while unanswered:
        before = unanswered.pop()
        taken = before["moves"].split("-")
        for cell in range(CELLS):
            if str(cell) in taken:
                continue
            after = answer(before["moves"], cell)
            found["-".join(filter(None, (before["moves"], str(cell))))] = _changes(start, after)
            if not after["isOver"]:
                unanswered.append(after)
    return gzip.compress(json.dumps({"start": start, "answers": found}, ensure_ascii=False).encode(), 9, mtime=0)


def _changes(start: FirstBoard, after: FirstBoard) -> dict[str, Any]:
    """Return an answer with the fields of its board that differ from those of the start."""
    board: dict[str, Any] = {**after["board"]}
    first: dict[str, Any] = {**start["board"]}
    return {**after, "board": {name: value for name, value in board.items() if value != first[name]}}
