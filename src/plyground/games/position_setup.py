"""Games that begin in a position set up by a person: ``tictactoe:position=x...o....``.

The position is part of the game's name. So every link, every saved game and every job of a worker contains it.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote, unquote

from plyground.core.game import Game
from plyground.core.position import Pos
from plyground.core.spec import Spec, write

POSITION = "position"
"""The option with the position, which every game has."""
SIGNS = {" ": "_", "/": "!"}
"""Signs of positions that links and options cannot hold, with their replacements."""


def set_up(usual: Game[Pos], begun: Game[Pos]) -> Game[Pos]:
    """Return the game ``begun``, which starts from another position, with this position in its name.

    If it starts from the usual position, return the usual game.
    """
    if (begun.start, begun.start_ply) == (usual.start, usual.start_ply):
        return usual
    text = encoded(begun.position_text(begun.start, 0))
    joint = "," if ":" in usual.name else ":"
    return replace(begun, name=f"{usual.name}{joint}{POSITION}={text}")


def usual_name(name: str) -> str:
    """Return the name of a game without a position that was set up."""
    if f"{POSITION}=" not in name:
        return name
    spec = Spec.parse(name)
    return write(spec.name, {option: value for option, value in spec.options.items() if option != POSITION})


def encoded(text: str) -> str:
    """Return the text of a position as the value of an option, in characters that URLs leave unchanged."""
    safe = quote(text, safe=" /").replace("~", "%7E").replace("_", "%5F").replace("%", "~")
    return "".join(SIGNS.get(sign, sign) for sign in safe)


def decoded(text: str) -> str:
    """Return the text of a position from the value of an option."""
    signs = {value: sign for sign, value in SIGNS.items()}
    return unquote("".join(signs.get(sign, sign) for sign in text).replace("~", "%"), errors="replace")
