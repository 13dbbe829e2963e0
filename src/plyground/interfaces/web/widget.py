"""Widgets: JavaScript modules with anywidget's interface as elements of a page.

Such a module is one file, ``export default { render({ model, el }) }``, the same for a web page and for a
notebook. Python holds its state; the browser gets a copy, then patches, and sends messages back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import app, events, ui

from plyground.interfaces.web.elements import in_language
from plyground.interfaces.web.files import BASE, STATIC

app.add_static_files(BASE, STATIC, max_cache_age=365 * 24 * 60 * 60)


class Widget(ui.element, component="static/plyground_widget.js"):
    """One widget; ``heard`` gets each message that its module sends, ``saved`` what it has changed of its state."""

    def __init__(
        self,
        module: str,
        state: Mapping[str, Any],
        heard: Callable[[dict[str, Any]], None],
        saved: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        super().__init__()
        self.state = dict(state)
        self._props["module"] = f"{BASE}/{module}"
        self._props["state"] = self.state  # the same object: a page that is drawn anew gets the present state

        def handle(event: events.GenericEventArguments) -> None:
            if isinstance(event.args, dict):
                heard(event.args)

        def save(event: events.GenericEventArguments) -> None:
            if isinstance(event.args, dict) and saved is not None:
                saved(event.args)

        self.on("message", in_language(handle))
        self.on("save", in_language(save))

    def patch(self, changes: Mapping[str, Any]) -> None:
        """Change a part of the state, here and in the browser, which hears only what differs."""
        news = {name: value for name, value in changes.items() if self.state.get(name) != value}
        if news:
            self.state.update(news)
            self.run_method("patch", news)
