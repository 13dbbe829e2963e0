"""The table bot: perfect play, looked up in a solution of the whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.bots.bot_protocol import UNFOLLOWED, Card, Choice, Thought, only_move
from plyground.bots.decision_tree import from_values
from plyground.bots.reasons import promise
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import SearchError, SearchStopped
from plyground.i18n import Number, Sentence, _
from plyground.searches import Tally, new_tally
from plyground.searches.demands import refuse_demands
from plyground.searches.progress import unheard
from plyground.searches.tally import NODES, STOP
from plyground.solvers import retrograde
from plyground.solvers.forward import Valued, best_moves
from plyground.solvers.layers.layered_table import open_table
from plyground.solvers.retrograde import countable
from plyground.solvers.solve_game import solve_in_memory
from plyground.solvers.sweep import Progress, Sweeper

CARD = Card(
    title=_("Table"),
    summary=_("Plays perfectly from a table of the solved game: wins in the fewest moves, loses in the most. Without a table it solves a small game at its first move."),
    plans_ahead=False,
    deterministic=True,
    source="T. Ströhlein (1970); K. Thompson (1986)",
)  # fmt: skip

MAX_TABLE_POSITIONS = 1 << 25
"""Most numbered positions of a game that is solved in memory, in some seconds."""


class TableBot:
    """A bot from the table in ``file``, or from one that is solved in memory for the first move."""

    card = CARD

    def __init__(self, game: Game, file: str | None = None) -> None:
        """Set up the bot with a table. Without ``file`` it solves the game itself.

        Raise :class:`FileError` for a file that is not a table of the game, :class:`SearchError` for a game without
        tables.
        """
        refuse_demands(game.start, Demand.TURNS, "table")
        self.game = game
        self._values: Valued | None = None if file is None else open_table(file, game)

    def values(self, thought: Thought = UNFOLLOWED) -> Valued:
        """Return the values of all positions. The game is solved once in a process; ``thought`` gets reports and may
        stop it.

        Raise :class:`SearchError` if the game is too large.
        """
        if self._values is None:
            self._values = solution(self.game, thought.tally or new_tally(), thought.on_progress)
        return self._values

    def warm_up(self, thought: Thought = UNFOLLOWED) -> None:
        """Solve the game, if no file has its table."""
        self.values(thought)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the first of the best moves; a single legal move is played without a look-up."""
        forced = only_move(position)
        if forced:
            return forced
        values = self.values(thought)
        value = values[position]
        move = best_moves(values, position)[0]
        said = _("{outcome}, says the table.", outcome=promise(value.utility, value.distance))
        tree = from_values(position, values, move) if thought.keeps_tree else None
        return Choice(move, said, value.utility, tree=tree)


def is_soon_solved(game: Game) -> bool:
    """Return True if the whole game can be solved in some seconds."""
    start: Any = game.start
    return countable(start) and start.period() <= MAX_TABLE_POSITIONS


def is_solved(game: Game) -> bool:
    """Return True if :func:`solution` has solved the game in this process."""
    return _key(game) in _solutions


def _key(game: Game) -> tuple[type, Any]:
    return type(game.start), game.start  # include the class: the starts of two games may be equal as tuples


_solutions: dict[tuple[type, Any], Valued] = {}


def solution(game: Game, tally: Tally, on_message: Callable[[Sentence], object] = unheard) -> Valued:
    """Return the value of every position of a game. It is solved once in a process; ``tally`` counts and may stop it.

    ``on_message`` is called with the progress. Raise :class:`SearchError` if the game is too large, and
    :class:`SearchStopped`.
    """
    start: Any = game.start
    key = _key(game)
    if key not in _solutions:
        if not countable(start):
            _solutions[key] = solve_in_memory(start, tally=tally)
        elif is_soon_solved(game):
            _solutions[key] = retrograde.solve(
                start, Sweeper(on_progress=lambda progress: _follow(progress, tally, on_message))
            )
        else:
            raise SearchError(
                _("{game} has {count} positions, too many to solve now. Write a table with plyground solve.", game=game.name, count=Number(start.size()))
            )  # fmt: skip
    return _solutions[key]


def _follow(progress: Progress, tally: Tally, on_message: Callable[[Sentence], object]) -> None:
    tally.counts[NODES] = progress.done
    on_message(progress.sentence)
    if tally.counts[STOP]:
        raise SearchStopped
