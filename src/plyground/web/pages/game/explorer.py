"""The state of exploring: positions other than the game's, and their values. This module draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.errors import PlygroundError
from plyground.presentation.game_session import GameSession
from plyground.presentation.move_values import Worths, exact_worths, searched_worths
from plyground.web.pages.game.background_analysis import PositionAnalysis


class Explorer:
    """The explored match and its values. ``changed`` is called after each change.

    While the explorer is open, it solves the shown position. While the analysis runs, it also solves the positions of
    the game. A *look* is a position that is shown without being played: an earlier position of the game, or a position
    of a side line.
    """

    def __init__(self, session: GameSession, analysis: PositionAnalysis, changed: Callable[[], None]) -> None:
        self.is_open = False
        self.analyses = False
        self.look: Match | None = None
        self.analysis = analysis
        self._session = session
        self._changed = changed
        self._seen = session.match
        self._goal: tuple[Any, ...] | None = None

    @property
    def shown(self) -> Match:
        """Return the match that the board shows: an explored line, or the game itself."""
        return self.look or self._session.match

    @property
    def worths(self) -> Worths | None:
        """Return the values of the moves on the board: exact ones, else estimates; None if nothing is known."""
        found = self.analysis.exploration(self.shown.position)
        if found:
            return exact_worths(found)
        judged = self.analysis.estimates(self.shown.position)
        return searched_worths(judged) if judged else None

    def set_open(self, is_open: bool) -> None:
        """Start or stop exploring. The board keeps the position that it shows."""
        self.is_open = is_open

    def toggle_analysis(self) -> None:
        """Start or stop the analysis of the game."""
        self.analyses = not self.analyses
        self._changed()

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

    def wait_longer(self) -> None:
        """Try again, with more time, to solve positions that were given up."""
        self.analysis.wait_longer()
        self._goal = None
        self._changed()

    def follow(self) -> None:
        """React to the session: a look ends if the game changes. Analyse the positions that are wanted."""
        match, seen = self._session.match, self._seen
        if match.moves[: match.ply][: seen.ply] != seen.moves[: seen.ply]:
            self.look = None
        self._seen = match
        shown = self.shown if self.is_open else None
        is_judged = self.is_open or self.analyses
        game = match if is_judged or self._session.is_over else None
        goal = shown and shown.position, game and game.moves[: game.ply], is_judged
        if goal != self._goal:
            self._goal = goal
            self.analysis.seek(shown, game, is_judged=is_judged)
