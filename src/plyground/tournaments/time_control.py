"""Time controls: none, per move, per game with an increment, or for a number of moves."""

from __future__ import annotations

import re
from typing import NamedTuple

from plyground.bots import BOTS
from plyground.bots.bot_file import is_bot_file
from plyground.core.spec import Spec
from plyground.core.time_manager import MoveClock
from plyground.errors import SpecError
from plyground.i18n import _

NUMBER = r"\d+(?:\.\d+)?"
FORMS = re.compile(
    rf"(?:none|move=(?P<move>{NUMBER})|(?:(?P<moves>\d+)/)?(?P<base>{NUMBER})(?:\+(?P<increment>{NUMBER}))?"
    rf"|nodes=(?P<nodes>\d+)|depth=(?P<depth>\d+))(?:,margin=(?P<margin>{NUMBER}))?"
)
DEFAULT_MARGIN_S = 0.1
HANG_S = 60.0
"""Seconds for a move if there is no clock."""


class TimeControl(NamedTuple):
    """The time that a side has. Without any limit it has :data:`HANG_S` seconds for each move."""

    move: float | None = None  # seconds for each move
    base: float | None = None  # seconds for the whole game, or for each ``moves`` moves
    increment: float = 0.0  # seconds added after each move
    moves: int | None = None
    nodes: int | None = None  # positions for each move, for bots with this option
    depth: int | None = None  # plies for each move, for bots with this option
    margin: float = DEFAULT_MARGIN_S  # seconds by which a bot may be late

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read ``none``, ``move=0.5``, ``60+0.6``, ``40/60``, ``nodes=5000`` or ``depth=4``; raise
        :class:`SpecError`.
        """
        found = FORMS.fullmatch(text.strip().replace(" ", ""))
        if found is None:
            raise SpecError(
                _(
                    "“{text}” is not a time. Write none, move=0.5 (seconds a move), 60+0.6 (seconds a game and for each move), 40/60 (seconds for 40 moves), nodes=5000 or depth=4.",
                    text=text,
                )
            )
        numbers = {name: value for name, value in found.groupdict().items() if value is not None}
        whole = ("moves", "nodes", "depth")
        values = {name: int(value) if name in whole else float(value) for name, value in numbers.items()}
        if any(value == 0 for name, value in values.items() if name not in ("increment", "margin")):
            raise SpecError(_("“{text}” leaves no time for a move.", text=text))
        return cls(**values)  # type: ignore[arg-type]

    @property
    def is_timed(self) -> bool:
        """True if a bot can lose on time."""
        return self.move is not None or self.base is not None

    def limited(self, bot: str) -> str:
        """Return the spec text of a bot, with the limit in nodes or plies added if the bot has such an option and sets
        none.
        """
        if is_bot_file(bot):
            return bot
        spec = Spec.parse(bot)
        offered = {option.name for option in BOTS[spec.name].options}
        for name, value in (("nodes", self.nodes), ("depth", self.depth)):
            if value is not None and name in offered and name not in spec.options:
                bot += ("," if ":" in bot else ":") + f"{name}={value}"
        return bot


class Clock:
    """The clock of one side."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = control.base
        self.played = 0

    def for_move(self, opponent: Clock | None = None) -> MoveClock | None:
        """Return the clock as it is told to the side to move; None if no time runs."""
        control = self.control
        if not control.is_timed:
            return None
        to_go = None if control.moves is None else control.moves - self.played % control.moves
        return MoveClock(
            self.left,
            control.increment,
            to_go,
            move_s=control.move,
            opponent_left_s=None if opponent is None else opponent.left,
            margin_s=control.margin,
        )

    @property
    def allowed(self) -> float:
        """Seconds that the next move may take."""
        if self.control.move is not None:
            return self.control.move
        return HANG_S if self.left is None else self.left

    @property
    def patience(self) -> float:
        """Seconds after which a bot loses on time."""
        return self.allowed + (self.control.margin if self.control.is_timed else 0.0)

    def spend(self, seconds: float) -> float:
        """Subtract the time of a move from the clock, and add the increment. Return the seconds by which the move was
        late.
        """
        late = max(seconds - self.allowed, 0.0)
        self.played += 1
        if self.left is not None:
            self.left = max(self.left - seconds, 0.0) + self.control.increment
            if self.control.moves is not None and self.played % self.control.moves == 0:
                self.left += self.control.base or 0.0
        return late
