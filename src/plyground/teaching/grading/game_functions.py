"""The functions of a student's file about a game: found by their names, and asked in one position after another."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

from plyground.bots.board_functions import (
    CHOOSE,
    EVALUATE,
    Function,
    FunctionArguments,
    UnknownParameter,
    method_function,
    needs_arguments,
    plain,
    plain_name,
    position_function,
)
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.teaching.grading.student_guard import FormError

FUNCTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "moves": {
        "moves": (
            "moves", "legalmoves", "validmoves", "getmoves", "getlegalmoves", "possiblemoves", "actions", "legalactions",
            "jogadas", "jogadasvalidas", "jogadaslegais", "jogadaspossiveis", "mutari", "mutarivalide", "mutarilegale",
        ),
        "is_valid": (
            "isvalidmove", "islegalmove", "isvalid", "islegal", "validmove", "legalmove",
            "jogadavalida", "ehvalida", "ejogadavalida", "ehjogadavalida", "mutarevalida", "estevalida", "estemutarevalida",
        ),
        "play": (
            "play", "makemove", "domove", "applymove", "nextboard", "result",
            "jogar", "joga", "fazerjogada", "fazjogada", "proximotabuleiro", "muta", "faceremutare", "facemutare",
        ),
        "is_over": (
            "isover", "gameover", "isgameover", "isterminal", "terminal", "isfinished", "terminaltest",
            "acabou", "fimdejogo", "jogoacabou", "terminou", "estefinal", "sfarsit", "jocterminat", "estegata",
        ),
        "winner": ("winner", "getwinner", "whowon", "vencedor", "quemvenceu", "ganhador", "castigator", "cinecastiga"),
    },
    "bot": {"choose": CHOOSE},
    "evaluation": {"evaluate": EVALUATE},
}  # fmt: skip
"""The functions of each task by role, in small letters without underscores, the likeliest first."""


def find_functions(game: Game, names: dict[str, Any], task: str, wanted: str) -> dict[str, Function]:
    """Return the functions of a task by their role. Raise :class:`FormError`."""
    if task == "moves" and (cls := _class_of_positions(names)):
        return {"class": Function(cls, (), ())}
    found = dict(_callables(names))
    if wanted and wanted not in found:
        raise FormError("unknown-function", ", ".join(found))
    functions = {}
    by_plain = {plain_name(name.rpartition(".")[2]): call for name, call in reversed(found.items())}
    for role, likely in FUNCTIONS[task].items():
        call = next((by_plain[name] for name in likely if name in by_plain), None)
        if wanted and len(FUNCTIONS[task]) == 1:
            call = found[wanted]
        if call is not None:
            functions[role] = _function(call, game)
    if not functions:
        if not found:
            raise FormError("no-function", "")
        raise FormError("no-known-function", ", ".join(likely[0] for likely in FUNCTIONS[task].values()))
    return functions


def _callables(names: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the functions of the file, then the methods of its classes, bound to an object of the class."""
    own = {name: thing for name, thing in names.items() if getattr(thing, "__module__", None) == names["__name__"]}
    yield from ((name, thing) for name, thing in own.items() if inspect.isfunction(thing))
    for name, thing in own.items():
        if isinstance(thing, type) and needs_arguments(thing):
            with suppress(UnknownParameter):
                yield from ((f"{name}.{method}", method_function(thing, method)) for method, each in vars(thing).items() if inspect.isfunction(each) and not method.startswith("__"))  # fmt: skip
        elif isinstance(thing, type):
            made = thing()
            for method in vars(thing):
                if not method.startswith("__") and inspect.ismethod(getattr(made, method)):
                    yield f"{name}.{method}", getattr(made, method)


def _class_of_positions(names: dict[str, Any]) -> type | None:
    """Return the class of positions of a file: one that has the methods ``moves``, ``play`` and ``is_over``."""
    for thing in names.values():
        is_own = isinstance(thing, type) and thing.__module__ == names["__name__"]
        methods = (getattr(thing, method, None) for method in ("moves", "play", "is_over"))
        if is_own and all(map(callable, methods)) and not needs_arguments(thing):
            found: type = thing
            return found
    return None


def _function(call: Any, game: Game) -> Function:
    if isinstance(call, Function):
        return call
    try:
        return position_function(call, game)
    except UnknownParameter as error:
        raise FormError("parameter", *error.args) from None


class Rules:
    """The rules of a game as a student's functions define them, asked in one position after another."""

    def __init__(self, game: Game, functions: dict[str, Function]) -> None:
        self.game = game
        self.functions = functions

    def describe(self, position: MarkedPosition, candidates: list[list[int]]) -> dict[str, Any]:
        """Return the answers of all functions for a position; ``candidates`` are cells of moves to be judged."""
        told: dict[str, Any] = {}
        functions = self.functions
        if "moves" in functions:
            arguments = FunctionArguments(self.game, position)
            before = deepcopy(arguments.board)
            told["moves"] = [plain(move) for move in functions["moves"](arguments) or ()]
            told["changed"] = arguments.board != before
        if "is_valid" in functions:
            told["valid"] = [cells for cells in candidates if self._accepts(position, tuple(cells))]
        if "play" in functions:
            told["boards"] = [[move, self._after(position, move)] for move in position.moves()]
        if "is_over" in functions:
            told["over"] = bool(functions["is_over"](FunctionArguments(self.game, position)))
        if "winner" in functions:
            told["winner"] = plain(functions["winner"](FunctionArguments(self.game, position)))
        return told

    def _accepts(self, position: MarkedPosition, cells: tuple[int, ...]) -> bool:
        """Return True if the student's function does not refuse a move; to fail off the board is no refusal."""
        height, width = self.game.picture.height, self.game.picture.width
        is_inside = all(
            0 <= row < height and 0 <= column < width for row, column in zip(cells[::2], cells[1::2], strict=True)
        )
        function = self.functions["is_valid"]
        if not is_inside and any(meaning == "cell" for meaning, _named in function.parameters):
            return False  # no cell number means a place off the board
        try:
            return bool(function(FunctionArguments(self.game, position, cells, cells)))
        except IndexError:
            if is_inside:
                raise
            return True

    def _after(self, position: MarkedPosition, move: Move) -> str:
        """Return the marks of the board after a move: from the board that the student's function returns, or else from
        the board that it changes.
        """
        arguments = FunctionArguments(self.game, position, move)
        result = self.functions["play"](arguments)
        board = arguments.board if result is None else result
        if isinstance(board, tuple) and len(board) == 2 and isinstance(board[0], list):  # with the next side
            board = board[0]
        return "".join("".join(map(str, row)) for row in board)


def describe_own(cls: Callable[..., Any], line: list[Move]) -> dict[str, Any]:
    """Return the answers of a class of positions, whose moves have the numbers of the reference game's moves."""
    position = cls()
    for move in line:
        position = position.play(move)
    over = bool(position.is_over())
    told = {"moves": list(map(plain, position.moves())), "over": over}
    if over and hasattr(position, "utility"):
        told["utility"] = plain(position.utility())
    return told
