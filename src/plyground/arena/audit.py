"""Audits: a deterministic player against every line of play of the other side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from plyground.errors import SearchError
from plyground.game import Game
from plyground.language import _
from plyground.players import Player
from plyground.position import Demand, Move
from plyground.search import Tally, new_tally
from plyground.search.demands import refuse_demands
from plyground.search.tally import VISITS
from plyground.solve.count import Lines, ended
from plyground.solve.walk import LIMIT, children_first, reachable


class Choices:
    """The moves of a deterministic player, each asked for once."""

    def __init__(self, game: Game, player: Player, tally: Tally | None = None) -> None:
        """``tally`` counts the positions asked; raises :class:`SearchError` for a player that may choose differently another time.

        Also for a game with chance or more players.
        """
        refuse_demands(game.start, Demand.TURNS, "audit")
        if not player.card.deterministic:
            raise SearchError(
                _("An audit needs a player that always does the same in the same position; “{player}” does not.", player=player.card.title)
            )  # fmt: skip
        self.game = game
        self.player = player
        self.tally = tally or new_tally()
        self._moves: dict[Any, Move] = {}

    def move(self, position: Any) -> Move:
        """The move in an unfinished position."""
        if position not in self._moves:
            self.tally.counts[VISITS] += 1
            self._moves[position] = self.player.choose(position).move
        return self._moves[position]

    def table(self) -> str:
        """A line ``position move`` for each position of the game that is not over, in the order of their texts.

        Raises :class:`SearchError` when the game has too many.
        """
        notation = self.game.notation
        unfinished = [position for position in reachable(self.game.start) if not position.is_over()]
        lines = [f"{notation.format(at)} {notation.format_move(at, self.move(at))}\n" for at in unfinished]
        return "".join(sorted(lines))


@dataclass(frozen=True)
class Audit:
    """Every line of play of a player on one side."""

    choices: Choices
    side: int
    results: dict[Any, Lines]  # by position: the lines of play from there, by result for the player

    @property
    def total(self) -> Lines:
        """All lines, by result for the player."""
        return self.results[self.choices.game.start]

    def losing_lines(self) -> Iterator[tuple[Move, ...]]:
        """The moves of each line that the player loses, in playing order."""
        return self._losing(self.choices.game.start, ())

    def _losing(self, position: Any, played: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
        if not self.results[position].losses:
            return
        if position.is_over():
            yield played
        for move in followed(self.choices, self.side, position):
            yield from self._losing(position.play(move), (*played, move))


def audit(choices: Choices, side: int, limit: int = LIMIT) -> Audit:
    """Play on ``side`` (:data:`FIRST` or :data:`SECOND`) against every reply.

    Each position is met once, whichever moves led to it. Raises :class:`SearchError` for a game that cannot
    be exhausted: its positions come again, or more than ``limit`` of them are met; and for one with chance or more players.
    """
    game = choices.game

    def follow(position: Any) -> Iterator[Any]:
        return (game.play(position, move) for move in followed(choices, side, position))

    results: dict[Any, Lines] = {}
    for position in children_first(game.start, follow, limit):
        if position.is_over():
            utility = position.utility()
            results[position] = ended(utility if game.side(position) == side else -utility)
        else:
            results[position] = sum((results[child] for child in follow(position)), Lines())
    return Audit(choices, side, results)


def followed(choices: Choices, side: int, position: Any) -> Iterable[Move]:
    """What may be played: the player's one move, or any of the other side's."""
    if position.is_over():
        return ()
    if choices.game.side(position) == side:
        return (choices.move(position),)
    moves: Iterable[Move] = position.moves()
    return moves
