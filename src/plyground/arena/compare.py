"""Experiments: the same positions searched by several algorithms, ply by ply, with the cost of each search.

Counts are the same on every machine, plain or compiled. Only seconds, and results of limits in seconds, differ.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from statistics import fmean as mean
from typing import Any, NamedTuple, TypeAlias, TypedDict, cast

from plyground.core.checked_arguments import check_fields
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition
from plyground.core.random_game import random_game
from plyground.core.spec import canonical
from plyground.errors import SearchError, SearchStopped, SpecError
from plyground.i18n import Sentence, _, _n
from plyground.searches import (
    Algorithm,
    Engine,
    Limit,
    Result,
    Setting,
    Tally,
    algorithm,
    convention,
    engine,
    new_tally,
    search,
)
from plyground.searches import setting as choose
from plyground.searches.child_order import ChildOrder, LeftToRight, Promising, RightToLeft, Shuffled
from plyground.searches.limit import ASKED, OUT_OF_TIME, deadline
from plyground.searches.plain_or_native import Pace, within
from plyground.searches.registry import MEGABYTES
from plyground.searches.run_search import read, refuse_what_cannot_be
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.searches.tally import ALPHA_CUTOFFS, BETA_CUTOFFS, COUNTS, HITS, LEAVES, NODES, STOP
from plyground.trees import StaticValues, Tree, by_value, unfold

MAX_PLAIN_NODES = 5_000
"""Positions that plain Python visits before a search is compiled; in some games their evaluation takes long."""
KNOWABLE = 50_000
"""Positions of the largest tree whose best move order is computed in advance."""
SURVEYED = 10_000
"""Most positions of all subjects together that are counted at one depth to find the branching factor. They are counted
only if no compared search is exhaustive.
"""

ORDERS = {
    "rules": _("as the rules give them"),
    "reverse": _("in reverse order"),
    "promise": _("promising moves first"),
    "random": _("in random order"),
    "best": _("the best first"),
    "worst": _("the worst first"),
}
"""Orders in which children are searched. The last two use the values of the whole tree, which no player knows."""
KNOWING = ("best", "worst")
EXHAUSTIVE = ("minimax", "book-minimax", "expectiminimax", "max-n")
"""Searches that visit all positions in any order; they measure the branching factor."""


@dataclass(frozen=True)
class Subject:
    """The subject of a search: a position of a game, or a tree."""

    name: str  # the game's spec text, or the tree's title
    of: Game | Tree
    position: Any

    @classmethod
    def of_tree(cls, name: str, tree: Tree) -> Subject:
        """Return a whole tree as a subject."""
        return cls(name, tree, tree.start)

    @property
    def text(self) -> str:
        """The position in the game's notation; empty for a tree."""
        return self.of.notation.format(self.position) if isinstance(self.of, Game) else ""

    @property
    def title(self) -> Sentence | str:
        """The name of the game or the tree for people."""
        return self.of.title or self.name

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation at the horizon: the game's best one, or the static values of the tree."""
        return next(iter(self.of.evaluations.values()), None) if isinstance(self.of, Game) else StaticValues()

    @property
    def loops(self) -> bool:
        """True if positions can repeat."""
        return isinstance(self.of, Game) and self.of.facts.loops

    def depths(self, depths: Iterable[int]) -> tuple[int, ...]:
        """Return the depths at which the subject can be searched; a tree without static values has only its full
        depth.
        """
        if isinstance(self.of, Tree):
            height = max(1, self.of.height)
            return tuple(depth for depth in depths if depth <= height) if self.of.judged else (height,)
        return tuple(depths)

    def word(self, move: int | None) -> str:
        """Return the name of a move in the position."""
        if move is None:
            return ""
        if isinstance(self.of, Game):
            return self.of.notation.format_move(self.position, move)
        return self.of.word(self.of.children(0)[move])


class Contender(NamedTuple):
    """One search with its options, all as text, so that it can be shown and sent."""

    algorithm: str
    convention: str = ""  # convention of alpha-beta; "" = the search has no conventions
    order: str = "rules"

    @property
    def known(self) -> Algorithm:
        """The algorithm of the search."""
        return algorithm(self.algorithm)


MINIMAX = Contender("minimax")


Series: TypeAlias = tuple[str, str, Contender]
"""Key of the searches that differ only in depth: game, position and search."""


