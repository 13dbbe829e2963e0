"""The conformance test: does a game keep the contract of ``position.py`` and ``game.py``?

Every built-in game passes it, and so must every other. It plays games at random from a seed and asks,
at each position on the way, every question that a search or an interface will ask.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.errors import PlygroundError
from plyground.game import FIRST, Game
from plyground.language import Sentence, _
from plyground.position import Move
from plyground.solve.grundy import mex
from plyground.solve.walk import successors

LONGEST_GAME = 1000
"""Plies after which a random game is left: a game may go round in circles."""


class Failure(NamedTuple):
    """One broken promise, with the moves from the start that lead to the position where it shows."""

    method: str  # where to look: ``moves``, ``play``, ``Notation.parse``, ...
    sentence: Sentence
    line: tuple[Move, ...]

    def __str__(self) -> str:
        moves = " ".join(map(str, self.line))
        return str(_("{method}, after the moves [{moves}]: {sentence}", method=self.method, moves=moves, sentence=self.sentence))  # fmt: skip


def check(game: Game, *, games: int = 50, seed: int = 0) -> list[Failure]:
    """The failures found in some random ``games``, the first example of each; empty when all is well.

    Rules that fail are not played on: what follows from a failure would only confuse.
    """
    found: dict[tuple[str, str], Failure] = {}
    generator = random.Random(seed)
    for _again in range(games):
        position: Any = game.start
        line: tuple[Move, ...] = ()
        while True:
            broken = list(_broken_rules(game, position))
            for method, sentence in broken or _guarded(_broken_around(game, position)):
                found.setdefault((method, sentence.text), Failure(method, sentence, line))
            if broken:
                return list(found.values())
            if position.is_over() or len(line) == LONGEST_GAME:
                break
            move = generator.choice(list(position.moves()))
            position = position.play(move)
            line = (*line, move)
    return list(found.values())


def _broken_rules(game: Game, position: Any) -> Iterator[tuple[str, Sentence]]:
    """The rules' own promises: the method that breaks one, and the sentence."""
    named_tuple = isinstance(position, tuple) and hasattr(position, "_fields")
    if not (named_tuple and hasattr(position, "turn")):
        yield "rules", _("a position must be a NamedTuple whose class is marked @rules")
        return
    yield from (
        list(_guarded(_broken_moves(position)))
        or list(_guarded(_broken_ends(game, position)))
        or _guarded(_broken_play(position))
    )


def _guarded(failures: Iterator[tuple[str, Sentence]]) -> Iterator[tuple[str, Sentence]]:
    """The failures, and one more where the code under test raises: it may do anything."""
    try:
        yield from failures
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        yield (
            "game" if last.filename == __file__ else last.name,
            _("it raises {type}: {error}", type=type(error).__name__, error=error),
        )


def _broken_moves(position: Any) -> Iterator[tuple[str, Sentence]]:
    moves = list(position.moves())
    if moves != list(position.moves()):
        yield "moves", _("it gives different moves when it is asked twice")
    if len(set(moves)) != len(moves):
        yield "moves", _("it gives the same move twice")
    for move in moves:
        if type(move) is not int:
            yield "moves", _("it gives {move}, which is not a whole number", move=repr(move))


def _broken_ends(game: Game, position: Any) -> Iterator[tuple[str, Sentence]]:
    over = position.is_over()
    moves = list(position.moves())
    if type(over) is not bool:
        yield "is_over", _("it answers {answer} where only True and False are answers", answer=repr(over))
    if over and moves:
        yield "moves", _("the game is over, yet there are moves")
    if not over and not moves:
        yield "moves", _("the game is not over, yet there is no move")
    if over:
        utility, utmost = position.utility(), position.utmost()
        if abs(utility) > utmost:
            text = _("it is {utility}, outside the declared range from {least} to {most}", utility=utility, least=-utmost, most=utmost)  # fmt: skip
            yield "utility", text


