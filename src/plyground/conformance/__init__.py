"""The conformance test: does a game keep the contract of ``position.py`` and ``game.py``?

Every built-in game passes it, and so must every other. It plays random games from a seed and calls, at each position,
every method that a search or an interface may call. A small game is examined completely. Each failure has a name
(:data:`FAULTS`), a counter-example to replay and a hint with a correction.

:func:`check` runs in this process and returns the failures. :func:`plyground.conformance.subprocess.watched` runs the
examination in its own process, which is ended if the rules do not return.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.conformance.events import Event, NextPosition
from plyground.conformance.examination import Examination, Line, Options
from plyground.conformance.faults import FAULTS, Failure, Fault
from plyground.conformance.guarded_call import told
from plyground.core.game import Game
from plyground.errors import MoveError
from plyground.games.loading import game as game_named

__all__ = ["FAULTS", "Failure", "Fault", "Options", "check", "examine", "replay"]


def check(
    subject: Game | Any,
    *,
    games: int = 50,
    seed: int = 0,
    positions: int = 2_000,
    seconds: float = float("inf"),
    native: bool = False,
) -> list[Failure]:
    """Check a game, or a position and all positions after it. Return the first example of each failure, or an empty
    list.

    :func:`plyground.check` explains the arguments.
    """
    options = Options(games=games, seed=seed, positions=positions, seconds=seconds, native=native)
    return [event for event in examine(subject, options) if isinstance(event, Failure)]


def examine(subject: Game | Any, options: Options, line: Line | None = None) -> Iterator[Event]:
    """Yield each finding as it is made. With a ``line``, examine only the positions along these legal moves."""
    examination = Examination(subject, options)
    here: Line = ()
    try:
        for event in examination.events() if line is None else examination.at(line):
            if isinstance(event, NextPosition):
                here = event.line
            yield event
    except (KeyboardInterrupt, GeneratorExit, MoveError):
        raise
    except BaseException as error:  # rules that worked in the first check may fail later
        fault, method, sentence = told(error)
        yield Failure(fault, method, sentence, here)


def replay(name: str, *moves: int) -> Any:
    """Return the position of a game, or of a file with a game, after these moves, given as the rules number them."""
    position: Any = game_named(name).start
    for move in moves:
        position = position.play(move)
    return position
