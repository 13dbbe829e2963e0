"""The bars above and below the board: the name of each side, its player, and whether the player is present."""

from __future__ import annotations

from plyground.core.game import Game
from plyground.i18n import Number
from plyground.presentation.friend_game import FriendGame
from plyground.presentation.friend_text import side_holder, side_state
from plyground.presentation.game_clock import GameClock
from plyground.presentation.score_text import points
from plyground.presentation.side_title import side_sign, side_title
from plyground.web.components.board_styles import side_classes
from plyground.web.components.elements import fill, fixed, said
from plyground.web.connected.element import Element
from plyground.web.friend_keeper import OpenGame


class SideBars:
    """One bar a side."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._bars: list[Element] = []

    def build(self) -> None:
        """Put the bars on the page."""
        self._bars = [fixed("div", "", f"seatbar {side_classes(self._game, side)}") for side in range(2)]

    def refresh(self, opened: OpenGame, game: FriendGame, reader: int | None, near: int) -> None:
        """Show the present state of a game to a reader; the side of a spectator is None."""
        scores = points(self._game, game.match.position)
        for side, bar in enumerate(self._bars):
            sign, name = side_sign(self._game, side), side_title(self._game, side)
            state, manner = side_state(game, side, is_here=opened.is_here(side))
            parts = [
                '<span class="stone" aria-hidden="true"></span>',
                f'<b class="name">{said(name)}</b>',
                f'<span class="sign letter">{said(sign)}</span>' if sign else "",
                f'<span class="holder">{said(side_holder(game, side, reader))}</span>',
                f'<span class="state">{said(state)}</span>',
                f'<span class="points">{said(Number(scores[side]))}</span>' if scores else "",
                _clock(game.clock, side) if game.clock else "",
            ]
            fill(bar, "".join(parts))
            place = "near" if side == near else "far"
            bar.classes(
                add=f"{place} {manner}".strip(), remove=" ".join({"near", "far", "turn", "won"} - {place, manner})
            )


def _clock(clock: GameClock, side: int) -> str:
    """Return the time left of a side, which clock.js counts down."""
    left = clock.left_ms[side]
    minutes, seconds = divmod(-(-left // 1000), 60)
    runs = " data-runs" if clock.mover == side and left else ""
    return f'<span class="clock" role="timer" data-left-ms="{left}"{runs}>{minutes}:{seconds:02}</span>'
