"""Comparison of the compiled rules with plain Python: all methods that a search calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from typing import Any, NamedTuple

from plyground.check.faults import Found
from plyground.check.word_widths import MOST, widest_on_the_way
from plyground.core.game import Game
from plyground.errors import RulesError
from plyground.i18n import Sentence, _
from plyground.searches.tally import row
from plyground.searches.twin import twin

QUESTIONS = ("is_over", "utility", "score", "is_stuck", "utmost", "key", "mobility")
OF_A_MOVE = ("moves", "play", "turn", "promise", "is_noisy")
MAX_MOVES = 1000


def answers(position: Any, written: MutableSequence[int], room: int) -> int:
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
    for move in position.moves():
        if place + 5 > room:
            break
        child = position.play(move)
        written[place] = move
        written[place + 1] = child.key()
        written[place + 2] = position.turn(child)
        written[place + 3] = position.promise(move)
        written[place + 4] = 1 if position.is_noisy(move) else 0
        place += 5
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


def foreseeing(position: Any, written: MutableSequence[int], room: int) -> int:
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


def judging(position: Any, written: MutableSequence[int], room: int, evaluation: Any) -> int:
    """Write the estimate of a static evaluation. Return the count of words."""
    written[0] = 0 if position.is_over() else evaluation.value(position)
    return 1


class Question(NamedTuple):
    """A function that calls some methods and writes their results in order."""

    text: Callable[..., int]
    first: tuple[str, ...]
    again: tuple[str, ...] = ()  # those that come again and again behind
    more: tuple[Any, ...] = ()  # what the text takes besides

    def method(self, place: int) -> str:
        """Return the name of the method whose result is at an index."""
        if place < len(self.first):
            return self.first[place]
        return self.again[(place - len(self.first)) % len(self.again)]


def questions(position: Any, game: Game | None) -> list[Question]:
    """Return the questions that apply to this game."""
    asked = [Question(answers, QUESTIONS, OF_A_MOVE)]
    if hasattr(position, "rank") and position.size() <= MOST:  # of more, no table could be made
        asked.append(Question(numbering, ("rank", "unrank", "valid", "period", "size")))
    if hasattr(position, "canonical"):
        asked.append(Question(imaging, ("canonical",)))
    if {"prospects", "candidates"} & set(vars(type(position))) - _supplied(position):
        asked.append(Question(foreseeing, ("prospects", "prospects"), ("candidates",)))
    for evaluation in game.evaluations.values() if game is not None else ():
        asked.append(Question(judging, (f"{type(evaluation).__name__}.value",), more=(evaluation,)))
    return asked


def _supplied(position: Any) -> set[str]:
    """Return the methods that the class got from @rules."""
    return {name for name, method in vars(type(position)).items() if getattr(method, "__module__", "") == "plyground.core.position"}  # fmt: skip


Sample = Sequence[tuple[Any, tuple[int, ...]]]
"""Positions, each with the moves that lead to it."""


def disagreements(question: Question, sample: Sample) -> Iterator[tuple[Found, tuple[int, ...]]]:
    """Yield the first result in which the compiled rules differ, with the moves, or the reason why they do not
    compile.
    """
    native, line = question.text, sample[0][1]
    plainly, compiled = row(len(question.first) + 5 * MAX_MOVES), row(len(question.first) + 5 * MAX_MOVES)
    room = len(plainly)
    try:
        native = twin(question.text, sample[0][0], compiled, room, *question.more)
        for position, line in sample:
            count = question.text(position, plainly, room, *question.more)
            other = native(position, compiled, room, *question.more)
            if count != other or plainly[:count] != compiled[:count]:
                places = [place for place in range(min(count, other)) if plainly[place] != compiled[place]]
                place = places[0] if places else min(count, other)
                method = question.method(place)
                sentence = _(
                    "it returns {compiled}, but Python returns {plain}",
                    compiled=compiled[place] if places else other, plain=plainly[place] if places else count,
                )  # fmt: skip
                yield _blamed(question, position, method, sentence), line
                return
    except RulesError as error:
        yield Found("not-compiled", str(error.sentence.values.get("method", "rules")), error.sentence), line


def _blamed(question: Question, position: Any, method: str, sentence: Sentence) -> Found:
    """Return the failure; if a number exceeds 64 bits, the failure names it as the cause."""
    scratch = row(len(question.first) + 5 * MAX_MOVES)
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
