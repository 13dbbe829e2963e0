"""A run as a film: plain values from which a page draws any step at once, forward and backward.

The head of a film is the stage, every node where it stands, and what each step changes. What a step says, its sentence
and its window, comes in reels of ``REEL`` steps, so that a long film begins before all of it is there.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from plyground.game import Game
from plyground.picture import shear
from plyground.search.convention import Convention
from plyground.search.scores import INFINITY
from plyground.trace.legend import terms_in_words
from plyground.trace.plan import Plan, stage
from plyground.trace.run import Action, Frame, Run, Value
from plyground.trace.sentences import Speaker
from plyground.trace.values import claim, window, written

REEL = 500
"""Steps of which the words come together."""


class Film:
    """One run, and how it is shown."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.plan: Plan = stage(run)
        self._speaker = Speaker(run)

    def head(self) -> dict[str, Any]:
        """The stage and the steps. O(nodes + steps)."""
        plan = self.plan
        return {
            "title": terms_in_words(self.run.terms),
            "algorithm": self.run.terms.algorithm,
            "rule": rule(self.run.terms.convention) if self.run.terms.windowed else "",
            "width": round(plan.width, 1),
            "rows": [round(row, 1) for row in plan.rows],
            "levels": plan.levels,
            "board": self._board(),
            "spots": self._spots(),
            "steps": self._steps(),
            "cuts": self._cuts(),
            "passes": [self.run.nodes[root].steps[0] for root in self.run.roots],
            "listings": [[listing.function, listing.first, listing.text] for listing in self.run.listings],
        }

    def reel(self, number: int) -> list[list[str]]:
        """What the steps of a reel say: sentence and window of each."""
        steps = range(number * REEL, min((number + 1) * REEL, len(self.run.steps)))
        return [[str(self._speaker.sentence(step)), self._window(step)] for step in steps]

    def reels(self) -> int:
        """How many there are."""
        return -(-len(self.run.steps) // REEL)

    def visited(self) -> set[str]:
        """The nodes that the search visited, by their keys."""
        keys = {place: key for key, place in self.places.items()}
        return {keys[self.plan.places[node.number]] for node in self.run.nodes if node.kind != "cut"}

    @cached_property
    def places(self) -> dict[str, int]:
        """Each spot of the plan by its key, the moves that lead to it: in every film of one tree the same."""
        keys = [""] * len(self.plan.spots)
        born = [0] * len(keys)
        for link in self.plan.links:
            node = None if link.node is None else self.run.nodes[link.node]
            move = born[link.parent] if node is None else node.move
            born[link.parent] += 1
            keys[link.child] = f"{keys[link.parent]}-{move}"
        return {key: place for place, key in enumerate(keys)}

    def _board(self) -> dict[str, Any] | None:
        """How the game draws its boards; None for a tree, or a game that does not."""
        of = self.run.of
        if not isinstance(of, Game) or not of.picture.width:
            return None
        picture = of.picture
        return {
            "width": picture.width,
            "height": picture.height,
            "sides": of.sides,
            "pieces": picture.pieces,
            "shear": shear(picture),
        }

    def _spots(self) -> list[list[Any]]:
        """Each node: parent, level, shape, name, middle, width, what a leaf says before it is reached, and so on."""
        plan = self.plan
        links = {link.child: link for link in plan.links}
        made: list[list[Any]] = []
        for number, spot in enumerate(plan.spots):
            link = links.get(number)
            above = -1 if link is None else link.parent
            said = ("", "") if link is None else (link.move, link.chance)
            made.append(
                [
                    above, spot.depth, spot.shape, spot.name, round(plan.columns[number], 1),
                    round(spot.width, 1), spot.text, *said, spot.marks, spot.last,
                ]
            )  # fmt: skip
        return made

    def _steps(self) -> list[list[Any]]:
        """Each step: its node, what is done, what is then known of the value, the child that it came from, the source.

        On entering, where nothing is known yet, the window that was handed down stands in its place.
        """
        run, made = self.run, []
        for number, step in enumerate(run.steps):
            claimed = claim(run, step.node, number)
            value = "" if claimed is None else written(claimed, run.terms, signed=self.plan.signed)
            if step.action == Action.ENTER and run.nodes[step.node].kind == "inner":
                value = self._window(number)
            best = -1 if step.best is None else self.plan.places[step.best]
            told: list[Any] = [self.plan.places[step.node], ACTIONS.index(step.action), value, best]
            if step.frame is not None:
                told.append(_frame(step.frame))
                if step.caller is not None:
                    told.append(_frame(step.caller))
            made.append(told)
        return made

    def _cuts(self) -> dict[int, list[int]]:
        """By step, for each cut-off: whether it is an alpha cut-off, and the nodes that are cut; what is below goes with them."""
        run = self.run
        cuts = {
            number: [int(run.nodes[step.node].cut == "alpha")]
            for number, step in enumerate(run.steps)
            if step.action == Action.CUT
        }
        for node in run.nodes:
            if node.kind == "cut":
                cuts[node.since].append(self.plan.places[node.number])
        return cuts

    def _window(self, number: int) -> str:
        step = self.run.steps[number]
        return window(step.alpha, step.beta, self.run.terms, signed=self.plan.signed)


ACTIONS = tuple(Action)
"""As the page numbers them."""


def _frame(frame: Frame) -> list[Any]:
    return [frame.function, frame.line, [[name, _variable(value)] for name, value in frame.variables]]


def _variable(value: Value) -> str:
    """A variable as the program has it; only infinity is written as people write it."""
    if isinstance(value, (bool, tuple)) or -INFINITY < value < INFINITY:
        return str(value).replace("-", "−")
    return "+∞" if value > 0 else "−∞"


def rule(convention: Convention) -> str:
    """When a convention cuts."""
    return "α > β" if convention.strict else "α ≥ β"
