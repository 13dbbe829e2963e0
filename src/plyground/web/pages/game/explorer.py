"""The position on the board: the game's own, or a look at another one. This module draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.errors import PlygroundError
from plyground.presentation.game_session import GameSession


class Explorer:
    """The shown match. ``changed`` is called after each change.

    A *look* is a position that is shown without being played: an earlier position of the game, or a position of a side
    line.
    """

    def __init__(self, session: GameSession, changed: Callable[[], None]) -> None:
        self.look: Match | None = None
        self._session = session
        self._changed = changed
        self._seen = session.match

    @property
    def shown(self) -> Match:
        """Return the match that the board shows: an explored line, or the game itself."""
        return self.look or self._session.match

    def show(self, match: Match) -> None:
        """Show a match at its current ply; it may have another beginning than the game."""
        there, here = match.moves[: match.ply], self._session.match.moves[: self._session.match.ply]
        self.look = None if there == here else match
        self._changed()

    def show_ply(self, ply: int) -> None:
        """Show the game as it was after ``ply`` moves."""
        if 0 <= ply <= self._session.match.ply:
            self.show(replace(self._session.match, ply=ply))

    def try_move(self, move: Move) -> None:
        """Show the position after one more move, or report why the move is illegal."""
        try:
            self.show(self.shown.play(move).rolled())
        except PlygroundError as error:  # a match may be drawn although the position is not over
            self._session.report(error.sentence)

    def follow_line(self, line: tuple[Move, ...], plies: int) -> None:
        """Show the position some plies along a line from the shown position; the other moves can be redone."""
        shown = self.shown
        self.show(Match(shown.game, (*shown.moves[: shown.ply], *line), shown.ply + plies))

    def undo(self) -> None:
        """Show the position one move earlier."""
        if self.shown.ply:
            self.show(self.shown.undo())

    def redo(self) -> None:
        """Go one move forward in the side line, if there is one."""
        if self.shown.ply < len(self.shown.moves):
            self.show(self.shown.redo())

    def adopt(self) -> None:
        """Continue the game from the position that is shown."""
        look, self.look = self.look, None
        if look:
            self._session.go_to(look)

    def back(self) -> None:
        """Return from a shown position to the game."""
        self.look = None
        self._changed()

    def follow(self) -> None:
        """React to the session: a look ends if the game changes."""
        match, seen = self._session.match, self._seen
        if match.moves[: match.ply][: seen.ply] != seen.moves[: seen.ply]:
            self.look = None
        self._seen = match
