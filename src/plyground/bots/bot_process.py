"""A bot in its own process, asked for moves by messages in JSON. Nothing that it sends is executed here."""

from __future__ import annotations

import json
import linecache
import random
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from functools import partial
from math import isfinite
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from plyground.bots.board_functions import (
    CHOOSE,
    EVALUATE,
    FunctionArguments,
    method_function,
    needs_arguments,
    plain,
    plain_name,
    position_function,
    with_listed_moves,
)
from plyground.bots.bot_protocol import Bot, Thought, choose_in_time, search_once, warm_up
from plyground.bots.bot_registry import bot as bot_named
from plyground.bots.external import ExternalBot
from plyground.bots.move_spelling import MoveReader
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.time_manager import Lag, MoveClock
from plyground.engines.client import FIRST_REPORT_S, STOP_TIMEOUT_S
from plyground.errors import EngineIllegalMove, EngineResigned, EngineTimeout, MoveError, PlygroundError, SearchStopped
from plyground.games import game as game_named
from plyground.games.loading import Source, readable_beside, restore, sources
from plyground.games.remote.remote_rules import is_walled, rules_limits, sources_without_wall
from plyground.i18n import Sentence, _
from plyground.isolation.isolated_process import IsolatedProcess, NoAnswer, ProcessEnded
from plyground.isolation.limits import Limits
from plyground.searches import algorithm, setting
from plyground.searches.tally import NODES, new_tally

START_PATIENCE_S = 120.0
"""Seconds that a process may take to start and load its bot, on a busy machine."""
FILE_MEGABYTES, OWN_MEGABYTES = 512, 4096
"""Memory limits of a bot from a file and of a built-in bot, whose compiler reserves much address space."""
MAX_TEXT_CHARS = 300
"""Most characters of an error message that are kept."""
WIN = 1_000_000_000
"""Value of a won game, on the scale of an evaluation in a file."""


class Fault(StrEnum):
    """The faults by which a bot loses a game."""

    LOADING = "loading"
    CRASH = "crash"
    ILLEGAL = "illegal"
    LATE = "late"
    MEMORY = "memory"
    RESIGNED = "resign"


SENTENCES = {
    Fault.LOADING: _("it cannot be loaded: {text}"),
    Fault.CRASH: _("it crashed: {text}"),
    Fault.ILLEGAL: _("its move is not legal: {text}"),
    Fault.LATE: _("its time was up"),
    Fault.MEMORY: _("it used up its memory"),
    Fault.RESIGNED: _("it resigned"),
}


class WarmUp(StrEnum):
    """The preparation of a bot before its first game."""

    NONE = "none"
    SHORT = (
        "short"  # a search of :data:`~plyground.bots.bot_protocol.WARM_UP_S` seconds, which may compile what it needs
    )
    WHOLE = "whole"  # everything that takes time once: see :func:`~plyground.bots.bot_protocol.warm_up`


MAX_TRANSCRIPT_LINES = 200
"""Most lines of an external program that are kept for a fault."""


class BotFault(Exception):
    """A bot has given no legal move in time; the kind of fault and its details.

    ``transcript`` has the last lines that an external program was asked and answered.
    """

    def __init__(self, fault: Fault, text: str = "") -> None:
        super().__init__(fault, text)
        self.transcript: tuple[str, ...] = ()
        self.fault = fault
        self.text = text[:MAX_TEXT_CHARS]

    @property
    def sentence(self) -> Sentence:
        """A sentence for people that describes the fault."""
        return Sentence(SENTENCES[self.fault].text, {"text": self.text} if self.text else {})


def late(seconds: float, allowed: float) -> BotFault:
    """Return the fault of a bot that has used more seconds for a move than were allowed.

    Its text needs no translation.
    """
    return BotFault(Fault.LATE, f"{seconds:.3f} > {allowed:.3f} s")


class Program(NamedTuple):
    """A bot from a file, as it is sent to its process."""

    name: str
    path: str
    text: str
    thing: str  # name of the function or class in the file
    kind: str  # choose, evaluate or search
    depth: int  # plies looked ahead by a search


