"""plyground: a workbench for adversarial search in games.

Rules are written once, searches are written once, both as plain Python; the same text runs step by step
for people and compiled for speed.

>>> from plyground import game, search
>>> tictactoe = game("tictactoe")
>>> search(tictactoe.start).value  # a draw, when both sides play best
0
"""

from plyground.errors import (
    FileError,
    MoveError,
    PlygroundError,
    PositionError,
    RulesError,
    SearchError,
    SearchStopped,
    SearchTooDeep,
    SpecError,
)
from plyground.game import Facts, Game, Outcome
from plyground.games import GAMES, game
from plyground.players import PLAYERS, Choice, Player, player
from plyground.position import Move, Position, helper, rules
from plyground.search import Convention, Result, convention, proof_number, search, setting, uct
from plyground.solve.exact import Exact, exact

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "PLAYERS",
    "Choice",
    "Convention",
    "Exact",
    "Facts",
    "FileError",
    "Game",
    "Move",
    "MoveError",
    "Outcome",
    "Player",
    "PlygroundError",
    "Position",
    "PositionError",
    "Result",
    "RulesError",
    "SearchError",
    "SearchStopped",
    "SearchTooDeep",
    "SpecError",
    "convention",
    "exact",
    "game",
    "helper",
    "player",
    "proof_number",
    "rules",
    "search",
    "setting",
    "uct",
]
