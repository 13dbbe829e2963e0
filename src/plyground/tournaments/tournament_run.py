"""Running a tournament: its settings, its bots, and several games at once."""

from __future__ import annotations

import re
import time
from base64 import b64decode, b64encode
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.bots import Human, bot_file
from plyground.bots import bot as bot_named
from plyground.bots.bot_process import Program
from plyground.bots.catalogue import weights_of
from plyground.cluster.places import LOCAL, Place
from plyground.cluster.places import place as place_named
from plyground.cluster.worker_pool import WorkerPool
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import FileError, SpecError
from plyground.games.loading import game as game_named
from plyground.i18n import Sentence, _, _n
from plyground.learning.weights_file import add_evaluation, read_weights
from plyground.searches.progress import unheard
from plyground.statistics.elo import ScoreCounts
from plyground.statistics.sequential_test import SequentialTest
from plyground.tournaments.adjudication import Adjudication
from plyground.tournaments.game_play import PlayedGame, Turn
from plyground.tournaments.game_table import GameJob, TableMaker
from plyground.tournaments.interchange.tournament_slices import Slice
from plyground.tournaments.openings import Opening, Openings, after, from_position
from plyground.tournaments.pairing_formats import PlannedGame, Schedule, Scores
from plyground.tournaments.time_control import TimeControl
from plyground.tournaments.tournament_record import Record, RecordedOpening, RecordedPlayer

NAMED = re.compile(r"(?P<name>[^:=,/\\]+)=(?P<bot>.+)", re.DOTALL)
"""Pattern of a bot with a name: ``new=depth-limited:depth=4``."""
WHOLE = Slice()
CHANGEABLE = ("rounds", "games_per_pair")
"""Settings that a later run of the same record may increase."""


@dataclass(frozen=True)
class TournamentSettings:
    """The rules of a tournament, as texts and numbers that a record keeps."""

    format: str = "round-robin"
    rounds: int = 0  # number of rounds; 0: as many as the format needs
    games_per_pair: int = 2
    openings: str = "random:plies=2"
    time: str = "none"
    adjudicate: str = "none"
    seed: int = 0
    sprt: str = ""  # text of a sequential test; "" = no test
    memory_mb: int = 0  # megabytes of memory for a bot; 0: the default

    def changed(self, **values: Any) -> TournamentSettings:
        """Return these settings, changed by the given values that are not None."""
        return replace(self, **{name: value for name, value in values.items() if value is not None})


class Progress(NamedTuple):
    """The progress of a tournament."""

    played: int
    planned: int
    seconds_left: float | None  # estimate from the games so far; None: unknown
    points: Mapping[str, float]  # points won so far, by player
    llr: float | None = None  # log-likelihood ratio of a sequential test
    opening: int | None = None  # number, from 1, of the opening whose value is being proven


