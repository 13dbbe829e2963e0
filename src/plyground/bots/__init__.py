"""The bots of games, by spec text: ``bot("depth-limited:depth=2", game("tictactoe"))``."""

from plyground.bots.bot_protocol import Bot, Card, Choice, Outlook, Thought
from plyground.bots.bot_registry import BOTS, bot, bots_of
from plyground.bots.catalogue import load_bot, named
from plyground.bots.human import Human

__all__ = [
    "BOTS",
    "Bot",
    "Card",
    "Choice",
    "Human",
    "Outlook",
    "Thought",
    "bot",
    "bots_of",
    "load_bot",
    "named",
]
