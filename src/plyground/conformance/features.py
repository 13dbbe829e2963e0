"""The features of a game, and the methods that its author must add for the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.conformance.events import AllPositions, Feature
from plyground.conformance.twin_check import questions
from plyground.core.evaluation import NoEvaluation
from plyground.core.game import Game
from plyground.core.picture import GridPicture, kinds, regions
from plyground.core.position import Demand, MarkedPosition
from plyground.i18n import Sentence, _, _n
from plyground.searches.best_first.uct_search import MASTERS
from plyground.searches.registry import ALGORITHMS
from plyground.solvers.walk import MAX_POSITIONS

COUNTED = ("size", "rank", "unrank", "valid")
"""The methods that solving backwards needs."""
MOST = 1 << 40
"""Number of positions, a byte each, that no table can hold."""


def features(
    position: MarkedPosition, game: Game | None, whole: AllPositions, native: bool, refused: Sentence | None
) -> Iterator[Feature]:
    """Yield each feature, available or not. ``refused`` is the reason why the rules are not compiled."""
    demands = position.demands()
    refused_proof = _refused(demands & ~Demand.TURNS)
    refused_uct = _refused(demands & ~MASTERS)
    able = [known.name for known in ALGORITHMS.values() if not demands & ~known.masters]
    if not hasattr(position, "utilities"):
        able = [name for name in able if not ALGORITHMS[name].for_each and not ALGORITHMS[name].alone]
    yield Feature("play", _("play, on the page and in the console"), True, _("against random and searching bots"))
    yield Feature("search", _("search"), bool(able), ", ".join(able) or _("no search supports these rules"))
    yield _compiled(position, native, refused)
    yield Feature(
        "proof",
        _("exact score, proof-number search"),
        refused_proof is None,
        refused_proof or (_("proof-number search only, as positions can repeat") if game and game.facts.loops else ""),
    )
    yield Feature("uct", _("uct, by random games"), refused_uct is None, refused_uct or "")
    yield _depth(game)
    yield Feature("tree", _("drawn trees and traces of searches"), bool(able), "")
    yield from _solved(position, game, whole, refused_proof)
    symmetric = hasattr(position, "canonical")
    yield Feature(
        "symmetry", _("search up to symmetry"), symmetric,
        "" if symmetric else _("one mirror image that represents all of them"),
        () if symmetric else ("canonical",),
    )  # fmt: skip
    yield from _own(
        position, "ordering", _("better moves first"), "promise", _("an estimate of a move for move ordering")
    )
    yield from _own(
        position, "quiescence", _("quiescence search"), "is_noisy", _("True for moves that an evaluation must not ignore, such as captures")
    )  # fmt: skip
    if game is not None and game.picture.width:
        yield from _causes(position, game)


def _causes(position: MarkedPosition, game: Game) -> Iterator[Feature]:
    """Yield what the picture and the rules offer to the sentences of causes."""
    picture, kind = game.picture, type(position)
    own_line = hasattr(position, "highlight") if isinstance(picture, GridPicture) else True
    if picture.pieces:
        yield _offered("pieces", _("names of pieces in causes"), bool(kinds(picture)), "Picture.kinds", _("“takes the queen”, not “takes a piece”"))  # fmt: skip
    yield _offered("winning_line", _("winning lines in causes"), own_line, "highlight", _("the cells that decided the game"))  # fmt: skip
    yield _offered("points", _("points in causes"), hasattr(kind, "points"), "points", _("“gains 19 points”; only for games of points"))  # fmt: skip
    yield _offered("regions", _("names of regions in causes"), bool(regions(picture)), "Picture.regions", _("“opens h1, a corner”, not “opens h1”"))  # fmt: skip
    yield _offered("early_proof", _("proofs before the end of the game"), hasattr(kind, "proof_nodes"), "proof_nodes", _("an estimate of the positions of a proof"))  # fmt: skip


def _offered(name: str, title: Sentence, offered: bool, add: str, meaning: Sentence) -> Feature:
    return Feature(name, title, offered, "" if offered else meaning, () if offered else (add,))


def _compiled(position: MarkedPosition, native: bool, refused: Sentence | None) -> Feature:
    title = _("native speed")
    if native and questions(position, None):
        return Feature("compiled", title, True, _("every search that compiles"))
    if native:
        return Feature("compiled", title, True, _("perft; searches of such games run as plain Python"))
    return Feature("compiled", title, False, refused or _("checked with --plain"))


def _depth(game: Game | None) -> Feature:
    names = [name for name, each in game.evaluations.items() if not isinstance(each, NoEvaluation)] if game else []
    title = _("search to a depth with a static evaluation")
    if names:
        return Feature("evaluation", title, True, ", ".join(names))
    return Feature("evaluation", title, False, _("an estimate of the value of an unfinished position"), ("Game.evaluations",))  # fmt: skip


def _refused(demands: Demand) -> Sentence | None:
    """Return the reason why a feature does not support the first of these demands; None if there are none."""
    reasons = {
        Demand.HIDDEN: _("not with hidden information"),
        Demand.PLAYERS: _("only for two players, where one wins what the other loses"),
        Demand.CHANCE: _("not with chance"),
        Demand.FRACTIONS: _("only for utilities that are whole numbers"),
    }
    return next((reason for demand, reason in reasons.items() if demand in demands), None)


def _solved(position: Any, game: Game | None, whole: AllPositions, refused: Sentence | None) -> Iterator[Feature]:
    loops = game is not None and game.facts.loops
    missing = tuple(name for name in COUNTED if not callable(getattr(position, name, None)))
    small = whole.complete and whole.positions <= MAX_POSITIONS
    title = _("solving: the value of every position")
    if refused:
        yield Feature("solve", title, False, refused)
    elif not missing and position.size() > MOST:
        yield Feature("solve", title, False, _("a table cannot have so many numbers"))
    elif not missing:
        yield Feature("solve", title, True, _n("backwards, in a table of {count} number", "backwards, in a table of {count} numbers", position.size()))  # fmt: skip
    elif small and (not loops or position.utmost() == 1):
        yield Feature("solve", title, True, _("in memory, as the game is small; with {names} also in a table", names=", ".join(missing)))  # fmt: skip
    else:
        yield Feature(
            "solve", title, False, _("a number for each position, so that a table can hold its value"), missing
        )
    title = _("move dictionary")
    if loops:
        yield Feature("dictionary", title, False, _("not for games with repetition"))
    elif refused:
        yield Feature("dictionary", title, False, refused)
    else:
        yield Feature("dictionary", title, True, _("complete") if small else _("of the opening"))


def _own(position: MarkedPosition, name: str, title: Sentence, method: str, meaning: Sentence) -> Iterator[Feature]:
    """Yield the feature of a method that @rules gives to every class; it is available if the class defines its own."""
    supplied = getattr(type(position), method).__module__ == "plyground.core.authoring.marked_rules"
    yield Feature(name, title, not supplied, meaning if supplied else "", (method,) if supplied else ())
