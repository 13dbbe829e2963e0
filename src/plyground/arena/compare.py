"""Experiments: the same positions searched by several algorithms, ply by ply, and what each search cost.

What is counted is the same each time, on every machine, plain or compiled; only seconds differ, and what a limit in
seconds leaves out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from statistics import fmean as mean
from typing import Any, NamedTuple, TypeAlias

from plyground.errors import SearchError, SearchStopped, SpecError
from plyground.evaluation import Evaluation
from plyground.game import Game
from plyground.language import Sentence, _, _n
from plyground.position import Demand
from plyground.search import (
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
from plyground.search import setting as choose
from plyground.search.algorithms import MEGABYTES
from plyground.search.driver import NOT_WHOLE, read, refuse_what_cannot_be
from plyground.search.limit import ASKED, OUT_OF_TIME, deadline
from plyground.search.order import LeftToRight, Promising, RightToLeft, Shuffled
from plyground.search.pace import Pace, within
from plyground.search.scores import INFINITY, LONGEST
from plyground.search.tally import ALPHA_CUTOFFS, BETA_CUTOFFS, COUNTS, HITS, LEAVES, STOP, VISITS
from plyground.spec import canonical
from plyground.trees import StaticValues, Tree, by_value, unfold

PLAIN = 5_000
"""Positions that a search visits before it is compiled: each is judged, which takes plain Python long in some games."""
KNOWABLE = 50_000
"""Positions of the largest tree whose best order of moves is found beforehand."""
SURVEYED = 10_000
"""Positions, of all subjects together, that are counted for the branching factor at one depth, where no search compared is exhaustive."""

ORDERS = {
    "rules": _("as the rules give them"),
    "reverse": _("the other way round"),
    "promise": _("what looks good first"),
    "random": _("by chance"),
    "best": _("the best first"),
    "worst": _("the worst first"),
}
"""Orders in which children are taken; the last two know the values of the whole tree beforehand, as no player does."""
KNOWING = ("best", "worst")
EXHAUSTIVE = ("minimax", "book-minimax", "expectiminimax", "max-n")
"""Searches that visit everything, whatever the order: they measure the branching factor."""


@dataclass(frozen=True)
class Subject:
    """What is searched: a position of a game, or a tree."""

    name: str  # the game's spec text, or what the tree is called
    of: Game | Tree
    position: Any

    @classmethod
    def of_tree(cls, name: str, tree: Tree) -> Subject:
        """A whole tree."""
        return cls(name, tree, tree.start)

    @property
    def text(self) -> str:
        """The position as its game writes it; nothing for a tree."""
        return self.of.notation.format(self.position) if isinstance(self.of, Game) else ""

    @property
    def title(self) -> Sentence | str:
        """What people call the game or the tree."""
        return self.of.title or self.name

    @property
    def evaluation(self) -> Evaluation | None:
        """What judges at the horizon: the best evaluation that the game has, or the static values of the tree."""
        return next(iter(self.of.evaluations.values()), None) if isinstance(self.of, Game) else StaticValues()

    @property
    def loops(self) -> bool:
        """Whether positions can come again."""
        return isinstance(self.of, Game) and self.of.facts.loops

    def depths(self, depths: Iterable[int]) -> tuple[int, ...]:
        """The depths at which it can be searched: a tree that judges no inner node, only as a whole."""
        if isinstance(self.of, Tree):
            height = max(1, self.of.height)
            return tuple(depth for depth in depths if depth <= height) if self.of.judged else (height,)
        return tuple(depths)

    def word(self, move: int | None) -> str:
        """What a move of the position is called."""
        if move is None:
            return ""
        if isinstance(self.of, Game):
            return self.of.notation.format_move(self.position, move)
        return self.of.word(self.of.children(0)[move])


class Contender(NamedTuple):
    """One search with what is chosen for it; texts throughout, so that it can be told and sent."""

    algorithm: str
    convention: str = ""  # of alpha-beta: when it cuts; empty for a search that has no such choice
    order: str = "rules"

    @property
    def known(self) -> Algorithm:
        """The algorithm itself."""
        return algorithm(self.algorithm)


MINIMAX = Contender("minimax")


Series: TypeAlias = tuple[str, str, Contender]
"""The searches that differ in their depth alone, by game, position and what searches it."""


class Run(NamedTuple):
    """One search of an experiment."""

    subject: Subject
    contender: Contender
    depth: int

    @property
    def series(self) -> Series:
        """The searches among which it is one."""
        return self.subject.name, self.subject.text, self.contender


class Row(NamedTuple):
    """What one search cost, and what it answered. Values are those of the side to move."""

    game: str
    position: str
    algorithm: str
    convention: str
    order: str
    depth: int  # plies looked ahead
    nodes: int  # positions visited, the root and the leaves included
    leaves: int
    alpha_cutoffs: int  # at MIN's nodes
    beta_cutoffs: int  # at MAX's nodes
    table_hits: int
    value: Any  # the utility, or the evaluation where the end was not reached; None where it was stopped
    move: str  # the best one, as people write it
    seconds: float
    complete: bool  # no limit stopped it
    native: bool  # it ran compiled

    @property
    def contender(self) -> Contender:
        """What searched."""
        return Contender(self.algorithm, self.convention, self.order)

    @property
    def cutoffs(self) -> int:
        """Of both kinds."""
        return self.alpha_cutoffs + self.beta_cutoffs

    @property
    def branching(self) -> float:
        """The effective branching factor of the search."""
        return effective_branching(self.nodes, self.depth)


@dataclass(frozen=True)
class Experiment:
    """Subjects, what searches them, how deep, and what ends a single search that is too long."""

    subjects: tuple[Subject, ...]
    contenders: tuple[Contender, ...]
    depths: tuple[int, ...]
    limit: Limit = Limit()  # in nodes and seconds, for each search
    seed: int = 0  # of an order by chance

    def check(self) -> None:
        """Raise the error that says what of it cannot be: :class:`SearchError`, :class:`SpecError`."""
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
                    _("{name} orders moves by what it remembers: it cannot be told the best or the worst first.", name=run.contender.algorithm)
                )  # fmt: skip
            if run.contender.order in KNOWING and run.subject.position.demands() & (Demand.CHANCE | Demand.PLAYERS):
                raise SearchError(_("Where chance or more players have a say, no child is the best to take first."))
            chosen = _setting(run, self.seed)
            refuse_what_cannot_be(run.subject.position, run.contender.known, chosen, traced=False, native=False)

    @property
    def is_exhaustive(self) -> bool:
        """Whether one of its searches visits everything."""
        return any(contender.algorithm in EXHAUSTIVE for contender in self.contenders)

    def runs(self) -> Iterator[Run]:
        """Every search of it, the shallow ones first, so that all curves grow together."""
        for depth in sorted(set(self.depths)):
            for subject in self.subjects:
                if depth in subject.depths(self.depths):
                    yield from (Run(subject, contender, depth) for contender in self.contenders)
        for subject in self.subjects:
            for depth in subject.depths(self.depths):
                if depth not in self.depths:
                    yield from (Run(subject, contender, depth) for contender in self.contenders)


def exhaustive(position: Any) -> Contender:
    """The search that visits all that there is below a position, as its game demands."""
    demands = position.demands()
    if Demand.PLAYERS in demands:
        return Contender("max-n")
    return Contender("expectiminimax") if Demand.CHANCE in demands else MINIMAX


def contenders(
    algorithms: Iterable[str], conventions: Iterable[str] = ("aima",), orders: Iterable[str] = ("rules",)
) -> tuple[Contender, ...]:
    """Each algorithm with each convention and each order, where they mean something to it; raises :class:`SpecError`."""
    orders = [canonical(order) for order in orders]
    conventions = [canonical(name) for name in conventions]
    found: dict[Contender, None] = {}
    for name in algorithms:
        known = algorithm(name)
        for rule in conventions if known.convention else [""]:
            for order in orders if known.name not in EXHAUSTIVE else ["rules"]:
                found[Contender(known.name, rule, order)] = None
    return tuple(found)


def depths(text: str, most: int = LONGEST) -> tuple[int, ...]:
    """The depths that a text such as ``1-6,8`` names, none more than ``most``; raises :class:`SpecError`."""
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
    """Different positions after so many random moves; raises :class:`SearchError` where there seem not to be enough."""
    chance = random.Random(seed)
    found: dict[Any, None] = {}
    for _attempt in range(100 * count):
        position: Any = game.start
        for _ply in range(plies):
            if not position.is_over():
                position = position.play(chance.choice(list(position.moves())))
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
    experiment: Experiment, tally: Tally | None = None, tell: Callable[[Run], object] | None = None
) -> Iterator[Row]:
    """The rows of an experiment, one by one; what is stopped by a limit is not tried deeper. ``tell`` hears what begins.

    Raises what :meth:`Experiment.check` does, and :class:`SearchStopped` where who watches the ``tally`` asks for it.
    """
    experiment.check()
    tally = tally or new_tally()
    last: dict[Series, Row] = {}
    for one in experiment.runs():
        before = last.get(one.series)
        if before is None or before.complete:
            if tell:
                tell(one)
            last[one.series] = measure(one, experiment.limit, experiment.seed, tally, before)
            yield last[one.series]


def measure(run: Run, limit: Limit, seed: int, tally: Tally, before: Row | None = None) -> Row:
    """One search of an experiment, to its end or the ``limit``; raises :class:`SearchStopped` when asked to stop.

    ``before`` is the same search less deep, if there was one: by what it cost this one runs plain or compiled.
    """
    known = run.contender.known
    chosen = _setting(run, seed)
    position: Any = run.subject.position
    native = None
    expected: float = 0
    if before is not None:
        expected = before.nodes * before.branching
        native = before.native if before.nodes > PLAIN else None
    if not known.compiles or position.demands() & NOT_WHOLE or isinstance(run.subject.of, Tree):
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

        if native:  # so that neither a limit nor a clock counts the making of it
            work(chosen._replace(horizon=1), new_tally())
        return _attempt(partial(work, chosen, tally), Limit(limit.seconds, most), tally, native=native)

    most = limit.nodes or INFINITY

    def little() -> Attempt | None:
        if min(expected, most) > PLAIN:
            return None
        first = attempt(False, min(most, PLAIN))
        return first if first.result or first.out_of_time or most <= PLAIN else None

    return _row(run, Pace(native).run(little, lambda native: attempt(native, most)))


class Attempt(NamedTuple):
    """How a search within limits went."""

    result: Result | None  # None where a limit stopped it
    spent: Sequence[int]  # what it counted, by VISITS, LEAVES, ...
    native: bool
    out_of_time: bool


def _attempt(work: Callable[[], Result], limit: Limit, tally: Tally, *, native: bool) -> Attempt:
    counts = tally.counts
    before = list(counts)
    result = None
    with deadline(limit.seconds, counts):
        counts[STOP] = counts[STOP] or min(INFINITY, before[VISITS] + (limit.nodes or INFINITY) + 1)
        with suppress(SearchStopped):
            result = work()
    reason = counts[STOP]
    if reason == ASKED:
        raise SearchStopped
    counts[STOP] = 0
    spent = [now - then for now, then in zip(counts, before, strict=True)]
    return Attempt(result, spent, native, result is None and reason == OUT_OF_TIME)


def _setting(run: Run, seed: int) -> Setting:
    """What a search of an experiment is told."""
    rule = convention(run.contender.convention or "aima")
    order = {"reverse": RightToLeft(), "promise": Promising(), "random": Shuffled(seed)}.get(run.contender.order)
    return choose(depth=run.depth, evaluation=run.subject.evaluation, convention=rule, order=order or LeftToRight())


def _equipped(run: Run, setting: Setting) -> Setting | Engine:
    """The same with an empty memory, for a search that remembers."""
    if not run.contender.known.remembers or run.contender.order in KNOWING:
        return setting
    memory = engine(run.subject.position, megabytes=MEGABYTES, loops=run.subject.loops)
    return memory._replace(**setting._asdict())


def _known_tree(run: Run) -> Tree | None:
    """All that a search can see, as a tree; ``None`` where that is more than :data:`KNOWABLE` positions."""
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
        nodes=spent[VISITS],
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
    """The b* with which a uniform tree of this depth has as many ``nodes``, its root included: 1 + b* + ... + (b*)^depth.

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
    """The mean branching factor of what was searched: that of a uniform tree with as many positions."""

    factor: float
    depth: int  # plies in which all positions were counted

    def most(self, depth: int) -> float:
        """b^m: the leaves of such a tree, which minimax visits."""
        return self.factor**depth

    def least(self, depth: int) -> float:
        """b^(m/2): about the leaves that alpha-beta visits with the best move always first."""
        leaves: float = self.factor ** (depth / 2)
        return leaves


