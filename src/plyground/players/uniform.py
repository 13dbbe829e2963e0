"""The random player: any legal move, each as likely as the others."""

from __future__ import annotations

import random
from typing import Any

from plyground.game import Game
from plyground.language import _, _n
from plyground.players.player import UNFOLLOWED, Card, Choice, Thought, only_move

CARD = Card(
    title=_("Random"),
    summary=_("Draws one of the legal moves, each as likely as the others."),
    plans_ahead=False,
    deterministic=False,
    source="M. P. Caraciolo (2009)",
)


class Uniform:
    """Draws among the legal moves; with a ``seed``, the draw depends on it and the position alone."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.seed = seed
        self.card = CARD._replace(deterministic=seed is not None)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """A legal move, drawn uniformly; with a seed, the same one whenever the position comes again."""
        forced = only_move(position)
        if forced:
            return forced
        moves = list(position.moves())
        reason = _n("Drawn at random from {count} legal move.", "Drawn at random from {count} legal moves.", len(moves))
        chance = random.Random(None if self.seed is None else f"{self.seed} {position!r}")
        return Choice(chance.choice(moves), reason)