class BotAnswer(NamedTuple):
    """A bot's legal move, with its value, depth and number of nodes if the bot reports them."""

    move: Move
    value: int | None = None
    depth: int | None = None
    nodes: int | None = None
    cpu_seconds: float | None = None  # processor time of the move; None for an external program


class BotProcess:
    """A process that plays for one bot after another; for a :class:`Program`, only for that one."""

    def __init__(self, game: Game, memory_mb: int | None = None) -> None:
        self._game = game
        self._memory_mb = memory_mb
        self._process: IsolatedProcess | None = None
        self._program: Program | None = None
        self._number = 0
        self._is_external = False  # True while an external program plays
        self.transcript: deque[str] = deque(maxlen=MAX_TRANSCRIPT_LINES)  # last lines of an external program

    def prepare(self, bot: str | Program, seed: int, warm_up: WarmUp = WarmUp.NONE, plays_often: bool = False) -> None:
        """Prepare a bot for a new game: a built-in one by its spec text, or one from a file. Raise :class:`BotFault`.

        By ``warm_up`` a built-in bot gets ready, so that compiling takes no time of the game. If it ``plays_often``,
        small searches are compiled too.
        """
        program = bot if isinstance(bot, Program) else None
        if self._process is not None and program != self._program:
            self.end()
        if self._process is None:
            self._program = program
            self._process = self._start(program)
        made = program._asdict() if program else bot
        self.transcript.clear()
        request = {"make": made, "seed": seed, "warm_up": warm_up, "plays_often": plays_often}
        self._is_external = bool(self._ask(request, START_PATIENCE_S, Fault.LOADING).get("is_external"))

    def choose(
        self,
        position: Any,
        past: tuple[Any, ...] = (),
        *,
        clock: MoveClock | None = None,
        patience: float | None = None,
    ) -> BotAnswer:
        """Return the bot's move. A bot that can, moves within the budget of its ``clock``; any bot is ended after
        ``patience`` seconds.

        Raise :class:`BotFault`. A process that cannot be used any more has ended by then.
        """
        told = past if self._game.facts.loops or self._program is None else ()  # an external program may need the past
        if patience is not None and self._is_external:  # its answer comes late, but with the transcript
            patience += FIRST_REPORT_S + STOP_TIMEOUT_S
        return _legal(position, self._ask({"choose": position, "past": told, "clock": clock}, patience, Fault.LATE))

    def lines(self) -> tuple[str, ...]:
        """Return the last lines of an external program."""
        return tuple(self.transcript)

    def end(self) -> None:
        """End the process; the next bot gets a new one."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _start(self, program: Program | None) -> IsolatedProcess:
        given, walled = sources(), is_walled(self._game.name)
        if program is None:
            most = self._memory_mb or OWN_MEGABYTES
            limits = rules_limits(most, given) if walled else Limits(most)
        else:  # the folders of the rules are nothing for a bot of others
            limits = Limits(self._memory_mb or FILE_MEGABYTES, True, readable_beside(program.path))
        if walled:
            return IsolatedProcess(serve, self._game.name, given, limits=limits)
        return IsolatedProcess(serve, self._game.name, limits=limits, prepare=partial(restore, sources_without_wall()))

    def _ask(self, request: dict[str, Any], patience: float | None, no_answer: Fault) -> dict[str, Any]:
        try:
            return self._ask_process(request, patience, no_answer)
        except BotFault as fault:
            fault.transcript = tuple(self.transcript)
            raise

    def _ask_process(self, request: dict[str, Any], patience: float | None, no_answer: Fault) -> dict[str, Any]:
        assert self._process is not None  # set by prepare()
        self._number += 1
        try:
            asked = time.monotonic()
            self._process.send(json.dumps({**request, "number": self._number}).encode())
            answer = json.loads(self._process.receive(patience))
            while answer["number"] != self._number:  # skip late answers and anything else that the bot sends
                left = None if patience is None else max(0.0, patience - (time.monotonic() - asked))
                answer = json.loads(self._process.receive(left))
        except NoAnswer:
            self.end()
            waited = time.monotonic() - asked
            raise (late(waited, patience or 0.0) if no_answer is Fault.LATE else BotFault(no_answer)) from None
        except ProcessEnded as end:
            self.end()
            raise BotFault(Fault.CRASH, f"exit code {end.code}") from None
        except (ValueError, TypeError, KeyError, RecursionError):
            self.end()
            raise BotFault(Fault.CRASH, "unreadable answer") from None
        self.transcript += answer.pop("exchange", ())
        if "fault" in answer:
            fault = _bot_fault(answer)
            if fault.fault is Fault.MEMORY or self._program is not None:
                self.end()  # the next game gets a new process
            raise fault
        found: dict[str, Any] = answer
        return found


class LocalBot:
    """A built-in bot in this process, with the interface of :class:`BotProcess`."""

    def __init__(self, game: Game) -> None:
        self._seat = _Seat(game)
        self.transcript: deque[str] = deque(maxlen=MAX_TRANSCRIPT_LINES)

    def prepare(self, bot: str | Program, seed: int, warm_up: WarmUp = WarmUp.NONE, plays_often: bool = False) -> None:
        """Prepare a bot, as :meth:`BotProcess.prepare` does."""
        self.transcript.clear()
        try:
            self._seat.make(bot, seed, warm_up, plays_often)
        except Exception as error:
            raise self._faulty(error) from None

    def choose(
        self,
        position: Any,
        past: tuple[Any, ...] = (),
        *,
        clock: MoveClock | None = None,
        patience: float | None = None,
    ) -> BotAnswer:
        """Return the bot's move, as :meth:`BotProcess.choose` does; the parent process enforces ``patience``."""
        try:
            answer = self._seat.choose_at(position, past, clock)
        except Exception as error:
            raise self._faulty(error) from None
        self.transcript += self._seat.exchange()
        return _legal(position, answer)

    def lines(self) -> tuple[str, ...]:
        """Return the last lines of an external program, also while it thinks."""
        return (*self.transcript, *self._seat.exchange())

    def _faulty(self, error: Exception) -> BotFault:
        """Return the fault of an error, with the last lines of an external program."""
        fault = _bot_fault(_fault(error, ""))
        fault.transcript = self.lines()
        return fault


