"""The games of a tournament as text in the game's notation, or as JSON."""

from __future__ import annotations

import json
from typing import Any

from plyground.tournaments.tournament_record import Record


def games_text(record: Record) -> str:
    """Return a line for each game: its players, its scores, how it ended, and its moves."""
    lines = []
    for game, moves in record.played_with_moves:
        words = " ".join(move.word for move in moves)
        scores = " ".join(f"{score:g}" for score in game.scores)
        lines.append(f"{' – '.join(game.seats)}\t{scores}\t{game.reason}\t{words}\n")
    return "".join(lines)


def games_data(record: Record) -> list[dict[str, Any]]:
    """Return the games as plain data, with clock, value and depth of every move."""
    ended = record.played_with_moves  # read before the openings, because more games may be planned meanwhile
    begins = {each.number: each for each in record.openings}
    return [
        game._asdict()
        | {
            "position": begins[game.opening].position,
            "opening_value": begins[game.opening].value,
            "moves": [move._asdict() for move in moves],
        }
        for game, moves in ended
    ]


def games_json(record: Record) -> str:
    """Return :func:`games_data` as JSON."""
    found = record.settings
    game = found[0] if found else ""
    return (
        json.dumps({"kind": "plyground games", "version": 1, "game": game, "games": games_data(record)}, indent=1)
        + "\n"
    )
