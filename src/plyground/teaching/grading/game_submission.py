"""A submission about a game, which runs in its own process, and the positions on which it is tested."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.position import Move
from plyground.core.random_numbers import Chance, new_chance
from plyground.games.loading import restore, sources
from plyground.i18n import Sentence
from plyground.teaching.exercises.generator import seed_of
from plyground.teaching.grading.answer import Problem
from plyground.teaching.grading.game_process import serve
from plyground.teaching.grading.submission_process import SubmissionProcess

Line = tuple[Move, ...]
"""The moves from the start of a game to a position."""
MAX_PLIES = 60
"""Moves of the longest line of a test."""
ENDINGS = ("endless", "memory", "ended")
"""Problems after which nothing more is tried."""


class GameSettings(NamedTuple):
    """The terms under which submissions about a game are graded."""

    task: str  # "moves", "bot" or "evaluation"
    game: Game
    positions: int = 50
    seed: int = 0
    function: str = ""  # name of the function; "" = found by its name
    seconds: float = 2.0  # seconds of processor time for one position
    baseline: str = "random"  # opponent of a student's bot
    games: int = 10  # games against the baseline
    same_evaluation: str = ""  # evaluation of the game to match exactly; "" = any good one
    same_bot: str = ""  # bot whose choices the student's bot must match; "" = any good bot


class GameFault(NamedTuple):
    """A known mistake: its name and its explanation."""

    name: str
    explanation: Sentence


class GameSubmission:
    """A student's file that runs in a process of its own and is asked for its answers."""

    def __init__(self, path: Path, text: str, settings: GameSettings) -> None:
        self.game = settings.game
        self.settings = settings
        self._process = SubmissionProcess(
            serve, settings.game.name, str(path), text, settings.task, settings.function, settings.seconds,
            text=text, seconds=settings.seconds, prepare=partial(restore, sources()),
        )  # fmt: skip

    def start(self) -> dict[str, str] | Problem:
        """Load the file. Return the functions that were found by role, or the problem."""
        answer = self._process.load({})
        found = answer.get("functions")
        if "problem" in answer or not isinstance(found, dict):
            return problem_in(answer)
        return {str(role): str(name) for role, name in found.items()}

    def ask(self, line: Line, **more: Any) -> dict[str, Any]:
        """Return the answer for the position after these moves."""
        return self._process.ask({"line": line, **more})

    def end(self) -> None:
        """End the process."""
        self._process.end()


def problem_in(answer: dict[str, Any]) -> Problem:
    """Return the problem that an answer reports."""
    try:
        kind, text, line = answer["problem"]
        return Problem(str(kind), str(text), int(line))
    except (KeyError, TypeError, ValueError):  # the process may send anything
        return Problem("ended")


def after(game: Game, line: Line) -> Any:
    """Return the position after these moves."""
    start: Any = game.start
    return reduce(lambda position, move: position.play(move), line, start)


def sampled(game: Game, student: str, task: str, seed: int, count: int, *, ended: bool) -> list[Line]:
    """Return lines of random moves to ``count`` different positions, or lines to all positions of a small game.

    The first is the start. They depend on the student's name, the task, the game and the seed alone. With ``ended``,
    the ends of games are among them, if possible one for each line of cells that wins.
    """
    chance = new_chance(seed_of("grade", task, game.name, student, seed))
    found: dict[Any, Line] = {}
    if not game.start.is_over():
        found[game.start] = ()
    if ended:
        found |= _decided_ends(game, chance, count // 2, 4 * count)
    for _number in range(20 * count):
        if len(found) >= count:
            break
        chosen = [each for each in _walk(game, chance) if ended or not each[0].is_over()]
        new = [each for each in chosen if each[0] not in found]
        if ended and new and new[-1][0].is_over() and chance.below(3) == 0:
            found[new[-1][0]] = new[-1][1]
        elif new:
            place = chance.below(len(new))
            found[new[place][0]] = new[place][1]
    return list(found.values())


def _walk(game: Game, chance: Chance) -> list[tuple[Any, Line]]:
    """Return the positions of a random game, each with the moves to it."""
    position: Any = game.start
    line: list[Move] = []
    found: list[tuple[Any, Line]] = []
    while len(line) < MAX_PLIES:
        moves = list(position.moves())
        if position.is_over() or not moves:
            break
        move = moves[chance.below(len(moves))]
        position = position.play(move)
        line.append(move)
        found.append((position, tuple(line)))
    return found


def _decided_ends(game: Game, chance: Chance, most: int, walks: int) -> dict[Any, Line]:
    """Return one end of a game for each set of deciding cells, such as a row, that occurs in ``walks`` random games.

    Return none if the first quarter of the games shows no such cells.
    """
    ends: dict[tuple[int, ...], tuple[Any, Line]] = {}
    for number in range(walks):
        if len(ends) == most or (not ends and 4 * number >= walks):
            break
        walk = _walk(game, chance)
        cells = game.picture.highlight(walk[-1][0]) if walk and walk[-1][0].is_over() else ()
        if cells:
            ends.setdefault(cells, walk[-1])
    return dict(ends.values())


def nearest(game: Game, most: int) -> Iterator[tuple[Line, Any]]:
    """Yield up to ``most`` positions, those reached by fewer moves first."""
    start: Any = game.start
    seen = {start}
    level: list[tuple[Line, Any]] = [((), start)]
    given = 0
    while level:
        following = []
        for line, position in level:
            if given >= most:
                return
            given += 1
            yield line, position
            for move in () if position.is_over() else position.moves():
                child = position.play(move)
                if child not in seen:
                    seen.add(child)
                    following.append(((*line, move), child))
        level = following
