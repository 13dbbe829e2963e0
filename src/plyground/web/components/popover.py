"""Popovers: panels that a press opens over the page. A press beside one, or Esc, closes it and returns the focus."""

from __future__ import annotations

from plyground.web.components.elements import tag
from plyground.web.connected.element import Element


def popover(label: object, classes: str = "") -> Element:
    """Return a new panel, closed; an opener shows it."""
    return tag("div", classes=f"panel popover {classes}".strip(), popover="auto", role="dialog", aria_label=str(label))


def opens(control: Element, panel: Element) -> None:
    """Let a press on a button open or close a popover, or close it from inside."""
    control.props["popovertarget"] = panel.html_id


def closes(control: Element, panel: Element) -> None:
    """Let a press on a button inside a popover close it, after what the button does."""
    opens(control, panel)
    control.props["popovertargetaction"] = "hide"
