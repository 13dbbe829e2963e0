"""The result of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from plyground.core.position import Move

Bound = Literal["exact", "lower", "upper", "unvisited"]
"""Kind of a value: exact (=), a lower bound (≥), an upper bound (≤), or not searched."""


class RootMove(NamedTuple):
    """One root move with its value for the side to move at the root."""

    move: Move
    score: int | None  # the search's own score; None if the move was not searched
    value: int | None  # the utility, or the evaluation if the end was not reached
    distance: int | None  # plies to the end, if the scores contain it
    bound: Bound
    proven: bool  # True if the value is the game's own, without an estimate


@dataclass(frozen=True)
class Result:
    """The answer of one search of one position, for the side to move there.

    Scores and values are exact: fractions if there is chance or if the utilities of the game are fractions.
    """

    algorithm: str
    move: Move | None  # best move by the chosen tie-breaking; None when the game is over
    value: int  # the utility (win, draw, loss), or the evaluation where the end was not reached
    score: int  # the search's own score: a utility, distance score or level score
    distance: int | None  # plies to the end of the game under best play, if the scores contain it
    exact: bool  # True if the value is not just a bound, as after every search with an open window
    proven: bool  # True if the value is the game's own, without an estimate
    line: tuple[Move, ...]  # principal variation: best play of both sides, as far as it was searched
    moves: tuple[RootMove, ...]  # every legal move, in the order of the search
    depth: int | None  # depth in plies; None: to the end of the game
    nodes: int  # positions visited, the root and leaves included
    leaves: int
    alpha_cutoffs: int  # cut-offs at MIN's nodes, when the value fell to MAX's alpha
    beta_cutoffs: int  # cut-offs at MAX's nodes, when the value rose to MIN's beta
    table_hits: int  # positions not searched again, because of the table or a repetition
    seconds: float
    utilities: tuple[int, ...] = ()  # utility of each player, if each has its own
    native: bool = field(default=False, compare=False)  # compiled code ran
    position: Any = field(default=None, compare=False, repr=False)  # the position searched
