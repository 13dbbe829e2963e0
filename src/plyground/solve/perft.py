"""Perft: how many sequences of so many moves there are; the classic test of a game's rules.

The figures of many games are published; see the chess programming literature, under "perft".
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from plyground.errors import SearchStopped
from plyground.game import Game
from plyground.position import Move
from plyground.search.native import native as twin_of
from plyground.search.tally import STOP, VISITS


def perft(position: Any, depth: int, ended: int, counts: MutableSequence[int]) -> int:
    """The number of sequences of ``depth`` moves from ``position``; a game that ends before counts as ``ended``.

    Visits every position on the way but those at the end, O(b^(depth - 1)): the last moves are only counted.
    ``counts[VISITS]`` counts the positions with successors; raises :class:`SearchStopped` once ``counts[STOP]``
    is set.
    """
    if depth == 0:
        return 1
    if counts[STOP]:
        raise SearchStopped
    moves: int = position.mobility()
    if moves == 0:
        return ended
    counts[VISITS] += 1
    if depth == 1:
        return moves
    sequences = 0
    for move in position.moves():
        sequences += perft(position.play(move), depth - 1, ended, counts)
    return sequences


def divide(
    game: Game, position: Any, depth: int, counts: MutableSequence[int], *, native: bool = False
) -> dict[Move, int]:
    """Perft for each first move; ``depth`` is at least 1. ``native`` runs the compiled twin."""
    count = twin_of(perft, counts, position, 0, 0, counts) if native else perft
    ended = int(game.facts.ended_count)
    return {move: count(position.play(move), depth - 1, ended, counts) for move in position.moves()}
