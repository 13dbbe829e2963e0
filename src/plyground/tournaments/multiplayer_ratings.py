"""Ratings of players of games for three and more, by OpenSkill (V. Joshy 2024; R. C. Weng and C.-J. Lin 2011)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from plyground.errors import SpecError
from plyground.i18n import _


class Skill(NamedTuple):
    """A skill on OpenSkill's scale, on which a new player has 25."""

    player: str
    skill: float
    deviation: float  # about 95 % of true skills lie within two of them
    games: int


def skills(games: Iterable[Mapping[str, float]], players: Iterable[str] = ()) -> tuple[Skill, ...]:
    """Rate players by games, each given as the utilities of its players; the strongest come first.

    Raise :class:`SpecError` if OpenSkill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise SpecError(
            _("Ratings for more than two players need OpenSkill: pip install 'plyground[arena]'.")
        ) from None
    model: Any = PlackettLuce()
    known: dict[str, Any] = {name: model.rating(name=name) for name in players}
    played = dict.fromkeys(known, 0)
    for utilities in games:
        for name in utilities:
            known.setdefault(name, model.rating(name=name))
            played[name] = played.get(name, 0) + 1
        teams = [[known[name]] for name in utilities]
        rated = model.rate(teams, scores=[float(value) for value in utilities.values()])
        known.update(zip(utilities, (team[0] for team in rated), strict=True))
    table = [Skill(name, rating.mu, rating.sigma, played[name]) for name, rating in known.items()]
    return tuple(sorted(table, key=lambda row: row.skill, reverse=True))
