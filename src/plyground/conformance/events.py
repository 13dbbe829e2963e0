"""The events of an examination; all of them can be sent to another process."""

from __future__ import annotations

from typing import NamedTuple

from plyground.conformance.faults import Failure
from plyground.core.position import Move
from plyground.i18n import Sentence, _

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
    rules: str  # name of the class of positions
    demands: tuple[str, ...]
    facts: tuple[tuple[Sentence, str], ...] = ()  # (fact, name of the fact)


class RandomGames(NamedTuple):
    """Statistics of the random games."""

    games: int = 0  # games played to the end or for LONGEST_GAME plies; an aborted game does not count
    wanted: int = 0  # games to play; more than ``games`` if the time was up
    ended: int = 0  # games that ended within LONGEST_GAME plies
    plies: int = 0  # sum of the plies of all games that ended
    shortest: int = 0
    longest: int = 0
    positions: int = 0  # number of different positions that were examined
    moves: int = 0  # sum of the legal moves of all unfinished positions in these games
    choices: int = 0  # number of these unfinished positions
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
    complete: bool  # True if every reachable position was examined
    late: bool = False  # True if the time was up before more than ``limit`` positions were found


class Perft(NamedTuple):
    """The number of sequences of ``depth`` moves."""

    depth: int
    sequences: int


class Speed(NamedTuple):
    """The speed of making moves, in positions per second."""

    plain: float
    compiled: float | None = None  # speed of compiled rules; None: not compiled


class Feature(NamedTuple):
    """A feature of plyground that works with a game, or the reason why it does not."""

    name: str
    title: Sentence
    available: bool
    detail: Sentence | str  # the means by which it works, or the reason why it does not
    add: tuple[str, ...] = ()  # methods, or parts of Game, that would make it available

    @property
    def how(self) -> Sentence | str:
        """The means by which it works, or what to add for it."""
        if not self.add:
            return self.detail
        return _("add {names}: {meaning}", names=", ".join(self.add), meaning=self.detail)


Event = NextPosition | Failure | Card | RandomGames | AllPositions | Perft | Speed | Feature
