"""Standings: the tables of a tournament's results as plain data."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.core.csv_text import write_csv
from plyground.core.game import Game
from plyground.judge.judge import Judge
from plyground.judge.kept_judgements import kept_judgements
from plyground.judge.review import ReviewedMove, review_match
from plyground.statistics.elo import Estimate95, ScoreCounts
from plyground.statistics.sequential_test import Interval, SequentialTest
from plyground.tournaments.game_play import PlayedMove
from plyground.tournaments.joint_ratings import GameScore, Ratings, joint_ratings
from plyground.tournaments.multiplayer_ratings import Skill, skills
from plyground.tournaments.openings import Opening, from_position, is_balanced, value_name
from plyground.tournaments.pairing_results import Pairing, format_result
from plyground.tournaments.parameter_sweep import Sweep, sweep_of
from plyground.tournaments.tie_breaks import Place
from plyground.tournaments.time_control import Clock, TimeControl
from plyground.tournaments.tournament_record import Record, RecordedGame, RecordedOpening
from plyground.tournaments.tournament_run import TestedPairs, TournamentSettings


class Row(NamedTuple):
    """One player's row of the table."""

    rank: int
    player: str
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    elo: float | None  # None in games for more than two, and before the first game
    error: float | None  # half of the 95 % interval; of a skill, two deviations
    group: int  # number of the group; players of different groups cannot be compared
    skill: float | None  # skill on OpenSkill's scale, in games for more than two
    forfeits: int  # games lost by a fault of the bot
    seconds_per_move: float | None
    slowest_move: float | None
    match_points: float | None = None  # points of a Swiss tournament: 1 for a pairing won or a bye, ½ for a drawn one
    buchholz: float | None = None  # tie-break of a Swiss tournament
    sonneborn_berger: float | None = None  # tie-break of a Swiss tournament
    direct_encounter: float | None = None  # points against the others in a tie that it decided; else None
    out_in_round: int | None = None  # round in which a knockout ended for the player; None: still in, or the winner
    late_moves: int | None = None  # moves that took longer than the clock allowed; None without a clock
    most_late: float | None = None  # greatest lateness of these moves in seconds
    moves_judged: int | None = None  # moves with a value of the judge; None if they were not judged
    move_errors: int | None = None  # moves that gave away value
    cpu_seconds_per_move: float | None = None  # processor time; None for external programs

    @property
    def error_rate(self) -> float | None:
        """The share of moves that lost value; None if moves were not judged."""
        return None if not self.moves_judged else (self.move_errors or 0) / self.moves_judged


class Cross(NamedTuple):
    """The score of two players against each other."""

    player: str
    opponent: str
    wins: int
    draws: int
    losses: int
    difference: float | None  # difference in Elo from all games together; None for players of different groups
    error: float | None
    superiority: float | None  # probability that the first is stronger
    pair_counts: tuple[int, ...]  # pairs of games that scored 0, ½, 1, 1½, 2
    normalized_elo: Estimate95 | None  # normalized Elo of these pairs alone; None without a pair
    los: float | None  # likelihood of superiority, from these pairs alone


class Forfeit(NamedTuple):
    """A game that a bot has lost by a fault of its own."""

    player: str
    game: str  # key of the game in the record
    reason: str  # a :class:`~plyground.bots.bot_process.Fault`
    detail: str  # description of the fault; for a loss on time, the seconds used and the seconds allowed


class OpeningRow(NamedTuple):
    """The results of the games from one opening."""

    number: int
    moves: str
    value: int | None  # exact value for the first side; None: unknown
    judge: str  # "solver" if the value is proven, "engine" if only the engine holds the position to be even, else ""
    games: int
    first_score: float  # mean score of the first side


class ValueRow(NamedTuple):
    """The results of a player from openings of one proven value."""

    player: str
    value: str  # value for the player's side: "won", "drawn" or "lost"
    games: int
    score: float  # mean score of the player


class TestRow(NamedTuple):
    """The state of a sequential test."""

    text: str
    llr: float
    lower: float
    upper: float
    accepted: float | None  # Elo of the accepted hypothesis; None while the test goes on
    pairs: int
    estimate: Interval | None  # Elo, corrected for the early end; None: unknown


