"""Searches, one algorithm a file, and the door to them, :func:`search`."""

from plyground.search.algorithms import ALGORITHMS, Algorithm, algorithm
from plyground.search.convention import PRESETS, Convention, convention
from plyground.search.deepening import deepen
from plyground.search.driver import TIES, search
from plyground.search.engine import Engine, engine
from plyground.search.limit import Limit
from plyground.search.progress import Progress
from plyground.search.proof_number import Proof, proof_number
from plyground.search.result import Result, RootMove
from plyground.search.setting import Setting, setting
from plyground.search.tally import Tally, Trace, new_tally
from plyground.search.tree import new_tree, walk
from plyground.search.uct import Estimate, uct

__all__ = [
    "ALGORITHMS", "PRESETS", "TIES", "Algorithm", "Convention", "Engine", "Estimate", "Limit", "Progress", "Proof",
    "Result", "RootMove", "Setting", "Tally", "Trace", "algorithm", "convention", "deepen", "engine", "new_tally",
    "new_tree", "proof_number", "search", "setting", "uct", "walk",
]  # fmt: skip
