"""Write ``src/plyground/judge/books/GAME.book``: the exact results of all positions with few stones.

``python tools/make_opening_book.py connect_four 8`` finds all positions of at most 8 moves, up to mirror images. The
exact solver proves those of 8 moves, in all processes of the machine; the others follow from them. For Connect Four this
takes some hours on one core. Each finished piece of work is kept in ``build/opening_books``, so that the command goes on
after a stop.

``python tools/make_opening_book.py connect_four 8 --check 3`` proves only 3 more pieces, spread over the positions, and
compares them with the book of the package. It writes no book. Exit status 1 means that a result differs.
"""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from plyground import game
from plyground.core.files import write_bytes
from plyground.judge.opening_book import FOLDER, number_of, opening_book, written
from plyground.solvers.exact import Solver

PARTS = Path(__file__).parents[1] / "build" / "opening_books"
PIECE = 50
"""Positions that one job proves, neighbours by their numbers, which share most of the solver's table."""
MEMORY_MB = 64


def layers(start: Any, plies: int) -> list[dict[int, Any]]:
    """Return the unfinished positions after each number of moves, by their numbers."""
    found = [{number_of(start): start.canonical()}]
    for _ply in range(plies):
        after = {}
        for position in found[-1].values():
            for move in position.moves():
                child = position.play(move).canonical()
                if not child.is_over():
                    after[number_of(child)] = child
        found.append(after)
    return found


def proven(positions: list[Any], path: Path) -> dict[int, int]:
    """Return the result of each position by its number; the file at ``path`` keeps them."""
    if path.exists():
        lines = path.read_text(encoding="ascii").split()
        return dict(zip(map(int, lines[::2]), map(int, lines[1::2]), strict=True))
    solver = Solver(positions[0], memory_mb=MEMORY_MB, native=True)
    results = {number_of(position): solver.score(position, weak=True) for position in positions}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, " ".join(f"{number} {result}" for number, result in results.items()).encode())
    return results


def checked(name: str, pieces: list[list[Any]], paths: list[Path], count: int) -> int:
    """Prove ``count`` more pieces and compare all proven ones with the book of the package. Return the differences."""
    book = opening_book(name)
    assert book, f"{name} has no book"
    order = random.Random(1).sample(range(len(pieces)), len(pieces))
    new = [number for number in order if not paths[number].exists()][:count]
    compared = differing = 0
    for number in [number for number in order if paths[number].exists()] + new:
        results = proven(pieces[number], paths[number])
        for position in pieces[number]:
            compared += 1
            differing += results[number_of(position)] != book.result(position)
        print(f"piece {number}: {compared} positions compared, {differing} differ", flush=True)
    return differing


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game")
    arguments.add_argument("plies", type=int)
    arguments.add_argument("--check", type=int, metavar="PIECES")
    asked = arguments.parse_args()
    name = asked.game
    found = layers(game(name).start, asked.plies)
    last = [position for _number, position in sorted(found[-1].items())]
    pieces = [last[first : first + PIECE] for first in range(0, len(last), PIECE)]
    paths = [PARTS / f"{name}.{asked.plies}.{number}" for number in range(len(pieces))]
    if asked.check is not None:
        sys.exit(checked(name, pieces, paths, asked.check) > 0)
    results: dict[int, int] = {}
    with ProcessPoolExecutor() as pool:
        for number, part in enumerate(pool.map(proven, pieces, paths), 1):
            results |= part
            print(f"{number} of {len(pieces)} pieces", flush=True)
    for layer in reversed(found[:-1]):
        for number, position in layer.items():
            children = map(position.play, position.moves())
            values = (position.turn(child) * (child.utility() if child.is_over() else results[number_of(child)]) for child in children)  # fmt: skip
            results[number] = max(values)
    write_bytes(FOLDER / f"{name}.book", written(results))


if __name__ == "__main__":
    main()
