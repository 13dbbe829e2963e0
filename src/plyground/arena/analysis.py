"""The cost of each search in a position."""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition
from plyground.i18n import Sentence, _
from plyground.searches import PRESETS, Convention, Result, Setting, Tally, search, setting
from plyground.searches.conventions import AIMA


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


def measure(game: Game, position: MarkedPosition, contestant: Contestant, tally: Tally) -> Result:
    """Return the cost of one compared search from ``position``. Raise :class:`SearchStopped`."""
    return search(position, contestant.algorithm, rules_of_contest(game, contestant), tally=tally)
