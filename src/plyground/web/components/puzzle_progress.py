"""A visitor's progress with puzzles: the solved ones, and the streaks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from plyground.i18n import Sentence, _, _n
from plyground.store.records import PuzzleAttempt


class Progress(NamedTuple):
    """The result of all attempts of a visitor."""

    solved: frozenset[str]  # ids of the solved puzzles
    streak: int  # number of the last puzzles in a row that were solved at the first try
    days: int  # number of the last days in a row whose puzzle was solved
    is_day_done: bool  # True if today's puzzle is solved

    @classmethod
    def of(cls, attempts: Sequence[PuzzleAttempt], today: date) -> Progress:
        """Return the progress of a visitor from all attempts, the first one first."""
        streak = 0
        for attempt in reversed(attempts):
            if not attempt.first_try:
                break
            streak += 1
        done = {attempt.day for attempt in attempts if attempt.solved}
        is_day_done = today.isoformat() in done
        day, days = today if is_day_done else today - timedelta(days=1), 0
        while day.isoformat() in done:
            day, days = day - timedelta(days=1), days + 1
        return cls(frozenset(attempt.puzzle for attempt in attempts if attempt.solved), streak, days, is_day_done)


def figures(progress: Progress) -> list[Sentence]:
    """Return a visitor's progress in words."""
    solved, streak, days = len(progress.solved), progress.streak, progress.days
    return [
        _n("{count} puzzle solved", "{count} puzzles solved", solved) if solved else _("No puzzle solved yet"),
        _n("{count} in a row at the first try", "{count} in a row at the first try", streak)
        if streak
        else _("None in a row at the first try yet"),
        _n("Puzzle of the day: {count} day in a row", "Puzzle of the day: {count} days in a row", days)
        if days
        else _("Puzzle of the day: no day in a row yet"),
    ]
