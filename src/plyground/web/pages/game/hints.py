"""Hints: the first press shows where to look, the second the reason, the third the move."""

from __future__ import annotations

from collections.abc import Callable

from plyground.arena.match import Match
from plyground.i18n import _
from plyground.presentation.game_view import Hint
from plyground.presentation.hint import STEPS, Advice, area, cells, step_words
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.judged_game import JudgedGame, Question, question

REASON = 2
"""The step that tells the reason."""


class Hints:
    """The hint for the shown position; it is removed when the position changes. ``changed`` is called after each step."""

    def __init__(self, explorer: Explorer, judged: JudgedGame, changed: Callable[[], None]) -> None:
        self._explorer = explorer
        self._judged = judged
        self._changed = changed
        self._step = 0  # 0: no hint
        self._about: Match | None = None

    def follow(self, *, open_: bool) -> None:
        """Remove a hint that does not fit the shown position or cannot be used now."""
        if self._about is not None and (self._about != self._explorer.shown or not open_):
            self.leave()

    def leave(self) -> None:
        """Remove the hint."""
        self._about, self._step = None, 0

    def press(self) -> None:
        """Show the next step of the hint."""
        if self._about is None:
            self._about, self._step = self._explorer.shown, 1
        elif self._advice and self._step < STEPS:
            self._step += 1
        self._changed()

    @property
    def question(self) -> Question | None:
        """The question to the judge; None without a hint."""
        return question("advice", self._about) if self._about else None

    @property
    def _advice(self) -> Advice | None:
        return self._judged.answer("advice", self._about) if self._about else None

    def hint(self) -> Hint:
        """Return the present step."""
        match, advice = self._about, self._advice
        if match is None:
            return Hint()
        if advice is None:
            trouble = self._judged.trouble("advice", match)
            words = trouble or self._judged.doing or _("Looking for a hint …")
            return Hint(words, _("Hint"), waits=trouble is None)
        game, position = match.game, match.position
        return Hint(
            step_words(game, position, advice, self._step),
            _("Hint {step} of {last}", step=self._step, last=STEPS),
            advice.source if self._step == REASON else "",
            area(game, position, advice.best),
            cells(game, position, advice, self._step),
        )
