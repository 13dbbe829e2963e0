"""Player bars: above and below the board, with each side's name, player and score; the side to move is marked."""

from __future__ import annotations

from plyground.i18n import Number, Sentence, _
from plyground.presentation.game_session import GameSession
from plyground.presentation.score_text import points
from plyground.presentation.side_title import side_sign, side_titles
from plyground.web.components.board_styles import lower_bar, side_classes
from plyground.web.components.elements import fill, fixed, said
from plyground.web.connected.element import Element
from plyground.web.pages.game.explorer import Explorer

DOTS = '<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>'


class PlayerBars:
    """One bar for each side. The near side's bar is below the board."""

    def __init__(self, session: GameSession, explorer: Explorer) -> None:
        self._session = session
        self._explorer = explorer
        self._bars: list[Element] = []
        self.is_flipped = False  # True if the person turned the board
        self._lower = lower_bar(session.game)

    @property
    def near(self) -> int:
        """The side whose bar is below the board: the only person's side, else the side whose pieces begin at the lower
        edge.
        """
        people = [side for side, seat in enumerate(self._session.seats) if seat.is_human]
        usual = people[0] if len(people) == 1 else self._lower or 0
        return 1 - usual if self.is_flipped and len(self._bars) == 2 else usual

    @property
    def is_turned(self) -> bool:
        """True if the board is drawn from the other side, so that each side's pieces are near its bar."""
        return self.is_flipped if self._lower is None else self.near != self._lower

    def build(self) -> None:
        """Put the bars on the page."""
        for side in range(len(self._session.seats)):
            bar = fixed("div", "", f"seatbar {side_classes(self._session.game, side)}", data_side=side)
            bar.on("click", does="choosePlayer")
            self._bars.append(bar)

    def refresh(self) -> None:
        """Show the current state."""
        session, match = self._session, self._explorer.shown
        scores = points(session.game, match.position)
        names = side_titles(session.game)
        for side, bar in enumerate(self._bars):
            state, manner = self._state(side)
            seat = session.seats[side]
            who = _("You") if seat.is_human and session.people == 1 else seat.title
            choose = _("{side}: {player}. Choose another player", side=names[side], player=who)
            is_thinking = session.thinking is not None and match is session.match and match.side == side
            parts = [
                '<span class="stone" aria-hidden="true"></span>',
                f'<b class="name">{said(names[side])}</b>',
                f'<span class="sign">{said(sign)}</span>' if (sign := side_sign(session.game, side)) else "",
                f'<button type="button" class="who quiet" aria-label="{said(choose)}">{said(who)}</button>',
                f'<span class="state">{DOTS if is_thinking else ""}{said(state)}</span>',
                f'<span class="points">{said(Number(scores[side]))}</span>' if scores else "",
            ]
            fill(bar, "".join(parts))
            place = "near" if side == self.near else "far"
            bar.classes(add=f"{place} {manner}", remove=" ".join({"near", "far", "turn", "won"} - {place, manner}))

    def _state(self, side: int) -> tuple[Sentence | str, str]:
        """Return the activity of a side in one or two words, and the CSS class for it."""
        match, resigned = self._explorer.shown, self._session.resigned
        if resigned is not None:
            return (_("resigned"), "") if side == resigned else (_("won"), "won")
        if match.outcome:
            if match.outcome.winner == side:
                return _("won"), "won"
            return ("" if match.outcome.winner is not None else _("draw")), ""
        if match.is_chance or match.side != side:
            return "", ""
        if self._session.thinking and match is self._session.match:
            return _("is thinking"), "turn"
        return _("to move"), "turn"