def _legal(position: MarkedPosition, answer: dict[str, Any]) -> BotAnswer:
    """Return a bot's answer after checking its move. Raise :class:`BotFault` if the move is illegal."""
    move = answer.get("move")
    if not isinstance(move, int) or move not in position.moves():
        raise BotFault(Fault.ILLEGAL, str(move))
    value, depth, nodes = (
        number if isinstance(number, int) else None for number in map(answer.get, ("value", "depth", "nodes"))
    )
    cpu_seconds = answer.get("cpu_seconds")
    return BotAnswer(move, value, depth, nodes, cpu_seconds if isinstance(cpu_seconds, float) else None)


def _bot_fault(answer: dict[str, Any]) -> BotFault:
    return BotFault(Fault(answer["fault"]), str(answer.get("text", "")))


# In the process


def serve(connection: Connection, game_text: str, given: tuple[Source, ...] = ()) -> None:
    """Answer requests for one game, which may be among the ``given`` ones, until the connection closes."""
    restore(given)
    seat = _Seat(game_named(game_text))
    while True:
        request = json.loads(connection.recv_bytes())
        try:
            answer = seat.make(**_of(request, "make")) if "make" in request else seat.choose(**_of(request, "choose"))
        except BaseException as error:  # the code may raise anything
            answer = _fault(error, seat.file)
        exchange = {"exchange": lines} if (lines := seat.exchange()) else {}
        connection.send_bytes(json.dumps({**answer, **exchange, "number": request["number"]}).encode())


def _of(request: dict[str, Any], subject: str) -> dict[str, Any]:
    return {("subject" if key == subject else key): value for key, value in request.items() if key != "number"}


