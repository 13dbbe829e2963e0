"""The address of the page that compares searches; it says everything about the experiment.

``/compare?game=tictactoe`` alone is what everybody asks for; ``&algorithm=minimax,alphabeta&convention=aima,cs188&order=rules``
``&depths=1-9&random=5&after=4&seed=1&nodes=1000000&measure=branching`` choose, and so do ``positions`` (one a line) and a tree of the
gallery, ``game=tree:aima-5.2``. A field that a form gives several times counts as a list.
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
from plyground.interfaces.web.query import read, write
from plyground.interfaces.web.tree_address import number
from plyground.language import Sentence, _
from plyground.lessons.gallery import example
from plyground.search import Limit
from plyground.trees import Tree

LONGEST = 4000
"""Characters that any part of an address may have."""
MOST_POSITIONS, MOST_AFTER, DEEPEST, MOST_SEARCHES, MOST_NODES = 20, 200, 30, 400, 20_000_000
"""What one visitor's experiment may ask for."""
NODES, SECONDS = 5_000_000, 10.0
"""What ends a search when nothing is said, and the most that any may take."""
TREE = "tree:"


class Asked(NamedTuple):
    """What an address asks for, as texts; an empty one was not given."""

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
    def parse(cls, query: Iterable[tuple[str, str]]) -> Asked:
        """What a query asks for; what is unknown in it is left out."""
        return cls(**read(query, cls._fields, by_line=("positions",)))

    def format(self) -> str:
        """The query."""
        return write(self._asdict(), safe=":=,")

    @property
    def shown(self) -> str:
        """The measure that is shown."""
        return self.measure if self.measure in MEASURES else "nodes"

    def listed(self, field: str) -> tuple[str, ...]:
        """The names in a field; where it is empty, what is compared when nothing is said."""
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
        """The depths, as a text."""
        if self.depths:
            return self.depths
        usual = self.usual.depths
        return f"{usual[0]}-{usual[-1]}"

    @property
    def usual(self) -> Preset:
        """What is compared when nothing is said."""
        try:
            start = _start(self.game)
        except PlygroundError:
            return OTHERS
        return preset(self.game, start.position)


class Plan(NamedTuple):
    """An experiment, as the page needs to know it."""

    title: Sentence | str
    positions: int
    runs: tuple[tuple[str, Contender, int], ...]  # position, what searches it, how deep
    counted: Branching | None  # the branching factor, where minimax is not compared


def experiment(asked: Asked) -> Experiment:
    """The experiment that an address asks for; raises the :class:`PlygroundError` that says what is wrong with it."""
    for text in asked:
        if len(text) > LONGEST:
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
            _("That would be {count} searches, and {most} are the most here: choose fewer positions, algorithms or depths, or compare with plyground compare.", count=searches, most=MOST_SEARCHES)
        )  # fmt: skip
    wanted.check()
    return wanted


def _subjects(asked: Asked) -> list[Subject]:
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
    """A tree of the gallery, or the start of a game."""
    if name.startswith(TREE):
        return Subject.of_tree(name.removeprefix(TREE), example(name.removeprefix(TREE)).tree)
    chosen = game(name)
    return Subject(chosen.name, chosen, chosen.start)
