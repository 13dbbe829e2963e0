"""The random bot: any legal move, each as likely as the others."""

from __future__ import annotations

import random
from typing import Any

from plyground.bots.bot_protocol import UNFOLLOWED, Card, Choice, Thought, only_move
from plyground.core.game import Game
from plyground.i18n import _, _n

CARD = Card(
    title=_("Random"),
    summary=_("Plays a random legal move; all are equally likely."),
    plans_ahead=False,
    deterministic=False,
    source="M. P. Caraciolo (2009)",
)


class Uniform:
    """A bot that chooses uniformly among the legal moves; with a ``seed``, the choice depends only on seed and
    position.
    """

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.seed = seed
        self.card = CARD._replace(deterministic=seed is not None)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return a random legal move; with a seed, the same one whenever the position repeats."""
        forced = only_move(position)
        if forced:
            return forced
        moves = list(position.moves())
        reason = _n("Drawn at random from {count} legal move.", "Drawn at random from {count} legal moves.", len(moves))
        chance = random.Random(None if self.seed is None else f"{self.seed} {position!r}")
        return Choice(chance.choice(moves), reason)
