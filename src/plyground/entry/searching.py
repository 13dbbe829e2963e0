"""The public functions that search one position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from plyground.core.checked_arguments import Count, CountFromZero, checked
from plyground.core.contract import blaming_rules, demand_contract, demand_evaluation
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.position import MAX, MIN, AnyPosition, Demand, MarkedPosition
from plyground.entry.subjects import game_or_tree, resolved, start_of
from plyground.errors import SearchError
from plyground.i18n import _
from plyground.learning.learned import unit_of
from plyground.searches.best_first.mcts_tree import Tree as SearchTree
from plyground.searches.best_first.proof_tree import ProofTree
from plyground.searches.best_first.prove import Proof
from plyground.searches.best_first.prove import proof_number as prove_position
from plyground.searches.best_first.puct_search import EXPLORATION as PUCT_EXPLORATION
from plyground.searches.best_first.puct_search import PLAYOUTS as PUCT_LEAVES
from plyground.searches.best_first.puct_search import puct as grow_by_values
from plyground.searches.best_first.tree_trace import Trace as TreeTrace
from plyground.searches.best_first.uct_search import Estimate, fewest_nodes
from plyground.searches.best_first.uct_search import uct as sample_position
from plyground.searches.deepening import deepen as deepen_position
from plyground.searches.deepening import usual_setting
from plyground.searches.engine_setting import Engine
from plyground.searches.engine_setting import engine as new_engine
from plyground.searches.limit import Limit, limited
from plyground.searches.move_ordering import Ordering
from plyground.searches.plain_or_native import MAX_PLAIN_NODES, CountedSearches, warn
from plyground.searches.progress import Progress
from plyground.searches.registry import AnySearch
from plyground.searches.result import Result
from plyground.searches.run_search import search as search_position
from plyground.searches.scores import DISTANCE, INFINITY, MAX_DEPTH, Scores
from plyground.searches.search_setting import Setting
from plyground.searches.search_setting import setting as standard
from plyground.searches.symmetry import NoSymmetry
from plyground.searches.tally import Tally, Trace, new_tally
from plyground.trace.chosen_search import chosen_search
from plyground.trace.record import record as record_search
from plyground.trace.run import Run, Score
from plyground.trees import Tree

Answer = TypeVar("Answer")

Depth = Annotated[int, range(1, MAX_DEPTH + 1)]
"""A depth of a search, in plies."""
DepthFromZero = Annotated[int, range(MAX_DEPTH + 1)]
"""A depth in plies, or 0 for the position itself."""
Side = Annotated[int, (MAX, MIN)]
"""A side of a search: 1 is MAX, −1 MIN."""

Threads = Annotated[int, range(1, 65)]
"""A number of threads."""
Megabytes = Annotated[int, range(1, (1 << 16) + 1)]
"""Megabytes of memory for a table or a tree."""


@checked
def search(
    subject: Game | Tree | AnyPosition | str,
    algorithm: AnySearch = "alphabeta",
    setting: Setting | Engine | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    ties: str = "first",
    seed: int | None = None,
    every_move: bool = False,
    trace: Trace | None = None,
    tally: Tally | None = None,
    native: bool | None = None,
) -> Result:
    """Search ``subject`` with an ``algorithm`` under a ``setting`` (default: to the end of the game).

    The algorithm is the name of a search, a function of your own (docs/searches.md, "A search of your own"), or
    ``FILE.py:function``. ``subject`` is a position, or a game, a game's text or a tree, which stand for their start.
    ``depth`` is a limit in plies, for a setting without one. At a limit, a game's best evaluation judges; a position
    alone knows no game, and an unfinished one then counts as a draw, unless the setting has an evaluation. With a limit
    in ``nodes`` or ``seconds``, the search deepens step by step
    (:func:`deepen`). ``ties`` chooses one of equally good moves: ``first``, ``last`` or ``random`` (by ``seed``).
    Alpha-beta gives only bounds for some root moves. Moves that may tie with the best are searched again with an open
    window, so that ties are broken only between exact values. With ``every_move``, every root move gets its exact value
    in this way. ``trace`` gets the steps of the first search only. With ``tally`` another thread or process can watch
    the search and stop it.

    ``native=True`` runs the compiled twin of the same text, hundreds of times as fast; ``False`` runs plain Python.
    None takes the faster of the two where both give the same answer: plain Python for a few thousand positions, with a
    trace, and for averages over chance, else compiled code. Compiling takes a second or two, once for each game and
    machine. Compiled averages over chance are floats, within 1e-9 of the fractions of the plain text. Without llvmlite,
    and for rules that cannot be compiled, None takes plain Python after a warning.

    Raise :class:`ArgumentError`, :class:`SearchStopped`, :class:`SearchTooDeep`, :class:`SearchError` (for impossible
    combinations), :class:`SpecError` (for unknown names) and :class:`RulesError` (for a class without ``@rules`` or,
    with ``native=True``, rules that cannot be compiled).
    """
    subject = resolved(subject)  # a game is made once, for its start and its evaluation
    start = searchable(subject)
    known = chosen_search(algorithm)
    refuse_two_depths(depth, setting)
    if depth is not None:
        setting = setting or judged(subject, depth)
    if nodes is not None or seconds is not None:
        if ties != "first" or seed is not None or every_move or trace is not None:
            raise SearchError(_("A search with a limit in nodes or seconds takes no ties, seed, every_move and trace."))
        setting = setting or judged(subject, MAX_DEPTH) or standard()
        limit = Limit(seconds, nodes, depth or (setting.depth if setting.depth <= MAX_DEPTH else None))
        return deepen(start, limit, setting, algorithm=known, tally=tally, native=native)
    refuse_memory_of_another_game(setting, start)
    tally = tally or new_tally()
    if trace is not None or not (known.compiles and known.compiles_for(start)):
        native = native or False
    least = INFINITY if isinstance(setting, Engine) else 0  # an engine's memory would keep plain results
    found = quicker(native, tally).run(
        lambda native: search_position(
            start,
            known,
            setting,
            depth=depth,
            ties=ties,
            seed=seed,
            every_move=every_move,
            trace=trace,
            tally=tally,
            native=native,
        ),
        least,
    )
    return replace(found, position=start)


@checked
def deepen(
    subject: Game | Tree | AnyPosition | str,
    limit: Limit | None = None,
    setting: Setting | Engine | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    algorithm: AnySearch = "pvs",
    past: Iterable[AnyPosition] = (),
    tally: Tally | None = None,
    native: bool | None = None,
    threads: Threads = 1,
    lines: Count = 1,
    on_progress: Callable[[Progress], object] | None = None,
) -> Result:
    """Search ``subject`` deeper and deeper with an ``algorithm`` that takes a window, until a limit or a proof.

    Give ``depth``, ``nodes`` and ``seconds``, or a ``limit`` with them. ``setting`` is usually an :func:`engine`. Its
    memory also serves the next search, for example of the next move of a game; its depth is set here. ``past`` has the
    positions of the game before this one, for games with repetition. ``on_progress`` is called after each complete
    depth.

    With more ``lines``, that many of the best root moves get exact values, each with its own line (multi-PV). Then
    ``on_progress`` is called for each of them, the best first.

    Set ``tally.counts[STOP]`` to 1 to stop and get the best answer so far. The first ply is always searched to its end,
    so that there is an answer. A depth that was stopped counts if it searched the best move of the depth before,
    as ``pvs`` does first, or found a better one after it.

    ``native`` is that of :func:`search`: None takes plain Python for a limit of a few thousand nodes, else compiled
    code. Compiled and with more ``threads``, helpers search the same position with the same table, a little ahead or
    behind, so that this thread finds their results there (lazy SMP). A limit in nodes is this thread's own, and its
    result then depends on the helpers.

    Raise the errors of :func:`search`.
    """
    if limit is None:
        limit = Limit(seconds, nodes, depth)
    elif (depth, nodes, seconds) != (None, None, None):
        raise SearchError(_("Give a limit, or depth, nodes and seconds, not both."))
    limit.check()
    subject = resolved(subject)
    start = searchable(subject)
    known = chosen_search(algorithm)
    if setting is None and (evaluation := best_evaluation(subject)):
        setting = usual_setting(start)._replace(evaluation=evaluation)
    refuse_memory_of_another_game(setting, start)
    if not (known.compiles and known.compiles_for(start)):
        native = native or False
    few = INFINITY if limit.nodes is None or threads > 1 else limit.nodes
    found = quicker(native, tally or new_tally()).run(
        lambda native: deepen_position(
            start,
            limit,
            setting,
            algorithm=known,
            past=past,
            tally=tally,
            native=native,
            threads=threads,
            lines=lines,
            on_progress=on_progress,
        ),
        few,
        few,
    )
    return replace(found, position=start)


@checked
def uct(
    subject: Game | Tree | AnyPosition | str,
    *,
    playouts: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    exploration: float | None = None,
    rave: CountFromZero = 0,
    seed: int | None = None,
    tree: SearchTree | None = None,
    trace: TreeTrace | None = None,
    tally: Tally | None = None,
    native: bool | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Estimate:
    """Play random games from ``subject`` until a limit or the position is solved.

    The limits are ``playouts``, ``nodes`` (the last random game is finished) and ``seconds``. Without limits 10,000
    games are played. A greater ``exploration`` favours rarely tried moves more (default 1.41, with RAVE 0.2). ``rave``
    is the number of visits at which a move's own mean and its RAVE value count equally; 0 turns RAVE off. With a
    ``seed``, the same number of playouts gives the same answer each time, plain or compiled.

    ``tree`` is made by :func:`plyground.searches.best_first.mcts_tree.new_tree` (default: 256 megabytes). It can be read
    afterwards, or grown further from the same position. When it is full it stops growing, but its means still improve.
    ``on_progress`` is called ten times a second with the state, the value in hundredths of a win. ``trace`` gets every
    step; ``tally`` lets another thread or process watch and stop the search.

    With two players, results count only as won, drawn or lost. If each player has utilities of its own, they are scaled
    from −1, the least of the game's ``bounds``, to 1, the greatest. ``native`` is that of :func:`search`. Raise
    :class:`ArgumentError`, :class:`SearchError` (for impossible combinations), :class:`RulesError`, and
    :class:`SearchStopped` if the search is stopped before its first playout.
    """
    start = searchable(subject)
    tally = tally or new_tally()
    if trace is not None or Demand.FRACTIONS in start.demands():
        native = native or False
    fewest = INFINITY if on_progress or tree is not None else nodes or fewest_nodes(playouts, seconds)
    if nodes is not None and playouts is None:
        playouts = INFINITY

    def sample(native: bool) -> Estimate:
        return sample_position(
            start,
            playouts=playouts,
            seconds=seconds,
            exploration=exploration,
            rave=rave,
            seed=seed,
            tree=tree,
            trace=trace,
            tally=tally,
            native=native,
            on_progress=on_progress,
        )

    return grown_from(start, sample, fewest, nodes, tally, native)


@checked
def puct(
    subject: Game | Tree | AnyPosition | str,
    evaluation: Evaluation | None = None,
    *,
    leaves: Count | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    exploration: float = PUCT_EXPLORATION,
    tree: SearchTree | None = None,
    trace: TreeTrace | None = None,
    tally: Tally | None = None,
    native: bool | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Estimate:
    """Grow a tree from ``subject`` by the values of an ``evaluation``, without random games.

    The default is the game's best evaluation. The limits are ``leaves`` (positions whose moves are judged), ``nodes``
    and ``seconds``. Without limits there are 2,000 leaves. ``playouts`` of the answer are its leaves. A greater
    ``exploration`` trusts the means less and the first values of the moves more. The answer is the same each time, plain
    or compiled. The other arguments are those of :func:`uct`.

    Raise :class:`ArgumentError`, :class:`SearchError` (for a subject without evaluation, and impossible combinations),
    :class:`RulesError`, and :class:`SearchStopped` if the search is stopped before its first leaf.
    """
    subject = resolved(subject)
    start = searchable(subject)
    if evaluation is None:  # one without fields is false
        evaluation = best_evaluation(subject)
    if evaluation is None:
        raise SearchError(_("PUCT needs an evaluation: give one, such as learn(game).evaluation(game)."))
    tally = tally or new_tally()
    if trace is not None:
        native = native or False
    fewest = INFINITY if on_progress or tree is not None else nodes or leaves or (INFINITY if seconds else PUCT_LEAVES)
    demand_evaluation(evaluation)
    judged_by, unit = evaluation, unit_of(start, evaluation)
    if nodes is not None and leaves is None:
        leaves = INFINITY

    def grow(native: bool) -> Estimate:
        return grow_by_values(
            start,
            judged_by,
            unit,
            playouts=leaves,
            seconds=seconds,
            exploration=exploration,
            tree=tree,
            trace=trace,
            tally=tally,
            native=native,
            on_progress=on_progress,
        )

    return grown_from(start, grow, fewest, nodes, tally, native)


def grown_from(
    start: MarkedPosition,
    grow: Callable[[bool], Estimate],
    fewest: int,
    nodes: int | None,
    tally: Tally,
    native: bool | None,
) -> Estimate:
    """Return the answer of a tree that ``grow(native)`` grows from ``start``, within a limit in ``nodes``; it visits
    ``fewest`` at least.
    """
    with limited(tally.counts, nodes, None):
        found = quicker(native, tally).run(grow, fewest)
    return replace(found, position=start)


@checked
def proof_number(
    subject: Game | Tree | AnyPosition | str,
    least: int = 1,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    tree: ProofTree | None = None,
    trace: TreeTrace | None = None,
    tally: Tally | None = None,
    native: bool | None = None,
) -> Proof:
    """Find out if the side to move can reach a utility of ``least``: 1 is a win, 0 at least a draw. Return the proof.

    The search expands at most ``nodes`` nodes, for at most
    ``seconds``. Without limits it goes on until it has the answer, or until its ``tree``
    (:func:`plyground.searches.best_first.proof_tree.new_proof_tree`; by default 256 megabytes) is full. A tree of the same
    question is continued. ``trace`` gets every step. With ``tally`` another thread or process can watch the search and
    stop it, which ends it without an answer.

    ``native`` is that of :func:`search`. Raise :class:`ArgumentError`, :class:`SearchError` (for impossible
    combinations) and :class:`RulesError`.
    """
    start = searchable(subject)
    tally = tally or new_tally()
    if trace is not None or Demand.FRACTIONS in start.demands():
        native = native or False
    fewest = INFINITY if tree is not None else 0

    def prove(native: bool) -> Proof:
        return prove_position(
            start, least, nodes=nodes, seconds=seconds, tree=tree, trace=trace, tally=tally, native=native
        )

    return replace(quicker(native, tally).run(prove, fewest), position=start)


@checked
def engine(
    subject: Game | Tree | AnyPosition | str,
    evaluation: Evaluation | None = None,
    *,
    depth: Depth | None = None,
    scores: Scores = DISTANCE,
    memory_mb: Megabytes = 64,
    table: bool = True,
    ordering: Ordering | None = None,
    symmetry: bool = True,
    loops: bool = False,
    quiescence: bool = True,
) -> Engine:
    """Return the setting of the engine for the game of ``subject``, with an empty memory.

    ``evaluation`` is used at the horizon, ``depth`` plies away (None: every unfinished position counts as a draw).
    ``memory_mb`` is the size of the table in megabytes. ``loops`` says that positions of this game can repeat. Mirror
    images share their entries if the class has ``canonical()``. Raise :class:`ArgumentError` and :class:`SearchError`.
    """
    return new_engine(
        start_of(subject),
        evaluation,
        depth=depth,
        scores=scores,
        memory_mb=memory_mb,
        table=table,
        ordering=ordering,
        symmetry=symmetry,
        loops=loops,
        quiescence=quiescence,
    )


@checked
def record(
    subject: Game | Tree | AnyPosition | str,
    algorithm: AnySearch = "alphabeta",
    setting: Setting | Engine | None = None,
    *,
    depth: int | None = None,
    start_ply: DepthFromZero = 0,
    side: Side | None = None,
    alpha: Score = -INFINITY,
    beta: Score = INFINITY,
    kept_plies: DepthFromZero = MAX_DEPTH,
    source: bool = False,
    tally: Tally | None = None,
    of: Game | Tree | str | None = None,
) -> Run:
    """Record the search by ``algorithm`` at ``subject``, with its nodes to ``kept_plies`` below.

    ``depth`` is the limit of :func:`search`, in plies from the root.

    A search is a function of its arguments. Called again with the arguments of any of its nodes (``start_ply``, the
    plies from the root, and MAX's ``alpha`` and ``beta``), it visits the same tree below that node. So a tree of any
    size can be explored node by node. A search with a memory begins with an empty one. With ``source`` each step has
    its line of the source text. ``of`` is the game or the tree of a position, for the names of moves. Raise
    :class:`ArgumentError`, :class:`SearchError`, :class:`SearchStopped` (by ``tally``) and :class:`SearchTooDeep`.
    """
    start = searchable(subject)
    refuse_two_depths(depth, setting)
    refuse_memory_of_another_game(setting, start)
    named_by = game_or_tree(subject if of is None else of)
    if named_by is not None and type(named_by.start) is not type(start):
        raise SearchError(
            _("“of” names {game}, but the position is of another game.", game=getattr(named_by, "name", "the tree"))
        )  # fmt: skip
    if alpha > beta:
        raise SearchError(_("The window is empty: alpha is {alpha}, more than beta, {beta}.", alpha=alpha, beta=beta))
    with blaming_rules():
        return record_search(
            start,
            chosen_search(algorithm),
            setting,
            depth=depth,
            start_ply=start_ply,
            side=side,
            alpha=alpha,
            beta=beta,
            kept_plies=kept_plies,
            source=source,
            tally=tally,
            of=named_by,
        )


def searchable(subject: Game | Tree | AnyPosition | str) -> Any:
    """Return the position that a subject stands for. Raise :class:`RulesError` if it cannot be searched."""
    position = start_of(subject)
    with blaming_rules():
        demand_contract(position)
    return position


def quicker(native: bool | None, tally: Tally, plain: int = MAX_PLAIN_NODES) -> CountedSearches:
    """Return the choice for a search that ``tally`` counts. It warns if nothing can be compiled."""
    return CountedSearches(tally, native, plain, warn)


def best_evaluation(subject: Game | Tree | AnyPosition | str) -> Evaluation | None:
    """Return the first evaluation of a game; None for a game without one, and for a position, which knows no game."""
    whole = game_or_tree(subject)
    return next(iter(whole.evaluations.values()), None) if isinstance(whole, Game) else None


def judged(subject: Game | Tree | AnyPosition | str, depth: int) -> Setting | None:
    """Return the setting for a search of a game to a limit: unfinished positions are judged by its best evaluation."""
    evaluation = best_evaluation(subject)
    return standard(depth=depth, evaluation=evaluation) if evaluation else None


def refuse_two_depths(depth: int | None, setting: Setting | Engine | None) -> None:
    """Raise :class:`SearchError` for a depth that is not the one in the setting."""
    if setting is not None and depth is not None and setting.depth not in (depth, MAX_DEPTH + 1):
        raise SearchError(
            _("The depth is given twice: {depth}, and {other} in the setting. Give it once.", depth=depth, other=setting.depth)
        )  # fmt: skip


def refuse_memory_of_another_game(setting: Setting | Engine | None, position: MarkedPosition) -> None:
    """Raise :class:`SearchError` if the engine's memory uses symmetries that the game of ``position`` does not have."""
    if (
        isinstance(setting, Engine)
        and not isinstance(setting.symmetry, NoSymmetry)
        and not hasattr(position, "canonical")
    ):
        raise SearchError(
            _("The setting is an engine of another game: make it by engine() with a position of {cls}.", cls=type(position).__name__)
        )  # fmt: skip
