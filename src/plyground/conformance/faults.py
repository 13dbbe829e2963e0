"""The failures that the conformance test detects: the name, meaning and correction of each."""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.position import Move
from plyground.i18n import Sentence, _


class Fault(NamedTuple):
    """A way to break the contract of ``position.py`` or ``game.py``."""

    meaning: Sentence
    cure: Sentence


FAULTS: dict[str, Fault] = {
    "not-marked": Fault(
        _("The position is not a NamedTuple marked @rules."),
        _("Write @rules above the class, and let the class be a NamedTuple."),
    ),
    "mutable-field": Fault(
        _("A field holds a list, a dictionary or a set."),
        _("Use a tuple of whole numbers, or the bits of one number for a set of cells."),
    ),
    "position-changes": Fault(
        _("A method changes its own position."),
        _("Build a new position from new values; copy a list with tuple(...) before anything in it changes."),
    ),
    "raises": Fault(
        _("A method raises an error or ends the program."),
        _("Look at the named line. The position shown can be reached by play."),
    ),
    "unknown-name": Fault(
        _("A method uses a field, method or variable that does not exist."),
        _("Correct the name, or add the field or method to the class."),
    ),
    "fraction-in-field": Fault(
        _("A field of whole numbers holds a fraction."),
        _("Divide with // instead of /, or round with int()."),
    ),
    "endless-recursion": Fault(
        _("A method calls itself without end."),
        _("Write a loop, or test where the calls must stop before the next one."),
    ),
    "no-return": Fault(
        _("A method does not return in time."),
        _("Look for a loop that never ends."),
    ),
    "ends-process": Fault(
        _("The rules end the whole program."),
        _("Rules must not call os or sys. Endless recursion can also end the program: write a loop."),
    ),
    "over-at-start": Fault(
        _("The game is over before its first move."),
        _("Compare the defaults of the fields, which are the start, with what is_over() tests."),
    ),
    "moves-not-numbers": Fault(
        _("moves() yields something other than whole numbers, or cannot be iterated."),
        _("Yield whole numbers (yield cell). Their names belong in the notation."),
    ),
    "moves-differ": Fault(
        _("moves() gives other moves, or another order, when it is called again."),
        _("Use only the position's fields: no random numbers, no clock, no global counter, no set whose order varies."),
    ),
    "moves-repeat": Fault(
        _("moves() gives a move twice."),
        _("Yield each legal move once; number moves so that different ones have different numbers."),
    ),
    "moves-after-end": Fault(
        _("A finished position has moves."),
        _("Begin moves() with: if self.is_over(): return."),
    ),
    "no-moves": Fault(
        _("An unfinished position has no move."),
        _("Return True from is_over() there, or yield a move that means passing."),
    ),
    "is-over-answer": Fault(
        _("is_over() returns something other than True or False."),
        _("Return a comparison, such as self.stones == 0."),
    ),
    "play-kind": Fault(
        _("play() does not return a position of the same class."),
        _("Return the position's own class with every field."),
    ),
    "play-differs": Fault(
        _("play() gives another position when the same move is played again."),
        _("Use only the position's fields and the move. Dice are moves of chance (to_move, probability)."),
    ),
    "turn": Fault(
        _("turn() is neither 1 nor −1, or disagrees with to_move()."),
        _("Leave turn() out, or return 1 if the same side moves again and -1 if the turn has passed. Chance counts as player 0."),
    ),
    "to-move": Fault(
        _("to_move() returns a number that is not a player."),
        _("Return a player from 0 to players() − 1, or CHANCE."),
    ),
    "utility-kind": Fault(
        _("The utility is not a whole number."),
        _("Return whole numbers, such as 1, 0 and -1. If some are fractions, say so in demands()."),
    ),
    "utility-range": Fault(
        _("The utility is outside its declared range."),
        _("Return 1, 0 or -1, or declare the range: utmost() is the greatest utility, bounds() both ends."),
    ),
    "not-zero-sum": Fault(
        _("The utilities of all players do not add up to 0, but the game is called zero-sum."),
        _("Let them add up to 0, or declare Facts(zero_sum=False)."),
    ),
    "over-total": Fault(
        _("The utilities of all players together are more than total() says."),
        _("Return the greatest possible sum of all utilities from total()."),
    ),
    "utilities": Fault(
        _("utilities() disagrees with players(), or with utility()."),
        _("Return one number for each player, from player 0; utility() is that of the side to move."),
    ),
    "probabilities": Fault(
        _("Some probability at a chance position is not more than 0, or they do not add up to 1."),
        _("Return ratio(ways, all ways): it is exact, while six times 1/6 in floats is not 1."),
    ),
    "facts": Fault(
        _("The declared facts do not agree with the rules."),
        _("Declare the number of players in Facts, and deterministic=False if there is chance."),
    ),
    "comes-again": Fault(
        _("A position occurs twice in one game, but the facts say that this cannot happen."),
        _("Write game = Game(..., facts=Facts(loops=True)), so that matches end by repetition. Or add a counter that only grows."),
    ),
    "canonical-image": Fault(
        _("canonical() changes its own result, or does not return a position of the game."),
        _("Return the same image from each of them, such as the one whose cells are the least; the position itself is one, too."),
    ),
    "canonical-value": Fault(
        _("canonical() changes the value of a position, or its moves."),
        _("Apply the same symmetry to every field, and use only symmetries of the rules."),
    ),
    "period-value": Fault(
        _("Positions whose numbers differ by period() have different values, or period() does not divide size()."),
        _("Leave period() out, or make the numbers of mirror images differ by it."),
    ),
    "rank-range": Fault(
        _("rank() returns a number outside 0 to size() − 1."),
        _("Count the values of each field from 0. The size is the product of the numbers of values."),
    ),
    "rank-inverse": Fault(
        _("unrank() of the number from rank() does not give the same position."),
        _("Take the number apart with % and // in the opposite order in which it was put together."),
    ),
    "rank-collides": Fault(
        _("Two positions have the same number."),
        _("Use every field in rank(), multiplied by the numbers of values of the fields after it."),
    ),
    "valid": Fault(
        _("valid() returns False for a position that play can reach."),
        _("valid() must refuse only positions that play cannot reach."),
    ),
    "predecessors": Fault(
        _("predecessors() and the moves disagree."),
        _("Yield every position from which a legal move leads here, and no other."),
    ),
    "grundy": Fault(
        _("grundy() is not the least number that no move leads to."),
        _("Leave grundy() out, or follow the theory of the game (Sprague 1935, Grundy 1939)."),
    ),
    "notation-position": Fault(
        _("The text of a position does not read back as that position."),
        _("Write every field that changes during play, and read each one back."),
    ),
    "notation-move": Fault(
        _("The text of a move does not read back as that move."),
        _("Give each move of a position its own text, and read the same text back."),
    ),
    "notation-side": Fault(
        _("The notation disagrees with the rules about whose turn it is."),
        _("Compute the side from the position. It stays if turn() is 1 and changes if it is −1."),
    ),
    "picture-marks": Fault(
        _("The picture does not give one mark for each cell."),
        _("Return width × height characters, row by row, with . for an empty cell."),
    ),
    "picture-cells": Fault(
        _("The picture shows a move on cells that are not there, or on too many or too few."),
        _("Return the cell that a move fills, or the two that a piece leaves and goes to."),
    ),
    "picture-press": Fault(
        _("A press on the cells of a move can mean another move."),
        _("Show each move on cells of its own. parse_move must read the names of these cells, joined by hyphens."),
    ),
    "evaluation-range": Fault(
        _("A static evaluation returns as much as a win."),
        _("Its field win must be greater than every value it returns."),
    ),
    "not-compiled": Fault(
        _("The rules cannot be compiled, so searches run as plain Python, many times slower."),
        _("Change the named line as the message says, or check with --plain and use plain Python."),
    ),
    "overflow": Fault(
        _("A number has more than 64 bits: compiled rules would lose the rest without an error."),
        _("Mask sets to the cells of the board, wrap hashes with bits.word, shift with bits.shift_right; or check with --plain."),
    ),
    "twin-differs": Fault(
        _("The compiled rules return something else than the same text in Python."),
        _("Look for //, %, >> or ~ of negative or very large numbers, and for global values that change: use bits.py and the position's fields."),
    ),
}  # fmt: skip
"""All failures by name; ``docs/check.md`` lists them."""


class Found(NamedTuple):
    """A fault at one position."""

    fault: str
    method: str  # method to look at: ``moves``, ``play``, ``Notation.parse``, ...
    sentence: Sentence  # description of the fault in this case


class Failure(NamedTuple):
    """A fault with its counter-example: the moves from the start to the position where it occurs."""

    fault: str
    method: str
    sentence: Sentence
    line: tuple[Move, ...] = ()

    @property
    def hint(self) -> Sentence:
        """A sentence that says what to write instead."""
        return FAULTS[self.fault].cure

    def replayed(self, name: str) -> str:
        """Return the Python expression for the position of the failure, in the game called ``name``."""
        return f"replay({', '.join([repr(name), *map(str, self.line)])})"

    def __str__(self) -> str:
        moves = " ".join(map(str, self.line))
        return str(
            _(
                "{fault}: {method}, after the moves [{moves}]: {sentence}",
                fault=self.fault, method=self.method, moves=moves, sentence=self.sentence,
            )
        )  # fmt: skip
