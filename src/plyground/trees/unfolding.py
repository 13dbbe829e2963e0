"""Unfolding of a real game into a tree: its positions to a depth, with the names of their moves."""

from __future__ import annotations

from typing import Any

from plyground.core.evaluation import Evaluation, NoEvaluation
from plyground.core.game import Game
from plyground.errors import TreeError
from plyground.i18n import Number, _
from plyground.trees.flat import MAX_NODES
from plyground.trees.tree import Tree


def unfold(game: Game, position: Any | None = None, *, depth: int, evaluation: Evaluation | None = None) -> Tree:
    """Return the tree of a ``game`` from a ``position`` (default: its start) to ``depth`` plies.

    MAX is the side to move at the root. A finished leaf has its utility, on the scale of the ``evaluation``. The
    evaluation gives the values of the other leaves (default: draws) and the static values of inner nodes. Raise
    :class:`TreeError` for a tree that is too large. O(nodes).
    """
    judge = evaluation or NoEvaluation()
    start = game.start if position is None else position
    root: list[Any] = [None]
    level = [(start, root, 0)]  # (position, list that gets its tree, index in this list)
    nodes = 1
    first = game.side(start)
    for below in range(depth + 1):
        next_level = []
        for here, siblings, place in level:
            sign = 1 if game.side(here) == first else -1
            if here.is_over():
                siblings[place] = sign * here.utility() * judge.win
            elif below == depth:
                siblings[place] = sign * judge.value(here)
            else:
                moves = list(here.moves())
                nodes += len(moves)
                if nodes > MAX_NODES:
                    raise TreeError(_("it has more than {most} nodes", most=Number(MAX_NODES)))
                children: list[Any] = [None] * len(moves)
                siblings[place] = {
                    "children": children,
                    "moves": [game.notation.format_move(here, move) for move in moves],
                    "to_move": "max" if sign > 0 else "min",
                } | ({} if evaluation is None else {"value": sign * judge.value(here)})
                next_level += [(here.play(move), children, number) for number, move in enumerate(moves)]
        level = next_level
    return Tree.of({"tree": root[0], "title": str(game.title)})
