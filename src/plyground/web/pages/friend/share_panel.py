"""The links of a game: the invitation while a seat is free, with its QR code, and the link for spectators."""

from __future__ import annotations

from plyground.i18n import _
from plyground.presentation.friend_game import UNUSED_DAYS, FriendGame
from plyground.web.components.elements import button, fixed, tag
from plyground.web.components.qr_code import qr_code
from plyground.web.friend_keeper import OpenGame


class SharePanel:
    """The links that a player can send. A spectator sees none."""

    def __init__(self, opened: OpenGame, site: str, *, is_player: bool) -> None:
        self._invitation = f"{site}friend/join/{opened.game.invitation}"
        self._watch = f"{site}friend/watch/{opened.watch_key}"
        self._is_player = is_player

    def build(self) -> None:
        """Put the panels on the page."""
        with tag("section", classes="panel share invites", aria_label=str(_("Invitation"))) as self.panel:
            tag("h2", _("Send this link to your friend"))
            tag(
                "p",
                _("The first browser that joins gets the seat. The link expires after {days} days.", days=UNUSED_DAYS),
            )
            self._link(self._invitation, _("Link for your friend"))
            drawn = qr_code(self._invitation).svg_inline(border=4, omitsize=True)
            fixed("div", drawn, "qr", role="img", aria_label=str(_("QR code of the link")))
        with tag("section", classes="panel share", aria_label=str(_("Spectators"))) as self.watching:
            tag("h2", _("Spectators"))
            tag("p", _("Others see the game by this link, but cannot move."))
            self._link(self._watch, _("Link for spectators"))
        self.watching.set_visibility(self._is_player)

    def refresh(self, game: FriendGame) -> None:
        """Show the invitation while a seat is free."""
        self.panel.set_visibility(self._is_player and not game.is_full)

    def _link(self, url: str, label: object) -> None:
        """Put a link on the page that can be copied."""
        with tag("div", classes="link"):
            tag("input", value=url, readonly=True, aria_label=str(label))
            with button("", lambda: None) as copies:
                tag("span", _("Copy"), "words")
                tag("span", _("Copied"), "told", role="status", hidden=True)
            copies.on("click", does="copyLink")
