"""Write the types of the widgets' states for JavaScript, from the types that Python has.

``python tools/javascript_types.py`` writes ``types.d.ts`` beside the sources in JavaScript.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from plyground.frontend.bundle import STATIC
from plyground.presentation.boards.board_state import BoardState
from plyground.presentation.trees.tree_state import UnfoldingState
from plyground.stepping.comparison import SceneState
from plyground.stepping.view import StepsState

STATES = (BoardState, UnfoldingState, StepsState, SceneState)
FILE = STATIC / "types.d.ts"
HEAD = "// Written by tools/javascript_types.py from the types in Python.\n"
SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "any"}


class Declarations:
    """The interfaces of TypedDicts and of all that they name."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def add(self, declared: Any) -> str:
        """Declare a TypedDict unless it is. Return its name."""
        name: str = declared.__name__
        if name not in self.texts:
            self.texts[name] = ""
            lines = [
                f"  {field}{'?' if _may_lack(declared, field, kind) else ''}: {self.type_of(kind)};\n"
                for field, kind in get_type_hints(declared, include_extras=True).items()
            ]
            summary = declared.__doc__.partition("\n")[0]
            self.texts[name] = f"\n/** {summary} */\nexport interface {name} {{\n{''.join(lines)}}}\n"
        return name

    def type_of(self, kind: Any) -> str:
        """Return a type as TypeScript writes it."""
        if kind in SIMPLE:
            return SIMPLE[kind]
        if is_typeddict(kind):
            return self.add(kind)
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is NotRequired:
            return self.type_of(arguments[0])
        if origin in (Union, UnionType):
            return " | ".join(map(self.type_of, arguments))
        if origin is Literal:
            return " | ".join(f'"{value}"' for value in arguments)
        if origin is dict:
            return f"Record<{self.type_of(arguments[0])}, {self.type_of(arguments[1])}>"
        if origin in (list, Sequence) or (origin is tuple and arguments[-1] is Ellipsis):
            return f"{self.type_of(arguments[0])}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.type_of, arguments))}]"
        raise TypeError(f"no type of TypeScript for {kind}")


def _may_lack(declared: Any, field: str, kind: Any) -> bool:
    """Return whether a TypedDict may lack a field. Python itself does not see NotRequired in an annotation that is text."""
    return get_origin(kind) is NotRequired or field not in declared.__required_keys__


def written() -> str:
    """Return the text of the file."""
    declarations = Declarations()
    for state in STATES:
        declarations.add(state)
    return HEAD + "".join(declarations.texts.values())


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
