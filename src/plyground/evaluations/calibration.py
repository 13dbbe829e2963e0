"""The calibration of evaluations: the expected score that an evaluation means.

``tools/calibrate_evaluations.py`` fits one number for each evaluation to games of the engine with itself, and writes
``calibrations.json``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.evaluation import Evaluation

FILE = Path(__file__).parent / "calibrations.json"
COIN = math.log(2)
"""Log loss of a forecast that knows nothing."""
MIN_EXPLAINED = 0.05
"""Share of a coin's log loss that an evaluation must explain before its estimates are trusted."""
UNCALIBRATED_WINS = 20.0
"""Divided by the value of a win: the scale of an evaluation that was not calibrated."""
PERCENT = 100


class Calibration(NamedTuple):
    """The meaning of an evaluation's numbers."""

    scale: float = 0.0  # expected score = tanh(scale · evaluation / 2)
    log_loss: float = COIN  # log loss of the forecast of results, in games of the engine with itself
    random_games: bool = False  # True if random games judge the game better than its evaluation
    pieces: Mapping[str, float] | None = None  # worth of each kind of piece, the least being 1

    @property
    def is_weak(self) -> bool:
        """True if the evaluation says almost nothing of the result."""
        return self.log_loss > COIN * (1 - MIN_EXPLAINED)

    def expected(self, evaluation: float) -> float:
        """Return the expected score that an evaluation means, from −100 to 100."""
        return PERCENT * math.tanh(evaluation * self.scale / 2)


def calibration(kind: str, name: str | None, evaluation: Evaluation | None) -> Calibration:
    """Return the calibration of a game's evaluation, by the names of both; of no evaluation without one."""
    known = _calibrations().get(f"{kind}/{name}")
    if known is not None:
        return Calibration(**known)
    return Calibration(UNCALIBRATED_WINS / max(1, evaluation.win)) if evaluation else Calibration()


@cache
def _calibrations() -> dict[str, Any]:
    known: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return known
