"""The record of a game outside of the page: its URL, the links that contain it, and the entry in My work."""

from __future__ import annotations

from plyground.presentation.game_view import GameView
from plyground.web.connected.page_client import current_client
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.import_export import ImportExport
from plyground.web.pages.game.parts.part import Part
from plyground.web.urls import game_url


class GameRecord(Part):
    """The URL in the browser's bar, the files to save, and the store."""

    def __init__(self, model: GameModel, transfer: ImportExport) -> None:
        session = model.session
        match = session.match
        self.address = game_url.format(session.seats, match, session.resigned, watched=session.is_watched)
        self._keeper, self._transfer = model.keeper, transfer
        self._client = current_client()
        self._comments = match.comments[: match.ply]
        self._number, self._is_kept_over = session.number, session.is_over

    def key(self, view: GameView) -> object:
        """Return the game with its comments."""
        return view.match, view.seats, view.resigned, view.is_watched, view.number

    def draw(self, view: GameView) -> None:
        """Update the URL, the files and the store."""
        match = view.match
        written = game_url.format(view.seats, match, view.resigned, watched=view.is_watched)
        comments = match.comments[: match.ply]
        self._transfer.refresh(written)
        if written != self.address:
            self._client.call("replaceUrl", written)
        if (written, comments) == (self.address, self._comments):
            return
        goes_on = view.number == self._number
        if goes_on and self._is_kept_over:  # a finished game stays in My work
            self._keeper.begin_page(view.number)
            goes_on = False
        earlier, self.address, self._comments = self.address, written, comments
        self._number, self._is_kept_over = view.number, view.is_over
        if match.moves:
            self._keeper.page("play", match.game.title, written, comments, view.number, earlier if goes_on else "")
