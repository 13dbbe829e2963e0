"""The conformance test: does a game keep the contract of ``position.py`` and ``game.py``?

Every built-in game passes it, and so must every other. It plays games at random from a seed and asks, at each
position on the way, every question that a search or an interface will ask; a small game it goes through whole.
What is wrong has a name (:data:`FAULTS`), a counter-example to replay and a hint of what to write instead.

:func:`check` runs in this process and returns the failures; :func:`plyground.check.watched.watched` runs the whole
examination in a process of its own, which is ended where the rules do not return.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.check.events import At, Event
from plyground.check.examination import Examination, Line, Options
from plyground.check.faults import FAULTS, Failure, Fault
from plyground.check.guard import told
from plyground.errors import MoveError
from plyground.game import Game
from plyground.games.loading import load

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
    """The failures found in a game, or from a position on: the first example of each; empty when all is well.

    Some random ``games`` are played from a ``seed``; a game of at most so many ``positions`` is gone through whole;
    both together end after so many ``seconds`` of computing.
    ``native`` compares the compiled rules, too. A method that does not return is waited for, for ever.
    """
    options = Options(games=games, seed=seed, positions=positions, seconds=seconds, native=native)
    return [event for event in examine(subject, options) if isinstance(event, Failure)]


def examine(subject: Game | Any, options: Options, line: Line | None = None) -> Iterator[Event]:
    """Everything that is found, as it is found; with a ``line``, along these moves alone, which must be legal."""
    examination = Examination(subject, options)
    here: Line = ()
    try:
        for event in examination.events() if line is None else examination.at(line):
            if isinstance(event, At):
                here = event.line
            yield event
    except (KeyboardInterrupt, GeneratorExit, MoveError):
        raise
    except BaseException as error:  # what answered well when it was asked first
        fault, method, sentence = told(error)
        yield Failure(fault, method, sentence, here)


def replay(name: str, *moves: int) -> Any:
    """The position of a game, or of a file with a game, after these moves, each as the rules number it."""
    position: Any = load(name).start
    for move in moves:
        position = position.play(move)
    return position
