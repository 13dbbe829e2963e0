"""A table of a tournament: the processes in which games are played, one game at a time.

A game between built-in bots is played in one process, which avoids messages between processes. A bot from a file has
its own process and is asked for each move, and so has each bot if the rules are walled.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from plyground.bots.bot_process import OWN_MEGABYTES, BotFault, BotProcess, Fault, LocalBot, Program, late
from plyground.core.game import Game
from plyground.games.game_makers import reduced
from plyground.games.loading import Source, restore
from plyground.games.loading import game as game_named
from plyground.games.remote.remote_rules import is_walled, sources_without_wall
from plyground.isolation.isolated_process import IsolatedProcess, NoAnswer, ProcessEnded
from plyground.isolation.limits import Limits
from plyground.native.targets.target import IN_BROWSER
from plyground.tournaments.adjudication import Adjudication
from plyground.tournaments.exact_values import ExactValues
from plyground.tournaments.game_play import PlayedGame, Rules, Turn, play
from plyground.tournaments.openings import Opening
from plyground.tournaments.pairing_formats import PlannedGame
from plyground.tournaments.time_control import TimeControl

MAX_PROCESSES = 2
"""Most processes of bots from files that a table keeps for each seat."""
BEAT_S = 0.25
"""Seconds between two reports of a game that is played in one process."""
SILENCE_S = 120.0
"""Seconds without a report after which a process with a game counts as stuck, even on a busy machine."""


GameJob: TypeAlias = tuple[PlannedGame, Opening]
"""A game to play, and its opening."""


class Interrupted(Exception):
    """The tournament was stopped in the middle of a game."""


class Table:
    """A place where games are played one after another."""

    def __init__(self, rules: Rules, memory_mb: int | None = None) -> None:
        self.rules = rules
        self.memory_mb = memory_mb
        self.is_closed = False
        self.turn: Turn | None = None  # game under way
        self._bots: dict[tuple[str, int], BotProcess] = {}
        self._host: IsolatedProcess | None = None
        self._seats: list[LocalBot] = []  # the bots of a browser

    def close(self) -> None:
        """End the processes, even in the middle of a game."""
        self.is_closed = True
        for bot in list(self._bots.values()):
            bot.end()
        if self._host is not None:
            self._host.end()

    def prepare(self) -> None:
        """Let each built-in bot compile its search, in a process that ends afterwards. All tables of this machine use
        the result.
        """
        if IN_BROWSER:  # nothing is compiled there
            return
        process = BotProcess(self.rules.game, self.memory_mb)
        for bot in self.rules.bots.values():
            if isinstance(bot, str):
                with suppress(BotFault):  # the games of the bot will show the fault
                    process.prepare(bot, 0, self.rules.warm_up, plays_often=self.rules.are_many)
        process.end()

    def work(self, job: GameJob) -> PlayedGame:
        """Play a game to its end. Raise :class:`Interrupted` if the table is closed meanwhile."""
        planned, opening = job
        if self.is_closed:
            raise Interrupted
        self.turn = Turn(planned)
        try:
            if is_walled(self.rules.game.name) or any(
                isinstance(self.rules.bots[name], Program) for name in planned.seats
            ):
                return self._with_files(self.turn, opening)
            return self._hosted(planned, opening)
        finally:
            self.turn = None

    def _with_files(self, turn: Turn, opening: Opening) -> PlayedGame:
        """Play a game with a bot from a file, each bot in a process of its own."""
        try:
            return play(self.rules, turn, opening, self._seated(turn.planned.seats))
        except BotFault as fault:
            if self.is_closed:
                raise Interrupted from None
            return turn.lost_by_fault(fault)

    def _seated(self, seats: Sequence[str]) -> list[BotProcess]:
        """Return the processes of a game's players. End the processes that were unused for the longest time."""
        found = []
        for seat, name in enumerate(seats):
            of_file = isinstance(self.rules.bots[name], Program)
            key = (name, seats[:seat].count(name)) if of_file else ("", seat)
            process = self._bots.pop(key, None) or BotProcess(self.rules.game, self.memory_mb)
            self._bots[key] = process  # the last used process comes last
            found.append(process)
        for key in list(self._bots)[: -MAX_PROCESSES * len(seats)]:
            self._bots.pop(key).end()
        return found

    def _hosted(self, planned: PlannedGame, opening: Opening) -> PlayedGame:
        """Play a game between built-in bots in one process, which plays all of its moves: in a browser in this one."""
        if IN_BROWSER:
            self._seats = self._seats or [LocalBot(self.rules.game) for _side in self.rules.game.sides]
            self.turn = turn = Turn(planned)
            return _ended(self.rules, turn, opening, self._seats)
        if self._host is None:
            rules = self.rules
            own = {name: bot for name, bot in rules.bots.items() if isinstance(bot, str)}
            arguments = sources_without_wall(), rules.game.name, own, rules.control, rules.adjudication, rules.are_many
            self._host = IsolatedProcess(host, *arguments, limits=Limits(self.memory_mb or OWN_MEGABYTES))
        fault, turn = BotFault(Fault.CRASH), Turn(planned)
        try:
            self._host.send_object((planned, opening))
            while True:
                found = self._host.receive_object(SILENCE_S)
                if isinstance(found, PlayedGame):
                    if found.culprit is not None:
                        self._end_host()  # the next game begins with a new process
                    return found
                self.turn = turn = found
        except NoAnswer:
            fault = late(time.monotonic() - turn.since, turn.patience)
        except ProcessEnded as end:
            fault = BotFault(Fault.CRASH, f"exit code {end.code}")
        if self.is_closed:
            raise Interrupted from None
        self._end_host()
        return turn.lost_by_fault(fault)

    def _end_host(self) -> None:
        if self._host is not None:
            self._host.end()
            self._host = None


