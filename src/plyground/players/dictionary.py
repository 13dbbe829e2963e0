"""The dictionary player: looks its move up; no search, no rules."""

from __future__ import annotations

from typing import Any

from plyground.dictionary import Form, Table, build, form_of, load, look_up
from plyground.errors import SpecError
from plyground.game import Game
from plyground.language import _
from plyground.players.player import UNFOLLOWED, Card, Choice, Thought
from plyground.position import Demand
from plyground.search import Tally
from plyground.search.demands import refuse_demands

CARD = Card(
    title=_("Dictionary"),
    summary=_("Looks its move up in a table that holds the best move of every position."),
    plans_ahead=False,
    deterministic=True,
    source="L. A. Digiampietri (EACH-USP)",
)


class DictionaryPlayer:
    """Plays from the dictionary in ``file``, or else from one built in memory, when it is first asked."""

    card = CARD

    def __init__(self, game: Game, form: str | None = None, file: str | None = None) -> None:
        """``form`` says how the table is held.

        Raises :class:`SpecError` or :class:`SearchError` for a game that can have no dictionary, and, for the file, :class:`FileError`.
        """
        refuse_demands(game.start, Demand.TURNS, "dictionary")
        self.game = game
        if file is None and game.facts.loops:
            raise SpecError(_("Positions of this game can come again, so its lines of play have no end."))
        if file is None:
            self.form = form_of(game, form)
            self._table = None
        else:
            reading = load(file, game)
            self.form = form_of(game, form) if form else reading.form
            self._table = reading.dictionary.table(self.form)

    def table(self, tally: Tally | None = None) -> Table:
        """What it plays from; ``tally`` counts and may stop the building of it, once in a process.

        Raises :class:`SearchError` when the game is too large.
        """
        return _built(self.game, self.form, tally) if self._table is None else self._table

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """The move of the entry; raises :class:`SearchError` where an opening dictionary has none."""
        return Choice(*look_up(self.table(thought.tally), self.form, self.game, position))


_tables: dict[tuple[Any, str], Table] = {}


def _built(game: Game, form: Form, tally: Tally | None) -> Table:
    """The complete dictionary of a game, built once in a process."""
    which = game.start, form.name
    if which not in _tables:
        _tables[which] = build(game, tally=tally).table(form)
    return _tables[which]
