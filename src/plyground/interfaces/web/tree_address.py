"""The address of the page of trees: the tree, the searches and the step; it says everything about what is shown.

``/trees?tree=[[3,12,8],[2,4,6],[14,5,2]]&algorithm=alphabeta,minimax&convention=aima&step=13``, or instead of ``tree``
``example=aima-5.2``, ``random=3,4&seed=7`` (branching factor and depth), or ``game=tictactoe&position=xo..x....&depth=2``.
``order=best`` takes the truly best child first, ``allies=0,2`` has these players play together against all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from plyground.errors import PlygroundError, SearchError, SpecError
from plyground.game import Game
from plyground.games import game
from plyground.interfaces.web.query import read, write
from plyground.language import Number, Sentence, _
from plyground.lessons.gallery import example, gallery
from plyground.search.algorithms import usual
from plyground.search.alliance import members
from plyground.search.convention import convention
from plyground.search.tally import Tally
from plyground.trace.screening import MOST_NODES, Scene, Subject, screen
from plyground.trees import Tree, ordered, random_tree, unfold

LONGEST = 20_000
"""Characters that any part of an address may have: a tree of some thousand leaves."""
DEEPEST = 4
"""Plies of a game that are unfolded."""
USUAL = "alphabeta"
"""The search where none is asked for."""
FIRST = "aima-5.2"
"""The example that is shown first."""


class Wanted(NamedTuple):
    """What an address asks for, as texts; an empty one was not given."""

    example: str = ""
    tree: str = ""
    random: str = ""
    seed: str = ""
    irregular: str = ""
    game: str = ""
    position: str = ""
    depth: str = ""
    root: str = ""
    levels: str = ""
    order: str = ""
    allies: str = ""
    algorithm: str = ""
    convention: str = ""
    step: str = ""
    other: str = ""

    @classmethod
    def parse(cls, query: Iterable[tuple[str, str]]) -> Wanted:
        """What a query asks for; what is unknown in it is left out. The searches ``beside`` the first are others."""
        texts = read(query, (*cls._fields, "beside"))
        if beside := texts.pop("beside", ""):
            texts["algorithm"] = f"{texts.get('algorithm') or USUAL},{beside}"
        return cls(**texts)

    def format(self) -> str:
        """The query, ``""`` where nothing is asked for."""
        return write(self._asdict(), safe=":=,[]()")

    @property
    def source(self) -> str:
        """The field that says which tree it is."""
        return next((name for name in ("game", "random", "tree") if getattr(self, name)), "example")

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The searches, side by side."""
        return tuple(name.strip() for name in (self.algorithm or USUAL).split(","))

    @property
    def rule(self) -> str:
        """The convention: where none is asked for, that of the example's own course."""
        known = gallery().get(self.example or FIRST) if self.source == "example" else None
        return self.convention or (known.convention if known else "aima")

    @property
    def first_step(self) -> int:
        """The step that is shown first, from 0, where the address counts from 1; 0 for what is no number."""
        return max(0, int(self.step) - 1) if self.step.isdecimal() and len(self.step) < 8 else 0

    @property
    def unshown(self) -> Wanted:
        """The same films, whichever of their steps is shown."""
        return self._replace(step="")


class WrongField(Exception):
    """A field of an address that is not right, and why."""

    def __init__(self, field: str, sentence: Sentence) -> None:
        super().__init__(field, sentence)
        self.field = field
        self.sentence = sentence


def stepped(game: Game, position: Any, depth: int | None = None) -> str:
    """The address where the usual search of a game is stepped through from a position; ``""`` where no search masters it."""
    try:
        name = usual(game.start).name
    except SearchError:
        return ""
    chosen = {"algorithm": name if name != USUAL else "", "depth": str(depth or "")}
    if position != game.start:
        chosen["position"] = game.notation.format(position)
    return f"/trees?{Wanted(game=game.name, **chosen).format()}"


def subject(wanted: Wanted) -> Subject:
    """What is searched; raises :class:`WrongField`.

    A position of a game is unfolded into a tree where an order or an alliance is asked for.
    """
    chosen = _subject(wanted)
    if not wanted.order and not wanted.allies:
        return chosen
    field = "order"
    try:
        tree = chosen.of
        if isinstance(tree, Game):
            judge = next(iter(tree.evaluations.values()), None)
            tree = unfold(tree, chosen.position, depth=chosen.depth or DEEPEST, evaluation=judge)
        order = ordered(tree, wanted.order or "given")
        field = "allies"
        return Subject.tree(tree, order, members(wanted.allies) if wanted.allies else ())
    except PlygroundError as error:
        raise WrongField(field, error.sentence) from None


def _subject(wanted: Wanted) -> Subject:
    """The tree, or the position and its depth; raises :class:`WrongField`."""
    field = wanted.source
    root, levels = wanted.root or None, wanted.levels or None
    for text in wanted:
        if len(text) > LONGEST:
            raise WrongField(field, _("An address holds at most {most} characters: show this tree with plyground tree.", most=Number(LONGEST)))  # fmt: skip
    try:
        if field == "game":
            chosen = game(wanted.game)
            field = "position"
            position = chosen.notation.parse(wanted.position) if wanted.position else chosen.start
            return Subject(chosen, position, number(wanted.depth or "2", _("depth"), 1, DEEPEST))
        if field == "random":
            branching, _comma, depth = wanted.random.partition(",")
            return Subject.tree(
                random_tree(
                    number(branching, _("branching factor"), 1, 100), number(depth or "2", _("depth"), 1, 100),
                    seed=number(wanted.seed or "0", _("seed"), 0, 2**31), irregular=bool(wanted.irregular), root=root, levels=levels, nodes=MOST_NODES,
                )
            )  # fmt: skip
        if field == "example":
            return Subject.tree(example(wanted.example or FIRST).tree)
        return Subject.tree(Tree.parse(wanted.tree, root=root, levels=levels))
    except PlygroundError as error:
        raise WrongField(field, error.sentence) from None


def films(wanted: Wanted, searched: Subject, tally: Tally | None = None, *, both: bool = True) -> list[Scene]:
    """The searches that an address asks for; raises :class:`WrongField` and :class:`SearchStopped`."""
    field = "convention"
    try:
        chosen = convention(wanted.rule)
        field = "algorithm"
        return screen(searched, wanted.algorithms, chosen, tally, both=both)
    except (PlygroundError, RecursionError) as error:
        raise WrongField(field, getattr(error, "sentence", _("This tree is too deep to be searched."))) from None


def number(text: str, what: Sentence, least: int, most: int) -> int:
    """The number that a field holds; raises :class:`SpecError`."""
    if text.strip().isdecimal() and len(text) <= 12 and least <= int(text) <= most:
        return int(text)
    raise SpecError(_("The {what} is a whole number from {least} to {most}, not “{text}”.", what=what, least=least, most=most, text=text[:20]))  # fmt: skip
