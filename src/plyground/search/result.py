"""What a search found: the plain answer first, then everything behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from plyground.position import Move

Bound = Literal["exact", "lower", "upper", "unvisited"]
"""Whether a value is the value (=), at least (≥) or at most (≤) it, or was never asked for."""


class RootMove(NamedTuple):
    """One move at the root and what the search knows of it, for the side to move at the root."""

    move: Move
    score: int | None  # the search's own number; None when unvisited
    value: int | None  # the utility, or the evaluation where the end was not reached
    distance: int | None  # plies to the end, where the scores tell
    bound: Bound
    proven: bool  # no guess at a horizon has a part in the value: it is the game's own


@dataclass(frozen=True)
class Result:
    """The answer of one search of one position, for the side to move there.

    Scores and values are exact: fractions where chance has a part in them, or where a game's own utilities are such.
    """

    algorithm: str
    move: Move | None  # best move by the chosen tie-breaking; None when the game is over
    value: int  # the utility (win, draw, loss), or the evaluation where the end was not reached
    score: int  # the search's own number: utility, distance or level scores
    distance: int | None  # plies to the end of the game under best play, where the scores tell
    exact: bool  # the value is no mere bound; always so where the search began with an open window
    proven: bool  # the value is the game's own: no guess at a horizon has a part in it
    line: tuple[Move, ...]  # principal variation: best play of both sides, as far as it was looked at
    moves: tuple[RootMove, ...]  # every legal move, in the order of the search
    depth: int | None  # plies looked ahead everywhere; None: to the end of the game
    visits: int  # positions visited, the root and leaves included
    leaves: int
    alpha_cutoffs: int  # cuts at MIN's nodes, where the value fell to MAX's alpha
    beta_cutoffs: int  # cuts at MAX's nodes, where the value rose to MIN's beta
    table_hits: int  # positions not searched again, as a table knew them or they repeated one on the way to them
    seconds: float
    utilities: tuple[int, ...] = ()  # what each player gets, where each has a utility of its own
