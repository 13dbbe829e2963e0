"""The text field for a comment on a move."""

from __future__ import annotations

from contextlib import suppress

from plyground.arena.match import LONGEST_COMMENT
from plyground.errors import MoveError
from plyground.i18n import Number, _
from plyground.presentation.game_session import GameSession
from plyground.presentation.player_view import seen_words
from plyground.presentation.side_title import mover_title
from plyground.web.components.elements import in_language, show, tag
from plyground.web.connected.element import Press


class CommentField:
    """A text field for a comment on the last move shown. While a person types, it stays with the move of the comment."""

    def __init__(self, session: GameSession) -> None:
        self._session = session
        self._number = 0  # number of the move of the written comment, from 1
        self._wanted = 0  # number of the shown move
        self._text = ""  # text in the field
        self._busy = False  # True while somebody is writing

    def build(self) -> None:
        """Put the text field on the page, hidden."""
        with tag("label", classes="field") as self.field:
            self.label = tag("span")
            self.place = tag("span")
        self._build_line()
        self.field.set_visibility(False)

    def _build_line(self) -> None:
        self.place.clear()
        with self.place:
            line = tag("input", autocomplete="off", maxlength=LONGEST_COMMENT, data_number=self._number)
            line.props["value"] = self._text
        line.on(
            "input",
            in_language(self._write),
            reads="numbered",
        )
        line.on("focus", in_language(self._begin))
        line.on("blur", in_language(self._end))
        self.line = line

    def refresh(self, number: int) -> None:
        """Show the comment on a move by its number from 1; 0 means no move."""
        self._wanted = number
        if self._busy:
            return
        match = self._session.match
        self.field.set_visibility(number > 0)
        if number == 0:
            return
        side = mover_title(match.game, match.positions[number - 1])
        word = seen_words(match, self._session.viewer)[number - 1]
        words = {"number": Number(match.number_at(number)), "side": side, "move": word}
        show(self.label, _("Comment on move {number}, {side} {move}", **words))
        if number != self._number:
            self._number = number
            self.line.props["data-number"] = number
        if self._text != match.comment(number):
            self._text = match.comment(number)
            self._build_line()

    def _write(self, event: Press) -> None:
        """Store the comment that the browser sent with the number of its move. Ignore data of any other form."""
        match event.args:
            case [int(number), str(text)]:
                self._text = text
                with suppress(MoveError):  # the field limits the length, but the move may be gone
                    self._session.comment(number, text)

    def _begin(self, event: object) -> None:
        self._busy = True

    def _end(self, event: object) -> None:
        self._busy = False
        self.refresh(self._wanted)
