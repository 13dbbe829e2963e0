"""Popovers: panels that a press opens over the page. A press beside one, or Esc, closes it and returns the focus."""

from __future__ import annotations

from typing import Any

from nicegui.elements.mixins.text_element import TextElement

from plyground.web.components.elements import tag


def popover(label: object, classes: str = "") -> TextElement:
    """Return a new panel, closed; an opener shows it."""
    return tag("div", classes=f"panel popover {classes}".strip(), popover="auto", role="dialog", aria_label=str(label))


def opens(control: Any, panel: Any) -> None:
    """Let a press on a button open or close a popover, or close it from inside."""
    control.props["popovertarget"] = panel.html_id
    control.update()


def closes(control: Any, panel: Any) -> None:
    """Let a press on a button inside a popover close it, after what the button does."""
    opens(control, panel)
    control.props["popovertargetaction"] = "hide"
