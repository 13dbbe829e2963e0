"""The subject of a search as people give it, and the position that it stands for."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

from plyground.core.checked_arguments import describe
from plyground.core.game import Game
from plyground.core.position import AnyPosition
from plyground.games.loading import game as game_named
from plyground.i18n import _
from plyground.searches.best_first.mcts_tree import Tree as SearchTree
from plyground.searches.best_first.proof_tree import ProofTree
from plyground.searches.conventions import Convention
from plyground.searches.engine_setting import Engine
from plyground.searches.limit import Limit
from plyground.searches.registry import Algorithm, AnySearch
from plyground.searches.search_setting import Setting
from plyground.searches.tally import Tally, Trace
from plyground.trees import Tree


def resolved(subject: Game | Tree | AnyPosition | str) -> Game | Tree | AnyPosition:
    """Return the game that a text names; any other subject as it is."""
    return game_named(subject) if isinstance(subject, str) else subject


def start_of(subject: Game | Tree | AnyPosition | str) -> Any:
    """Return the position that a subject stands for: the start of a game, of a named or loaded game, or of a tree."""
    known = resolved(subject)
    return known.start if isinstance(known, Game | Tree) else known


def game_or_tree(subject: Game | Tree | AnyPosition | str) -> Game | Tree | None:
    """Return the game or the tree that a subject is or names; None for a position."""
    known = resolved(subject)
    return known if isinstance(known, Game | Tree) else None


describe(Game | str, _("a game or its name"))
describe(Game | str | Path, _("the name or the file of a game"))
describe(Game | AnyPosition | str, _("a position, a game or the name of a game"))
describe(Game | Tree | AnyPosition | str, _("a position, a game, the name of a game or a tree"))
describe(Game, _("a game"))
describe(Tree, _("a tree"))
describe(
    AnySearch,
    _("the name of a search, or a function"),
    lambda value: isinstance(value, str | Algorithm | FunctionType),
)
describe(Path, _("a path"))
describe(Setting, "setting(…)")
describe(Engine, "engine(…)")
describe(Convention, "convention(…)")
describe(Tally, "new_tally()")
describe(Limit, "Limit(…)")
describe(Trace, _("a trace"), lambda value: hasattr(value, "enter") and hasattr(value, "leaf"))  # a search's minimum
describe(SearchTree, "new_tree(…)")
describe(ProofTree, "new_proof_tree(…)")
