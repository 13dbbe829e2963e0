"""Tables of endings, such as king and rook against king: each is solved once in a process, when it is first met."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any

from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.errors import SearchStopped, UnsolvedPosition
from plyground.i18n import Sentence, _
from plyground.searches.progress import unheard
from plyground.searches.tally import STOP, Tally
from plyground.searches.threadless import begin
from plyground.solvers.explore import perfect_line
from plyground.solvers.forward import Value, Valued
from plyground.solvers.retrograde import solve

MAX_SURE_PLIES = 80
"""Quiet plies that a game may have without being a draw, in every game with ending tables."""
POLL_INTERVAL_S = 0.05
"""Seconds between two looks at a tally while a table is solved."""

_tables: dict[tuple[type, int], Future[Valued]] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class EndingValues:
    """The values of all positions of an ending, by the positions of the game itself."""

    game: Game
    table: Valued

    def __getitem__(self, position: Any) -> Value:
        """Return the value of a position of the ending, or of a finished position. Earlier positions of the game do not
        count.
        """
        position = position.recurring()
        if position.is_over():
            utility = position.utility()
            return Value(utility, 0 if utility else None)
        ending = self.game.solved_ending(position) if self.game.solved_ending else None
        return Value(0, None) if ending is None else self.table[ending]


@dataclass(frozen=True)
class SolvedEndings:
    """The values of a game's positions with few pieces. A table is solved when it is first needed; ``tally`` may stop
    the wait.

    A draw after many quiet moves counts, a draw by repetition does not.
    """

    game: Game
    tally: Tally
    on_message: Callable[[Sentence], object] = unheard

    def __getitem__(self, position: Any) -> Value:
        """Return the value of a position. Raise :class:`UnsolvedPosition` if it has too many pieces, or if its win
        comes after the quiet moves that draw the game.
        """
        if position.is_over():
            utility = position.utility()
            return Value(utility, 0 if utility else None)
        assert self.game.solved_ending is not None
        ending = self.game.solved_ending(position)
        if ending is None:
            raise UnsolvedPosition(_("In this game only endings of few pieces are solved exactly."))
        values = EndingValues(self.game, self._table(ending))
        value = values[position]
        if value.distance and position.reversible_plies() + value.distance > MAX_SURE_PLIES:
            last = position
            for move in perfect_line(values, position, value.distance):
                last = last.play(move)
            if not (last.is_over() and last.utility()):
                raise UnsolvedPosition(_("Quiet moves may draw this game before the win that the table knows."))
        return value

    def _table(self, ending: Any) -> Valued:
        table = table_of(ending)
        if not table.done():
            self.on_message(_("Solving all endings with these pieces …"))
        while True:
            try:
                return table.result(POLL_INTERVAL_S)
            except TimeoutError:
                if self.tally.counts[STOP]:
                    raise SearchStopped from None


def ending_values(game: Game, position: MarkedPosition, within: int | None) -> EndingValues | None:
    """Return the values of the ending that a position is part of; None without an ending or a table.

    A table of at most ``within`` positions is solved now. With None a thread solves it, and its values are ready for a
    later move; without threads it is solved now, too.
    """
    ending = game.solved_ending(position) if game.solved_ending else None
    if ending is None or (within is not None and ending.period() > within):
        return None
    table = table_of(ending)
    if within is None and not table.done():
        return None
    return EndingValues(game, table.result())


def table_of(ending: Any) -> Future[Valued]:
    """Return the table of an ending. A daemon thread solves it, so the program can exit meanwhile."""
    key = type(ending), ending.period()
    with _lock:
        if key not in _tables:
            table = _tables[key] = Future()
            begin(partial(_solve, ending, table))
    return _tables[key]


def _solve(ending: Any, table: Future[Valued]) -> None:
    try:
        table.set_result(solve(ending))
    except BaseException as error:  # raised again in the waiting thread
        table.set_exception(error)
