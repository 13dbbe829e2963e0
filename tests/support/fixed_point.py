"""The value of every position of a game by its definition: an independent method for tests of solvers."""

from __future__ import annotations

from typing import Any


def by_fixed_point(positions: list[Any]) -> dict[Any, tuple[int, int | None]]:
    """Return the value of each position, as the definition says: ask all of them again until nothing changes."""
    values: dict[Any, tuple[int, int | None]] = {}
    for position in positions:
        if position.is_over():
            utility = position.utility()
            values[position] = (utility, 0 if utility else None)
    changed, plies = True, 0
    while changed:
        plies += 1
        found = {}
        for position in positions:
            if position not in values:
                children = [position.play(move) for move in position.moves()]
                replies = [position.turn(child) * values.get(child, (0, None))[0] for child in children]
                if max(replies) > 0 or max(replies) == min(replies) == -1:
                    found[position] = (max(replies), plies)
        values |= found
        changed = bool(found)
    return {position: values.get(position, (0, None)) for position in positions}
