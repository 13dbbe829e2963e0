"""What the address of a tree asks for: the tree, and the films of its searches."""

from __future__ import annotations

from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.games import game
from plyground.interfaces.web.tree_address import FIRST, Wanted, number
from plyground.language import Number, Sentence, _
from plyground.lessons.gallery import example, gallery
from plyground.search.alliance import members
from plyground.search.convention import convention
from plyground.search.tally import Tally
from plyground.trace.screening import MOST_NODES, Scene, Subject, screen
from plyground.trees import Tree, ordered, random_tree, unfold

LONGEST = 20_000
"""Characters that any part of an address may have: a tree of some thousand leaves."""
DEEPEST = 4
"""Plies of a game that are unfolded."""


class WrongField(Exception):
    """A field of an address that is not right, and why."""

    def __init__(self, field: str, sentence: Sentence) -> None:
        super().__init__(field, sentence)
        self.field = field
        self.sentence = sentence


def rule(wanted: Wanted) -> str:
    """The convention: where none is asked for, that of the example's own course."""
    known = gallery().get(wanted.example or FIRST) if wanted.source == "example" else None
    return wanted.convention or (known.convention if known else "aima")


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
        chosen = convention(rule(wanted))
        field = "algorithm"
        return screen(searched, wanted.algorithms, chosen, tally, both=both)
    except (PlygroundError, RecursionError) as error:
        raise WrongField(field, getattr(error, "sentence", _("This tree is too deep to be searched."))) from None
