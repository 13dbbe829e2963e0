"""Player strips: above and below the board, with each side's face, name, level and score; the side to move is marked.

A press on a name opens the choice of that side's player.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from plyground.bots.level import NAMES
from plyground.i18n import Number, Sentence, _
from plyground.presentation.game_session import GameSession
from plyground.presentation.opponents import levels
from plyground.presentation.score_text import points
from plyground.presentation.side_title import side_sign, side_titles
from plyground.web.components.board_styles import lower_bar, side_classes
from plyground.web.components.captured_row import captured_html
from plyground.web.components.elements import fill, fixed
from plyground.web.components.faces import face
from plyground.web.components.templates import macro
from plyground.web.connected.element import Element
from plyground.web.pages.game.explorer import Explorer


class PlayerBars:
    """One strip for each side. The near side's strip is below the board."""

    def __init__(self, session: GameSession, explorer: Explorer) -> None:
        self._session = session
        self._explorer = explorer
        self._bars: list[Element] = []
        self._popovers: Sequence[str] = ()
        self._levels = {level.text: level for level in levels(session.game)}
        self.is_flipped = False  # True if the person turned the board
        self._lower = lower_bar(session.game)

    @property
    def near(self) -> int:
        """The side whose strip is below the board: the only person's side, else the side whose pieces begin at the
        lower edge.
        """
        people = [side for side, seat in enumerate(self._session.seats) if seat.is_human]
        usual = people[0] if len(people) == 1 else self._lower or 0
        return 1 - usual if self.is_flipped and len(self._bars) == 2 else usual

    @property
    def is_turned(self) -> bool:
        """True if the board is drawn from the other side, so that each side's pieces are near its strip."""
        return self.is_flipped if self._lower is None else self.near != self._lower

    def build(self) -> None:
        """Put the strips on the page."""
        for side in range(len(self._session.seats)):
            self._bars.append(fixed("div", "", f"seatbar {side_classes(self._session.game, side)}", data_side=side))

    def link(self, popovers: Sequence[str]) -> None:
        """Let a press on the name of each side open the popover with its element id."""
        self._popovers = popovers

    def refresh(self) -> None:
        """Show the current state."""
        for side, bar in enumerate(self._bars):
            state, manner = self._state(side)
            captured = captured_html(self._session.game, self._explorer.shown.position, side)
            fill(bar, self._strip(side, state) + captured)
            place = "near" if side == self.near else "far"
            bar.classes(add=f"{place} {manner}", remove=" ".join({"near", "far", "turn", "won"} - {place, manner}))

    def _strip(self, side: int, state: Sentence | str) -> Markup:
        session, match = self._session, self._explorer.shown
        seat, scores = session.seats[side], points(session.game, match.position)
        level = None if seat.name else self._levels.get(seat.text)
        name = _("You") if seat.is_human and session.people == 1 and not seat.name else seat.title
        if level:
            name = NAMES[level.number - 1]
        title = side_titles(session.game)[side]
        count = len(self._levels)
        return macro(
            "players.html",
            "strip",
            self._popovers[side],
            _("{side}: {player}. Choose another player", side=title, player=name),
            face(level.number if level else 0, is_human=seat.is_human),
            name,
            title,
            side_sign(session.game, side),
            level.number if level else 0,
            count,
            _("Level {number} of {count}. {manner}", number=level.number, count=count, manner=level.manner)
            if level
            else "",
            session.thinking is not None and match is session.match and match.side == side,
            state,
            Number(scores[side]) if scores else None,
        )

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
