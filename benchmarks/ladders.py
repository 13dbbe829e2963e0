"""The ladders of docs/arena.md: a tournament of our bots at each of some games, with the errors of their ratings.

``python -m benchmarks.ladders`` plays all of them, writes their charts into ``docs/images``, their tables and the levels
into ``plyground/players``, and both into ``docs/arena.md``. ``python -m benchmarks.ladders othello --rounds 20`` plays one at
greater length. Stopped, it goes on with the records that it keeps in ``build/ladders``.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import plyground
from plyground.core.files import write_text
from plyground.players.level import MEASURED, MeasuredLevel, levels_text
from plyground.players.measured import measured
from plyground.tournaments.level_calibration import CANDIDATES, candidates, levels_in
from plyground.tournaments.ratings_chart import chart
from plyground.tournaments.standings import Standings, standings
from plyground.tournaments.tournament_record import Record

ROOT = Path(__file__).parent.parent
LADDERS_FILE = ROOT / "src" / "plyground" / "players" / "ladders.json"
PAGE = ROOT / "docs" / "arena.md"
START, END = "<!-- ladders -->", "<!-- end of ladders -->"
IMAGES = ROOT / "docs" / "images"
RECORDS = ROOT / "build" / "ladders"
ZERO = "random"
"""The bot from which ratings count."""


STRONG = "engine:nodes=20000"


class Ladder(NamedTuple):
    """The tournament of one game: named bots, and those of which levels are chosen."""

    bots: tuple[str, ...]
    openings: str
    games_per_pair: int
    rounds: int
    steps: tuple[str, ...] = ()  # of which levels are chosen; by default every candidate that is fast enough


def depths(least: int, most: int) -> tuple[str, ...]:
    return tuple(f"depth-limited:depth={depth}" for depth in range(least, most + 1))


QUICK = "engine:nodes=20000,megabytes=4"
COMMON = ("random", "greedy", *depths(1, 4), QUICK)
STEPS = (
    "random",
    "depth-limited:depth=1,evaluation=none,ties=random",
    "depth-limited:depth=1,noise=100",
    "depth-limited:depth=2,noise=100",
    "depth-limited:depth=1,noise=50",
    "depth-limited:depth=2,noise=50",
    *depths(1, 4),
    "engine:nodes=6000,megabytes=4",
    QUICK,
    "engine:nodes=100000,megabytes=4",
)
"""Few quick bots, for games that last long."""
LADDERS = {
    "tictactoe": Ladder(("random", "greedy", "expert", *depths(1, 6), "minimax"), "random:plies=2", 2, 60),
    "connect_four": Ladder(("random", "greedy", *depths(1, 8), STRONG), "random:plies=4", 2, 40),
    "othello": Ladder(("random", "greedy", *depths(1, 6), STRONG), "random:plies=6", 2, 30),
    "dame": Ladder(("random", "greedy", *depths(1, 6), STRONG), "random:plies=4", 2, 40),
    "breakthrough": Ladder(COMMON, "random:plies=4", 2, 24, STEPS),
    "english_draughts": Ladder(COMMON, "random:plies=4", 2, 24, (*STEPS, "depth-limited:depth=5")),
    "chess": Ladder(COMMON, "random:plies=4", 2, 10, STEPS),
}


class Measurement(NamedTuple):
    """The tournament of a game, with ratings from the random bot."""

    found: Standings
    levels: tuple[MeasuredLevel, ...]


def play(name: str, rounds: int, jobs: int) -> Measurement:
    ladder = LADDERS[name]
    RECORDS.mkdir(parents=True, exist_ok=True)
    path = RECORDS / f"{name}.db"
    weak = list(ladder.steps) or _taken_up(path) or candidates(plyground.game(name))
    plyground.tournament(
        name, list(dict.fromkeys((*weak, *ladder.bots))), format="ladder", rounds=rounds,
        games_per_pair=ladder.games_per_pair, openings=ladder.openings, file=path, jobs=jobs,
        watch=lambda news: print(f"\r{name}: {news.played} of {news.planned} games ", end="", flush=True),
    )  # fmt: skip
    print()
    with Record(path) as record:
        found = standings(record)
    zero = next(row.elo or 0.0 for row in found.table if row.player == ZERO)
    levels = levels_in(found.table, weak)
    numbers = {level.bot: number for number, level in enumerate(levels, 1)}
    rows = (
        row._replace(elo=(row.elo or 0.0) - zero, player=_label(row.player, ladder.bots, numbers))
        for row in found.table
        if row.player in ladder.bots or row.player in numbers
    )
    return Measurement(replace(found, table=tuple(rows)), levels)


def _taken_up(path: Path) -> list[str]:
    """Return the candidates for levels of a tournament that goes on; others may be quick enough by now."""
    if not path.exists():
        return []
    with Record(path) as record:
        return [player.bot for player in record.players if player.bot in CANDIDATES]


def _label(bot: str, named: Collection[str], numbers: Mapping[str, int]) -> str:
    """Return a bot's name in the chart."""
    level = f"level {numbers[bot]}" if bot in numbers else ""
    return f"{bot} = {level}" if level and bot in named else level or bot


