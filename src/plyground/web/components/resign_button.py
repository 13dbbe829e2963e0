"""The button that resigns a game, after a question."""

from __future__ import annotations

from collections.abc import Callable

from plyground.i18n import _
from plyground.web.components.dialog import closes_dialog, dialog, opens_dialog
from plyground.web.components.elements import button, tag
from plyground.web.components.icons import icon_button
from plyground.web.connected.element import Element


def resign_dialog(resign: Callable[[], object]) -> Element:
    """Return a new dialog that asks for confirmation and then calls ``resign``."""
    panel = dialog(_("Resign this game?"))
    with panel, tag("div", classes="actions"):
        closes_dialog(button(_("Yes, resign"), resign, "primary"))
        closes_dialog(tag("button", _("Play on"), type="button"))
    return panel


def resign_button(resign: Callable[[], object]) -> Element:
    """Return a new button that asks for confirmation in a dialog and then calls ``resign``."""
    opener = icon_button("resign", _("Resign"), lambda: None)
    opens_dialog(opener, resign_dialog(resign))
    return opener