class Run(NamedTuple):
    """One search of an experiment."""

    subject: Subject
    contender: Contender
    depth: int

    @property
    def series(self) -> Series:
        """The series to which this search belongs."""
        return self.subject.name, self.subject.text, self.contender


class Row(NamedTuple):
    """The cost and the answer of one search. Values are seen by the side to move."""

    game: str
    position: str
    algorithm: str
    convention: str
    order: str
    depth: int  # plies looked ahead
    nodes: int  # positions visited, the root and the leaves included
    leaves: int
    alpha_cutoffs: int  # cut-offs at MIN's nodes
    beta_cutoffs: int  # cut-offs at MAX's nodes
    table_hits: int
    value: Any  # the utility, or the evaluation if the end was not reached; None if stopped
    move: str  # the best move, as people write it
    seconds: float
    complete: bool  # True if no limit stopped the search
    native: bool  # True if the search ran compiled

    @property
    def contender(self) -> Contender:
        """The search of the row."""
        return Contender(self.algorithm, self.convention, self.order)

    @property
    def cutoffs(self) -> int:
        """The number of alpha and beta cut-offs."""
        return self.alpha_cutoffs + self.beta_cutoffs

    @property
    def branching(self) -> float:
        """The effective branching factor of the search."""
        return effective_branching(self.nodes, self.depth)


@dataclass(frozen=True)
class Experiment:
    """An experiment: subjects, searches, depths, and the limit of a single search."""

    subjects: tuple[Subject, ...]
    contenders: tuple[Contender, ...]
    depths: tuple[int, ...]
    limit: Limit = Limit()  # limit in nodes and seconds for each search
    seed: int = 0  # seed of a random order

    def check(self) -> None:
        """Raise :class:`ArgumentError`, :class:`SearchError` or :class:`SpecError` if the experiment is impossible."""
        check_fields(self)
        self.limit.check()
        if not (self.subjects and self.contenders and self.depths):
            raise SearchError(_("A comparison needs at least one position, one algorithm and one depth."))
        for run in self.runs():
            if run.contender.order not in ORDERS:
                raise SpecError(
                    _("There is no order “{name}”; the orders are: {names}.", name=run.contender.order, names=", ".join(ORDERS))
                )  # fmt: skip
            if run.contender.order in KNOWING and run.contender.known.remembers:
                raise SearchError(
                    _("{name} has its own move ordering: it cannot take the best or the worst move first.", name=run.contender.algorithm)
                )  # fmt: skip
            if run.contender.order in KNOWING and run.subject.position.demands() & (Demand.CHANCE | Demand.PLAYERS):
                raise SearchError(
                    _("In games with chance or more than two players, the orders best and worst are not available.")
                )
            chosen = _setting(run, self.seed)
            refuse_what_cannot_be(run.subject.position, run.contender.known, chosen, traced=False, native=False)

    @property
    def is_exhaustive(self) -> bool:
        """True if one of its searches visits all positions."""
        return any(contender.algorithm in EXHAUSTIVE for contender in self.contenders)

    def runs(self) -> Iterator[Run]:
        """Yield every search, the shallow ones first, so that all curves grow together."""
        for depth in sorted(set(self.depths)):
            for subject in self.subjects:
                if depth in subject.depths(self.depths):
                    yield from (Run(subject, contender, depth) for contender in self.contenders)
        for subject in self.subjects:
            for depth in subject.depths(self.depths):
                if depth not in self.depths:
                    yield from (Run(subject, contender, depth) for contender in self.contenders)


def exhaustive(position: MarkedPosition) -> Contender:
    """Return the search without cut-offs that supports the game of a position."""
    demands = position.demands()
    if Demand.PLAYERS in demands:
        return Contender("max-n")
    return Contender("expectiminimax") if Demand.CHANCE in demands else MINIMAX


def contenders(
    algorithms: Iterable[str], conventions: Iterable[str] = ("aima",), orders: Iterable[str] = ("rules",)
) -> tuple[Contender, ...]:
    """Return each algorithm with each convention and order that affects it. Raise :class:`SpecError`."""
    orders = [canonical(order) for order in orders]
    conventions = [canonical(name) for name in conventions]
    found: dict[Contender, None] = {}
    for name in algorithms:
        known = algorithm(name)
        for rule in conventions if known.has_conventions else [""]:
            for order in orders if known.name not in EXHAUSTIVE else ["rules"]:
                found[Contender(known.name, rule, order)] = None
    return tuple(found)


