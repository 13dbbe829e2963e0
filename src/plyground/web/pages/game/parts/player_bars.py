"""Player strips: above and below the board, with each side's face, name, level and score; the side to move is marked.

A press on a name opens the choice of that side's player.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from plyground.bots.level import NAMES
from plyground.i18n import Number, Sentence, _
from plyground.presentation.game_view import GameView
from plyground.presentation.opponents import levels
from plyground.presentation.score_text import points
from plyground.presentation.side_title import side_sign, side_title
from plyground.web.components.board_styles import side_classes
from plyground.web.components.captured_row import captured_html
from plyground.web.components.elements import fill, fixed
from plyground.web.components.faces import face
from plyground.web.components.templates import macro
from plyground.web.connected.element import Element
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.parts.part import Part


class PlayerBars(Part):
    """One strip for each side. The near side's strip is below the board."""

    def __init__(self, model: GameModel) -> None:
        self._session = model.session
        self._bars: list[Element] = []
        self._popovers: Sequence[str] = ()
        self._levels = {level.text: level for level in levels(model.session.game)}

    def build(self) -> None:
        """Put the strips on the page."""
        for side in range(len(self._session.seats)):
            self._bars.append(fixed("div", "", f"seatbar {side_classes(self._session.game, side)}", data_side=side))

    def link(self, popovers: Sequence[str]) -> None:
        """Let a press on the name of each side open the popover with its element id."""
        self._popovers = popovers

    def key(self, view: GameView) -> object:
        """Return the players and the position."""
        return view.seats, view.resigned, view.shown, view.is_thinking, view.near, view.is_look

    def draw(self, view: GameView) -> None:
        """Show the players."""
        for side, bar in enumerate(self._bars):
            state, manner = _state(view, side)
            fill(bar, self._strip(view, side, state) + captured_html(view.game, view.shown.position, side))
            place = "near" if side == view.near else "far"
            bar.classes(add=f"{place} {manner}", remove=" ".join({"near", "far", "turn", "won"} - {place, manner}))

    def _strip(self, view: GameView, side: int, state: Sentence | str) -> Markup:
        seat, scores = view.seats[side], points(view.game, view.shown.position)
        level = None if seat.name else self._levels.get(seat.text)
        name = _("You") if side == view.person and not seat.name else seat.title
        if level:
            name = NAMES[level.number - 1]
        title = side_title(view.game, side)
        count = len(self._levels)
        return macro(
            "players.html",
            "strip",
            self._popovers[side],
            _("{side}: {player}. Choose another player", side=title, player=name),
            face(level.number if level else 0, is_human=seat.is_human),
            name,
            title,
            side_sign(view.game, side),
            level.number if level else 0,
            count,
            _("Level {number} of {count}.", number=level.number, count=count) if level else "",
            level.manner if level else "",
            view.is_thinking and not view.is_look and view.shown.side == side,
            state,
            Number(scores[side]) if scores else None,
        )


def _state(view: GameView, side: int) -> tuple[Sentence | str, str]:
    """Return the activity of a side in one or two words, and the CSS class for it."""
    match = view.shown
    if view.resigned is not None:
        return (_("resigned"), "") if side == view.resigned else (_("won"), "won")
    if match.outcome:
        if match.outcome.winner == side:
            return _("won"), "won"
        return ("" if match.outcome.winner is not None else _("draw")), ""
    if match.is_chance or match.side != side:
        return "", ""
    if view.is_thinking and not view.is_look:
        return _("is thinking"), "turn"
    return _("to move"), "turn"
