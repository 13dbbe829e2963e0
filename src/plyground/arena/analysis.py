"""What can be said of a position: the value of every move, and what each search would cost here."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from plyground.errors import SearchStopped
from plyground.game import Game
from plyground.language import Sentence, _
from plyground.position import Demand
from plyground.search import PRESETS, Convention, Result, Setting, Tally, search, setting
from plyground.search.algorithms import usual
from plyground.search.convention import AIMA
from plyground.search.pace import Pace, within
from plyground.search.scores import LONGEST

LITTLE = 100_000
"""Positions that plain Python looks at for one depth, a second's work, before a compiler is worth waiting for."""


class MoveValues(NamedTuple):
    """The exact value of every move of a position, or what was known when the search was stopped."""

    result: Result  # of alpha-beta by distance scores, or another search that masters the game, every root move exact
    depth: int  # plies looked ahead

    @property
    def proven(self) -> bool:
        """Whether every move's value is the game's own (``result.proven`` speaks of the best alone)."""
        return all(move.proven for move in self.result.moves)


def move_values(game: Game, position: Any, tally: Tally) -> MoveValues:
    """The value of every move of an unfinished ``position``: the mover's, on average where chance has a part in it.

    Of many players, each is taken to play best for itself. Looks ahead a ply further each time (iterative deepening), until no guess is left or ``tally`` says
    stop; then the deepest finished look counts. Raises :class:`SearchStopped` when there is none.
    ``tally`` counts all of them together.
    """
    known = usual(position)
    scores = "utility" if game.demands & BEYOND else "distance"
    judge = next(iter(game.evaluations.values()), None)
    found = None
    depth = 0
    pace = Pace()
    while found is None or (not found.proven and depth < LONGEST):
        depth += 1
        chosen = setting(depth=depth, evaluation=judge, scores=scores)

        def look(native: bool, chosen: Setting = chosen) -> Result:
            return search(position, known.name, chosen, every_move=True, tally=tally, native=native and known.compiles)

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
    meant_for: Demand = Demand.NOTHING  # of chance and many players, what the game demands


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
"""The searches whose cost is compared, the costliest first."""
BEYOND = Demand.CHANCE | Demand.PLAYERS | Demand.HIDDEN


def contestants(game: Game) -> tuple[Contestant, ...]:
    """Those that are meant for a game; none where no search is."""
    return tuple(each for each in CONTESTANTS if each.meant_for == game.demands & BEYOND)


AHEAD = 3
"""Plies that searches are compared by where play can go round in circles: to its end there would be none.

And where chance or many players leave little to cut.
"""


def ahead(game: Game) -> int | None:
    """Plies that searches of a game are compared by; ``None``: to its end."""
    return AHEAD if game.facts.loops or game.demands & BEYOND else None


def rules_of_contest(game: Game, contestant: Contestant) -> Setting:
    """How a search is run in a comparison: to the end of the game, or as far :func:`ahead` as is compared."""
    depth = ahead(game)
    judge = None if depth is None else next(iter(game.evaluations.values()), None)
    return setting(depth=depth, evaluation=judge, convention=contestant.convention)


def measure(game: Game, position: Any, contestant: Contestant, tally: Tally) -> Result:
    """What one such search costs from ``position``; raises :class:`SearchStopped`."""
    return search(position, contestant.algorithm, rules_of_contest(game, contestant), tally=tally)
