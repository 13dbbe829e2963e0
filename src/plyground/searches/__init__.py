"""Searches, one algorithm a file, and their common entry point :func:`search`."""

from plyground.searches.algorithms.leaf import leaf_value
from plyground.searches.best_first.mcts_tree import new_tree, walk
from plyground.searches.best_first.prove import Proof, proof_number
from plyground.searches.best_first.uct_search import Estimate, uct
from plyground.searches.conventions import PRESETS, Convention, convention
from plyground.searches.deepening import deepen
from plyground.searches.engine_setting import Engine, engine
from plyground.searches.limit import Limit
from plyground.searches.progress import Progress
from plyground.searches.registry import ALGORITHMS, Algorithm, algorithm
from plyground.searches.result import Result, RootMove
from plyground.searches.run_search import TIES, search
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import Setting, setting
from plyground.searches.tally import Tally, Trace, new_tally

__all__ = [
    "ALGORITHMS", "INFINITY", "PRESETS", "TIES", "Algorithm", "Convention", "Engine", "Estimate", "Limit", "Progress", "Proof",
    "Result", "RootMove", "Setting", "Tally", "Trace", "algorithm", "convention", "deepen", "engine", "leaf_value", "new_tally",
    "new_tree", "proof_number", "search", "setting", "uct", "walk",
]  # fmt: skip
