"""Tie-breaks of a Swiss tournament, by the regulations of FIDE (Handbook C.07, Tie-Break Regulations 2024).

Articles: 6 direct encounter, 8.1 Buchholz, 9.1 Sonneborn-Berger, 16 unplayed rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple


class RoundScore(NamedTuple):
    """The score of a player in one round."""

    opponent: str | None  # name of the opponent; None for a bye
    points: float  # 1, ½ or 0


Crosstable = Mapping[str, Sequence[RoundScore]]
"""The rounds of each player that have ended."""


class Place(NamedTuple):
    """The place of a player by the rules of the format, and the numbers that decide it."""

    place: int  # place, from 1; equal players share a place
    player: str
    match_points: float | None = None  # points of a Swiss tournament: 1 for a pairing won or a bye, ½ for a drawn one
    buchholz: float | None = None  # tie-break of a Swiss tournament
    sonneborn_berger: float | None = None  # tie-break of a Swiss tournament
    direct_encounter: float | None = None  # points against the others in a tie that it decided; else None
    out_in_round: int | None = None  # round in which a knockout ended for the player; None: still in, or the winner


def points(table: Crosstable, player: str) -> float:
    """Return a player's points."""
    return sum(each.points for each in table[player])


def buchholz(table: Crosstable, player: str) -> float:
    """Return the sum of the points of a player's opponents. A bye counts as an opponent with the player's own points."""
    return sum(points(table, each.opponent or player) for each in table[player])


def sonneborn_berger(table: Crosstable, player: str) -> float:
    """Return the sum of the opponents' points, each multiplied by the points scored against that opponent. A bye counts
    as an opponent with the player's own points.
    """
    return sum(each.points * points(table, each.opponent or player) for each in table[player])


def direct_encounters(table: Crosstable, tied: Iterable[str]) -> list[list[tuple[str, float]]]:
    """Return groups of (player, points against the other tied players), the best group first.

    If not all tied players have met, a player is placed above the others only if no result of the missing games could
    change this. Players that remain tied are compared again among themselves.
    """
    players = list(tied)
    scores, missing = {}, {}
    for player in players:
        met = [each for each in table[player] if each.opponent in players]
        scores[player] = sum(each.points for each in met)
        missing[player] = len(players) - 1 - len({each.opponent for each in met})
    ranked = sorted(players, key=scores.__getitem__, reverse=True)
    if not any(missing.values()):
        groups = [list(group) for _score, group in groupby(ranked, key=scores.__getitem__)]
    else:
        groups = []
        while len(ranked) > 1 and all(scores[ranked[0]] > scores[each] + missing[each] for each in ranked[1:]):
            groups.append([ranked.pop(0)])
        groups.append(ranked)
    if len(groups) == 1:
        return [[(player, scores[player]) for player in groups[0]]]
    found = []
    for group in groups:
        again = direct_encounters(table, group) if len(group) > 1 else [[(group[0], 0.0)]]
        found += [[(player, scores[player]) for player, _score in part] for part in again]
    return found


def placed(table: Crosstable) -> list[Place]:
    """Return all players by points, then Buchholz, then Sonneborn-Berger, then direct encounter."""
    numbers: dict[str, tuple[float, float, float]] = {
        player: (points(table, player), buchholz(table, player), sonneborn_berger(table, player)) for player in table
    }
    found: list[Place] = []
    key: Callable[[str], tuple[float, float, float]] = numbers.__getitem__
    for values, group in groupby(sorted(table, key=key, reverse=True), key=key):
        tied = list(group)
        if len(tied) == 1:
            found.append(Place(len(found) + 1, tied[0], *values, None))
            continue
        parts = direct_encounters(table, tied)
        for part in parts:
            place = len(found) + 1
            found += [Place(place, player, *values, score if len(parts) > 1 else None) for player, score in part]
    return found
