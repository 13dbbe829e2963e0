"""Open lines: an evaluation by the lines that are still open for each player.

A line is open for a player if the opponent has no mark on it (Caraciolo 2009; for tic-tac-toe the idea is Nilsson's,
Problem-Solving Methods in Artificial Intelligence, 1971).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules


@rules
class OpenLines(NamedTuple):
    """Open lines of the side to move minus those of its opponent; positions have ``own`` and ``other``."""

    lines: tuple[int, ...]  # every winning line, as a set of cells
    win: int  # more than the number of lines

    def value(self, position: Any) -> int:
        difference = 0
        for line in self.lines:
            if not position.other & line:
                difference += 1
            if not position.own & line:
                difference -= 1
        return difference