def depths(text: str, most: int = MAX_DEPTH) -> tuple[int, ...]:
    """Return the depths in a text such as ``1-6,8``, none greater than ``most``. Raise :class:`SpecError`."""
    found: set[int] = set()
    for part in text.split(","):
        ends = [end.strip() for end in part.split("-")]
        numbers = [int(end) for end in ends if end.isascii() and end.isdecimal() and len(end) < 6]
        if len(numbers) != len(ends) or len(ends) > 2 or not 1 <= numbers[0] <= numbers[-1] <= most:
            raise SpecError(
                _("Depths are written like 1-6 or 2,4,8, from 1 to {most} plies, not “{text}”.", most=most, text=text)
            )
        found.update(range(numbers[0], numbers[-1] + 1))
    return tuple(sorted(found))


def random_positions(game: Game, count: int, seed: int, plies: int) -> list[Any]:
    """Return different positions after ``plies`` random moves. Raise :class:`SearchError` if not enough are found."""
    chance = random.Random(seed)
    found: dict[Any, None] = {}
    for _attempt in range(100 * count):
        position = random_game(game.start, chance, plies)[-1]
        if not position.is_over():
            found[position] = None
        if len(found) == count:
            return list(found)
    raise SearchError(
        _n(
            "After {plies} random moves there is only {count} position that is not over.",
            "After {plies} random moves there are only {count} positions that are not over.",
            len(found),
            plies=plies,
        )
    )


def run(
    experiment: Experiment, tally: Tally | None = None, on_progress: Callable[[Run], object] | None = None
) -> Iterator[Row]:
    """Yield the rows of an experiment one by one. A search that reached a limit is not run deeper. ``on_progress`` is
    called with each search that begins.

    Raise the exceptions of :meth:`Experiment.check`, and :class:`SearchStopped` if the ``tally`` demands it.
    """
    experiment.check()
    tally = tally or new_tally()
    last: dict[Series, Row] = {}
    for one in experiment.runs():
        before = last.get(one.series)
        if before is None or before.complete:
            if on_progress:
                on_progress(one)
            last[one.series] = measure(one, experiment.limit, experiment.seed, tally, before)
            yield last[one.series]


def measure(run: Run, limit: Limit, seed: int, tally: Tally, before: Row | None = None) -> Row:
    """Run one search of an experiment, to its end or its ``limit``. Return its row. Raise :class:`SearchStopped` if the
    tally demands it.

    ``before`` is the row of the same search at a smaller depth, if any; its cost decides if this one is compiled.
    """
    known = run.contender.known
    chosen = _setting(run, seed)
    position: Any = run.subject.position
    native = None
    expected: float = 0
    if before is not None:
        expected = before.nodes * before.branching
        native = before.native if before.nodes > MAX_PLAIN_NODES else None
    same = not (known.in_floats and known.windowed)  # floats cause other cut-offs than fractions
    whole = Demand.FRACTIONS not in position.demands() and not isinstance(run.subject.of, Tree)
    if not (same and whole and known.compiles_for(position)):
        native = False
    if run.contender.order in KNOWING:
        tree = _known_tree(run)
        if tree is None:
            return _row(run, Attempt(None, [0] * COUNTS, native=False, out_of_time=False))
        position, native = tree.start, False
        chosen = choose(convention=chosen.convention, order=by_value(tree, best_first=run.contender.order == "best"))

    def attempt(native: bool, most: int) -> Attempt:
        def work(setting: Setting, tally: Tally) -> Result:
            return search(position, known.name, _equipped(run, setting), tally=tally, native=native)

        if native:  # compile first, so that limit and clock do not count it
            work(chosen._replace(depth=1), new_tally())
        return _attempt(partial(work, chosen, tally), Limit(limit.seconds, most), tally, native=native)

    most = limit.nodes or INFINITY

    def little() -> Attempt | None:
        if min(expected, most) > MAX_PLAIN_NODES:
            return None
        first = attempt(False, min(most, MAX_PLAIN_NODES))
        return first if first.result or first.out_of_time or most <= MAX_PLAIN_NODES else None

    return _row(run, Pace(native).run(little, lambda native: attempt(native, most)))


