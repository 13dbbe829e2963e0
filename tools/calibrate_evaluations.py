"""Write ``src/plyground/evaluations/calibrations.json``: what the numbers of each game's best evaluation mean.

``python tools/calibrate_evaluations.py [GAME ...]`` calibrates the built-in games, or those named. The engine plays
quick games with itself, with some random moves. Each position gives a pair: the evaluation by a search of few nodes,
and the result of the game for its side to move. Logistic regression fits one number to the pairs: expected score =
tanh(scale · evaluation / 2). The log loss tells how much the evaluation says of the result; a coin has 0.693. The worth
of pieces comes from least squares of the evaluation on the numbers of pieces in random games. Seeds are fixed, so that
the file comes out the same. It takes some minutes.
"""

from __future__ import annotations

import json
import math
import random
import sys
from typing import Any

import numpy as np

from plyground import game
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.picture import kinds
from plyground.evaluations.calibration import COIN, FILE
from plyground.judge.judge import kind_of
from plyground.searches.deepening import deepen
from plyground.searches.engine_setting import engine
from plyground.searches.limit import Limit

GAMES = (
    "breakthrough", "chess", "connect_four", "dame:size=6", "dodgem:size=5", "domineering:width=8,height=8",
    "english_draughts", "go", "hex", "international_draughts", "kalah", "mnk:width=5,height=5,k=4", "othello",
)  # fmt: skip
RANDOM_GAMES = ("go",)
"""Games in which random games judge better than the evaluation."""
STONES = {"stone": 1.0}
"""Worth of pieces in these games. Captures matter there, though games that end by random passes do not show it."""
PUBLISHED = {"chess": 0.00368208}
"""Scales from better data: that of chess is lichess's, for an evaluation in hundredths of a pawn, from millions of games
of people (lichess.org/page/accuracy).
"""
PLAYED, NODES, MAX_PLIES = 24, 1_500, 160
OPENING_PLIES, RANDOM_SHARE = 6, 0.12
PIECE_GAMES, PIECE_PLIES = 30, 80
STEPS_PER_DECADE, DECADES = 20, 2

Pairs = list[tuple[int, int]]
"""Evaluations with the result for the side to move: 1, 0 or −1."""


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def pairs_of(named: Game, evaluation: Evaluation, seed: str) -> Pairs:
    """Return the pairs of one game of the engine with itself."""
    chance, position, seen, value = random.Random(seed), named.start, [], 0
    setting = engine(position, evaluation, memory_mb=2, loops=named.facts.loops)
    for ply in range(MAX_PLIES):
        if position.is_over():
            break
        legal = list(position.moves())
        if ply < OPENING_PLIES or chance.random() < RANDOM_SHARE:
            position = position.play(chance.choice(legal))
            continue
        found = deepen(position, Limit(nodes=NODES), setting, native=True)
        value = found.value
        if found.proven:
            break
        seen.append((position, found.value))
        position = position.play(found.move)
    else:
        value = 0  # a game that does not end is drawn
    result = sign(position.utility() if position.is_over() else value)
    side = named.side(position)
    return [(value, result if named.side(each) == side else -result) for each, value in seen]


def loss_of(pairs: Pairs, scale: float) -> float:
    """Return the mean log loss of a scale; a draw counts as half a win."""
    total = 0.0
    for value, result in pairs:
        win = min(max((1 + math.tanh(scale * value / 2)) / 2, 1e-6), 1 - 1e-6)
        total -= (1 + result) / 2 * math.log(win) + (1 - result) / 2 * math.log(1 - win)
    return total / len(pairs)


def fitted(pairs: Pairs) -> tuple[float, float]:
    """Return the scale with the smallest log loss, and that loss."""
    size = math.sqrt(sum(value * value for value, _result in pairs) / len(pairs)) or 1.0
    steps = range(-STEPS_PER_DECADE * DECADES, STEPS_PER_DECADE * DECADES + 1)
    loss, scale = min((loss_of(pairs, found), found) for found in (10 ** (step / STEPS_PER_DECADE) / size for step in steps))  # fmt: skip
    return scale, loss


def pieces_of(named: Game, evaluation: Evaluation) -> dict[str, float]:
    """Return the worth of each kind of piece, the least being 1; empty in a game with one kind."""
    known = kinds(named.picture)
    names = sorted({kind.name.text for kind in known.values()})
    if len(names) < 2 or not named.picture.pieces:
        return {}
    chance, rows, values = random.Random(1), [], []
    for _game in range(PIECE_GAMES):
        position: Any = named.start
        for _ply in range(PIECE_PLIES):
            if position.is_over():
                break
            side, row = named.side(position), [0] * len(names)
            for mark in named.picture.marks(position):
                if mark in known:
                    row[names.index(known[mark].name.text)] += 1 if known[mark].side == side else -1
            rows.append(row)
            values.append(evaluation.value(position))
            position = position.play(chance.choice(list(position.moves())))
    found = np.linalg.lstsq(np.array(rows, float), np.array(values, float), rcond=None)[0]
    worths = {name: float(value) for name, value in zip(names, found, strict=True) if value > 1e-6}
    least = min(worths.values())
    return {name: round(value / least, 2) for name, value in worths.items()}


def main() -> None:
    known = json.loads(FILE.read_text(encoding="utf-8"))
    for text in sys.argv[1:] or GAMES:
        named = game(text)
        name, evaluation = next(iter(named.evaluations.items()))
        pairs = [pair for number in range(PLAYED) for pair in pairs_of(named, evaluation, f"{text}{number}")]
        scale, loss = fitted(pairs)
        kind = kind_of(named)
        scale = PUBLISHED.get(kind, float(f"{scale:.3g}"))
        entry: dict[str, Any] = {"scale": scale, "log_loss": round(loss, 3)}
        if kind in RANDOM_GAMES:
            entry |= {"random_games": True, "pieces": STONES}
        if pieces := pieces_of(named, evaluation):
            entry["pieces"] = pieces
        known[f"{kind}/{name}"] = entry
        print(f"{kind}/{name}: {len(pairs)} positions, {entry}, a coin {COIN:.3f}", flush=True)
        FILE.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
