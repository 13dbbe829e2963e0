"""The time manager: the seconds that a bot may use for a move, from the clock of its side.

Everything that keeps a clock for a bot describes it by a :class:`MoveClock`: the arena, and the servers of UCI, UGI,
GTP and Hub. Nothing else computes how long a bot may think.
"""

from __future__ import annotations

from typing import NamedTuple

OVERHEAD_S = 0.02
"""Default seconds that pass between the end of a search and the stop of the clock."""
MIN_BUDGET_S = 0.001
"""Least seconds for a move: a bot has to move even when its time is up."""
SUDDEN_DEATH_MOVES = 30
"""Moves that the time must last for if the clock names no number of moves."""
INCREMENT_SHARE = 0.9
"""Share of the increments to come that is planned with. The rest grows into a reserve for a busy machine."""
MAX_SHARE = 0.5
"""Greatest share of the time left that is used for a move if other moves must follow from the same time."""
SAFE_SHARE = 0.9
"""Share of the time for a move that is used, as clocks and processors are never exact."""
LAG_DECAY = 0.9
"""Part of the lag that is still expected one move later."""


class MoveClock(NamedTuple):
    """The clock of a side that is to move. All times are in seconds; without any limit a bot may think as it likes."""

    left_s: float | None = None  # seconds for the remaining moves; None: no such clock
    increment_s: float = 0.0  # seconds added after each move
    moves_to_go: int | None = None  # moves until the clock gets more time; None: never
    overtime_s: float = 0.0  # seconds of one overtime period
    overtime_moves: int = 1  # moves of one overtime period
    move_s: float | None = None  # most seconds for this move alone; None: no such limit
    overhead_s: float = OVERHEAD_S  # seconds between the bot's move and the stop of the clock
    opponent_left_s: float | None = None  # seconds on the next side's clock; None if unknown
    margin_s: float = 0.0  # seconds by which the move may be late

    @property
    def last_s(self) -> float | None:
        """The seconds after which a bot has lost on time, with the margin; None without a limit."""
        return None if self.most_s is None else self.most_s + self.margin_s

    @property
    def most_s(self) -> float | None:
        """The seconds in which a bot should have moved; None without a limit.

        They are less by the overhead, and not below :data:`MIN_BUDGET_S`.
        """
        left_s = None if self.left_s is None else max(self.left_s, 0.0) + self._overtime_share_s
        return self._less_overhead(left_s)

    @property
    def budget_s(self) -> float | None:
        """The seconds to use for this move; None without a limit.

        The time left is shared among the moves to go, with most of the increments that come before the last of them. If
        the clock has the overhead of every move to go, moves that use their budgets are never late.
        """
        if self.left_s is None:
            return self._less_overhead(None)
        return self._less_overhead(SAFE_SHARE * max(self._share_s(max(self.left_s, 0.0)), self._overtime_share_s))

    def _share_s(self, left_s: float) -> float:
        moves = self.moves_to_go or SUDDEN_DEATH_MOVES
        increments_s = INCREMENT_SHARE * self.increment_s * (moves - 1)
        return min((left_s + increments_s) / moves, left_s if moves == 1 else MAX_SHARE * left_s)

    @property
    def _overtime_share_s(self) -> float:
        return self.overtime_s / self.overtime_moves

    def _less_overhead(self, seconds: float | None) -> float | None:
        """Return the lesser of ``seconds`` and the time for this move, less the overhead; None if both are unlimited."""
        limits = [limit for limit in (seconds, self.move_s) if limit is not None]
        return max(MIN_BUDGET_S, min(limits) - self.overhead_s) if limits else None


class Lag:
    """The seconds by which a bot's moves come later than they were planned, on a busy machine or a slow line."""

    def __init__(self) -> None:
        """Begin without a lag."""
        self.seconds = 0.0

    def added_to(self, clock: MoveClock) -> MoveClock:
        """Return the clock with an overhead that has room for the lag."""
        return clock._replace(overhead_s=clock.overhead_s + self.seconds)

    def learn(self, clock: MoveClock, spent_s: float) -> None:
        """Learn from a move that was planned by ``clock`` and took this many seconds."""
        late_s = max(0.0, spent_s - (clock.budget_s or spent_s))
        self.seconds = max(late_s, LAG_DECAY * self.seconds)
