"""What is said of a game: whose turn it is, what has just happened, what is to be done."""

from __future__ import annotations

from plyground.interfaces.news import count, invitation, is_pass, latest, played, verdict
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
        if ended := verdict(match):
            return ended
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
            return _("{stones} Play again?", stones=counted) if (counted := count(match)) else _("Play again?")
        if self.must_pass:
            return _("No cell can be taken: pass.")
        if match.moves:
            return latest(match)
        if self._table.mover_is_human:
            return invitation(match)
        return "" if self._table.running else _("“{button}” lets the bots begin.", button=_("Go on"))

    @property
    def must_pass(self) -> bool:
        """Whether a person is to move who can only pass."""
        return self._table.mover_is_human and is_pass(self._table.game, self._table.match.position)

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
        return " ".join(filter(None, map(str, (played(match) or "", *sentences))))
