"""The measured strength of our bots: the levels of each game, and the ladders of docs/ladders.md.

``python -m benchmarks.ladders`` plays until every step between levels is known within 55 Elo. It writes the results of
all games in short form into ``benchmarks/records``, the levels and ratings into ``plyground/bots``, and the page
docs/ladders.md with its charts. Stopped, or with ``--minutes 5``, it goes on with its records the next time.
``python -m benchmarks.ladders --minutes 0`` computes everything again from the records. ``--anew`` forgets them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import plyground
from plyground.bots import level
from plyground.bots import measured as ratings
from plyground.bots.level import MEASURED, MeasuredLevel, levels_text
from plyground.core.files import write_text
from plyground.tournaments.level_calibration import CANDIDATES, Calibration, Progress, calibrate
from plyground.tournaments.pair_results import PairResults
from plyground.tournaments.ratings_chart import Bar, picture

ROOT = Path(__file__).parent.parent
RECORDS = Path(__file__).with_name("records")
LADDERS_FILE = ROOT / "src" / "plyground" / "bots" / "ladders.json"
PAGE = ROOT / "docs" / "ladders.md"
IMAGES = ROOT / "docs" / "images"


class Ladder(NamedTuple):
    """The measurement of one game."""

    named: tuple[str, ...]  # bots that people meet in courses and on the page
    openings: str
    candidates: tuple[str, ...]  # bots from which the levels are chosen


def depths(least: int, most: int) -> tuple[str, ...]:
    return tuple(f"depth-limited:depth={depth}" for depth in range(least, most + 1))


STRONG = "engine:nodes=20000,memory=4"
LEARNED = f"{STRONG},evaluation=learned"
"""The strongest candidate in games in which the learned evaluation that comes with plyground is stronger than the first."""
COMMON = ("random", "greedy", *depths(1, 4), "uct:playouts=1000", STRONG)
BRIEF = ("random", "greedy", *depths(1, 4), STRONG)
"""Named bots of games in which many bots would take too long."""
OF_SKILL = tuple(text for text in CANDIDATES if "expectiminimax" not in text)
"""Candidates for games without chance."""
FEW = tuple(
    text
    for text in OF_SKILL
    if not any(part in text for part in ("=1000,", "=500,", "=150", "=70", "=30,", "=10,", "depth=3,noise", "depth=5", "depth=6"))
)  # fmt: skip
"""Candidates for games in which many bots would take too long."""
SPARSE = (
    "random",
    *(f"depth-limited:depth=1,noise={noise}" for noise in (1000, 300, 100, 30)),
    "depth-limited:depth=2,noise=50",
    *(f"depth-limited:depth={depth},ties=random" for depth in (1, 2, 3, 4)),
    *(f"engine:nodes={nodes},memory=4" for nodes in (1000, 6000, 20_000)),
)
"""Candidates for games that take long."""
TINY = (
    *SPARSE[:2],
    "depth-limited:depth=1,evaluation=none,ties=random",
    *(f"depth-limited:depth=1,noise={noise}" for noise in (250, 200, 150)),
    *SPARSE[2:],
    *(f"uct:playouts={playouts}" for playouts in (10, 30, 100)),
)
"""Candidates for games that are soon over."""
FLIPPING = (
    "random",
    "depth-limited:depth=1,noise=30",
    *(f"depth-limited:depth=2,noise={noise}" for noise in (50, 20)),
    *(f"depth-limited:depth={depth},ties=random" for depth in (2, 3)),
    *(f"engine:nodes={nodes},memory=4" for nodes in (600, 700, 800, 1000, 2000, 6000, 20_000)),
)
"""Candidates for Othello, in which each ply is worth much."""
SLOPED = (
    "random",
    *(f"depth-limited:depth=1,noise={noise}" for noise in (7, 5, 3)),
    *(f"depth-limited:depth=2,noise={noise}" for noise in (50, 20, 10, 7, 4, 3, 2)),
    *(f"depth-limited:depth=3,noise={noise}" for noise in (6, 5, 2)),
    *(f"depth-limited:depth={depth},ties=random" for depth in (3, 4)),
    *(f"engine:nodes={nodes},memory=4" for nodes in (300, 6000, 20_000)),
)
"""Candidates for games with a long scale, in which a little noise costs much."""
CAPTURING = (
    "random",
    *(f"uct:playouts={playouts}" for playouts in (10, 30, 100)),
    *(f"depth-limited:depth={depth},ties=random" for depth in (2, 3, 4)),
    *(f"engine:nodes={nodes},memory=4" for nodes in (30, 100, 300, 1000, 3000, 6000, 20_000)),
)
"""Candidates for games in which a bot that looks one ply ahead is no better than random moves: it sees no exchange."""
FAR_CAPTURING = (
    "random",
    *(f"uct:playouts={playouts}" for playouts in (20, 40)),
    "depth-limited:depth=2,ties=random",
    *(f"engine:nodes={nodes},memory=4" for nodes in (30, 300, 600, 1000, 3000, 6000, 20_000)),
)
"""Candidates for international draughts, where kings move far."""
SHALLOW = (
    "random",
    *(f"depth-limited:depth=1,noise={noise}" for noise in (1000, 500, 300, 200, 100, 70, 50, 40, 30, 20, 10)),
    "depth-limited:depth=1,ties=random",
    *(f"engine:nodes={nodes},memory=4" for nodes in (300, 1000, 3000, 6000, 20_000)),
)
"""Candidates for games in which alpha-beta is slow from the second ply on."""
OF_PLAYOUTS = (
    "random",
    *(f"uct:playouts={playouts}" for playouts in (60, 80, 110, 150)),
    *(f"uct:playouts={playouts},rave=1000" for playouts in (60, 100, 160, 300)),
)
"""Candidates for Go, where random games tell more than the evaluation."""
TACTICAL = (
    "random",
    *(f"depth-limited:depth=1,noise={noise}" for noise in (1000, 300, 100, 50, 30)),
    "depth-limited:depth=1,ties=random",
    *(f"depth-limited:depth=2,noise={noise}" for noise in (30, 20)),
    "depth-limited:depth=3,noise=20",
    "depth-limited:depth=3,ties=random",
    *(f"engine:nodes={nodes},memory=4" for nodes in (100, 600, 2000, 6000, 20_000)),
)
"""Candidates for chess, where the engine's quiescence search is worth much."""
OF_CHANCE = (
    "random",
    *(f"expectiminimax:depth=1,noise={noise}" for noise in (1000, 500, 300, 200, 150, 100, 70, 50, 40, 30, 20, 10)),
    "expectiminimax:depth=1",
)
"""Candidates for games of chance."""
LADDERS = {
    "tictactoe": Ladder(
        ("random", "greedy", "expert", "expert-complete", *depths(1, 6), "static-cutoff", "alphabeta", "minimax"),
        "random:plies=2",
        OF_SKILL,
    ),
    "mnk": Ladder(BRIEF, "random:plies=2", TINY),
    "connect_four": Ladder(
        ("random", "greedy", *depths(1, 8), "uct:playouts=1000", "engine:nodes=20000"),
        "random:plies=4",
        (*FEW, LEARNED),
    ),
    "othello": Ladder(("random", "greedy", *depths(1, 6), STRONG), "random:plies=6", FLIPPING),
    "dame": Ladder(("random", "greedy", *depths(1, 6), STRONG), "random:plies=4", SPARSE),
    "chess": Ladder(("random", "greedy", "depth-limited:depth=1", STRONG), "random:plies=4", TACTICAL),
    "english_draughts": Ladder(BRIEF, "random:plies=4", (*CAPTURING, LEARNED)),
    "international_draughts": Ladder(BRIEF, "random:plies=4", FAR_CAPTURING),
    "dodgem": Ladder((*COMMON[:-1], "engine:nodes=20000"), "random:plies=2", (*FEW, LEARNED)),
    "breakthrough": Ladder(BRIEF, "random:plies=4", (*SLOPED, LEARNED)),
    "domineering": Ladder(BRIEF, "random:plies=2", TINY),
    "go": Ladder(("random", "uct:playouts=300,rave=1000"), "random:plies=2", OF_PLAYOUTS),
    "hex": Ladder(("random", "greedy", "depth-limited:depth=1", STRONG), "random:plies=2", SHALLOW),
    "kalah": Ladder((*COMMON[:-1], "engine:nodes=20000"), "random:plies=4", (*FEW, LEARNED)),
    "pig": Ladder(
        ("random", "expectiminimax:depth=2", "expectiminimax:depth=4"),
        "none",
        (
            "random",
            *(f"expectiminimax:depth=2,noise={noise}" for noise in (200, 100, 60, 40, 20)),
            "expectiminimax:depth=2",
            "expectiminimax:depth=4",
        ),
    ),
    "backgammon": Ladder(("random", "expectiminimax:depth=1"), "none", OF_CHANCE),
    "nim": Ladder(BRIEF, "random:plies=1", tuple(text for text in TINY if "noise=300" not in text)),
    "subtraction": Ladder(BRIEF, "random:plies=2", TINY),
}


