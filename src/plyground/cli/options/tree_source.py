"""The trees that commands search: from a text, a file, the gallery, a random generator or a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import typer

from plyground.bots.searcher import evaluation_named, given_evaluation
from plyground.cli.options.shared_options import DEPTH, SEED, EvaluationText, PositionText, complete_game, one_of
from plyground.cli.own_games import game_named
from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.teaching.gallery import TITLES, gallery
from plyground.trees import Tree, random_tree, unfold
from plyground.trees.reading import MAX_CHARS

STDIN = "-"
DEFAULT_DEPTH = 2
"""Default depth of a random tree or of a game's tree, in plies."""

TREE = typer.Argument(
    metavar="TREE",
    help=str(_("A tree as text, such as [[3,12,8],[2,4,6]], a file that holds one, or an example's name.")),
    autocompletion=one_of(TITLES),
)
Trees: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--tree",
        metavar="TREE",
        help=str(_("Use this tree: a text, a file or an example's name. Repeat it for more.")),
        autocompletion=one_of(TITLES),
    ),
]

ToMove: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="LIST", help=str(_("The players to move, ply by ply, which repeat, such as max,min,chance or 0,1,2."))
    ),
]


class GameTree(NamedTuple):
    """Options of the tree of a game's positions."""

    tree_game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help=str(
                _(
                    "Use the positions of this game as the tree, to --depth plies (default: {depth}).",
                    depth=DEFAULT_DEPTH,
                )
            ),
            autocompletion=complete_game,
        ),
    ] = None
    position_text: PositionText = None
    evaluation: EvaluationText = None
    depth: Annotated[int | None, DEPTH] = None

    @property
    def plies(self) -> int:
        """The depth of the tree."""
        return DEFAULT_DEPTH if self.depth is None else self.depth

    def unfolded(self) -> Unfolded:
        """Return the tree of the game that is named."""
        game = game_named(self.tree_game or "")
        start = game.start if self.position_text is None else game.notation.parse(self.position_text)
        judge = evaluation_named(game, given_evaluation(self.evaluation))
        return Unfolded(unfold(game, start, depth=self.plies, evaluation=judge), game, start, judge)


class Unfolded(NamedTuple):
    """The tree of a game, and what it was made from."""

    tree: Tree
    game: Game
    start: Any
    evaluation: Any


class RandomTree(NamedTuple):
    """Options of random trees."""

    random: Annotated[
        bool,
        typer.Option(
            "--random", help=str(_("Make a random tree of --depth plies (default: {depth}).", depth=DEFAULT_DEPTH))
        ),
    ] = False
    branching: Annotated[int, typer.Option(metavar="N", help=str(_("Children of each node of a random tree.")))] = 3
    least: Annotated[int, typer.Option(metavar="N", help=str(_("The least value of a random tree's leaves.")))] = 0
    most: Annotated[int, typer.Option(metavar="N", help=str(_("The greatest value of a random tree's leaves.")))] = 20
    seed: Annotated[int, SEED] = 0
    irregular: Annotated[
        bool,
        typer.Option(
            "--irregular",
            help=str(_("Make the random tree irregular: some nodes have fewer children, and some leaves lie higher.")),
        ),
    ] = False

    def made(self, depth: int, levels: str | None) -> Tree:
        """Return the random tree."""
        return random_tree(
            self.branching, depth, least=self.least, most=self.most, seed=self.seed, irregular=self.irregular,
            levels=levels,
        )  # fmt: skip


def given(source: str, levels: str | None = None) -> Tree:
    """Return the tree in a text, or the example or file that it names; ``levels`` are the players to move."""
    if source in gallery():
        chosen = gallery()[source].tree
        return Tree.parse(chosen.json(), levels=levels) if levels else chosen
    if source == STDIN:
        return Tree.parse(sys.stdin.read(MAX_CHARS + 1), levels=levels)
    text = source.strip()
    if not text or text[0] in "[({" or (text[-1:].isdecimal() and not Path(source).exists()):
        return Tree.parse(source, levels=levels)
    if text.endswith(".py"):
        raise SpecError(_("{file} is not a tree: for the tree of a game, write --game {file}.", file=text))
    return Tree.load(source, levels=levels)


def tree_text(source: str) -> str:
    """Return an example's name or a tree's text as it is, and the tree in a file as text."""
    return source if source in gallery() or source.lstrip().startswith(("[", "{")) else given(source).json()
