"""Learning from mistakes: the page shows a position before a mistake and asks for a better move."""

from __future__ import annotations

from collections.abc import Callable

from plyground.arena.game_review import Judged
from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.i18n import Sentence, _, _n
from plyground.presentation.explore_text import gift
from plyground.presentation.game_session import GameSession
from plyground.web.pages.game.explorer import Explorer


class Mistakes:
    """A player's mistakes: moves that lost value, by exact values. ``changed`` is called after each step."""

    def __init__(self, session: GameSession, explorer: Explorer, changed: Callable[[], None]) -> None:
        self.words: Sentence | str = ""  # question, or reply to the answer
        self.is_right = False
        self._session = session
        self._explorer = explorer
        self._changed = changed
        self._asked: Judged | None = None
        self._left: list[Judged] = []
        self._shown: Match | None = None  # match that the words are about

    def found(self) -> list[Judged]:
        """Return the mistakes of people in the game, in order, as far as values are proven."""
        match = self._session.match
        judged = [
            self._explorer.analysis.judged(match, ply)
            for ply in range(match.ply)
            if self._session.mover_at(ply).is_human
        ]
        return [each for each in judged if each and each.lost]

    @property
    def is_on(self) -> bool:
        """True while a question or its answer is shown."""
        return self._asked is not None and self._explorer.look is not None and self._explorer.look is self._shown

    @property
    def has_more(self) -> bool:
        """True after a right answer if mistakes are left."""
        return self.is_on and self.is_right and bool(self._left)

    def begin(self) -> None:
        """Ask about the first mistake."""
        self._left = self.found()
        if self._left:
            self.next()

    def next(self) -> None:
        """Ask about the next mistake."""
        asked = self._asked = self._left.pop(0)
        self.is_right = False
        self._explorer.show_ply(asked.ply)
        self._shown = self._explorer.look
        match = self._session.match
        self.words = _(
            "Move {number}: you played {move}. Find a better move.", number=asked.ply + 1, move=match.words[asked.ply]
        )
        self._changed()

    def try_move(self, move: Move) -> None:
        """Answer with a move. Every move that loses no value is right."""
        asked = self._asked
        if asked is None:
            return
        tried = Judged(asked.ply, move, asked.ranking)
        if tried.lost:
            self.words = _("Not this one: it {given}. Try again.", given=gift(tried))
        else:
            self.is_right = True
            self._explorer.try_move(move)
            self._shown = self._explorer.look
            self.words = self._praise()
        self._changed()

    def tell(self) -> None:
        """Show the best moves."""
        if self._asked and self._shown:
            before = self._shown.position
            best = ", ".join(self._session.game.notation.format_move(before, move) for move in self._asked.best)
            self.words = _("Best: {moves}.", moves=best)
            self._changed()

    def _praise(self) -> Sentence:
        if len(self.found()) == 1:
            return _("Right. That was the only mistake.")
        if not self._left:
            return _("Right. That was the last mistake.")
        return _n("Right. {count} mistake is left.", "Right. {count} mistakes are left.", len(self._left))
