"""Several films of one tree, stepped together: algorithms side by side, each with the effect of the other cut rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from plyground.core.game import Game
from plyground.core.gc_pause import uncollected
from plyground.errors import SearchError
from plyground.i18n import Number, _
from plyground.searches.algorithms.alliance import allied
from plyground.searches.conventions import AIMA, Convention
from plyground.searches.registry import Algorithm, algorithm
from plyground.searches.run_search import refuse_what_cannot_be
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.search_setting import setting
from plyground.searches.tally import Tally, of_any_numbers, with_room
from plyground.stepping.film import REEL, Difference, Film, FilmHead, rule
from plyground.trace.record import record
from plyground.trace.run import Run
from plyground.trees import StaticValues, Tree
from plyground.trees.order import ByValue

MAX_NODES = 60_000
"""Nodes of the largest tree that is filmed."""
MAX_SOURCED_NODES = 3_000
"""Nodes of the largest tree whose steps have source lines."""
MAX_FILMS = 4
"""Searches side by side."""
MAX_NAMED_NODES = 12
"""Most nodes that a comparison lists by name."""


@dataclass(frozen=True)
class Subject:
    """A tree, or a position of a game with a depth, which is searched."""

    of: Tree | Game
    position: Any
    depth: int | None = None
    order: ByValue | None = None  # order of a tree's children; None: the tree's own

    @classmethod
    def tree(
        cls, tree: Tree, order: ByValue | None = None, allies: Sequence[int] = (), depth: int | None = None
    ) -> Subject:
        """Return a tree as the subject, whole or to a depth. With ``allies``, this alliance plays as MAX against all
        others.

        Raise :class:`SearchError` for a tree that is too large to be shown, or for players that it does not have.
        """
        if len(tree) > MAX_NODES:
            raise SearchError(
                _("A tree of {count} nodes is too large to step through; the limit is {most}.", count=Number(len(tree)), most=Number(MAX_NODES))
            )  # fmt: skip
        return cls(tree, allied(tree.start, *allies) if allies else tree.start, depth, order)


class SceneState(TypedDict):
    """The state of a scene for the browser."""

    films: list[FilmHead]  # films with the chosen cut rule and with the other
    flips: bool  # True if there is another cut rule


@dataclass(frozen=True)
class Scene:
    """One search of the subject and, if it cuts by the window, the same with the other cut rule."""

    film: Film
    other: Film | None
    flips: bool  # True if there is another cut rule, filmed or not

    def state(self) -> SceneState:
        """Return the heads of its films and their difference."""
        if self.other is None:
            return {"films": [self.film.head()], "flips": self.flips}
        both = (self.film, self.other), (self.other, self.film)
        return {"films": [{**ours.head(), **_difference(ours, theirs)} for ours, theirs in both], "flips": self.flips}


@uncollected()
def screen(
    subject: Subject,
    algorithms: tuple[str, ...] = ("alphabeta",),
    convention: Convention = AIMA,
    tally: Tally | None = None,
    *,
    both: bool = True,
    sourced: bool = True,
) -> list[Scene]:
    """Film each algorithm's search of the subject. Raise :class:`SearchError` for a search that is not possible.

    Without ``both``, the search of a large tree is not filmed under the other cut rule. Without ``sourced``, the steps
    have no source lines.
    """
    if not 1 <= len(algorithms) <= MAX_FILMS:
        raise SearchError(_("From one to {most} algorithms can be compared.", most=MAX_FILMS))
    both = both or not isinstance(subject.of, Tree) or len(subject.of) <= MAX_SOURCED_NODES
    return [_scene(subject, name, convention, tally, both=both, sourced=sourced) for name in algorithms]


def scene(known: Algorithm, convention: Convention, run: Callable[[Convention], Run], *, both: bool = True) -> Scene:
    """Film the search that ``run`` makes under a convention, and under the other cut rule if it has one."""
    flips = known.windowed and known.has_conventions
    film = _film(run(convention))
    if not (flips and both):
        return Scene(film, None, flips)
    return Scene(film, _film(run(convention._replace(strict=not convention.strict))), flips)


def _scene(
    subject: Subject, name: str, convention: Convention, tally: Tally | None, *, both: bool, sourced: bool
) -> Scene:
    known = algorithm(name)
    if not known.has_conventions:  # the search has its own cut rule, so the convention only orders the children
        convention = AIMA._replace(right_to_left=convention.right_to_left)
    of, position = subject.of, subject.position
    if isinstance(of, Game):
        chosen = setting(
            convention=convention, depth=subject.depth, evaluation=next(iter(of.evaluations.values()), None)
        )
    else:
        chosen = setting(depth=subject.depth, convention=convention, order=subject.order)._replace(
            evaluation=StaticValues()
        )
    refuse_what_cannot_be(position, known, chosen, traced=True, native=False)
    tally = tally and of_any_numbers(with_room(tally, position))
    at_once = sourced and isinstance(of, Tree) and len(of) <= MAX_SOURCED_NODES

    def run(rule: Convention) -> Run:
        choices = chosen._replace(convention=rule)
        found = record(position, name, choices, source=at_once, tally=tally, of=of)
        if sourced and not at_once and len(found.nodes) <= MAX_SOURCED_NODES:
            return record(position, name, choices, source=True, tally=tally, of=of)
        return found

    return scene(known, convention, run, both=both)


def _film(run: Run) -> Film:
    if len(run.nodes) > MAX_NODES:
        raise SearchError(
            _("A search of more than {most} nodes is too large to step through: choose a smaller depth.", most=Number(MAX_NODES))
        )  # fmt: skip
    return Film(run)


def _difference(ours: Film, theirs: Film) -> Difference:
    """Return the nodes that only one of two cut rules visits, and the difference in words."""
    mine, other = ours.visited(), theirs.visited()
    only = sorted(ours.places[key] for key in mine - other)
    missing = sorted(ours.places[key] for key in other - mine if key in ours.places)
    rules = {"rule": rule(ours.run.terms.convention), "other": rule(theirs.run.terms.convention)}
    more, less = _listed(ours, only), _listed(theirs, sorted(theirs.places[key] for key in other - mine))
    if more and less:
        words = _(
            "Cut when {rule}, not when {other}. Also visited: {more}. Not visited: {less}.",
            more=more,
            less=less,
            **rules,
        )
    elif more:
        words = _("Cut when {rule}, not when {other}. Also visited: {more}.", more=more, **rules)
    elif less:
        words = _("Cut when {rule}, not when {other}. Not visited: {less}.", less=less, **rules)
    else:
        words = _("Cut when {rule}, not when {other}. Here this changes nothing.", **rules)
    return {"only": only, "missing": missing, "difference": str(words)}


def _listed(film: Film, places: list[int]) -> str:
    names = [film.plan.spots[place].name for place in places]
    return ", ".join(names[:MAX_NAMED_NODES]) + (f", … ({len(names)})" if len(names) > MAX_NAMED_NODES else "")


def minimum(tree: Tree) -> int | None:
    """Return the least number of leaves for any search of a uniform tree; None for another tree.

    b^⌈d/2⌉ + b^⌊d/2⌋ − 1: Knuth & Moore (1975), An analysis of alpha-beta pruning, corollary of theorem 1.
    """
    level, depth, branching = range(1), 0, 0
    while below := range(tree.nodes.first[level.start], tree.nodes.first[level.stop]):
        counts = {len(tree.children(node)) for node in level}
        if len(counts) > 1 or (branching and counts != {branching}):
            return None
        (branching,) = counts
        level, depth = below, depth + 1
    if any(tree.side(node) == tree.side(child) for node in range(level.start) for child in tree.children(node)):
        return None
    least: int = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    return least


@uncollected()
class ComparisonState(TypedDict):
    """The state of the scenes of a comparison for the browser."""

    scenes: list[SceneState]
    reels: dict[str, list[list[str]]]  # words of the steps by "scene-film-reel": sentence and window of each step
    reel: int  # steps in one reel
    step: int
    minimum: int | None  # leaves that any search must visit; None: unknown


def state(scenes: list[Scene], step: int = 0, *, whole: bool = False) -> ComparisonState:
    """Return the state that the page draws. With ``whole`` it includes the texts of all steps."""
    films = [film for scene in scenes for film in (scene.film, scene.other) if film is not None]
    step = max(0, min(step, max(len(scene.film.run.steps) for scene in scenes) - 1))
    wanted = range(max(film.reels() for film in films)) if whole else {0, step // REEL}
    reels = {
        f"{number}-{take}-{reel}": film.reel(reel)
        for number, scene in enumerate(scenes)
        for take, film in enumerate((scene.film, scene.other))
        if film is not None
        for reel in wanted
        if reel < film.reels()
    }
    run = films[0].run
    return {
        "scenes": [scene.state() for scene in scenes],
        "reels": reels,
        "reel": REEL,
        "step": step,
        "minimum": minimum(run.of) if isinstance(run.of, Tree) and run.terms.depth > MAX_DEPTH else None,
    }
