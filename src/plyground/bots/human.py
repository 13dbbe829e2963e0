"""A person in a seat. Interfaces ask the person and do not call this object."""

from __future__ import annotations

from typing import Any

from plyground.bots.bot_protocol import UNFOLLOWED, Card, Choice, Thought
from plyground.core.game import Game
from plyground.errors import MoveError
from plyground.i18n import _

CARD = Card(
    title=_("A person"),
    summary=_("You, or somebody beside you."),
    plans_ahead=True,
    deterministic=False,
)


class Human:
    """A person at the board."""

    card = CARD

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Raise :class:`MoveError`, because only the person can choose."""
        raise MoveError(_("A person plays this side: the move must come from them."))
