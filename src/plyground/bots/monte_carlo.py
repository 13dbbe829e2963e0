"""The Monte-Carlo bot: it tries moves by random games, and the best moves most often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from plyground.bots.bot_protocol import UNFOLLOWED, Card, Choice, Outlook, Thought, only_move, warm_up_tally
from plyground.bots.decision_tree import from_playouts
from plyground.bots.reasons import because, chances, format_line
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.errors import SearchStopped
from plyground.i18n import _
from plyground.searches import Estimate, Progress, new_tally, uct
from plyground.searches.best_first.mcts_tree import Tree, new_tree
from plyground.searches.best_first.uct_search import MASTERS, MEGABYTES, PERCENT, PLAYOUTS, fewest_nodes
from plyground.searches.chance_moves import turns_of_a_game
from plyground.searches.demands import refuse_demands
from plyground.searches.plain_or_native import MAX_PLAIN_NODES, Pace, within
from plyground.searches.scores import INFINITY
from plyground.searches.tally import NODES

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

ENDLESS = INFINITY
"""Number of random games that no search reaches, so that only its time ends it."""
HOPELESS = -0.9
"""Mean result of the best move at or below which the bot resigns, if a move can end the game."""


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
        """Set up the bot. Without ``playouts`` or ``seconds`` it plays until its time is up.

        If it has no clock either, it plays 10,000 random games for each move.

        Raise :class:`SearchError` for a game that UCT does not support.
        """
        refuse_demands(game.start, MASTERS, "uct")
        self.game = game
        self.playouts = playouts
        self.seconds = seconds
        self.exploration = exploration
        self.rave = rave
        self.seed = seed
        self.card = CARD._replace(deterministic=seed is not None and seconds is None)
        self._pace = Pace()
        self._tree: Tree | None = None  # tree of the last random games

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
        thought.on_progress(Outlook(len(found.line), worth, line, found.nodes, found.seconds, move=found.move))
        tree = from_playouts(position, self._tree, found) if thought.keeps_tree and self._tree else None
        self._tree = None  # free its memory
        reason = because(self.game, position, worth, found.line)
        return Choice(found.move, reason, round(found.value * PERCENT), tree=tree)

    def warm_up(self, thought: Thought = UNFOLLOWED) -> None:
        """Compile the search by random games."""

        def play(native: bool) -> None:
            for position in turns_of_a_game(self.game.start) if native else ():
                self._play(position, ENDLESS, tally=warm_up_tally(), native=True)

        if thought.native is not False:
            self._pace.run(lambda: None, play, at_once=True)

    def estimate(self, position: MarkedPosition, thought: Thought = UNFOLLOWED) -> Estimate:
        """Return the estimate of the random games when a limit is reached or the search is stopped."""
        tally = thought.tally or new_tally()
        has_time_limit = self.seconds is not None or thought.clock is not None
        playouts = self.playouts or (ENDLESS if has_time_limit else PLAYOUTS)

        def on_progress(progress: Progress) -> None:
            value = progress.value if progress.proven else progress.value / PERCENT
            line = format_line(self.game, position, progress.line)
            worth = chances(value, progress.proven)
            move = next(iter(progress.line), None)
            thought.on_progress(Outlook(progress.depth, worth, line, progress.nodes, progress.seconds, move=move))

        def search(native: bool, heard: Callable[[Progress], object] | None = on_progress) -> Estimate:
            try:
                return self._play(position, playouts, tally=tally, native=native, on_progress=heard)
            except SearchStopped:  # stopped before the first random game
                own = new_tally()
                found = self._play(position, 1, tally=own, native=native)
                tally.counts[NODES] += own.counts[NODES]
                return found

        if thought.native is False:
            return search(False)
        at_once = thought.compiles_at_once or fewest_nodes(self.playouts, self.seconds) > MAX_PLAIN_NODES
        little = partial(within, MAX_PLAIN_NODES, tally, partial(search, False, None))  # too short to follow
        return self._pace.run(little, search, at_once=at_once)

    def _play(self, position: Any, playouts: int, **options: Any) -> Estimate:
        actions = position.actions() if self.rave and hasattr(position, "actions") else 0
        self._tree = new_tree(MEGABYTES, actions, self.rave)
        return uct(
            position, playouts=playouts, seconds=self.seconds, exploration=self.exploration, rave=self.rave, seed=self.seed, tree=self._tree, **options
        )  # fmt: skip


def _ending(position: MarkedPosition, found: Estimate) -> Move | None:
    """Return the move that ends a hopeless game at once, such as the second pass in Go; None if there is none."""
    if found.proven or found.value > HOPELESS:
        return None
    return next((arm.move for arm in found.moves if arm.proven and position.play(arm.move).is_over()), None)
