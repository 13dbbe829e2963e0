"""Summaries of what searches and solvers return: the move, the value in words, the line, the moves and the cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from plyground.bots.reasons import chances, figure, format_line, outcome, promise, worth
from plyground.core.game import FIRST, Game, made
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.i18n import Number, Sentence, _, _n, capital
from plyground.presentation.outcome_text import ending
from plyground.searches.best_first.prove import Proof
from plyground.searches.best_first.uct_search import Arm, Estimate
from plyground.searches.result import Result, RootMove
from plyground.solvers.exact import Exact
from plyground.solvers.explore import Exploration, explore
from plyground.solvers.forward import Solved
from plyground.solvers.retrograde import Retrograde

MAX_MOVES = 10
"""Moves of the table; the others are only counted."""
MAX_LINE_MOVES = 12
"""Moves of a best line that are shown."""
SIGNS = {"exact": "=", "upper": "≤", "lower": "≥"}
"""Signs before the values of root moves, by their kind."""

Words = Sentence | str | Number


class Summary(NamedTuple):
    """A result in words."""

    title: Words  # the side to move and the value
    certainty: Sentence | None  # proven or an estimate; None if neither applies
    facts: Sequence[Words]  # the best move and line
    heads: Sequence[Words]  # titles of the columns
    rows: Sequence[Sequence[Words]]  # rows of the moves, the best first
    cost: Words  # one line about the search

    @property
    def text(self) -> str:
        """The summary in a few lines, without the table of moves."""
        title = f"{self.title} ({self.certainty})" if self.certainty else str(self.title)
        return "\n".join(map(str, (title, *self.facts, self.cost)))


def summary(result: Any) -> Summary:
    """Return the summary of a result of one of the types in :data:`SUMMARIES`. Columns without any words are left
    out.
    """
    found = SUMMARIES[type(result)](result)
    used = [place for place in range(len(found.heads)) if any(row[place] for row in found.rows)]
    return found._replace(
        heads=[found.heads[place] for place in used], rows=[[row[place] for place in used] for row in found.rows]
    )


class _Subject:
    """The position of a result, with its game if one was made of its class."""

    def __init__(self, position: MarkedPosition) -> None:
        self.position = position
        self.game = made.get(type(position))
        self.ended = None
        if self.game is not None and (ended := self.game.outcome(position)):
            self.ended = ending(self.game, position, ended)

    def title(self, value: Words) -> Words:
        """Return the side to move with the value; the end of the game if it is over."""
        if self.ended is not None:
            return self.ended
        if self.game is None:
            return _("{outcome}.", outcome=value)
        return _("{side} to move. {outcome}.", side=capital(self.game.mover(self.position)), outcome=value)

    def facts(self, move: Move | None, line: tuple[Move, ...]) -> list[Words]:
        """Return sentences on the best move and line."""
        found: list[Words] = []
        if self.game is not None and self.ended is None and self.position.is_chance():
            found.append(_("Values are those of {side}.", side=self.game.sides[FIRST]))
        if move is not None:
            found.append(_("Best move: {move}", move=self.word(move)))
        if len(line) > 1:
            found.append(_("Best line: {line}", line=self._line(line)))
        return found

    def word(self, move: Move) -> str:
        """Return a move as people write it; its number if no game is known."""
        return str(move) if self.game is None else self.game.notation.format_move(self.position, move)

    def _line(self, line: tuple[Move, ...]) -> str:
        shown, more = line[:MAX_LINE_MOVES], " …" if len(line) > MAX_LINE_MOVES else ""
        return (" ".join(map(str, shown)) if self.game is None else format_line(self.game, self.position, shown)) + more


def _of_result(found: Result) -> Summary:
    of = _Subject(found.position)
    value = _("Value: {value}", value=figure(found.value)) if of.game is None else outcome(of.game, found)
    ranked = sorted(found.moves, key=lambda root: (root.move == found.move, root.value is not None, root.value or 0), reverse=True)  # fmt: skip
    return Summary(
        of.title(value),
        _proven(found.proven) if of.ended is None else None,
        of.facts(found.move, found.line),
        (_("move"), _("value"), _("meaning")),
        [(of.word(root.move), _bounded(root), _meaning(found, root, of.game)) for root in ranked],
        _cost(_searched(found), found.nodes, found.seconds),
    )


def _of_estimate(found: Estimate) -> Summary:
    of = _Subject(found.position)
    is_for_each = of.game is not None and Demand.PLAYERS in of.game.demands
    value = (
        _("Mean result of its random games: {value}, where 1 is the greatest utility and -1 the least", value=Number(found.value, 2))
        if is_for_each and not found.proven
        else chances(found.value, found.proven)
    )  # fmt: skip
    spent = _n("{count} random game", "{count} random games", found.playouts)
    if found.algorithm == "puct":
        spent = _n("{count} leaf", "{count} leaves", found.playouts)
    ranked = sorted(found.moves, key=lambda arm: (arm.move == found.move, arm.visits), reverse=True)
    return Summary(
        of.title(value),
        _proven(found.proven) if of.ended is None else None,
        of.facts(found.move, found.line),
        (_("move"), _("playouts"), _("mean"), _("meaning")),
        [(of.word(arm.move), Number(arm.visits), Number(arm.value, 2), _sure(arm)) for arm in ranked],
        _cost(spent, found.nodes, found.seconds),
    )


def _of_exact(found: Exact) -> Summary:
    of = _Subject(found.position)
    ranked = sorted(found.moves, key=lambda each: (each[0] == found.move, each[1]), reverse=True)
    return Summary(
        of.title(_("Proven score: {score}", score=Number(found.value))),
        None,
        of.facts(found.move, found.line),
        (_("move"), _("score")),
        [(of.word(move), Number(score)) for move, score in ranked],
        _cost(_("exact solver"), found.nodes, found.seconds),
    )


def _of_proof(found: Proof) -> Summary:
    of = _Subject(found.position)
    return Summary(
        of.title(_reached(found)),
        _proven(True) if found.value is not None and of.ended is None else None,
        of.facts(found.move if found.value else None, ()),
        (),
        (),
        _cost(_n("{count} node in the tree", "{count} nodes in the tree", found.tree_size), found.nodes, found.seconds),
    )


def _reached(found: Proof) -> Sentence:
    """Return the answer of a proof in words."""
    least = Number(found.least)
    if found.value is None:
        return _("Unknown within the limits")
    if found.value:
        words = {1: promise(1, None), 0: _("At least a draw")}
        return words.get(found.least, _("At least {least}", least=least))
    words = {1: _("No certain win"), 0: promise(-1, None)}
    return words.get(found.least, _("Less than {least}", least=least))


def _of_exploration(found: Exploration) -> Summary:
    of = _Subject(found.position)
    return Summary(
        of.title(promise(*found.value)),
        _proven(True),
        of.facts(found.best[0], found.line),
        (_("move"), _("meaning")),
        [(of.word(move), promise(*value)) for move, value in found.moves],
        _n("{count} best move", "{count} best moves", len(found.best)),
    )


def _of_solved(found: Solved | Retrograde) -> Summary:
    of = _Subject(found.start)
    size = len(found) if isinstance(found, Solved) else len(found.codes)
    solved = _n("The values of {count} position", "The values of {count} positions", size)
    if of.position.is_over():
        return Summary(of.title(promise(*found[found.start])), None, (), (), (), solved)
    return _of_exploration(explore(found, found.start))._replace(cost=solved)


SUMMARIES: dict[type[Any], Callable[[Any], Summary]] = {
    Result: _of_result,
    Estimate: _of_estimate,
    Exact: _of_exact,
    Proof: _of_proof,
    Exploration: _of_exploration,
    Solved: _of_solved,
    Retrograde: _of_solved,
}
"""The function that sums up each type of result."""


def _proven(is_proven: bool) -> Sentence:
    return _("proven") if is_proven else _("an estimate")


def _searched(found: Result) -> Sentence:
    """Return the search with its depth in words."""
    if found.depth is None:
        return _("{name} to the end of the game", name=found.algorithm)
    return _n("{name}, {count} ply deep", "{name}, {count} plies deep", found.depth, name=found.algorithm)


def _cost(search: Sentence, nodes: int, seconds: float) -> Sentence:
    """Return the line about a search: what it was, the positions that it visited, and its time."""
    visited = _n("{count} position visited", "{count} positions visited", nodes)
    milliseconds = Number(round(seconds * 1000))
    return _("{search}; {visited} in {milliseconds} ms", search=search, visited=visited, milliseconds=milliseconds)


def _bounded(root: RootMove) -> str:
    return f"{SIGNS[root.bound]} {figure(root.value)}" if root.bound in SIGNS and root.value is not None else "–"


def _meaning(found: Result, root: RootMove, game: Game | None) -> Words:
    if root.value is None:
        return _("not searched")
    if root.bound == "exact" and root.proven and game is not None:
        return worth(found, root.value, root.distance)
    return _("no better than this") if root.bound == "upper" else ""


def _sure(arm: Arm) -> Words:
    return promise(round(arm.value), None) if arm.proven else ""