class _Seat:
    """The bot that is playing now."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.file = ""
        self.seed = 0
        self.plays_often = False
        self._own: dict[str, Bot] = {}  # bots by spec text, with their compiled searches
        self._ready: set[tuple[str, str]] = set()  # (spec text, warm-up) of bots that have finished that warm-up
        self._lag = Lag()
        self._choose: Callable[[Any], Any] | None = None  # function of a bot from a file
        self._bot: Bot | None = None

    def make(self, subject: Any, seed: int, warm_up: str, plays_often: bool) -> dict[str, Any]:
        self.seed, self.plays_often = seed, plays_often
        if isinstance(subject, dict):
            program = Program(**subject)
            self.file = program.path
            sys.modules["llvmlite"] = None  # type: ignore[assignment]  # the fence hides the files of llvmlite
            self._choose, self._bot = _run(program, self.game)
            return {}
        random.seed(seed)
        if subject not in self._own:
            self._own[subject] = bot_named(subject, self.game)
        self._bot = self._own[subject]
        if (subject, warm_up) not in self._ready:
            self._warm_up(WarmUp(warm_up))
            self._ready.add((subject, warm_up))
        if hasattr(self._bot, "seed") and "seed=" not in subject:
            self._bot.seed = seed
        return {"is_external": isinstance(self._bot, ExternalBot)}

    def _warm_up(self, how: WarmUp) -> None:
        assert self._bot is not None
        if how is WarmUp.WHOLE:
            warm_up(self._bot, self.game.start, Thought(native=True))
        elif how is WarmUp.SHORT and self._bot.card.plans_ahead is not False:
            with suppress(SearchStopped):
                search_once(self._bot, self.game.start, Thought(native=True, is_one_of_many=self.plays_often))

    def choose(self, subject: Any, past: list[Any], clock: list[Any] | None) -> dict[str, Any]:
        told = None if clock is None else MoveClock(*clock)
        return self.choose_at(self._position(subject), tuple(map(self._position, past)), told)

    def choose_at(self, position: MarkedPosition, past: tuple[Any, ...], clock: MoveClock | None) -> dict[str, Any]:
        random.seed(f"{self.seed} {position!r}")
        began = time.process_time()
        if self._choose is not None:
            answer = {"move": chosen_number(self.game, position, self._choose(position))}
        else:
            assert self._bot is not None
            answer = self._think(position, past, clock)
        if isinstance(self._bot, ExternalBot):
            return answer
        return {**answer, "cpu_seconds": round(time.process_time() - began, 6)}

    def exchange(self) -> list[str]:
        """Return the lines between an external program and us since the last call."""
        return self._bot.exchange() if isinstance(self._bot, ExternalBot) else []

    def _think(self, position: MarkedPosition, past: tuple[Any, ...], clock: MoveClock | None) -> dict[str, Any]:
        """Return the answer of a built-in bot, compiled if it takes long; an evaluation in a file runs as plain
        Python.
        """
        assert self._bot is not None
        tally = new_tally()
        native = None if self.file else True
        thought = Thought(past, tally, native=native, is_one_of_many=self.plays_often, clock=clock)
        choice = choose_in_time(self._bot, position, thought, self._lag)
        answer: dict[str, Any] = {"move": choice.move, "value": choice.value, "nodes": tally.counts[NODES]}
        if choice.report is None:
            return {**answer, "depth": getattr(choice.result, "depth", None)}
        told = choice.report
        return {**answer, "value": told.score and told.score.number, "depth": told.depth, "nodes": told.nodes}

    def _position(self, fields: Any) -> Any:
        return type(self.game.start)(*map(_as_tuple, fields))


def chosen_number(game: Game, position: MarkedPosition, move: Any) -> Move:
    """Return the number of the move that a bot has chosen: a number, a text, cells or the next board.

    Raise :class:`MoveError` for anything else; a number need not be legal.
    """
    move = plain(move)
    if isinstance(move, str):
        return game.notation.parse_move(position, move)
    if isinstance(move, list):
        given = MoveReader(game, position).read(move)
        if given.move is not None:
            return given.move
        raise MoveError(_("{move} is not a legal move here.", move=given.text[:60]))
    if isinstance(move, bool) or not hasattr(move, "__index__"):
        raise MoveError(_("{move} is not a legal move here.", move=repr(move)[:60]))
    return int(move.__index__())


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


def _run(program: Program, game: Game) -> tuple[Callable[[Any], Any] | None, Bot | None]:
    """Run a bot's file. Return its function that chooses moves, or a bot that uses its evaluation."""
    module = ModuleType(f"bot_file_{program.name.replace('-', '_')}")
    module.__file__ = program.path
    sys.modules[module.__name__] = module
    sys.path.append(str(Path(program.path).parent))
    lines = program.text.splitlines(keepends=True)
    linecache.cache[program.path] = (len(program.text), None, lines, program.path)
    exec(compile(program.text, program.path, "exec", dont_inherit=True), vars(module))
    with_listed_moves(game)
    thing = vars(module)[program.thing]
    if program.kind == "search":
        return None, with_search(thing, program.depth, game)
    if isinstance(thing, type):
        name = method_of(vars(thing))[0]
        written = (
            method_function(thing, name) if needs_arguments(thing) else position_function(getattr(thing(), name), game)
        )
    else:
        written = position_function(thing, game)

    def answer(position: MarkedPosition) -> Any:
        return written(FunctionArguments(game, position))

    if program.kind == "choose":
        return answer, None
    return None, with_evaluation(answer, program.depth, game)


