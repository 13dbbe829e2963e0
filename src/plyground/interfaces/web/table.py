"""A visitor's game: the board, who sits at it, and whose turn it is; nothing of how it looks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import NamedTuple

from plyground.arena.match import Match
from plyground.errors import PlygroundError, SearchStopped
from plyground.game import Game
from plyground.interfaces.news import LONGEST_THOUGHT, too_large
from plyground.interfaces.web import jobs
from plyground.interfaces.web.address import Seat
from plyground.interfaces.web.workers import GLANCE, Glance, Share
from plyground.language import Sentence, _
from plyground.players import Choice, Outlook, Player
from plyground.position import Move

QUIET = 4.0
"""Seconds between two outlooks that are said aloud."""

log = logging.getLogger(__name__)


class Thinking:
    """A bot at work."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.visits = 0
        self.doing: Sentence | None = None  # what it has to do first, and does now
        self.outlook: Outlook | None = None  # what it believes so far
        self.hurried = False  # told to move now
        self.said: Outlook | None = None  # the one that is said aloud
        self._said = self._since = time.monotonic()
        self._begun = False

    @property
    def seconds(self) -> float:
        """How long it has thought or, before its first position, waited to begin."""
        return time.monotonic() - self._since

    @property
    def speed(self) -> int:
        """Positions a second."""
        return round(self.visits / self.seconds) if self._begun else 0

    def look(self, glance: Glance) -> bool:
        """Take in how far it is; whether it shall come to its end."""
        goes_on, self.visits = glance.visits != self.visits, glance.visits
        if self.visits and not self._begun:
            self._begun, self._since = True, time.monotonic() - GLANCE
        if glance.news or goes_on:
            self.doing = glance.news if isinstance(glance.news, Sentence) else None
        if isinstance(glance.news, Outlook):
            self.outlook = glance.news
            if time.monotonic() > self._said + QUIET:
                self.said, self._said = self.outlook, time.monotonic()
        return self.hurried


class Made(NamedTuple):
    """A move that was made at the table: by whom, and a bot's reason."""

    seat: Seat  # as it was then; seats may change
    choice: Choice | None = None  # a bot's own; a person gives no reason
    outlook: Outlook | None = None  # what a bot that thought for a while believed at last


