"""The conformance test itself: random games, every position of a small game, the compiled twin, then measures."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from plyground.conformance.events import COMPILING, PATIENCE, AllPositions, Card, Event, NextPosition, RandomGames
from plyground.conformance.faults import Failure, Found
from plyground.conformance.features import features
from plyground.conformance.guarded_call import guarded, words
from plyground.conformance.interface_checks import broken_around
from plyground.conformance.lookahead_values import Contradiction, contradiction, has_one_value
from plyground.conformance.measure import measured
from plyground.conformance.random_walks import Map, hash_or_text
from plyground.conformance.rules_checks import broken_rules
from plyground.conformance.twin_check import disagreements, questions
from plyground.conformance.word_widths import too_wide
from plyground.core.authoring.marked_rules import title
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.errors import MoveError
from plyground.i18n import Sentence, _
from plyground.native.targets.target import has_compiler
from plyground.searches.twin import MISSING
from plyground.solvers.card import facts

LONGEST_GAME = 400
"""Plies after which a random game is stopped, because a game may repeat for ever."""
NEAREST = 100
"""Positions that are examined before the random games."""
SAMPLE = 300
"""Positions on which the compiled twin is compared."""
NEAREST_SHARE = 0.5
"""Part of the examination's time for the positions nearest to the start; the rest is for random games."""
NEARBY, EVERYWHERE = _("Checking the nearest positions"), _("Checking every position")
IMAGES = 3
"""Most positions visited to compare mirror images, as a multiple of the number of positions found."""

Line: TypeAlias = tuple[Move, ...]


class Options(NamedTuple):
    """The extent of an examination."""

    games: int = 50
    seed: int = 0
    positions: int = 2_000  # most positions of a game that is examined completely
    seconds: float = float("inf")  # processor time for games and positions together
    native: bool = False  # also examine compiled rules; without it numbers may have any length
    measured: bool = False  # also measure perft, speed and features


COMPLETE = Options(positions=20_000, seconds=5.0, native=True, measured=True)
"""The extent of ``plyground check``: a small game needs less, and a large one is never examined completely."""


