"""Openings: the positions from which the games of a tournament begin."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from plyground.arena.game_text import read_games
from plyground.arena.match import Match
from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import Thought
from plyground.core.files import read_bytes, read_text
from plyground.core.game import FIRST, Game
from plyground.core.position import Demand, Move
from plyground.core.spec import Spec
from plyground.errors import FileError, PlygroundError, SearchError, SpecError
from plyground.games.game_notations import game_notations
from plyground.i18n import _
from plyground.tournaments.exact_values import ExactValues

KINDS = ("none", "random", "all", "file", "proven", "balanced")
DEFAULT_PLIES = 2
DEFAULT_MARGIN = 50
VALUES = ("drawn", "won", "lost")
"""Values of openings for the first side."""
ALL_VALUES = "all"
MAX_POSITIONS = 100_000
"""Most positions of ``all:plies=N``."""
MAX_TRIES = 2000
"""Random openings that are tried until one has the value that is asked for."""
MAX_UNPROVEN = 4
"""Random openings without a proof, one after another, after which the search for a proven opening ends. Their proofs
take a minute or two.
"""
MAX_REPEATS = 100
"""Random openings in a row that were chosen before, after which an opening is chosen again."""
JUDGE = "engine:nodes=20000"
"""The bot that evaluates openings without an exact value."""

POLYGLOT = ".bin"
VALUE = re.compile(r"value ([+-]?\d{1,6})", re.ASCII)
"""Comment of a line with the exact value for the first side, as :func:`proven_lines` writes it."""


class Opening(NamedTuple):
    """The beginning of a game."""

    moves: tuple[Move, ...] = ()
    position: str = ""  # position before the moves, in the game's notation; "" = the start
    value: int | None = None  # exact result for the first side; None: unknown


def is_balanced(text: str) -> bool:
    """Return True if a text for :meth:`Openings.parse` asks for balanced openings. No file is read."""
    return text.partition(":")[0] == "balanced"


def value_name(value: int) -> str:
    """Return the name of an exact value for the first side, one of :data:`VALUES`."""
    return VALUES[(value > 0) - (value < 0)]


def from_position(game: Game, opening: Opening) -> Game:
    """Return the same game, but beginning after an opening's moves."""
    return game.beginning(opening.position) if opening.position else game


@dataclass(frozen=True)
class Openings:
    """The openings of a tournament, numbered from 0. The same seed gives the same openings."""

    game: Game
    kind: str = "random"
    plies: int = DEFAULT_PLIES
    margin: int = DEFAULT_MARGIN  # most by which a side may be ahead in a balanced opening
    value: str = "drawn"  # value of a proven opening, one of VALUES or ALL_VALUES
    seed: int = 0
    given: tuple[Opening, ...] = ()  # openings from a file, or all openings
    recorded: Mapping[int, Opening] = field(default_factory=dict)  # openings chosen in an earlier run of the tournament

    @classmethod
    def parse(cls, text: str, game: Game, seed: int = 0) -> Openings:
        """Read ``none``, ``random:plies=2``, ``all:plies=2``, ``file:FILE``, ``proven:plies=8,value=drawn`` or
        ``balanced:plies=4,margin=50``; raise :class:`SpecError`.
        """
        if text.startswith("file:"):
            return cls(game, "file", seed=seed, given=_of_file(text.removeprefix("file:"), game, seed))
        spec = Spec.parse(text)
        numbers = {name: value for name, value in spec.options.items() if value.isdecimal() and len(value) < 4}
        words = {name: value for name, value in spec.options.items() if value in (*VALUES, ALL_VALUES)}
        offered = {"plies": numbers}
        if spec.name == "proven":
            offered["value"] = words
        elif spec.name == "balanced" and int(numbers.get("margin", DEFAULT_MARGIN)):
            offered["margin"] = numbers
        if spec.name not in KINDS or any(name not in offered.get(name, ()) for name in spec.options):
            raise SpecError(
                _(
                    "“{text}” is not a choice of openings. Write none, random:plies=2, all:plies=2, file:FILE, proven:plies=4,value=drawn or balanced:plies=4,margin=50.",
                    text=text,
                )
            )
        values = {name: int(value) for name, value in numbers.items()}
        plies, margin = values.get("plies", DEFAULT_PLIES), values.get("margin", DEFAULT_MARGIN)
        found = cls(game, spec.name, plies, margin, words.get("value", "drawn"), seed)
        if found.needs_proof and not found.values.can_be_exact:
            raise SpecError(
                _(
                    "Proven openings need exact values, and {game} has none. Write balanced:plies={plies},margin=50: the engine judges then.",
                    game=game.title, plies=found.plies,
                )
            )  # fmt: skip
        return replace(found, given=_shuffled(_all(game, found.plies), seed)) if spec.name == "all" else found

    @property
    def needs_proof(self) -> bool:
        """True if only positions of proven value are openings."""
        return self.kind == "proven"

    @property
    def count(self) -> int | None:
        """The number of different openings; None if it is unlimited."""
        if self.kind == "none" or (self.kind != "file" and self.plies == 0):
            return 1
        return len(self.given) if self.given else None

    def __getitem__(self, number: int) -> Opening:
        """Return an opening by its number; a list of openings starts again after its last."""
        if self.kind == "none":
            return Opening()
        opening = self.given[number % len(self.given)] if self.given else self._random[number]
        return self.judged(opening)

    def judged(self, opening: Opening) -> Opening:
        """Return the opening with its exact value for the first side, if the solver finds it."""
        if opening.value is not None:  # already known when it was chosen, or from an earlier run
            return opening
        match = after(self.game, opening)
        value = self.values.result(match.position, match.ply)
        if value is None:
            return opening
        return opening._replace(value=value if match.side == FIRST else -value)

    @cached_property
    def values(self) -> ExactValues:
        """The solver of openings, with the exact values found so far."""
        return ExactValues(self.game, is_patient=self.needs_proof)

    @cached_property
    def _random(self) -> _RandomOpenings:
        return _RandomOpenings(self)


