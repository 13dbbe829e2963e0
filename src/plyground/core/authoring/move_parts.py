"""Moves with named parts: a ``NamedTuple`` of small numbers in the author's text, one number everywhere else.

The author's methods take and yield tuples such as ``Move(origin, target, arrow)``. Searches, tables, files and bots know
the move by its number: the parts are the digits, each with the base of its own range. The class of positions gets four
methods whose texts are made here, so the compiler reads them like the author's: ``move_number``, ``move_parts``, and
around each method with a move (:data:`TAKING`, :data:`YIELDING`) one that converts. The example for two parts, with the
ranges 36 and −1 to 35, is ``move_number(Move(2, 5)) == 2 * 37 + 6``.
"""

from __future__ import annotations

import linecache
from itertools import count
from math import prod
from types import FunctionType
from typing import Any, NamedTuple, get_args, get_type_hints

from plyground.errors import MoveOutOfRange, RulesError
from plyground.i18n import _

MAX_NUMBERS = 1 << 62
"""Most moves that numbers are made for; a move is a signed word."""
YIELDING = ("moves", "candidates", "all_moves")
"""Methods that yield moves."""
TAKING = ("play", "promise", "is_noisy", "prior", "probability", "move_text")
"""Methods that take a move. The last move of ``prior`` is None if it is not known."""
CONVERTS = "_converts_moves"
"""Attribute of a method that converts moves and calls the author's."""
PARTS = "_parts_of_moves"
"""Attribute of a class of positions whose moves have parts: a :class:`Part` for each."""
_numbers = count(1)
"""Numbers of the texts made."""


class Part(NamedTuple):
    """A part of a move: its name and the range of its values."""

    name: str
    values: range


def move_class(play: Any) -> type[Any] | None:
    """Return the ``NamedTuple`` that annotates the move of a method ``play``; None if it is annotated otherwise."""
    if not isinstance(play, FunctionType):
        return None
    names = play.__code__.co_varnames[1 : play.__code__.co_argcount]
    written = play.__annotations__.get(names[0]) if names else None
    if isinstance(written, str):
        try:
            written = eval(written, play.__globals__)  # only this annotation: others may name what is not imported
        except Exception:
            return None
    return written if isinstance(written, type) and issubclass(written, tuple) and hasattr(written, "_fields") else None


def parts_of(move: type[Any]) -> tuple[Part, ...]:
    """Return the parts of a class of moves. Raise :class:`RulesError` for a part without a range."""
    try:
        hints = get_type_hints(move, include_extras=True)
    except Exception:  # a name that only the author's function knows
        hints = {}
    parts = [Part(name, _values(move, name, hints.get(name))) for name in move._fields]
    if not parts:
        raise RulesError(_("{move} has no parts: write origin: Annotated[int, range(36)]", move=move.__name__))
    if prod(len(part.values) for part in parts) > MAX_NUMBERS:
        raise RulesError(
            _("the ranges of {move} allow more than 2^62 moves: make them smaller, or leave out a part that follows from the others", move=move.__name__)
        )  # fmt: skip
    return tuple(parts)


def _values(move: type[Any], name: str, hint: Any) -> range:
    """Return the range of a part."""
    found = [each for each in get_args(hint)[1:] if isinstance(each, range)]
    if len(found) != 1 or get_args(hint)[0] is not int:
        raise RulesError(
            _("{move} does not say which values {part} can have: write {part}: Annotated[int, range(36)]", move=move.__name__, part=name)
        )  # fmt: skip
    values = found[0]
    if not values or values.step != 1:
        raise RulesError(
            _("{move} gives {part} the values {values}: write a range of at least one number, in steps of 1", move=move.__name__, part=name, values=values)
        )  # fmt: skip
    return values


