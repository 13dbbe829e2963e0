"""The players, by spec text: ``player("depth-limited:depth=2", game("tictactoe"))``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from plyground.dictionary import FORMS
from plyground.errors import SearchError, SpecError
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
from plyground.position import Demand
from plyground.search import PRESETS, TIES
from plyground.search.scores import LONGEST, NAMES
from plyground.spec import Entry, Option, Registry, options_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def _add_installed() -> None:
    """Add the players of installed packages: whatever makes one for a game, with options as further parameters."""
    from plyground import plugins  # late: most players are built in

    def offer(point: EntryPoint, package: str) -> None:
        if point.name in PLAYERS:
            raise SpecError(_("there is a player of this name already"))
        make = point.load()
        PLAYERS.add(point.name, make, *options_of(make, besides=1), origin=package)

    plugins.installed(plugins.PLAYERS, offer)


PLAYERS: Registry[Player] = Registry(
    lambda name, names: _("There is no player “{name}”; the players are: {names}.", name=name, names=names),
    _add_installed,
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

_EXPECTIMINIMAX = Card(
    title=_("Expectiminimax"),
    summary=_(
        "Minimax where dice or cards have a say, too: it plays the move that is best on average, some plies ahead."
    ),
    plans_ahead=True,
    deterministic=True,
    source="D. Michie (1966); AIMA 6.5",
)
_STAR2 = Card(
    title=_("Star2"),
    summary=_(
        "Decides as expectiminimax does, but leaves out what cannot change the decision, outcomes of chance included."
    ),
    plans_ahead=True,
    deterministic=True,
    source="B. W. Ballard (1983)",
)
_MAX_N = Card(
    title=_("Max^n"),
    summary=_("Looks some plies ahead and expects each player to do what is best for that player alone."),
    plans_ahead=True,
    deterministic=True,
    source="C. A. Luckhardt, K. B. Irani (1986); AIMA 6.2.1",
)
_PARANOID = Card(
    title=_("Paranoid"),
    summary=_("Looks some plies ahead by alpha-beta and expects all other players to play together against it."),
    plans_ahead=True,
    deterministic=True,
    source="N. R. Sturtevant, R. E. Korf (2000)",
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
for _name, _card, _only_for in (
    ("expectiminimax", _EXPECTIMINIMAX, Demand.CHANCE),
    ("star2", _STAR2, Demand.CHANCE),
    ("max-n", _MAX_N, Demand.NOTHING),
    ("paranoid", _PARANOID, Demand.NOTHING),
):
    PLAYERS.add(
        _name,
        partial(searcher.make, name=_name, card=_card, only_for=_only_for),
        _DEPTH._replace(default=4), _EVALUATION, _SCORES._replace(default="utility"), _TIES, _SEED,
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


def players_of(game: Game) -> list[tuple[Entry[Player], Player]]:
    """Every player that plays a game, as it is without options: some know one game only, or do not master what it demands."""
    found = []
    for entry in PLAYERS:
        try:
            found.append((entry, player(entry.name, game)))
        except (SpecError, SearchError):
            continue
    return found


def player(text: str, game: Game) -> Player:
    """The player that a spec text names, for one game; raises :class:`SpecError`, and :class:`SearchError` where it cannot play it."""
    return PLAYERS.make(text, game)


__all__ = ["PLAYERS", "Card", "Choice", "Human", "Outlook", "Player", "Thought", "player", "players_of"]
