"""Formats of tournaments: the pairings of each round, with sides and openings.

A format is a function of the players and of the results so far. So a tournament that was interrupted continues with the
same pairings.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from math import ceil, log2
from typing import Any, NamedTuple

from plyground.errors import SpecError
from plyground.i18n import _

FORMATS = ("round-robin", "gauntlet", "swiss", "ladder", "knockout")
MEET_ONCE = ("swiss", "knockout")
"""Formats in which two players meet in one round only."""
TIE_PAIRS = 4
"""Most pairs of games that break a tie in a knockout; after them the higher seed advances."""
TEST_BATCH_PAIRS = 64
"""Pairs of games that a sequential test plans at once."""


class Encounter(NamedTuple):
    """Players who meet in a round, and the number of games they play."""

    round: int
    players: tuple[str, ...]
    games: int


BY_POINTS, BY_FURTHER_GAMES, BY_ORDER, BY_BYE, DRAWN = "points", "further games", "order", "bye", "drawn"
"""Decisions of a pairing. By order: the bot that was named first goes on. Drawn is possible in a Swiss tournament only."""


class BracketPair(NamedTuple):
    """A place in a round of a knockout: two players, or one with a bye."""

    encounter: Encounter
    winner: str | None = None  # winner; None until all games are played
    decision: str = ""  # BY_POINTS, ...; "" until all games are played


class PlannedGame(NamedTuple):
    """One game of the plan."""

    key: str  # permanent name: the same in every plan
    round: int
    pair: str  # equal for the games of one opening with the same players
    opening: int  # number of the opening
    seats: tuple[str, ...]  # name of the player on each side
    seed: int  # seed of the bots
    dice: int  # seed of chance in the game, equal for the games of one pair


Scores = Mapping[str, tuple[float, ...]]
"""The score of each seat, by the key of the game."""


@dataclass(frozen=True)
class Schedule:
    """The rules by which games are planned."""

    format: str = "round-robin"
    rounds: int = 1
    games_per_pair: int = 2
    seed: int = 0
    sides: int = 2
    sequential: bool = False  # True if games go on in pairs until a test ends them
    openings: int | None = None  # number of different openings; None: unlimited
    deterministic: frozenset[str] = frozenset()  # players who would repeat a game

    def check(self, players: Sequence[str]) -> None:
        """Raise :class:`SpecError` if a tournament of these players is impossible."""
        if self.format not in FORMATS:
            raise SpecError(_("There is no format “{name}”; choose one of: {names}.", name=self.format, names=", ".join(FORMATS)))  # fmt: skip
        if self.sides < 2:
            raise SpecError(_("A tournament needs a game for two or more players. In a game for one, plyground console GAME --first BOT shows the result of a bot."))  # fmt: skip
        if len(players) < 2:
            raise SpecError(_("A tournament needs at least two bots."))
        if len(set(players)) < len(players):
            raise SpecError(_("Each bot can take part once. Give a second one another name, as in new=minimax."))
        if self.sides != 2 and self.format != "round-robin":
            raise SpecError(_("A game for {count} players is played as a round robin only.", count=self.sides))
        if self.sequential and (len(players) != 2 or self.sides != 2 or self.format != "round-robin"):
            raise SpecError(_("A sequential test compares two bots."))

    def plan(self, players: Sequence[str], scores: Scores) -> list[PlannedGame]:
        """Return all games that can be planned now, in playing order. They include the games already played."""
        games: dict[str, PlannedGame] = {}  # games by key; a tie's later games come with the earlier ones
        for encounters in self._rounds(players, scores):
            for encounter in encounters:
                for game in self._games(encounter):
                    games.setdefault(game.key, game)
            if games.keys() - scores.keys():
                break
        return list(games.values())

    def _rounds(self, players: Sequence[str], scores: Scores) -> Iterator[list[Encounter]]:
        if self.sequential:
            done = TEST_BATCH_PAIRS * (1 + len(scores) // 2 // TEST_BATCH_PAIRS)
            yield [Encounter(1, tuple(players), 2 * done)]
        elif self.format == "swiss":
            yield from _swiss_rounds(
                players, self.rounds or default_rounds(players), self._points(scores), self.games_per_pair
            )
        elif self.format == "ladder":
            yield from _ladder_rounds(players, self.rounds or len(players), self._points(scores), self.games_per_pair)
        elif self.format == "knockout":
            for pairs in knockout_rounds(players, self._points(scores), self.games_per_pair):
                yield [each.encounter for each in pairs if not each.decision]
        else:
            yield self._all_encounters(players)

    def _all_encounters(self, players: Sequence[str]) -> list[Encounter]:
        """Return the encounters of a round robin or of a gauntlet (the first player against all others), round by
        round.
        """
        tables: list[tuple[str, ...]]
        if self.format == "gauntlet":
            tables = [(players[0], other) for other in players[1:]]
        elif len(players) >= self.sides:
            tables = list(combinations(players, self.sides))
        else:  # too few bots: some play on several sides
            repeated = combinations_with_replacement(players, self.sides)
            tables = [table for table in repeated if len(set(table)) > 1]
        return [
            Encounter(number, table, self._games_of(table))
            for number in range(1, max(self.rounds, 1) + 1)
            for table in tables
        ]

    def _games_of(self, table: tuple[str, ...]) -> int:
        """Return the number of games at a table in a round. Three and more players always play all seatings."""
        if self.sides == 2:
            return self.games_per_pair
        seatings = len(set(permutations(table)))
        return ceil(self.games_per_pair / seatings) * seatings

    def _games(self, encounter: Encounter) -> Iterator[PlannedGame]:
        """Yield the games of an encounter: all seatings with the first opening, then with the next."""
        seatings = list(dict.fromkeys(permutations(encounter.players)))
        name = " ".join(encounter.players)
        earlier = (encounter.round - 1) * ceil(encounter.games / len(seatings))  # openings used in earlier rounds
        for number in range(encounter.games):
            opening, seating = divmod(number, len(seatings))
            pair = f"{encounter.round} {name} {opening}"
            key = f"{pair} {seating}"
            used = opening if self.format in MEET_ONCE else opening + earlier
            if self.openings is not None and used >= self.openings and self.deterministic.issuperset(seatings[0]):
                return  # another game would be the same game again
            yield PlannedGame(
                key,
                encounter.round,
                pair,
                opening + earlier,
                seatings[seating],
                game_seed(self.seed, key),
                game_seed(self.seed, pair),
            )

    def _points(self, scores: Scores) -> _Points:
        """Return a function that maps an encounter to the score of each player, or to None while its games are
        unfinished.
        """

        def points(encounter: Encounter) -> dict[str, float] | None:
            total: dict[str, float] = defaultdict(float)
            for game in self._games(encounter):
                if game.key not in scores:
                    return None
                for player, score in zip(game.seats, scores[game.key], strict=True):
                    total[player] += score
            return total

        return points


_Points = Callable[[Encounter], Mapping[str, float] | None]


def default_rounds(players: Sequence[str]) -> int:
    """Return the number of rounds of a Swiss tournament that sets none: as many as a knockout of the players has."""
    return ceil(log2(len(players)))


def game_seed(seed: int, key: str) -> int:
    """Return a number that depends only on the tournament's seed and the name of a game."""
    return int.from_bytes(hashlib.sha256(f"{seed} {key}".encode()).digest()[:6])


