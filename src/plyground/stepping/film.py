"""A film: a recorded search as plain data from which a page draws any step, forward and backward.

The head of a film has every node with its place, and the changes of each step. The sentence and the window of a step
are in parts (reels) of ``REEL`` steps, so that a long film can be shown before all of it is loaded.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NotRequired, TypedDict

from plyground.core.game import FIRST, Game
from plyground.core.picture import PieceKind, extent, indents, material, piece_kinds, shear
from plyground.drawing.legend import terms_in_words
from plyground.drawing.plan import Plan, stage
from plyground.searches.conventions import Convention
from plyground.searches.scores import INFINITY
from plyground.stepping.pseudocode import PseudoFrame, frames, pseudocode
from plyground.trace.run import Action, Frame, Run, Value
from plyground.trace.sentences import Speaker
from plyground.trace.value_text import claim, window, written

REEL = 500
"""Steps in a reel of words."""


Spot = tuple[int, int, str, str, float, float, str, str, str, str, tuple[int, ...]]
"""A node: parent or -1, level, shape, name, middle, width, text of a leaf before it is reached, move, chance, marks,
last.
"""


class BoardPicture(TypedDict):
    """The size and the signs of a game's boards."""

    width: int
    height: int
    sides: tuple[str, ...]
    kinds: dict[str, PieceKind]  # kinds of pieces by mark, if a side has several kinds
    pieces: bool
    stones: bool
    material: str
    max: int  # side of MAX, who moves at the root
    shear: float
    indents: NotRequired[tuple[float, ...]]  # cells by which each row stands to the right, if ``shear`` does not tell
    across: NotRequired[float]  # width of the whole board in cells, beside ``indents``


class Difference(TypedDict, total=False):
    """The nodes that change under the other cut rule."""

    only: list[int]  # nodes that only this rule visits
    missing: list[int]  # nodes that only the other rule visits
    difference: str  # the difference in words


class FilmHead(Difference):
    """A film without the words of its steps."""

    title: str
    algorithm: str
    rule: str  # rule of the cut-offs; "" if the search has none
    width: float
    rows: list[float]  # heights of the levels' middles
    levels: tuple[str, ...]  # labels beside the rows
    board: BoardPicture | None
    spots: list[Spot]
    stacks: dict[
        int, tuple[str, ...]
    ]  # pieces in each cell from the bottom up, by spot; boards without stacks are left out
    walls: dict[int, tuple[tuple[int, int], ...]]  # pairs of cells with a wall between them, by spot
    steps: list[Any]
    cuts: dict[int, list[int]]  # [1 for an alpha cut-off or 0, nodes cut off], by step of the cut-off
    passes: list[int]  # first step of each pass
    listings: list[tuple[str, int, str]]  # (function, first line, text)
    pseudocode: PseudocodeState | None


class PseudocodeState(TypedDict):
    """The text of a search as textbooks print it, and its frame at each step."""

    listings: list[tuple[str, int, str]]  # (function, 0, text)
    frames: list[PseudoFrame]  # frames by step


