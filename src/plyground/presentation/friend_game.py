"""A game between two people: their seats, their moves, and their requests to each other.

A state never changes: a command returns the next one, or raises :class:`PlygroundError` with the reason. Every command
names the visitor who gives it, so that nobody can move for another.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import NamedTuple

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.position import Demand, Move
from plyground.errors import GameOver, MoveError, PlygroundError, SpecError
from plyground.games.remote.remote_rules import run_apart
from plyground.i18n import _
from plyground.presentation.game_clock import GameClock

UNUSED_DAYS = 7
"""Days after the last event of a game at which it is deleted."""


class ProposalKind(Enum):
    """The kinds of requests to the other player."""

    TAKEBACK = "takeback"
    DRAW = "draw"
    REMATCH = "rematch"


class Proposal(NamedTuple):
    """A request of one side to the other, at a ply."""

    kind: ProposalKind
    side: int
    ply: int


def can_be_shared(game: Game) -> bool:
    """Return True if two people can play a game by a link.

    The rules of a file run in another process and would make everyone on the server wait. A drawn board shows the whole
    position to both players.
    """
    hides_drawn = bool(game.demands & Demand.HIDDEN) and game.picture.width > 0
    return len(game.sides) == 2 and not hides_drawn and not run_apart(game.name)


def is_expired(changed: datetime, now: datetime) -> bool:
    """Return True if a game was last changed too long ago."""
    return now - changed > timedelta(days=UNUSED_DAYS)


@dataclass(frozen=True)
class FriendGame:
    """The state of a game between two people."""

    match: Match
    holders: tuple[str, str]  # visitor on each side; "" = a free seat
    invitation: str  # secret that gives the free seat to the first visitor who brings it
    proposal: Proposal | None = None
    resigned: int | None = None  # side that has resigned
    round: int = 1  # number of the game; a rematch is the next one
    clock: GameClock | None = None
    is_drawn: bool = False  # True if both sides have agreed to a draw

    @classmethod
    def begin(
        cls, game: Game, seed: int, visitor: str, side: int, invitation: str, clock: GameClock | None = None
    ) -> FriendGame:
        """Return a new game in which a visitor has one side. Raise :class:`SpecError` if it cannot be shared."""
        if not can_be_shared(game):
            raise SpecError(_("Two people cannot play this game by a link: {title}.", title=game.title))
        holders = (visitor, "") if side == 0 else ("", visitor)
        return cls(Match(game, seed=seed).rolled(), holders, invitation, clock=clock)

    # The state

    @property
    def is_full(self) -> bool:
        """True if both seats are taken; before that nobody can move."""
        return all(self.holders)

    @property
    def is_over(self) -> bool:
        """True at the end of the rules, after a side has resigned or run out of time, and after an agreed draw."""
        return self.match.outcome is not None or self.resigned is not None or self.late is not None or self.is_drawn

    @property
    def late(self) -> int | None:
        """The side that has run out of time; None if neither has."""
        return self.clock.fallen if self.clock else None

    @property
    def mover(self) -> int | None:
        """The side that can move now; None before both seats are taken and after the end."""
        return self.match.side if self.is_full and not self.is_over else None

    def side_of(self, visitor: str) -> int | None:
        """Return the side that a visitor plays; None for a spectator."""
        return self.holders.index(visitor) if visitor and visitor in self.holders else None

    def takeback_ply(self, side: int) -> int | None:
        """Return the ply of a side's last move, to which the side can ask to go back; None if it has not moved."""
        positions = self.match.positions
        plies = range(self.match.ply - 1, -1, -1)
        game = self.match.game
        return next((p for p in plies if not positions[p].is_chance() and game.side(positions[p]) == side), None)

    @property
    def can_be_drawn(self) -> bool:
        """True if the players can agree to a draw: in games whose positions can repeat, as nothing else may end them."""
        return self.match.game.facts.loops

    @property
    def has_begun(self) -> bool:
        """True if both sides have moved."""
        return all(self.takeback_ply(side) is not None for side in range(2))

    def can_propose(self, kind: ProposalKind, side: int) -> bool:
        """Return True if a side can make this request now."""
        if not self.is_full or self.proposal is not None:
            return False
        if kind is ProposalKind.REMATCH:
            return self.is_over
        if kind is ProposalKind.DRAW:
            return self.can_be_drawn and not self.is_over and self.has_begun
        return not self.is_over and self.takeback_ply(side) is not None

    def at(self, moment: datetime) -> FriendGame:
        """Return the game at a moment. Time runs for the side to move, once both sides have moved."""
        if self.clock is None:
            return self
        runs = self.mover is not None and self.has_begun
        mover = self.match.side if runs and not self.match.is_chance else None
        clock = self.clock.at(moment)
        return replace(self, clock=clock if clock.fallen is not None else clock.turned(mover, moment))

    def resumed(self, moment: datetime) -> FriendGame:
        """Return the game for a server that started at a ``moment``: the clock does not count the time before it."""
        if self.clock is None or self.clock.since is None or self.clock.since >= moment:
            return self
        return replace(self, clock=replace(self.clock, since=moment))

    # Commands

    def join(self, visitor: str, secret: str) -> FriendGame:
        """Give the free seat to a visitor who brings the secret of the invitation."""
        if self.side_of(visitor) is not None:
            raise PlygroundError(_("You have a seat in this game already. Send the link to a friend."))
        if self.is_full or not hmac.compare_digest(secret.encode(), self.invitation.encode()):
            raise PlygroundError(_("This invitation was used already. Ask for a new one."))
        first, second = (holder or visitor for holder in self.holders)
        return replace(self, holders=(first, second))

    def play(self, visitor: str, move: Move) -> FriendGame:
        """Make a visitor's move. Any open request ends."""
        side = self._side(visitor)
        self._refuse_end()
        if self.match.side != side:
            raise MoveError(_("It is not your turn."))
        clock = self.clock.rewarded(side) if self.clock and self.clock.mover == side else self.clock
        return replace(self, match=self.match.play(move).rolled(), proposal=None, clock=clock)

    def resign(self, visitor: str) -> FriendGame:
        """Give the game up."""
        side = self._side(visitor)
        self._refuse_end()
        return replace(self, resigned=side, proposal=None)

    def propose(self, visitor: str, kind: ProposalKind) -> FriendGame:
        """Send the other player a request. If the other has already asked for a rematch or a draw, agree to it."""
        side = self._side(visitor)
        asked = self.proposal
        if asked and asked.side != side and asked.kind is kind is not ProposalKind.TAKEBACK:
            return self.answer(visitor, asked, agrees=True)
        if not self.can_propose(kind, side):
            raise PlygroundError(_("You cannot ask for this now."))
        return replace(self, proposal=Proposal(kind, side, self.match.ply))

    def answer(self, visitor: str, proposal: Proposal, *, agrees: bool) -> FriendGame:
        """Accept or refuse the other player's request."""
        if proposal.side == self._side(visitor) or proposal != self.proposal:
            raise PlygroundError(_("This request is no longer open."))
        if not agrees:
            return replace(self, proposal=None)
        if proposal.kind is ProposalKind.DRAW:
            return replace(self, is_drawn=True, proposal=None)
        match = self.match
        if proposal.kind is ProposalKind.REMATCH:
            first, second = self.holders
            again = Match(match.game, seed=match.seed + 1).rolled()
            clock = GameClock.parse(self.clock.spec) if self.clock else None
            return FriendGame(again, (second, first), self.invitation, round=self.round + 1, clock=clock)
        ply = self.takeback_ply(proposal.side)
        assert ply is not None
        return replace(self, match=replace(match, moves=match.moves[:ply], ply=ply), proposal=None)

    def _side(self, visitor: str) -> int:
        """Return the side of a visitor. Raise :class:`PlygroundError` for a spectator, and while a seat is free."""
        side = self.side_of(visitor)
        if side is None:
            raise PlygroundError(_("Only the two players can do this."))
        if not self.is_full:
            raise PlygroundError(_("Your friend has not come yet."))
        return side

    def _refuse_end(self) -> None:
        if self.is_over:
            raise GameOver
