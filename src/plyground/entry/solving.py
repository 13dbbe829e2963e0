"""The public functions that count, prove, solve and check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyground.cluster.places import LOCAL, Place
from plyground.conformance import Failure
from plyground.conformance import check as check_subject
from plyground.core.checked_arguments import CountFromZero, Seconds, checked, describe
from plyground.core.contract import blaming_rules
from plyground.core.game import Game
from plyground.core.position import AnyPosition
from plyground.entry.searching import DepthFromZero, Megabytes, Threads, quicker, searchable
from plyground.entry.subjects import game_or_tree, start_of
from plyground.errors import GameOver, SearchError, UnsolvedPosition
from plyground.i18n import Sentence, _
from plyground.searches.limit import limited
from plyground.searches.progress import unheard
from plyground.searches.scores import INFINITY
from plyground.searches.tally import Tally, new_tally
from plyground.solvers.exact import MEGABYTES, Exact, Step
from plyground.solvers.exact import exact as prove_exactly
from plyground.solvers.explore import Exploration
from plyground.solvers.explore import explore as explore_position
from plyground.solvers.forward import NO_VALUE, Solved, Valued
from plyground.solvers.layers.layered_table import LayeredTable
from plyground.solvers.layers.solution_plan import Plan
from plyground.solvers.layers.solve_on_disk import solve_on_disk
from plyground.solvers.perft import count_sequences
from plyground.solvers.retrograde import Retrograde, countable
from plyground.solvers.solve_game import solve_game as solve_start
from plyground.solvers.sweep import Progress
from plyground.trees import Tree

PLAIN_SEQUENCES = 50_000
"""Number of sequences, about, that plain Python counts while a compiled twin would be loaded."""


@checked
def exact(
    subject: Game | Tree | AnyPosition | str,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    weak: bool = False,
    every_move: bool = False,
    threads: Threads = 1,
    memory_mb: Megabytes = MEGABYTES,
    tally: Tally | None = None,
    native: bool | None = None,
    on_progress: Callable[[Step], object] | None = None,
) -> Exact:
    """Prove the value of ``subject`` under best play of both sides.

    :class:`SearchStopped` is raised at a limit in ``nodes`` or ``seconds``. Each step asks by a null-window search if
    the value is more than some number. A table of ``memory_mb`` megabytes keeps the bounds that the searches find.
    ``weak`` asks only for win, draw or loss. ``every_move`` asks for the value of each legal move too. ``native`` is
    that of :func:`search`; compiled, the proof runs with so many ``threads``. ``on_progress`` is called after each
    step. Another thread can watch and stop the search by its ``tally``. To ask for many positions of a game, make one
    :class:`Solver`.

    Raise :class:`ArgumentError`, :class:`SearchStopped`, :class:`SearchTooDeep` for games too long or without end, and
    :class:`RulesError`.
    """
    start = searchable(subject)
    tally = tally or new_tally()
    with limited(tally.counts, nodes, seconds):
        found = quicker(native, tally).run(
            lambda native: prove_exactly(
                start,
                weak=weak,
                every_move=every_move,
                threads=threads if native else 1,
                memory_mb=memory_mb,
                tally=tally,
                native=native,
                on_progress=on_progress,
            ),
            INFINITY if on_progress or threads > 1 else 0,
        )
    return replace(found, position=start)


@checked
def perft(
    subject: Game | Tree | AnyPosition | str,
    depth: DepthFromZero,
    *,
    native: bool | None = None,
    tally: Tally | None = None,
) -> int:
    """Return the number of sequences of ``depth`` moves from a position, or from the start of a game (perft).

    ``subject`` is a position, a game, its name or a tree. A game that ends before counts as the facts of the game say;
    for a position, it does not count. ``native`` is that of :func:`search`. ``tally`` counts the positions and may stop
    the count with :class:`SearchStopped`. Raise :class:`ArgumentError` and :class:`RulesError`.
    """
    start = searchable(subject)
    game = game_or_tree(subject)
    branching = sum(1 for _move in start.moves())
    tally = tally or new_tally()
    return quicker(native, tally, PLAIN_SEQUENCES).run(
        lambda native: count_sequences(game if isinstance(game, Game) else start, depth, native=native, tally=tally),
        branching**depth,
    )


@checked
def solve(
    subject: Game | AnyPosition | str,
    *,
    folder: str | Path | None = None,
    place: Place | str = LOCAL,
    expected: Plan | None = None,
    threads: Threads | None = None,
    native: bool | None = None,
    tally: Tally | None = None,
    on_progress: Callable[[Progress], object] = unheard,
    on_message: Callable[[Sentence], object] = unheard,
) -> Solved | Retrograde | LayeredTable:
    """Return the exact value of every position: ``solve(game)[position]`` is the utility and the plies to the end;
    ``solve(game).value`` is the utility at the start.

    ``subject`` is a game, its text or a position. A game with numbered positions is solved backwards from its
    ends, with ``threads`` threads (None: all processors); ``native`` is that of :func:`search`. Any other game is
    solved in memory, from the start or the given position; ``tally`` counts its positions and may stop it.

    With a ``folder``, a game is solved layer by layer on disk, or the solution there is continued. ``place`` is a place
    of :func:`plyground.place` or its text; all its machines must see the folder. ``expected`` is the plan, if it was made
    before. ``on_progress`` is called after each piece of work, ``on_message`` with sentences about machines that were
    left out.

    Raise :class:`ArgumentError`, :class:`SearchError` for a game that is too large, or has chance or more than two
    players, :class:`RulesError`, and :class:`FileError` for a damaged folder or a full disk.
    """
    if folder is not None:
        whole = game_or_tree(subject)
        if not isinstance(whole, Game):
            raise SearchError(_("A folder holds the solution of a game: give a game or its name, not a position."))
        return solve_on_disk(
            whole, folder, place=place, expected=expected, on_progress=on_progress, on_message=on_message
        )  # fmt: skip
    start = searchable(subject)
    try:
        hash(start)
    except TypeError:
        raise SearchError(
            _("{cls} has a field that is neither a number nor a tuple, so its positions cannot be solved.", cls=type(start).__name__)
        ) from None  # fmt: skip
    with blaming_rules():
        if not countable(start):  # solve in plain Python
            return solve_start(start, tally=tally)
        return quicker(native, tally or new_tally()).run(
            lambda native: solve_start(start, threads=threads, native=native), INFINITY
        )


@checked
def explore(subject: Game | AnyPosition | str, values: Valued | None = None) -> Exploration:
    """Return the exact values of an unfinished position: one look-up for each move and ply of the line.

    ``subject`` is a position, or a game or its text, which stand for its start. ``values`` are what :func:`solve`
    returns; None solves the position first. Raise :class:`ArgumentError`, :class:`GameOver` at the end of a game, and
    :class:`SearchError` for a position without a value there.
    """
    here = searchable(subject)
    if values is None:
        values = solve(subject)
    solved = getattr(values, "start", None) or getattr(getattr(values, "game", None), "start", None)
    if solved is not None and type(solved) is not type(here):
        raise SearchError(
            _("The values are those of another game: {cls} is not a position of it.", cls=type(here).__name__)
        )
    if here.is_over():
        raise GameOver
    try:
        return explore_position(values, here)
    except KeyError:  # the caller's own dictionary may lack positions
        raise UnsolvedPosition(NO_VALUE) from None


@checked
def check(
    subject: Game | AnyPosition | str,
    *,
    games: CountFromZero = 50,
    seed: int = 0,
    positions: CountFromZero = 2_000,
    seconds: Seconds = float("inf"),
    native: bool = False,
) -> list[Failure]:
    """Check a game, or a position and all positions after it. Return the first example of each failure, or an empty
    list.

    ``subject`` may be a game's text or its file. ``games`` random games are played from a ``seed``. A game of at
    most ``positions`` positions is examined completely. Both together end after ``seconds`` of computing. ``native``
    compares the compiled rules, too. There is no limit for a method that does not return. Raise
    :class:`ArgumentError`.
    """
    return check_subject(
        game_or_tree(subject) or start_of(subject), games=games, seed=seed, positions=positions, seconds=seconds, native=native
    )  # fmt: skip


def _gives_values(value: Any) -> bool:
    """Return True for a dictionary of values and for a table: anything that looks up a position."""
    return hasattr(value, "__getitem__") and not isinstance(value, str | bytes | list | tuple | type)


describe(Valued, "solve(…)", _gives_values)
