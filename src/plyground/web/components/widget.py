"""Widgets: JavaScript modules with anywidget's interface as elements of a page.

Such a module has ``export default { render({ model, el }) }`` and a style sheet of the same name, on a web page and in
a notebook. Python holds its state; the browser gets a copy, then patches, and sends messages back.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import app, events, ui

from plyground.frontend.bundle import STATIC, modules
from plyground.web.components.elements import in_language
from plyground.web.components.static_files import BASE

app.add_static_files(BASE, STATIC, max_cache_age=365 * 24 * 60 * 60)


class Widget(ui.element, component=STATIC / "plyground_widget.js"):
    """A widget on the page. ``on_message`` gets each message of its module, ``on_change`` each change of its state."""

    def __init__(
        self,
        module: str,
        state: Mapping[str, Any],
        on_message: Callable[[dict[str, Any]], Awaitable[None] | None],
        on_change: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        super().__init__()
        self.state = dict(state)
        self._props["modules"] = [f"{BASE}/{part}" for part in reversed(modules(module))]  # importing modules first
        self._props["styleSheet"] = f"{BASE}/{module.removesuffix('.js')}.css"
        self._props["state"] = self.state  # the same object, so that a reloaded page gets the present state

        def handle(event: events.GenericEventArguments) -> Awaitable[None] | None:
            return on_message(event.args) if isinstance(event.args, dict) else None

        def save(event: events.GenericEventArguments) -> None:
            if isinstance(event.args, dict) and on_change is not None:
                on_change(event.args)

        self.on("message", in_language(handle))
        self.on("save", in_language(save))

    def patch(self, changes: Mapping[str, Any]) -> None:
        """Change a part of the state, here and in the browser. Only differences are sent."""
        news = {name: value for name, value in changes.items() if self.state.get(name) != value}
        if news:
            self.state.update(news)
            self.run_method("patch", news)
