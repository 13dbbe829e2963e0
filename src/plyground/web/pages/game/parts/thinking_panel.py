"""The panel that shows a bot's thinking: its expected result, depth and speed."""

from __future__ import annotations

from plyground.i18n import Number, _, _n
from plyground.presentation.game_view import GameView
from plyground.presentation.side_title import side_title
from plyground.web.components.elements import fill, fixed, said, show, tag
from plyground.web.pages.game.parts.part import Part

MIN_TIMED_NODES = 1000
"""Least number of positions for which a speed is shown."""


class ThinkingPanel(Part):
    """The current search, else the last one; hidden before the first.

    Each row keeps its height, so that nothing moves.
    """

    def build(self) -> None:
        """Put the panel on the page."""
        with tag("section", classes="panel thoughts", aria_label=str(_("What the bot is thinking"))) as self.panel:
            self.heading = tag("h2")
            self.rows = fixed("dl", "")

    def key(self, view: GameView) -> object:
        """Return the search."""
        return view.thought

    def draw(self, view: GameView) -> None:
        """Show the progress of the present search, or the end of the last one."""
        thought = view.thought
        self.panel.set_visibility(thought is not None)
        if thought is None:
            return
        show(self.heading, thought.title)
        value, outlook = _("Value for {side}", side=side_title(view.game, thought.side)), thought.outlook
        terms = (value, _("Best line"), _("Depth"), _("Positions"), _("Speed"))
        words: tuple[object, ...] = ("–",) * len(terms)
        if outlook:
            depth = _n("{count} ply", "{count} plies", outlook.depth)
            pace = _("{count} a second", count=Number(thought.speed)) if thought.nodes >= MIN_TIMED_NODES else "–"
            words = outlook.worth, outlook.line, depth, Number(thought.nodes), pace
        rows = (
            f"<div><dt>{said(term)}</dt><dd>{said(word)}</dd></div>" for term, word in zip(terms, words, strict=True)
        )
        fill(self.rows, "".join(rows))
