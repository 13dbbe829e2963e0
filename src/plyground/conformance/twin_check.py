"""Comparison of the compiled rules with plain Python: all methods that a search calls."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from math import isclose
from typing import Any, NamedTuple

from plyground.conformance.faults import Found
from plyground.conformance.word_widths import MOST, widest_on_the_way
from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition, WiderPosition
from plyground.errors import RulesError
from plyground.i18n import Sentence, _
from plyground.searches.tally import float_row, row
from plyground.searches.twin import twin

QUESTIONS = ("is_over", "utility", "score", "is_stuck", "utmost", "key", "mobility")
OF_A_MOVE = ("moves", "play", "turn", "promise", "is_noisy")
WIDER_QUESTIONS = ("is_over", "is_chance", "utmost", "key", "mobility")
WIDER_OF_A_MOVE = ("moves", "play", "turn", "promise")
MAX_MOVES = 1000
TOLERANCE = 1e-9
"""Greatest difference between a float and a fraction that count as equal; the same as in docs/searches.md."""


def answers(position: MarkedPosition, written: MutableSequence[int], room: int) -> int:
    """Write the answers of a position to :data:`QUESTIONS`, then those to :data:`OF_A_MOVE` for each move unless the
    game is over. Return the count of words.
    """
    over = position.is_over()
    written[0] = 1 if over else 0
    written[1] = position.utility() if over else 0
    written[2] = position.score() if over else 0
    written[3] = 1 if over and position.is_stuck() else 0
    written[4] = position.utmost()
    written[5] = position.key()
    written[6] = 0 if over else position.mobility()
    place = 7
    if over:
        return place
    end = answers_of_moves(position, written, place, room, 5)
    for of_move in range(place, end, 5):
        written[of_move + 4] = 1 if position.is_noisy(written[of_move]) else 0
    return end


def wider_answers(position: MarkedPosition, written: MutableSequence[int], room: int) -> int:
    """Write the answers of :func:`answers` for a game with chance or several players, whose utilities may not be whole
    numbers.
    """
    over = position.is_over()
    written[0] = 1 if over else 0
    written[1] = 1 if position.is_chance() else 0
    written[2] = position.utmost()
    written[3] = position.key()
    written[4] = 0 if over else position.mobility()
    place = 5
    if over:
        return place
    return answers_of_moves(position, written, place, room, 4)


def answers_of_moves(position: MarkedPosition, written: MutableSequence[int], place: int, room: int, step: int) -> int:
    """Write four answers about each move from ``place`` on, each ``step`` words behind the last. Return the place after
    the last answer.
    """
    for move in position.moves():
        if place + step > room:
            break
        child = position.play(move)
        written[place] = move
        written[place + 1] = child.key()
        written[place + 2] = position.turn(child)
        written[place + 3] = position.promise(move)
        place += step
    return place


def weighing(position: WiderPosition, written: MutableSequence[float], room: int) -> int:
    """Write the utility of a finished game; else its bounds and the probabilities of chance. Return the count of
    numbers.
    """
    if position.is_over():
        written[0] = position.utility()
        return 1
    if not position.is_chance():
        return 0
    least, most = position.bounds()
    written[1] = least
    written[2] = most
    place = 3
    for move in position.moves():
        if place < room:
            written[place] = position.probability(move)
            place += 1
    return place


def sharing(position: WiderPosition, written: MutableSequence[float], room: int) -> int:
    """Write the utility of each player of a finished game; else the player to move. Return the count of numbers."""
    if not position.is_over():
        written[0] = position.to_move()
        written[1] = position.players()
        written[2] = position.total()
        return 3
    place = 3
    for utility in position.utilities():
        if place < room:
            written[place] = utility
            place += 1
    return place


def numbering(position: Any, written: MutableSequence[int], room: int) -> int:
    """Write the number of a position, and the key of the position that has this number. Return the count of words."""
    written[0] = position.rank()
    written[1] = position.unrank(position.rank()).key()
    written[2] = 1 if position.valid() else 0
    written[3] = position.period()
    written[4] = position.size()
    return 5


def imaging(position: Any, written: MutableSequence[int], room: int) -> int:
    """Write the key of the mirror image that represents a position. Return the count of words."""
    written[0] = position.canonical().key()
    return 1


def foreseeing(position: MarkedPosition, written: MutableSequence[int], room: int) -> int:
    """Write the answers to the exact solver's questions. Return the count of words."""
    if position.is_over():
        return 0
    least, most = position.prospects(-room, room)
    written[0] = least
    written[1] = most
    place = 2
    if least < most:
        for move in position.candidates():
            if place < room:
                written[place] = move
                place += 1
    return place


def judging(position: MarkedPosition, written: MutableSequence[Any], room: int, evaluation: Any) -> int:
    """Write the estimate of a static evaluation. Return the count of numbers."""
    written[0] = 0 if position.is_over() else evaluation.value(position)
    return 1


def judging_each(position: MarkedPosition, written: MutableSequence[float], room: int, evaluation: Any) -> int:
    """Write the estimates of a static evaluation for all players. Return the count of numbers."""
    place = 0
    if not position.is_over():
        for estimate in evaluation.values(position):
            if place < room:
                written[place] = estimate
                place += 1
    return place