def read_record(name: str) -> PairResults:
    """Return the results of a game's record; none if there is no record."""
    path = RECORDS / f"{name}.json"
    return PairResults.of_plain(json.loads(path.read_text())["results"]) if path.exists() else PairResults()


def write_record(name: str, results: PairResults) -> None:
    head = {"game": name, "openings": LADDERS[name].openings, "program": plyground.__version__, "games": results.games}
    rows = ",\n".join("  " + json.dumps(row) for row in results.plain())
    RECORDS.mkdir(exist_ok=True)
    write_text(RECORDS / f"{name}.json", f'{json.dumps(head)[:-1]},\n "results": [\n{rows}\n ]}}\n')


def measure(name: str, seconds: float, jobs: int, before: PairResults) -> Calibration:
    """Play for so many seconds on top of earlier results, and return the measured bots."""
    ladder, begun = LADDERS[name], time.monotonic()

    def watch(news: Progress) -> None:
        steps = " ".join(str(row.elo) for row in news.levels)
        print(f"{name} {time.monotonic() - begun:.0f} s, {news.played} games, steps within {news.greatest_error:.0f}: {steps}", flush=True)  # fmt: skip
        write_record(name, before)

    return calibrate(
        plyground.game(name), jobs, seconds=seconds, bots=ladder.candidates, named=ladder.named, openings=ladder.openings,
        before=before, on_progress=watch,
    )  # fmt: skip


