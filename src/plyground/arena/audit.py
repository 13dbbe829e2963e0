"""Audits: a deterministic bot against every line of play of the other side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from plyground.bots import Bot
from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.errors import SearchError
from plyground.i18n import _
from plyground.searches import Tally, new_tally
from plyground.searches.demands import refuse_demands
from plyground.searches.tally import NODES
from plyground.solvers.count import Lines, ended
from plyground.solvers.walk import MAX_POSITIONS, children_first, reachable


class Choices:
    """The moves of a deterministic bot. The bot is asked once for each position."""

    def __init__(self, game: Game, bot: Bot, tally: Tally | None = None) -> None:
        """Set up the bot's moves; ``tally`` counts the positions.

        Raise :class:`SearchError` for a bot that is not deterministic, and for a game with chance or more than two
        players.
        """
        refuse_demands(game.start, Demand.TURNS, "audit")
        if not bot.card.deterministic:
            raise SearchError(
                _("An audit needs a bot that always makes the same move in the same position; “{bot}” does not.", bot=bot.card.title)
            )  # fmt: skip
        self.game = game
        self.bot = bot
        self.tally = tally or new_tally()
        self._moves: dict[Any, Move] = {}

    def move(self, position: MarkedPosition) -> Move:
        """Return the move in an unfinished position."""
        if position not in self._moves:
            self.tally.counts[NODES] += 1
            self._moves[position] = self.bot.choose(position).move
        return self._moves[position]

    def table(self) -> str:
        """Return a line ``position move`` for each unfinished position of the game, sorted by text.

        Raise :class:`SearchError` if the game has too many positions.
        """
        notation = self.game.notation
        unfinished = [position for position in reachable(self.game.start) if not position.is_over()]
        lines = [f"{notation.format(at)} {notation.format_move(at, self.move(at))}\n" for at in unfinished]
        return "".join(sorted(lines))


@dataclass(frozen=True)
class Audit:
    """Every line of play of a bot on one side."""

    choices: Choices
    side: int
    results: dict[Any, Lines]  # lines of play from each position, by result for the bot

    @property
    def total(self) -> Lines:
        """The numbers of all lines of play, by the result for the bot."""
        return self.results[self.choices.game.start]

    def losing_lines(self) -> Iterator[tuple[Move, ...]]:
        """Return the moves of each line that the bot loses, in playing order."""
        return self._losing(self.choices.game.start, ())

    def _losing(self, position: MarkedPosition, played: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
        if not self.results[position].losses:
            return
        if position.is_over():
            yield played
        for move in followed(self.choices, self.side, position):
            yield from self._losing(position.play(move), (*played, move))


def audit(choices: Choices, side: int, limit: int = MAX_POSITIONS) -> Audit:
    """Play on ``side`` (:data:`FIRST` or :data:`SECOND`) against every reply. Return the audit.

    Each position is visited once. Raise :class:`SearchError` for a game with repetition, with more than ``limit``
    positions, or with chance or more than two players.
    """
    game = choices.game

    def follow(position: MarkedPosition) -> Iterator[Any]:
        return (game.play(position, move) for move in followed(choices, side, position))

    results: dict[Any, Lines] = {}
    for position in children_first(game.start, follow, limit):
        if position.is_over():
            utility = position.utility()
            results[position] = ended(utility if game.side(position) == side else -utility)
        else:
            results[position] = sum((results[child] for child in follow(position)), Lines())
    return Audit(choices, side, results)


def followed(choices: Choices, side: int, position: MarkedPosition) -> Iterable[Move]:
    """Return the moves to follow: the bot's own move, or all moves of the other side."""
    if position.is_over():
        return ()
    if choices.game.side(position) == side:
        return (choices.move(position),)
    moves: Iterable[Move] = position.moves()
    return moves
