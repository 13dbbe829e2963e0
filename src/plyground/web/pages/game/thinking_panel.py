"""The panel that shows a bot's thinking: its expected result, depth and speed."""

from __future__ import annotations

from plyground.bots import Outlook
from plyground.i18n import Number, _, _n
from plyground.presentation.game_session import GameSession
from plyground.presentation.side_title import side_title
from plyground.web.components.elements import fill, fixed, said, show, tag

MIN_TIMED_NODES = 1000
"""Least number of positions for which a speed is shown."""


class ThinkingPanel:
    """The current search, else the last one; hidden before the first.

    Each row keeps its height, so that nothing moves.
    """

    def __init__(self, session: GameSession) -> None:
        self._session = session

    def build(self) -> None:
        """Put the panel on the page."""
        with tag("section", classes="panel thoughts", aria_label=str(_("What the bot is thinking"))) as self.panel:
            self.heading = tag("h2")
            self.rows = fixed("dl", "")

    def refresh(self) -> None:
        """Show the progress of the current search, or the end of the last one."""
        session = self._session
        game, match, thinking, ply = session.game, session.match, session.thinking, session.last_bot_ply
        made = None if ply is None else session.played_at(ply)
        thinks = any(seat.player.card.anytime for seat in session.seats)
        self.panel.set_visibility(thinks and bool(thinking or made))
        if thinking:
            side = match.side
            words = {"side": side_title(game, side), "player": thinking.seat.title}
            show(self.heading, _("What {player} is thinking, with {side}", **words))
            self._show(side, thinking.outlook, thinking.nodes, thinking.speed)
        elif made and ply is not None:
            side = game.side(match.positions[ply])
            words = {
                "side": side_title(game, side),
                "player": made.seat.title,
                "move": game.move_words(match.positions[ply], match.moves[ply]),
            }
            show(self.heading, _("What {player} thought before {move}", **words))
            self._show(side, made.outlook, *(made.outlook.nodes, made.outlook.speed) if made.outlook else (0, 0))

    def _show(self, side: int, outlook: Outlook | None, nodes: int, speed: int) -> None:
        value = _("Value for {side}", side=side_title(self._session.game, side))
        terms = (value, _("Best line"), _("Depth"), _("Positions"), _("Speed"))
        words: tuple[object, ...] = ("–",) * len(terms)
        if outlook:
            depth = _n("{count} ply", "{count} plies", outlook.depth)
            pace = _("{count} a second", count=Number(speed)) if nodes >= MIN_TIMED_NODES else "–"
            words = outlook.worth, outlook.line, depth, Number(nodes), pace
        rows = (
            f"<div><dt>{said(term)}</dt><dd>{said(word)}</dd></div>" for term, word in zip(terms, words, strict=True)
        )
        fill(self.rows, "".join(rows))