class Tournament:
    """A tournament that is played into a record."""

    def __init__(self, record: Record, game: Game, settings: TournamentSettings) -> None:
        """Set up the tournament. Raise :class:`PlygroundError` for impossible settings or players."""
        self.record = record
        self.game = game
        self.settings = settings
        self.control = TimeControl.parse(settings.time)
        self.rules = Adjudication.parse(settings.adjudicate)
        self._begins = {each.number: self._opening(each) for each in record.openings}
        self.openings = replace(Openings.parse(settings.openings, game, settings.seed), recorded=dict(self._begins))
        self.players = record.players
        test = SequentialTest.parse(settings.sprt) if settings.sprt else None
        self.tested = None if test is None else TestedPairs(test, self.players[0].name)
        self.notices: list[Sentence] = []  # notices about machines that were left out
        self._maker: TableMaker | None = None
        self._slice = WHOLE
        self._bots: dict[str, str | Program] = {}
        deterministic = set()
        for each in self.players:
            self._bots[each.name], repeats = _ready(each, game, self.control)
            if repeats:
                deterministic.add(each.name)
        self.schedule = Schedule(
            settings.format,
            settings.rounds,
            settings.games_per_pair,
            settings.seed,
            len(game.sides),
            test is not None,
            None if Demand.CHANCE in game.demands else self.openings.count,
            frozenset(deterministic),
        )
        self.schedule.check([each.name for each in self.players])

    @classmethod
    def begin(cls, record: Record, game_text: str, bots: Sequence[str], settings: TournamentSettings) -> Tournament:
        """Begin a tournament in a record, or continue the one in it with further players, rounds or games.

        Raise :class:`FileError` for a record of another game or with other settings.
        """
        found = record.settings
        game = game_named(game_text)
        if found is not None:
            _refuse_other(record, found, game.name, settings)
            if settings.format not in ("round-robin", "gauntlet") and set(_names(bots)) - {each.name for each in record.players}:  # fmt: skip
                raise FileError(record.path, _("players can be added only to a round robin or a gauntlet"))
        taking_part = [_player(text) for text in bots]
        known = {each.name for each in record.players}
        everybody = (*record.players, *(each for each in taking_part if each.name not in known))
        control = TimeControl.parse(settings.time)
        Adjudication.parse(settings.adjudicate)
        Openings.parse(settings.openings, game, settings.seed)
        if settings.sprt:
            SequentialTest.parse(settings.sprt)
        names = [each.name for each in (everybody if found else taking_part)]
        schedule = Schedule(settings.format, sides=len(game.sides), sequential=bool(settings.sprt))
        schedule.check(names)
        for each in everybody:
            _ready(each, game, control)
        record.begin(game_text, asdict(settings), taking_part)
        return cls(record, game, settings)

    @classmethod
    def resume(cls, record: Record) -> Tournament:
        """Continue the tournament of a record. Raise :class:`FileError` if none has begun."""
        game, settings = record.game_and_settings()
        return cls(record, game, TournamentSettings(**settings))

    @property
    def notice(self) -> Sentence | None:
        """A notice that fewer games are played because bots would repeat games; None if all games are played."""
        names = self.schedule.deterministic
        if self.schedule.openings is None or len(names) < 2:
            return None
        games = self.schedule.openings * len(self.game.sides)
        if self.settings.games_per_pair * max(self.settings.rounds, 1) <= games and self.tested is None:
            return None
        return _n(
            "Bots that always do the same would repeat their games: of {players}, each pair plays {count} game. Choose other openings for more.",
            "Bots that always do the same would repeat their games: of {players}, each pair plays {count} games. Choose other openings for more.",
            games,
            players=", ".join(each.name for each in self.players if each.name in names),
        )  # fmt: skip

    # Playing

    def play(
        self,
        jobs: int | None,
        on_progress: Callable[[Progress], object] = unheard,
        *,
        seconds: float | None = None,
        at_most: float | None = None,
        place: Place | str = LOCAL,
        slice: Slice = WHOLE,  # the word of the command
    ) -> None:
        """Play all remaining games of a slice, at most ``jobs`` at once; None means one for each core.

        ``on_progress`` is called after each game. After ``seconds`` no game begins, but the first round has twice the
        time. After ``at_most`` seconds the games under way are broken off. ``place`` names the place where games are
        played (:func:`plyground.place`). Raise :class:`ClusterError`.

        After an interruption the tournament can continue from the record.
        """
        slice.check(self.settings.format, is_sequential=self.tested is not None)
        self._slice = slice
        self._maker = TableMaker(self.game, self._bots, self.control, self.rules, self.settings.memory_mb or None)
        pool = place_named(place, jobs).open(self._maker)
        try:
            self._play(pool, on_progress, seconds, at_most)
        finally:
            self.notices = list(pool.notices)
            pool.close()

    @property
    def turns(self) -> list[Turn]:
        """The games under way in this process, for observers."""
        tables = () if self._maker is None else self._maker.tables
        return [turn for table in tables if (turn := table.turn) is not None]

    def _play(
        self,
        pool: WorkerPool[GameJob, PlayedGame],
        on_progress: Callable[[Progress], object],
        seconds: float | None,
        at_most: float | None,
    ) -> None:
        scores = dict(self.record.scores)
        begun, before = time.monotonic(), len(scores)
        left: deque[PlannedGame] = deque()
        plan: list[PlannedGame] = []
        points: Counter[str] = Counter()
        while True:
            if not left and not pool.running:
                plan = self._plan(scores)
                left.extend(game for game in self._slice.of(plan) if game.key not in scores)
                if not left:
                    return
                seats = {game.key: game.seats for game in plan}
                points = Counter()
                for key in seats.keys() & scores.keys():
                    _add(points, seats[key], scores[key])
                on_progress(self._progress(scores, plan, points, None))
            if self.tested is not None:
                self.tested.follow(plan, scores)
            is_late = seconds is not None and _is_late(time.monotonic() - begun, seconds, plan, scores)
            if is_late or (self.tested is not None and self.tested.is_decided):
                left.clear()
                if not pool.running:
                    return
            while left and pool.room:
                game = left.popleft()
                if self.openings.needs_proof and game.opening not in self._begins:
                    on_progress(self._progress(scores, plan, points, None)._replace(opening=game.opening + 1))
                pool.submit((game, self._opening_of(game)))
            time_left = None if at_most is None else max(begun + at_most - time.monotonic(), 0)
            results = pool.results(time_left)
            for ended in results:
                scores[ended.key] = ended.scores
                if seats.keys() <= scores.keys():
                    # Record the next games first: a record whose games are all played belongs to a finished tournament.
                    self._plan(scores)
                self.record.add(ended)
                _add(points, seats[ended.key], ended.scores)
            if results:
                pace = (time.monotonic() - begun) / (len(scores) - before)
                on_progress(self._progress(scores, plan, points, pace))
            if time_left == 0:
                return

    def _plan(self, scores: Scores) -> list[PlannedGame]:
        """Return the games that can be planned now, and write them into the record."""
        plan = self.schedule.plan([each.name for each in self.players], scores)
        self.record.plan(plan)
        return plan

    def _opening_of(self, game: PlannedGame) -> Opening:
        """Return the opening of a game. It is chosen and recorded when the first game needs it, because a proof that it
        is balanced takes some seconds.
        """
        number = game.opening
        if number not in self._begins:
            opening = self.openings[number]
            self.record.add_opening(
                RecordedOpening(number, opening.position, after(self.game, opening).words, opening.value)
            )
            self._begins[number] = opening
        return self._begins[number]

    def _opening(self, recorded: RecordedOpening) -> Opening:
        """Return the stored opening. It is not chosen again, because a file of openings may have changed and choosing a
        balanced opening takes time.
        """
        begun = Match(from_position(self.game, Opening(position=recorded.position)))
        for word in recorded.moves:
            begun = begun.play(begun.game.notation.parse_move(begun.position, word))
        return Opening(begun.moves, recorded.position, recorded.value)

    def _progress(
        self, scores: Scores, plan: Sequence[PlannedGame], points: Mapping[str, float], pace: float | None
    ) -> Progress:
        left = max(len(plan) - len(scores), 0)
        llr = None if self.tested is None else self.tested.llr
        return Progress(len(scores), len(plan), None if pace is None else pace * left, dict(points), llr)


