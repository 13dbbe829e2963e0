"""Results by the rules of a format: the rounds of Swiss and knockout tournaments, their places and their winners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plyground.tournaments.pairing_formats import (
    BY_BYE,
    BY_POINTS,
    DRAWN,
    BracketPair,
    Encounter,
    PlannedGame,
    Scores,
    default_rounds,
    knockout_rounds,
)
from plyground.tournaments.tie_breaks import Place, RoundScore, placed


class Pairing(NamedTuple):
    """Two players who met in a round, or a player with a bye."""

    round: int
    players: tuple[str, ...]
    scores: tuple[float, ...]  # points of each player in the games so far
    games: int  # games played so far
    winner: str | None  # winner; None until all games are played, and after a draw
    decision: str  # BY_POINTS, ...; "" until all games are played


class FormatResult(NamedTuple):
    """The result of a Swiss or knockout tournament by its own rules."""

    pairings: tuple[Pairing, ...] = ()
    places: tuple[Place, ...] = ()
    winners: tuple[str, ...] = ()  # winners of a finished tournament; several share the first place


_Games = Mapping[tuple[int, frozenset[str]], Sequence[PlannedGame]]


def format_result(
    format_name: str,
    names: Sequence[str],
    planned: Sequence[PlannedGame],
    scores: Scores,
    *,
    rounds: int = 0,
    games_per_pair: int = 2,
) -> FormatResult:
    """Return the result of a tournament in this format; it is empty for a format that is ranked by ratings alone.

    ``names`` are the players in the order of their seeds, ``planned`` the games so far, ``rounds`` and
    ``games_per_pair`` the settings. If all planned games are played, the tournament is over.
    """
    games: dict[tuple[int, frozenset[str]], list[PlannedGame]] = defaultdict(list)
    for game in planned:
        games[game.round, frozenset(game.seats)].append(game)
    if format_name == "swiss":
        return _swiss(names, games, scores, rounds or default_rounds(names))
    if format_name == "knockout":
        return _knockout(names, games, scores, games_per_pair)
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
        tuple(ranked),
        tuple(each.player for each in ranked if each.place == 1) if is_over else (),
    )


def _knockout(names: Sequence[str], games: _Games, scores: Scores, games_per_pair: int) -> FormatResult:
    last_round = max((number for number, _pair in games), default=0)
    is_complete = all(game.key in scores for played in games.values() for game in played)

    def points(encounter: Encounter) -> Mapping[str, float] | None:
        """Return the points of the players in an encounter; None while some of its games are unplayed or not yet
        planned.

        A tie without further games is decided when the plan goes on without them.
        """
        planned = games.get((encounter.round, frozenset(encounter.players)), ())
        counted = planned[: encounter.games]
        if not counted or any(game.key not in scores for game in counted):
            return None
        totals = _points(encounter.players, counted, scores)
        is_tie = len(set(totals.values())) == 1
        goes_on = is_complete or last_round > encounter.round
        return None if is_tie and len(planned) < encounter.games and not goes_on else totals

    rounds: dict[int, list[BracketPair]] = {}
    for pairs in knockout_rounds(names, points, games_per_pair):
        rounds[pairs[0].encounter.round] = pairs  # the last state of each round replaces earlier ones
    pairings: list[Pairing] = []
    out: dict[str, int] = {}
    for (number, present, _games_at_most), winner, decision in (pair for pairs in rounds.values() for pair in pairs):
        played = [game for game in games.get((number, frozenset(present)), ()) if game.key in scores]
        totals = () if decision == BY_BYE else tuple(_points(present, played, scores).values())
        pairings.append(Pairing(number, present, totals, len(played), winner, decision))
        out |= {name: number for name in present if winner not in (None, name)}
    still_in = len(rounds) + 1
    farther = {name: sum(out.get(other, still_in) > out.get(name, still_in) for other in names) for name in names}
    places = [Place(1 + farther[name], name, out_in_round=out.get(name)) for name in names]
    *_earlier, last = rounds.values()
    winners = (last[0].winner,) if len(last) == 1 and last[0].winner is not None else ()
    return FormatResult(tuple(pairings), tuple(sorted(places, key=lambda each: each.place)), winners)


def _pairing(number: int, players: tuple[str, ...], games: Sequence[PlannedGame], scores: Scores) -> Pairing:
    """Return the pairing of two players. It is drawn if they are still equal after all their games."""
    played = [game for game in games if game.key in scores]
    totals = _points(players, played, scores)
    points = tuple(totals.values())
    if not games or len(played) < len(games):
        return Pairing(number, players, points, len(played), None, "")
    best = [name for name in players if totals[name] == max(points)]
    winner = best[0] if len(best) == 1 else None
    return Pairing(number, players, points, len(played), winner, BY_POINTS if winner else DRAWN)


def _points(players: tuple[str, ...], played: Sequence[PlannedGame], scores: Scores) -> dict[str, float]:
    """Return the points of each player in these games."""
    totals = dict.fromkeys(players, 0.0)
    for game in played:
        for name, score in zip(game.seats, scores[game.key], strict=True):
            totals[name] += score
    return totals
