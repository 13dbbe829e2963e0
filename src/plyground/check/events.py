"""What an examination tells while it goes on; all of it can be handed to another process."""

from __future__ import annotations

from typing import NamedTuple

from plyground.check.faults import Failure
from plyground.language import Sentence
from plyground.position import Move

PATIENCE = 5.0
"""Seconds that the rules may take for all that is asked at one position."""
COMPILING = 300.0
"""Seconds that compiling may take, on a busy machine."""


class At(NamedTuple):
    """The rules are asked next at the position after these moves; whoever watches may lose patience then."""

    line: tuple[Move, ...]
    doing: Sentence
    patience: float = PATIENCE


class Card(NamedTuple):
    """The game, as it calls itself."""

    title: Sentence | str
    rules: str  # the class of its positions
    demands: tuple[str, ...]
    facts: tuple[tuple[Sentence, str], ...] = ()  # each with its name


class Played(NamedTuple):
    """What the random games were like."""

    games: int = 0
    wanted: int = 0  # more than were played when time was up
    ended: int = 0  # the others were left after LONGEST_GAME plies
    plies: int = 0  # of all that ended
    shortest: int = 0
    longest: int = 0
    positions: int = 0  # different ones that were examined
    moves: int = 0  # of all unfinished positions met
    choices: int = 0  # those positions
    most_moves: int = 0

    def with_game(self, plies: int, ended: bool) -> Played:
        """One game more."""
        if not ended:
            return self._replace(games=self.games + 1)
        return self._replace(
            games=self.games + 1,
            ended=self.ended + 1,
            plies=self.plies + plies,
            shortest=min(self.shortest, plies) if self.ended else plies,
            longest=max(self.longest, plies),
        )

    def with_choice(self, moves: int) -> Played:
        """One unfinished position more, with so many moves."""
        return self._replace(moves=self.moves + moves, choices=self.choices + 1, most_moves=max(self.most_moves, moves))


class Whole(NamedTuple):
    """What going through every position came to."""

    positions: int
    limit: int
    complete: bool  # every position that play can lead to was examined


class Perft(NamedTuple):
    """How many sequences of so many moves there are."""

    depth: int
    sequences: int


class Speed(NamedTuple):
    """Positions a second whose moves are made."""

    plain: float
    compiled: float | None = None  # None: not compiled


class Feature(NamedTuple):
    """Something that can be done with a game, or that cannot be done yet."""

    name: str
    title: Sentence
    available: bool
    detail: Sentence | str  # with what, or why not
    add: tuple[str, ...] = ()  # the methods, or parts of Game, that would make it available


Event = At | Failure | Card | Played | Whole | Perft | Speed | Feature
