"""Functions of boards, as students write them: their usual names, and the values that their parameters take.

A parameter tells by its name what it gets: a board, the marks of the sides, a move, or the position itself.
"""

from __future__ import annotations

import inspect
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from plyground.bots.move_spelling import cells_of, rows_of
from plyground.core.game import Game
from plyground.core.position import MarkedPosition

CHOOSE = (
    "choose", "decide", "decision", "choosemove", "bestmove", "findnextboard", "phonedecision", "getmove", "nextmove", "findbestmove",
    "escolher", "escolhe", "escolhejogada", "escolherjogada", "decidir", "decisao", "melhorjogada", "jogar", "joga",
    "alege", "alegemutare", "alegemutarea", "decizie", "ceamaibunamutare",
)  # fmt: skip
"""Plain names of functions that choose a move, the likeliest first."""
EVALUATE = (
    "evaluate", "evaluationfunction", "evaluation", "eval", "heuristic", "value", "score",
    "avaliar", "avalia", "avaliacao", "funcaodeavaliacao", "funcaoavaliacao", "heuristica",
    "evalueaza", "evaluare", "functiedeevaluare", "functieevaluare", "euristica",
)  # fmt: skip
"""Plain names of functions that value a position for the side to move, the likeliest first."""
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


class UnknownParameter(Exception):
    """A parameter whose name has no known meaning. The argument is its name."""


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

    def __init__(self, game: Game, position: MarkedPosition, move: Any = None, cells: tuple[int, ...] = ()) -> None:
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


def function_of(call: Callable[..., Any]) -> Function:
    """Return a function with the meanings of its parameters. Raise :class:`UnknownParameter`."""
    parameters, names = [], []
    for parameter in inspect.signature(call).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.default is not parameter.empty:
            continue
        meaning = MEANINGS.get(plain_name(parameter.name))
        if meaning is None:
            raise UnknownParameter(parameter.name)
        parameters.append((meaning, parameter.kind == parameter.KEYWORD_ONLY))
        names.append(parameter.name)
    return Function(call, tuple(parameters), tuple(names))


def method_function(cls: type, name: str) -> Function:
    """Return a method of a class whose objects need arguments: each call makes an object first.

    Raise :class:`UnknownParameter`.
    """
    made, method = function_of(cls), function_of(vars(cls)[name])
    count = len(made.parameters)

    def call(*values: Any, **named: Any) -> Any:
        return getattr(cls(*values[:count]), name)(*values[count:], **named)

    call.__qualname__ = f"{cls.__name__}.{name}"
    return Function(call, (*made.parameters, *method.parameters[1:]), (*made.names, *method.names[1:]))


def needs_arguments(cls: type) -> bool:
    """Return True if an object of a class cannot be made without arguments."""
    try:
        parameters = inspect.signature(cls).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(
        each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in parameters
    )


def position_function(call: Callable[..., Any], game: Game) -> Function:
    """Return a function of a bot. A single parameter of an unknown name gets the first thing with which it does not fail
    at the start: the board, its cells or the position. Raise :class:`UnknownParameter`.
    """
    try:
        return function_of(call)
    except UnknownParameter:
        required = [each for each in inspect.signature(call).parameters.values() if each.default is each.empty]
        if len(required) != 1:
            raise
        ways = [Function(call, ((meaning, False),), (required[0].name,)) for meaning in ("board", "cells", "position")]
        return next((way for way in ways if _works(way, game)), ways[-1])


def _works(function: Function, game: Game) -> bool:
    try:
        return function(FunctionArguments(game, game.start)) is not None
    except Exception:
        return False


def plain_name(name: str) -> str:
    """Return a name in lower case without underscores and accents."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).replace("_", "").lower()


def with_listed_moves(game: Game) -> None:
    """Let ``position.moves()`` return a list in this process, so that ``position.moves()[0]`` works."""
    kind = type(game.start)
    moves = kind.moves
    with suppress(AttributeError, TypeError):
        kind.moves = lambda position: list(moves(position))


def plain(thing: Any) -> Any:
    """Return a value in a form that JSON can hold."""
    if thing is None or isinstance(thing, str | bool | int | float):
        return thing
    if isinstance(thing, list | tuple):
        return [plain(part) for part in thing]
    return int(thing) if hasattr(thing, "__index__") else float(thing) if hasattr(thing, "__float__") else repr(thing)
