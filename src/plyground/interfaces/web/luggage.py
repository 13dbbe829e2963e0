"""A game as something to take along: as a file."""

from __future__ import annotations

from plyground.interfaces.web.elements import tag
from plyground.language import _


class Luggage:
    """The game as a file, to save and to open."""

    def build(self) -> None:
        """Put it on the page, folded."""
        with tag("details", classes="file"):
            tag("summary", _("Save or open a game"))
            self.saved = tag("a", _("Save this game"), "button", download=True)
            with tag("form", method="post", action="/play/file", enctype="multipart/form-data"):
                with tag("label", classes="field"):
                    tag("span", _("A file that was saved here"))
                    tag("input", type="file", name_="file", accept=".json", required=True)
                tag("button", _("Open"), type="submit")

    def refresh(self, address: str) -> None:
        """Follow the game to its ``address``."""
        file = address.replace("?", "/file?", 1)
        if self.saved.props.get("href") != file:
            self.saved.props["href"] = file
            self.saved.update()
