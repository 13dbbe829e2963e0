"""Tabs: a row of buttons, each of which shows one panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from plyground.i18n import Sentence
from plyground.web.components.elements import button, state, tag


class Tabs:
    """A row of tabs with a panel for each. ``on_select`` is called with the name of a tab that is pressed."""

    def __init__(self, titles: Mapping[str, Sentence], on_select: Callable[[str], None]) -> None:
        self._titles = titles
        self._on_select = on_select
        self._tabs: dict[str, Any] = {}
        self._panels: dict[str, Any] = {}

    def build(self, label: object) -> None:
        """Put the tabs and their empty panels on the page."""
        with tag("div", classes="tabs", role="tablist", aria_label=str(label)).on("keydown", does="moveBetweenTabs"):
            for name, title in self._titles.items():
                self._tabs[name] = button(title, partial(self._on_select, name), role="tab", tabindex="-1")
        for name, tab in self._tabs.items():
            panel = self._panels[name] = tag("div", classes="tabpanel", role="tabpanel", aria_labelledby=tab.html_id)
            tab.props["aria-controls"] = panel.html_id

    def panel(self, name: str) -> Any:
        """Return the empty panel of a tab."""
        return self._panels[name]

    def select(self, name: str) -> None:
        """Show the panel of a tab, and hide the others."""
        for each, tab in self._tabs.items():
            tab.props["tabindex"] = "0" if each == name else "-1"
            state(tab, "aria-selected", each == name)
            self._panels[each].set_visibility(each == name)

    def focus(self, name: str) -> None:
        """Move the keyboard focus to a tab."""
        self._tabs[name].call("focus")

    def offer(self, name: str, offered: bool) -> None:
        """Show or hide a tab."""
        self._tabs[name].set_visibility(offered)
