"""The answer of a search, in words for people and as a record for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.bots.reasons import figure, outcome, worth
from plyground.cli.json_records import ExactRecord, SearchRecord
from plyground.cli.reports.position_report import show_best, show_board, show_turn
from plyground.cli.terminal import say, say_table
from plyground.core.game import FIRST, Game
from plyground.i18n import Number, Sentence, _
from plyground.presentation.json_moves import plain_line, plain_move, plain_number
from plyground.presentation.outcome_text import ending
from plyground.searches import Result, RootMove
from plyground.solvers.exact import Exact


class Answer(Protocol):
    """The result for one position."""

    def show(self) -> None:
        """Print the answer for a person."""

    def record(self) -> Mapping[str, object]:
        """Return the answer as plain data."""


@dataclass(frozen=True)
class SearchAnswer:
    """The answer of a search."""

    game: Game
    position: Any
    found: Result
    choices: dict[str, Any]  # options of the search, by the command's option names

    def show(self) -> None:
        """Print the position, the best move and line, the value of each move, and the counts."""
        game, position, found = self.game, self.position, self.found
        show_board(game, position)
        if ended := game.outcome(position):
            say(ending(game, position, ended))
            return
        say(_("{side} to move. {outcome}.", side=game.mover(position), outcome=outcome(game, found)))
        if position.is_chance():
            say(_("Values are those of {side}.", side=game.sides[FIRST]))
        show_best(game, position, found.move, found.line)
        say()
        say_table(
            [_("move"), _("value"), _("meaning")],
            [
                (game.notation.format_move(position, root.move), _value(root), _meaning(found, root))
                for root in found.moves
            ],
        )
        if any(root.bound == "upper" for root in found.moves):
            say(_("≤ means: no better than this."))
        if any(root.bound == "lower" for root in found.moves):
            say(_("≥ means: no worse than this."))
        say()
        counts = [
            (_("leaves"), Number(found.leaves)),
            (_("alpha cut-offs"), Number(found.alpha_cutoffs)),
            (_("beta cut-offs"), Number(found.beta_cutoffs)),
        ]
        say_table(
            [_("counted"), _("number")],
            [
                (_("positions visited"), Number(found.nodes)),
                *(counts if found.leaves else []),  # a proof counts only its nodes
                *([(_("from the table"), Number(found.table_hits))] if found.table_hits else []),
                (_("milliseconds"), Number(round(found.seconds * 1000))),
            ],
        )

    def record(self) -> SearchRecord:
        """Return the answer as a record."""
        game, position, found = self.game, self.position, self.found
        return {
            "game": game.name,
            "position": game.notation.format(position),
            "algorithm": found.algorithm,
            "move": None if found.move is None else plain_move(game, position, found.move),
            "value": plain_number(found.value),
            "distance": found.distance,
            "exact": found.exact,
            "proven": found.proven,
            "score": plain_number(found.score),
            "line": plain_line(game, position, found.line),
            "nodes": found.nodes,
            "leaves": found.leaves,
            "alpha_cutoffs": found.alpha_cutoffs,
            "beta_cutoffs": found.beta_cutoffs,
            "seconds": found.seconds,
            "moves": [
                {
                    "move": plain_move(game, position, root.move),
                    "value": None if root.value is None else plain_number(root.value),
                    "distance": root.distance,
                    "bound": root.bound,
                    "proven": root.proven,
                    "score": None if root.score is None else plain_number(root.score),
                }
                for root in found.moves
            ],
            "scores": self.choices["scores"],
            "convention": self.choices["convention"],
            "depth": found.depth,
            "evaluation": self.choices["evaluation"],
            "ties": self.choices["ties"],
            "table_hits": found.table_hits,
            "native": self.choices["native"],
            "utilities": [plain_number(utility) for utility in found.utilities] or None,
        }


@dataclass(frozen=True)
class ProofAnswer:
    """An exact score."""

    game: Game
    position: Any
    found: Exact
    native: bool

    def show(self) -> None:
        """Print the position, its score, the best move and line, and the counts."""
        game, position, found = self.game, self.position, self.found
        show_turn(game, position)
        say(_("Proven score: {score}", score=Number(found.value)))
        show_best(game, position, found.move, found.line)
        say()
        milliseconds = Number(round(found.seconds * 1000))
        rows = [(_("positions visited"), Number(found.nodes)), (_("milliseconds"), milliseconds)]
        say_table([_("counted"), _("number")], rows)

    def record(self) -> ExactRecord:
        """Return the answer as a record."""
        game, position, found = self.game, self.position, self.found
        return {
            "game": game.name,
            "position": game.notation.format(position),
            "move": None if found.move is None else plain_move(game, position, found.move),
            "value": found.value,
            "line": plain_line(game, position, found.line),
            "nodes": found.nodes,
            "seconds": found.seconds,
            "native": self.native,
        }


def _value(root: RootMove) -> str:
    signs = {"exact": "=", "upper": "≤", "lower": "≥"}
    return f"{signs[root.bound]} {figure(root.value)}" if root.bound in signs and root.value is not None else "–"


def _meaning(found: Result, root: RootMove) -> Sentence | str:
    if root.bound == "unvisited" or root.value is None:
        return _("not searched")
    if root.bound == "exact" and root.proven:
        return worth(found, root.value, root.distance)
    return ""
