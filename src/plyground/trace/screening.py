"""Several films of one tree on one clock: algorithms side by side, each with what the other cut rule would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.errors import SearchError
from plyground.game import Game
from plyground.language import Number, _
from plyground.search.algorithms import Algorithm, algorithm
from plyground.search.alliance import allied
from plyground.search.convention import AIMA, Convention
from plyground.search.driver import refuse_what_cannot_be
from plyground.search.scores import LONGEST
from plyground.search.setting import setting
from plyground.search.tally import Tally, of_any_numbers
from plyground.trace.film import REEL, Film, rule
from plyground.trace.garbage import uncollected
from plyground.trace.record import record
from plyground.trace.run import Run
from plyground.trees import StaticValues, Tree
from plyground.trees.order import ByValue

MOST_NODES = 60_000
"""Nodes of the largest tree that is filmed."""
MOST_SOURCED = 3_000
"""Nodes of the largest tree in which each step tells its line of the source."""
MOST_FILMS = 4
"""Searches side by side."""
MOST_NAMED = 12
"""Nodes that a comparison calls by their names."""


@dataclass(frozen=True)
class Subject:
    """What is searched: a tree, or a position of a game to a depth."""

    of: Tree | Game
    position: Any
    depth: int | None = None
    order: ByValue | None = None  # in which the children of a tree are taken, if not in its own

    @classmethod
    def tree(cls, tree: Tree, order: ByValue | None = None, allies: Sequence[int] = ()) -> Subject:
        """A whole tree, with ``allies`` as these players together against all others see it.

        Raises :class:`SearchError` where it is too large to be shown, or has no such players.
        """
        if len(tree) > MOST_NODES:
            raise SearchError(
                _("A tree of {count} nodes is too large to be stepped through: {most} are the most.", count=Number(len(tree)), most=Number(MOST_NODES))
            )  # fmt: skip
        return cls(tree, allied(tree.start, *allies) if allies else tree.start, order=order)


@dataclass(frozen=True)
class Scene:
    """One search of the subject and, where it cuts by the window, the same with the other cut rule."""

    film: Film
    other: Film | None
    flips: bool  # whether there is another cut rule, filmed yet or not

    def state(self) -> dict[str, Any]:
        """The heads of its films, and what differs between them."""
        heads = [film.head() for film in (self.film, self.other) if film is not None]
        if self.other is not None:
            for head, ours, theirs in zip(heads, (self.film, self.other), (self.other, self.film), strict=True):
                head |= _difference(ours, theirs)
        return {"films": heads, "flips": self.flips}


@uncollected()
def screen(
    subject: Subject,
    algorithms: tuple[str, ...] = ("alphabeta",),
    convention: Convention = AIMA,
    tally: Tally | None = None,
    *,
    both: bool = True,
) -> list[Scene]:
    """Each algorithm's search of the subject, on film. Raises :class:`SearchError` for what cannot be searched so.

    Unless ``both`` is wanted, the search of a large tree is not filmed under the other cut rule.
    """
    if not 1 <= len(algorithms) <= MOST_FILMS:
        raise SearchError(_("From one to {most} algorithms can be compared.", most=MOST_FILMS))
    both = both or not isinstance(subject.of, Tree) or len(subject.of) <= MOST_SOURCED
    return [_scene(subject, name, convention, tally, both=both) for name in algorithms]


def scene(known: Algorithm, convention: Convention, run: Callable[[Convention], Run], *, both: bool = True) -> Scene:
    """The film of one search, which ``run`` makes under a convention, and that of the other cut rule where it has one."""
    flips = known.windowed and known.convention
    film = _film(run(convention))
    if not (flips and both):
        return Scene(film, None, flips)
    return Scene(film, _film(run(convention._replace(strict=not convention.strict))), flips)


def _scene(subject: Subject, name: str, convention: Convention, tally: Tally | None, *, both: bool) -> Scene:
    known = algorithm(name)
    if not known.convention:  # the rule is its own; only the order of the children is the convention's
        convention = AIMA._replace(right_to_left=convention.right_to_left)
    of, position = subject.of, subject.position
    if isinstance(of, Game):
        chosen = setting(
            convention=convention, depth=subject.depth, evaluation=next(iter(of.evaluations.values()), None)
        )
    else:
        chosen = setting(convention=convention, order=subject.order)._replace(evaluation=StaticValues())
    refuse_what_cannot_be(position, known, chosen, traced=True, native=False)
    tally = tally and of_any_numbers(tally)
    sourced = isinstance(of, Tree) and len(of) <= MOST_SOURCED

    def run(rule: Convention) -> Run:
        choices = chosen._replace(convention=rule)
        found = record(position, name, choices, source=sourced, tally=tally, of=of)
        if not sourced and len(found.nodes) <= MOST_SOURCED:
            return record(position, name, choices, source=True, tally=tally, of=of)
        return found

    return scene(known, convention, run, both=both)


def _film(run: Run) -> Film:
    if len(run.nodes) > MOST_NODES:
        raise SearchError(
            _("A search of more than {most} nodes is too large to be stepped through: choose a smaller depth.", most=Number(MOST_NODES))
        )  # fmt: skip
    return Film(run)


def _difference(ours: Film, theirs: Film) -> dict[str, Any]:
    """What the cut rule of the one changes against that of the other: where, and in words."""
    mine, other = ours.visited(), theirs.visited()
    only = sorted(ours.places[key] for key in mine - other)
    missing = sorted(ours.places[key] for key in other - mine if key in ours.places)
    rules = {"rule": rule(ours.run.terms.convention), "other": rule(theirs.run.terms.convention)}
    more, less = _listed(ours, only), _listed(theirs, sorted(theirs.places[key] for key in other - mine))
    if more and less:
        words = _(
            "Cut when {rule} and not {other}: {more} are visited too, {less} are not.", more=more, less=less, **rules
        )
    elif more:
        words = _("Cut when {rule} and not {other}: these are visited too: {more}.", more=more, **rules)
    elif less:
        words = _("Cut when {rule} and not {other}: these are not visited: {less}.", less=less, **rules)
    else:
        words = _("Cut when {rule} and not {other}: here it changes nothing.", **rules)
    return {"only": only, "missing": missing, "difference": str(words)}


def _listed(film: Film, places: list[int]) -> str:
    names = [film.plan.spots[place].name for place in places]
    return ", ".join(names[:MOST_NAMED]) + (f", … ({len(names)})" if len(names) > MOST_NAMED else "")


def minimum(tree: Tree) -> int | None:
    """The least leaves that any search must visit for a uniform tree's value; None where it is not uniform.

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
def state(scenes: list[Scene], step: int = 0, *, whole: bool = False) -> dict[str, Any]:
    """What the page draws. With ``whole`` every reel is there from the beginning, as a file by itself needs it."""
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
        "minimum": minimum(run.of) if isinstance(run.of, Tree) and run.terms.horizon > LONGEST else None,
    }
