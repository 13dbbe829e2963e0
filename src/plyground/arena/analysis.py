"""What can be said of a position: the value of every move, and what each search would cost here."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.errors import SearchStopped
from plyground.game import Game
from plyground.language import Sentence, _
from plyground.search import PRESETS, Convention, Result, Tally, search, setting
from plyground.search.convention import AIMA
from plyground.search.tally import GUESSES


class MoveValues(NamedTuple):
    """The exact value of every move of a position, or what was known when the search was stopped."""

    result: Result  # of alpha-beta by distance scores, every root move exact
    depth: int  # plies looked ahead
    proven: bool  # whether every move's value is the game's own (``result.proven`` speaks of the best alone)


def move_values(game: Game, position: Any, tally: Tally) -> MoveValues:
    """The value of every move of an unfinished ``position``.

    Looks ahead a ply further each time (iterative deepening), until no guess is left or ``tally`` says
    stop; then the deepest finished look counts. Raises :class:`SearchStopped` when there is none.
    ``tally`` counts all of them together.
    """
    judge = next(iter(game.evaluations.values()), None)
    found = None
    depth = 0
    while found is None or not found.proven:
        depth += 1
        tally.counts[GUESSES] = 0
        chosen = setting(depth=depth, evaluation=judge, score="distance", utmost=game.facts.utilities[1])
        try:
            result = search(position, "alphabeta", chosen, every_move=True, tally=tally)
        except SearchStopped:
            if found is None:
                raise
            break
        found = MoveValues(result, depth, proven=not tally.counts[GUESSES])
    return found


class Contestant(NamedTuple):
    """One search in a comparison."""

    key: str
    title: Sentence
    algorithm: str
    convention: Convention


CONTESTANTS = (
    Contestant("minimax", _("Minimax"), "minimax", AIMA),
    Contestant("alphabeta-aima", _("Alpha-beta, cut when α ≥ β"), "alphabeta", PRESETS["aima"]),
    Contestant("alphabeta-cs188", _("Alpha-beta, cut when α > β"), "alphabeta", PRESETS["cs188"]),
    Contestant("static-cutoff", _("Static cut-off"), "static-cutoff", AIMA),
)
"""The searches whose cost is compared, the costliest first."""


def measure(game: Game, position: Any, contestant: Contestant, tally: Tally) -> Result:
    """What one search to the end of the game costs from ``position``; raises :class:`SearchStopped`."""
    chosen = setting(convention=contestant.convention, utmost=game.facts.utilities[1])
    return search(position, contestant.algorithm, chosen, tally=tally)
