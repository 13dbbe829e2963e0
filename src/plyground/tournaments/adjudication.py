"""Adjudication: rules that end games early. Without such a rule, no game is adjudicated."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from plyground.arena.match import Match
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.tournaments.exact_values import ExactValues


class Adjudication(NamedTuple):
    """The rules by which games end early; 0 turns a rule off."""

    longest: int = 0  # plies after which a game is drawn
    resign: int = 0  # value below 0 at which a bot resigns ...
    resign_moves: int = 3  # ... after this many of its moves
    draw: int = -1  # value around 0 at which both bots agree to a draw; −1: never ...
    draw_moves: int = 8  # ... after this many moves of each bot
    exact: int = 0  # plies after which an exact value ends the game

    @classmethod
    def parse(cls, text: str) -> Adjudication:
        """Read ``none`` or rules such as ``longest=200,resign=500,draw=10,exact=6``; raise :class:`SpecError`."""
        values: dict[str, int] = {}
        for part in filter(None, ("" if text == "none" else text).split(",")):
            name, _equals, number = part.strip().replace("-", "_").partition("=")
            if name not in cls._fields or not number.isdecimal() or len(number) > 9:
                raise SpecError(
                    _(
                        "“{text}” is not a rule for adjudication; the rules are: {names}, each with a whole number.",
                        text=part, names=", ".join(cls._fields),
                    )
                )  # fmt: skip
            values[name] = int(number)
        return cls(**values)


class Verdict(NamedTuple):
    """The final scores of a game that is ended early, and the rule that ended it."""

    scores: tuple[float, ...]
    rule: str


class Adjudicator:
    """Adjudication of one game of two players, move by move."""

    def __init__(self, rules: Adjudication, values: ExactValues) -> None:
        self.rules = rules
        self.values = values
        self.hopeless: dict[int, int] = defaultdict(int)  # number of hopeless moves in a row, by side
        self.level: dict[int, int] = defaultdict(int)

    def look(self, match: Match, side: int, value: int | None) -> Verdict | None:
        """Return the verdict after a move of ``side``; None if the game goes on. ``value`` is that side's value of the
        position before.
        """
        rules = self.rules
        if value is not None:
            self.hopeless[side] = self.hopeless[side] + 1 if rules.resign and value <= -rules.resign else 0
            self.level[side] = self.level[side] + 1 if abs(value) <= rules.draw else 0
        if rules.resign and self.hopeless[side] >= rules.resign_moves:
            return Verdict(_won_by(1 - side), "resign")
        if rules.draw >= 0 and min(self.level[0], self.level[1]) >= rules.draw_moves:
            return Verdict((0.5, 0.5), "draw")
        if rules.longest and match.ply >= rules.longest:
            return Verdict((0.5, 0.5), "longest")
        if rules.exact and match.ply >= rules.exact:
            result = self.values.result(match.position, match.ply)
            if result is not None:
                ahead = match.side if result > 0 else 1 - match.side
                return Verdict(_won_by(ahead) if result else (0.5, 0.5), "exact")
        return None


def _won_by(side: int) -> tuple[float, ...]:
    return (1.0, 0.0) if side == 0 else (0.0, 1.0)
