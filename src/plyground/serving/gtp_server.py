"""A server for GTP 2, the Go Text Protocol: Go and Othello, with every required command.

Source: G. Farnebäck (2002), Specification of the Go Text Protocol, version 2, draft 2.
"""

from __future__ import annotations

import re
import threading
from typing import Any

from plyground import __version__
from plyground.bots import Choice
from plyground.core.game import Game
from plyground.core.position import Move
from plyground.core.time_manager import MoveClock
from plyground.engines.dialects import Setup, gtp_dialect
from plyground.errors import MoveError, PlygroundError
from plyground.games.go.go_game import handicap_points
from plyground.games.go.go_notation import LETTERS
from plyground.searches.limit import Limit
from plyground.serving.engine_session import OVERHEAD, EngineSession
from plyground.serving.loop import Write

DEFAULT_S = 1.0
"""Seconds for a move before the first command that sets the time."""
MAX_TIME_S = 1e9
COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
STATUSES = ("alive", "seki", "dead")
MAX_SIZE_DIGITS, MIN_HANDICAP = 3, 2
NO_CLOCK = MoveClock(move_s=DEFAULT_S)


class Failure(Exception):
    """A failed command, which is answered with ``?`` and this reason, in English as the protocol says."""


def _times(words: list[str], count: int) -> list[float]:
    """Return this many finite numbers, each at least 0. Raise :class:`Failure`."""
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        raise Failure("syntax error") from None
    if len(numbers) != count or not all(0 <= number < MAX_TIME_S for number in numbers):
        raise Failure("syntax error")
    return numbers


def _in_overtime(clock: MoveClock) -> MoveClock:
    """Return the clock at the begin of a period of overtime."""
    return clock._replace(left_s=clock.overtime_s, moves_to_go=clock.overtime_moves, overtime_s=0.0)


