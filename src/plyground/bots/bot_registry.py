"""The registry of bots."""

from __future__ import annotations

from plyground.bots.bot_protocol import Bot
from plyground.core.checked_arguments import checked
from plyground.core.game import Game
from plyground.core.plugins import UnusablePlugin
from plyground.core.spec import Entry, Registry
from plyground.errors import SearchError, SpecError
from plyground.games.loading import game as game_named
from plyground.i18n import _

BOTS: Registry[Bot] = Registry(
    lambda name, names: _("There is no bot “{name}”; the bots are: {names}.", name=name, names=names),
    lambda name, near: _("There is no bot “{name}”. Did you mean “{near}”?", name=name, near=near),
)
"""Every bot, by name; ``make`` takes the game before the options."""


def bots_of(game: Game) -> list[tuple[Entry[Bot], Bot]]:
    """Return every bot that can play a game, with default options. Warn of bots of packages that do not work."""
    found = []
    for entry in BOTS:
        try:
            found.append((entry, bot(entry.name, game)))
        except UnusablePlugin as error:
            error.warn()
        except (SpecError, SearchError):
            continue
    return found


@checked
def bot(text: str, game: Game | str) -> Bot:
    """Return the bot that a spec text names. The game may be given by its name.

    Raise :class:`SpecError` for an unknown name or option, and :class:`SearchError` if the bot cannot play the game.
    """
    return BOTS.make(text, game_named(game))
