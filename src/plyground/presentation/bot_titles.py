"""Names of bots for people: the title of the kind, and its options in words instead of a spec text."""

from __future__ import annotations

from functools import lru_cache

from plyground.bots import bot as bot_named
from plyground.bots.bot_file import is_bot_file
from plyground.core.game import Game
from plyground.core.spec import Spec
from plyground.errors import PlygroundError
from plyground.games import game as game_named
from plyground.games.loading import cleared_with_games
from plyground.i18n import Number, Sentence, _, _n, language

UNTOLD_OPTIONS = {"memory", "megabytes", "seed", "number", "file", "threads"}
"""Options that a name leaves out, because they do not change how a bot plays."""


def bot_title(text: str, game: Game) -> str:
    """Return the name of a bot for people, from its spec text; any other text is returned unchanged."""
    return _title(text, game.name, language())


@cleared_with_games
@lru_cache(maxsize=1024)
def _title(text: str, game_name: str, _language: str) -> str:
    try:
        spec = Spec.parse(text)
        if is_bot_file(text):
            return text
        title = str(bot_named(text, game_named(game_name)).card.title)
    except PlygroundError:
        return text
    words = [str(told) for name, value in spec.options.items() if (told := _option(name, str(value)))]
    return str(_("{bot} ({options})", bot=title, options=", ".join(words))) if words else title


def _option(name: str, value: str) -> Sentence | str:
    """Return an option in words; empty if the name of a bot leaves it out."""
    if name in UNTOLD_OPTIONS:
        return ""
    count = int(value) if value.isdecimal() else 0
    if name == "depth" and count:
        return _n("one move ahead", "{count} moves ahead", count)
    if name == "nodes" and count:
        return _n("{count} position a move", "{count} positions a move", count)
    if name == "playouts" and count:
        return _n("{count} random game a move", "{count} random games a move", count)
    if name == "seconds":
        return _("{seconds} s a move", seconds=Number(float(value)) if not count else Number(count))
    if name == "noise":
        return _("errs by up to {count}", count=Number(count))
    if name == "ties":
        return _("varied") if value == "random" else ""
    if name == "evaluation":
        return _("sees only the end") if value == "none" else value.replace("_", " ")
    if name == "rave":
        return "RAVE"
    return f"{name.replace('_', ' ')} {value}"