class Attempt(NamedTuple):
    """The outcome of a search within limits."""

    result: Result | None  # None if a limit stopped the search
    spent: Sequence[int]  # counts of the search, indexed by VISITS, LEAVES, ...
    native: bool
    out_of_time: bool


def _attempt(work: Callable[[], Result], limit: Limit, tally: Tally, *, native: bool) -> Attempt:
    counts = tally.counts
    before = list(counts)
    result = None
    with deadline(limit.seconds, counts):
        counts[STOP] = counts[STOP] or min(INFINITY, before[NODES] + (limit.nodes or INFINITY) + 1)
        with suppress(SearchStopped):
            result = work()
    reason = counts[STOP]
    if reason == ASKED:
        raise SearchStopped
    counts[STOP] = 0
    spent = [now - then for now, then in zip(counts, before, strict=True)]
    return Attempt(result, spent, native, result is None and reason == OUT_OF_TIME)


def _setting(run: Run, seed: int) -> Setting:
    """Return the setting of a search of an experiment."""
    rule = convention(run.contender.convention or "aima")
    orders: dict[str, ChildOrder] = {"reverse": RightToLeft(), "promise": Promising(), "random": Shuffled(seed)}
    order = orders.get(run.contender.order, LeftToRight())
    return choose(depth=run.depth, evaluation=run.subject.evaluation, convention=rule, order=order)


def _equipped(run: Run, setting: Setting) -> Setting | Engine:
    """Return the same setting with an empty memory, for a search that uses one."""
    if not run.contender.known.remembers or run.contender.order in KNOWING:
        return setting
    memory = engine(run.subject.position, memory_mb=MEGABYTES, loops=run.subject.loops)
    return memory._replace(**setting._asdict())


def _known_tree(run: Run) -> Tree | None:
    """Return as a tree the part of a game that a search can reach; None if it has more than :data:`KNOWABLE` positions."""
    of = run.subject.of
    if isinstance(of, Tree):
        return of if len(of) <= KNOWABLE else None
    plain = _setting(run._replace(contender=MINIMAX), 0)
    if (
        within(KNOWABLE, tally := new_tally(), lambda: search(run.subject.position, "minimax", plain, tally=tally))
        is None
    ):
        return None
    return unfold(of, run.subject.position, depth=run.depth, evaluation=run.subject.evaluation)


def _row(run: Run, attempt: Attempt) -> Row:
    result, spent = attempt.result, attempt.spent
    subject, contender = run.subject, run.contender
    return Row(
        subject.name,
        subject.text,
        *contender,
        depth=run.depth,
        nodes=spent[NODES],
        leaves=spent[LEAVES],
        alpha_cutoffs=spent[ALPHA_CUTOFFS],
        beta_cutoffs=spent[BETA_CUTOFFS],
        table_hits=spent[HITS],
        value=None if result is None else read(result.score, _setting(run, 0), subject.position)[0],
        move="" if result is None else subject.word(result.move),
        seconds=0.0 if result is None else result.seconds,
        complete=result is not None,
        native=attempt.native,
    )


def effective_branching(nodes: int, depth: int) -> float:
    """Return the b* with which a uniform tree of this depth has as many ``nodes``, its root included: 1 + b* + ... +
    (b*)^depth.

    Russell & Norvig, AIMA, 4th ed., section 3.6.1, where N nodes besides the root give N + 1. Found by bisection.
    """
    if nodes <= 1:
        return 0.0
    least: float = 0
    most: float = (nodes - 1) ** (1 / depth)
    for _halving in range(60):
        middle = (least + most) / 2
        total = 1.0
        for _ply in range(depth):
            total = total * middle + 1
        least, most = (middle, most) if total < nodes else (least, middle)
    return most


class Branching(NamedTuple):
    """The mean branching factor of the searched trees: the branching factor of a uniform tree with as many
    positions.
    """

    factor: float
    depth: int  # deepest ply whose positions were all counted

    def most(self, depth: int) -> float:
        """Return b^m: the leaves of such a tree, which minimax visits."""
        return self.factor**depth

    def least(self, depth: int) -> float:
        """Return b^(m/2): about the leaves that alpha-beta visits with the best move always first."""
        leaves: float = self.factor ** (depth / 2)
        return leaves


