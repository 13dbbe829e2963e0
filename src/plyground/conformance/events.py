"""The events of an examination; all of them can be sent to another process."""

from __future__ import annotations

from typing import NamedTuple

from plyground.conformance.faults import Failure
from plyground.core.position import Move
from plyground.i18n import Sentence

PATIENCE = 5.0
"""Seconds that the rules may take for all calls at one position."""
COMPILING = 300.0
"""Seconds that compiling may take on a busy machine."""


class NextPosition(NamedTuple):
    """The position after these moves is examined next. An observer can apply a time limit from here."""

    line: tuple[Move, ...]
    doing: Sentence
    patience: float = PATIENCE


class Card(NamedTuple):
    """The game's name and description."""

    title: Sentence | str
    rules: str  # the class of its positions
    demands: tuple[str, ...]
    facts: tuple[tuple[Sentence, str], ...] = ()  # each with its name


class RandomGames(NamedTuple):
    """Statistics of the random games."""

    games: int = 0  # played to the end or for LONGEST_GAME plies; one that was broken off does not count
    wanted: int = 0  # more than were played if the time was up
    ended: int = 0  # the others were left after LONGEST_GAME plies
    plies: int = 0  # of all that ended
    shortest: int = 0
    longest: int = 0
    positions: int = 0  # different ones that were examined
    moves: int = 0  # of all unfinished positions met
    choices: int = 0  # those positions
    most_moves: int = 0

    def with_game(self, plies: int, ended: bool) -> RandomGames:
        """Return the statistics with one more game."""
        if not ended:
            return self._replace(games=self.games + 1)
        return self._replace(
            games=self.games + 1,
            ended=self.ended + 1,
            plies=self.plies + plies,
            shortest=min(self.shortest, plies) if self.ended else plies,
            longest=max(self.longest, plies),
        )

    def with_choice(self, moves: int) -> RandomGames:
        """Return the statistics with one more unfinished position, which has this many moves."""
        return self._replace(moves=self.moves + moves, choices=self.choices + 1, most_moves=max(self.most_moves, moves))


class AllPositions(NamedTuple):
    """The result of examining all positions."""

    positions: int
    limit: int
    complete: bool  # every position that play can lead to was examined
    late: bool = False  # the time was up before there were more than ``limit``


class Perft(NamedTuple):
    """The number of sequences of ``depth`` moves."""

    depth: int
    sequences: int


class Speed(NamedTuple):
    """The speed of making moves, in positions per second."""

    plain: float
    compiled: float | None = None  # None: not compiled


class Feature(NamedTuple):
    """A feature of plyground that works with a game, or the reason why it does not."""

    name: str
    title: Sentence
    available: bool
    detail: Sentence | str  # with what, or why not
    add: tuple[str, ...] = ()  # the methods, or parts of Game, that would make it available


Event = NextPosition | Failure | Card | RandomGames | AllPositions | Perft | Speed | Feature
