"""GTP 2, the Go Text Protocol, also of programs that play Othello by it.

Source: G. Farnebäck (2002), Specification of the Go Text Protocol, version 2, draft 2.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from plyground.core.position import MarkedPosition, Move
from plyground.engines.client import (
    START_TIMEOUT_S,
    STOP_TIMEOUT_S,
    UNKNOWN_COMMAND,
    Client,
    History,
    Question,
)
from plyground.engines.dialects import gtp_dialect
from plyground.errors import EngineError, EngineRefusal, EngineResigned, EngineTimeout, MoveError
from plyground.i18n import _

NEEDED = ("boardsize", "clear_board", "play", "genmove")
"""Commands without which no game can be played."""
GO = "Go"
"""The game of programs without the command ``set_game``."""


class GtpClient(Client):
    """A program that speaks GTP.

    GTP cannot tell a program to move at once. The limit is sent in seconds by ``time_settings``, and a clock also by
    ``time_left``; other limits belong in the program's command.
    """

    hears_stop = False

    def start(self) -> None:
        """Ask the program for its name and commands, and set up the board."""
        self.title = self.ask("name", START_TIMEOUT_S)[:60] or self.program.name
        self.commands = set(self.ask("list_commands", START_TIMEOUT_S).split())
        missing = [command for command in NEEDED if command not in self.commands]
        if missing:
            raise EngineError(self.program.name, _("it lacks the commands {commands}", commands=", ".join(missing)))
        if self.wanted_options:
            raise EngineError(
                self.program.name, _("its protocol, GTP, has no options: put them into its command instead")
            )
        dialect = gtp_dialect(self.game)
        assert dialect is not None  # :func:`plyground.engines.connecting.connect` refuses other games
        self._dialect = dialect
        if "set_game" in self.commands:
            self.ask(f"set_game {self._dialect.title}", START_TIMEOUT_S)
        self._settings = ""  # time settings that the program was last told
        self.new_game()

    def new_game(self) -> None:
        """Clear the board."""
        setup = self._dialect.setup(self.game)
        self.ask(f"boardsize {setup.size}", START_TIMEOUT_S)
        self.ask("clear_board", START_TIMEOUT_S)
        if "komi" in self.commands and self._dialect.may_repeat_turns:
            self.ask(f"komi {setup.komi:g}", START_TIMEOUT_S)
        if setup.handicap:
            self.ask(f"set_free_handicap {setup.handicap}", START_TIMEOUT_S)
        self._played: tuple[Move, ...] = ()
        self._keeps_clock = False  # True if the rules of a clock were told for this game

    def claims_game(self) -> bool:
        """Return True if the program has accepted the game's name. A program without the command plays Go."""
        return "set_game" in self.commands or self._dialect.title == GO

    def think(self, history: History, question: Question) -> str:
        """Return the program's move as a vertex."""
        if history.moves is None:
            raise EngineError(self.program.name, _("its protocol, GTP, can set up only positions that moves can reach"))
        known = len(self._played)
        if history.moves[:known] != self._played:
            self.new_game()
            known = 0
        positions = history.positions
        for position, move in list(zip(positions, history.moves, strict=False))[known:]:
            self._play(position, self._dialect.word(self.game, position, move))
        self._played = history.moves
        self._tell_time(history.position, question)
        word = self.ask(f"genmove {self._colour(history.position)}", question.timeout_s, question)
        if word.lower() == "resign":
            raise EngineResigned(self.program.name)
        with suppress(MoveError):  # Client.play reports the illegal move, and the board is set up anew
            self._played = (*history.moves, self.read_move(history.position, word))
        return word

    def _tell_time(self, position: MarkedPosition, question: Question) -> None:
        """Tell the program its time in whole seconds: the rules of its clock at the first move, and what is left.

        GTP has no increments: a program is told only the time that it has.
        """
        clock, seconds = question.clock, question.limit.seconds
        if clock is None:
            settings = self._settings if seconds is None else f"0 {max(1, round(seconds))} 1"
            self._keeps_clock = False
        elif self._keeps_clock:
            settings = self._settings
        else:
            assert clock.left_s is not None
            whole_s = max(1, int(clock.left_s))
            settings = f"0 {whole_s} {clock.moves_to_go}" if clock.moves_to_go else f"{whole_s} 0 0"
            self._keeps_clock, self._settings = True, ""  # also a game with the rules of the last one is told them
        if settings != self._settings and "time_settings" in self.commands:
            self.ask(f"time_settings {settings}", START_TIMEOUT_S)
            self._settings = settings
        if clock is not None and "time_left" in self.commands:
            assert clock.left_s is not None
            told = f"{self._colour(position)} {int(clock.left_s)} {clock.moves_to_go or 0}"
            self.ask(f"time_left {told}", START_TIMEOUT_S)

    def _play(self, position: Any, word: str) -> None:
        try:
            self.ask(f"play {self._colour(position)} {word}", START_TIMEOUT_S)
        except EngineRefusal:
            if word.lower() != "pass":  # some programs, such as grhino, pass by themselves
                raise

    def read_move(self, position: MarkedPosition, word: str) -> Move:
        """Return the legal move of a vertex such as ``D3``. Raise :class:`MoveError`."""
        return self._dialect.move(self.game, position, word)

    def send_unknown_command(self) -> None:
        """Send a command that no protocol has; the program must refuse it with ``?``."""
        try:
            answer = self.ask(UNKNOWN_COMMAND, START_TIMEOUT_S)
        except EngineRefusal:
            return
        raise EngineError(
            self.program.name,
            _("it should refuse a command that it does not know, not answer “{answer}”", answer=answer[:40]),
        )

    def quit(self) -> None:
        """Ask the program to end."""
        self.program.send("quit")

    def _colour(self, position: MarkedPosition) -> str:
        return ("black", "white")[self.game.side(position)]

    def ask(self, command: str, timeout_s: float, question: Question | None = None) -> str:
        """Return the answer to a command without its leading ``=``. Raise :class:`EngineError` if the answer is a
        failure (``?``).
        """
        self.program.send(command)
        end, lines = time.monotonic() + timeout_s, list[str]()
        stopped, chatter = False, ""  # text for people before the answer

        def is_wanted() -> bool:
            return stopped or question is None or not question.stopped()

        while True:
            try:
                line = self.program.read(end - time.monotonic(), command, is_wanted)
            except EngineTimeout:
                if not chatter:
                    raise
                raise EngineError(
                    self.program.name, _("it answered “{command}” with “{line}”", command=command, line=chatter[:80])
                ) from None
            if line is None:  # GTP has no stop command, so the program gets a moment more
                stopped, end = True, min(end, time.monotonic() + STOP_TIMEOUT_S)
            elif not lines and line[:1] not in ("=", "?"):
                chatter = line.strip() or chatter
            elif line.strip():
                lines.append(line)
            elif lines:
                break
        first = lines[0]
        if first[0] == "?":
            raise EngineRefusal(
                self.program.name, _("it refused “{command}”: {reason}", command=command, reason=first[1:].strip())
            )
        return "\n".join([first[1:].strip(), *lines[1:]]).strip()
