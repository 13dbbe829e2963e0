"""Decisions of bots with their trees, also of bots that tell no more than a move."""

from __future__ import annotations

from dataclasses import replace

from plyground.bots.bot_protocol import Bot, Choice, Thought
from plyground.bots.decision_tree import DecisionTree, from_move, recorded, shorter_search
from plyground.bots.level import Level
from plyground.bots.searcher import Searcher
from plyground.core.position import MarkedPosition
from plyground.errors import SearchStopped, SearchTooDeep
from plyground.searches.limit import passing_on_stop
from plyground.searches.tally import NODES, STOP, new_tally

MAX_ASKED_NODES = 200_000
"""Most positions that a bot visits when it is asked again for a decision, compiled."""
MAX_PLAIN_ASKED_NODES = 5_000
"""Most positions in plain Python."""


def decision(bot: Bot, position: MarkedPosition, thought: Thought) -> Choice:
    """Return the choice of a bot with the tree of its decision. Raise the exceptions of :meth:`Bot.choose`."""
    choice = bot.choose(position, thought._replace(keeps_tree=True))
    return choice._replace(tree=recorded(tree_of(choice, position)))


def tree_of(choice: Choice, position: MarkedPosition) -> DecisionTree:
    """Return the tree of a choice; if it has none, the legal moves with the one that was chosen."""
    return choice.tree or from_move(position, choice.move, choice.reason, choice.value)


def short_decision(bot: Bot, position: MarkedPosition, thought: Thought, nodes: int) -> Choice:
    """Return the choice of a bot that visits at most so many ``nodes``, with its tree.

    A search that cannot end early is replaced by a shorter search of the same kind. Raise the exceptions of
    :meth:`Bot.choose`.
    """
    tally, own = thought.tally or new_tally(), new_tally()
    own.counts[STOP] = 0 if bot.card.plans_ahead is False else nodes  # tables are made whole
    with passing_on_stop(tally.counts, own.counts):
        try:
            choice = decision(bot, position, thought._replace(tally=own))
        except (SearchStopped, SearchTooDeep):
            searcher = bot.bot if isinstance(bot, Level) else bot
            if not isinstance(searcher, Searcher):
                raise
            judge = next(iter(searcher.game.evaluations.values()), None)
            tree = shorter_search(position, searcher.algorithm, searcher.setting, judge, tally)
            assert tree.move is not None  # an unfinished position has a move
            return Choice(tree.move, tree=tree)
    assert choice.tree is not None  # a decision has a tree
    was_stopped = 0 < own.counts[STOP] <= own.counts[NODES]
    return choice._replace(tree=replace(choice.tree, is_shorter=True)) if was_stopped else choice