def branching(rows: Iterable[Row]) -> Branching | None:
    """Return the branching factor measured by an exhaustive search, at the greatest depth that was completed
    everywhere.

    ``rows`` belong to one game. Return None without a row of such a search.
    """
    means = {
        depth: average
        for (contender, depth), average in means_of(rows, "nodes").items()
        if contender.algorithm in EXHAUSTIVE
    }
    if not means:
        return None
    deepest = max(means)
    return Branching(effective_branching(round(means[deepest]), deepest), deepest)


def survey(subjects: Iterable[Subject], depths: Iterable[int], tally: Tally | None = None) -> list[Row]:
    """Return rows of an exhaustive search to a small depth: enough for :func:`branching` if no exhaustive search is
    compared.
    """
    subjects = tuple(subjects)
    limit = Limit(nodes=max(1, SURVEYED // len(subjects)))
    wanted = Experiment(subjects, (exhaustive(subjects[0].position),), tuple(range(1, max(depths) + 1)), limit)
    return list(run(wanted, tally))


MEASURES: Mapping[str, tuple[Sentence, Callable[[Row], float]]] = {
    "nodes": (_("positions visited"), lambda row: row.nodes),
    "cutoffs": (_("cut-offs"), lambda row: row.cutoffs),
    "hits": (_("table hits"), lambda row: row.table_hits),
    "branching": (_("effective branching factor"), lambda row: row.branching),
}
"""Measures of a row by name: the title and a function for the number."""


def means_of(rows: Iterable[Row], measure: str) -> dict[tuple[Contender, int], float]:
    """Return the mean over all positions for each search and depth that was complete in every position."""
    found: dict[tuple[Contender, int], list[Row]] = {}
    for row in rows:
        found.setdefault((row.contender, row.depth), []).append(row)
    _title, value = MEASURES[measure]
    whole = max((len({row.position for row in group}) for group in found.values()), default=0)
    return {
        key: mean(map(value, group))
        for key, group in found.items()
        if len(group) == whole and all(row.complete for row in group)
    }


COLUMNS = (*Row._fields[:11], "effective_branching_factor", *Row._fields[11:])


class CountsRecord(TypedDict):
    """Keys of the record of each search that counts."""

    leaves: int  # visits of positions where the game is over or the depth is reached; 0 in a proof
    alpha_cutoffs: int  # cuts at MIN's nodes, because the value fell to alpha
    beta_cutoffs: int  # cuts at MAX's nodes, because the value rose to beta
    table_hits: int  # positions not searched again, because the table had their values


class RowRecord(CountsRecord):
    """One search."""

    game: str  # the game or the tree
    position: str  # the position as the game writes it; empty for a tree
    algorithm: str  # the search
    convention: str  # the cut rule of alpha-beta; empty for other searches
    order: str  # the order of children: `rules`, `reverse`, `promise`, `random`, `best` or `worst`
    depth: int  # plies to look ahead
    nodes: int  # positions visited, the root and the leaves included
    effective_branching_factor: float  # b* of a uniform tree of this depth with as many nodes
    value: int | str | None  # the utility for the side to move, or the evaluation; null if a limit stopped the search
    move: str  # the best move; empty if there is none
    seconds: float  # time of the search; 0 if a limit stopped it
    complete: bool  # no limit stopped the search
    native: bool  # compiled code ran, not plain Python


def record(row: Row) -> RowRecord:
    """Return a row as a dictionary by column names."""
    fields = row._asdict() | {
        "value": row.value if isinstance(row.value, int) else None if row.value is None else str(row.value),
        "seconds": round(row.seconds, 6),
        "effective_branching_factor": round(row.branching, 4),
    }
    return cast(RowRecord, {name: fields[name] for name in COLUMNS})


def csv(rows: Iterable[Row]) -> str:
    """Return the rows as CSV (RFC 4180) with a header line. Yes is 1, no is 0, and an unknown value is empty."""
    from csv import writer
    from io import StringIO

    text = StringIO()
    lines = writer(text)
    lines.writerow(COLUMNS)
    for row in rows:
        values = record(row).values()
        lines.writerow(["" if value is None else int(value) if isinstance(value, bool) else value for value in values])
    return text.getvalue()
