"""What the page of a game asks of its workers; everything comes and goes as plain values and spec texts."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from plyground.arena.analysis import MoveValues, contestants
from plyground.arena.analysis import measure as measure_search
from plyground.arena.analysis import move_values as value_moves
from plyground.arena.history import oracle
from plyground.arena.match import Match
from plyground.games import game
from plyground.interfaces.hint import ENGINE, Advice, judged
from plyground.interfaces.web.workers import tell
from plyground.language import Sentence
from plyground.players import Choice, Player, Thought, player
from plyground.players.monte_carlo import MonteCarlo
from plyground.position import Move
from plyground.search import Result, Setting, Tally
from plyground.solve.explore import Exploration
from plyground.solve.explore import explore as explore_position
from plyground.trace.record import record
from plyground.trace.run import Node, Score

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


def judge(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> Advice:
    """What a hint says after ``moves`` where there are no exact values."""
    match = _after(game_text, moves)
    return judged(match.game, match.position, choose(tally, game_text, moves, ENGINE))


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