def _broken_play(position: Any) -> Iterator[tuple[str, Sentence]]:
    before = repr(position)
    for move in position.moves():
        child = position.play(move)
        if type(child) is not type(position):
            yield "play", _("it gives a {type}, not a position of this game", type=type(child).__name__)
        elif position.turn(child) not in (1, -1):
            yield "turn", _("it is {turn}, neither 1 nor −1", turn=position.turn(child))
    if repr(position) != before:
        yield "play", _("it changes the position that it is asked of")


def _broken_around(game: Game, position: Any) -> Iterator[tuple[str, Sentence]]:
    """The promises of what surrounds the rules: symmetry, notation, picture, evaluations."""
    if hasattr(position, "canonical"):
        image = position.canonical()
        if image.canonical() != image:
            yield "canonical", _("asked of its own answer, it gives another")
        if image.is_over() != position.is_over() or (image.is_over() and image.utility() != position.utility()):
            yield "canonical", _("it changes how the game stands")
        if len(list(image.moves())) != len(list(position.moves())):
            yield "canonical", _("it changes the number of moves")
    if hasattr(position, "rank"):
        yield from _broken_numbers(position)
    if hasattr(position, "grundy") and position.grundy() != mex(child.grundy() for child in successors(position)):
        yield "grundy", _("it is not the least number that is missing among those after each move")
    yield from _broken_notation(game, position)
    picture = game.picture
    if len(picture.marks(position)) != picture.width * picture.height:
        yield "Picture.marks", _("it does not give one mark for each of the {cells} cells", cells=picture.width * picture.height)  # fmt: skip
    for move in position.moves():
        cells = picture.cells(position, move)
        if cells and len(cells) != 1 + picture.pieces:
            yield "Picture.cells", _("a move has {count} cells", count=len(cells))
        elif cells and game.pressed(position, cells) != move:
            yield "Picture.word", _("pressing the cells of a move means another move")
    if not position.is_over():
        for name, evaluation in game.evaluations.items():
            if abs(evaluation.value(position)) >= evaluation.win:
                yield "evaluations", _("{name} guesses {value}, as much as a win", name=name, value=evaluation.value(position))  # fmt: skip


def _broken_numbers(position: Any) -> Iterator[tuple[str, Sentence]]:
    """The promises of :class:`plyground.position.CountedPosition`."""
    number, size, period = position.rank(), position.size(), position.period()
    if not 0 <= number < size:
        yield "rank", _("it is {number}, and the numbers end before {size}", number=number, size=size)
    elif position.unrank(number) != position:
        yield "unrank", _("the number {number} stands for another position", number=number)
    elif not position.valid():
        yield "valid", _("a position that play has led to is called invalid")
    if size % period:
        yield "period", _("it does not divide the size")
    if hasattr(position, "predecessors"):
        for move in position.moves():
            if position not in position.play(move).predecessors():
                yield "predecessors", _("a position that a move leads from is missing")
        for before in position.predecessors():
            if position not in [before.play(move) for move in before.moves()]:
                yield "predecessors", _("no move leads here from a position that it gives")


def _broken_notation(game: Game, position: Any) -> Iterator[tuple[str, Sentence]]:
    notation = game.notation
    text = notation.format(position)
    try:
        if notation.parse(text) != position:
            yield "Notation.parse", _("“{text}” reads back as another position", text=text)
    except PlygroundError as error:
        yield "Notation.parse", _("it refuses what format wrote: {reason}", reason=error.sentence)
    for move in position.moves():
        word = notation.format_move(position, move)
        try:
            if notation.parse_move(position, word) != move:
                yield "Notation.parse_move", _("“{text}” reads back as another move", text=word)
        except PlygroundError as error:
            yield "Notation.parse_move", _("it refuses what format_move wrote: {reason}", reason=error.sentence)
        child = position.play(move)
        same_side = max(notation.side(child), FIRST) == max(notation.side(position), FIRST)  # chance has the first view
        if same_side != (position.turn(child) > 0):
            yield "Notation.side", _("it disagrees with the rules about whose turn it is")