class _RandomOpenings:
    """Openings of random moves that do not end the game, proven or balanced ones if so chosen.

    They are chosen in the order of their numbers. A position is chosen again only if :data:`MAX_REPEATS` tries found no
    other one; then all positions may be chosen again.
    """

    def __init__(self, openings: Openings) -> None:
        from plyground.conformance.random_walks import (
            hash_or_text,  # imported here because it is slow to import and games do not need it
        )

        self._of = openings
        self._key = hash_or_text(openings.game.start)
        self._chosen: list[Opening] = []
        self._used: set[Any] = set()  # keys of positions
        self._unfit: set[Any] = set()
        self._unproven = 0  # number of positions without a proof since the last proof

    def __getitem__(self, number: int) -> Opening:
        for earlier in range(len(self._chosen), number + 1):
            opening = self._of.recorded.get(earlier) or self._next(earlier)
            key = self._key(after(self._of.game, opening).position)
            if key in self._used:
                self._used.clear()
            self._used.add(key)
            self._chosen.append(opening)
        return self._chosen[number]

    def _next(self, number: int) -> Opening:
        """Return a random opening. Raise :class:`SearchError` if none is found."""
        chance = random.Random(f"{self._of.seed} {number}")
        repeats: list[Opening] = []
        self._unproven = 0
        for _try in range(MAX_TRIES):
            match = self._played(chance)
            if match is None:
                continue
            opening = Opening(match.moves[: match.ply])
            if self._key(match.position) in self._used:
                repeats.append(opening)
                if len(repeats) == MAX_REPEATS:
                    break
            elif (fit := self._fit(opening, match)) is not None:
                return fit
            if self._unproven == MAX_UNPROVEN:
                break
        if repeats:
            return repeats[0]
        if self._unproven:
            raise SearchError(
                _(
                    "The value of no position after {plies} moves could be proven. Choose more moves, or write balanced:plies={plies},margin=50: the engine judges then.",
                    plies=self._of.plies,
                )
            )  # fmt: skip
        raise SearchError(_("No such opening was found: choose another value or margin, or fewer or more plies."))

    def _played(self, chance: random.Random) -> Match | None:
        """Return a match after random moves; None if the game is over."""
        match = Match(self._of.game, seed=chance.getrandbits(48))
        while match.ply < self._of.plies and not match.rolled().outcome:
            match = match.rolled()
            match = match.play(chance.choice(list(match.position.moves())))
        return None if match.rolled().outcome or match.ply < self._of.plies else match

    def _fit(self, opening: Opening, match: Match) -> Opening | None:
        """Return the opening, if possible with its exact value. Return None if it is not of the kind that is asked for."""
        if self._of.kind not in ("proven", "balanced"):
            return opening
        key = self._key(match.position)
        if key in self._unfit:
            return None
        judged = self._of.judged(opening)
        if self._of.needs_proof:
            self._unproven = self._unproven + 1 if judged.value is None else 0
            is_fit = judged.value is not None and self._of.value in (ALL_VALUES, value_name(judged.value))
        elif judged.value is not None:
            is_fit = abs(judged.value) <= (0 if self._of.values.is_win_or_draw else self._of.margin)
        else:
            is_fit = self._estimated_lead(match) <= self._of.margin
        if is_fit:
            return judged
        self._unfit.add(key)
        return None

    def _estimated_lead(self, match: Match) -> float:
        """Return the size of the engine's value, which is 0 for a balanced position."""
        bot = bot_named(JUDGE, self._of.game)
        value = bot.choose(match.position, Thought(is_one_of_many=True)).value  # compiled, without a clock
        return float("inf") if value is None else abs(value)


def after(game: Game, opening: Opening, seed: int = 0) -> Match:
    """Return the match after the moves of an opening."""
    return Match(from_position(game, opening), opening.moves, len(opening.moves), seed)


