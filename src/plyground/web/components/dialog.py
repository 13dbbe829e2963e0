"""Dialogs over the page. Esc or a press on a closing button closes one."""

from __future__ import annotations

from plyground.i18n import Sentence
from plyground.web.components.elements import tag
from plyground.web.connected.element import Element


def dialog(title: Sentence | str, classes: str = "") -> Element:
    """Return a new dialog with a title, closed; :func:`opens_dialog` makes the button that shows it."""
    panel = tag("dialog", classes=f"panel {classes}".strip(), aria_label=str(title))
    with panel:
        tag("h2", title)
    return panel


def opens_dialog(control: Element, panel: Element) -> None:
    """Let a press on a button show a dialog, unless the button is disabled."""
    control.props["aria-controls"] = panel.html_id
    control.on("click", does="openDialog")
    control.props["aria-haspopup"] = "dialog"


def closes_dialog(control: Element) -> None:
    """Let a press on a button in a dialog close it, after what the button does."""
    control.on("click", does="closeDialog")