def _swiss_rounds(players: Sequence[str], rounds: int, points: _Points, games: int) -> Iterator[list[Encounter]]:
    """Yield the rounds of a Swiss tournament: players with equal scores meet, no pair twice (FIDE's Dutch system, by
    py4swiss).
    """
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.codes import PlayerCode
        from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
        from py4swiss.trf.sections import PlayerSection, XSection
    except ImportError:
        raise SpecError(_("A Swiss tournament needs py4swiss: pip install 'plyground[arena]'.")) from None
    if rounds >= len(players):
        raise SpecError(
            _("A Swiss tournament of {count} players has at most {most} rounds.", count=len(players), most=len(players) - 1)
        )  # fmt: skip
    results: dict[str, list[Any]] = {name: [] for name in players}
    tens = dict.fromkeys(players, 0)

    def note(player: str, opponent: str | None, first: bool, score: float | None) -> None:
        token = {1.0: ResultToken.WIN, 0.5: ResultToken.DRAW, 0.0: ResultToken.LOSS}
        colour = ColorToken.WHITE if first else ColorToken.BLACK
        if opponent is None:
            bye = ColorToken.BYE_OR_NOT_PAIRED
            results[player].append(RoundResult(id=0, color=bye, result=ResultToken.PAIRING_ALLOCATED_BYE))
        else:
            results[player].append(
                RoundResult(id=players.index(opponent) + 1, color=colour, result=token[score or 0.0])
            )
        tens[player] += 10 if score is None else round(10 * score)

    for number in range(1, rounds + 1):
        sections = [
            PlayerSection(
                code=PlayerCode.PLAYER, starting_number=place, points_times_ten=tens[name], rank=place, results=results[name]
            )
            for place, name in enumerate(players, 1)
        ]  # fmt: skip
        pairings = DutchEngine.generate_pairings(
            ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
        )
        met = [(players[pair.white - 1], None if not pair.black else players[pair.black - 1]) for pair in pairings]
        encounters = [Encounter(number, (first, second), games) for first, second in met if second is not None]
        yield encounters
        for encounter in encounters:
            one, other = encounter.players
            total = points(encounter)
            assert total is not None  # the plan ends before a round whose games are not all played
            lead = total[one] - total[other]
            share = 0.5 if not lead else float(lead > 0)
            note(one, other, True, share)
            note(other, one, False, 1 - share)
        for first, second in met:
            if second is None:
                note(first, None, True, None)


