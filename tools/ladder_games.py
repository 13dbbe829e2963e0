"""Play a game between each two neighbouring levels of every game, for the arena: ``python -m tools.ladder_games``.

It writes ``src/plyground/bots/ladder_games.json``. Seeds are fixed, so that the games are the same in each run.
"""

from __future__ import annotations

import json
import sys

import plyground
from plyground.arena.match import Match
from plyground.bots.bot_protocol import Thought
from plyground.bots.measured import LADDER_GAMES, LADDERS, measured
from plyground.core.files import write_text

MAX_PLIES = 300
"""Longest game that is kept."""


def played(name: str, lower: int, upper: int) -> dict[str, object] | None:
    """Return a game of two levels as the file has it; None if it is too long. The lower level moves first."""
    game = plyground.game(name)
    bots = [plyground.bot(f"level:number={number},seed={number}", game) for number in (lower, upper)]
    match = Match(game, seed=lower).rolled()
    while match.outcome is None and match.ply < MAX_PLIES:
        thought = Thought(past=match.positions[: match.ply])
        match = match.play(bots[match.side].choose(match.position, thought).move).rolled()
    if match.outcome is None:
        return None
    return {"levels": [lower, upper], "moves": match.format(), "plies": match.ply, "winner": match.outcome.winner}


def main() -> None:
    found = json.loads(LADDER_GAMES.read_text()) if LADDER_GAMES.exists() else {}
    for name in sys.argv[1:] or json.loads(LADDERS.read_text()):
        levels = measured(plyground.game(name)).levels
        pairs = zip(range(1, len(levels)), range(2, len(levels) + 1), strict=True)
        found[plyground.game(name).name] = [row for lower, upper in pairs if (row := played(name, lower, upper))]
        print(name, len(found[plyground.game(name).name]), flush=True)
        rows = ",\n".join(
            f" {json.dumps(each)}: [\n" + ",\n".join("  " + json.dumps(row) for row in games) + "\n ]"
            for each, games in found.items()
        )
        write_text(LADDER_GAMES, "{\n" + rows + "\n}\n")


if __name__ == "__main__":
    main()