class Examination:
    """One game, or one position to begin from, under examination."""

    def __init__(self, subject: Game | Any, options: Options) -> None:
        self.game = subject if isinstance(subject, Game) else None
        self.start: Any = subject.start if isinstance(subject, Game) else subject
        self.facts = self.game.facts if self.game else None
        self.options = options
        self.began = time.process_time()
        self.patience = min(PATIENCE, options.seconds)
        self.broken = False  # True if the rules broke a promise, so that they are not called again
        self.known: set[tuple[str, str]] = set()  # (fault, method) pairs that have an example
        self.examined: set[Any] = set()
        self.numbers: dict[int, tuple[Any, Line]] = {}  # first position with each number, and the line to it
        self.sample: list[tuple[Any, Line]] = []
        self.identity = hash_or_text(self.start)

    def events(self) -> Iterator[Event]:
        """Yield each finding as it is made. Stop after rules that fail, since what follows would only confuse."""
        yield from self._nearest()
        if self.broken:
            return
        yield self._card()
        yield from self._random_games()
        if self.broken:
            return
        whole = yield from self._everything()
        if self.known:
            return
        native = self.options.native and has_compiler()
        if native:
            yield from self._twin()
        if self.options.measured and not self.known:
            yield NextPosition((), _("Measuring"), COMPILING)
            refused = yield from measured(self.start, self.game, native)
            if self.options.native and not native:
                refused = MISSING
            yield from features(self.start, self.game, whole, native and refused is None, refused)

    def at(self, line: Line) -> Iterator[Event]:
        """Yield the findings along these moves, and more closely after them. Raise :class:`MoveError` for an illegal
        move.
        """
        position: Any = self.start
        met: set[Any] = set()
        for ply in range(len(line) + 1):
            yield from self._examine(position, line[:ply])
            yield from self._met(position, line[:ply], met)
            if self.broken or ply == len(line):
                break
            if line[ply] not in position.moves():
                raise MoveError(_("{move} is not a legal move here.", move=line[ply]))
            position = position.play(line[ply])
        if self.known:
            return
        yield from self._mirrored([position], lambda _position: line, self.options.positions)
        self.sample = [(position, line)]
        if self.options.native and has_compiler():
            yield from self._twin()

    def _card(self) -> Card:
        demands = tuple(str(each.name).lower() for each in self.start.demands())
        rules = type(self.start).__name__
        if self.game is None:
            return Card(title(type(self.start)), rules, demands)
        told = () if self.known else tuple((name, str(fact)) for name, fact in facts(self.game) if str(fact))
        return Card(self.game.title, rules, demands, told)

    # One position

    def _examine(self, position: MarkedPosition, line: Line, doing: Sentence = NEARBY) -> Iterator[Event]:
        """Examine one position, once."""
        yield NextPosition(line, doing, self.patience)
        found = broken_rules(position, self.facts)
        if not found and self.options.native:
            found = too_wide(position)
        self.broken = bool(found)
        if not found:
            self.examined.add(self.identity(position))
            found = broken_around(position, self.game)
            if not found and hasattr(position, "rank"):
                found = list(guarded(self._collision(position, line)))
            if not line and self.game is not None and position.is_over():
                found.append(Found("over-at-start", "is_over", _("the game is over before its first move")))
        yield from self._failures(found, line)

    def _failures(self, found: list[Found], line: Line) -> Iterator[Failure]:
        """Yield the failures that have no example yet."""
        for fault, method, sentence in found:
            if (fault, method) not in self.known:
                self.known.add((fault, method))
                yield Failure(fault, method, sentence, line)

    def _collision(self, position: Any, line: Line) -> Iterator[Found]:
        """Yield a fault if an earlier position had the same number."""
        number = position.rank()
        other, moves = self.numbers.setdefault(number, (position, line))
        if other != position:
            yield Found(
                "rank-collides", "rank",
                _("the position after the moves [{moves}] has the same number {number}", number=number, moves=" ".join(map(str, moves))),
            )  # fmt: skip

    # Random games

    def _random_games(self) -> Iterator[Event]:
        generator = random.Random(self.options.seed)
        played = RandomGames(wanted=self.options.games)
        for number in range(1, self.options.games + 1):
            if self._is_late():
                break
            doing = _("Playing random game {number} of {wanted}", number=number, wanted=played.wanted)
            played = yield from self._random_game(generator, played, doing)
            if self.broken:
                return
        yield played._replace(positions=len(self.examined))

    def _random_game(
        self, generator: random.Random, played: RandomGames, doing: Sentence
    ) -> Generator[Event, None, RandomGames]:
        position: Any = self.start
        line: Line = ()
        met: set[Any] = set()
        while True:
            if self.identity(position) not in self.examined:
                yield from self._examine(position, line, doing)
                if self.broken:
                    return played
            yield from self._met(position, line, met)
            if len(self.sample) < SAMPLE:
                self.sample.append((position, line))
            if position.is_over() or len(line) == LONGEST_GAME:
                return played.with_game(len(line), position.is_over())
            if self._is_late():
                return played
            moves = list(position.moves())
            played = played.with_choice(len(moves))
            move = generator.choice(moves)
            position, line = position.play(move), (*line, move)

    def _met(self, position: MarkedPosition, line: Line, met: set[Any]) -> Iterator[Failure]:
        """Yield a failure if a position was ``met`` before in a game without repetition. Add it to the positions
        ``met`` in this game.
        """
        ends = self.facts is None or self.facts.loops or not self.facts.deterministic  # a game with dice ends some day
        if self.identity(position) in met and not ends:
            yield from self._failures([Found("comes-again", "Facts.loops", _("this position has been there before in this game"))], line)  # fmt: skip
        met.add(self.identity(position))

    # Every position

    def _nearest(self) -> Iterator[Event]:
        """Examine the positions nearest to the start, so that most failures have a short counter-example."""
        found = Map(self.start)
        for position in islice(found.positions, NEAREST):
            yield from self._examine(position, found.line(position))
            if self.broken:
                return
            if self._is_late(NEAREST_SHARE):
                return
            found.expand(position)

    def _everything(self) -> Generator[Event, None, AllPositions]:
        """Examine all positions of a small game, nearest first."""
        found = Map(self.start)
        complete = yield from self._gone_through(found)
        count, limit = len(found.positions), self.options.positions
        whole = AllPositions(
            count if complete else len(self.examined), limit, complete, count <= limit and not complete
        )
        yield whole
        if complete:
            yield from self._mirrored(found.positions, found.line, IMAGES * len(found.positions))
        return whole

    def _mirrored(self, positions: list[Any], line: Callable[[Any], Line], limit: int) -> Iterator[Event]:
        """Yield a failure if mirror images have different values in a search of some plies."""
        for method, image in _images(self.start):
            yield NextPosition((), _("Comparing mirror images"), COMPILING)
            wrong = contradiction(positions, image, limit, self.began + self.options.seconds)
            if wrong is not None:
                yield from self._failures([_unequal(method, wrong)], line(wrong.position))

    def _gone_through(self, found: Map) -> Generator[Event, None, bool]:
        """Enumerate all positions and examine each one unless there are too many. Return True if all were examined."""
        for position in found.positions:
            yield NextPosition(found.line(position), EVERYWHERE, self.patience)
            try:
                found.expand(position)
            except BaseException:  # the examination of this position reports the error
                yield from self._examine(position, found.line(position), EVERYWHERE)
                return False
            if len(found.positions) > self.options.positions or self._is_late():
                return False
        for position in found.positions:
            if self.identity(position) not in self.examined:
                yield from self._examine(position, found.line(position), EVERYWHERE)
                if self.broken or self._is_late():
                    return False
        return True

    def _is_late(self, share: float = 1.0) -> bool:
        """Return True if this part of the time for games and positions has passed."""
        return time.process_time() > self.began + share * self.options.seconds

    # Compiled

    def _twin(self) -> Iterator[Event]:
        """Compare the compiled rules with plain Python, if searches would use them."""
        for question in questions(self.start, self.game):
            yield NextPosition((), _("Compiling"), COMPILING)
            for found, line in disagreements(question, self.sample or [(self.start, ())]):
                yield from self._failures([found], line)


def _images(position: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Return the methods that declare positions equal, each as a function from one position to the other."""
    if not has_one_value(position):
        return
    if hasattr(position, "canonical"):
        yield "canonical", lambda here: here.canonical()
    if hasattr(position, "rank") and position.period() < position.size():
        yield "period", lambda here: here.unrank((here.rank() + here.period()) % here.size())


def _unequal(method: str, wrong: Contradiction) -> Found:
    sentence = _(
        "its mirror image {image} has another value {plies} plies ahead",
        image=words(wrong.image), plies=wrong.plies,
    )  # fmt: skip
    return Found(f"{method}-value", method, sentence)
