"""Learning from mistakes: the page shows a position before a mistake and asks for a better move."""

from __future__ import annotations

from collections.abc import Callable

from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.i18n import Sentence, _, _n
from plyground.judge.review import ReviewedMove
from plyground.presentation.game_session import GameSession
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.judged_game import JudgedGame, Question


class Mistakes:
    """A player's mistakes: moves with a mark of the judge. ``changed`` is called after each step."""

    def __init__(
        self, session: GameSession, explorer: Explorer, judged: JudgedGame, changed: Callable[[], None]
    ) -> None:
        self.words: Sentence | str = ""  # question, or reply to the answer
        self.is_right = False
        self._session = session
        self._explorer = explorer
        self._judged = judged
        self._changed = changed
        self._asked: ReviewedMove | None = None
        self._left: list[ReviewedMove] = []
        self._shown: Match | None = None  # match that the words are about
        self._tried: Match | None = None  # match with an answer that is being judged

    def found(self) -> list[ReviewedMove]:
        """Return the marked moves of people in the game, in order, as far as they are judged."""
        match = self._session.match
        each = (
            self._judged.answer("review", match.undo(match.ply - ply))
            for ply in range(1, match.ply + 1)
            if self._session.can_learn_from(ply - 1)
        )
        return [found for found in each if found and found.mark]

    @property
    def is_on(self) -> bool:
        """True while a question or its answer is shown."""
        return self._asked is not None and self._explorer.look is not None and self._explorer.look is self._shown

    @property
    def has_more(self) -> bool:
        """True after a right answer if mistakes are left."""
        return self.is_on and self.is_right and bool(self._left)

    @property
    def question(self) -> Question | None:
        """The question that the judge is asked about an answer; None if no answer waits."""
        return Question("review", self._tried.moves) if self._tried and self.is_on else None

    def begin(self) -> None:
        """Ask about the first mistake."""
        self._left = self.found()
        if self._left:
            self.next()

    def next(self) -> None:
        """Ask about the next mistake, if there is one: a press may come when none is left."""
        if not self._left:
            return
        asked = self._asked = self._left.pop(0)
        self.is_right, self._tried = False, None
        self._explorer.show_ply(asked.ply - 1)
        self._shown = self._explorer.look
        match = self._session.match
        self.words = _(
            "Move {number}: you played {move}. Find a better move.",
            number=match.number_at(asked.ply),
            move=match.game.move_words(match.positions[asked.ply - 1], match.moves[asked.ply - 1]),
        )
        self._changed()

    def try_move(self, move: Move) -> None:
        """Answer with a move. Every move without a mark is right."""
        if self._asked is not None and self._shown is not None:
            self._tried = self._shown.play(move)
            self.words = _("Looking at this move …")
            self._changed()

    def follow(self) -> None:
        """Say if an answer is right, once it is judged."""
        tried = self._tried
        if tried is None or not self.is_on:
            self._tried = None
            return
        found: ReviewedMove | None = self._judged.answer("review", tried)
        if found is None:
            return
        self._tried = None
        if found.mark and found.cause:
            self.words = _("Not this one. {cause} Try again.", cause=found.cause.sentence)
        else:
            self.is_right = True
            self._explorer.try_move(found.move)
            self._shown = self._explorer.look
            self.words = self._praise()

    def tell(self) -> None:
        """Tell what would have been right."""
        if self._asked and self._asked.cause:
            self.words = self._asked.cause.sentence
            self._changed()

    def _praise(self) -> Sentence:
        if len(self.found()) == 1:
            return _("Right. That was the only mistake.")
        if not self._left:
            return _("Right. That was the last mistake.")
        return _n("Right. {count} mistake is left.", "Right. {count} mistakes are left.", len(self._left))