def least_leaves(branching: int, depth: int) -> int:
    """The fewest leaves that any search must visit for the value of a uniform tree: b^⌈m/2⌉ + b^⌊m/2⌋ − 1.

    Knuth & Moore (1975), An analysis of alpha-beta pruning, corollary of theorem 1.
    """
    fewest: int = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    return fewest


def branching(rows: Iterable[Row]) -> Branching | None:
    """The branching factor as an exhaustive search measured it: at the greatest depth at which it was complete everywhere.

    ``rows`` are those of one game; ``None`` where none of them is of such a search.
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
    """Rows of an exhaustive search, as deep as a few positions allow: enough for :func:`branching` where none is compared."""
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
"""What can be shown of a row, by name."""


def means_of(rows: Iterable[Row], measure: str) -> dict[tuple[Contender, int], float]:
    """The mean over all positions, for each search and depth, where the search was complete in every one of them."""
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


def record(row: Row) -> dict[str, Any]:
    """A row by the names of its columns, for programs."""
    fields = row._asdict() | {
        "value": row.value if isinstance(row.value, int) else None if row.value is None else str(row.value),
        "seconds": round(row.seconds, 6),
        "effective_branching_factor": round(row.branching, 4),
    }
    return {name: fields[name] for name in COLUMNS}


def csv(rows: Iterable[Row]) -> str:
    """The rows as CSV (RFC 4180), a line of headings first; yes is 1 and no is 0, and what is not known is empty."""
    from csv import writer
    from io import StringIO

    text = StringIO()
    lines = writer(text)
    lines.writerow(COLUMNS)
    for row in rows:
        values = record(row).values()
        lines.writerow(["" if value is None else int(value) if isinstance(value, bool) else value for value in values])
    return text.getvalue()
