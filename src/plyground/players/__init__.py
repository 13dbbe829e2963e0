"""The players, by spec text: ``player("depth-limited:depth=2", game("tictactoe"))``."""

from __future__ import annotations

from functools import partial

from plyground.dictionary import FORMS
from plyground.game import Game
from plyground.language import _
from plyground.players import expert, searcher
from plyground.players.dictionary import DictionaryPlayer
from plyground.players.engine import Engine
from plyground.players.expert import Expert
from plyground.players.greedy import Greedy
from plyground.players.human import Human
from plyground.players.monte_carlo import MonteCarlo
from plyground.players.player import Card, Choice, Outlook, Player, Thought
from plyground.players.table import TablePlayer
from plyground.players.uniform import Uniform
from plyground.search import PRESETS, TIES
from plyground.search.scores import LONGEST, NAMES
from plyground.spec import Option, Registry

PLAYERS: Registry[Player] = Registry(
    lambda name, names: _("There is no player “{name}”; the players are: {names}.", name=name, names=names)
)
"""Every player that a spec text can name; ``make`` takes the game before the options."""

_SEED = Option("seed", int, None, _("where chance begins: with the same seed, the same move in the same position"))
_DEPTH = Option("depth", int, None, _("plies looked ahead; without it, to the end of the game"), least=1, most=LONGEST)
_EVALUATION = Option("evaluation", str, "best", _("static evaluation at the depth limit; none for none"))
_SCORES = Option("scores", str, "distance", _("what the end of a game counts"), choices=NAMES)
_TIES = Option("ties", str, "first", _("which of equally good moves is played"), choices=TIES)
_CONVENTION = Option("convention", str, None, _("how alpha-beta cuts; without it, as aima"), choices=tuple(PRESETS))
_OWN_SCORES = _SCORES._replace(
    default=None,
    meaning=_("what the end of a game counts; without it, distance, or utility where a convention is chosen"),
)

_MINIMAX = Card(
    title=_("Minimax"),
    summary=_("Walks through every line of play to the end and plays the move that is best against best replies."),
    plans_ahead=True,
    deterministic=True,
    source="M. P. Caraciolo (2009); L. A. Digiampietri (EACH-USP); AIMA 6.2",
)
_ALPHABETA = Card(
    title=_("Alpha-beta"),
    summary=_("Decides as minimax does, but leaves out the moves that cannot change the decision."),
    plans_ahead=True,
    deterministic=True,
    source="M. P. Caraciolo (2009); AIMA 6.2.3",
)
_STATIC_CUTOFF = Card(
    title=_("Static cut-off"),
    summary=_("Minimax that stops looking at a position as soon as it has found a win there."),
    plans_ahead=True,
    deterministic=True,
    source="L. A. Digiampietri (EACH-USP)",
)
_DEPTH_LIMITED = Card(
    title=_("Depth-limited"),
    summary=_("Alpha-beta that looks only a few plies ahead and judges the positions there by a static evaluation."),
    plans_ahead=True,
    deterministic=True,
    source="M. P. Caraciolo (2009)",
)

PLAYERS.add("human", Human)
PLAYERS.add("random", Uniform, _SEED)
PLAYERS.add("greedy", Greedy, _EVALUATION._replace(meaning=_("static evaluation; none for none")), _TIES, _SEED)
PLAYERS.add("expert", partial(Expert, rules=expert.PUBLISHED, card=expert.PUBLISHED_CARD))
PLAYERS.add("expert-complete", partial(Expert, rules=expert.COMPLETE, card=expert.COMPLETE_CARD))
PLAYERS.add(
    "minimax", partial(searcher.make, name="minimax", card=_MINIMAX), _DEPTH, _EVALUATION, _SCORES, _TIES, _SEED
)
PLAYERS.add(
    "alphabeta",
    partial(searcher.make, name="alphabeta", card=_ALPHABETA),
    _DEPTH, _EVALUATION, _OWN_SCORES, _TIES, _SEED, _CONVENTION,
)  # fmt: skip
PLAYERS.add(
    "static-cutoff",
    partial(searcher.make, name="static-cutoff", card=_STATIC_CUTOFF),
    _DEPTH, _EVALUATION, _SCORES._replace(default="utility"), _TIES, _SEED,
)  # fmt: skip
PLAYERS.add(
    "depth-limited",
    partial(searcher.make, name="alphabeta", card=_DEPTH_LIMITED),
    _DEPTH._replace(default=3), _EVALUATION, _SCORES._replace(default="utility"), _TIES, _SEED, _CONVENTION,
)  # fmt: skip
PLAYERS.add(
    "engine",
    Engine,
    Option("seconds", float, None, _("seconds for a move; without any limit, 1"), least=0.01, most=3600),
    Option("nodes", int, None, _("positions visited for a move"), least=1),
    _DEPTH._replace(meaning=_("plies looked ahead")),
    Option("threads", int, 1, _("threads that search together"), least=1, most=64),
    Option("megabytes", int, 64, _("memory for positions known already"), least=1, most=1024),
    _EVALUATION,
)
PLAYERS.add(
    "uct",
    MonteCarlo,
    Option("playouts", int, None, _("random games for a move; without any limit, 10,000"), least=1),
    Option("seconds", float, None, _("seconds for a move"), least=0.01, most=3600),
    Option("exploration", float, None, _("how much seldom tried moves are favoured; without it, 1.41"), most=1000),
    _SEED,
)
PLAYERS.add(
    "dictionary",
    DictionaryPlayer,
    Option("form", str, None, _("how the table is held; without it, as the file or the game suggests"), choices=tuple(FORMS)),
    Option("file", str, None, _("a dictionary's file; without it, one is built in memory")),
)  # fmt: skip
PLAYERS.add(
    "table", TablePlayer, Option("file", str, None, _("a table's file; without it, the game is solved in memory"))
)


def player(text: str, game: Game) -> Player:
    """The player that a spec text names, for one game; raises :class:`plyground.errors.SpecError`."""
    return PLAYERS.make(text, game)


__all__ = ["PLAYERS", "Card", "Choice", "Human", "Outlook", "Player", "Thought", "player"]
