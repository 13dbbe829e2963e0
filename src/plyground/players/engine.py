"""The engine: looks deeper and deeper for as long as it may, and plays the best move found by then."""

from __future__ import annotations

from typing import Any

from plyground.game import Game
from plyground.language import _
from plyground.players.player import UNFOLLOWED, Card, Choice, Thought, only_move
from plyground.players.reasons import because, outcome, outlook
from plyground.players.searcher import evaluation_named
from plyground.search import ALGORITHMS, Result, Tally, new_tally
from plyground.search.deepening import deepen
from plyground.search.demands import refuse_demands
from plyground.search.engine import Engine as Memory
from plyground.search.engine import engine as new_memory
from plyground.search.limit import Limit
from plyground.search.pace import Pace
from plyground.search.progress import Progress
from plyground.search.tally import STOP

CARD = Card(
    title=_("Engine"),
    summary=_(
        "Alpha-beta made strong: it looks one ply deeper each time, remembers positions, takes the best moves first, and plays the best move found when its time is up."
    ),
    plans_ahead=True,
    deterministic=False,
    anytime=True,
    source="AIMA 6.2.4, 6.3; T. A. Marsland (1986)",
)


FEW = 5000
"""Positions that plain Python looks at first: where they are enough, nobody waits for a compiler."""


class Engine:
    """Iterative deepening, compiled for this machine where it takes long and can be."""

    def __init__(
        self,
        game: Game,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        threads: int = 1,
        megabytes: int = 64,
        evaluation: str = "best",
    ) -> None:
        """Without ``seconds``, ``nodes`` or ``depth`` it thinks for a second. Raises :class:`SpecError`, and
        :class:`SearchError` for a game that its search does not master.
        """
        refuse_demands(game.start, ALGORITHMS["pvs"].masters, "engine")
        self.game = game
        self.limit = Limit(seconds, nodes, depth) if seconds or nodes or depth else Limit(seconds=1)
        self.threads = threads
        self.megabytes = megabytes
        self.evaluation = evaluation_named(game, evaluation)
        self.card = CARD._replace(deterministic=self.limit.seconds is None and threads == 1)
        self._memory: Memory | None = None
        self._pace = Pace()

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """The best move found until a limit is reached, or the thought is told to stop."""
        forced = only_move(position)
        if forced:
            return forced
        found = self._search(position, thought, thought.tally or new_tally())
        assert found.move is not None  # an unfinished position has a move
        thought.tell(outlook(self.game, position, found))
        return Choice(
            found.move, because(self.game, position, outcome(self.game, found), found.line), found.value, found
        )

    def _search(self, position: Any, thought: Thought, tally: Tally) -> Result:
        limit = self.limit
        few = limit._replace(nodes=min(FEW, limit.nodes or FEW))

        def little() -> Result | None:
            found = self._deepen(
                position, Thought(thought.past), new_tally(), few, native=False
            )  # too short to be followed
            enough = found.proven or found.depth == limit.depth or few == limit or tally.counts[STOP]
            return found if enough else None

        def search(native: bool) -> Result:
            return self._deepen(position, thought, tally, limit, native=native)

        return self._pace.run(little, search)

    def _deepen(self, position: Any, thought: Thought, tally: Tally, limit: Limit, *, native: bool) -> Result:
        def tell(progress: Progress) -> None:
            thought.tell(outlook(self.game, position, progress))

        return deepen(
            position, limit, self._remembered(position), past=thought.past, tally=tally, native=native,
            threads=self.threads, tell=tell,
        )  # fmt: skip

    def _remembered(self, position: Any) -> Memory:
        """What was found for the moves before; nothing where the same move must come again each time."""
        if self._memory is None or self.card.deterministic:
            self._memory = new_memory(position, self.evaluation, megabytes=self.megabytes, loops=self.game.facts.loops)
        return self._memory
