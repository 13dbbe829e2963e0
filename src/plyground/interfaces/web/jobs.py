"""What the page asks of its workers; everything comes and goes as plain values and spec texts."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from plyground.arena.analysis import MoveValues, contestants
from plyground.arena.analysis import measure as measure_search
from plyground.arena.analysis import move_values as value_moves
from plyground.arena.compare import Experiment, Row, branching, survey
from plyground.arena.compare import measure as measure_run
from plyground.arena.history import oracle
from plyground.arena.match import Match
from plyground.errors import SearchStopped
from plyground.games import game
from plyground.interfaces.stepping import stepping
from plyground.interfaces.web.compare_address import Asked as CompareAsked
from plyground.interfaces.web.compare_address import Plan, experiment
from plyground.interfaces.web.exercise_page import Asked, Shown, exercise_page
from plyground.interfaces.web.lesson_page import Page, Visited, lesson_page, list_page
from plyground.interfaces.web.tree_address import Wanted, films, subject
from plyground.interfaces.web.workers import tell
from plyground.language import Number, Sentence, _, use
from plyground.players import Choice, Player, Thought, player
from plyground.players.monte_carlo import MonteCarlo
from plyground.position import Move
from plyground.search import Result, Setting, Tally
from plyground.solve.explore import Exploration
from plyground.solve.explore import explore as explore_position
from plyground.trace.record import record
from plyground.trace.run import Node, Score
from plyground.trace.screening import Scene

GUESSER = "uct:seconds=0.5"
"""Who judges positions that are too large to be proven: on one scale in every game, with or without an evaluation."""


def choose(tally: Tally, game_text: str, moves: tuple[Move, ...], player_text: str) -> Choice:
    """The move of a player after ``moves``."""
    match = _after(game_text, moves)
    return _player(player_text, game_text).choose(match.position, Thought(match.positions[:-1], tally, tell))


@lru_cache(maxsize=2)
def _player(text: str, game_text: str) -> Player:
    """The two players asked last are kept: an engine remembers from move to move what it has found."""
    return player(text, game(game_text))


def move_values(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> MoveValues:
    """The value of every move after ``moves``."""
    match = _after(game_text, moves)
    return value_moves(match.game, match.position, tally)


def explore(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> Exploration:
    """Every move after ``moves`` with its exact value, and the line of perfect play."""
    match = _after(game_text, moves)
    return explore_position(oracle(match.game, tally, tell), match.position)


class Guess(NamedTuple):
    """What random games, which grow a tree where they go well, say of a position to its side to move."""

    value: float  # their mean result, from −1 (lost) to 1 (won)
    proven: bool  # it is the game's own


def guess(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> Guess:
    """About how good the position after ``moves`` is, after half a second."""
    monte_carlo = _player(GUESSER, game_text)
    assert isinstance(monte_carlo, MonteCarlo)
    found = monte_carlo.estimate(_after(game_text, moves).position, Thought(tally=tally, tell=_of_the_way))
    if found.proven:
        return Guess(found.value, True)
    mean = sum(arm.visits * arm.value for arm in found.moves) / sum(arm.visits for arm in found.moves)
    return Guess(mean, False)  # where few were played, the best move's own tell little


def _of_the_way(news: object) -> None:
    """Tell what has to be done first, and keep what the player believes so far to ourselves."""
    if isinstance(news, Sentence):
        tell(news)


def measure(tally: Tally, game_text: str, moves: tuple[Move, ...], contestant: int) -> Result:
    """What one of the compared searches costs after ``moves``."""
    match = _after(game_text, moves)
    return measure_search(match.game, match.position, contestants(match.game)[contestant], tally)


def unfold(
    tally: Tally,
    game_text: str,
    moves: tuple[Move, ...],
    algorithm: str,
    setting: Setting,
    depth: int,
    side: int,
    alpha: Score,
    beta: Score,
) -> tuple[Node, ...]:
    """The node of a search that stands after ``moves``, and its children."""
    position = _after(game_text, moves).position
    run = record(
        position, algorithm, setting, depth=depth, side=side, alpha=alpha, beta=beta, levels=1, tally=tally
    )  # fmt: skip
    return run.nodes


def _after(game_text: str, moves: tuple[Move, ...]) -> Match:
    return Match(game(game_text), moves, len(moves))


def show_films(tally: Tally, wanted: Wanted, spoken: str, whole: bool) -> tuple[dict[str, Any], str]:
    """What the stepping view draws of an address, and what is wrong with its step.

    With ``whole`` every word is in it, as where it must do without a server.
    """
    use(spoken)
    shown = _films(wanted._replace(other="1") if whole else wanted, tally)
    state = stepping(shown, wanted.first_step, other=bool(wanted.other), whole=whole)
    if wanted.step in ("", str(state["step"] + 1)):
        return state, ""
    last = Number(max(len(scene.film.run.steps) for scene in shown))
    return state, str(
        _("The steps here are numbered from 1 to {last}; “{text}” is none of them.", last=last, text=wanted.step[:12])
    )


def read_reel(tally: Tally, wanted: Wanted, spoken: str, scene: int, take: int, reel: int) -> list[list[str]]:
    """The words of some steps of one film."""
    use(spoken)
    shown = _films(wanted._replace(other="1" if take else ""), tally)[scene]
    film = (shown.film, shown.other)[take]
    return film.reel(reel) if film is not None else []


def show_exercise(tally: Tally, asked: Asked, spoken: str) -> Shown:
    """The page of an exercise, and of the mark of an answer."""
    use(spoken)
    return exercise_page(asked)


def show_lessons(tally: Tally, folder: Path | None, spoken: str) -> Page:
    """The page with all lessons."""
    use(spoken)
    return list_page(folder)


def show_lesson(tally: Tally, visited: Visited, folder: Path | None, spoken: str) -> Page:
    """The page of a step of a lesson."""
    use(spoken)
    return lesson_page(visited, tally, folder)


_shown: dict[Wanted, list[Scene]] = {}
"""The films that were shown last: a long one is read reel by reel."""


def _films(wanted: Wanted, tally: Tally) -> list[Scene]:
    key = wanted.unshown
    if key not in _shown:
        made = films(wanted, subject(wanted), tally, both=bool(wanted.other))
        _shown.clear()
        _shown[key] = made
    return _shown[key]


def plan_comparison(tally: Tally, asked: CompareAsked) -> Plan:
    """What an experiment will do, once it is sure that it can."""
    wanted = _experiment(asked)
    counted = None
    if not wanted.is_exhaustive:
        with suppress(SearchStopped):  # where there is no time for it, the chart does without
            counted = branching(survey(wanted.subjects, wanted.depths, tally))
    runs = tuple((run.subject.text, run.contender, run.depth) for run in wanted.runs())
    return Plan(wanted.subjects[0].title, len(wanted.subjects), runs, counted)


def compare(tally: Tally, asked: CompareAsked, number: int, before: Row | None) -> Row:
    """One search of an experiment; ``before`` is the same one less deep."""
    wanted = _experiment(asked)
    run = next(islice(wanted.runs(), number, None))
    return measure_run(run, wanted.limit, wanted.seed, tally, before)


@lru_cache(maxsize=4)
def _experiment(asked: CompareAsked) -> Experiment:
    return experiment(asked._replace(measure=""))
