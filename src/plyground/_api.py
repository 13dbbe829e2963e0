"""The public names of :mod:`plyground`; they are imported when the first of them is used."""

from importlib import import_module

from plyground._play import in_notebook, play
from plyground.arena.game_text import read_games, write_game
from plyground.arena.match import Match
from plyground.bots import BOTS, bot
from plyground.bots.bot_protocol import Bot, Card, Choice
from plyground.cluster.places import place
from plyground.core.authoring.marked_rules import helper, ratio, rules
from plyground.core.bits import put
from plyground.core.evaluation import Evaluation
from plyground.core.game import Facts, Game
from plyground.core.notation import Notation
from plyground.core.picture import Picture
from plyground.core.position import CHANCE, AnyPosition, Move, Position
from plyground.core.signatures import make_readable
from plyground.entry.answer_protocol import Answer
from plyground.entry.compiling import compiled
from plyground.entry.deciding import decision_tree
from plyground.entry.reviewing import judgement, review
from plyground.entry.searching import deepen, engine, proof_number, puct, record, search, uct
from plyground.entry.solving import check, exact, explore, perft, solve
from plyground.errors import (
    ArgumentError,
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
from plyground.games import GAMES
from plyground.games.loading import game
from plyground.learning.learn import learn
from plyground.puzzles.choose import choose_puzzles
from plyground.searches.conventions import convention
from plyground.searches.limit import Limit
from plyground.searches.result import Result
from plyground.searches.search_setting import Setting, setting
from plyground.solvers.exact import Solver
from plyground.tournaments.tournament_result import tournament
from plyground.trees.tree import Tree

__all__ = [
    "BOTS",
    "CHANCE",
    "GAMES",
    "Answer",
    "AnyPosition",
    "ArgumentError",
    "Bot",
    "Card",
    "Choice",
    "Evaluation",
    "Facts",
    "FileError",
    "Game",
    "Limit",
    "Match",
    "Move",
    "MoveError",
    "Notation",
    "Picture",
    "PlygroundError",
    "Position",
    "PositionError",
    "Result",
    "RulesError",
    "SearchError",
    "SearchStopped",
    "SearchTooDeep",
    "Setting",
    "Solver",
    "SpecError",
    "Tree",
    "bot",
    "check",
    "choose_puzzles",
    "compiled",
    "convention",
    "decision_tree",
    "deepen",
    "engine",
    "exact",
    "explore",
    "game",
    "helper",
    "judgement",
    "learn",
    "perft",
    "place",
    "play",
    "proof_number",
    "puct",
    "put",
    "ratio",
    "read_games",
    "record",
    "review",
    "rules",
    "search",
    "setting",
    "solve",
    "tournament",
    "uct",
    "write_game",
]

for _name in __all__:
    make_readable(globals()[_name])
if in_notebook():
    import_module("plyground.notebook")  # register how cells show results, games and trees
