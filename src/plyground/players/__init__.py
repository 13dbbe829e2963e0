"""The players of games, by spec text: ``player("depth-limited:depth=2", game("tictactoe"))``."""

from plyground.players.catalogue import PLAYERS, load_player, named, player, players_of
from plyground.players.human import Human
from plyground.players.player import Card, Choice, Outlook, Player, Thought

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
