"""``growth``: a question about the next playout of Monte-Carlo tree search, whose tree is drawn step by step.

The tree is that of the project's own UCT. A node shows its results, wins of visits, for the side that moved there. A
draw counts half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log, sqrt
from typing import Any, NamedTuple, TypeAlias

from plyground.core.position import MAX, MarkedPosition, Move
from plyground.drawing.node_style import BEFORE
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.drawing.text import text
from plyground.i18n import Number, Sentence, _, _n
from plyground.searches.best_first.mcts_tree import ROOT, children, new_tree, walk
from plyground.searches.best_first.mcts_tree import Tree as Grown
from plyground.searches.best_first.uct_search import uct
from plyground.searches.registry import algorithm
from plyground.searches.search_setting import setting
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.exercises.working import SearchSetup
from plyground.teaching.lessons.questions.keys import PLACE, Keys, Place
from plyground.teaching.lessons.questions.question import ANSWER, Picture, Reply, Table, chosen
from plyground.trees import Tree

MAX_PLAYOUTS = 60
"""Most playouts before the one that is asked for: the tree must stay small enough to be drawn."""
EXPLORATION = 2 * sqrt(2)
"""UCT's exploration constant; its results from −1 to 1 differ twice as much as shares of wins do."""
MARK = "▸ "
"""The sign before nodes that a step concerns."""
PLACEHOLDER = 999
"""Value of a leaf before its results are written there: a number with the same width."""
NO_RESULT = (0, 0)
Results: TypeAlias = Mapping[int, tuple[int, int]]
"""Visits and sum of results of each node that is drawn, by its number."""


class Step(NamedTuple):
    """The content of one drawing."""

    results: Results
    marked: Sequence[int]
    moves: Sequence[Move]  # random moves below the last marked node


class Playout(NamedTuple):
    """One playout: the nodes of its path, the root first, the random moves after it, and its result for MAX."""

    path: tuple[int, ...]
    moves: tuple[Move, ...]
    result: int


class PlayoutTrace:
    """A trace that keeps the latest playout."""

    def begin(self) -> None:
        self.path = [ROOT]
        self.moves: list[Move] = []
        self.result = 0

    def select(self, depth: int, node: int) -> None:
        self.path.append(node)

    def expand(self, depth: int, node: int) -> None:
        pass

    def play(self, depth: int, move: Move) -> None:
        self.moves.append(move)

    def backup(self, depth: int, node: int, result: int) -> None:
        self.result = result  # the root's result comes last


