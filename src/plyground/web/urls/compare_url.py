"""The address of the page that compares searches. It describes the whole experiment.

``/compare?game=tictactoe`` alone uses the defaults; ``&algorithm=minimax,alphabeta&convention=aima,cs188&order=rules``
``&depths=1-9&random=5&after=4&seed=1&nodes=1000000&measure=branching`` choose, and so do ``positions`` (one a line) and
a tree of the gallery, ``game=tree:aima-5.2``. A field that a form gives several times counts as a list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from plyground.arena.compare import (
    MEASURES,
    Branching,
    Contender,
    Experiment,
    Subject,
    contenders,
    depths,
    random_positions,
)
from plyground.arena.presets import OTHERS, Preset, preset
from plyground.errors import PlygroundError, SpecError
from plyground.games import game
from plyground.i18n import Sentence, _
from plyground.searches import Limit
from plyground.teaching.gallery import example
from plyground.trees import Tree
from plyground.web.urls.query_string import read, write
from plyground.web.urls.trees_url import number

MAX_PART_CHARS = 4000
"""Most characters in any part of a URL."""
MOST_POSITIONS, MOST_AFTER, DEEPEST, MOST_SEARCHES, MOST_NODES = 20, 200, 30, 400, 20_000_000
"""Limits of one visitor's experiment."""
NODES, SECONDS = 5_000_000, 10.0
"""Default limits of a search: positions and seconds."""
TREE = "tree:"


class CompareQuery(NamedTuple):
    """The fields of a URL as texts; empty if not given."""

    game: str = ""
    positions: str = ""
    random: str = ""
    after: str = ""
    seed: str = ""
    algorithm: str = ""
    convention: str = ""
    order: str = ""
    depths: str = ""
    nodes: str = ""
    measure: str = ""

    @classmethod
    def parse(cls, query: Iterable[tuple[str, str]]) -> CompareQuery:
        """Return the fields of a query. Unknown fields are left out."""
        return cls(**read(query, cls._fields, by_line=("positions",)))

    def format(self) -> str:
        """Return the query."""
        return write(self._asdict(), safe=":=,")

    @property
    def shown(self) -> str:
        """Return the measure to show."""
        return self.measure if self.measure in MEASURES else "nodes"

    def listed(self, field: str) -> tuple[str, ...]:
        """Return the names in a field; the defaults if it is empty."""
        text: str = getattr(self, field)
        if text:
            return tuple(part.strip() for part in text.split(","))
        if field == "order":
            return ("rules",)
        if field == "convention":
            return ("aima",) if self.algorithm else self.usual.conventions
        return self.usual.algorithms

    @property
    def plies(self) -> str:
        """Return the depths as a text."""
        if self.depths:
            return self.depths
        usual = self.usual.depths
        return f"{usual[0]}-{usual[-1]}"

    @property
    def usual(self) -> Preset:
        """Return the default experiment."""
        try:
            start = _start(self.game)
        except PlygroundError:
            return OTHERS
        return preset(self.game, start.position)


class Plan(NamedTuple):
    """A summary of an experiment for the page."""

    title: Sentence | str
    positions: int
    runs: tuple[tuple[str, Contender, int], ...]  # (position, search, depth) of each run
    counted: Branching | None  # measured branching factor; None if minimax is compared


def experiment(asked: CompareQuery) -> Experiment:
    """Return the experiment of a URL. Raise :class:`PlygroundError` with the reason if it is invalid."""
    for text in asked:
        if len(text) > MAX_PART_CHARS:
            raise SpecError(_("A part of the link is too long: “{start}…”.", start=text[:40]))
    wanted = Experiment(
        tuple(_subjects(asked)),
        contenders(*(asked.listed(field) for field in ("algorithm", "convention", "order"))),
        depths(asked.plies, DEEPEST),
        Limit(SECONDS, number(asked.nodes or str(NODES), _("limit in positions"), 1, MOST_NODES)),
        number(asked.seed or "0", _("seed"), 0, 2**31),
    )
    searches = len(wanted.subjects) * len(wanted.contenders) * len(wanted.depths)
    if searches > MOST_SEARCHES:
        raise SpecError(
            _("That would be {count} searches, but the limit here is {most}: choose fewer positions, algorithms or depths, or use plyground compare.", count=searches, most=MOST_SEARCHES)
        )  # fmt: skip
    wanted.check()
    return wanted


def _subjects(asked: CompareQuery) -> list[Subject]:
    start = _start(asked.game)
    chosen = start.of
    if isinstance(chosen, Tree):
        return [start]
    if asked.positions:
        lines = dict.fromkeys(line.strip() for line in asked.positions.splitlines() if line.strip())
        if len(lines) > MOST_POSITIONS:
            raise SpecError(
                _("At most {most} positions are compared here, not {count}.", most=MOST_POSITIONS, count=len(lines))
            )
        return [Subject(chosen.name, chosen, chosen.notation.parse(line)) for line in lines]
    if asked.random:
        count = number(asked.random, _("number of random positions"), 1, MOST_POSITIONS)
        after = number(asked.after or "4", _("number of random moves"), 0, MOST_AFTER)
        seed = number(asked.seed or "0", _("seed"), 0, 2**31)
        return [Subject(chosen.name, chosen, position) for position in random_positions(chosen, count, seed, after)]
    return [start]


def _start(name: str) -> Subject:
    """Return a tree of the gallery, or the start of a game."""
    if name.startswith(TREE):
        return Subject.of_tree(name.removeprefix(TREE), example(name.removeprefix(TREE)).tree)
    chosen = game(name)
    return Subject(chosen.name, chosen, chosen.start)
