"""What a bot that thinks for a while believes: what it expects, how far it looks, how fast it is."""

from __future__ import annotations

from plyground.interfaces.web.elements import fill, fixed, show, tag
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.table import Table
from plyground.language import Number, _, _n
from plyground.players import Outlook


class ThoughtsPanel:
    """The present thought at a table, else the last one. Everything has its place beforehand, so that nothing jumps."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def build(self) -> None:
        """Put the panel on the page."""
        with tag("section", classes="panel thoughts", aria_label=str(_("What the bot thinks"))) as self.panel:
            self.heading = tag("h2")
            self.rows = fixed("dl", "")

    def refresh(self) -> None:
        """Show how far the present thought has come, or else where the last one ended."""
        table = self._table
        game, match, thinking, ply = table.game, table.match, table.thinking, table.last_bot_ply
        thinkers = [side for side, taken in enumerate(table.seats) if taken.player.card.anytime]
        self.panel.set_visibility(bool(thinkers))
        if not thinkers:
            return
        made = None if ply is None else table.made_at(ply)
        if thinking:
            side = match.side
            words = {"side": game.sides[side], "player": thinking.player.card.title}
            show(self.heading, _("What {side} ({player}) thinks", **words))
            self._show(side, thinking.outlook, thinking.visits, thinking.speed)
        elif made and ply is not None:
            side = game.side(match.positions[ply])
            words = {"side": game.sides[side], "player": made.seat.player.card.title, "move": match.words[ply]}
            show(self.heading, _("What {side} ({player}) thought before {move}", **words))
            self._show(side, made.outlook, *(made.outlook.visits, made.outlook.speed) if made.outlook else (0, 0))
        else:
            side = thinkers[0]
            show(self.heading, _("What the bot thinks"))
            self._show(side, None, 0, 0)

    def _show(self, side: int, outlook: Outlook | None, visits: int, speed: int) -> None:
        value = _("Value for {side}", side=self._table.game.sides[side])
        terms = (value, _("Best line"), _("Depth"), _("Positions"), _("Speed"))
        words: tuple[object, ...] = ("–",) * len(terms)
        if outlook:
            depth = _n("{count} ply", "{count} plies", outlook.depth)
            pace = _("{count} a second", count=Number(speed))
            words = outlook.worth, outlook.line, depth, Number(visits), pace
        rows = (
            f"<div><dt>{said(term)}</dt><dd>{said(word)}</dd></div>" for term, word in zip(terms, words, strict=True)
        )
        fill(self.rows, "".join(rows))
