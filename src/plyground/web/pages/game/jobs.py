"""Jobs that the page of a game gives to its workers, with plain values and spec texts as arguments and results."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from plyground.arena.analysis import contestants, rules_of_contest
from plyground.arena.match import Match
from plyground.bots import Bot, Choice, Thought
from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import warm_up
from plyground.bots.decision import MAX_ASKED_NODES, MAX_PLAIN_ASKED_NODES, short_decision
from plyground.bots.decision_tree import DecisionNode, DecisionTree, first_nodes, nodes_of, recorded, shorter_search
from plyground.core.position import Move
from plyground.games import game
from plyground.games.loading import cleared_with_games
from plyground.judge.explanation import Explanation, explained
from plyground.judge.judge import Judge, repeated
from plyground.judge.judgement import Judgement
from plyground.judge.kept_judgements import kept_judgements
from plyground.judge.review import ReviewedMove, reviewed
from plyground.presentation.hint import Advice, advice_on
from plyground.presentation.trees.unfolded_tree import MAX_UNFOLDED_NODES
from plyground.searches import Setting, Tally
from plyground.searches.tally import NODES, STOP
from plyground.trace.record import record
from plyground.web.workers.running_job import report_progress


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


@cleared_with_games
@lru_cache(maxsize=2)
def _bot(text: str, game_text: str) -> Bot:
    """Return the bot that a text names. The last two bots are cached, because an engine remembers earlier
    results.
    """
    return bot_named(text, game(game_text))


@cleared_with_games
@lru_cache(maxsize=2)
def _judge(game_text: str) -> Judge:
    """Return the judge of a game. The last two are cached, because a judge remembers its judgements."""
    return Judge(game(game_text), shelf=kept_judgements())


def judgement(tally: Tally, game_text: str, moves: tuple[Move, ...], *, preview: bool = False) -> Judgement:
    """Return the judgement of the position after ``moves``; a ``preview`` looks at few positions, in plain Python."""
    tally.counts[NODES] += 1  # the time limit begins
    match = _after(game_text, moves)
    judge = Judge(match.game, native=False) if preview else _judge(game_text)
    return judge(match.position, repeated(match.game, match.positions))


def explanation(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> Explanation:
    """Return the judge's words on the position after ``moves``."""
    tally.counts[NODES] += 1
    return explained(_judge(game_text), _after(game_text, moves))


def reviewed_move(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> ReviewedMove:
    """Return the review of the last of the ``moves``."""
    tally.counts[NODES] += 1
    match = _after(game_text, moves)
    return reviewed(_judge(game_text), list(match.positions[:-1]), moves[-1])


def advice(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> Advice:
    """Return the advice for a hint after ``moves``."""
    tally.counts[NODES] += 1
    return advice_on(_judge(game_text), _after(game_text, moves))


def dead_stones(tally: Tally, game_text: str, moves: tuple[Move, ...]) -> int:
    """Return the stones that are dead at the end of a game, found by random games, as a set of cells (bits)."""
    match = _after(game_text, moves)
    picture: Any = match.game.picture
    found: int = picture.dead(match.position)
    return found


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
