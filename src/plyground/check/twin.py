"""The compiled twin of the rules beside their text: every answer to every question of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from typing import Any, NamedTuple

from plyground.check.faults import Found
from plyground.check.widths import MOST, widest_on_the_way
from plyground.errors import RulesError
from plyground.game import Game
from plyground.language import Sentence, _
from plyground.search.native import twin
from plyground.search.tally import row

QUESTIONS = ("is_over", "utility", "score", "is_stuck", "utmost", "key", "mobility")
OF_A_MOVE = ("moves", "play", "turn", "promise", "is_noisy")
MOST_MOVES = 1000


def answers(position: Any, written: MutableSequence[int], room: int) -> int:
    """Write what a search asks of a position: :data:`QUESTIONS`, then :data:`OF_A_MOVE` of each. How many there are."""
    over = position.is_over()
    written[0] = 1 if over else 0
    written[1] = position.utility() if over else 0
    written[2] = position.score() if over else 0
    written[3] = 1 if over and position.is_stuck() else 0
    written[4] = position.utmost()
    written[5] = position.key()
    written[6] = position.mobility()
    place = 7
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
    """The numbers of a position and of the one that has its number."""
    written[0] = position.rank()
    written[1] = position.unrank(position.rank()).key()
    written[2] = 1 if position.valid() else 0
    written[3] = position.period()
    written[4] = position.size()
    return 5


def imaging(position: Any, written: MutableSequence[int], room: int) -> int:
    """The image that stands for a position."""
    written[0] = position.canonical().key()
    return 1


def foreseeing(position: Any, written: MutableSequence[int], room: int) -> int:
    """What the exact solver asks."""
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
    """What a static evaluation guesses."""
    written[0] = 0 if position.is_over() else evaluation.value(position)
    return 1


class Question(NamedTuple):
    """A text that asks some methods, in the order in which it writes their answers."""

    text: Callable[..., int]
    first: tuple[str, ...]
    again: tuple[str, ...] = ()  # those that come again and again behind
    more: tuple[Any, ...] = ()  # what the text takes besides

    def method(self, place: int) -> str:
        """Whose answer is written at a place."""
        if place < len(self.first):
            return self.first[place]
        return self.again[(place - len(self.first)) % len(self.again)]


def questions(position: Any, game: Game | None) -> list[Question]:
    """What there is to ask of this game."""
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
    """The methods that the class has only from @rules."""
    return {name for name, method in vars(type(position)).items() if getattr(method, "__module__", "") == "plyground.position"}  # fmt: skip


Sample = Sequence[tuple[Any, tuple[int, ...]]]
"""Positions, each with the moves that lead to it."""


def disagreements(question: Question, sample: Sample) -> Iterator[tuple[Found, tuple[int, ...]]]:
    """The first answer that the compiled twin gives otherwise, with the moves; or why there is no twin."""
    native, line = question.text, sample[0][1]
    plainly, compiled = row(len(question.first) + 5 * MOST_MOVES), row(len(question.first) + 5 * MOST_MOVES)
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
                    "it answers {compiled} where Python answers {plain}",
                    compiled=compiled[place] if places else other, plain=plainly[place] if places else count,
                )  # fmt: skip
                yield _blamed(question, position, method, sentence), line
                return
    except RulesError as error:
        yield Found("not-compiled", str(error.sentence.values.get("method", "rules")), error.sentence), line


def _blamed(question: Question, position: Any, method: str, sentence: Sentence) -> Found:
    """The same, laid to a number that is too wide where one is seen."""
    scratch = row(len(question.first) + 5 * MOST_MOVES)
    wide = widest_on_the_way(lambda: question.text(position, scratch, len(scratch), *question.more))
    if wide is None:
        return Found("twin-differs", method, sentence)
    return Found(
        "overflow", wide.method,
        _(
            "its variable {variable} ({file}, line {line}) has no room in a signed word of 64 bits, and compiled, {method} answers otherwise",
            variable=wide.variable, file=wide.file, line=wide.line, method=method,
        ),
    )  # fmt: skip
