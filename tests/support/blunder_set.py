"""The sets of blunders and faultless moves with independent truth, and the judge's answer to each."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from plyground import game
from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.judge.because import because
from plyground.judge.judge import Judge
from plyground.judge.move_marks import mark

FOLDER = Path(__file__).parents[1] / "data" / "judge"
CLASSES = ("", "?!", "?", "??")


class Answer(NamedTuple):
    """The judge's answer to one item of a set."""

    item: dict[str, Any]
    mark: str
    code: str
    sentence: str

    @property
    def is_near(self) -> bool:
        """True if the mark is at most one class off, and no mark stands for none."""
        wanted = self.item["mark"]
        return bool(self.mark) == bool(wanted) and abs(CLASSES.index(self.mark) - CLASSES.index(wanted)) <= 1

    @property
    def has_right_cause(self) -> bool:
        return self.code in self.item["codes"]

    def __str__(self) -> str:
        item = self.item
        return (
            f"{item['game']} {item['position']} {item['moves']}: {item['played']}{self.mark} ({item['mark']}) "
            f"{self.code} ({','.join(item['codes'])}): {self.sentence} | {item['truth']}"
        )


@cache
def items(file: str) -> tuple[dict[str, Any], ...]:
    """Return the items of a set; with ``file#part``, those of one part."""
    name, _sign, part = file.partition("#")
    known = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    if "items" in known:
        return tuple(known["items"])
    return tuple(item for key, each in known["parts"].items() if part in ("", key) for item in each)


def position_of(item: dict[str, Any]) -> tuple[Game, Any, int]:
    """Return the game, the position and the move of an item."""
    here = game(item["game"])
    beginning = here.beginning(item["position"]) if item["position"] else here
    position = Match.parse(beginning, item["moves"]).position
    return here, position, here.notation.parse_move(position, item["played"])


def answers(file: str, nodes: int) -> list[Answer]:
    """Return the judge's answer to every item of a set."""
    judges: dict[str, Judge] = {}
    found = []
    for item in items(file):
        here, position, move = position_of(item)
        judge = judges.setdefault(item["game"], Judge(here, nodes))
        marked = mark(position, move, judge.after_move(position, move))
        cause = because(judge, position, move) if marked else None
        found.append(Answer(item, marked, cause.code if cause else "", str(cause.sentence) if cause else ""))
    return found