def name_moves(cls: type[Any]) -> None:
    """Let the author's methods of a class of positions work on the parts of moves, and all others on numbers.

    Nothing happens to a class whose moves are numbers. Raise :class:`RulesError` for parts without a proper range.
    """
    move = move_class(getattr(cls.play, CONVERTS, cls.play))
    if move is None:
        return
    parts = parts_of(move)
    setattr(cls, PARTS, parts)
    said = f"{cls.__name__} {move.__name__}"
    methods = {"move_number": _number_text(parts, said), "move_parts": _parts_text(move, parts)}
    own: dict[str, Any] = {}
    for name in (*YIELDING, *TAKING):
        method = getattr(cls, name, None)
        if method is None or hasattr(method, CONVERTS):
            continue
        hidden = f"_{name}_of_{cls.__name__}"
        setattr(cls, hidden, method)
        own[name] = method
        methods[name] = _yielding_text(name, hidden, parts, said) if name in YIELDING else _taking_text(name, hidden)
    if not hasattr(cls, "actions"):
        methods["actions"] = f"def actions(self):\n    return {prod(len(part.values) for part in parts)}\n"
    text = "\n".join(methods.values())
    file = f"<moves of {cls.__qualname__} {next(_numbers)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file  # read by the compiler and tracebacks
    scope: dict[str, Any] = {move.__name__: move, "MoveOutOfRange": MoveOutOfRange, "__name__": __name__}
    exec(compile(text, file, "exec"), scope)
    for name in methods:
        method = scope[name]
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        if name in own:
            setattr(method, CONVERTS, own[name])
            method.__doc__ = own[name].__doc__
        setattr(cls, name, method)


def named_parts(position: Any) -> tuple[Part, ...]:
    """Return the parts of the moves of a position; empty if its moves are numbers."""
    parts: tuple[Part, ...] = getattr(position, PARTS, ())
    return parts


def demand_number(position: Any, move: Any) -> None:
    """Raise :class:`RulesError` for a move that is a named tuple: no annotation names its class."""
    if hasattr(move, "_fields"):
        raise RulesError(
            _("{cls}.moves() yields {move}, but play() does not name its class: write def play(self, move: {name})", cls=type(position).__name__, move=move, name=type(move).__name__)
        )  # fmt: skip


def written_method(method: Any) -> Any:
    """Return the author's method behind one that converts moves; anything else as it is."""
    return getattr(method, CONVERTS, method)


def _number_text(parts: tuple[Part, ...], said: str) -> str:
    """Return the text of ``move_number``."""
    return "\n".join(["def move_number(self, move):", *_coded(parts, said, "    ", "return"), ""])


def _coded(parts: tuple[Part, ...], said: str, indent: str, give: str) -> list[str]:
    """Return the lines that ``return`` or ``yield`` the number of the move ``move``.

    A number stays as it is, as the author's methods may yield moves of ``self.moves()``. ``said`` begins the text of the
    exception (:class:`MoveOutOfRange`).
    """
    names = [f"part{place}" for place in range(len(parts))]
    lines = [f'if hasattr(move, "{parts[0].name}"):', f"    {', '.join(names)}{',' * (len(names) == 1)} = move"]
    number = ""
    for name, (part, values) in zip(names, parts, strict=True):
        error = f'raise MoveOutOfRange("{said} {part} {values.start} {values.stop}")'
        lines += [f"    if not {values.start} <= {name} < {values.stop}:", f"        {error}"]
        digit = f"{name}{-values.start:+d}" if values.start else name
        number = f"({number}) * {len(values)} + {digit}" if number else digit
    return [indent + line for line in (*lines, f"    {give} {number}", "else:", f"    {give} move")]


def _parts_text(move: type[Any], parts: tuple[Part, ...]) -> str:
    """Return the text of ``move_parts``. It takes parts, too, so that the author's methods may write ``self.play(Move(...))``."""
    lines = ["def move_parts(self, move):", f'    if hasattr(move, "{parts[0].name}"):', "        return move"]
    digits = [f"move{place}" for place in range(len(parts))]
    lines.append("    left0 = move")
    for step, place in enumerate(range(len(parts) - 1, 0, -1)):
        lines.append(f"    left{step + 1}, {digits[place]} = divmod(left{step}, {len(parts[place].values)})")
    digits[0] = f"left{len(parts) - 1}"
    values = [
        f"{digit}{values.start:+d}" if values.start else digit
        for digit, (_name, values) in zip(digits, parts, strict=True)
    ]
    return "\n".join([*lines, f"    return {move.__name__}({', '.join(values)})", ""])


def _yielding_text(name: str, hidden: str, parts: tuple[Part, ...], said: str) -> str:
    lines = [f"def {name}(self):", f"    for move in self.{hidden}():", *_coded(parts, said, "        ", "yield"), ""]
    return "\n".join(lines)


def _taking_text(name: str, hidden: str) -> str:
    if name == "prior":
        return (
            "def prior(self, move, last):\n"
            "    before = self.move_parts(last) if last >= 0 else None\n"
            f"    return self.{hidden}(self.move_parts(move), before)\n"
        )
    return f"def {name}(self, move):\n    return self.{hidden}(self.move_parts(move))\n"
