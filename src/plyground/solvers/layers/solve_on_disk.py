"""Solving a game on disk in one call: its plan, its layers, and the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from plyground.cluster.places import LOCAL, Place
from plyground.core.game import Game
from plyground.i18n import Sentence
from plyground.searches.progress import unheard
from plyground.solvers.layers.layered_solution import LayeredSolution
from plyground.solvers.layers.layered_table import LayeredTable
from plyground.solvers.layers.solution_plan import Plan, plan
from plyground.solvers.sweep import Progress


def solve_on_disk(
    game: Game,
    folder: str | Path,
    *,
    place: Place | str = LOCAL,
    expected: Plan | None = None,
    on_progress: Callable[[Progress], object] = unheard,
    on_message: Callable[[Sentence], object] = unheard,
) -> LayeredTable:
    """Solve a game layer by layer in a folder, or continue the solution there. Return its table.

    :func:`plyground.solve` explains the arguments. Raise :class:`SearchError` if the game cannot be solved in this way
    or does not fit on the disk, :class:`FileError` for a damaged folder or a full disk, :class:`RulesError` and
    :class:`ClusterError`.
    """
    expected = expected or plan(game)
    solution = LayeredSolution(
        folder,
        game,
        shards=expected.shards,
        expected=expected.positions,
        on_progress=on_progress,
        on_message=on_message,
        check_room=lambda path: on_message(expected.demand_room(path)),
    )
    solution.run(place)
    return LayeredTable(folder, game)