def short(name: str, found: Calibration) -> dict[str, Any]:
    """Return a ladder as the package keeps it."""
    ratings = []
    for row in found.bots:
        games, points = found.results.of(row.bot)
        ratings.append({**row._asdict(), "games": games, "points": points})
    return {
        "openings": LADDERS[name].openings,
        "games": found.results.games,
        "program": plyground.__version__,
        "ratings": ratings,
    }


def markdown(ladder: dict[str, Any], levels: Sequence[MeasuredLevel]) -> str:
    """Return the table of a game: its levels and its other bots, the strongest first."""
    numbers = {row.bot: number for number, row in enumerate(levels, 1)}
    rows = [(row.elo, row.bot, row.error) for row in levels]
    rows += [(row["elo"], row["bot"], row["error"]) for row in ladder["ratings"] if row["bot"] not in numbers]
    lines = ["| level | bot | Elo | ± |", "|--:|---|--:|--:|"]
    lines += [
        f"| {numbers.get(bot, '')} | `{bot}` | {elo} | {error} |" for elo, bot, error in sorted(rows, reverse=True)
    ]
    return "\n".join(lines)


UNSURE_ERROR = 60
"""Elo by which steps between levels may be wrong before the tables say that more games are needed."""
UNSURE = "More games are needed: not all steps between levels are known within 60 Elo."
EARLIER = (
    "Measured by an earlier, shorter tournament: steps between levels are uneven, and ± is around the mean of all bots."
)

