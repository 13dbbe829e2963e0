"""Keep the games between two people: each change goes to the store first, then to everyone who looks at the game.

Only the server's event loop uses a keeper, so no two commands run at the same time. If another server with the same
database has changed the game first, a command is carried out again. The changes of other servers are read regularly.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from plyground.arena.match import LONGEST_SEED, Match
from plyground.errors import PlygroundError, StoreError
from plyground.games import game as game_named
from plyground.i18n import _
from plyground.presentation.friend_game import UNUSED_DAYS, FriendGame, Proposal, ProposalKind, is_expired
from plyground.presentation.game_clock import GameClock
from plyground.store.lazy_store import LazyStore
from plyground.store.records import KeptFriendGame

KEY_BYTES = 16
"""Random bytes of a key."""


@dataclass(eq=False)
class Viewer:
    """A page that shows a game. ``on_change`` is called after each change of the game or of its viewers."""

    visitor: str
    on_change: Callable[[], None]
    is_connected: bool = False


@dataclass(eq=False)
class OpenGame:
    """A game, the keys of its links, and the pages that show it."""

    key: str
    watch_key: str
    game: FriendGame
    changed: datetime
    viewers: list[Viewer] = field(default_factory=list)
    alarm: asyncio.TimerHandle | None = None  # timer that rings when the side to move has no time left

    def is_here(self, side: int) -> bool:
        """Return True if the player of a side looks at the game."""
        holder = self.game.holders[side]
        return bool(holder) and any(viewer.is_connected and viewer.visitor == holder for viewer in self.viewers)

    def tell(self) -> None:
        """Tell every viewer of a change."""
        for viewer in self.viewers:
            viewer.on_change()

    def tell_presence(self, viewer: Viewer) -> None:
        """Tell every viewer that ``viewer`` came or went. Viewers see this only of the two players."""
        if viewer.visitor and viewer.visitor in self.game.holders:
            self.tell()


class FriendKeeper:
    """The games between two people of one server. Methods raise :class:`StoreError` if the store does not answer."""

    def __init__(self, store: LazyStore, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._now = now
        self._began = self._moment()
        self._open: dict[str, OpenGame] = {}
        self._waiting: dict[str, str] = {}  # key of the waiting visitor's game, by name and clock

    def create(self, game: str, visitor: str, side: int | None, clock: str = "") -> OpenGame:
        """Begin a game in which a visitor has a side, or a random one for None. ``clock`` is a text such as ``180+2``.

        Raise :class:`PlygroundError`.
        """
        key, watch_key, invitation = (secrets.token_urlsafe(KEY_BYTES) for _each in range(3))
        chosen = secrets.randbelow(2) if side is None else side
        begun = FriendGame.begin(
            game_named(game),
            secrets.randbelow(10 ** (LONGEST_SEED - 1)),
            visitor,
            chosen,
            invitation,
            GameClock.parse(clock),
        )
        opened = OpenGame(key, watch_key, begun, self._moment())
        store = self._store.open()
        store.delete_friend_games(self._moment() - timedelta(days=UNUSED_DAYS))
        store.add_friend_game(_kept(opened))
        return opened

    def pair(self, game: str, visitor: str, clock: str = "") -> OpenGame:
        """Let a visitor play against another visitor who waits for this game with this clock. If nobody waits, let the
        visitor wait.

        Raise :class:`PlygroundError` as :meth:`create` does.
        """
        name = f"{game_named(game).name} {clock}"
        opened = self.find(self._waiting.pop(name, ""))
        if opened and not opened.game.is_full:
            if opened.game.side_of(visitor) is None:
                self.change(opened, lambda state: state.join(visitor, state.invitation))
            else:
                self._waiting[name] = opened.key
            return opened
        made = self.create(game, visitor, None, clock)
        self._waiting[name] = made.key
        return made

    def find(self, key: str) -> OpenGame | None:
        """Return the game of a key in the players' URL; None if there is none, or it has expired."""
        return self._found("key", key)

    def find_watched(self, watch_key: str) -> OpenGame | None:
        """Return the game of a key in the spectators' URL, or None."""
        return self._found("watch_key", watch_key)

    def find_invitation(self, invitation: str) -> OpenGame | None:
        """Return the game of an invitation, or None."""
        return self._found("invitation", invitation)

    def games_of(self, token: str) -> list[OpenGame]:
        """Return the games of the visitor with this token, the last changed first, without games that cannot be read."""
        found = (self._opened(kept) for kept in self._store.open().friend_games(token))
        return [opened for opened in found if opened]

    def change(self, opened: OpenGame, command: Callable[[FriendGame], FriendGame]) -> None:
        """Carry out a command: keep the new state, then show it to all.

        Raise :class:`PlygroundError` if it is refused.
        """
        if self._is_expired(opened):
            raise PlygroundError(_("This game has expired: it was not used for {days} days.", days=UNUSED_DAYS))
        if self._store.is_shared:
            self._read_again(opened)
        changed = self._moment()
        new = replace(opened, game=self._result(opened, command), changed=changed)
        while not self._store.open().keep_friend_game(_kept(new), opened.changed):  # another server was quicker
            self._read_again(opened)
            new.game = self._result(opened, command)
        opened.game, opened.changed = new.game, changed
        self._set_alarm(opened)
        opened.tell()

    def now_in(self, opened: OpenGame) -> FriendGame:
        """Return the present state of a game, with the time since the last move subtracted from its clock."""
        return opened.game.at(self._moment())

    async def refresh(self) -> None:
        """Show the changes that other servers have made to the games that are shown here. One query for all games."""
        if not self._open:
            return
        latest = await asyncio.to_thread(self._store.open().changes_of_friend_games, list(self._open))
        for key, opened in list(self._open.items()):
            if latest.get(key, opened.changed) != opened.changed:
                self._read_again(opened)

    def enter(self, opened: OpenGame, viewer: Viewer) -> OpenGame:
        """Add a viewer to a game. Return the game that all of its viewers share."""
        shared = self._open.setdefault(opened.key, opened)
        shared.viewers.append(viewer)
        self._set_alarm(shared)
        shared.tell_presence(viewer)
        return shared

    def leave(self, opened: OpenGame, viewer: Viewer) -> None:
        """Remove a viewer of a game."""
        opened.viewers.remove(viewer)
        opened.tell_presence(viewer)
        if not opened.viewers:
            self._open.pop(opened.key, None)
            self._waiting = {name: key for name, key in self._waiting.items() if key != opened.key}
            self._set_alarm(opened)

    def _result(self, opened: OpenGame, command: Callable[[FriendGame], FriendGame]) -> FriendGame:
        """Return the game after a command given at the present moment."""
        return command(self.now_in(opened)).at(self._moment())

    def _set_alarm(self, opened: OpenGame) -> None:
        """Start a timer that calls :meth:`_ring` when the side to move has no time left. A game without viewers needs
        no timer.
        """
        if opened.alarm:
            opened.alarm.cancel()
            opened.alarm = None
        clock = self.now_in(opened).clock
        if opened.viewers and clock and clock.mover is not None and not opened.game.is_over:
            loop = asyncio.get_running_loop()
            opened.alarm = loop.call_later(clock.left_ms[clock.mover] / 1000, self._ring, opened)

    def _ring(self, opened: OpenGame) -> None:
        """Keep and show that a side has run out of time."""
        with suppress(PlygroundError):  # without the store the time is over all the same
            self.change(opened, lambda game: game)

    def _read_again(self, opened: OpenGame) -> None:
        """Read the state of a game from the store, and show it if it is new.

        Raise :class:`StoreError` if it is gone.
        """
        kept = self._store.open().friend_game("key", opened.key)
        found = _read(kept) if kept else None
        if found is None:
            raise StoreError(_("This game was deleted."))
        if found.changed != opened.changed:
            opened.game, opened.changed = found.game, found.changed
            self._set_alarm(opened)
            opened.tell()

    def _found(self, column: str, value: str) -> OpenGame | None:
        kept = self._store.open().friend_game(column, value)
        return self._opened(kept) if kept else None

    def _opened(self, kept: KeptFriendGame) -> OpenGame | None:
        """Return the game of a row; None if it has expired, or can no longer be played."""
        opened = self._open.get(kept.key) or _read(kept)
        if opened and opened.key not in self._open and not self._store.is_shared:
            opened.game = opened.game.resumed(self._began)
        return None if opened is None or self._is_expired(opened) else opened

    def _is_expired(self, opened: OpenGame) -> bool:
        return is_expired(opened.changed, self._moment())

    def _moment(self) -> datetime:
        """Return the present time as the store writes it. Servers that share a store share its clock, too."""
        return self._now().astimezone(UTC).replace(tzinfo=None) + self._store.time_ahead


def _kept(opened: OpenGame) -> KeptFriendGame:
    """Return the row of a game."""
    game = opened.game
    asked = game.proposal
    return KeptFriendGame(
        opened.key,
        opened.watch_key,
        game.invitation,
        game.match.game.name,
        game.match.format(),
        game.match.seed,
        *game.holders,
        f"{asked.kind.value} {asked.side} {asked.ply}" if asked else "",
        game.resigned,
        game.is_drawn,
        game.round,
        game.clock.written if game.clock else "",
        opened.changed,
    )


def _read(kept: KeptFriendGame) -> OpenGame | None:
    """Return the game of a row; None if its rules are no longer there."""
    try:
        match = Match.parse(game_named(kept.game), kept.moves, kept.seed).rolled()
    except PlygroundError:
        return None
    proposal = None
    if kept.proposal:
        kind, side, ply = kept.proposal.split()
        proposal = Proposal(ProposalKind(kind), int(side), int(ply))
    holders = (kept.first, kept.second)
    clock = GameClock.read(kept.clock)
    game = FriendGame(match, holders, kept.invitation, proposal, kept.resigned, kept.round, clock, kept.is_drawn)
    return OpenGame(kept.key, kept.watch_key, game, kept.changed)
