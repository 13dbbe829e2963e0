"""Results by the rules of a format: the rounds of Swiss and knockout tournaments, their places and their winners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import ceil, log2
from typing import NamedTuple

from plyground.tournaments.pairing_formats import TIE_PAIRS, PlannedGame, Scores, bracket_order
from plyground.tournaments.tie_breaks import RoundScore, placed

BY_POINTS, BY_FURTHER_GAMES, BY_ORDER, BY_BYE, DRAWN = "points", "further games", "order", "bye", "drawn"
"""Decisions of a pairing. By order: the bot that was named first goes on. Drawn is possible in a Swiss tournament only."""


class Pairing(NamedTuple):
    """Two players who met in a round, or a player with a bye."""

    round: int
    players: tuple[str, ...]
    scores: tuple[float, ...]  # points of each in the games so far
    games: int  # played so far
    winner: str | None  # None while games are left, and if it was drawn
    decision: str  # BY_POINTS, ...; empty while games are left


class Place(NamedTuple):
    """The place of a player by the rules of the format."""

    place: int  # from 1; equal players share a place
    player: str
    match_points: float | None = None  # of a Swiss tournament: 1 for each pairing won or bye, ½ for a drawn one
    buchholz: float | None = None
    sonneborn_berger: float | None = None
    direct_encounter: float | None = None
    out_in_round: int | None = None  # of a knockout; None for the winner and for players who are still in


class FormatResult(NamedTuple):
    """The result of a Swiss or knockout tournament by its own rules."""

    pairings: tuple[Pairing, ...] = ()
    places: tuple[Place, ...] = ()
    winners: tuple[str, ...] = ()  # when it is over; several share the first place


_Games = Mapping[tuple[int, frozenset[str]], Sequence[PlannedGame]]


def format_result(
    format_name: str,
    names: Sequence[str],
    planned: Sequence[PlannedGame],
    scores: Scores,
    *,
    rounds: int = 0,
    games_per_pair: int = 2,
    has_all_openings: bool = True,
) -> FormatResult:
    """Return the result of a tournament in this format; it is empty for a format that is ranked by ratings alone.

    ``names`` are the players in the order of their seeds, ``planned`` the games so far, ``rounds`` and
    ``games_per_pair`` the settings. ``has_all_openings`` says that a pair never runs out of openings.
    """
    games: dict[tuple[int, frozenset[str]], list[PlannedGame]] = defaultdict(list)
    for game in planned:
        games[game.round, frozenset(game.seats)].append(game)
    if format_name == "swiss":
        return _swiss(names, games, scores, rounds or ceil(log2(len(names))))
    if format_name == "knockout":
        return _knockout(names, games, scores, games_per_pair, has_all_openings)
    return FormatResult()


def _swiss(names: Sequence[str], games: _Games, scores: Scores, rounds: int) -> FormatResult:
    pairings: list[Pairing] = []
    table: dict[str, list[RoundScore]] = {name: [] for name in names}
    for number in sorted({number for number, _pair in games}):
        resting = list(names)
        for (at, pair), played in games.items():
            if at == number:
                pairings.append(_pairing(number, played[0].seats, played, scores))
                for name in pair:
                    resting.remove(name)
        pairings += [Pairing(number, (name,), (), 0, name, BY_BYE) for name in resting]
    for each in pairings:
        for player in each.players if each.decision else ():
            opponent = next((other for other in each.players if other != player), None)
            table[player].append(RoundScore(opponent, 0.5 if each.decision == DRAWN else float(player == each.winner)))
    ranked = placed(table)
    is_over = len({each.round for each in pairings}) == rounds and all(each.decision for each in pairings)
    return FormatResult(
        tuple(pairings),
        tuple(Place(each.place, each.player, *each[2:]) for each in ranked),
        tuple(each.player for each in ranked if each.place == 1) if is_over else (),
    )


def _knockout(
    names: Sequence[str], games: _Games, scores: Scores, games_per_pair: int, has_all_openings: bool
) -> FormatResult:
    pairings: list[Pairing] = []
    out: dict[str, int] = {}
    line: list[str | None] = [names[seed] if seed < len(names) else None for seed in bracket_order(len(names))]
    number, is_open = 0, False
    while len(line) > 1 and not is_open:
        number += 1
        next_line: list[str | None] = []
        for pair in zip(line[::2], line[1::2], strict=True):
            present = tuple(name for name in pair if name is not None)
            if len(present) == 1:
                each = Pairing(number, present, (), 0, present[0], BY_BYE)
            else:
                each = _pairing(number, present, games.get((number, frozenset(present)), ()), scores)
                if each.decision == BY_POINTS and each.games > games_per_pair:
                    each = each._replace(decision=BY_FURTHER_GAMES)
                elif each.decision == DRAWN:
                    is_last = each.games >= games_per_pair + 2 * TIE_PAIRS or not has_all_openings
                    if any(later == number + 1 for later, _pair in games) or (is_last and len(line) == 2):
                        each = each._replace(winner=min(present, key=names.index), decision=BY_ORDER)
                    else:
                        each = each._replace(decision="")
            pairings.append(each)
            is_open |= not each.decision
            next_line.append(each.winner)
            out |= {name: number for name in present if each.winner not in (None, name)}
        line = next_line
    farther = {name: sum(out.get(other, number + 1) > out.get(name, number + 1) for other in names) for name in names}
    places = [Place(1 + farther[name], name, out_in_round=out.get(name)) for name in names]
    winners = () if is_open or line[0] is None else (line[0],)
    return FormatResult(tuple(pairings), tuple(sorted(places, key=lambda each: each.place)), winners)


def _pairing(number: int, players: tuple[str, ...], games: Sequence[PlannedGame], scores: Scores) -> Pairing:
    """Return the pairing of two players. It is drawn if they are equal after all of these games."""
    totals = dict.fromkeys(players, 0.0)
    played = [game for game in games if game.key in scores]
    for game in played:
        for name, score in zip(game.seats, scores[game.key], strict=True):
            totals[name] += score
    points = tuple(totals.values())
    if not games or len(played) < len(games):
        return Pairing(number, players, points, len(played), None, "")
    best = [name for name in players if totals[name] == max(points)]
    winner = best[0] if len(best) == 1 else None
    return Pairing(number, players, points, len(played), winner, BY_POINTS if winner else DRAWN)
