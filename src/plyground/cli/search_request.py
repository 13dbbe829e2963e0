"""Kinds of questions about a position. Each is built once from the options and then asked for one or more positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from plyground.cli.counted_search import least_nodes
from plyground.cli.reports.search_report import Answer, ProofAnswer, SearchAnswer
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.errors import SearchError
from plyground.i18n import _
from plyground.searches import Algorithm, Engine, Limit, Result, Setting, deepen, engine, search
from plyground.searches.plain_or_native import CountedSearches
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.solvers.exact import MEGABYTES, Solver

PLAIN_PROOF = 5_000
"""Most positions that a plain proof visits: it takes longer at each than a search does (see
:class:`CountedSearches`).
"""
PLAIN_MEGABYTES = 4
"""Megabytes of the table of a solver in plain Python, which does not search far."""


class Inquiry(Protocol):
    """A kind of question about a position."""

    game: Game
    pace: CountedSearches

    def ask(self, position: MarkedPosition) -> Answer:
        """Return the answer for one position."""


@dataclass
class SearchInquiry:
    """The question for a search, to its horizon or, with a ``limit``, by iterative deepening."""

    game: Game
    algorithm: Algorithm
    setting: Setting
    limit: Limit | None
    threads: int  # threads that share the work within the limit, once it is compiled
    ties: str
    seed: int | None
    pace: CountedSearches
    choices: dict[str, Any]  # further options for the record, by the command's option names

    def ask(self, position: MarkedPosition) -> SearchAnswer:
        """Return the answer for one position, independent of earlier ones."""
        found = self.pace.run(partial(self._search, position), *self._nodes(position))
        return SearchAnswer(self.game, position, found, self.choices | {"native": self.pace.native})

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

    def _equipped(self, position: MarkedPosition) -> Setting | Engine:
        if not self.algorithm.remembers:
            return self.setting
        return engine(position, loops=self.game.facts.loops)._replace(**self.setting._asdict())

    def _nodes(self, position: MarkedPosition) -> tuple[int, int]:
        """Return estimates of the fewest and the most positions that will be visited."""
        if self.limit is not None:  # a limit in seconds says nothing about the nodes
            nodes = self.limit.nodes or INFINITY
            return nodes, nodes
        if self.setting.depth > MAX_DEPTH:
            return 0, INFINITY
        branching = sum(1 for _move in position.moves())
        return least_nodes(branching, self.setting.depth, windowed=self.algorithm.windowed), INFINITY


@dataclass
class ProofInquiry:
    """The question for the exact score. One solver serves all positions and keeps its results."""

    game: Game
    pace: CountedSearches
    threads: int  # threads that share the work, once it is compiled
    memory_mb: int | None = None  # size of the table in megabytes; None: the usual size
    _solvers: dict[bool, Solver] = field(default_factory=dict)  # plain solver (False) and compiled solver (True)

    def __post_init__(self) -> None:
        if self.game.facts.loops:
            raise SearchError(_("Positions of this game can repeat, so a search to the end may never stop."))

    def ask(self, position: MarkedPosition) -> ProofAnswer:
        """Return the proven score of one position."""
        found = self.pace.run(lambda native: self._solver(native).exact(position))
        return ProofAnswer(self.game, position, found, self.pace.native)

    def _solver(self, native: bool) -> Solver:
        if native not in self._solvers:
            threads, usual = (self.threads, MEGABYTES) if native else (1, PLAIN_MEGABYTES)
            self._solvers[native] = Solver(
                self.game.start,
                threads=threads,
                memory_mb=self.memory_mb or usual,
                tally=self.pace.tally,
                native=native,
            )
        return self._solvers[native]
