"""The question for the best answer within a limit."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.bots import Thought
from plyground.bots.engine_bot import Engine
from plyground.bots.prover import PROOF
from plyground.cli.reports.search_report import SearchAnswer
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.searches import Limit
from plyground.searches.plain_or_native import CountedSearches


@dataclass
class EngineInquiry:
    """The question for the best answer within a limit, as the bot ``engine`` finds it: by a search and a prover."""

    game: Game
    limit: Limit
    threads: int
    evaluation: str  # name of the evaluation, or "none"
    pace: CountedSearches

    def ask(self, position: MarkedPosition) -> SearchAnswer:
        """Return the answer for one position, independent of earlier ones."""
        bot = Engine(self.game, *self.limit, threads=self.threads, evaluation=self.evaluation, pace=self.pace.choice)
        found = bot.search(position, Thought(tally=self.pace.tally))
        proven = found.algorithm == PROOF
        choices = {
            "scores": "utility" if proven else "distance",
            "convention": None,
            "evaluation": None if proven or self.evaluation == "none" else self.evaluation,
            "ties": "first",
            "native": self.pace.native,
        }
        return SearchAnswer(self.game, position, found, choices)
