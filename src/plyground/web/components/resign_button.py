"""The button that resigns a game, after a question."""

from __future__ import annotations

from collections.abc import Callable

from nicegui.elements.mixins.text_element import TextElement

from plyground.i18n import _
from plyground.web.components.dialog import closes_dialog, dialog, opens_dialog
from plyground.web.components.elements import button, tag
from plyground.web.components.icons import icon_button


def resign_dialog(resign: Callable[[], object]) -> TextElement:
    """Return a new dialog that asks for confirmation and then calls ``resign``."""
    panel = dialog(_("Resign this game?"))
    with panel, tag("div", classes="actions"):
        closes_dialog(button(_("Yes, resign"), resign, "primary"), panel)
        closes_dialog(tag("button", _("Play on"), type="button"), panel)
    return panel


def resign_button(resign: Callable[[], object]) -> TextElement:
    """Return a new button that asks for confirmation in a dialog and then calls ``resign``."""
    opener = icon_button("resign", _("Resign"), lambda: None)
    opens_dialog(opener, resign_dialog(resign))
    return opener
