"""Slices of a tournament: each machine plays every n-th pair of games into a file of its own; the files are merged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from plyground.errors import FileError, SpecError
from plyground.i18n import _
from plyground.tournaments.game_play import PlayedGame
from plyground.tournaments.pairing_formats import PlannedGame
from plyground.tournaments.tournament_record import Record

SLICE = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)
MAX_SLICES = 100_000
FORMATS = ("round-robin", "gauntlet")
"""Formats whose games do not depend on earlier results."""


class Slice(NamedTuple):
    """One of ``count`` parts of the work; ``number`` counts from 1."""

    number: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Slice:
        """Read ``3/100``. Raise :class:`SpecError`."""
        found = SLICE.fullmatch(text.strip())
        number, count = (int(found[1]), int(found[2])) if found else (0, 0)
        if not 1 <= number <= count <= MAX_SLICES:
            raise SpecError(_("“{text}” is no slice: write 3/100 for the third of a hundred, from 1/100 to 100/100.", text=text))  # fmt: skip
        return cls(number, count)

    def check(self, format_name: str, *, is_sequential: bool) -> None:
        """Raise :class:`SpecError` for a tournament whose games depend on earlier results."""
        if self.count > 1 and (format_name not in FORMATS or is_sequential):
            raise SpecError(_("Only a round robin and a gauntlet without a sequential test have slices: the games of others depend on earlier results."))  # fmt: skip

    def of(self, plan: Sequence[PlannedGame]) -> list[PlannedGame]:
        """Return the games of this slice. The games of one pair belong to one slice."""
        places = {pair: place for place, pair in enumerate(dict.fromkeys(game.pair for game in plan))}
        return [game for game in plan if places[game.pair] % self.count == self.number - 1]


def merge(parts: Iterable[str | Path], target: str | Path) -> tuple[int, int]:
    """Write the games of records of one tournament into a new record. Return (games played, games planned).

    Games that no part has are left to be played. Raise :class:`FileError` for a target that exists, parts of different
    tournaments, and parts that have different results of one game.
    """
    if Path(target).exists():
        raise FileError(target, _("this file already exists: choose another name."))
    with ExitStack() as stack:
        records = [stack.enter_context(Record(part)) for part in parts]
        first = records[0]
        for record in records[1:]:
            same = record.settings == first.settings and record.players == first.players
            if not same or record.planned_games != first.planned_games:
                raise FileError(record.path, _("it is no part of the tournament in {file}", file=first.path))
        merged = stack.enter_context(Record(target, write=True))
        assert first.settings is not None  # begun records only
        game, settings = first.settings
        merged.begin(game, settings, first.players)
        for opening in sorted({each.number: each for record in records for each in record.openings}.values()):
            merged.add_opening(opening)
        merged.plan(first.planned_games)
        results: dict[str, PlayedGame] = {}
        for record in records:
            for each, moves in record.played_with_moves:
                found = PlayedGame(
                    each.key, each.scores, each.reason, tuple(moves), each.seconds, each.culprit, each.detail, each.transcript
                )  # fmt: skip
                if results.setdefault(each.key, found)[:3] != found[:3]:
                    raise FileError(record.path, _("it has another result of a game than an earlier part"))
        for planned in first.planned_games:
            if planned.key in results:
                merged.add(results[planned.key])
        return len(results), first.planned
