"""The table player: perfect play, looked up in a solution of the whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.errors import SearchError, SearchStopped
from plyground.game import Game
from plyground.language import Number, Sentence, _
from plyground.players.player import UNFOLLOWED, Card, Choice, Thought, only_move, unheard
from plyground.players.reasons import promise
from plyground.position import Demand
from plyground.search import Tally, new_tally
from plyground.search.demands import refuse_demands
from plyground.search.tally import STOP, VISITS
from plyground.solve import forward, retrograde
from plyground.solve.forward import Valued, best_moves
from plyground.solve.retrograde import countable
from plyground.solve.sweep import Progress, Sweeper
from plyground.solve.tablebase import Tablebase

CARD = Card(
    title=_("Table"),
    summary=_("Looks up what each move leads to in a table of the solved game: wins in the fewest moves, loses in the most. Without a table, it solves a small game when it is first asked."),
    plans_ahead=False,
    deterministic=True,
    source="T. Ströhlein (1970); K. Thompson (1986)",
)  # fmt: skip

MOST = 1 << 25
"""Positions, by their numbers, that are solved in memory: some seconds."""


class TablePlayer:
    """Plays from the table in ``file``, or else from one solved in memory, when it is first asked."""

    card = CARD

    def __init__(self, game: Game, file: str | None = None) -> None:
        """Raises :class:`FileError` for a file that is no table of the game, :class:`SearchError` for one that can have none."""
        refuse_demands(game.start, Demand.TURNS, "table")
        self.game = game
        self._values: Valued | None = None if file is None else Tablebase(file, game)

    def values(self, thought: Thought = UNFOLLOWED) -> Valued:
        """What it plays from; ``thought`` counts, tells of and may stop the solving of it, once in a process.

        Raises :class:`SearchError` when the game is too large.
        """
        if self._values is None:
            self._values = solution(self.game, thought.tally or new_tally(), thought.tell)
        return self._values

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """The first of the best moves; a single legal one is played without looking."""
        forced = only_move(position)
        if forced:
            return forced
        values = self.values(thought)
        value = values[position]
        return Choice(
            best_moves(values, position)[0],
            _("{outcome}, says the table.", outcome=promise(value.utility, value.distance)),
            value.utility,
        )


def is_soon_solved(game: Game) -> bool:
    """Whether a table of the whole game is made in some seconds, when it is first asked."""
    start: Any = game.start
    return countable(start) and start.period() <= MOST


_solutions: dict[tuple[type, Any], Valued] = {}


def solution(game: Game, tally: Tally, tell: Callable[[Sentence], object] = unheard) -> Valued:
    """The value of every position of a game, solved once in a process; ``tally`` counts and may stop it.

    ``tell`` hears how far it is.

    Raises :class:`SearchError` when the game is too large, and :class:`SearchStopped`.
    """
    start: Any = game.start
    key = type(start), start  # the starts of two games may be equal as tuples
    if key not in _solutions:
        if not countable(start):
            _solutions[key] = forward.solve(start, tally=tally)
        elif is_soon_solved(game):
            _solutions[key] = retrograde.solve(start, Sweeper(hear=lambda progress: _follow(progress, tally, tell)))
        else:
            raise SearchError(
                _("{game} has {count} positions: too many to solve now; plyground solve makes a file of it.", game=game.name, count=Number(start.size()))
            )  # fmt: skip
    return _solutions[key]


def _follow(progress: Progress, tally: Tally, tell: Callable[[Sentence], object]) -> None:
    tally.counts[VISITS] = progress.done
    tell(progress.sentence)
    if tally.counts[STOP]:
        raise SearchStopped
