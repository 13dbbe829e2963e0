"""Export and import of a game: as a file, and as its moves in the usual notation."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from urllib.parse import quote, urlencode

from plyground.arena.game_text import FileGames, omits_comments, read_games
from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import PlygroundError, SpecError
from plyground.games.game_notations import game_notations
from plyground.i18n import Number, Sentence, _, _n
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.player_view import hides, seen_words
from plyground.web.components.dialog import closes_dialog, dialog
from plyground.web.components.elements import button, fixed, in_language, said, show, tag, text_area
from plyground.web.connected.element import Element, Press

MAX_MOVES_CHARS = 10_000
"""Most characters of a list of moves that is read."""


def _same_game(match: Match, game: Game) -> Match:
    """Return the match. Raise :class:`SpecError` if it is of another game than the board, or begins elsewhere."""
    if match.game.name != game.name:
        raise SpecError(_("This is a game of {name}, not of {given}.", name=match.game.title, given=game.title))
    if match.game.start != game.start:
        raise SpecError(_("This game begins in another position: save it as a file, and open the file."))
    return match


def without_comments(match: Match) -> Sentence | str:
    """Return a sentence that names the notations in which the comments of the match are lost; empty if there are none."""
    lost = [str(each.title) for each in game_notations(match.game) if omits_comments(match, each)]
    return (
        _("Text without your comments, which it cannot hold: {notations}.", notations="; ".join(lost)) if lost else ""
    )


class ImportExport:
    """Buttons and fields to save, open, copy and paste a game."""

    def __init__(self, session: GameSession) -> None:
        self._session = session
        self._pasted = ""

    def build(self) -> Element:
        """Put the dialog on the page, closed, and return it."""
        panel = dialog(_("Save or open a game"), "file")
        with panel:
            self.saved = tag("a", _("Save this game"), "button", download=True)
            self.texts = {
                each.name: tag("a", _("Save as text: {notation}", notation=each.title), "button", download=True)
                for each in game_notations(self._session.game)
            }
            self.omits = tag("p", classes="source omits")
            file, opens = _("A file that was saved here, or a game in its notation"), _("Open")
            accepted = ",".join([".json", ".txt", *(each.suffix for each in game_notations(self._session.game))])
            inside = (
                f'<label class="field"><span>{said(file)}</span><input type="file" name="file" accept="{accepted}" required></label>'
                f'<button type="submit">{said(opens)}</button>'
            )
            fixed(
                "form",
                inside,
                method="post",
                action=f"/play/file?game={quote(self._session.game.name)}",
                enctype="multipart/form-data",
            )
            self.pictures = {kind: tag("a", words, "button", target="_blank") for kind, words in self._pictures.items()}
            self.moves = tag("p", classes="transcript")
            self.copies = tag("button", _("Copy moves"), type="button")
            self.copies.on("click", in_language(self._copied), reads="copyMoves")
            text_area(_("A game in its notation, or moves with blanks between them"), self._hear)
            button(_("Paste moves"), self._paste)
            self.answer = tag("p", role="status")
            with tag("div", classes="actions"):
                closes_dialog(tag("button", _("Close"), type="button"))
        return panel

    def refresh(self, address: str) -> None:
        """Update the links to the game's current ``address``."""
        omitted = without_comments(self._session.match)
        show(self.omits, omitted)
        self.omits.set_visibility(bool(omitted))
        file = address.replace("?", "/file?", 1)
        if self.saved.props.get("href") != file:
            self.saved.props["href"] = file
            for name, link in self.texts.items():
                link.props["href"] = f"{file}&notation={name}"
            match, player = self._session.match, self._session.viewer
            for kind, link in self.pictures.items():
                name = quote(match.game.name, safe=":=,")
                link.props["href"] = f"/picture/{name}.{kind}?{urlencode({'moves': match.format()})}"
            moves = " ".join(seen_words(match, player)) if hides(match, player) else match.transcript
            show(self.moves, moves)
            self.copies.set_visibility(bool(moves))

    @property
    def _pictures(self) -> dict[str, Sentence]:
        """The pictures that can be drawn here, by their formats."""
        game = self._session.game
        if not game.picture.width or game.demands & Demand.HIDDEN:
            return {}
        if not (find_spec("resvg_py") and find_spec("PIL")):
            return {"svg": _("Picture of the position")}
        return {"png": _("Picture of the position"), "gif": _("Moving picture of the game")}

    def _copied(self, event: Press) -> None:
        done = (
            _("The moves are copied.")
            if event.args is True
            else _("The browser does not allow copying: the moves are selected, press Ctrl+C.")
        )
        show(self.answer, done)

    def _hear(self, text: str) -> None:
        self._pasted = text

    def _paste(self) -> None:
        """Set the game to the pasted moves, or show which of them is wrong."""
        session, text = self._session, self._pasted.strip()
        if not text:
            show(self.answer, _("Write or paste moves into the box first."))
            return
        if len(text) > MAX_MOVES_CHARS:
            show(
                self.answer,
                _(
                    "This text has {count} characters. At most {most} are read here: open it as a file.",
                    count=Number(len(text)),
                    most=Number(MAX_MOVES_CHARS),
                ),
            )
            return
        try:
            games = FileGames(read_games(session.game, text))
            match = _same_game(games.chosen().match, session.game)
            match = replace(match, game=session.game, seed=session.match.seed)
        except PlygroundError as error:
            show(self.answer, error)
            return
        for side, name in enumerate(games.chosen().players):
            session.sit(side, Seat.parse("human", session.game, name))
        session.go_to(match)
        done = _n("{count} move is on the board.", "{count} moves are on the board.", match.ply)
        show(self.answer, " ".join(map(str, (done, *games.messages()))))