def short(measurement: Measurement, named: Collection[str]) -> dict[str, Any]:
    """Return a ladder as the package keeps it."""
    found = measurement.found
    return {
        "openings": found.settings.openings,
        "games": found.played,
        "program": found.program,
        "ratings": [
            {"bot": bot, "elo": round(row.elo or 0), "error": round(row.error or 0), "games": row.games, "points": row.points}
            for row in found.table
            for bot in [row.player.partition(" = ")[0]]
            if bot in named
        ],
    }  # fmt: skip


def markdown(ladder: dict[str, Any]) -> str:
    lines = ["| bot | Elo | ± | games | points |", "|---|--:|--:|--:|--:|"]
    lines += [
        f"| `{row['bot']}` | {row['elo']} | {row['error']} | {row['games']} | {row['points']:g} |"
        for row in ladder["ratings"]
    ]
    return "\n".join(lines)


def levels_markdown(levels: Iterable[MeasuredLevel]) -> str:
    """Return the table of a game's levels."""
    lines = ["| level | bot | Elo | ± |", "|--:|---|--:|--:|"]
    lines += [f"| {number} | `{row.bot}` | {row.elo} | {row.error} |" for number, row in enumerate(levels, 1)]
    return "\n".join(lines)


def documented(ladders: Mapping[str, dict[str, Any]]) -> str:
    """Return the part of docs/arena.md with all ladders and levels."""
    parts = []
    for name, ladder in ladders.items():
        game = plyground.game(name)
        parts += [
            f"### {game.title}",
            f"{ladder['games']} games, openings `{ladder['openings']}`.",
            f"![Ratings of the bots at {game.title}](images/ladder_{name}.svg)",
            markdown(ladder),
        ]
        levels = measured(game).levels
        parts += [levels_markdown(levels)] if levels else []
    return "\n\n".join(parts)


def write_documentation() -> None:
    text = PAGE.read_text()
    before, _start, rest = text.partition(START)
    _old, _end, after = rest.partition(END)
    ladders = json.loads(LADDERS_FILE.read_text())
    write_text(PAGE, f"{before}{START}\n\n{documented(ladders)}\n\n{END}{after}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "games", nargs="*", metavar="GAME", default=list(LADDERS), help="one or more of " + ", ".join(LADDERS)
    )
    parser.add_argument("--rounds", type=int, help="rounds of each tournament")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at once")
    chosen = parser.parse_args()
    for name in chosen.games:
        measurement = play(name, chosen.rounds or LADDERS[name].rounds, chosen.jobs)
        write_text(IMAGES / f"ladder_{name}.svg", chart(measurement.found))
        known = json.loads(LADDERS_FILE.read_text()) if LADDERS_FILE.exists() else {}
        known[name] = short(measurement, LADDERS[name].bots)
        write_text(LADDERS_FILE, json.dumps(known, indent=1) + "\n")
        kept = json.loads(MEASURED.read_text())["games"]
        levels = {game: tuple(MeasuredLevel(**row) for row in rows) for game, rows in kept.items()}
        write_text(MEASURED, levels_text({**levels, name: measurement.levels}))
    write_documentation()


if __name__ == "__main__":
    main()
