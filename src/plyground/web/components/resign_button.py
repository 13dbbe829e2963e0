"""The button that resigns a game, after a question."""

from __future__ import annotations

from collections.abc import Callable

from nicegui.elements.mixins.text_element import TextElement

from plyground.i18n import _
from plyground.web.components.elements import button, tag
from plyground.web.components.icons import icon_button


def resign_button(resign: Callable[[], object]) -> TextElement:
    """Return a new button that asks for confirmation in a dialog and then calls ``resign``."""
    opener = icon_button("resign", _("Resign"), lambda: None, aria_haspopup="dialog")
    with tag("dialog", classes="panel", aria_label=str(_("Resign this game?"))) as dialog:
        tag("h2", _("Resign this game?"))
        with tag("div", classes="actions"):
            closes = f"() => document.getElementById('{dialog.html_id}').close()"
            button(_("Yes, resign"), resign, "primary").on("click", js_handler=closes)
            tag("button", _("Play on"), type="button").on("click", js_handler=closes)
    opens = f"(event) => event.currentTarget.ariaDisabled !== 'true' && document.getElementById('{dialog.html_id}').showModal()"
    opener.on("click", js_handler=opens)
    return opener
