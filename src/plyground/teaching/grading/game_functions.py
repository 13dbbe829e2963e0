"""The functions of a student's file about a game: found by their names, and called with values chosen by the names of
their parameters.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.position import Move
from plyground.teaching.grading.move_spelling import cells_of, rows_of
from plyground.teaching.grading.parameter_words import plain_name
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
    "bot": {
        "choose": (
            "choose", "decide", "decision", "choosemove", "bestmove", "findnextboard", "phonedecision", "getmove", "nextmove", "findbestmove",
            "escolher", "escolhe", "escolhejogada", "escolherjogada", "decidir", "decisao", "melhorjogada", "jogar", "joga",
            "alege", "alegemutare", "alegemutarea", "decizie", "ceamaibunamutare",
        ),
    },
    "evaluation": {
        "evaluate": (
            "evaluate", "evaluationfunction", "evaluation", "eval", "heuristic", "value", "score",
            "avaliar", "avalia", "avaliacao", "funcaodeavaliacao", "funcaoavaliacao", "heuristica",
            "evalueaza", "evaluare", "functiedeevaluare", "functieevaluare", "euristica",
        ),
    },
}  # fmt: skip
"""The functions of each task by role, in small letters without underscores, the likeliest first."""
NAMES_OF_PARAMETERS = {
    "position": (
        "position",
        "pos",
        "state",
        "gamestate",
        "self",
        "posicao",
        "estado",
        "pozitie",
        "pozitia",
        "stare",
        "starea",
    ),
    "board": ("board", "grid", "b", "rows", "tabuleiro", "grade", "tabla", "linhas", "linii"),
    "cells": ("cells", "squares", "casas", "celulas", "casute", "celule"),
    "side": (
        "side",
        "player",
        "mark",
        "turn",
        "mover",
        "symbol",
        "me",
        "jogador",
        "simbolo",
        "marca",
        "lado",
        "vez",
        "jucator",
        "simbol",
        "semn",
        "tabara",
    ),
    "opponent": ("opponent", "other", "enemy", "adversario", "oponente", "outro", "adversar", "oponent", "celalalt"),
    "move": ("move", "action", "jogada", "acao", "mutare", "mutarea", "actiune"),
    "source": ("source", "start", "origin", "begin", "fromcell", "origem", "inicio", "sursa", "inceput"),
    "target": ("target", "end", "destination", "to", "tocell", "destino", "fim", "destinatie", "sfarsit"),
    "row": ("row", "r", "linha", "linie"),
    "column": ("column", "col", "c", "coluna", "coloana"),
    "cell": ("cell", "square", "index", "i", "casa", "celula", "casuta", "indice"),
}
"""Names of parameters that a function may have, by the meaning of the value."""
MEANINGS = {name: meaning for meaning, names in NAMES_OF_PARAMETERS.items() for name in names}


class Function(NamedTuple):
    """A function or a method of a student's file."""

    call: Callable[..., Any]
    parameters: tuple[tuple[str, bool], ...]  # (meaning, True if it must be given by name) of each parameter
    names: tuple[str, ...]

    def __call__(self, arguments: FunctionArguments) -> Any:
        """Call it."""
        values = [arguments.get(meaning) for meaning, _named in self.parameters]
        pairs = list(zip(self.parameters, self.names, values, strict=True))
        return self.call(
            *(value for (_meaning, named), _name, value in pairs if not named),
            **{name: value for (_meaning, named), name, value in pairs if named},
        )


