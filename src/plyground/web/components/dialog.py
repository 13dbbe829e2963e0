"""Dialogs over the page. Esc or a press on a closing button closes one."""

from __future__ import annotations

from typing import Any

from nicegui.elements.mixins.text_element import TextElement

from plyground.i18n import Sentence
from plyground.web.components.elements import tag


def dialog(title: Sentence | str, classes: str = "") -> TextElement:
    """Return a new dialog with a title, closed; :func:`opens_dialog` makes the button that shows it."""
    panel = tag("dialog", classes=f"panel {classes}".strip(), aria_label=str(title))
    with panel:
        tag("h2", title)
    return panel


def opens_dialog(control: Any, panel: Any) -> None:
    """Let a press on a button show a dialog, unless the button is disabled."""
    shows = f"document.getElementById('{panel.html_id}').showModal()"
    control.on("click", js_handler=f"(event) => event.currentTarget.ariaDisabled !== 'true' && {shows}")
    control.props["aria-haspopup"] = "dialog"


def closes_dialog(control: Any, panel: Any) -> None:
    """Let a press on a button close a dialog, after what the button does."""
    control.on("click", js_handler=f"() => document.getElementById('{panel.html_id}').close()")
