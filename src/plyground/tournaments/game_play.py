"""One game of a tournament, from its opening to its result."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from plyground.arena.match import Match
from plyground.bots.bot_process import (
    START_PATIENCE_S,
    BotAnswer,
    BotFault,
    BotProcess,
    Fault,
    LocalBot,
    Program,
    WarmUp,
    late,
)
from plyground.core.game import Game
from plyground.tournaments.adjudication import Adjudication, Adjudicator, Verdict
from plyground.tournaments.exact_values import ExactValues
from plyground.tournaments.openings import Opening, after
from plyground.tournaments.pairing_formats import PlannedGame
from plyground.tournaments.time_control import Clock, TimeControl

BY_RULES = "rules"
"""Reason of a game that ended by the rules of the game."""


class PlayedMove(NamedTuple):
    """One move of a game."""

    word: str  # text of the move, as people write it
    seat: int | None = None  # seat of the bot that chose it; None for a move of the opening or of chance
    seconds: float | None = None  # None for a move of the opening or of chance
    value: int | None = None
    depth: int | None = None
    nodes: int | None = None
    cpu_seconds: float | None = None  # processor time; None for external programs and in earlier records


class PlayedGame(NamedTuple):
    """A game that has ended."""

    key: str
    scores: tuple[float, ...]  # score of each seat: 1, ½ or 0; or its own utility, in a game with such utilities
    reason: str  # :data:`BY_RULES`, the rule of an adjudication, or a :class:`Fault`
    moves: tuple[PlayedMove, ...]
    seconds: float
    culprit: int | None = None  # seat that lost by a fault
    detail: str = ""  # description of the fault
    transcript: str = ""  # the last lines of an external program that lost by a fault


SeatBot: TypeAlias = BotProcess | LocalBot
"""A bot at a seat, which runs in this process or in another."""


@dataclass
class Rules:
    """Settings that all games of a tournament share."""

    game: Game
    bots: Mapping[str, str | Program]  # spec text or program of each bot, by name
    control: TimeControl
    adjudication: Adjudication
    values: ExactValues
    are_many: bool = False  # True if many games are played, so that compiling small searches pays

    @property
    def warm_up(self) -> WarmUp:
        """The preparation of each bot before its first game."""
        return WarmUp.WHOLE if self.control.is_timed else WarmUp.SHORT


@dataclass
class Turn:
    """A running game for observers: its moves so far, the side to move, and since when it is to move."""

    planned: PlannedGame
    moves: list[PlayedMove] = field(default_factory=list)
    begun: float = field(default_factory=time.monotonic)
    seat: int = 0
    since: float = field(default_factory=time.monotonic)
    patience: float = START_PATIENCE_S

    def lost_by_fault(self, fault: BotFault) -> PlayedGame:
        """Return the finished game, lost by the side to move because of its ``fault``."""
        scores = tuple(float(place != self.seat) for place in range(len(self.planned.seats)))
        seconds = time.monotonic() - self.begun
        culprit = None if fault.fault is Fault.RESIGNED else self.seat
        return PlayedGame(
            self.planned.key,
            scores,
            fault.fault.value,
            tuple(self.moves),
            seconds,
            culprit,
            fault.text,
            "\n".join(fault.transcript),
        )


def play(rules: Rules, turn: Turn, opening: Opening, seats: Sequence[SeatBot]) -> PlayedGame:
    """Play a game to its end and keep ``turn`` up to date. Raise :class:`BotFault` for the bot to move."""
    planned = turn.planned
    match = after(rules.game, opening, planned.dice)
    turn.moves += map(PlayedMove, match.words)
    clocks = [Clock(rules.control) for _seat in planned.seats]
    adjudicator = Adjudicator(rules.adjudication, rules.values)
    verdict: Verdict | None = None
    for turn.seat, name in enumerate(planned.seats):
        turn.since = time.monotonic()
        seats[turn.seat].prepare(rules.bots[name], planned.seed + turn.seat, rules.warm_up, plays_often=rules.are_many)
    while verdict is None:
        match, fallen = _rolled(match)
        turn.moves += map(PlayedMove, fallen)
        if match.outcome:
            break
        turn.seat, clock = match.side, clocks[match.side]
        turn.since, turn.patience = time.monotonic(), clock.patience
        word, answer, seconds = _ask(seats[turn.seat], match, clock, clocks[(match.side + 1) % len(clocks)])
        turn.moves.append(PlayedMove(word, turn.seat, round(seconds, 6), *answer[1:]))
        match = match.play(answer.move)
        if len(planned.seats) == 2 and not match.outcome:
            verdict = adjudicator.look(match, turn.seat, answer.value)
    scores, reason = _result(match) if verdict is None else verdict
    return PlayedGame(planned.key, scores, reason, tuple(turn.moves), time.monotonic() - turn.begun)


def _ask(bot: SeatBot, match: Match, clock: Clock, next_clock: Clock) -> tuple[str, BotAnswer, float]:
    """Return the text of a bot's move, its answer and the seconds it took. Raise :class:`BotFault`."""
    asked = time.monotonic()
    past = match.positions[: match.ply]
    try:
        answer = bot.choose(match.position, past, clock=clock.for_move(next_clock), patience=clock.patience)
    except BotFault as fault:
        if fault.fault is Fault.LATE and not fault.text:  # a bot stopped before the end of its time, without a move
            silent = BotFault(Fault.LATE, f"{time.monotonic() - asked:.3f} s")
            silent.transcript = fault.transcript
            raise silent from None
        raise
    seconds = time.monotonic() - asked
    if seconds > clock.patience:
        overdue = late(seconds, clock.patience)
        overdue.transcript = bot.lines()
        raise overdue
    clock.spend(seconds)
    return match.game.notation.format_move(match.position, answer.move), answer, seconds


def _rolled(match: Match) -> tuple[Match, Sequence[str]]:
    """Play the moves of chance until a player is to move. Return the match and the moves played."""
    if not match.is_chance:
        return match, ()
    rolled = match.rolled()
    return rolled, rolled.words[match.ply :]


def _result(match: Match) -> Verdict:
    """Return the scores of a finished game by its rules."""
    outcome = match.outcome
    assert outcome is not None
    if len(match.game.sides) > 2:
        return Verdict(tuple(map(float, outcome.utilities)), BY_RULES)
    if outcome.winner is None:
        return Verdict((0.5, 0.5), BY_RULES)
    return Verdict(tuple(float(side == outcome.winner) for side in range(2)), BY_RULES)
