"""The failures that the conformance test knows by name: what each means and what cures it."""

from __future__ import annotations

from typing import NamedTuple

from plyground.language import Sentence, _
from plyground.position import Move


class Fault(NamedTuple):
    """A way to break the contract of ``position.py`` or ``game.py``."""

    meaning: Sentence
    cure: Sentence


FAULTS: dict[str, Fault] = {
    "not-marked": Fault(
        _("The position is no NamedTuple whose class is marked @rules."),
        _("Write @rules above the class, and let the class be a NamedTuple."),
    ),
    "mutable-field": Fault(
        _("A field holds a list, a dictionary or a set."),
        _("Hold a tuple of whole numbers, or a set of cells as the bits of one number."),
    ),
    "position-changes": Fault(
        _("A method changes the position that it is asked of."),
        _("Build a new position from new values; copy a list with tuple(...) before anything in it changes."),
    ),
    "raises": Fault(
        _("A method raises an error, or leaves the program."),
        _("Read the line that is named; the position shown is one that play leads to."),
    ),
    "endless-recursion": Fault(
        _("A method calls itself without end."),
        _("Write a loop, or test where the calls must stop before the next one."),
    ),
    "no-return": Fault(
        _("A method does not return in time."),
        _("Look for a loop whose condition nothing in it changes."),
    ),
    "ends-process": Fault(
        _("The rules end the whole program."),
        _("Rules call nothing of os or sys; recursion without end can do it, too: write a loop."),
    ),
    "moves-not-numbers": Fault(
        _("moves() gives what is no whole number, or gives nothing to go through."),
        _("Yield whole numbers (yield cell), and keep what they are called for the notation."),
    ),
    "moves-differ": Fault(
        _("moves() gives other moves, or another order, when it is asked again."),
        _("Use nothing but the position's fields: no chance, no clock, no global counter, no set whose order varies."),
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
        _("Let is_over() be true there, or yield a move that stands for passing."),
    ),
    "is-over-answer": Fault(
        _("is_over() answers something else than True or False."),
        _("Return a comparison, such as self.stones == 0."),
    ),
    "play-kind": Fault(
        _("play() gives no position of the same class."),
        _("Return the position's own class with every field."),
    ),
    "play-differs": Fault(
        _("play() gives another position when the same move is played again."),
        _("Use nothing but the position's fields and the move; leave dice to chance (to_move, probability)."),
    ),
    "turn": Fault(
        _("turn() is neither 1 nor −1, or disagrees with to_move()."),
        _("Leave turn() out, or return 1 where the same side moves again and -1 where the turn has passed; chance counts as player 0."),
    ),
    "to-move": Fault(
        _("to_move() names no player of the game."),
        _("Return a player from 0 to players() − 1, or CHANCE."),
    ),
    "utility-kind": Fault(
        _("The utility is no whole number."),
        _("Return whole numbers, such as 1, 0 and -1; where they are not all whole, say so in demands()."),
    ),
    "utility-range": Fault(
        _("The utility is outside its declared range."),
        _("Return 1, 0 or -1, or declare the range: utmost() is the greatest utility, bounds() both ends."),
    ),
    "not-zero-sum": Fault(
        _("The utilities of all players do not cancel out, though the game is called zero-sum."),
        _("Let them add up to 0, or declare Facts(zero_sum=False)."),
    ),
    "over-total": Fault(
        _("The utilities of all players together are more than total() says."),
        _("Let total() be the greatest sum that any end of the game gives."),
    ),
    "utilities": Fault(
        _("utilities() disagrees with players(), or with utility()."),
        _("Return one number for each player, from player 0; utility() is that of the side to move."),
    ),
    "probabilities": Fault(
        _("The probabilities of a position of chance are not all more than 0, or do not add up to 1."),
        _("Return ratio(ways, ways of all): it is exact, where 1/6 six times is not 1."),
    ),
    "facts": Fault(
        _("The facts that the game declares are not those of its rules."),
        _("Give Facts the players and deterministic=False where there is chance."),
    ),
    "comes-again": Fault(
        _("A position comes again in one game, and the facts say that none does."),
        _("Write game = Game(..., facts=Facts(loops=True)), so that matches end by repetition; or count something that only grows."),
    ),
    "canonical-image": Fault(
        _("canonical() asked of its own answer gives another, or gives no position of the game."),
        _("Return the least of all images of the position, itself among them: min(images)."),
    ),
    "canonical-value": Fault(
        _("canonical() changes the value of a position, or its moves."),
        _("Map every field by the same symmetry, and use only symmetries that the rules keep."),
    ),
    "period-value": Fault(
        _("Positions whose numbers differ by period() have different values, or period() does not divide size()."),
        _("Leave period() out, or number mirror images so that they lie that far apart."),
    ),
    "rank-range": Fault(
        _("rank() gives a number outside 0 to size() − 1."),
        _("Count the values of each field from 0, and multiply their numbers for the size."),
    ),
    "rank-inverse": Fault(
        _("unrank() does not lead back to the position that rank() was asked of."),
        _("Take the number apart with % and // in the opposite order in which it was put together."),
    ),
    "rank-collides": Fault(
        _("Two positions have the same number."),
        _("Let every field have a part in rank(), multiplied by the number of values of those after it."),
    ),
    "valid": Fault(
        _("A position that play has led to is called invalid."),
        _("Let valid() refuse only what no play can lead to."),
    ),
    "predecessors": Fault(
        _("predecessors() and the moves disagree."),
        _("Yield every position from which a legal move leads here, and no other."),
    ),
    "grundy": Fault(
        _("grundy() is not the least number that is missing among those after each move."),
        _("Leave grundy() out, or follow the theory of the game (Sprague 1935, Grundy 1939)."),
    ),
    "notation-position": Fault(
        _("The text of a position does not read back as that position."),
        _("Write every field that play changes, and read each back."),
    ),
    "notation-move": Fault(
        _("The text of a move does not read back as that move."),
        _("Give different moves of a position different texts, and read what is written."),
    ),
    "notation-side": Fault(
        _("The notation disagrees with the rules about whose turn it is."),
        _("Count the side from what the position holds; it stays where turn() is 1 and changes where it is −1."),
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
        _("Pressing the cells of a move means another move, or might."),
        _("Show no two moves on the same cells, and let the words of a move's cells, joined by hyphens, be what parse_move reads."),
    ),
    "evaluation-range": Fault(
        _("A static evaluation guesses as much as a win."),
        _("Let its field win be more than every guess."),
    ),
    "not-compiled": Fault(
        _("The rules cannot be compiled, so that searches run as plain Python, some 200 times slower."),
        _("Change the line that is named as the sentence says, or check with --plain and live without native speed."),
    ),
    "overflow": Fault(
        _("A number has more than 64 bits: compiled rules would lose the rest without a word."),
        _("Mask sets to the cells of the board, wrap hashes with bits.word, shift with bits.shift_right; or check with --plain."),
    ),
    "twin-differs": Fault(
        _("The compiled rules answer otherwise than the same text in Python."),
        _("Look for //, %, >> or ~ of negative or very large numbers, and for global values that change: use bits.py and the position's fields."),
    ),
}  # fmt: skip
"""Every failure, by name; ``docs/check.md`` lists them."""


class Found(NamedTuple):
    """A fault at one position."""

    fault: str
    method: str  # where to look: ``moves``, ``play``, ``Notation.parse``, ...
    sentence: Sentence  # what is wrong in this case


class Failure(NamedTuple):
    """A fault with its counter-example: the moves from the start that lead to where it shows."""

    fault: str
    method: str
    sentence: Sentence
    line: tuple[Move, ...] = ()

    @property
    def hint(self) -> Sentence:
        """What to write instead."""
        return FAULTS[self.fault].cure

    def replayed(self, name: str) -> str:
        """The Python expression whose value is the position where it shows, of the game of this ``name``."""
        return f"replay({', '.join([repr(name), *map(str, self.line)])})"

    def __str__(self) -> str:
        moves = " ".join(map(str, self.line))
        return str(
            _(
                "{fault}: {method}, after the moves [{moves}]: {sentence}",
                fault=self.fault, method=self.method, moves=moves, sentence=self.sentence,
            )
        )  # fmt: skip