def method_of(names: Iterable[str]) -> tuple[str, str]:
    """Return the name and the kind of the method that makes a class a bot; two empty texts for none."""
    for kind, usual in (("choose", CHOOSE), ("evaluate", EVALUATE)):
        for word in usual:
            for name in names:
                if plain_name(name) == word:
                    return name, kind
    return "", ""


def with_evaluation(value: Callable[[Any], Any], depth: int, game: Game) -> Bot:
    """Return an alpha-beta bot with a bot's evaluation, for the side to move, of any numbers."""
    return _searcher(game, "alphabeta", depth, _Evaluation(value))


def with_search(text: Callable[..., Any], depth: int, game: Game) -> Bot:
    """Return a bot with a user's search and the game's best evaluation. Raise :class:`SpecError` for no search."""
    return _searcher(game, algorithm(text).name, depth, next(iter(game.evaluations.values()), None))


def _searcher(game: Game, name: str, depth: int, evaluation: Any) -> Bot:
    from plyground.bots.bot_protocol import Card
    from plyground.bots.searcher import Searcher

    card = Card(_("Depth-limited"), _("Depth-limited"), plans_ahead=True, deterministic=True)
    return Searcher(game, name, setting(depth=depth, evaluation=evaluation), "first", None, card)


class _Evaluation:
    """A bot's evaluation for searches: whole numbers, less than a win."""

    win = WIN

    def __init__(self, value: Callable[[Any], Any]) -> None:
        self._value = value

    def value(self, position: Any) -> int:
        guess = float(self._value(position))
        if not isfinite(guess):
            raise ValueError(f"evaluation {guess}")
        return max(-WIN + 1, min(WIN - 1, round(1000 * guess)))


def _fault(error: BaseException, file: str) -> dict[str, Any]:
    """Return the kind of fault for an error, and a short text about it."""
    if isinstance(error, MemoryError):
        return {"fault": Fault.MEMORY}
    if isinstance(error, SearchStopped):
        return {"fault": Fault.LATE}
    if isinstance(error, EngineResigned):
        return {"fault": Fault.RESIGNED}
    if isinstance(error, EngineTimeout):
        return {"fault": Fault.LATE, "text": str(error)}
    if isinstance(error, MoveError | EngineIllegalMove):
        return {"fault": Fault.ILLEGAL, "text": str(error)}
    if isinstance(error, PlygroundError):
        return {"fault": Fault.CRASH, "text": str(error)}
    try:
        text = f"{type(error).__name__}: {error}"
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        where = f" ({Path(file).name}, {frames[-1].lineno})" if frames else ""
    except BaseException:  # an error of the bot's own whose text cannot be made
        text, where = "?", ""
    return {"fault": Fault.CRASH, "text": text[:MAX_TEXT_CHARS] + where}
