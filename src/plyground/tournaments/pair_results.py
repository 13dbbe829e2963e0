"""Results of many pairs of games in short form: which bots met, and how often each result of a pair of games
occurred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from plyground.tournaments.joint_ratings import GameScore

LETTERS = {0.0: "l", 0.5: "d", 1.0: "w"}
"""The result of one game for a bot: lost, drawn or won."""
SCORES = {letter: score for score, letter in LETTERS.items()}


class PairResults:
    """Counts of pairs of games: the same opening twice, with the sides swapped.

    ``wl`` means that the first bot of a meeting won the game in which it moved first and lost the other one.
    """

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], Counter[str]] = {}

    def add(self, one: str, other: str, moving_first: float, moving_second: float) -> None:
        """Add a pair of games, by the scores of ``one`` in the game where it moved first and in the other."""
        self.counts.setdefault((one, other), Counter())[LETTERS[moving_first] + LETTERS[moving_second]] += 1

    def pairs_of(self, one: str, other: str) -> int:
        """Return the number of pairs of games that two bots have played."""
        return sum(self.counts[key].total() for key in {(one, other), (other, one)} & self.counts.keys())

    def pairs_with(self, bot: str) -> int:
        """Return the number of pairs of games that a bot has played."""
        return sum(counts.total() for met, counts in self.counts.items() if bot in met)

    @property
    def games(self) -> int:
        """The number of all games."""
        return 2 * sum(count.total() for count in self.counts.values())

    def of(self, bot: str) -> tuple[int, float]:
        """Return the number of a bot's games and its points."""
        scores = [
            score
            for game in self.scores()
            for name, score in ((game.first, game.score), (game.second, 1 - game.score))
            if name == bot
        ]
        return len(scores), sum(scores)

    def scores(self) -> Iterator[GameScore]:
        """Yield all games, each with its pair, as ratings need them."""
        for (one, other), counts in self.counts.items():
            number = 0
            for letters, count in counts.items():
                for _pair in range(count):
                    number += 1
                    yield GameScore(one, other, SCORES[letters[0]], (one, other, number))
                    yield GameScore(other, one, 1 - SCORES[letters[1]], (one, other, number))

    def plain(self) -> list[list[Any]]:
        """Return the counts as plain data for JSON: rows of two bots and their counts."""
        return [[one, other, dict(sorted(counts.items()))] for (one, other), counts in self.counts.items()]

    @classmethod
    def of_plain(cls, rows: list[tuple[str, str, Mapping[str, int]]]) -> PairResults:
        """Return the counts that :meth:`plain` gave."""
        found = cls()
        for one, other, counts in rows:
            found.counts[one, other] = Counter(counts)
        return found
