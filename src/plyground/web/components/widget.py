"""Widgets: JavaScript modules with anywidget's interface as elements of a page.

Such a module has ``export default { render({ model, el }) }`` and a style sheet of the same name, on a web page and in
a notebook. Python holds its state; the browser gets a copy, then patches, and sends messages back.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from plyground.frontend.bundle import STATIC
from plyground.web.components.elements import in_language
from plyground.web.components.static_files import BASE, bundle_url
from plyground.web.connected.element import Element, Press


class Widget(Element):
    """A widget on the page. ``on_message`` gets each message of its module, ``on_change`` each change of its state."""

    def __init__(
        self,
        module: str,
        state: Mapping[str, Any],
        on_message: Callable[[dict[str, Any]], Awaitable[None] | None],
        on_change: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        super().__init__("plyground-widget")
        self.state = dict(state)
        self.props["module"] = bundle_url(module)
        style = f"{module.removesuffix('.js')}.css"
        if (STATIC / style).is_file():
            self.props["style-sheet"] = f"{BASE}/{style}"

        def handle(press: Press) -> Awaitable[None] | None:
            return on_message(press.args) if isinstance(press.args, dict) else None

        def save(press: Press) -> None:
            if isinstance(press.args, dict) and on_change is not None:
                on_change(press.args)

        self.on("message", in_language(handle))
        self.on("save", in_language(save))

    @property
    def inside(self) -> str:
        """The present state as JSON."""
        written = json.dumps(self.state).replace("<", "\\u003c")
        return f'<script type="application/json">{written}</script>'

    def patch(self, changes: Mapping[str, Any]) -> None:
        """Change a part of the state, here and in the browser. Only differences are sent."""
        news = {name: value for name, value in changes.items() if self.state.get(name) != value}
        if news:
            self.state.update(news)
            if self.is_sent:
                self.call("patch", news)
