"""A game as something to take along: as a file, and as its moves in the usual notation."""

from __future__ import annotations

from nicegui import events

from plyground.arena.match import Match
from plyground.errors import PlygroundError
from plyground.interfaces.web.elements import button, fixed, in_language, show, tag, text_area
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.table import Table
from plyground.language import _, _n

LONGEST = 10_000
"""Characters of moves that are read."""

COPY = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".transcript"));
  const chosen = getSelection();
  chosen.removeAllRanges();
  chosen.addRange(range);
  emit(document.execCommand("copy"));
}"""
"""Copies what it also selects: browsers offer nothing newer to a page that comes from another computer without encryption."""


class Luggage:
    """The game to save and to open, its moves to copy and to paste."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._pasted = ""

    def build(self) -> None:
        """Put it on the page, folded."""
        with tag("details", classes="file"):
            tag("summary", _("Save or open a game"))
            self.saved = tag("a", _("Save this game"), "button", download=True)
            file, opens = _("A file that was saved here"), _("Open")
            inside = (
                f'<label class="field"><span>{said(file)}</span><input type="file" name="file" accept=".json" required></label>'
                f'<button type="submit">{said(opens)}</button>'
            )
            fixed("form", inside, method="post", action="/play/file", enctype="multipart/form-data")
            self.moves = tag("p", classes="transcript")
            self.copies = tag("button", _("Copy moves"), type="button")
            self.copies.on("click", in_language(self._copied), js_handler=COPY)
            text_area(_("Moves in the usual notation, or with blanks between them"), self._hear, LONGEST)
            button(_("Paste moves"), self._paste)
            self.answer = tag("p", role="status")

    def refresh(self, address: str) -> None:
        """Follow the game to its ``address``."""
        file = address.replace("?", "/file?", 1)
        if self.saved.props.get("href") != file:
            self.saved.props["href"] = file
            self.saved.update()
            moves = self._table.match.transcript
            show(self.moves, moves)
            self.copies.set_visibility(bool(moves))

    def _copied(self, event: events.GenericEventArguments) -> None:
        done = (
            _("The moves are copied.")
            if event.args is True
            else _("The browser does not copy: the moves are chosen, press Ctrl+C.")
        )
        show(self.answer, done)

    def _hear(self, text: str) -> None:
        self._pasted = text

    def _paste(self) -> None:
        """Let the game stand where the pasted moves lead, or say which of them is wrong."""
        table, text = self._table, self._pasted.strip()
        if not text:
            show(self.answer, _("Write or paste moves into the box first."))
            return
        if len(text) > LONGEST:
            show(
                self.answer,
                _n("Moves are read up to {count} character.", "Moves are read up to {count} characters.", LONGEST),
            )
            return
        try:
            match = Match.parse(table.game, text, table.match.seed)
        except PlygroundError as error:
            show(self.answer, error)
            return
        table.go_to(match)
        show(self.answer, _n("{count} move is on the board.", "{count} moves are on the board.", match.ply))
