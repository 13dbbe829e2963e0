"""The tree that a URL describes, and the steps (films) of its searches."""

from __future__ import annotations

from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.games import game
from plyground.i18n import Number, Sentence, _
from plyground.searches.algorithms.alliance import members
from plyground.searches.conventions import convention
from plyground.searches.tally import Tally
from plyground.stepping.comparison import MAX_NODES, Scene, Subject, screen
from plyground.teaching.gallery import example, gallery
from plyground.trees import Tree, ordered, random_tree, unfold
from plyground.web.urls.trees_url import FIRST, TreeQuery, number

MAX_PART_CHARS = 20_000
"""Most characters of any part of a URL: a tree of some thousand leaves."""
MAX_PLIES = 4
"""Most plies of a game that are unfolded into a tree."""
MAX_TREE_DEPTH = 100
"""Greatest depth limit of a tree's search."""


class WrongField(Exception):
    """A field of a URL is wrong; the error has the field and the reason."""

    def __init__(self, field: str, sentence: Sentence) -> None:
        super().__init__(field, sentence)
        self.field = field
        self.sentence = sentence


def rule(wanted: TreeQuery) -> str:
    """Return the name of the convention: from the URL, else from the example, else ``aima``."""
    known = gallery().get(wanted.example or FIRST) if wanted.source == "example" else None
    return wanted.convention or (known.convention if known else "aima")


def subject(wanted: TreeQuery) -> Subject:
    """Return the subject of the searches. Raise :class:`WrongField`.

    A position of a game is unfolded into a tree if the URL asks for an order or an alliance.
    """
    chosen = _subject(wanted)
    if not wanted.order and not wanted.allies:
        return chosen
    field = "order"
    try:
        tree = chosen.of
        if isinstance(tree, Game):
            judge = next(iter(tree.evaluations.values()), None)
            tree = unfold(tree, chosen.position, depth=chosen.depth or MAX_PLIES, evaluation=judge)
        order = ordered(tree, wanted.order or "given")
        field = "allies"
        depth = None if isinstance(chosen.of, Game) else chosen.depth
        return Subject.tree(tree, order, members(wanted.allies) if wanted.allies else (), depth)
    except PlygroundError as error:
        raise WrongField(field, error.sentence) from None


def _subject(wanted: TreeQuery) -> Subject:
    """Return the tree, or the position and its depth. Raise :class:`WrongField`."""
    field = wanted.source
    root, levels = wanted.root or None, wanted.levels or None
    for text in wanted:
        if len(text) > MAX_PART_CHARS:
            raise WrongField(field, _("An address holds at most {most} characters: show this tree with plyground tree.", most=Number(MAX_PART_CHARS)))  # fmt: skip
    try:
        if field == "game":
            chosen = game(wanted.game)
            field = "position"
            position = chosen.notation.parse(wanted.position) if wanted.position else chosen.start
            return Subject(chosen, position, number(wanted.depth or "2", _("depth"), 1, MAX_PLIES))
        depth = number(wanted.depth, _("depth"), 1, MAX_TREE_DEPTH) if wanted.depth else None
        if field == "random":
            branching, _comma, plies = wanted.random.partition(",")
            return Subject.tree(
                random_tree(
                    number(branching, _("branching factor"), 1, 100), number(plies or "2", _("depth"), 1, 100),
                    seed=number(wanted.seed or "0", _("seed"), 0, 2**31), irregular=bool(wanted.irregular), root=root, levels=levels, nodes=MAX_NODES,
                ),
                depth=depth,
            )  # fmt: skip
        if field == "example":
            return Subject.tree(example(wanted.example or FIRST).tree, depth=depth)
        return Subject.tree(Tree.parse(wanted.tree, root=root, levels=levels), depth=depth)
    except PlygroundError as error:
        raise WrongField(field, error.sentence) from None


def films(
    wanted: TreeQuery, searched: Subject, tally: Tally | None = None, *, both: bool = True, sourced: bool = True
) -> list[Scene]:
    """Return the films of the searches in a URL. Raise :class:`WrongField` and :class:`SearchStopped`."""
    field = "convention"
    try:
        chosen = convention(rule(wanted))
        field = "algorithm"
        return screen(searched, wanted.algorithms, chosen, tally, both=both, sourced=sourced)
    except (PlygroundError, RecursionError) as error:
        raise WrongField(field, getattr(error, "sentence", _("This tree is too deep to be searched."))) from None
