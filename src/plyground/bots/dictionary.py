"""The dictionary bot: it looks up its move, without search or rules."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from plyground.bots.bot_protocol import UNFOLLOWED, Card, Choice, Thought
from plyground.bots.decision_tree import MAX_PLIES, from_move
from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.dictionary import Form, Table, build, form_of, load, look_up
from plyground.errors import SearchError, SpecError
from plyground.i18n import _
from plyground.searches import Tally
from plyground.searches.demands import refuse_demands

CARD = Card(
    title=_("Dictionary"),
    summary=_("Looks up its move in a table with the best move of every position."),
    plans_ahead=False,
    deterministic=True,
    source="L. A. Digiampietri (EACH-USP)",
)


class DictionaryBot:
    """A bot from the dictionary in ``file``, or from one that is built in memory for the first move."""

    card = CARD

    def __init__(self, game: Game, form: str | None = None, file: str | None = None) -> None:
        """Set up the bot; ``form`` names the form of the table's keys.

        Raise :class:`SpecError` or :class:`SearchError` for a game that can have no dictionary, and, for the file,
        :class:`FileError`.
        """
        refuse_demands(game.start, Demand.TURNS, "dictionary")
        self.game = game
        if file is None and game.facts.loops:
            raise SpecError(_("Positions of this game can repeat, so a search to the end may never stop."))
        if file is None:
            self.form = form_of(game, form)
            self._table = None
        else:
            reading = load(file, game)
            self.form = form_of(game, form) if form else reading.form
            self._table = reading.dictionary.table(self.form)

    def table(self, tally: Tally | None = None) -> Table:
        """Return the table. It is built once in a process; ``tally`` counts the work and may stop it.

        Raise :class:`SearchError` if the game is too large.
        """
        return _built(self.game, self.form, tally) if self._table is None else self._table

    def warm_up(self, thought: Thought = UNFOLLOWED) -> None:
        """Build the table, if no file has it."""
        self.table(thought.tally)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the move of the entry. Raise :class:`SearchError` if an opening dictionary has none."""
        move, said = look_up(self.table(thought.tally), self.form, self.game, position)
        if not thought.keeps_tree:
            return Choice(move, said)
        return Choice(move, said, tree=from_move(position, move, said, line=self._line(position)))

    def _line(self, position: MarkedPosition) -> list[Move]:
        """Return the moves of the entries from a position on, for both sides."""
        line: list[Move] = []
        with suppress(SearchError):  # an opening dictionary ends
            while not position.is_over() and len(line) < MAX_PLIES:
                line.append(look_up(self.table(), self.form, self.game, position).move)
                position = position.play(line[-1])
        return line


_tables: dict[tuple[Any, str], Table] = {}


def _built(game: Game, form: Form, tally: Tally | None) -> Table:
    """Return the complete dictionary of a game, built once in a process."""
    which = game.start, form.name
    if which not in _tables:
        _tables[which] = build(game, tally=tally).table(form)
    return _tables[which]