class Question(NamedTuple):
    """A function that calls some methods and writes their results in order."""

    text: Callable[..., int]
    first: tuple[str, ...]
    again: tuple[str, ...] = ()  # methods called again and again after ``first``
    more: tuple[Any, ...] = ()  # further arguments of the text
    exact: bool = True  # True: compare whole numbers; False: floats may differ by :data:`TOLERANCE`

    def memory(self) -> array[Any]:
        """Return memory for the results."""
        length = len(self.first) + 5 * MAX_MOVES
        return row(length) if self.exact else float_row(length)

    def difference(self, plain: Sequence[Any], compiled: Sequence[Any]) -> int | None:
        """Return the index of the first result that differs; None if there is none."""
        if plain == compiled:
            return None
        for place, (one, other) in enumerate(zip(plain, compiled, strict=False)):
            if one != other and (self.exact or not isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)):
                return place
        return None if len(plain) == len(compiled) else min(len(plain), len(compiled))

    def method(self, place: int) -> str:
        """Return the name of the method whose result is at an index."""
        if place < len(self.first):
            return self.first[place]
        return self.again[(place - len(self.first)) % len(self.again)]


def questions(position: Any, game: Game | None) -> list[Question]:
    """Return the questions that apply to this game."""
    demands = position.demands()
    if Demand.HIDDEN in demands or (Demand.FRACTIONS in demands and not demands & (Demand.CHANCE | Demand.PLAYERS)):
        return []  # no search of such a game is compiled
    if demands & ~Demand.TURNS:
        return list(_wider_questions(position, game, demands))
    asked = [Question(answers, QUESTIONS, OF_A_MOVE)]
    if hasattr(position, "rank") and position.size() <= MOST:  # a larger game could have no table
        asked.append(Question(numbering, ("rank", "unrank", "valid", "period", "size")))
    if hasattr(position, "canonical"):
        asked.append(Question(imaging, ("canonical",)))
    if {"prospects", "candidates"} & set(vars(type(position))) - _supplied(position):
        asked.append(Question(foreseeing, ("prospects", "prospects"), ("candidates",)))
    for evaluation in game.evaluations.values() if game is not None else ():
        asked.append(Question(judging, (f"{type(evaluation).__name__}.value",), more=(evaluation,)))
    return asked


def _wider_questions(position: MarkedPosition, game: Game | None, demands: Demand) -> Iterator[Question]:
    """Yield the questions for a game with chance, with several players or with fractions as utilities."""
    yield Question(wider_answers, WIDER_QUESTIONS, WIDER_OF_A_MOVE)
    several = Demand.PLAYERS in demands
    if Demand.CHANCE in demands or not several:
        yield Question(weighing, ("utility", "bounds", "bounds"), ("probability",), exact=False)
    if several:
        yield Question(sharing, ("to_move", "players", "total"), ("utilities",), exact=False)
    for evaluation in game.evaluations.values() if game is not None else ():
        name = type(evaluation).__name__
        if several:
            yield Question(judging_each, (), (f"{name}.values",), (evaluation,), exact=False)
        else:
            yield Question(judging, (f"{name}.value",), (), (evaluation,), exact=False)


def _supplied(position: MarkedPosition) -> set[str]:
    """Return the methods that the class got from @rules."""
    return {name for name, method in vars(type(position)).items() if getattr(method, "__module__", "") == "plyground.core.authoring.marked_rules"}  # fmt: skip


Sample = Sequence[tuple[Any, tuple[int, ...]]]
"""Positions, each with the moves that lead to it."""


def disagreements(question: Question, sample: Sample) -> Iterator[tuple[Found, tuple[int, ...]]]:
    """Yield the first result in which the compiled rules differ, with the moves, or the reason why they do not
    compile.
    """
    native, line = question.text, sample[0][1]
    plainly, compiled = question.memory(), question.memory()
    room = len(plainly)
    try:
        native = twin(question.text, sample[0][0], compiled, room, *question.more)
        for position, line in sample:
            count = question.text(position, plainly, room, *question.more)
            other = native(position, compiled, room, *question.more)
            place = question.difference(plainly[:count], compiled[:other])
            if place is not None:
                method, both = question.method(place), place < min(count, other)
                sentence = _(
                    "it returns {compiled}, but Python returns {plain}",
                    compiled=compiled[place] if both else other, plain=plainly[place] if both else count,
                )  # fmt: skip
                yield _blamed(question, position, method, sentence), line
                return
    except RulesError as error:
        yield Found("not-compiled", str(error.sentence.values.get("method", "rules")), error.sentence), line


def _blamed(question: Question, position: MarkedPosition, method: str, sentence: Sentence) -> Found:
    """Return the failure; if a number exceeds 64 bits, the failure names it as the cause."""
    scratch = question.memory()
    wide = widest_on_the_way(lambda: question.text(position, scratch, len(scratch), *question.more))
    if wide is None:
        return Found("twin-differs", method, sentence)
    return Found(
        "overflow", wide.method,
        _(
            "its variable {variable} ({file}, line {line}) does not fit 64 bits, so compiled {method} returns something else",
            variable=wide.variable, file=wide.file, line=wide.line, method=method,
        ),
    )  # fmt: skip