def _add(points: Counter[str], seats: Sequence[str], scores: Sequence[float]) -> None:
    for name, score in zip(seats, scores, strict=True):
        points[name] += score  # type: ignore[assignment]  # halves


def _is_late(elapsed: float, seconds: float, plan: Sequence[PlannedGame], scores: Scores) -> bool:
    """Return True if the time is up. The first round, which connects all players, has twice the time."""
    if elapsed <= seconds:
        return False
    return elapsed > 2 * seconds or len(scores) >= sum(game.round == 1 for game in plan)


class TestedPairs:
    """The pairs of games that a sequential test has counted, in the order of the plan, until its decision."""

    def __init__(self, test: SequentialTest, first: str) -> None:
        """Begin without pairs; ``first`` names the player whose strength is tested."""
        self.test = test
        self.first = first
        self.results = ScoreCounts((0,) * 5)
        self.llr = 0.0

    @property
    def is_decided(self) -> bool:
        """Return True if the test has accepted one of its hypotheses."""
        return self.test.decision(self.llr) is not None

    def follow(self, plan: Sequence[PlannedGame], scores: Scores) -> None:
        """Add the pairs that were completed since the last call to the test."""
        while not self.is_decided:
            place = 2 * round(self.results.results)
            pair = plan[place : place + 2]
            if len(pair) < 2 or any(game.key not in scores for game in pair):
                return
            score = sum(scores[game.key][game.seats.index(self.first)] for game in pair)
            counts = list(self.results.counts)
            counts[round(2 * score)] += 1
            self.results = ScoreCounts(tuple(counts))
            self.llr = self.test.llr(self.results)


def _player(text: str) -> RecordedPlayer:
    """Return the player that a text describes: a bot, or ``name=bot``."""
    named = NAMED.fullmatch(text.strip())
    name, bot = (named["name"].strip(), named["bot"].strip()) if named else ("", text.strip())
    if path := weights_of(bot):
        bot = bot.replace(path, Path(path).name)
        return RecordedPlayer(name or bot, bot, b64encode(read_weights(path).content()).decode())
    if not bot_file.is_bot_file(bot):
        return RecordedPlayer(name or bot, bot)
    source, options = bot_file.read(bot)
    default = source.name + (f":{options}" if options else "")
    return RecordedPlayer(name or default, bot, source.text)


def _ready(each: RecordedPlayer, game: Game, control: TimeControl) -> tuple[str | Program, bool]:
    """Return (bot, is_repeating): the spec text or program of a player, and True if the player repeats its games.

    Raise :class:`SpecError` for a person or an unknown bot.
    """
    if bot_file.is_bot_file(each.bot):
        program = bot_file.make(each.bot, game, each.source).program
        return program, program.kind != "choose"
    if each.source:
        add_evaluation(weights_of(each.bot), b64decode(each.source))
    text = control.limited(each.bot)
    own = bot_named(text, game)
    if isinstance(own, Human):
        raise SpecError(_("A person is not a bot: choose a bot, such as minimax."))
    return text, own.card.deterministic and not ((own.card.anytime or own.card.keeps_clock) and control.is_timed)


def _names(bots: Sequence[str]) -> list[str]:
    return [_player(text).name for text in bots]


def _refuse_other(record: Record, found: tuple[str, dict[str, Any]], game: str, settings: TournamentSettings) -> None:
    """Raise :class:`FileError` if a record holds another tournament."""
    old_game, old = found[0], TournamentSettings(**found[1])
    if game_named(old_game).name != game:
        raise FileError(record.path, _("it holds a tournament of {game}", game=old_game))
    for name, value in asdict(old).items():
        new = getattr(settings, name)
        if new == value or (name in CHANGEABLE and new >= value):
            continue
        raise FileError(record.path, _("its tournament has {name} {value}, not {other}", name=name, value="–" if value == "" else value, other="–" if new == "" else new))  # fmt: skip
