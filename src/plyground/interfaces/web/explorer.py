"""Exploring on the page: looks at other positions than the game's, and what is found out of them; nothing of how that is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.arena.match import Match
from plyground.errors import PlygroundError
from plyground.interfaces.web.findings import Findings
from plyground.interfaces.web.table import Table
from plyground.interfaces.worth import Worth, Worths, with_best
from plyground.position import Move


class Explorer:
    """While it is open, the position shown is solved; then, as while it *analyses*, the game's; ``changed`` hears of each.

    A *look* is a position that is shown without being played: one of the game's, or of a line that begins there.
    """

    def __init__(self, table: Table, findings: Findings, changed: Callable[[], None]) -> None:
        self.is_open = False
        self.analyses = False
        self.look: Match | None = None
        self.findings = findings
        self._table = table
        self._changed = changed
        self._seen = table.match
        self._goal: tuple[Any, ...] | None = None

    @property
    def shown(self) -> Match:
        """What the board shows: a look, or the game."""
        return self.look or self._table.match

    @property
    def worths(self) -> Worths | None:
        """What the moves on the board are worth, where that is proven."""
        found = self.findings.exploration(self.shown.position)
        if found is None:
            return None
        return with_best({move: Worth.proven(*value) for move, value in found.ranking}, found.best)

    def toggle(self) -> None:
        """Begin or end exploring; with it ends a look."""
        self.is_open = not self.is_open
        self.look = None
        self._changed()

    def toggle_analysis(self) -> None:
        """Begin or end the analysis of the game."""
        self.analyses = not self.analyses
        self._changed()

    def show(self, match: Match) -> None:
        """Look at a match as it stands at its ply, which begins as the game does or not."""
        there, here = match.moves[: match.ply], self._table.match.moves[: self._table.match.ply]
        self.look = None if there == here else match
        self._changed()

    def show_ply(self, ply: int) -> None:
        """Look at the game as it was after so many moves."""
        if 0 <= ply <= self._table.match.ply:
            self.show(replace(self._table.match, ply=ply))

    def try_move(self, move: Move) -> None:
        """Look at the position after one more move, or let the table say why it cannot be made."""
        try:
            self.show(self.shown.play(move).rolled())
        except PlygroundError as error:  # a match may be drawn where the position is not over
            self._table.say(error.sentence)

    def follow_line(self, line: tuple[Move, ...], plies: int) -> None:
        """Look some plies along a line that begins in the position shown; the rest of it can be made again."""
        shown = self.shown
        self.show(Match(shown.game, (*shown.moves[: shown.ply], *line), shown.ply + plies))

    def undo(self) -> None:
        """Look a move earlier."""
        if self.shown.ply:
            self.show(self.shown.undo())

    def redo(self) -> None:
        """Look a move further, where one is known."""
        if self.shown.ply < len(self.shown.moves):
            self.show(self.shown.redo())

    def adopt(self) -> None:
        """Let the game go on from the look."""
        look, self.look = self.look, None
        if look:
            self._table.go_to(look)

    def back(self) -> None:
        """End the look."""
        self.look = None
        self._changed()

    def wait_longer(self) -> None:
        """Solve with more patience what was given up."""
        self.findings.wait_longer()
        self._goal = None
        self._changed()

    def follow(self) -> None:
        """Keep up with the table: a look ends where the game goes another way; what is wanted is found out."""
        match, seen = self._table.match, self._seen
        if match.moves[: match.ply][: seen.ply] != seen.moves[: seen.ply]:
            self.look = None
        self._seen = match
        shown = self.shown if self.is_open else None
        game = match if self.is_open or self.analyses else None
        goal = shown and shown.position, game and game.moves[: game.ply]
        if goal != self._goal:
            self._goal = goal
            self.findings.seek(shown, game)