INTRODUCTION = """\
The levels and well-known bots of each game, measured on one scale by `python -m benchmarks.ladders`, which writes this
page and its charts. The random bot has rating 0. ± is half of a 95 % interval. For a level it belongs to the step from
the level below, for another bot to the distance from the nearest level. [Levels](arena.md#levels) tells how they are
chosen.

`benchmarks/records` has the results of all pairs of games in short form. `"wl": 3` means: three times the first bot of
the line won when it moved first, and lost with the sides swapped. `python -m benchmarks.ladders --minutes 0` computes
ratings and levels from these records again."""

NOTES = {
    "othello": "Published for comparison: from depth 1 to depth 6, each ply is worth about 610, 160, 229, 174 and 107 Elo.",
}
"""Sentences of the page about the ladder of a game."""


def is_sure(levels: Sequence[MeasuredLevel]) -> bool:
    """Return True if all steps between levels are known well."""
    return all(level.error <= UNSURE_ERROR for level in levels[1:])


def anchor(heading: str) -> str:
    """Return the anchor of a heading on GitHub and on the site."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.lower()))


def documented(ladders: Mapping[str, dict[str, Any]]) -> str:
    """Return docs/ladders.md: the ladder and the levels of each game."""
    games = {name: game for name in LADDERS if (game := plyground.game(name)).name in ladders}
    contents = [f"- [{game.title}](#{anchor(str(game.title))})" for game in games.values()]
    parts = ["# Ladders of the bots", "\n".join(contents), INTRODUCTION]
    for name, game in games.items():
        ladder = ladders[game.name]
        levels = ratings.measured(game).levels
        parts += [
            f"## {game.title}",
            f"{ladder['games']} games, openings `{ladder['openings']}`.",
            *(() if is_sure(levels) else (UNSURE if (RECORDS / f"{name}.json").exists() else EARLIER,)),
            f"![Ratings of the bots at {game.title}](images/ladder_{name}.svg)",
            markdown(ladder, levels),
            *([NOTES[name]] if name in NOTES else []),
        ]
    return "\n\n".join(parts) + "\n"


def write_documentation() -> None:
    write_text(PAGE, documented(json.loads(LADDERS_FILE.read_text())))


def write_chart(name: str, found: Calibration) -> None:
    numbers = {row.bot: f"level {number}" for number, row in enumerate(found.levels, 1)}
    rows = {row.bot: row for row in (*found.levels, *found.bots)}
    bars = [
        Bar(numbers.get(row.bot, row.bot), row.elo, row.error)
        for row in sorted(rows.values(), key=lambda row: -row.elo)
    ]
    title = f"{plyground.game(name).title}: ratings in Elo above random moves, with intervals (95 %)"
    write_text(IMAGES / f"ladder_{name}.svg", picture(title, bars))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(LADDERS), help="one or more of " + ", ".join(LADDERS))  # fmt: skip
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for each game, at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at once")
    parser.add_argument("--anew", action="store_true", help="forget earlier games")
    asked = parser.parse_args()
    for name in asked.games:
        results = PairResults() if asked.anew else read_record(name)
        found = measure(name, 60 * asked.minutes, asked.jobs, results)
        write_record(name, found.results)
        known = json.loads(LADDERS_FILE.read_text()) if LADDERS_FILE.exists() else {}
        game = plyground.game(name).name  # full name with the options, if there are any
        known[game] = short(name, found)
        write_text(LADDERS_FILE, json.dumps(known, indent=1) + "\n")
        kept = json.loads(MEASURED.read_text())["games"]
        levels = {each: tuple(MeasuredLevel(**row) for row in rows) for each, rows in kept.items()}
        write_text(MEASURED, levels_text({**levels, game: found.levels}))
        write_chart(name, found)
    level._read.cache_clear()  # the files have just been written
    ratings._ladders.cache_clear()
    write_documentation()


if __name__ == "__main__":
    main()
