"""The Monte-Carlo player: it tries moves by random games, and the best moves most often."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.core.game import Game
from plyground.core.position import Move
from plyground.errors import SearchStopped
from plyground.i18n import _
from plyground.players.player import UNFOLLOWED, Card, Choice, Outlook, Thought, only_move
from plyground.players.reasons import because, chances, format_line
from plyground.searches import Estimate, Progress, new_tally, uct
from plyground.searches.demands import refuse_demands
from plyground.searches.plain_or_native import Pace
from plyground.searches.tally import STOP
from plyground.searches.uct import MASTERS, PERCENT, PLAYOUTS

CARD = Card(
    title=_("Monte-Carlo tree search"),
    summary=_(
        "Plays random games, more of them for moves that have done well so far (UCT), and then plays the move that it has tried most."
    ),
    plans_ahead=True,
    deterministic=False,
    anytime=True,
    source="L. Kocsis, C. Szepesvári (2006); AIMA, 4th global ed., 6.4",
)

HOPELESS = -0.9
"""Mean result of the best move at or below which the player resigns, if a move can end the game."""
MAX_PLAIN_PLAYOUTS = 300
"""Random games that plain Python plays first. If they are enough, nothing is compiled."""


class MonteCarlo:
    """UCT, compiled for this machine if it takes long and the rules can be compiled."""

    def __init__(
        self,
        game: Game,
        playouts: int | None = None,
        seconds: float | None = None,
        exploration: float | None = None,
        rave: int = 0,
        seed: int | None = None,
    ) -> None:
        """Set up the player. Without ``playouts`` or ``seconds`` it plays 10,000 random games for each move.

        Raise :class:`SearchError` for a game that UCT does not support.
        """
        refuse_demands(game.start, MASTERS, "uct")
        self.game = game
        self.playouts = PLAYOUTS if playouts is None and seconds is None else playouts
        self.seconds = seconds
        self.exploration = exploration
        self.rave = rave
        self.seed = seed
        self.card = CARD._replace(deterministic=seed is not None and seconds is None)
        self._pace = Pace()

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the most tried move when a limit is reached or the search is stopped."""
        forced = only_move(position)
        if forced:
            return forced
        found = self.estimate(position, thought)
        ending = _ending(position, found)
        if ending is not None:
            found = replace(found, move=ending, line=(ending,))
        assert found.move is not None  # an unfinished position has a move
        worth = chances(found.value, found.proven)
        line = format_line(self.game, position, found.line)
        thought.tell(Outlook(len(found.line), worth, line, found.visits, found.seconds, move=found.move))
        return Choice(found.move, because(self.game, position, worth, found.line), round(found.value * PERCENT))

    def estimate(self, position: Any, thought: Thought = UNFOLLOWED) -> Estimate:
        """Return the estimate of the random games when a limit is reached or the search is stopped."""
        tally = thought.tally or new_tally()
        few = min(MAX_PLAIN_PLAYOUTS, self.playouts or MAX_PLAIN_PLAYOUTS)

        def tell(progress: Progress) -> None:
            value = progress.value if progress.proven else progress.value / PERCENT
            line = format_line(self.game, position, progress.line)
            worth = chances(value, progress.proven)
            move = next(iter(progress.line), None)
            thought.tell(Outlook(progress.depth, worth, line, progress.visits, progress.seconds, move=move))

        def play(playouts: int | None, **options: Any) -> Estimate:
            return uct(
                position, playouts=playouts, seconds=self.seconds, exploration=self.exploration, rave=self.rave, seed=self.seed, **options
            )  # fmt: skip

        def little() -> Estimate | None:
            found = play(few)  # too short to be followed
            return found if found.proven or few == self.playouts or tally.counts[STOP] else None

        def search(native: bool) -> Estimate:
            try:
                return play(self.playouts, tally=tally, native=native, tell=tell)
            except SearchStopped:  # before its first random game
                return play(few)

        if thought.native is False:
            return search(False)
        return self._pace.run(little, search, is_one_of_many=thought.is_one_of_many)


def _ending(position: Any, found: Estimate) -> Move | None:
    """Return the move that ends a hopeless game at once, such as the second pass in Go; None if there is none."""
    if found.proven or found.value > HOPELESS:
        return None
    return next((arm.move for arm in found.moves if arm.proven and position.play(arm.move).is_over()), None)
