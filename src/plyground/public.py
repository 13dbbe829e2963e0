"""The public names of :mod:`plyground`, which takes them from here when the first of them is asked for."""

from plyground.bits import put
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
from plyground.interfaces.play import play
from plyground.players import PLAYERS, Choice, Player, player
from plyground.position import CHANCE, Move, Position, helper, ratio, rules
from plyground.search import Convention, Result, convention, proof_number, search, setting, uct
from plyground.solve.exact import Exact, exact
from plyground.trees import Tree

__all__ = [
    "CHANCE",
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
    "Tree",
    "convention",
    "exact",
    "game",
    "helper",
    "play",
    "player",
    "proof_number",
    "put",
    "ratio",
    "rules",
    "search",
    "setting",
    "uct",
]
