"""Perft: the number of sequences of a given length; the classic test of a game's rules.

The figures of many games are published; see the chess programming literature, under "perft".
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from plyground.core.contract import blaming_rules, demand_contract
from plyground.core.game import Game
from plyground.core.position import AnyPosition, MarkedPosition, Move
from plyground.errors import SearchStopped
from plyground.native.clocked_row import looked
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.searches.twin import native as twin_of


def perft(position: Any, depth: int, ended: int, counts: MutableSequence[int]) -> int:
    """Return the number of sequences of ``depth`` moves from ``position``. A game that ends earlier counts as
    ``ended``.

    Visits all positions except the last ones, O(b^(depth - 1)): the last moves are only counted. ``counts[NODES]``
    counts the positions with successors. Raise :class:`SearchStopped` at the visit that ``counts[STOP]`` holds.
    """
    if depth == 0:
        return 1
    if 0 < counts[STOP] <= counts[NODES] and looked(counts):
        raise SearchStopped
    if depth == 1:
        sequences: int = position.mobility()
        is_over = sequences == 0
    else:
        sequences, is_over = 0, True
        for move in position.moves():
            is_over = False
            sequences += perft(position.play(move), depth - 1, ended, counts)
    if is_over:
        return ended
    counts[NODES] += 1
    return sequences


def divide(
    game: Game, position: MarkedPosition, depth: int, counts: MutableSequence[int], *, native: bool = False
) -> dict[Move, int]:
    """Return the perft of each first move; ``depth`` is at least 1. ``native`` runs the compiled twin."""
    count = twin_of(perft, counts, position, 0, 0, counts) if native else perft
    ended = int(game.facts.ended_count)
    return {move: count(position.play(move), depth - 1, ended, counts) for move in position.moves()}


def count_sequences(
    subject: Game | AnyPosition, depth: int, *, native: bool = False, tally: Tally | None = None
) -> int:
    """Return the number of sequences of ``depth`` moves from a position, or from the start of a game (perft).

    :func:`plyground.perft` explains the arguments. The plain text runs unless ``native`` is True.
    """
    position, ended = (subject.start, int(subject.facts.ended_count)) if isinstance(subject, Game) else (subject, 0)
    counts = (tally or new_tally()).counts
    with blaming_rules():
        demand_contract(position)
        count = twin_of(perft, counts, position, 0, 0, counts) if native else perft
        return count(position, depth, ended, counts)