@dataclass(frozen=True)
class Standings:
    """All results of a tournament, computed from its record."""

    game: str
    title: str
    settings: TournamentSettings
    program: str
    machine: str
    begun: str  # ISO 8601, UTC
    played: int
    planned: int
    table: tuple[Row, ...]
    cross: tuple[Cross, ...]
    openings: tuple[OpeningRow, ...]
    by_value: tuple[ValueRow, ...]  # results by the proven value of the opening
    side_scores: tuple[float, ...]  # mean score of each side
    reasons: dict[str, int]  # games by the reason of their end
    forfeits: tuple[Forfeit, ...]
    advantage: Estimate95 | None  # Elo of the first move
    groups: tuple[tuple[str, ...], ...]
    regularised: tuple[tuple[str, str], ...]
    test: TestRow | None
    pairings: tuple[Pairing, ...] = ()  # pairings of a Swiss or knockout tournament, by rounds
    winners: tuple[str, ...] = ()  # winners of a finished Swiss or knockout tournament; several share the first place
    sweep: Sweep | None = None  # Elo against the parameter in which the bots differ

    def plain(self) -> dict[str, Any]:
        """Return all results as plain data for JSON."""
        found: dict[str, Any] = {"kind": "plyground standings", "version": 1}
        for name, value in vars(self).items():
            found[name] = _plain(value)
        for row, plain in zip(self.table, found["table"], strict=True):
            plain["error_rate"] = row.error_rate
        return found

    def rows(self) -> list[dict[str, Any]]:
        """Return the table as a list of dictionaries, for pandas and polars."""
        return [row._asdict() | {"error_rate": row.error_rate} for row in self.table]

    def json(self) -> str:
        """Return all results as JSON."""
        return json.dumps(self.plain(), indent=2) + "\n"

    def csv(self) -> str:
        """Return the table as CSV."""
        return write_csv([(*Row._fields, "error_rate"), *((*row, row.error_rate) for row in self.table)])


def standings(
    record: Record,
    *,
    anchors: Mapping[str, float] | None = None,
    judge_moves: bool = False,
    on_progress: Callable[[int, int], object] = lambda done, count: None,
) -> Standings:
    """Return the standings of a record. ``anchors`` fix ratings of players. The bots are not started.

    ``judge_moves`` counts the moves that lost value, if the game can be solved. ``on_progress`` is called with the
    number of games judged so far. Raise :class:`PlygroundError`.
    """
    game, values = record.game_and_settings()
    settings, played = TournamentSettings(**values), record.played
    names = [player.name for player in record.players]
    program, machine, begun = record.begun
    rated = _Rated.of(game, names, played, anchors)
    result = format_result(
        settings.format,
        names,
        record.planned_games,
        {each.key: each.scores for each in played},
        rounds=settings.rounds,
        games_per_pair=settings.games_per_pair,
    )
    sweep = (
        sweep_of(
            {player.name: player.bot for player in record.players},
            {row.player: (row.elo, row.error) for row in rated.ratings.table if row.games},
        )
        if rated.ratings
        else None
    )
    judged = _judged(record, game, played, on_progress) if judge_moves else None
    return Standings(
        game=game.name,
        title=str(game.title),
        settings=settings,
        program=program,
        machine=machine,
        begun=begun.isoformat(timespec="seconds") + "Z",
        played=len(played),
        planned=record.planned,
        table=_table(
            names, played, rated, result.places, _times(record, played), _lateness(record, settings, played), judged
        ),
        cross=tuple(_cross(one, other, played, rated.ratings) for one, other in combinations(names, 2))
        if rated.ratings
        else (),
        openings=tuple(_openings(record.openings, played, settings.openings)),
        by_value=tuple(_by_value(names, record.openings, played)),
        side_scores=tuple(_mean(_points(game)[side] for game in played) for side in range(len(game.sides))),
        reasons=dict(Counter(game.reason for game in played)),
        forfeits=tuple(
            Forfeit(game.seats[game.culprit], game.key, game.reason, game.detail)
            for game in played
            if game.culprit is not None
        ),
        advantage=rated.ratings.advantage if rated.ratings else None,
        groups=rated.ratings.groups if rated.ratings else (tuple(names),),
        regularised=rated.ratings.regularised if rated.ratings else (),
        test=_test(settings, names, record),
        pairings=result.pairings,
        sweep=sweep,
        winners=result.winners,
    )