class GtpServer:
    """The server's side of GTP for one game and one bot."""

    def __init__(self, session: EngineSession, write: Write) -> None:
        """Prepare the server. It calls ``write`` with each line of its answers."""
        self.session = session
        self.game: Game = session.game
        dialect = gtp_dialect(self.game)
        assert dialect is not None  # the command refuses other games
        self.dialect = dialect
        self.write = write
        self.positions: list[Any] = [self.game.start]
        self.lengths: list[int] = []  # number of positions before each command that made a move
        self.periods = NO_CLOCK  # rules of the clock, with the whole main time
        self.counts_periods = False  # True if time_left tells the periods left, False if the stones to play in one
        self.clocks: dict[int, MoveClock] = {}  # last clock of each side
        self.commands = {
            name.removeprefix("do_").replace("kgs_", "kgs-").replace("plyground_", "plyground-"): getattr(self, name)
            for name in dir(self)
            if name.startswith("do_")
        }

    def handle(self, line: str) -> bool:
        """Answer one command, with its number if it has one."""
        text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.partition("#")[0]).strip()
        if not text:
            return True
        words = text.split()
        number = words.pop(0) if words[0].isdigit() else ""
        command = words.pop(0) if words else ""
        sign = "="
        try:
            if command not in self.commands:
                raise Failure("unknown command")
            answer = self.commands[command](words)
        except Failure as failure:
            sign, answer = "?", str(failure)
        except PlygroundError as error:
            sign, answer = "?", str(error)
        self.write(f"{sign}{number} {(answer or '').rstrip()}\n")
        return command != "quit"

    def finish(self) -> None:
        """Stop the running search."""
        self.session.stop()

    def wait(self) -> None:
        """Return at once: every answer is complete."""

    def do_protocol_version(self, _words: list[str]) -> str:
        return "2"

    def do_name(self, _words: list[str]) -> str:
        return f"plyground ({self.session.bot})"

    def do_version(self, _words: list[str]) -> str:
        return __version__

    def do_known_command(self, words: list[str]) -> str:
        return str(words[:1] != [] and words[0] in self.commands).lower()

    def do_list_commands(self, _words: list[str]) -> str:
        return "\n".join(sorted(self.commands))

    def do_quit(self, _words: list[str]) -> str:
        return ""

    def do_list_games(self, _words: list[str]) -> str:
        return self.dialect.title

    def do_set_game(self, words: list[str]) -> str:
        if " ".join(words).lower() != self.dialect.title.lower():
            raise Failure("game not supported")
        return ""

    def do_boardsize(self, words: list[str]) -> str:
        if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > MAX_SIZE_DIGITS:
            raise Failure("boardsize not an integer")
        if not self._set_up(self._setup()._replace(size=int(words[0]), handicap="")):
            raise Failure("unacceptable size")
        return ""

    def do_clear_board(self, _words: list[str]) -> str:
        self._set_up(self._setup()._replace(handicap=""))
        return ""

    def do_komi(self, words: list[str]) -> str:
        try:
            komi = float(words[0])
        except (IndexError, ValueError):
            raise Failure("syntax error") from None
        setup = self._setup()
        is_new = self.dialect.may_repeat_turns and komi != setup.komi
        if is_new and (len(self.positions) > 1 or not self._set_up(setup._replace(komi=komi))):
            raise Failure("cannot change the komi")
        return ""

    def do_fixed_handicap(self, words: list[str]) -> str:
        size = self._setup().size
        points = handicap_points(size, int(words[0])) if words[:1] and words[0].isdecimal() else []
        if not self.dialect.may_repeat_turns or len(points) < MIN_HANDICAP or len(points) != int(words[0]):
            raise Failure("invalid number of stones")
        named = [f"{LETTERS[column]}{row + 1}" for row, column in points]
        return self.do_set_free_handicap(named)

    def do_place_free_handicap(self, words: list[str]) -> str:
        return self.do_fixed_handicap(words)

    def do_set_free_handicap(self, words: list[str]) -> str:
        here = self.positions[-1]
        if not self.dialect.may_repeat_turns:
            raise Failure("invalid number of stones")
        if len(self.positions) > 1 or here.own | here.other:
            raise Failure("board not empty")
        if len(set(words)) < MIN_HANDICAP or not self._set_up(self._setup()._replace(handicap=" ".join(words))):
            raise Failure("bad vertex list")
        return " ".join(words)

    def do_play(self, words: list[str]) -> str:
        if len(words) != 2 or words[0].lower() not in COLOURS:
            raise Failure("syntax error")
        turn = self._turn_of(COLOURS[words[0].lower()])
        try:
            move = self.dialect.move(self.game, turn[-1], words[1])
        except MoveError:
            raise Failure("illegal move") from None
        self._play(turn, move)
        return ""

    def do_genmove(self, words: list[str]) -> str:
        if len(words) != 1 or words[0].lower() not in COLOURS:
            raise Failure("syntax error")
        if self.positions[-1].is_over():
            return "PASS"
        turn = self._turn_of(COLOURS[words[0].lower()])
        found: list[Move] = []
        done = threading.Event()

        def finish(move: Move, _choice: Choice | None, _trouble: PlygroundError | None) -> None:
            found.append(move)
            done.set()

        clock = self.clock_of(COLOURS[words[0].lower()])
        if clock is NO_CLOCK:  # nobody's time runs yet
            self.session.warm_up()
        self.session.start([*self.positions[:-1], *turn], Limit(), lambda outlook: None, finish, clock=clock)
        done.wait()
        word = self.dialect.word(self.game, turn[-1], found[0]).upper()
        self._play(turn, found[0])
        return word

    def clock_of(self, side: int) -> MoveClock:
        """Return the clock of a side as it was last told."""
        return self.clocks.get(side, self.periods)

    def do_undo(self, _words: list[str]) -> str:
        if not self.lengths:
            raise Failure("cannot undo")
        del self.positions[self.lengths.pop() :]
        return ""

    def do_showboard(self, _words: list[str]) -> str:
        from plyground.presentation.boards.board_text import (
            plain_lines,  # imported here because the command is seldom used
        )

        return "\n" + "\n".join(line or "." for line in plain_lines(self.game, self.positions[-1]))

    def do_time_settings(self, words: list[str]) -> str:
        """Set the main time, and the seconds and stones of the Canadian overtime after it."""
        main_s, period_s, stones = _times(words, 3)
        if period_s > 0 and stones < 1:  # the protocol's way to say that there is no limit
            return self._set_clock(NO_CLOCK)
        overtime = MoveClock(main_s, overtime_s=period_s, overtime_moves=max(1, int(stones)))
        return self._set_clock(overtime if main_s or not period_s else _in_overtime(overtime))

    def do_kgs_time_settings(self, words: list[str]) -> str:
        kind, times = (words or [""])[0], words[1:]
        if kind == "none":
            return self._set_clock(NO_CLOCK)
        if kind == "absolute":
            return self.do_time_settings([*times, "0", "0"])
        if kind == "byoyomi":  # a period lasts for one move; the number of periods does not change the plan
            main, period, _periods = _times(times, 3)
            self.do_time_settings([str(main), str(period), "1"])
            self.counts_periods = True
            return ""
        if kind == "canadian":
            return self.do_time_settings(times)
        raise Failure("syntax error")

    def do_time_left(self, words: list[str]) -> str:
        """Set what is left of a side's main time (0 stones), or of its period of overtime.

        With periods for one move, as in kgs-time_settings byoyomi, the stones are the periods left.
        """
        left_s, stones = _times(words[1:], 2)
        if words[0].lower() not in COLOURS:
            raise Failure("syntax error")
        told = self.periods._replace(left_s=left_s, moves_to_go=None, move_s=None)
        if stones >= 1:
            moves = 1 if self.counts_periods else int(stones)
            told = _in_overtime(told._replace(overtime_s=left_s, overtime_moves=moves))
        self.clocks[COLOURS[words[0].lower()]] = told
        return ""

    def do_plyground_move_overhead(self, words: list[str]) -> str:
        """Set the seconds that pass between a move and the stop of the client's clock."""
        (seconds,) = _times(words, 1)
        self.session.set_number(OVERHEAD, str(round(1000 * seconds)))
        return ""

    def _set_clock(self, periods: MoveClock) -> str:
        """Set the clock of both sides to its beginning, and let the bot get ready before it runs."""
        self.periods, self.counts_periods = periods, False
        self.clocks.clear()
        self.session.warm_up()
        return ""

    def do_final_score(self, _words: list[str]) -> str:
        position = self.positions[-1]
        if not position.is_over():
            raise Failure("cannot score")
        outcome = self.game.outcome(position)
        if outcome is None or outcome.winner is None:
            return "0"
        return f"{'BW'[outcome.winner]}+{self.dialect.margin(position):g}"

    def do_final_status_list(self, words: list[str]) -> str:
        """Return all stones if asked for living stones, else none, because bots never agree on dead stones."""
        if len(words) != 1 or words[0] not in STATUSES:
            raise Failure("syntax error")
        if words != ["alive"] or not self.dialect.may_repeat_turns:
            return ""
        position = self.positions[-1]
        notation: Any = self.game.notation
        stones = position.own | position.other
        return "\n".join(notation.word(place) for place in range(stones.bit_length()) if stones >> place & 1)

    def _setup(self) -> Setup:
        return self.dialect.setup(self.game)

    def _set_up(self, setup: Setup) -> bool:
        """Clear the board and set it up. Return False and change nothing if the game has no such set-up."""
        changed = self.dialect.variant(self.game, setup)
        if changed is None:
            return False
        if (changed.name, changed.start) != (self.game.name, self.game.start):
            self.game = changed
            overhead_s = self.session.overhead_s
            self.session = EngineSession(changed, self.session.bot)
            self.session.overhead_s = overhead_s
            if self.periods is not NO_CLOCK:
                self.session.warm_up()
        self.positions, self.lengths = [changed.start], []
        return True

    def _turn_of(self, side: int) -> list[Any]:
        """Return the positions up to the one in which ``side`` moves. The other side's pass is added where it may pass.

        In Othello a side without a move has to pass; some programs do not say so.
        """
        position = self.positions[-1]
        if self.dialect.may_repeat_turns and position.is_over():
            position = position._replace(passes=0)  # the players do not agree on the end
        if self.game.side(position) == side or position.is_over():
            return [position]
        try:
            after = position.play(self.dialect.move(self.game, position, "pass"))
        except MoveError:
            raise Failure("it is the other colour's turn") from None
        return [position, after._replace(passes=0) if self.dialect.may_repeat_turns else after]

    def _play(self, turn: list[Any], move: Move) -> None:
        self.lengths.append(len(self.positions))
        self.positions += [*turn[1:], turn[-1].play(move)]
