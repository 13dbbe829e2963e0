"""The line in which a person comments on a move."""

from __future__ import annotations

from nicegui import events

from plyground.arena.match import LONGEST_COMMENT
from plyground.interfaces.web.elements import in_language, show, tag
from plyground.interfaces.web.table import Table
from plyground.language import _

PAUSE = 0.4
"""Seconds between two looks at what is being written."""


class CommentField:
    """Writes on the move that led to the position shown; while somebody writes, it stays with their move."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._number = 0  # of the move that it writes on, from 1
        self._wanted = 0  # of the move shown
        self._text = ""  # what stands in it
        self._busy = False  # somebody is writing

    def build(self) -> None:
        """Put the line on the page, hidden."""
        with tag("label", classes="field") as self.field:
            self.label = tag("span")
            self.place = tag("span")
        self._build_line()
        self.field.set_visibility(False)

    def _build_line(self) -> None:
        self.place.clear()
        with self.place:
            line = tag("input", autocomplete="off", maxlength=LONGEST_COMMENT, data_number=self._number)
            line.props["^value"] = self._text  # the attribute: the property would undo what is being typed
        line.on(
            "input",
            in_language(self._write),
            throttle=PAUSE,
            leading_events=False,
            js_handler="(event) => emit(Number(event.target.dataset.number), event.target.value)",
        )
        line.on("focus", in_language(self._begin), args=[])
        line.on("blur", in_language(self._end), args=[])
        self.line = line

    def refresh(self, number: int) -> None:
        """Turn to a move, by its number from 1; to none, where that is 0."""
        self._wanted = number
        if self._busy:
            return
        match = self._table.match
        self.field.set_visibility(number > 0)
        if number == 0:
            return
        side = match.game.mover(match.positions[number - 1])
        words = {"number": number, "side": side, "move": match.words[number - 1]}
        show(self.label, _("Comment on move {number}, {side} {move}", **words))
        if number != self._number:
            self._number = number
            self.line.props["data-number"] = number
            self.line.update()
        if self._text != match.comment(number):
            self._text = match.comment(number)
            self._build_line()

    def _write(self, event: events.GenericEventArguments) -> None:
        """What comes from a browser may be anything; the number is that of the move of which it was written."""
        match event.args:
            case [int(number), str(text)]:
                self._text = text
                self._table.comment(number, text)

    def _begin(self, event: object) -> None:
        self._busy = True

    def _end(self, event: object) -> None:
        self._busy = False
        self.refresh(self._wanted)
