"""Write ``src/plyground/evaluations/calibrations.json``: what the numbers of each game's best evaluation mean.

``python tools/calibrate_evaluations.py [GAME ...]`` calibrates the built-in games, or those named. With ``--learned`` it
writes the calibration of each bundled file of weights into its header. The engine plays
quick games with itself, with some random moves. Each position gives a pair: the evaluation by a search of few nodes,
and the result of the game for its side to move. Logistic regression fits one number to the pairs: expected score =
tanh(scale · evaluation / 2). The log loss tells how much the evaluation says of the result; a coin has 0.693. The worth
of pieces comes from least squares of the evaluation on the numbers of pieces in random games. Seeds are fixed, so that
the file comes out the same. It takes some minutes.
"""

from __future__ import annotations

import json
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
from plyground.learning.bundled_weights import FOLDER
from plyground.learning.calibration_fit import calibration_record, fitted, game_pairs
from plyground.learning.weights_file import read_weights

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
PLAYED = 24
PIECE_GAMES, PIECE_PLIES = 30, 80


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


def calibrate_learned() -> None:
    for path in sorted(FOLDER.glob("*.weights")):
        weights = read_weights(path)
        named = game(weights.game)
        weights.calibration = calibration_record(named, weights.evaluation(named), PLAYED, 1)
        weights.write(path)
        print(f"{path.name}: {weights.calibration}", flush=True)


def main() -> None:
    if "--learned" in sys.argv:
        calibrate_learned()
        return
    known = json.loads(FILE.read_text(encoding="utf-8"))
    for text in sys.argv[1:] or GAMES:
        named = game(text)
        name, evaluation = next(iter(named.evaluations.items()))
        pairs = [pair for number in range(PLAYED) for pair in game_pairs(named, evaluation, f"{text}{number}")]
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
