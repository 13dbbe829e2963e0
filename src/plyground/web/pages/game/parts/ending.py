"""The end of a game: the result, the score, dead stones, and what can be done next."""

from __future__ import annotations

from plyground.i18n import Number, Sentence, _
from plyground.presentation.game_view import GameView
from plyground.presentation.opponents import level_of
from plyground.presentation.score_text import points
from plyground.presentation.settlement import can_settle
from plyground.presentation.side_title import side_title
from plyground.web.components.elements import bring_into_view, button, show, state, tag
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.parts.part import Part
from plyground.web.pages.game.seats_panel import SeatsPanel
from plyground.web.preferences import Preferences


class Ending(Part):
    """A card with the result. It is hidden until the game is over."""

    def __init__(self, model: GameModel, seats: SeatsPanel, preferences: Preferences) -> None:
        self._model = model
        self._seats = seats
        self._preferences = preferences
        self._has_ended_here = False  # True if a game has ended on this page, not before it was opened
        self._was_open = False  # True if the game was not over at the last drawing

    def build(self) -> None:
        """Put the card on the page, hidden."""
        commands = self._model.commands
        with tag("section", classes="panel ending", aria_label=str(_("Result"))) as self.panel:
            self.title = tag("h2")
            self.settled = tag("p", role="status")
            with tag("div", classes="actions"):
                button(_("Rematch"), commands.new_game, "primary again")
                self.fits = button("", self._seats.play_next)
                self.turned = button(_("Switch sides"), self._seats.switch_sides)
                self.settles = button(_("Dead stones"), self._model.dead_stones.press)
                self.learns = button(_("Learn from mistakes"), commands.learn)
        self.panel.set_visibility(False)

    def key(self, view: GameView) -> object:
        """Return the result and what can follow."""
        if not view.is_over:
            return False
        return view.match, view.resigned, view.seats, view.settling, view.next_opponent, view.can["learn"]

    def draw(self, view: GameView) -> None:
        """Show the result, or nothing."""
        if view.is_over and self._was_open:
            self._has_ended_here = True
            bring_into_view(self.panel)
        self._was_open = not view.is_over
        self.panel.set_visibility(view.is_over)
        if view.is_over:
            show(self.title, result(view))
            show(self.settled, view.settling.words)
            self.settled.set_visibility(bool(view.settling.words))
            self.settles.set_visibility(can_settle(view.match))
            state(self.settles, "aria-pressed", view.settling.is_on)
            self.turned.set_visibility(view.can["switch"])
            self.learns.set_visibility(view.can["learn"])
            self._offer_next_opponent(view)

    def _offer_next_opponent(self, view: GameView) -> None:
        """Offer the level that fits, unless it is the present one, and let the browser remember it."""
        found, person = view.next_opponent, view.person
        self.fits.set_visibility(found is not None and all(found.text != each.text for each in view.seats))
        if found is None or person is None:
            return
        present = level_of(view.game, view.seats[1 - person].text)
        is_harder = present is not None and present.number < found.number
        words = _("Harder: {level}", level=found.title) if is_harder else _("Easier: {level}", level=found.title)
        show(self.fits, words)
        if self._has_ended_here:  # cookie ``levels``: the next opponent of each game
            self.panel.props["data-levels"] = self._preferences.with_level(view.game.name, found.number)


def result(view: GameView) -> Sentence:
    """Return the result, from the view of the only person if there is one, with the score."""
    winner, person = view.winner, view.person
    scores = points(view.game, view.match.position)
    own = person if person is not None else winner or 0
    others = [score for side, score in enumerate(scores) if side != own]
    count = " – ".join(str(Number(score)) for score in (scores[own], *others)) if scores else ""
    if winner is None:
        words = _("A draw")
    elif person is not None:
        words = _("You won") if winner == person else _("You lost")
    else:
        words = _("{side} won", side=side_title(view.game, winner))
    return _("{result}, {score}", result=words, score=count) if count else words
