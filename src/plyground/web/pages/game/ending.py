"""The end of a game: the result, the score, the turning point, and what can be done next."""

from __future__ import annotations

from collections.abc import Callable

from plyground.arena.game_review import Judged
from plyground.core.position import Demand
from plyground.i18n import Number, Sentence, _
from plyground.presentation.explore_text import gift
from plyground.presentation.game_session import GameSession
from plyground.presentation.score_text import points
from plyground.presentation.side_title import mover_title, side_title
from plyground.web.components.elements import show, tag
from plyground.web.pages.game.explorer import Explorer


class Ending:
    """A card with the result. Empty and hidden while the game goes on."""

    def __init__(self, session: GameSession, explorer: Explorer) -> None:
        self._session = session
        self._explorer = explorer

    def build(self, build_actions: Callable[[], None]) -> None:
        """Put the card on the page, hidden; ``build_actions`` adds its buttons."""
        with tag("section", classes="panel ending", aria_label=str(_("Result"))) as self.panel:
            self.title = tag("h2")
            self.turn = tag("p")
            with tag("div", classes="actions"):
                build_actions()
        self.panel.set_visibility(False)

    def refresh(self) -> None:
        """Show the present state."""
        is_over = self._session.is_over
        self.panel.set_visibility(is_over)
        if is_over:
            show(self.title, self._result())
            show(self.turn, self._turning_point())

    def _result(self) -> Sentence:
        """Return the result, from the view of the only person if there is one, with the score."""
        session, match = self._session, self._session.match
        people = [side for side, seat in enumerate(session.seats) if seat.is_human]
        winner = match.outcome.winner if match.outcome else None
        if session.resigned is not None:
            winner = 1 - session.resigned
        scores = points(session.game, match.position)
        own = people[0] if len(people) == 1 else winner or 0
        others = [score for side, score in enumerate(scores) if side != own]
        count = " – ".join(str(Number(score)) for score in (scores[own], *others)) if scores else ""
        if winner is None:
            words = _("A draw")
        elif len(people) == 1:
            words = _("You won") if winner == own else _("You lost")
        else:
            words = _("{side} won", side=side_title(session.game, winner))
        return _("{result}, {score}", result=words, score=count) if count else words

    def _turning_point(self) -> Sentence | str:
        """Return a sentence on the last move that changed the winner, if the values are proven."""
        match, analysis = self._session.match, self._explorer.analysis
        if len(match.game.sides) != 2 or match.game.demands & ~Demand.TURNS:
            return ""
        judged: list[Judged] = []
        for ply in reversed(range(match.ply)):
            each = analysis.judged(match, ply)
            if each is None:
                break
            judged.append(each)
            if each.lost:
                before = match.positions[ply]
                return _(
                    "Turning point: move {number}. {side} {move} {given}.",
                    number=ply + 1,
                    side=mover_title(match.game, before),
                    move=match.words[ply],
                    given=gift(each),
                )
        return _("No move changed the outcome.") if len(judged) == match.ply else ""