class FunctionArguments:
    """The values that a student's functions may take: a position and one of its moves, in several forms."""

    def __init__(self, game: Game, position: Any, move: Any = None, cells: tuple[int, ...] = ()) -> None:
        self.game = game
        self.position = position
        self.move = move
        self.cells = cells or (cells_of(game, position, move) if isinstance(move, int) else ())
        self.board = rows_of(game, position) if game.picture.width else []

    def get(self, meaning: str) -> Any:
        """Return the value with this meaning, such as the board or the side to move."""
        game, pairs = self.game, list(zip(self.cells[::2], self.cells[1::2], strict=False))
        side = game.side(self.position)
        marks: dict[str, Callable[[], Any]] = {
            "position": lambda: self.position,
            "board": lambda: self.board,
            "cells": lambda: [mark for row in self.board for mark in row],
            "side": lambda: game.sides[side],
            "opponent": lambda: game.sides[1 - side],
            "move": lambda: (pairs[0] if len(pairs) == 1 else tuple(pairs)) if pairs else self.move,
            "source": lambda: pairs[0],
            "target": lambda: pairs[-1],
            "row": lambda: pairs[0][0],
            "column": lambda: pairs[0][1],
            "cell": lambda: pairs[0][0] * game.picture.width + pairs[0][1],
        }
        return marks[meaning]()


def find_functions(names: dict[str, Any], task: str, wanted: str) -> dict[str, Function]:
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
            functions[role] = _function(call)
    if not functions:
        if not found:
            raise FormError("no-function", "")
        raise FormError("no-known-function", ", ".join(likely[0] for likely in FUNCTIONS[task].values()))
    return functions


def _callables(names: dict[str, Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the functions of the file, then the methods of its classes, bound to an object of the class."""
    own = {name: thing for name, thing in names.items() if getattr(thing, "__module__", None) == names["__name__"]}
    yield from ((name, thing) for name, thing in own.items() if inspect.isfunction(thing))
    for name, thing in own.items():
        if isinstance(thing, type) and not _needs_arguments(thing):
            made = thing()
            for method in vars(thing):
                if not method.startswith("__") and inspect.ismethod(getattr(made, method)):
                    yield f"{name}.{method}", getattr(made, method)


def _class_of_positions(names: dict[str, Any]) -> type | None:
    """Return the class of positions of a file: one that has the methods ``moves``, ``play`` and ``is_over``."""
    for thing in names.values():
        is_own = isinstance(thing, type) and thing.__module__ == names["__name__"]
        methods = (getattr(thing, method, None) for method in ("moves", "play", "is_over"))
        if is_own and all(map(callable, methods)) and not _needs_arguments(thing):
            found: type = thing
            return found
    return None


def _needs_arguments(cls: type) -> bool:
    try:
        parameters = inspect.signature(cls).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(
        each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in parameters
    )


def _function(call: Callable[..., Any]) -> Function:
    parameters, names = [], []
    for parameter in inspect.signature(call).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.default is not parameter.empty:
            continue
        meaning = MEANINGS.get(plain_name(parameter.name))
        if meaning is None:
            raise FormError("parameter", parameter.name)
        parameters.append((meaning, parameter.kind == parameter.KEYWORD_ONLY))
        names.append(parameter.name)
    return Function(call, tuple(parameters), tuple(names))


class Rules:
    """The rules of a game as a student's functions define them, asked in one position after another."""

    def __init__(self, game: Game, functions: dict[str, Function]) -> None:
        self.game = game
        self.functions = functions

    def describe(self, position: Any, candidates: list[list[int]]) -> dict[str, Any]:
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

    def _accepts(self, position: Any, cells: tuple[int, ...]) -> bool:
        """Return True if the student's function does not refuse a move; to fail off the board is no refusal."""
        height, width = self.game.picture.height, self.game.picture.width
        is_inside = all(
            0 <= row < height and 0 <= column < width for row, column in zip(cells[::2], cells[1::2], strict=True)
        )
        function = self.functions["is_valid"]
        if not is_inside and any(meaning == "cell" for meaning, _named in function.parameters):
            return False  # the number of a cell cannot tell it
        try:
            return bool(function(FunctionArguments(self.game, position, cells, cells)))
        except IndexError:
            if is_inside:
                raise
            return True

    def _after(self, position: Any, move: Move) -> str:
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


def plain(thing: Any) -> Any:
    """Return a value in a form that JSON can hold."""
    if thing is None or isinstance(thing, str | bool | int | float):
        return thing
    if isinstance(thing, list | tuple):
        return [plain(part) for part in thing]
    return int(thing) if hasattr(thing, "__index__") else float(thing) if hasattr(thing, "__float__") else repr(thing)
