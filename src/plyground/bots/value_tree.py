"""The PUCT bot: a tree of positions, grown by a static evaluation without random games."""

from __future__ import annotations

from typing import Any

from plyground.bots.bot_protocol import Card
from plyground.bots.monte_carlo import ENDLESS, MonteCarlo
from plyground.bots.searcher import evaluation_named
from plyground.core.game import Game
from plyground.errors import SearchError
from plyground.i18n import _
from plyground.learning.learned import unit_of
from plyground.searches import Estimate
from plyground.searches.best_first.mcts_tree import new_tree
from plyground.searches.best_first.puct_search import EXPLORATION, MASTERS, MEGABYTES, PLAYOUTS, puct
from plyground.searches.demands import refuse_demands

CARD = Card(
    title=_("Tree search by values"),
    summary=_(
        "Grows a tree of positions and judges its leaves by the static evaluation. It looks more often at moves whose positions look good (PUCT)."
    ),
    plans_ahead=True,
    deterministic=True,
    anytime=True,
    source="C. Rosin (2011); D. Silver et al. (2017)",
)


class ValueTree(MonteCarlo):
    """PUCT, compiled for this machine if it takes long and the rules can be compiled."""

    def __init__(
        self,
        game: Game,
        leaves: int | None = None,
        seconds: float | None = None,
        exploration: float | None = None,
        evaluation: str = "best",
    ) -> None:
        """Set up the bot. Without ``leaves`` or ``seconds`` it searches until its time is up.

        If it has no clock either, it expands 2,000 positions for each move. Raise :class:`SearchError` for a game
        without evaluation, and for one that PUCT does not support.
        """
        refuse_demands(game.start, MASTERS, "puct")
        super().__init__(game, leaves, seconds, EXPLORATION if exploration is None else exploration)
        known = evaluation_named(game, evaluation)
        if known is None:
            raise SearchError(_("{game} has no evaluation, which puct needs: let plyground learn make one.", game=game.title))  # fmt: skip
        self._evaluation = known
        self._unit = unit_of(game.start, known)
        self.card = CARD._replace(deterministic=seconds is None)

    def _play(self, position: Any, playouts: int, **options: Any) -> Estimate:
        self._tree = new_tree(MEGABYTES)
        if self.playouts is None and playouts != ENDLESS:
            playouts = PLAYOUTS
        return puct(
            position, self._evaluation, self._unit, playouts=playouts, seconds=self.seconds,
            exploration=self.exploration or 0.0, tree=self._tree, **options,
        )  # fmt: skip
