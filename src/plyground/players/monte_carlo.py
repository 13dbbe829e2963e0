"""The Monte-Carlo player: tries moves by random games, and tries most what goes best."""

from __future__ import annotations

from typing import Any

from plyground.errors import SearchStopped
from plyground.game import Game
from plyground.language import _
from plyground.players.player import UNFOLLOWED, Card, Choice, Outlook, Thought, only_move
from plyground.players.reasons import because, chances, format_line
from plyground.search import Estimate, Progress, new_tally, uct
from plyground.search.demands import refuse_demands
from plyground.search.pace import Pace
from plyground.search.tally import STOP
from plyground.search.uct import EXPLORATION, MASTERS, PERCENT, PLAYOUTS

CARD = Card(
    title=_("Monte-Carlo tree search"),
    summary=_(
        "Plays random games from here, most of them where they have gone well so far (UCT), and plays the move that it has tried most."
    ),
    plans_ahead=True,
    deterministic=False,
    anytime=True,
    source="L. Kocsis, C. Szepesvári (2006); AIMA 6.4",
)

FEW = 300
"""Random games that plain Python plays first: where they are enough, nobody waits for a compiler."""


class MonteCarlo:
    """UCT, compiled for this machine where it takes long and can be."""

    def __init__(
        self,
        game: Game,
        playouts: int | None = None,
        seconds: float | None = None,
        exploration: float | None = None,
        seed: int | None = None,
    ) -> None:
        """Without ``playouts`` or ``seconds`` it plays 10,000 random games.

        Raises :class:`SearchError` for a game that UCT does not master.
        """
        refuse_demands(game.start, MASTERS, "uct")
        self.game = game
        self.playouts = PLAYOUTS if playouts is None and seconds is None else playouts
        self.seconds = seconds
        self.exploration = EXPLORATION if exploration is None else exploration
        self.seed = seed
        self.card = CARD._replace(deterministic=seed is not None and seconds is None)
        self._pace = Pace()

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """The move that was tried most until a limit is reached, or the thought is told to stop."""
        forced = only_move(position)
        if forced:
            return forced
        found = self.estimate(position, thought)
        assert found.move is not None  # an unfinished position has a move
        worth = chances(found.value, found.proven)
        line = format_line(self.game, position, found.line)
        thought.tell(Outlook(len(found.line), worth, line, found.visits, found.seconds))
        return Choice(found.move, because(self.game, position, worth, found.line), round(found.value * PERCENT))

    def estimate(self, position: Any, thought: Thought = UNFOLLOWED) -> Estimate:
        """What its random games say of ``position``, until a limit is reached or the thought is told to stop."""
        tally = thought.tally or new_tally()
        few = min(FEW, self.playouts or FEW)

        def tell(progress: Progress) -> None:
            value = progress.value if progress.proven else progress.value / PERCENT
            line = format_line(self.game, position, progress.line)
            worth = chances(value, progress.proven)
            thought.tell(Outlook(progress.depth, worth, line, progress.visits, progress.seconds))

        def play(playouts: int | None, **options: Any) -> Estimate:
            return uct(
                position, playouts=playouts, seconds=self.seconds, exploration=self.exploration, seed=self.seed, **options
            )  # fmt: skip

        def little() -> Estimate | None:
            found = play(few)  # too short to be followed
            return found if found.proven or few == self.playouts or tally.counts[STOP] else None

        def search(native: bool) -> Estimate:
            try:
                return play(self.playouts, tally=tally, native=native, tell=tell)
            except SearchStopped:  # before its first random game
                return play(few)

        return self._pace.run(little, search)