class Film:
    """One recorded search in the form in which it is shown."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.plan: Plan = stage(run)
        self._speaker = Speaker(run)

    def head(self) -> FilmHead:
        """Return the nodes and the steps. O(nodes + steps)."""
        plan = self.plan
        contents = [(number, spot.content) for number, spot in enumerate(plan.spots) if spot.content]
        return {
            "title": terms_in_words(self.run.terms),
            "algorithm": self.run.terms.algorithm,
            "rule": rule(self.run.terms.convention) if self.run.terms.windowed else "",
            "width": round(plan.width, 1),
            "rows": [round(row, 1) for row in plan.rows],
            "levels": plan.levels,
            "board": self._board(),
            "spots": self._spots(),
            "stacks": {spot: content.stacks for spot, content in contents if content.stacks},
            "walls": {spot: content.walls for spot, content in contents if content.walls},
            "steps": self._steps(),
            "cuts": self._cuts(),
            "passes": [self.run.nodes[root].steps[0] for root in self.run.roots],
            "listings": [(listing.function, listing.first, listing.text) for listing in self.run.listings],
            "pseudocode": self._pseudocode(),
        }

    def reel(self, number: int) -> list[list[str]]:
        """Return the sentence and the window of each step of a reel."""
        steps = range(number * REEL, min((number + 1) * REEL, len(self.run.steps)))
        return [[str(self._speaker.sentence(step)), self._window(step)] for step in steps]

    def reels(self) -> int:
        """Return the number of reels."""
        return -(-len(self.run.steps) // REEL)

    def visited(self) -> set[str]:
        """Return the keys of the nodes that the search visited."""
        keys = {place: key for key, place in self.places.items()}
        return {keys[self.plan.places[node.number]] for node in self.run.nodes if node.kind != "cut"}

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of each spot of the plan by its key: the moves to it. Films of one tree share their keys."""
        keys = [""] * len(self.plan.spots)
        born = [0] * len(keys)
        for link in self.plan.links:
            node = None if link.node is None else self.run.nodes[link.node]
            move = born[link.parent] if node is None else node.move
            born[link.parent] += 1
            keys[link.child] = f"{keys[link.parent]}-{move}"
        return {key: place for place, key in enumerate(keys)}

    def _pseudocode(self) -> PseudocodeState | None:
        """Return the pseudo-code and its frame at each step; None without the source."""
        text = pseudocode(self.run.terms)
        if text is None or not self.run.listings:
            return None
        return {
            "listings": [(name, 0, function) for name, function in text.functions.items()],
            "frames": frames(self.run, text),
        }

    def _board(self) -> BoardPicture | None:
        """Return the picture of the game's boards; None for a tree, or a game without a picture."""
        of = self.run.of
        if not isinstance(of, Game) or not of.picture.width:
            return None
        picture = of.picture
        board: BoardPicture = {
            "width": picture.width,
            "height": picture.height,
            "sides": of.sides,
            "kinds": piece_kinds(picture),
            "pieces": picture.pieces,
            "stones": picture.stones,
            "material": material(picture),
            "max": max(FIRST, of.side(self.run.start)),
            "shear": shear(picture),
        }
        if hasattr(picture, "indents"):
            board |= {"indents": indents(picture), "across": extent(picture)[0]}
        return board

    def _spots(self) -> list[Spot]:
        plan = self.plan
        links = {link.child: link for link in plan.links}
        made: list[Spot] = []
        for number, spot in enumerate(plan.spots):
            link = links.get(number)
            above = -1 if link is None else link.parent
            said = ("", "") if link is None else (link.move, link.chance)
            made.append(
                (
                    above, spot.depth, spot.shape, spot.name, round(plan.columns[number], 1),
                    round(spot.width, 1), spot.text, *said, *((spot.content.marks, spot.content.last) if spot.content else ("", ())),
                )
            )  # fmt: skip
        return made

    def _steps(self) -> list[list[Any]]:
        """Return (node, action, current value, child of that value, source) of each step.

        A node has no value yet when it is entered; then the window takes the value's place.
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
        """Return, by step of each cut-off, 1 for an alpha cut-off (else 0) and the cut nodes, without the nodes below
        them.
        """
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
"""Actions in the order of their numbers on the page."""


def _frame(frame: Frame) -> list[Any]:
    return [frame.function, frame.line, [[name, _variable(value)] for name, value in frame.variables]]


def _variable(value: Value) -> str:
    """Return a variable as text, as Python prints it; only infinity has its sign."""
    if isinstance(value, (bool, tuple)) or -INFINITY < value < INFINITY:
        return str(value).replace("-", "−")
    return "+∞" if value > 0 else "−∞"


def rule(convention: Convention) -> str:
    """Return the condition under which a convention cuts."""
    return "α > β" if convention.strict else "α ≥ β"
