"""Jobs that the page of a game gives to its workers, with plain values and spec texts as arguments and results."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from plyground.arena.analysis import MoveValues, contestants, rules_of_contest
from plyground.arena.analysis import measure as measure_search
from plyground.arena.analysis import move_values as value_moves
from plyground.arena.game_review import oracle
from plyground.arena.match import Match
from plyground.bots import Bot, Choice, Thought
from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import warm_up
from plyground.bots.decision import MAX_ASKED_NODES, MAX_PLAIN_ASKED_NODES, short_decision
from plyground.bots.decision_tree import DecisionNode, DecisionTree, first_nodes, nodes_of, recorded, shorter_search
from plyground.bots.monte_carlo import MonteCarlo
from plyground.core.position import Move
from plyground.games import game
from plyground.i18n import Sentence
from plyground.presentation.hint import ENGINE, Advice, judged
from plyground.presentation.trees.unfolded_tree import MAX_UNFOLDED_NODES
from plyground.searches import Result, Setting, Tally
from plyground.searches.tally import STOP
from plyground.solvers.explore import Exploration
from plyground.solvers.explore import explore as explore_position
from plyground.trace.record import record
from plyground.web.workers.running_job import report_progress

GUESSER = "uct:seconds=0.5"
"""Bot that estimates positions that are too large to be solved. Its scale is the same in every game."""


def choose(tally: Tally, game_text: str, moves: tuple[Move, ...], bot_text: str, *, native: bool = True) -> Choice:
    """Return a bot's move after ``moves``; with ``native`` False, only by plain Python."""
    match = _after(game_text, moves)
    thought = Thought(match.positions[:-1], tally, report_progress, native, keeps_tree=True)
    choice = _bot(bot_text, game_text).choose(match.position, thought)
    return choice._replace(tree=choice.tree and sent(choice.tree))


def prepare(tally: Tally, game_text: str, bot_text: str) -> None:
    """Get a bot ready to move: compile its search, solve its table or start its program."""
    thought = Thought((), tally, report_progress, native=True)
    warm_up(_bot(bot_text, game_text), game(game_text).start, thought)


@lru_cache(maxsize=2)
def _bot(text: str, game_text: str) -> Bot:
    """Return the bot that a text names. The last two bots are cached, because an engine remembers earlier
    results.
    """
    return bot_named(text, game(game_text))


def move_values(tally: Tally, game_text: str, moves: tuple[Move, ...], *, native: bool | None = None) -> MoveValues:
    """Return the value of every move after ``moves``. ``native`` compiles the search or not; None decides by its
    length.
    """
    match = _after(game_text, moves)
    return value_moves(match.game, match.position, tally, native=native)


def explore(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> Exploration:
    """Return every move after ``moves`` with its exact value, and the line of perfect play."""
    match = _after(game_text, moves)
    return explore_position(oracle(match.game, tally, report_progress), match.position)


def judge(tally: Tally, game_text: str, moves: tuple[Move, ...], *, native: bool = True) -> Advice:
    """Return the advice for a hint after ``moves``, if there are no exact values."""
    match = _after(game_text, moves)
    return judged(match.game, match.position, choose(tally, game_text, moves, ENGINE, native=native))


class PositionEstimate(NamedTuple):
    """A position's value estimated by random games, for its side to move."""

    value: float  # mean result, from −1 (lost) to 1 (won)
    proven: bool  # True if the value is the game's own


def guess(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> PositionEstimate:
    """Return the estimated value of the position after ``moves``, computed in half a second."""
    monte_carlo = _bot(GUESSER, game_text)
    assert isinstance(monte_carlo, MonteCarlo)
    found = monte_carlo.estimate(_after(game_text, moves).position, Thought(tally=tally, on_progress=_of_the_way))
    if found.proven:
        return PositionEstimate(found.value, True)
    mean = sum(arm.visits * arm.value for arm in found.moves) / sum(arm.visits for arm in found.moves)
    return PositionEstimate(mean, False)  # mean over all moves, because the best move alone may have few playouts


def _of_the_way(news: object) -> None:
    """Report only the preparation of a search, such as compiling, and leave out the bot's estimates of the position."""
    if isinstance(news, Sentence):
        report_progress(news)


def dead_stones(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> int:
    """Return the stones that are dead at the end of a game, found by random games, as a set of cells (bits)."""
    match = _after(game_text, moves)
    picture: Any = match.game.picture
    found: int = picture.dead(match.position)
    return found


def measure(tally: Tally, game_text: str, moves: tuple[Move, ...], contestant: int) -> Result:
    """Return the result of one of the compared searches after ``moves``, with its cost."""
    match = _after(game_text, moves)
    return measure_search(match.game, match.position, contestants(match.game)[contestant], tally)


def sent(tree: DecisionTree) -> DecisionTree:
    """Return a tree as it is sent: without its position, as not every process has its rules."""
    return replace(tree, position=None)


def recorded_tree(tally: Tally, game_text: str, moves: tuple[Move, ...], tree: DecisionTree) -> DecisionTree:
    """Return the tree of a decision after ``moves`` with the record of its search, if that is small."""
    return sent(recorded(replace(tree, position=_after(game_text, moves).position)))


def short_tree(tally: Tally, game_text: str, moves: tuple[Move, ...], bot_text: str, *, native: bool) -> DecisionTree:
    """Return the tree of a bot's decision after ``moves``, which it makes with few nodes."""
    match = _after(game_text, moves)
    nodes = MAX_ASKED_NODES if native else MAX_PLAIN_ASKED_NODES
    thought = Thought(match.positions[:-1], tally, native=native)
    tree = short_decision(_bot(bot_text, game_text), match.position, thought, nodes).tree
    assert tree is not None  # a decision has a tree
    return sent(tree)


def compared_tree(tally: Tally, game_text: str, moves: tuple[Move, ...], contestant: int) -> DecisionTree:
    """Return the tree of one of the compared searches after ``moves``, shorter if the whole search is too large."""
    match = _after(game_text, moves)
    each = contestants(match.game)[contestant]
    judge = next(iter(match.game.evaluations.values()), None)
    return sent(shorter_search(match.position, each.algorithm, rules_of_contest(match.game, each), judge, tally))


def unfold(
    tally: Tally, game_text: str, moves: tuple[Move, ...], algorithm: str, setting: Setting, node: DecisionNode
) -> tuple[DecisionNode, ...]:
    """Return a node of a search after ``moves``, and its children. Raise :class:`SearchStopped` after
    :data:`MAX_UNFOLDED_NODES`.
    """
    position = _after(game_text, moves).position
    tally.counts[STOP] = tally.counts[STOP] or MAX_UNFOLDED_NODES
    run = record(
        position, algorithm, setting, start_ply=node.depth, side=node.side, alpha=node.alpha, beta=node.beta,
        kept_plies=1, tally=tally,
    )  # fmt: skip
    best = () if run.root.best is None else (run.root.best,)
    return first_nodes(nodes_of(run, setting), best)


def _after(game_text: str, moves: tuple[Move, ...]) -> Match:
    return Match(game(game_text), moves, len(moves))