class Table:
    """One game with its players. Bots move by themselves, but two bots only while ``running``.

    ``changed`` is told of whatever happens, ``thought`` of how far a bot at work has come.
    """

    def __init__(
        self,
        seats: tuple[Seat, ...],
        match: Match,
        workers: Share,
        changed: Callable[[], None],
        thought: Callable[[], None],
    ) -> None:
        self.seats = seats
        self.match = match
        self.running = not self._only_bots()
        self.pace = 0.8  # seconds between the moves of two bots
        self.thinking: Thinking | None = None
        self.trouble: Sentence | None = None  # what went wrong last
        self._made: dict[tuple[Move, ...], Made] = {}  # by the moves up to and with each
        self._workers = workers
        self._changed = changed
        self._thought = thought
        self._turn: asyncio.Task[None] | None = None

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def mover(self) -> Seat | None:
        """Who is to move; ``None`` at the end. Chance never is: it moves at once."""
        return None if self.match.outcome else self.seats[self.match.side]

    @property
    def mover_is_human(self) -> bool:
        """Whether a person is to move."""
        return self.mover is not None and self.mover.is_human

    @property
    def last_bot_ply(self) -> int | None:
        """The ply before the last move of a bot; ``None`` when none has moved."""
        plies = range(self.match.ply - 1, -1, -1)
        return next((ply for ply in plies if not self._is_chance_at(ply) and not self.mover_at(ply).is_human), None)

    def made_at(self, ply: int) -> Made | None:
        """The move that was made at a ply; ``None`` when it came with the link."""
        return self._made.get(self.match.moves[: ply + 1]) if ply < self.match.ply else None

    def mover_at(self, ply: int) -> Seat:
        """Who, but chance, moved at a ply; for a move that came with the link, and for the next one, who sits there now."""
        made = self.made_at(ply)
        return made.seat if made else self._seat_at(ply)

    def _is_chance_at(self, ply: int) -> bool:
        """Whether the move of a ply is one of chance."""
        return bool(self.match.positions[ply].is_chance())

    def _seat_at(self, ply: int) -> Seat:
        return self.seats[self.game.side(self.match.positions[ply])]

    def start(self) -> None:
        """Let a bot move whose turn it is."""
        mover = self.mover
        if self._turn is None and self.running and mover and not mover.is_human:
            self._turn = asyncio.create_task(self._bots_move())

    def say(self, trouble: Sentence) -> None:
        """Show the visitor what went wrong."""
        self.trouble = trouble
        self._changed()

    def stop(self) -> None:
        """Stop the bots, also one that thinks; they then wait for :meth:`resume`."""
        self.running = False
        self._interrupt()
        self._changed()

    def hurry(self) -> None:
        """Have the bot that thinks play the best move that it has found, if it can do so at any time."""
        if self.thinking and self.thinking.player.card.anytime:
            self.thinking.hurried = True

    def resume(self) -> None:
        """Let the bots move."""
        self.running = True
        self.trouble = None
        self.start()
        self._changed()

    def step(self) -> None:
        """Let the bot to move make one move."""
        self._interrupt()
        mover = self.mover
        if mover and not mover.is_human:
            self.running = False
            self.trouble = None
            self._turn = asyncio.create_task(self._bots_move(only_one=True))
            self._changed()

    def play(self, move: Move) -> None:
        """A person's move; what the rules or the turn do not allow becomes the table's ``trouble``."""
        mover = self.mover
        if mover and not mover.is_human:
            self.say(_("It is not your turn."))
            return
        try:
            match = self.match.play(move)
        except PlygroundError as error:
            self.say(error.sentence)
            return
        if mover:
            self._made[match.moves] = Made(mover)
        self._set(match)

    def new_game(self) -> None:
        """Start again from the beginning."""
        self._made.clear()
        self._set(Match(self.game, seed=self.match.seed + 1))

    def go_to(self, match: Match) -> None:
        """Go on from another position of the same game; comments stay on the moves that both have."""
        pairs = enumerate(zip(self.match.moves, match.moves, strict=False))
        common = next((ply for ply, (old, new) in pairs if old != new), min(len(self.match.moves), len(match.moves)))
        for number in range(1, common + 1):
            match = match.commented(number, self.match.comment(number))
        self._set(match)

    def comment(self, number: int, text: str) -> None:
        """Write a comment on a move, by its number from 1; what is too long becomes the table's ``trouble``."""
        try:
            self.match = self.match.commented(number, text)
        except PlygroundError as error:
            self.say(error.sentence)
            return
        self._changed()

    def undo(self) -> None:
        """Take moves back, to a person's turn where a person plays."""
        if self.undo_to is not None:
            self._set(self.match.undo(self.match.ply - self.undo_to))

    def redo(self) -> None:
        """Make moves again that were taken back."""
        if self.redo_to is not None:
            self._set(self.match.redo(self.redo_to - self.match.ply))

    @property
    def undo_to(self) -> int | None:
        """The ply that :meth:`undo` goes back to; ``None`` when there is nothing to take back."""
        return next((ply for ply in range(self.match.ply - 1, -1, -1) if self._stops_at(ply)), None)

    @property
    def redo_to(self) -> int | None:
        """The ply that :meth:`redo` goes on to; ``None`` when there is nothing to make again."""
        last = len(self.match.moves)
        plies = range(self.match.ply + 1, last + 1)
        return next((ply for ply in plies if ply == last or self._stops_at(ply)), None)

    def sit(self, side: int, taken: Seat) -> None:
        """Give a side to another player; the game goes on from where it stands."""
        self.seats = tuple(taken if place == side else other for place, other in enumerate(self.seats))
        self._set(self.match)

    def leave(self) -> None:
        """The visitor has gone: nothing more is computed."""
        self.running = False
        self._interrupt()

    def _only_bots(self) -> bool:
        return not any(taken.is_human for taken in self.seats)

    def _stops_at(self, ply: int) -> bool:
        """Whether undo and redo stop at a ply: where a person is to move, or any player where all are bots."""
        return not self._is_chance_at(ply) and (self._only_bots() or self._seat_at(ply).is_human)

    def _set(self, match: Match) -> None:
        self._interrupt()
        self.match = match.rolled()
        self.trouble = None
        self.running = not self._only_bots()
        self.start()
        self._changed()

    def _interrupt(self) -> None:
        if self._turn:
            self._turn.cancel()
        self._turn = None
        self.thinking = None

    async def _bots_move(self, only_one: bool = False) -> None:
        """Bots move until it is a person's turn, the game ends, or they are interrupted."""
        try:
            while (mover := self.mover) and not mover.is_human:
                choice, outlook = await self._think(mover)
                played = self.match.play(choice.move)
                self._made[played.moves] = Made(mover, choice, outlook)
                self.match = played.rolled()
                if only_one:
                    break
                self._changed()
                if self._only_bots():
                    await asyncio.sleep(self.pace)
        except SearchStopped:
            self.running = False
            self.trouble = too_large(mover.player, self.thinking.visits if self.thinking else 0) if mover else None
        except PlygroundError as error:
            self.running = False
            self.trouble = error.sentence
        except Exception:
            log.exception("A bot failed to move.")
            self.running = False
            self.trouble = _("Something unexpected went wrong; the server's log has the details.")
        self._turn = None
        self.thinking = None
        self._changed()

    async def _think(self, mover: Seat) -> tuple[Choice, Outlook | None]:
        self.thinking = thinking = Thinking(mover.player)
        self._changed()

        def watch(glance: Glance) -> bool:
            enough = thinking.look(glance)
            self._thought()
            return enough

        moves = self.match.moves[: self.match.ply]
        choice = await self._workers.run(jobs.choose, LONGEST_THOUGHT, watch, self.game.name, moves, mover.text)
        self.thinking = None
        return choice, thinking.outlook
