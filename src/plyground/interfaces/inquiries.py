"""Ways to ask about a position: each is made once, from a person's choices, and asked for one position or many."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from plyground.errors import SearchError
from plyground.game import Game
from plyground.interfaces.answers import Answer, Proven, Searched
from plyground.interfaces.pace import Counted, least_visits
from plyground.language import _
from plyground.search import Algorithm, Engine, Limit, Result, Setting, deepen, engine, search
from plyground.search.scores import INFINITY, LONGEST
from plyground.solve.exact import MEGABYTES, Solver

PLAIN_PROOF = 5_000
"""Positions that a plain proof may visit: it looks longer at each than a search does (see :class:`Counted`)."""
PLAIN_MEGABYTES = 4
"""Of the table of a solver in plain Python, which does not come far."""


class Inquiry(Protocol):
    """One way to ask."""

    game: Game
    pace: Counted

    def ask(self, position: Any) -> Answer:
        """The answer for one position."""


@dataclass
class Searching:
    """By a search, to its horizon or, with a ``limit``, deeper and deeper."""

    game: Game
    algorithm: Algorithm
    setting: Setting
    limit: Limit | None
    threads: int  # that work side by side within the limit, once it is native
    ties: str
    seed: int | None
    pace: Counted
    choices: dict[str, Any]  # what goes into the record besides

    def ask(self, position: Any) -> Searched:
        """The answer for one position; it owes nothing to those asked for before."""
        found, native = self.pace.run(lambda native: (self._search(position, native), native), *self._visits(position))
        reached = self.setting if found.depth is None else self.setting._replace(horizon=found.depth)
        return Searched(self.game, position, reached, found, self.choices | {"native": native})

    def _search(self, position: Any, native: bool) -> Result:
        setting, name, tally = self._equipped(position), self.algorithm.name, self.pace.tally
        if self.limit is None:
            return search(position, name, setting, ties=self.ties, seed=self.seed, tally=tally, native=native)
        return deepen(
            position,
            self.limit,
            setting,
            algorithm=name,
            tally=tally,
            native=native,
            threads=self.threads if native else 1,
        )

    def _equipped(self, position: Any) -> Setting | Engine:
        if not self.algorithm.remembers:
            return self.setting
        return engine(position, loops=self.game.facts.loops)._replace(**self.setting._asdict())

    def _visits(self, position: Any) -> tuple[int, int]:
        """How many positions will be visited, at least and at most, as far as one can tell beforehand."""
        if self.limit is not None:  # one in seconds is there to be used up
            nodes = self.limit.nodes or INFINITY
            return nodes, nodes
        if self.setting.horizon > LONGEST:
            return 0, INFINITY
        branching = sum(1 for _move in position.moves())
        return least_visits(branching, self.setting.horizon, windowed=self.algorithm.windowed), INFINITY


@dataclass
class Proving:
    """For the exact score, by one solver for all positions: it remembers what it has learnt."""

    game: Game
    pace: Counted
    threads: int  # that work side by side, once it is native
    _solvers: dict[bool, Solver] = field(default_factory=dict)  # by whether it is native

    def __post_init__(self) -> None:
        if self.game.facts.loops:
            raise SearchError(_("Positions of this game can come again, so its lines of play have no end."))

    def ask(self, position: Any) -> Proven:
        """The proven score for one position."""
        found, native = self.pace.run(lambda native: (self._solver(native).exact(position), native))
        return Proven(self.game, position, found, native)

    def _solver(self, native: bool) -> Solver:
        if native not in self._solvers:
            threads, megabytes = (self.threads, MEGABYTES) if native else (1, PLAIN_MEGABYTES)
            self._solvers[native] = Solver(
                self.game.start, threads=threads, megabytes=megabytes, tally=self.pace.tally, native=native
            )
        return self._solvers[native]
