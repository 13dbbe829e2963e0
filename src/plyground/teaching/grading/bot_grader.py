"""Grading of a student's bot: its moves against exact values, and games against a baseline bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from plyground.bots import bot as bot_named
from plyground.bots.move_spelling import MoveReader
from plyground.core.game import FIRST, LONGEST_MATCH
from plyground.core.position import MarkedPosition, Move
from plyground.i18n import Number, Sentence, _
from plyground.solvers.explore import ranked
from plyground.solvers.forward import Value, Valued
from plyground.teaching.exercises.generator import seed_of
from plyground.teaching.grading.answer import Problem
from plyground.teaching.grading.game_submission import (
    ENDINGS,
    GameFault,
    GameSubmission,
    Line,
    after,
    problem_in,
    sampled,
)
from plyground.teaching.grading.proven_values import ProvenValues


class Chosen(NamedTuple):
    """One position with the move that the bot chose there and the value of each legal move."""

    line: Line
    position: Any
    move: Move | None
    text: str  # text of the given move
    values: dict[Move, Value]  # value of every legal move, for the side that makes it
    problem: Problem | None = None
    one_less: Move | None = None  # legal move if the bot counts from 1; None: no such move

    @property
    def best(self) -> int:
        """The outcome of best play."""
        return max(value.sign for value in self.values.values())

    @property
    def outcome(self) -> int | None:
        """The outcome of best play after the chosen move; None for no legal move."""
        return None if self.move is None else self.values[self.move].sign

    @property
    def is_right(self) -> bool:
        """True if the outcome of best play is the same after the move."""
        return self.move is not None and self.outcome == self.best

    @property
    def distance(self) -> int:
        """The plies until the mistake shows on the board: a measure of how hard it is to see."""
        values = list(self.values.values())
        if self.best > 0:  # the fastest win, which the player missed
            return min(value.distance or 0 for value in values if value.utility > 0)
        return (self.values[self.move].distance or 0) if self.move is not None else 0


class Played(NamedTuple):
    """One game against the baseline."""

    side: int  # side of the student's bot
    moves: tuple[Move, ...]
    utility: int  # utility for the student's bot; a loss if it gave no legal move
    fair: int  # outcome of best play for the student's side; a loss if it is unknown
    problem: Problem | None = None

    @property
    def is_right(self) -> bool:
        """True if the result is at least that of best play."""
        return self.problem is None and self.utility >= self.fair


class Given(NamedTuple):
    """The answer of a bot in one position."""

    move: Move | None  # None: an illegal move
    text: str  # text of the given move
    problem: Problem | None = None
    one_less: Move | None = None  # legal move if the bot counts from 1; None: no such move


def read_choice(submission: GameSubmission, line: Line, position: MarkedPosition) -> Given:
    """Return the answer of a submission after these moves."""
    answer = submission.ask(line)
    if "answer" not in answer:
        return Given(None, "", problem_in(answer))
    told, game = answer["answer"], submission.game
    if told is None:
        return Given(None, "", Problem("none"))
    reader = MoveReader(game, position)
    given = reader.read(told)
    return Given(given.move, given.text, one_less=reader.read(_one_less(told)).move)


def _one_less(told: Any) -> Any:
    """Return a number minus 1, or a list with 1 subtracted from each number."""
    if isinstance(told, list):
        return list(map(_one_less, told))
    return told - 1 if isinstance(told, int) and not isinstance(told, bool) else None


class BotTest:
    """The test of one submission: positions first, then games."""

    def __init__(self, submission: GameSubmission, student: str, values: Valued) -> None:
        self.submission = submission
        self.student = student
        self.values = values

    @cached_property
    def positions(self) -> list[Chosen]:
        """The sampled positions in which the moves have different outcomes, with the chosen moves."""
        settings = self.submission.settings
        found = []
        lines = sampled(settings.game, self.student, settings.task, settings.seed, 20 * settings.positions, ended=False)
        for line in lines:
            position = after(settings.game, line)
            if isinstance(self.values, ProvenValues) and not self.values.knows(position):
                continue
            outcomes = {each.value.sign for each in ranked(self.values, position)}
            if len(outcomes) < 2:
                continue
            found.append(self.choose(line, position))
            problem = found[-1].problem
            if len(found) == settings.positions or (problem is not None and problem.kind in ENDINGS):
                break
        return found

    @cached_property
    def games(self) -> list[Played]:
        """The games against the baseline, with each side in turn."""
        if any(each.problem is not None and each.problem.kind in ENDINGS for each in self.positions):
            return []
        return [self._game(number) for number in range(self.submission.settings.games)]

    @property
    def knows_start(self) -> bool:
        """True if the value of the start is known, so that games can be marked."""
        return not isinstance(self.values, ProvenValues)

    def choose(self, line: Line, position: Any) -> Chosen:
        """Return the bot's choice after these moves."""
        values = {each.move: each.value for each in ranked(self.values, position)}
        given = read_choice(self.submission, line, position)
        return Chosen(line, position, given.move, given.text, values, given.problem, given.one_less)

    def _game(self, number: int) -> Played:
        """Play one game; a game that reaches the greatest length of a match is a draw."""
        settings = self.submission.settings
        game, side = settings.game, number % 2
        baseline: Any = bot_named(settings.baseline, game)
        if hasattr(baseline, "seed"):
            baseline.seed = seed_of("game", self.student, settings.seed, number) % (1 << 31)
        position: Any = game.start
        value = self.values[position].sign if self.knows_start else 0
        fair = (value if side == FIRST else -value) if self.knows_start else -1
        line: list[Move] = []
        while not position.is_over() and len(line) < LONGEST_MATCH:
            if game.side(position) == side:
                chosen = read_choice(self.submission, tuple(line), position)
                if chosen.move is None:
                    return Played(side, tuple(line), -1, fair, chosen.problem or Problem("illegal", chosen.text))
                move = chosen.move
            else:
                move = baseline.choose(position).move
            line.append(move)
            position = position.play(move)
        utility = position.utility() if position.is_over() else 0
        mine = utility if game.side(position) == side else -utility
        return Played(side, tuple(line), (mine > 0) - (mine < 0), fair)