class TableMaker:
    """Maker of equal tables: in this process, or pickled on another machine, which has none of the players' files."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[str, str | Program],
        control: TimeControl,
        adjudication: Adjudication,
        memory_mb: int | None,
        are_many: bool = False,
    ) -> None:
        """Set the common parts of the tables. ``are_many`` says that many games are played, so that compiling small
        searches is worth its time.
        """
        self._game = game
        self._given = bots, control, adjudication, memory_mb, are_many
        self.tables: list[Table] = []  # tables made in this process

    def __call__(self) -> Table:
        bots, control, adjudication, memory_mb, are_many = self._given
        table = Table(Rules(self._game, bots, control, adjudication, ExactValues(self._game), are_many), memory_mb)
        self.tables.append(table)
        return table

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(TableMaker, self._game, *self._given)


# In the process


def host(
    connection: Connection,
    given: tuple[Source, ...],
    game_text: str,
    bots: Mapping[str, str],
    control: TimeControl,
    adjudication: Adjudication,
    are_many: bool,
) -> None:
    """Play games between built-in bots one after another, as ``connection`` asks for them."""
    restore(given)
    game = game_named(game_text)
    rules = Rules(game, bots, control, adjudication, ExactValues(game), are_many)
    seats = [LocalBot(game) for _side in game.sides]
    sending = threading.Lock()
    watch = _Watch(connection, sending, seats)
    watch.start()
    while True:
        planned, opening = connection.recv()
        turn = Turn(planned)
        watch.turn = turn
        ended = _ended(rules, turn, opening, seats)
        with sending:
            watch.turn = None
            connection.send(ended)


def _ended(rules: Rules, turn: Turn, opening: Opening, seats: Sequence[LocalBot]) -> PlayedGame:
    """Play a game in this process. A bot's fault ends it."""
    try:
        return play(rules, turn, opening, seats)
    except BotFault as fault:
        return turn.lost_by_fault(fault)


class _Watch(threading.Thread):
    """A thread that reports the state of the game, and ends the process if a bot exceeds its time."""

    def __init__(self, connection: Connection, sending: threading.Lock, seats: Sequence[LocalBot]) -> None:
        super().__init__(daemon=True)
        self.connection = connection
        self.sending = sending
        self.seats = seats
        self.turn: Turn | None = None

    def run(self) -> None:
        told: tuple[int, int] | None = None
        while True:
            time.sleep(BEAT_S)
            with self.sending:
                turn = self.turn
                if turn is None:
                    continue
                spent = time.monotonic() - turn.since
                if spent > turn.patience + BEAT_S:
                    fault = late(spent, turn.patience)
                    fault.transcript = self.seats[turn.seat].lines()
                    self.connection.send(turn.lost_by_fault(fault))
                    os._exit(0)
                if told != (id(turn), len(turn.moves)):
                    told = id(turn), len(turn.moves)
                    self.connection.send(turn)