def _ladder_rounds(players: Sequence[str], rounds: int, points: _Points, games: int) -> Iterator[list[Encounter]]:
    """Yield the rounds of a ladder: neighbours meet, and the lower one takes the higher place if it wins.

    At the beginning the first player is lowest, and the others follow in their order. Each player meets the neighbour
    above and the neighbour below by turns, so that all are connected by games after two rounds.
    """
    order = list(players)
    for number in range(1, rounds + 1):
        low = (number - 1) % 2 if len(players) > 2 else 0
        encounters = [
            Encounter(number, (order[place], order[place + 1]), games) for place in range(low, len(order) - 1, 2)
        ]
        yield encounters
        for place, encounter in zip(range(low, len(order) - 1, 2), encounters, strict=True):
            total, (below, above) = points(encounter), encounter.players
            assert total is not None  # the plan ends before a round whose games are not all played
            if total[below] > total[above]:
                order[place], order[place + 1] = above, below


def knockout_rounds(players: Sequence[str], points: _Points, games: int) -> Iterator[list[BracketPair]]:
    """Yield the pairs of each knockout round, and yield the round again after each change; the winners advance.

    The players are in the order of their seeds, so that the best two can only meet in the final. A pair with equal
    points gets further games. The last round is the first one that is not decided, or the final.
    """
    bracket: list[str | None] = [players[seed] if seed < len(players) else None for seed in bracket_order(len(players))]
    number = 0
    while len(bracket) > 1:
        number += 1
        pairs: list[BracketPair] = []
        for two in zip(bracket[::2], bracket[1::2], strict=True):
            present = tuple(name for name in two if name is not None)
            is_bye = len(present) == 1
            encounter = Encounter(number, present, 0 if is_bye else games)
            pairs.append(BracketPair(encounter, present[0], BY_BYE) if is_bye else BracketPair(encounter))
        yield pairs
        for attempt in range(TIE_PAIRS + 1):
            pairs = [_decided(each, points(each.encounter), players, attempt) for each in pairs]
            yield pairs
        if not all(each.decision for each in pairs):
            return
        bracket = [each.winner for each in pairs]


def _decided(pair: BracketPair, total: Mapping[str, float] | None, players: Sequence[str], attempt: int) -> BracketPair:
    """Return a pair of a knockout after an attempt to decide it: with a winner, or with two games more.

    ``total`` has the points of its games; None until all are played.
    """
    encounter = pair.encounter
    more = pair._replace(encounter=encounter._replace(games=encounter.games + 2))
    if pair.decision:
        return pair
    if total is None:
        return more if attempt < TIE_PAIRS else pair
    first, second = encounter.players
    if total[first] != total[second]:
        winner = first if total[first] > total[second] else second
        return pair._replace(winner=winner, decision=BY_FURTHER_GAMES if attempt else BY_POINTS)
    if attempt < TIE_PAIRS:
        return more
    return pair._replace(winner=min(encounter.players, key=players.index), decision=BY_ORDER)


def bracket_order(players: int) -> list[int]:
    """Return the seeds, numbered from 0, in the order of a bracket: 0 and 1 are in different halves. Seeds without a
    player are byes.
    """
    order = [0]
    while len(order) < players:
        order = [seed for low in order for seed in (low, 2 * len(order) - 1 - low)]
    return order
