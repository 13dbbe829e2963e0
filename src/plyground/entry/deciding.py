"""The public function that shows how a bot decides."""

from __future__ import annotations

from typing import Any

from plyground.bots.bot_protocol import Thought
from plyground.bots.catalogue import load_bot
from plyground.bots.decision import decision, short_decision
from plyground.bots.decision_tree import DecisionTree
from plyground.core.checked_arguments import Count, checked
from plyground.core.game import Game, made
from plyground.core.position import AnyPosition
from plyground.entry.subjects import resolved
from plyground.errors import GameOver, SearchError
from plyground.i18n import _
from plyground.searches.chance_moves import first_turn


@checked
def decision_tree(
    subject: Game | AnyPosition | str, bot: str = "engine", *, nodes: Count | None = None, native: bool | None = None
) -> DecisionTree:
    """Return the tree of the decision that a ``bot`` makes at ``subject``: a position, or the start of a game.

    ``bot`` is a spec text, such as ``uct:playouts=1000``, or the file of a bot. The tree shows what the bot did: its
    recorded search, the table of the engine, the most visited random games, or the values that it looked up. With
    ``nodes`` the bot visits at most so many positions, and a search that cannot end early is replaced by a shorter one
    of the same kind. ``native`` is that of :func:`search`. In a notebook the tree is drawn.

    Raise :class:`ArgumentError`, :class:`SpecError` for an unknown bot, :class:`GameOver` after the end, and
    :class:`SearchError` for a position of no known game.
    """
    known = resolved(subject)
    of = known if isinstance(known, Game) else made.get(type(known))
    if of is None:
        raise SearchError(_("No game is known to which this position belongs: make the game first."))
    position: Any = first_turn(of.start) if isinstance(known, Game) else known
    if position.is_over():
        raise GameOver
    chosen, thought = load_bot(bot, of), Thought(native=native)
    choice = decision(chosen, position, thought) if nodes is None else short_decision(chosen, position, thought, nodes)
    assert choice.tree is not None  # a decision has a tree
    return choice.tree
