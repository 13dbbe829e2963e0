"""The clock of a game between two people: time for each side, with an increment for each move.

A clock is a value: it never changes by itself, but is brought up to a moment by :meth:`GameClock.at`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from plyground.errors import SpecError
from plyground.i18n import Sentence, _

CLOCKS = ("", "60+1", "180+2", "300+3", "600+5", "1800+20")
"""The clocks that the form offers: seconds for the game, and seconds added after each move. Empty for no clock."""
MAX_BASE_S = 6 * 3600
MAX_INCREMENT_S = 180


@dataclass(frozen=True)
class GameClock:
    """The time that each side has left. ``mover`` is the side whose time runs since ``since``; None if no time runs."""

    base_s: int
    increment_s: int
    left_ms: tuple[int, int]
    mover: int | None = None
    since: datetime | None = None  # time in UTC

    @classmethod
    def parse(cls, text: str) -> GameClock | None:
        """Return a new clock from a text such as ``180+2``; None for an empty text. Raise :class:`SpecError`."""
        if not text:
            return None
        found = re.fullmatch(r"(\d{1,5})\+(\d{1,3})", text, re.ASCII)
        base, increment = map(int, found.groups()) if found else (0, 0)
        if not 0 < base <= MAX_BASE_S or increment > MAX_INCREMENT_S:
            raise SpecError(_("“{text}” is not a clock. Write seconds for the game and for each move, such as 180+2.", text=text))  # fmt: skip
        return cls(base, increment, (base * 1000, base * 1000))

    @classmethod
    def read(cls, text: str) -> GameClock | None:
        """Return the clock that :meth:`written` wrote."""
        if not text:
            return None
        base, increment, first, second, mover, since = text.split(" ")
        own = cls(int(base), int(increment), (int(first), int(second)))
        return replace(own, mover=int(mover), since=datetime.fromisoformat(since)) if since else own

    @property
    def written(self) -> str:
        """The clock as a text for the store."""
        mover, since = ("", "") if self.since is None else (str(self.mover), self.since.isoformat())
        return " ".join((f"{self.base_s} {self.increment_s} {self.left_ms[0]} {self.left_ms[1]}", mover, since))

    @property
    def spec(self) -> str:
        """The text that :meth:`parse` reads."""
        return f"{self.base_s}+{self.increment_s}"

    @property
    def fallen(self) -> int | None:
        """The side that has run out of time; None if neither has."""
        return next((side for side, left in enumerate(self.left_ms) if left <= 0), None)

    def at(self, moment: datetime) -> GameClock:
        """Return the clock at a moment: subtract the time since the clock's own moment from the side whose time runs."""
        if self.mover is None or self.since is None or self.fallen is not None:
            return self
        spent = max((moment - self.since) // timedelta(milliseconds=1), 0)
        return replace(self._changed(self.mover, -spent), since=moment)

    def turned(self, mover: int | None, moment: datetime) -> GameClock:
        """Return the clock with the time of ``mover`` running from a ``moment``; None means that no time runs."""
        own = self.at(moment)
        return replace(own, mover=mover, since=None if mover is None else moment)

    def rewarded(self, side: int) -> GameClock:
        """Return the clock after the increment for a move of a side."""
        return self._changed(side, self.increment_s * 1000)

    def _changed(self, side: int, by_ms: int) -> GameClock:
        first, second = self.left_ms
        return replace(self, left_ms=(max(first + by_ms, 0), second) if side == 0 else (first, max(second + by_ms, 0)))


def clock_title(spec: str) -> Sentence:
    """Return a clock of :data:`CLOCKS` in words."""
    clock = GameClock.parse(spec)
    if clock is None:
        return _("No clock")
    return _("{minutes} min, and {seconds} s for each move", minutes=clock.base_s // 60, seconds=clock.increment_s)
