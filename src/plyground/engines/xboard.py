"""CECP, the Chess Engine Communication Protocol of XBoard, versions 1 and 2.

Source: T. Mann and H. G. Muller (2009), Chess Engine Communication Protocol.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable

from plyground.core.position import Move
from plyground.engines.client import (
    MAX_DIGITS,
    START_TIMEOUT_S,
    STOP_TIMEOUT_S,
    UNKNOWN_COMMAND,
    Client,
    History,
    Info,
    Question,
    Score,
)
from plyground.engines.dialects import UciDialect, uci_dialect, xboard_variant
from plyground.errors import EngineError, EngineRefusal, EngineResigned, EngineTimeout, MoveError
from plyground.i18n import _

FEATURES_TIMEOUT_S = 5.0
"""Seconds to wait for a ``feature`` line; without one, the program speaks version 1."""
SILENCE_S = 1.0
"""Seconds without a feature after which a program is asked to say something."""
ASK_AGAIN_S = 0.3
"""Seconds after which a ``ping`` is sent again."""
REJECTED = ("san",)
"""Features that are rejected: moves are written by their cells, not in standard algebraic notation."""
MATE = 100_000
"""A score beyond this means mate; the difference is the number of moves to it."""
MAX_MATE_MOVES = 1000
"""Greatest difference that is a number of moves: some programs count a mate in units of their own."""
LATE_S = 1.0
"""Seconds by which a program may be late before it is told to move: some break off at this command."""
ROUNDED_S = 0.1
"""Seconds by which the time for a move may be rounded up."""
MAX_SECONDS = 3600
"""Seconds for a move if no limit of time is set."""
SHORT_LEVEL = "level 1 0:01 0"
"""Command for moves of less than a second: each has a time of its own."""
MAX_DEPTH = 99
"""Depth limit in plies that removes an earlier, lower limit."""
FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
NUMBER = rf"\d{{1,{MAX_DIGITS}}}"
THOUGHT = re.compile(rf"\s*({NUMBER})\S?\s+(-?{NUMBER})\s+({NUMBER})\s+({NUMBER})(?:\s+(.*))?")
REFUSALS = ("Illegal move", "Error")
MOVE = re.compile(r"(?:move|My move is\s*:?)\s+(\S+)|\d+\s*\.\s*\.\.\.\s*(\S+)")
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b.*")
MOVE_NUMBER = re.compile(r"\d+\.+|[(),]")


class XboardClient(Client):
    """A program that speaks CECP. It keeps its own board, so only new moves are sent."""

    def start(self) -> None:
        """Greet the program, read its features, check and set its options, and set up the board."""
        self.features: dict[str, str] = {}
        self.options: set[str] = set()  # lower-case names of the options
        self._pings = 0
        self._told: list[str] = []  # moves sent since the last ping
        self._depth: int | None = None
        self._level = ""  # last level command in this game
        self._last = ""  # last move of the program
        self._asked: object = None  # position in which it is to move
        self._repeated = ""  # last move, if the program tells it again instead of a new one
        self.program.send("xboard")
        self.program.send("protover 2")
        self._hear_features()
        self.title = self.features.get("myname", self.program.name)[:60]
        variant = xboard_variant(self.game)
        if variant and variant not in re.split(r"[\s,]+", self.features.get("variants", "")):
            raise EngineError(self.program.name, _("it does not know the variant “{variant}”", variant=variant))
        for name, value in self.wanted_options.items():
            self.program.send(self._option_command(name, value))
        self.new_game()

    def _hear_features(self) -> None:
        """Read the features until the program reports the last one, or until it sends none in time.

        Some programs, such as GNU Chess, send them only with their next input, so a ``ping`` is sent after a second.
        """
        timeout_s, end = FEATURES_TIMEOUT_S, time.monotonic() + FEATURES_TIMEOUT_S
        asks_at = time.monotonic() + SILENCE_S

        def is_silent_briefly() -> bool:
            return time.monotonic() < asks_at

        while self.features.get("done") != "1":
            try:
                line = self.program.read(end - time.monotonic(), "feature done=1", is_silent_briefly)
            except EngineTimeout:
                if self.features:
                    raise EngineTimeout(self.program.name, "feature done=1", timeout_s) from None
                return
            if line is None:
                asks_at = time.monotonic() + SILENCE_S
                self.program.send("ping 0")
            elif self._hear_feature(line):
                timeout_s, end = START_TIMEOUT_S, time.monotonic() + START_TIMEOUT_S

    def _hear_feature(self, line: str) -> bool:
        """Keep the features of a line, and accept or reject them. Return False for other lines."""
        if not line.startswith("feature "):
            return False
        for name, value in FEATURE.findall(line):
            value = value.strip('"')
            if name == "option":
                self.options.add(re.split(r"\s+-", value)[0].lower())
            self.features[name] = value
            self.program.send(f"{'rejected' if name in REJECTED else 'accepted'} {name}")
        return True

    def _option_command(self, name: str, value: str) -> str:
        """Return the command that sets an option, with the protocol's own commands for memory and threads."""
        if name.lower() in self.options:
            return f"option {name}={value}"
        if (name, self.features.get("memory")) == ("memory", "1"):
            return f"memory {value}"
        if (name, self.features.get("smp")) == ("cores", "1"):
            return f"cores {value}"
        raise EngineError(self.program.name, _("it has no option “{option}”", option=name))

    @property
    def dialect(self) -> UciDialect:
        """The notation of moves and positions, which is UCI's."""
        dialect = uci_dialect(self.game)
        assert dialect, "connect() asks before"
        return dialect

    def new_game(self) -> None:
        """Set up the start position. Turn off thinking on the opponent's time."""
        self._set_up(History(self.game, self.game.start, ()))
        self.ready()

    def _set_up(self, history: History) -> None:
        """Set up the board again and send all moves."""
        self.ready()  # read the result of the last game first
        variant = xboard_variant(self.game)
        for command in ("new", f"variant {variant}" if variant else "", "force", "easy", "post"):
            if command:
                self.program.send(command)
        self._level = ""
        if history.moves is None or self.dialect.start(self.game) != "startpos":
            if self.features.get("setboard") != "1":
                raise EngineError(self.program.name, _("it cannot set up a position: it lacks the feature setboard"))
            start = history.position if history.moves is None else self.game.start
            self.program.send(f"setboard {self.dialect.fen(self.game, start)}")
        self._played: tuple[Move, ...] | None = () if history.moves is not None else None
        self._tell_moves(history)

    def _tell_moves(self, history: History) -> None:
        """Send the moves that the program does not have yet."""
        if history.moves is None:
            return
        prefix = "usermove " if self.features.get("usermove") == "1" else ""
        known = len(self._played or ())
        for position, move in list(zip(history.positions, history.moves, strict=False))[known:]:
            word = self.dialect.word(self.game, position, move)
            self.program.send(prefix + word)
            self._told.append(word)
        self._played = history.moves

    def ready(self) -> None:
        """Wait until the program has done everything asked so far, if it supports ``ping``.

        Raise :class:`EngineRefusal` if it refuses one of the moves sent to it, and :class:`EngineError` if it reports
        that a move ends the game.
        """
        told, self._told = self._told, []
        if self.features.get("ping") != "1":
            return
        self._pings += 1
        end = time.monotonic() + START_TIMEOUT_S
        asks_at = 0.0

        def is_patient() -> bool:
            return time.monotonic() < asks_at

        while True:
            line = self.program.read(end - time.monotonic(), f"pong {self._pings}", is_patient)
            if line is None:  # GNU Chess reads the last of several lines only with its next input
                self.program.send(f"ping {self._pings}")
                asks_at = time.monotonic() + ASK_AGAIN_S
                continue
            if line.split() == ["pong", str(self._pings)]:
                return
            self._hear_feature(line)
            if line.startswith(REFUSALS) and any(word in line for word in told):
                raise self._refused(line)
            if told and RESULT.match(line):
                raise self._ended_the_game(line)

    def _refused(self, line: str) -> EngineRefusal:
        return EngineRefusal(self.program.name, _("it refused a command: {line}", line=line[:80]))

    def _ended_the_game(self, line: str) -> EngineError:
        return EngineError(self.program.name, _("it ended the game instead of moving: {line}", line=line[:80]))

    def think(self, history: History, question: Question) -> str:
        """Return the program's move as it writes it."""
        self._asked, self._repeated = history.position, ""
        played = self._played
        if history.moves is None or played is None or history.moves[: len(played)] != played:
            self._set_up(history)
        else:
            self._tell_moves(history)
        limit = question.limit
        if limit.depth is not None or self._depth is not None:
            self.program.send(f"sd {limit.depth or MAX_DEPTH}")
        self._depth = limit.depth
        for command in self._time_commands(question):
            self.program.send(command)
        self.ready()
        self.program.send("go")
        self._played = None  # unknown until the move is read
        end = math.inf
        if limit.seconds is not None:
            end = time.monotonic() + limit.seconds + LATE_S

        def is_wanted() -> bool:
            return not (
                question.must_move(end)
                or (limit.depth is not None and (question.info.depth or 0) >= limit.depth)  # some programs have no sd
                or (limit.nodes is not None and (question.info.nodes or 0) >= limit.nodes)
            )

        word = self._answer(question, question.timeout_s, is_wanted)
        if word is None:
            self.program.send("?")
            slack_s = STOP_TIMEOUT_S if question.stopped() else question.timeout_s
            word = self._answer(question, slack_s, lambda: True)
        self.program.send("force")
        if history.moves is not None and word:
            self._remember(history, word)
        return word or ""

    def _time_commands(self, question: Question) -> list[str]:
        """Return the commands that tell the time: ``st`` for one move, or ``level`` once in a game and the time left.

        The program takes the time of the first ``level`` command as the time at the beginning of the game. ``st`` has
        whole seconds, so less than a second is told as the time left for one move.
        """
        clock, seconds = question.clock, question.limit.seconds
        if clock is None:
            whole = MAX_SECONDS if seconds is None else int(seconds + ROUNDED_S)
            if whole:
                self._level = ""
                return [f"st {whole}"]
            level = [] if self._level == SHORT_LEVEL else [SHORT_LEVEL]
            self._level = SHORT_LEVEL
            left = max(1, round(100 * (seconds or 0)))
            return [*level, f"time {left}", f"otim {left}"]
        assert clock.left_s is not None
        commands = []
        if self._level in ("", SHORT_LEVEL):
            minutes, rest = divmod(max(1, int(clock.left_s)), 60)
            self._level = f"level {clock.moves_to_go or 0} {minutes}:{rest:02} {clock.increment_s:g}"
            commands.append(self._level)
        opponent_left_s = clock.left_s if clock.opponent_left_s is None else clock.opponent_left_s
        return [*commands, f"time {int(100 * clock.left_s)}", f"otim {int(100 * opponent_left_s)}"]

    def _remember(self, history: History, word: str) -> None:
        """Store the moves that the program has on its board: the ones sent, and its own."""
        for move in history.position.moves():
            if self.dialect.word(self.game, history.position, move) == word:
                self._played = (*(history.moves or ()), move)

    def _answer(self, question: Question, timeout_s: float, is_wanted: Callable[[], bool]) -> str | None:
        """Return the program's move; None when ``is_wanted`` gives False first."""
        end = time.monotonic() + timeout_s
        while True:
            try:
                line = self.program.read(end - time.monotonic(), "move", is_wanted)
            except EngineTimeout:
                if self._repeated:
                    return self._repeated
                raise
            if line is None:
                return None
            if found := MOVE.match(line):
                word = found[1] or found[2]
                if self._repeated or not self._repeats(word):
                    self._last = word
                    return word
                self._repeated, end = word, min(end, time.monotonic() + SILENCE_S)
            if thought := THOUGHT.fullmatch(line):
                question.tell(read_thought(thought))
            elif line.strip() in ("resign", "tellics resign"):
                raise EngineResigned(self.program.name)
            elif self._pings and RESULT.match(line):
                raise self._ended_the_game(line)
            elif line.startswith(REFUSALS) and line.split()[-1] == "go":
                raise self._refused(line)
            else:
                self._hear_feature(line)

    def _repeats(self, word: str) -> bool:
        """Return True if a program tells its last move again, as GNU Chess does in two forms."""
        if word != self._last:
            return False
        try:
            self.read_move(self._asked, word)
        except MoveError:
            return True
        return False

    def read_move(self, position: object, word: str) -> Move:
        """Return the legal move of a word such as ``e2e4`` or ``O-O``. Raise :class:`MoveError`."""
        return self.dialect.move(self.game, position, word)

    def send_unknown_command(self) -> None:
        """Send a command that no protocol has; the program must continue to answer."""
        self.program.send(UNKNOWN_COMMAND)
        self.ready()

    def quit(self) -> None:
        """Ask the program to end."""
        self.program.send("quit")


def read_thought(found: re.Match[str]) -> Info:
    """Return the report of a line ``ply score time nodes line``; times are hundredths of a second."""
    depth, score, centiseconds, nodes = (int(number) for number in found.groups()[:4])
    mate = abs(score) - MATE
    is_mate = 0 <= mate <= MAX_MATE_MOVES
    points = Score(mate=mate if score > 0 else -mate) if is_mate else Score(points=score)
    words = MOVE_NUMBER.sub(" ", found[5] or "").split()
    return Info(depth, points, nodes, centiseconds / 100, tuple(words))
