"""A person: interfaces ask them, not this object."""

from __future__ import annotations

from typing import Any

from plyground.errors import MoveError
from plyground.game import Game
from plyground.language import _
from plyground.players.player import UNFOLLOWED, Card, Choice, Thought

CARD = Card(
    title=_("A person"),
    summary=_("You, or whoever sits beside you."),
    plans_ahead=True,
    deterministic=False,
)


class Human:
    """A person at the board."""

    card = CARD

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Refuses: nobody but the person can choose; raises :class:`MoveError`."""
        raise MoveError(_("A person plays this side: the move must come from them."))