def _all(game: Game, plies: int) -> tuple[Opening, ...]:
    """Return one opening for each unfinished position after ``plies`` plies."""
    if game.demands & Demand.CHANCE:
        raise SpecError(_("In a game of chance all openings cannot be listed: choose random openings."))
    found: dict[Any, tuple[Move, ...]] = {game.start: ()}
    for _ply in range(plies):
        later: dict[Any, tuple[Move, ...]] = {}
        for position, moves in found.items():
            for move in position.moves():
                later.setdefault(position.play(move), (*moves, move))
        found = {position: moves for position, moves in later.items() if not position.is_over()}
        if len(found) > MAX_POSITIONS:
            raise SpecError(_("There are too many positions after {plies} plies: choose random openings.", plies=plies))
    if not found:
        raise SpecError(_("Every game is over after {plies} plies.", plies=plies))
    return tuple(map(Opening, found.values()))


def proven_lines(
    game: Game,
    plies: int,
    most: int | None = None,
    on_progress: Callable[[int, int], object] = lambda done, count: None,
) -> Iterator[tuple[int, str]]:
    """Yield (value for the first side, line of a file of openings) of the positions after so many plies.

    Each position comes once. Positions that the solver does not prove within
    :data:`~plyground.tournaments.exact_values.MAX_PROOF_NODES` are left out. With ``most``, so many positions are drawn
    at random without repetition. Raise :class:`SpecError` for a game without exact values.
    """
    openings = Openings(game, "proven", plies)
    if not openings.values.can_be_exact:
        raise SpecError(_("{game} has no exact values.", game=game.title))
    chosen: Sequence[Opening]
    if most is None:
        chosen = _all(game, plies)
    else:
        drawn = Openings(game, "random", plies)._random
        chosen = [drawn[number] for number in range(most)]
    for number, opening in enumerate(chosen, 1):
        judged = openings.judged(opening)
        on_progress(number, len(chosen))
        if judged.value is not None:
            words = after(game, opening).words
            moves = "".join(words) if game.unspaced else " ".join(words)
            yield judged.value, f"{moves} # value {judged.value}"


def _shuffled(openings: tuple[Opening, ...], seed: int) -> tuple[Opening, ...]:
    mixed = list(openings)
    random.Random(seed).shuffle(mixed)
    return tuple(mixed)


def _of_file(path: str, game: Game, seed: int) -> tuple[Opening, ...]:
    """Return the openings of a file, each once.

    Each line is a position as the game writes it, or moves; a file that ends like a notation of the game, such as .pgn
    or .epd, has games or positions in it. From a Polyglot book lines are drawn by the weights of its moves. Raise
    :class:`FileError`.
    """
    suffix = Path(path).suffix.lower()
    found: dict[Opening, None] = {}
    openings: Iterator[tuple[int, Opening]]
    if suffix == POLYGLOT:
        openings = _of_book(path, game, seed)
    elif any(each.suffix == suffix != ".txt" for each in game_notations(game)):
        openings = _of_games(path, game)
    else:
        openings = _of_lines(path, game)
    for number, opening in openings:
        if after(game, opening).outcome:
            raise FileError(path, _("the game is over there"), number)
        found[opening] = None
    if not found:
        raise FileError(path, _("there is no opening in it"))
    return tuple(found)


def _of_book(path: str, game: Game, seed: int) -> Iterator[tuple[int, Opening]]:
    """Yield (number, opening) of each line that is drawn from a Polyglot book."""
    from plyground.games.chess.chess_rules import Chess  # imported here because most tournaments need no chess
    from plyground.games.chess.polyglot_book import PolyglotBook

    if not isinstance(game.start, Chess):
        raise FileError(path, _("Polyglot books have openings of chess only"))
    book = PolyglotBook(path, read_bytes(path))
    for number, line in enumerate(book.lines(game.start, seed), 1):
        yield number, Opening(line)


def _of_games(path: str, game: Game) -> Iterator[tuple[int, Opening]]:
    """Yield (number, opening) of each game of a file. Damaged games are left out."""
    try:
        games = read_games(game, read_bytes(path))
    except PlygroundError as error:
        raise FileError(path, error.sentence) from None
    for number, each in enumerate(games, 1):
        if not each.is_cut:
            begun = each.match.game
            position = "" if begun.start == game.start else begun.position_text(begun.start, 0)
            yield number, Opening(each.match.moves, position)


def _of_lines(path: str, game: Game) -> Iterator[tuple[int, Opening]]:
    """Yield (line, opening) of each line of a file. Raise :class:`FileError`."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        text, _mark, comment = line.partition("#")
        if text.strip():
            try:
                opening = _of_line(text.strip(), game)
            except PlygroundError as error:
                raise FileError(path, error.sentence, number) from None
            value = VALUE.fullmatch(comment.strip())
            yield number, opening._replace(value=int(value[1])) if value else opening


def _of_line(text: str, game: Game) -> Opening:
    try:
        game.notation.parse(text)
        return Opening(position=text)
    except PlygroundError as error:
        try:
            match = Match.parse(game, text)
        except PlygroundError:
            raise error from None
        return Opening(match.moves[: match.ply])
