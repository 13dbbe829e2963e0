"""Reasons why compilation stops: the text is not supported, or it must be compiled again with a new fact."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from plyground.i18n import Sentence, _


class Refusal(Exception):
    """A part of a text that is not compiled: the function, the line and the cause."""

    def __init__(self, cause: Sentence | str, function: FunctionType, file: str, line: int) -> None:
        super().__init__(str(cause))
        self.cause, self.function, self.file, self.line = cause, function, file, line
        self.signatures: dict[Any, Any] = {}  # signatures of the functions compiled before the refusal


def whole_refusal(function: FunctionType, cause: Sentence | str) -> Refusal:
    """Return the refusal of a whole function, at its first line."""
    code = function.__code__
    return Refusal(cause, function, code.co_filename, code.co_firstlineno)


class Anew(Exception):
    """A fact was found on which earlier code depends: everything must be lowered again."""


class WiderSets(Exception):
    """A known number has more bits than the sets of this program."""

    def __init__(self, bits: int) -> None:
        super().__init__(bits)
        self.bits = bits


class WiderFields(Exception):
    """Fields of named tuples that began with small numbers now need sets of 64 cells or more."""

    def __init__(self, fields: set[tuple[type[Any], str]], *, wide: bool) -> None:
        super().__init__(fields)
        self.fields, self.wide = fields, wide


class TooManyConstants(Exception):
    """The constant tuples of a program have more numbers than are compiled in a reasonable time."""


class TooSlow(Exception):
    """Lowering a program takes longer than it may."""


class CellTooNarrow(OverflowError):
    """A number does not fit the cells of a row."""


class SetTooWide(OverflowError):
    """A set has a cell for which its program has no bit."""


class NumberTooLong(OverflowError):
    """A sum, product or shift needs more bits than its program has for numbers."""


class ListTooLong(MemoryError):
    """A list has more numbers than its reserved memory."""


NO_TEXT = _("the text of this function cannot be read, or has changed since it was loaded")
NOT_COMPILED = _("“{text}” has no meaning in compiled rules")
NOT_KNOWN = _("the name {name} in it is not defined")
NEITHER = _("compiled rules can use only fields, methods and constants of a position, and {name} is none of them")
TWO_KINDS = _("its branches give values of different types")
NUMBER_WANTED = _("a number is needed here")
WHOLE_NUMBER_WANTED = _("a whole number is needed here")
ROW_WANTED = _("a row of {dims} cells is needed here: put() changes one cell of a row and keeps its length")
SLICE_LENGTH = _(
    "the length of a slice must be known: write row[first:first + 3], put(row, place, value) to change one cell, or a slice of list(row)"
)
REPEATED = _("a tuple can be repeated only a fixed number of times: let players() return a number such as 3")
NOT_COMPARED = _("these values cannot be compared in compiled rules")
NO_SUCH_CALL = _("compiled rules have no {name} of such values: the page on the compiler lists what works")
NO_SUCH_FUNCTION = _("{name} is no function that compiled rules know: write one in the file of the rules")
NOT_LOOPED = _("a for loop needs a range, a tuple, a list or a generator here")
NO_CLASS = _("only named tuples can be made in compiled rules: write class {name}(NamedTuple), or @rules above a frozen dataclass")  # fmt: skip
NO_KEY = _("key= works here only in max, min and sorted of one iterable, without default= and reverse=")
NO_MAP = _("{name} takes one function and one iterable here: write a generator expression")
NO_SETS = _("a set of Python cannot be compiled: use a number as a set of cells, cells | 1 << cell, or a list")
NO_TYPES = _("the types of values are known in compiled rules: leave out isinstance")
NO_DIGITS = _("round has no digits in compiled rules: write round(10 * number) / 10")
FLOAT_DIVISION = _("“//” and “%” of floats cannot be compiled: write math.floor(a / b)")
SLICE_REPLACED = _("a part of a list cannot be replaced at once: assign each element in a for loop")
FIXED_ARGUMENTS = _("a function of compiled rules takes a fixed number of values: give it one tuple instead of *{name}")
NEXT_OF_NAME = _("an iterator with a name cannot be continued: write next(position.moves()) or a for loop")
DICTIONARY_KEYS = _(
    "a constant dictionary can be used only as NAME[key], NAME.get(key), key in NAME and in loops, with small whole numbers or tuples of them as keys"
)
TEXT_CHOSEN = _("compiled rules know a text only if it is the same in each call: use numbers for what changes")
NO_OPERATOR = _("compiled rules have no {name} between such values")
WRONG_COUNT = _("{name} takes {wanted} values, not {count}")
ITSELF = _("a generator that calls itself cannot be compiled: keep open work in a list")
LIST_KEPT = _(
    "a list that is made in a loop can have only one name: write list(row) for a copy, and rows in a list as tuples, (a, b)"
)
NO_LENGTH = _(
    "the length of this tuple is not known while compiling: keep the values in a list, or change a tuple with put()"
)
NO_END = _(
    "its calls, its types or an expression go too deep: write it in smaller steps, each name with values of one type"
)
TOO_LONG = _(
    "its loops over constant tuples are written out and make too long a program: loop over range(len(TABLE)) and take TABLE[i] in the loop"
)
TOO_MANY_CONSTANTS = _("its constant tuples have more than {most} numbers")
TOO_SLOW = _("this takes more than {seconds} s: write it in fewer and shorter loops")
WHOLE_NUMBER = _("it must always return a whole number")

STATEMENTS = {
    "Import": _("put the import at the head of the file"),
    "ImportFrom": _("put the import at the head of the file"),
    "Global": _("rules must not change global names"),
    "Nonlocal": _("rules must not change global names"),
    "With": _("rules must not use with"),
    "Try": _("rules must not catch exceptions: test for the case beforehand"),
    "TryStar": _("rules must not catch exceptions: test for the case beforehand"),
    "JoinedStr": _("rules must not make texts"),
    "Dict": _(
        "a dictionary must be a constant: make it at the head of the file, or use a list indexed by a small number"
    ),
    "DictComp": _(
        "a dictionary must be a constant: make it at the head of the file, or use a list indexed by a small number"
    ),
    "SetComp": NO_SETS,
    "Lambda": _("a function in a function cannot be compiled: move it to the top level of the file"),
    "FunctionDef": _("a function in a function cannot be compiled: move it to the top level of the file"),
    "Match": _("write if, elif and else instead of match"),
    "Delete": _("rules must not use del"),
}
"""Unsupported statements and expressions of Python, with the nearest supported one."""
