"""The players of games, by spec text: ``player("depth-limited:depth=2", game("tictactoe"))``."""

from plyground.bots.bot_protocol import Card, Choice, Outlook, Player, Thought
from plyground.bots.catalogue import PLAYERS, load_player, named, player, players_of
from plyground.bots.human import Human

__all__ = [
    "PLAYERS",
    "Card",
    "Choice",
    "Human",
    "Outlook",
    "Player",
    "Thought",
    "load_player",
    "named",
    "player",
    "players_of",
]