class _Rated(NamedTuple):
    """The ratings of a two-player game, or the skills of a game for more players."""

    ratings: Ratings | None
    skills: tuple[Skill, ...] = ()

    @classmethod
    def of(
        cls, game: Game, names: Sequence[str], played: Sequence[RecordedGame], anchors: Mapping[str, float] | None
    ) -> _Rated:
        if len(game.sides) > 2:
            different = (each for each in played if len(set(each.seats)) == len(each.seats))
            return cls(None, skills((dict(zip(each.seats, each.scores, strict=True)) for each in different), names))
        results = (GameScore(each.seats[0], each.seats[1], each.scores[0], each.pair) for each in played)
        return cls(joint_ratings(results, anchors=anchors, players=names))


def _table(
    names: Sequence[str],
    played: Sequence[RecordedGame],
    rated: _Rated,
    places: Sequence[Place],
    times: dict[str, tuple[float, float, float | None]],
    lateness: dict[str, tuple[int, float]],
    judged: dict[str, tuple[int, int]] | None,
) -> tuple[Row, ...]:
    order = [row.player for row in rated.ratings.table] if rated.ratings else [row.player for row in rated.skills]
    results: dict[str, list[float]] = defaultdict(list)
    faults: Counter[str] = Counter()
    for game in played:
        for seat, (name, won) in enumerate(zip(game.seats, _points(game), strict=True)):
            results[name].append(won)
            faults[name] += game.culprit == seat
    skill = {row.player: row for row in rated.skills}
    by_rating = [Place(number, name) for number, name in enumerate(order, 1)]
    by_rules = sorted(places, key=lambda each: (each.place, order.index(each.player)))
    rows = []
    for place in by_rules or by_rating:
        name = place.player
        scores = results[name]
        rating = rated.ratings[name] if rated.ratings else None
        rows.append(
            Row(
                rank=place.place,
                player=name,
                games=len(scores),
                points=sum(scores),
                wins=sum(score == 1 for score in scores),
                draws=sum(0 < score < 1 for score in scores),
                losses=sum(score == 0 for score in scores),
                elo=rating.elo if rating and scores else None,
                error=2 * skill[name].deviation if rating is None else rating.error if scores else None,
                group=rating.group if rating else 0,
                skill=None if rating else skill[name].skill,
                forfeits=faults[name],
                seconds_per_move=times[name][0] if name in times else None,
                slowest_move=times[name][1] if name in times else None,
                cpu_seconds_per_move=times[name][2] if name in times else None,
                match_points=place.match_points,
                buchholz=place.buchholz,
                sonneborn_berger=place.sonneborn_berger,
                direct_encounter=place.direct_encounter,
                out_in_round=place.out_in_round,
                late_moves=lateness[name][0] if name in lateness else None,
                most_late=lateness[name][1] if name in lateness else None,
                moves_judged=judged[name][0] if judged else None,
                move_errors=judged[name][1] if judged else None,
            )
        )
    return tuple(rows)


def _points(game: RecordedGame) -> tuple[float, ...]:
    """Return the points of each seat, which sum to 1.

    In a game for more than two the best seats share the win equally.
    """
    if len(game.seats) == 2:
        return game.scores
    best = max(game.scores)
    return tuple(float(score == best) / game.scores.count(best) for score in game.scores)


def _times(record: Record, played: Sequence[RecordedGame]) -> dict[str, tuple[float, float, float | None]]:
    """Return (mean, greatest) seconds for a move of each player, and the mean of its processor seconds if known."""
    spent: dict[str, list[tuple[int, float, float, int, float]]] = defaultdict(list)
    seats = {game.key: game.seats for game in played}
    for (key, seat), found in record.seconds_by_seat().items():
        if key in seats:  # skip games that ended meanwhile
            spent[seats[key][seat]].append(found)
    parts = {name: tuple(zip(*found, strict=True)) for name, found in spent.items()}
    return {
        name: (sum(sums) / sum(numbers), max(most), sum(cpu) / sum(counted) if sum(counted) else None)
        for name, (numbers, sums, most, counted, cpu) in parts.items()
    }


def _lateness(
    record: Record, settings: TournamentSettings, played: Sequence[RecordedGame]
) -> dict[str, tuple[int, float]]:
    """Return (number, greatest) of the seconds by which each player's moves were late; an empty result without a clock.

    A move that lost the game on time is not included: it is reported as a forfeit.
    """
    control = TimeControl.parse(settings.time)
    found: dict[str, tuple[int, float]] = {}
    moves = record.moves_by_game() if control.is_timed else {}
    for game in played if control.is_timed else ():
        clocks = [Clock(control) for _seat in game.seats]
        for move in moves.get(game.key, ()):
            if move.seat is None or move.seconds is None:
                continue
            late = clocks[move.seat].spend(move.seconds)
            count, most = found.get(game.seats[move.seat], (0, 0.0))
            found[game.seats[move.seat]] = count + (late > 0), max(most, round(late, 6))
    return found