@dataclass(frozen=True)
class Growth:
    """A question: with which move does the playout after ``playouts`` others begin?"""

    place: Place
    playouts: int
    seed: int

    @classmethod
    def of(cls, keys: Keys) -> Growth:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only(*PLACE, "playouts", "seed")
        return cls(
            keys.place().with_choice(), keys.number("playouts", 1, MAX_PLAYOUTS), keys.number("seed", 0, 10**6, 1)
        )

    @property
    def fields(self) -> tuple[Field, ...]:
        words = [self._word(self.place.position, move) for move in self.place.position.moves()]
        return (Field(ANSWER, _("The first move of the next playout"), tuple((word, word) for word in words)),)

    def asked(self, tally: Tally) -> Sentence:
        return _n(
            "The tree after {count} playout: wins of visits, for the side that moved there. With which move does the next playout begin?",
            "The tree after {count} playouts: wins of visits, for the side that moved there. With which move does the next playout begin?",
            self.playouts,
        )

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: self._moves_of(self._playout.path)[0]}

    def reply(self, given: Given, tally: Tally) -> Reply:
        solution = self.solution(tally)[ANSWER]
        right = bool(given) and chosen(given, self.fields[0].options) == solution
        columns = (_("move"), _("wins of visits"), _("mean"), _("bonus"), _("sum"))
        return Reply(right, (_("The next playout begins with {move}.", move=solution),), Table(columns, self._bounds))

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        path = self._playout.path
        if not answered:
            return (self._picture(self._before),)
        known = [node for node in path if node in self._before]
        new = path[-1] if len(known) < len(path) else None
        grown = self._before if new is None else {**self._before, new: NO_RESULT}
        last = path[-1:]
        down = ", ".join(self._moves_of(known)) or "–"
        return (
            self._picture(self._before, known, _("1. Selection: from the root down, each time to the greatest sum: {moves}.", moves=down)),
            self._picture(grown, last, _("2. Expansion: nothing to add, the result is known here.") if new is None else _("2. Expansion: a new node, by the move {move}.", move=self._moves_of(path)[-1])),
            self._picture(grown, last, self._told(), self._playout.moves),
            self._picture(self._after, path, _("4. Backpropagation: every node on the path counts the visit and the result.")),
        )  # fmt: skip

    def _told(self) -> Sentence:
        """Return the moves and the end of the random game."""
        path, moves, _result = self._playout
        start = self.place.position
        for node in path[1:]:
            start = start.play(self._grown.move(node))
        played = ", ".join(self._game_of(start, moves))
        if not played and self._winner:
            return _("3. Playout: none is needed. {side} wins here.", side=self._winner)
        if not played:
            return _("3. Playout: none is needed. It is a draw here.")
        if self._winner:
            return _("3. Playout: random moves {moves}. {side} wins.", moves=played, side=self._winner)
        return _("3. Playout: random moves {moves}. It is a draw.", moves=played)

    @property
    def _winner(self) -> str:
        """The side that wins the playout; empty after a draw."""
        mine = str(self.place.game.mover(self.place.position))
        (other,) = (side for side in self.place.game.sides if side != mine)
        return {1: mine, -1: other}.get(self._playout.result, "")

    @cached_property
    def _playout(self) -> Playout:
        return self._grow(self.playouts + 1)[1]

    @cached_property
    def _grown(self) -> Grown:
        return self._grow(self.playouts + 1)[0]

    @cached_property
    def _before(self) -> Results:
        return _results(self._grow(self.playouts)[0])

    @cached_property
    def _after(self) -> Results:
        return _results(self._grown)

    def _grow(self, playouts: int) -> tuple[Grown, Playout]:
        """Return (tree after this many ``playouts``, the last playout). The same seed gives the same playouts."""
        tree, trace = new_tree(1), PlayoutTrace()
        uct(self.place.position, playouts=playouts, exploration=EXPLORATION, seed=self.seed, tree=tree, trace=trace)
        return tree, Playout(tuple(trace.path), tuple(trace.moves), trace.result)

    @property
    def _bounds(self) -> tuple[tuple[Number | str, ...], ...]:
        """The rows of the moves at the root: results, mean, bonus and sum."""
        rows: list[tuple[Number | str, ...]] = []
        for node in children(self._grown):
            visits, rewards = self._before.get(node, NO_RESULT)
            word = self._word(self.place.position, self._grown.move(node))
            if not visits:
                rows.append((word, _written(visits, rewards), "–", "∞", "∞"))
                continue
            mean = (visits + rewards) / (2 * visits)
            bonus = sqrt(2) * sqrt(log(self.playouts + 1) / visits)
            rows.append((word, _written(visits, rewards), *(Number(found, 2) for found in (mean, bonus, mean + bonus))))
        return tuple(rows)

    def _moves_of(self, path: Sequence[int]) -> list[str]:
        """Return the names of the moves that lead down a path."""
        return self._game_of(self.place.position, [self._grown.move(node) for node in path[1:]])

    def _game_of(self, position: MarkedPosition, moves: Sequence[Move]) -> list[str]:
        """Return the names of the moves of a game that continues from a position."""
        words = []
        for move in moves:
            words.append(self._word(position, move))
            position = position.play(move)
        return words

    def _word(self, position: MarkedPosition, move: Move) -> str:
        return self.place.game.notation.format_move(position, move)

    def _picture(
        self, results: Results, marked: Sequence[int] = (), caption: Sentence | None = None, moves: Sequence[Move] = ()
    ) -> Picture:
        """Return the picture of the nodes that have ``results``, with random ``moves`` below the last ``marked``
        one.
        """
        texts: list[str] = []
        nested = self._nested(Step(results, marked, moves), ROOT, self.place.position, (MAX, MAX), texts)
        tree = Tree.of(nested)
        drawn = plan(SearchSetup(tree, algorithm("minimax"), setting()).work().run)
        written = dict(zip(tree.leaves, texts, strict=True))
        spots = []
        for spot in drawn.spots:
            node = drawn.run.positions[spot.node].node if spot.node is not None else None
            spots.append(spot._replace(text=written[node], name="") if node in written else spot)
        shown = replace(drawn, spots=tuple(spots))
        return Picture(lambda theme: svg(shown, BEFORE, theme=theme, text=False), text(shown, BEFORE), caption=caption)

    def _nested(self, step: Step, node: int, position: MarkedPosition, sides: tuple[int, int], texts: list[str]) -> Any:
        """Return a node as a nested list, the form in which trees are written. Append the results of its leaves to
        ``texts``, left to right.

        ``sides`` are the side to move, and the side that moved to the node.
        """
        side, mover = sides
        visits, rewards = step.results[node]
        label = f"{MARK * (node in step.marked)}{_written(visits, mover * rewards)}"
        below = []
        for child in children(self._grown, node):
            if child in step.results:
                following = position.play(self._grown.move(child))
                word = self._word(position, self._grown.move(child))
                turned = (side * position.turn(following), side)
                below.append((word, self._nested(step, child, following, turned, texts)))
        if not below and step.moves and node == step.marked[-1]:
            words = self._game_of(position, step.moves)
            texts.append(self._winner or "=")
            chain: Any = PLACEHOLDER
            for word in reversed(words[1:]):
                chain = {"name": " ", "children": [chain], "moves": [word]}
            below.append((words[0], chain))
        if not below:
            texts.append(label)
            return PLACEHOLDER
        return {
            "name": label,
            "children": [nested for _word, nested in below],
            "moves": [word for word, _nested in below],
        }


def _results(tree: Grown) -> Results:
    """Return the visits and the sum of results of each visited node."""
    return {node.number: (node.visits, tree.rewards(node.number)) for node in walk(tree) if node.visits}


def _written(visits: int, rewards: int) -> str:
    """Return the results as wins of visits; a draw is half a win."""
    return f"{(visits + rewards) / 2:g}/{visits}"
