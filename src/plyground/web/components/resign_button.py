"""The button that resigns a game, after a question."""

from __future__ import annotations

from collections.abc import Callable

from plyground.i18n import _
from plyground.web.components.elements import button, tag
from plyground.web.components.icons import icon_button
from plyground.web.connected.element import Element


def resign_button(resign: Callable[[], object]) -> Element:
    """Return a new button that asks for confirmation in a dialog and then calls ``resign``."""
    opener = icon_button("resign", _("Resign"), lambda: None, aria_haspopup="dialog")
    with tag("dialog", classes="panel", aria_label=str(_("Resign this game?"))) as dialog:
        tag("h2", _("Resign this game?"))
        with tag("div", classes="actions"):
            button(_("Yes, resign"), resign, "primary").on("click", does="closeDialog")
            tag("button", _("Play on"), type="button").on("click", does="closeDialog")
    opener.props["aria-controls"] = dialog.html_id
    opener.on("click", does="openDialog")
    return opener