def _judged(
    record: Record, game: Game, played: Sequence[RecordedGame], on_progress: Callable[[int, int], object]
) -> dict[str, tuple[int, int]] | None:
    """Return for each player (judged moves, moves that lost value), by the judge.

    Return None for a game with hidden information.
    """
    if not game.facts.observable:
        return None
    judge = Judge(game, shelf=kept_judgements())
    begins = {each.number: each for each in record.openings}
    moves = record.moves_by_game()
    judged: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for number, each in enumerate(played):
        on_progress(number, len(played))
        begun = from_position(game, Opening(position=begins[each.opening].position))
        for seat, move in reviewed_moves(judge, begun, moves.get(each.key, ())):
            if seat is not None:
                judged[each.seats[seat]] += 1
                wrong[each.seats[seat]] += move.is_error
    if not judged:
        return None
    return {name: (judged[name], wrong[name]) for name in {name for each in played for name in each.seats}}


def reviewed_moves(judge: Judge, begun: Game, moves: Iterable[PlayedMove]) -> list[tuple[int | None, ReviewedMove]]:
    """Return (seat, review) of each move of a recorded game that was ``begun`` from its opening."""
    recorded = list(moves)
    match = Match(begun)
    for move in recorded:
        match = match.play(begun.notation.parse_move(match.position, move.word))
    reviews = list(review_match(judge, match.moves, begun.start))[::-1]
    return [(move.seat, each) for move, each in zip(recorded, reviews, strict=True)]


def _cross(one: str, other: str, played: Iterable[RecordedGame], ratings: Ratings) -> Cross:
    scores: list[float] = []
    pairs: dict[str, list[float]] = defaultdict(list)
    for game in played:
        if set(game.seats) == {one, other}:
            score = game.scores[game.seats.index(one)]
            scores.append(score)
            pairs[game.pair].append(score)
    losses, draws, wins = ScoreCounts.of_games(scores).counts
    difference = ratings.difference(one, other)
    counted = ScoreCounts.of_pairs(sum(pair) for pair in pairs.values() if len(pair) == 2)
    return Cross(
        one,
        other,
        int(wins),
        int(draws),
        int(losses),
        difference.value if difference else None,
        difference.error if difference else None,
        ratings.superiority(one, other),
        tuple(map(int, counted.counts)),
        counted.normalized_elo if counted.results else None,
        counted.superiority if counted.results else None,
    )


def _openings(begins: Sequence[RecordedOpening], played: Sequence[RecordedGame], chosen: str) -> Iterable[OpeningRow]:
    scores: dict[int, list[float]] = defaultdict(list)
    for game in played:
        scores[game.opening].append(_points(game)[0])
    for each in begins:
        if scores[each.number]:
            text = " ".join(filter(None, (each.position, *each.moves)))
            judge = "solver" if each.value is not None else "engine" if is_balanced(chosen) else ""
            yield OpeningRow(each.number, text, each.value, judge, len(scores[each.number]), _mean(scores[each.number]))


def _by_value(
    names: Sequence[str], begins: Sequence[RecordedOpening], played: Sequence[RecordedGame]
) -> Iterable[ValueRow]:
    values = {each.number: each.value for each in begins}
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for game in played:
        value = values.get(game.opening)  # a record of single games tells no openings
        if value is not None and len(game.seats) == 2:
            for name, points, own in zip(game.seats, game.scores, (value, -value), strict=True):
                scores[name, value_name(own)].append(points)
    for name in names:
        for value_text in ("won", "drawn", "lost"):
            if of := scores[name, value_text]:
                yield ValueRow(name, value_text, len(of), _mean(of))


def _test(settings: TournamentSettings, names: Sequence[str], record: Record) -> TestRow | None:
    if not settings.sprt:
        return None
    tested = TestedPairs(SequentialTest.parse(settings.sprt), names[0])
    tested.follow(record.planned_games, record.scores)
    test, results = tested.test, tested.results
    estimate = test.estimate(results) if results.results else None
    return TestRow(
        test.text, tested.llr, test.lower, test.upper, test.decision(tested.llr), int(results.results), estimate
    )


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def _plain(value: Any) -> Any:
    """Return a value as plain data for JSON; rows become dictionaries."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return vars(value) if isinstance(value, TournamentSettings) else value
