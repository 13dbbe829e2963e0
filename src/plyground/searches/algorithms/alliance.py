"""Alliances: a game of many players as a game of two, an alliance against all others.

The alliance maximises the sum of its members' utilities and the others minimise it, so every search for two players can
search it. With one member this is the paranoid assumption: all others play against that player (Sturtevant & Korf 2000,
On pruning techniques for multi-player games). With more members it is a fixed coalition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules, titles
from plyground.core.position import MAX, MIN, Demand, Move
from plyground.errors import SearchError, SpecError
from plyground.i18n import _


@rules
class Allied(NamedTuple):
    """A ``position`` seen by an alliance, which is MAX."""

    position: Any
    allies: int  # set of the players in the alliance: player p is bit p

    def moves(self) -> Iterator[Move]:
        moves: Iterator[Move] = self.position.moves()
        return moves

    def play(self, move: Move) -> Allied:
        return Allied(self.position.play(move), self.allies)

    def is_over(self) -> bool:
        over: bool = self.position.is_over()
        return over

    def side(self) -> int:
        """Return MAX for an ally to move, MIN for another player; chance nodes are seen by the alliance."""
        player = self.position.to_move()
        return MAX if player < 0 or self.allies >> player & 1 else MIN

    def root_side(self) -> int:
        """Return the side to move here as the side of the root."""
        return self.side()

    def turn(self, child: Allied) -> int:
        return self.side() * child.side()

    def utility(self) -> Any:
        total = 0
        for player, utility in enumerate(self.position.utilities()):
            if self.allies >> player & 1:
                total += utility
        return self.side() * total

    def utmost(self) -> Any:
        least, most = self.position.bounds()
        return self.position.players() * max(most, -least)

    def key(self) -> int:
        key: int = self.position.key()
        return key

    def to_move(self) -> int:
        player: int = self.position.to_move()
        return player

    def players(self) -> int:
        players: int = self.position.players()
        return players

    def probability(self, move: Move) -> Any:
        return self.position.probability(move)

    def bounds(self) -> tuple[Any, Any]:
        least, most = (self.allies.bit_count() * bound for bound in self.position.bounds())
        return (least, most) if self.side() == MAX else (-most, -least)

    def demands(self) -> Demand:
        demanded: Demand = self.position.demands()
        return demanded & ~Demand.PLAYERS | Demand.TURNS


titles[Allied] = _("one player against all others")


@rules
class Allies(NamedTuple):
    """An ``evaluation`` for many players, seen by an alliance: the sum of the members' estimates."""

    evaluation: Any
    win: int

    def value(self, position: Allied) -> Any:
        total = 0
        for player, guess in enumerate(self.evaluation.values(position.position)):
            if position.allies >> player & 1:
                total += guess
        return position.side() * total


def members(text: str) -> list[int]:
    """Return the players of a list such as ``0,2``. Raise :class:`SpecError`."""
    try:
        return [int(player) for player in text.split(",")]
    except ValueError:
        raise SpecError(_("Allies are players' numbers from 0, such as 0,2, not “{text}”.", text=text)) from None


def allied(position: Any, *players: int) -> Allied:
    """Return ``position`` seen by the alliance of these players; the default is only the player to move.

    Raise :class:`SearchError` for a number that is no player, and for a position that does not tell who is to move.
    """
    if isinstance(position, Allied):
        return position
    if not hasattr(position, "utilities"):
        raise SearchError(_("An alliance needs a game with to_move() and utilities()."))
    for player in players:
        if not 0 <= player < position.players():
            raise SearchError(
                _("There is no player {player}: they are numbered from 0 to {last}.", player=player, last=position.players() - 1)
            )  # fmt: skip
    members = players or (max(0, position.to_move()),)
    return Allied(position, sum(1 << player for player in set(members)))
