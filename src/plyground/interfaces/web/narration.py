"""What is said of a game: whose turn it is, what has just happened, what is to be done."""

from __future__ import annotations

from typing import Any

from plyground.interfaces.board import by_column
from plyground.interfaces.ending import nearing, ranking, stones
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.hint import HintPanel
from plyground.interfaces.web.table import Table
from plyground.language import Number, Sentence, _, _n


class Narration:
    """Words for the position shown and the game at the table."""

    def __init__(self, table: Table, explorer: Explorer, hint: HintPanel) -> None:
        self._table = table
        self._explorer = explorer
        self._hint = hint

    def status(self) -> Sentence:
        """Whose turn it is, or how the game ended."""
        table = self._table
        match = self._explorer.shown
        sides = table.game.sides
        if match.outcome:
            if match.outcome.winner is None and len(set(match.outcome.utilities)) > 1:
                return _("Several share the first place: {reason}.", reason=match.outcome.reason)
            if match.outcome.winner is None:
                return _("A draw: {reason}.", reason=match.outcome.reason)
            return _("{side} wins: {reason}.", side=sides[match.outcome.winner], reason=match.outcome.reason)
        side = match.mover
        if self._explorer.look:
            return _("A look: {side} to move", side=side)
        if table.thinking:
            return _("{side} ({player}) is thinking", side=side, player=table.thinking.player.card.title)
        if table.mover_is_human and sum(taken.is_human for taken in table.seats) == 1:
            return _("Your move: you play {side}", side=side)
        return _("{side} to move", side=side)

    def detail(self) -> Sentence | str:
        """What helps to see why, or what is to be done."""
        if self._explorer.look:
            return _("The game itself stays where it was.")
        thinking = self._table.thinking
        if thinking:
            seconds = Number(thinking.seconds, decimals=1)
            if thinking.doing:
                return thinking.doing
            if not thinking.visits:
                return _("waiting to begin, {seconds} s", seconds=seconds)
            return _n(
                "{count} position, {seconds} s", "{count} positions, {seconds} s", thinking.visits, seconds=seconds
            )
        match = self._table.match
        if match.outcome:
            if match.outcome.utilities:
                return _("{ranking}. Play again?", ranking=ranking(match.game, match.outcome))
            counted = stones(match.game, match.position)
            return _("{stones} Play again?", stones=counted) if counted else _("Play again?")
        if self.must_pass:
            return _("No cell can be taken: pass.")
        if match.fallen:
            return _("{chance}: {moves}", chance=match.game.chance, moves=", ".join(match.fallen))
        if match.ply and self._is_pass(match.positions[match.ply - 1]):
            return _("{side} had to pass.", side=match.game.mover(match.positions[match.ply - 1]))
        if match.ply and match.game.side(match.positions[match.ply - 1]) == match.side:
            return nearing(match) or _("{side} moves again.", side=match.mover)
        if match.moves:
            return nearing(match) or ""
        if self._table.mover_is_human:
            position, picture = match.position, match.game.picture
            if not any(picture.cells(position, move) for move in position.moves()):
                return _("Choose a move.")
            if match.game.picture.pieces:
                return _("Choose a piece, then where it goes.")
            return _("Choose a column.") if by_column(match.game.picture) else _("Choose a cell.")
        return "" if self._table.running else _("“Play” lets the bots begin.")

    @property
    def must_pass(self) -> bool:
        """Whether a person is to move who can only pass."""
        return self._table.mover_is_human and self._is_pass(self._table.match.position)

    def _is_pass(self, position: Any) -> bool:
        """Whether nothing can be done on the board in an unfinished position: a single move, which changes nothing there."""
        picture = self._table.game.picture
        if not picture.width or position.is_chance():
            return False
        first, *others = position.moves()
        if others or picture.cells(position, first):
            return False
        return picture.marks(position.play(first)) == picture.marks(position)

    def announcement(self) -> str:
        """What is said aloud: the last move and what is next, or a hint; but not how a thought goes on."""
        table, match = self._table, self._explorer.shown
        if self._hint.words:
            return str(self._hint.words)
        if table.thinking and not self._explorer.look:
            said = table.thinking.said
            heard = said and _("Depth {depth}: {worth}.", depth=said.depth, worth=said.worth)
            return " ".join(filter(None, map(str, (self.status(), heard or ""))))
        sentences = [self.status(), self.detail()]
        chosen = match.ply - len(match.fallen) - 1  # what fell after it is told in the details
        if chosen >= 0 and not self._is_pass(match.positions[chosen]):  # and so is a pass
            side = table.game.mover(match.positions[chosen])
            sentences.insert(0, _("{side} played {move}.", side=side, move=match.words[chosen]))
        return " ".join(filter(None, map(str, sentences)))
