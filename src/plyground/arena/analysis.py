"""Analyses of a position: the value of every move, and the cost of each search here."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import SearchStopped
from plyground.i18n import Sentence, _
from plyground.searches import PRESETS, Convention, Result, Setting, Tally, search, setting
from plyground.searches.conventions import AIMA
from plyground.searches.plain_or_native import Pace, within
from plyground.searches.registry import usual
from plyground.searches.scores import MAX_DEPTH, usual_scores

LITTLE = 100_000
"""Positions that plain Python searches at one depth (about a second) before the search is compiled."""


class MoveValues(NamedTuple):
    """The value of every move of a position: exact, or an estimate if the search was stopped."""

    result: Result  # result of a search that gives every root move its exact value
    depth: int  # plies looked ahead

    @property
    def proven(self) -> bool:
        """True if every move's value is exact (``result.proven`` is about the best move alone)."""
        return all(move.proven for move in self.result.moves)


def move_values(game: Game, position: Any, tally: Tally, *, native: bool | None = None) -> MoveValues:
    """Return the value of every move of an unfinished ``position`` for its mover; the average value if there is chance.

    With more than two players, each maximises its own utility. The search looks one ply further each time (iterative
    deepening) until no estimate is left or ``tally`` stops it; then the deepest finished search counts. Raise
    :class:`SearchStopped` if no search has finished. ``tally`` counts all searches together. ``native`` says if the
    search is compiled; by default it is compiled when it takes long.
    """
    known = usual(position)
    scores = usual_scores(game.demands)
    judge = next(iter(game.evaluations.values()), None)
    found = None
    depth = 0
    pace = Pace(native)
    while found is None or (not found.proven and depth < MAX_DEPTH):
        depth += 1
        chosen = setting(depth=depth, evaluation=judge, scores=scores)

        def look(native: bool, chosen: Setting = chosen) -> Result:
            native = native and known.compiles_for(position)
            return search(position, known.name, chosen, every_move=True, tally=tally, native=native)

        try:
            result = pace.run(partial(within, LITTLE, tally, partial(look, False)), look)
        except SearchStopped:
            if found is None:
                raise
            break
        found = MoveValues(result, depth)
    return found


class Contestant(NamedTuple):
    """One search in a comparison."""

    key: str
    title: Sentence
    algorithm: str
    convention: Convention = AIMA
    meant_for: Demand = Demand.NOTHING  # the demands of chance and many players of the games for which it is listed


CONTESTANTS = (
    Contestant("minimax", _("Minimax"), "minimax"),
    Contestant("alphabeta-aima", _("Alpha-beta, cut when α ≥ β"), "alphabeta", PRESETS["aima"]),
    Contestant("alphabeta-cs188", _("Alpha-beta, cut when α > β"), "alphabeta", PRESETS["cs188"]),
    Contestant("static-cutoff", _("Static cut-off"), "static-cutoff"),
    Contestant("expectiminimax", _("Expectiminimax"), "expectiminimax", meant_for=Demand.CHANCE),
    Contestant("star1", _("Star1"), "star1", meant_for=Demand.CHANCE),
    Contestant("star2", _("Star2"), "star2", meant_for=Demand.CHANCE),
    Contestant("max-n", _("Max^n"), "max-n", meant_for=Demand.PLAYERS),
    Contestant("max-n-shallow", _("Max^n with shallow pruning"), "max-n-shallow", meant_for=Demand.PLAYERS),
    Contestant("paranoid", _("Paranoid"), "paranoid", meant_for=Demand.PLAYERS),
)
"""The searches whose costs are compared, the most expensive first."""
BEYOND = Demand.CHANCE | Demand.PLAYERS | Demand.HIDDEN


def contestants(game: Game) -> tuple[Contestant, ...]:
    """Return the searches to compare in a game; an empty tuple if none supports it."""
    return tuple(each for each in CONTESTANTS if each.meant_for == game.demands & BEYOND)


AHEAD = 3
"""Plies of compared searches in games that can repeat positions, which cannot be searched to the end.

The same depth is used for chance or more players, where little can be cut off.
"""


def ahead(game: Game) -> int | None:
    """Return the number of plies to which a game's searches are compared; None means to the end of the game."""
    return AHEAD if game.facts.loops or game.demands & BEYOND else None


def rules_of_contest(game: Game, contestant: Contestant) -> Setting:
    """Return the setting of a compared search: to the end of the game or to the depth :func:`ahead`."""
    depth = ahead(game)
    judge = None if depth is None else next(iter(game.evaluations.values()), None)
    return setting(depth=depth, evaluation=judge, convention=contestant.convention)


def measure(game: Game, position: Any, contestant: Contestant, tally: Tally) -> Result:
    """Return the cost of one compared search from ``position``. Raise :class:`SearchStopped`."""
    return search(position, contestant.algorithm, rules_of_contest(game, contestant), tally=tally)
