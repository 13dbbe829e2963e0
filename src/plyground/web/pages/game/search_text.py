"""The text of a search: textbook pseudo-code, or plyground's source."""

from __future__ import annotations

import inspect
from functools import partial

from plyground.core.position import MarkedPosition
from plyground.i18n import _
from plyground.searches import Setting
from plyground.searches.registry import algorithm
from plyground.stepping.pseudocode import pseudocode
from plyground.trace.record import terms
from plyground.web.components.elements import button, show, state, tag

PSEUDOCODE, SOURCE = "pseudocode", "source"


class SearchText:
    """Pseudo-code with a switch to the source."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def build(self) -> None:
        """Put the text on the page, empty."""
        with tag("div", classes="search-text") as self.panel:
            with tag("div", classes="actions", role="group", aria_label=str(_("Text of the search"))):
                self._buttons = {
                    PSEUDOCODE: button(_("Pseudo-code"), partial(self._choose, PSEUDOCODE)),
                    SOURCE: button(_("Source text"), partial(self._choose, SOURCE)),
                }
            self.listing = tag("pre", classes="listing", tabindex="0", aria_label=str(_("Text of the search")))

    def show(self, position: MarkedPosition, name: str, setting: Setting) -> None:
        """Show the text of the search ``name`` for this position."""
        known = algorithm(name)
        book = pseudocode(terms(position, known, setting))
        self._texts = {SOURCE: inspect.getsource(known.text_under(setting.convention))}
        if book:
            self._texts = {PSEUDOCODE: "\n\n".join(book.functions.values()), **self._texts}
        self._buttons[PSEUDOCODE].set_visibility(book is not None)
        self._choose(next(iter(self._texts)))

    def _choose(self, kind: str) -> None:
        for each, choice in self._buttons.items():
            state(choice, "aria-pressed", each == kind)
        show(self.listing, self._texts[kind])