FAULTS = {
    "counts-from-one": GameFault("counts-from-one", _("It counts cells, rows or columns from 1. Here they are counted from 0.")),
    "first-move": GameFault("first-move", _("In every position it plays the first legal move."), is_cause=False),
    "last-move": GameFault("last-move", _("In every position it plays the last legal move."), is_cause=False),
    "worst-move": GameFault("worst-move", _("In every position it plays a move that is worst for itself."), is_cause=False),
    "shallow": GameFault("shallow", _("It takes every win in one move and stops every loss in one, but it errs where the end is further away."), is_cause=False),
}  # fmt: skip
"""The mistakes of bots that can be explained, and what may be seen in the wrong choices."""
NEAR_PLIES = 2
"""Plies within which every rule sees a win or a loss."""
RARE = 0.3
"""Share of missed chances above which the bot counts as lacking the rule. Even without the rule, some moves are
right by luck.
"""


def fault_of(chosen: Sequence[Chosen]) -> GameFault | None:
    """Return the mistake that explains all wrong moves, or what they have in common; None if there is neither."""
    wrong = [each for each in chosen if not each.is_right]
    if not wrong:
        return None
    if any(each.move is None for each in chosen):
        return FAULTS["counts-from-one"] if all(each.one_less is not None for each in chosen) else None
    for name, place in (("first-move", 0), ("last-move", -1)):
        if all(each.move == list(each.position.moves())[place] for each in chosen):
            return FAULTS[name]
    if all(each.outcome == min(value.sign for value in each.values.values()) for each in chosen):
        return FAULTS["worst-move"]
    wins = [each for each in chosen if any(value == Value(1, 1) for value in each.values.values())]
    blocks = [
        each for each in chosen if each not in wins and any(value == Value(-1, 2) for value in each.values.values())
    ]
    slower = [each for each in wins if each.move is not None and each.values[each.move] != Value(1, 1)]
    missed_wins = [each for each in wins if not each.is_right]
    missed_blocks = [each for each in blocks if each.move is not None and each.values[each.move] == Value(-1, 2)]
    no_wins = bool(missed_wins) and len(slower) > RARE * len(wins)
    no_blocks = len(missed_blocks) > RARE * len(blocks)
    counts = [Number(len(each)) for each in (slower, wins, missed_blocks, blocks)]
    if no_wins and no_blocks:
        told = _("In {count} of {all} positions it does not take its own win in one move, and in {blocks} of {losses} it does not stop the opponent's.", count=counts[0], all=counts[1], blocks=counts[2], losses=counts[3])  # fmt: skip
        return GameFault("no-look", told, is_cause=False)
    if no_wins and not missed_blocks:
        told = _("In {count} of {all} positions it does not take its own win in one move.", count=counts[0], all=counts[1])  # fmt: skip
        return GameFault("misses-win", told, is_cause=False)
    if no_blocks and not missed_wins:
        told = _("In {count} of {all} positions it does not stop the opponent's win in one move.", count=counts[2], all=counts[3])  # fmt: skip
        return GameFault("misses-block", told, is_cause=False)
    if not missed_wins and not missed_blocks and all(each.distance > NEAR_PLIES for each in wrong):
        return FAULTS["shallow"]
    return None


def told(test: BotTest, example: Chosen) -> Iterator[Sentence]:
    """Yield sentences on the bot's mistake in an example."""
    if example.problem is not None:
        return
    reader = MoveReader(test.submission.game, example.position)
    best = ", ".join(reader.text(move) for move, value in example.values.items() if value.sign == example.best)
    if example.move is None:
        yield _("It chooses {move}, which is not legal.", move=example.text)
        return
    told_as = {
        (0, 1): _("It chooses {move}, which only draws. These moves win: {best}.", move=example.text, best=best),
        (-1, 1): _("It chooses {move}, which loses. These moves win: {best}.", move=example.text, best=best),
        (-1, 0): _("It chooses {move}, which loses. These moves draw: {best}.", move=example.text, best=best),
    }
    yield told_as[example.outcome or 0, example.best]
