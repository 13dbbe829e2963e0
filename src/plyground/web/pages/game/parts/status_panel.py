"""The status of the game: what happens, what can be done now, and what went wrong."""

from __future__ import annotations

from plyground.i18n import _
from plyground.presentation.game_view import GameView
from plyground.presentation.side_title import mover_title
from plyground.web.components.elements import button, enable, select, show, tag
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.parts.part import Part

PACES = (("2", _("slow")), ("0.8", _("normal")), ("0.1", _("fast")))
"""Seconds between the moves of two bots, with the name of each speed."""


class StatusPanel(Part):
    """The status, and a button for each command that the situation asks for."""

    def __init__(self, model: GameModel) -> None:
        self._model = model

    def build(self) -> None:
        """Put the panel on the page."""
        model, session = self._model, self._model.session
        commands = model.commands
        with tag("div", classes="status") as self.panel:
            with tag("div"):
                tag("h1", session.game.title)
                self.status = tag("p", classes="said")
                self.detail = tag("p", classes="detail")
            with tag("div", classes="choices"):
                self.buttons = {
                    "begin": button(_("Begin"), commands.begin, "primary"),
                    "hurry": button(_("Move now"), commands.hurry, "primary"),
                    "stop": button(_("Stop"), self._stop),
                }
                self.flow = button("", commands.resume_or_pause, "primary")
                self.forfeit = button("", session.forfeit)
                self.step = button(_("Step"), session.step)
                self.buttons |= {
                    "pass": button(_("Pass"), commands.pass_on, "primary"),
                    "next_mistake": button(_("Next mistake"), commands.next_mistake, "primary"),
                    "answer": button(_("Show the answer"), model.mistakes.tell),
                    "adopt": button(_("Play from here"), commands.adopt, "primary"),
                    "back": button(_("Back to the game"), commands.back),
                }

    def build_trouble(self) -> None:
        """Put the line for errors on the page."""
        with tag("div", classes="foot"):
            self.trouble = tag("p", classes="trouble", role="alert")

    def build_pace(self) -> None:
        """Put the choice of the bots' speed on the page."""
        with tag("div", classes="actions bots") as self.pace:
            select(_("Speed"), PACES, str(self._model.pace_s), self._set_pace, "inline")

    def key(self, view: GameView) -> object:
        """Return the words and the commands."""
        return view.status, view.detail, view.trouble, view.can, view.bots, view.is_look, view.is_over, view.match

    def draw(self, view: GameView) -> None:
        """Show the words, and the buttons that can be used now."""
        show(self.status, view.status)
        show(self.detail, view.detail)
        show(self.trouble, view.trouble or "")
        manner = "looking" if view.is_look else "over" if view.is_over else ""
        self.panel.classes(add=manner, remove=" ".join({"looking", "over"} - {manner}))
        for name, each in self.buttons.items():
            each.set_visibility(view.can[name])
        can, bots, has_ended = view.can, view.bots, view.match.outcome is not None
        pauses = bots.run and not has_ended
        moves = (can["go"] or bots.play_alone) and not has_ended
        self.flow.set_visibility(moves)
        show(self.flow, _("Pause") if pauses else _("Ask again") if bots.have_failed else _("Go on"))
        enable(self.flow, can["step"])
        self.forfeit.set_visibility(can["forfeit"])
        if can["forfeit"]:
            show(self.forfeit, _("{side} loses", side=mover_title(view.game, view.match.position)))
        enable(self.step, can["step"])
        self.step.set_visibility(moves and not pauses and not bots.have_failed)
        self.pace.set_visibility(bots.play_alone)

    def _stop(self) -> None:
        """Stop the bots. The keyboard focus moves to the button that continues them."""
        self._model.session.stop()
        self.flow.call("focus")

    def _set_pace(self, seconds: str) -> None:
        if seconds in dict(PACES):
            self._model.pace_s = float(seconds)
