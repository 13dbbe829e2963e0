"""Questions for the searches that grow a tree, UCT and proof-number search, and reports of their answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from plyground.bots.reasons import promise
from plyground.cli.json_records import ProofNumberRecord, UctRecord
from plyground.cli.reports.position_report import show_best, show_turn
from plyground.cli.terminal import say, say_table
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition
from plyground.errors import SearchStopped
from plyground.i18n import Number, Sentence, _
from plyground.learning.learned import unit_of
from plyground.presentation.json_moves import plain_line, plain_move, position_record
from plyground.searches import Estimate, Proof, proof_number, uct
from plyground.searches.best_first.puct_search import PLAYOUTS, puct
from plyground.searches.best_first.uct_search import fewest_nodes
from plyground.searches.limit import limited
from plyground.searches.plain_or_native import CountedSearches
from plyground.searches.scores import INFINITY
from plyground.searches.tally import STOP

UNKNOWN = "?"


@dataclass
class SamplingInquiry:
    """The question for an estimate by random games."""

    game: Game
    playouts: int | None
    seconds: float | None
    seed: int | None
    pace: CountedSearches

    def ask(self, position: MarkedPosition) -> SamplingAnswer:
        """Return the estimate for one position."""

        def search(native: bool) -> Estimate:
            limits = {"playouts": self.playouts, "seconds": self.seconds}
            return uct(position, **limits, seed=self.seed, tally=self.pace.tally, native=native)  # type: ignore[arg-type]

        found = self.pace.run(search, fewest_nodes(self.playouts, self.seconds))
        return SamplingAnswer(self.game, position, found, self.pace.native)


@dataclass
class ValueTreeInquiry:
    """The question for an estimate by the values of an evaluation."""

    game: Game
    evaluation: Evaluation
    nodes: int | None
    seconds: float | None
    pace: CountedSearches

    def ask(self, position: MarkedPosition) -> SamplingAnswer:
        """Return the estimate for one position."""

        def search(native: bool) -> Estimate:
            return puct(
                position,
                self.evaluation,
                unit_of(position, self.evaluation),
                playouts=INFINITY if self.nodes is not None else None,
                seconds=self.seconds,
                tally=self.pace.tally,
                native=native,
            )

        with limited(self.pace.tally.counts, self.nodes, None):
            found = self.pace.run(search, self.nodes or fewest_nodes(PLAYOUTS, self.seconds))
        return SamplingAnswer(self.game, position, found, self.pace.native)


@dataclass(frozen=True)
class SamplingAnswer:
    """The estimate of random games, or of the values of an evaluation."""

    game: Game
    position: Any
    found: Estimate
    native: bool

    def show(self) -> None:
        """Print the position, the best move and line, the results of each move, and the counts."""
        game, position, found = self.game, self.position, self.found
        if not show_turn(game, position):
            return
        if found.proven:
            say(_("{outcome}.", outcome=promise(round(found.value), None)))
        elif found.algorithm == "puct":
            say(_("Mean value of its leaves: {value}, where 1 is a win and -1 a loss.", value=_mean(found.value)))
        elif Demand.PLAYERS in game.demands:
            say(
                _("Mean result of its random games: {value}, where 1 is the greatest utility and -1 the least.", value=_mean(found.value))
            )  # fmt: skip
        else:
            say(
                _("Mean result of its random games: {value}, where 1 is a win and -1 a loss.", value=_mean(found.value))
            )
        if position.is_chance():
            say(_("Values are those of {side}.", side=game.sides[0]))
        show_best(game, position, found.move, found.line)
        say()
        say_table(
            [_("move"), _("playouts"), _("mean"), _("meaning")],
            [
                (
                    game.notation.format_move(position, arm.move),
                    Number(arm.visits),
                    _mean(arm.value),
                    promise(round(arm.value), None) if arm.proven else "",
                )
                for arm in found.moves
            ],
        )
        say()
        _say_counts((_("playouts"), found.playouts), (_("nodes of the tree"), found.tree_size), *_work(found))

    def record(self) -> UctRecord:
        """Return the answer as a record."""
        found = self.found
        return {
            **position_record(self.game, self.position),
            "algorithm": found.algorithm,
            "move": _move(self, found.move),
            "value": found.value,
            "proven": found.proven,
            "line": plain_line(self.game, self.position, found.line),
            "playouts": found.playouts,
            "tree_size": found.tree_size,
            "nodes": found.nodes,
            "seconds": found.seconds,
            "moves": [
                {
                    "move": plain_move(self.game, self.position, arm.move),
                    "visits": arm.visits,
                    "value": arm.value,
                    "proven": arm.proven,
                }
                for arm in found.moves
            ],
            "native": self.native,
        }


@dataclass
class ProofNumberInquiry:
    """The question for proof-number search: can the side to move win? If not, can it draw?"""

    game: Game
    nodes: int | None
    seconds: float | None
    pace: CountedSearches

    def ask(self, position: MarkedPosition) -> ProofNumberAnswer:
        """Return the proofs for one position."""
        found = self.pace.run(partial(self._proofs, position))
        return ProofNumberAnswer(self.game, position, found, self.pace.native)

    def _proofs(self, position: MarkedPosition, native: bool) -> list[Proof]:
        win = self._prove(position, 1, native)
        return [win, self._prove(position, 0, native)] if win.value is False else [win]

    def _prove(self, position: MarkedPosition, least: int, native: bool) -> Proof:
        counts = self.pace.tally.counts
        found = proof_number(
            position, least, nodes=self.nodes, seconds=self.seconds, tally=self.pace.tally, native=native
        )
        if found.value is None and counts[STOP]:
            raise SearchStopped
        return found


@dataclass(frozen=True)
class ProofNumberAnswer:
    """The result of a proof-number search."""

    game: Game
    position: Any
    found: list[Proof]
    native: bool

    @property
    def value(self) -> int | None:
        """1 won, 0 drawn, -1 lost for the side to move; None if unknown within the limits."""
        last = self.found[-1]
        if last.value is None:
            return None
        return last.least if last.value else last.least - 1

    def show(self) -> None:
        """Print the position, its value, the move that proves it, and the proofs."""
        game, position, last = self.game, self.position, self.found[-1]
        if not show_turn(game, position):
            return
        value = self.value
        say(_("Unknown within the limits.") if value is None else _("{outcome}.", outcome=promise(value, None)))
        if last.move is not None:
            say(_("Best move: {move}", move=game.notation.format_move(position, last.move)))
        say()
        say_table(
            [_("question"), _("answer"), _("nodes of the proof"), _("proof number"), _("disproof number")],
            [
                (
                    _("Can it win?") if proof.least > 0 else _("Can it draw?"),
                    UNKNOWN if proof.value is None else _("yes") if proof.value else _("no"),
                    Number(proof.size),
                    _number(proof.proof, proof),
                    _number(proof.disproof, proof),
                )
                for proof in self.found
            ],
        )
        say()
        _say_counts((_("nodes of the tree"), max(proof.tree_size for proof in self.found)), *_work(*self.found))

    def record(self) -> ProofNumberRecord:
        """Return the answer as a record."""
        return {
            **position_record(self.game, self.position),
            "algorithm": self.found[0].algorithm,
            "move": _move(self, self.found[-1].move),
            "value": self.value,
            "nodes": sum(proof.nodes for proof in self.found),
            "seconds": sum(proof.seconds for proof in self.found),
            "questions": [
                {
                    "least": proof.least,
                    "answer": proof.value,
                    "move": _move(self, proof.move),
                    "size": proof.size,
                    "proof": proof.proof if proof.value is None else None,
                    "disproof": proof.disproof if proof.value is None else None,
                    "tree_size": proof.tree_size,
                }
                for proof in self.found
            ],
            "native": self.native,
        }


def _mean(value: float) -> str:
    return f"{value:.2f}"


def _number(work: int, proof: Proof) -> Number | str:
    """Return a proof number; “–” if the proof has an answer, which says more."""
    return Number(work) if proof.value is None else "–"


def _work(*found: Estimate | Proof) -> list[tuple[Sentence, int]]:
    return [
        (_("positions visited"), sum(each.nodes for each in found)),
        (_("milliseconds"), round(sum(each.seconds for each in found) * 1000)),
    ]


def _say_counts(*rows: tuple[Sentence, int]) -> None:
    say_table([_("counted"), _("number")], [(name, Number(count)) for name, count in rows])


def _move(answer: SamplingAnswer | ProofNumberAnswer, move: int | None) -> int | str | None:
    return None if move is None else plain_move(answer.game, answer.position, move)
