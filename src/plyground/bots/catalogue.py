"""The catalogue of bots: each by its name, with its options.

Most bots are not imported here. The module of a bot is imported when the bot is first made.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from plyground.bots.bot_protocol import Bot, Card
from plyground.bots.bot_registry import BOTS, bot
from plyground.bots.level import MAX_LEVELS
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.core.spec import Option
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.searches import PRESETS, TIES
from plyground.searches.scores import MAX_DEPTH, NAMES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def _add_installed() -> None:
    """Add the bots of installed packages."""
    from plyground.core import plugins  # imported here because most bots are built in

    def offer(point: EntryPoint, package: str) -> None:
        from plyground.bots.package_bot import offer as offered  # slow to import

        if point.name in BOTS:
            raise SpecError(_("there is a bot of this name already"))
        make, options = offered(point.load(), point.name, package)
        BOTS.add(point.name, make, *options, origin=package)

    plugins.installed(plugins.BOTS, offer)
    _add_engines()


def _add_engines() -> None:
    """Add the programs that were set up by ``plyground engines add``."""
    from plyground.bots.external import ExternalBot
    from plyground.engines.config import configured_engines  # seldom needed

    for name, config in configured_engines().items():
        if name not in BOTS:
            BOTS.add(name, partial(ExternalBot, config=config), *_ENGINE_LIMITS, origin=config.protocol.upper())


def _maker(module: str, attribute: str, **known: Any) -> Callable[..., Bot]:
    """Return the function that makes a bot: ``attribute`` of a module in this package, with its ``known`` arguments."""

    def make(game: Game, **options: Any) -> Bot:
        made: Bot = getattr(import_module(f"plyground.bots.{module}"), attribute)(game, **known, **options)
        return made

    return make


DICTIONARY_FORMS = ("code", "cells")
"""Names of the forms of :mod:`plyground.dictionary.codes`, which is slow to import."""
BOTS.complete_with(_add_installed)
_SEED = Option(
    "seed", int, None, _("the seed of random numbers: the same seed gives the same move in the same position")
)
_DEPTH = Option("depth", int, None, _("plies to look ahead (default: to the end of the game)"), least=1, most=MAX_DEPTH)
_EVALUATION = Option("evaluation", str, "best", _("static evaluation at the depth limit, or none"))
_SCORES = Option(
    "scores",
    str,
    None,
    _("the scores of finished games (default: distance; utility with chance or fractions)"),
    choices=NAMES,
)
_TIES = Option("ties", str, "first", _("the choice between equally good moves"), choices=TIES)
_CONVENTION = Option("convention", str, None, _("how alpha-beta cuts (default: aima)"), choices=tuple(PRESETS))
_OWN_SCORES = _SCORES._replace(
    meaning=_("the scores of finished games (default: distance; utility with a convention or fractions)")
)

_NOISE = Option("noise", int, 0, _("how much the evaluation errs, in percent of its usual differences"), most=10_000)

_WIDTH = Option(
    "width", int, None, _("moves searched in each position, the best by the evaluation (default: all)"), least=1
)

_MINIMAX = Card(
    title=_("Minimax"),
    summary=_("Searches every line of play to the end and plays the move that is best against the best replies."),
    plans_ahead=True,
    deterministic=True,
    source="M. P. Caraciolo (2009); L. A. Digiampietri (EACH-USP); AIMA, 4th global ed., 6.2",
)
_ALPHABETA = Card(
    title=_("Alpha-beta"),
    summary=_("Plays the same move as minimax, but skips moves that cannot change the decision."),
    plans_ahead=True,
    deterministic=True,
    source="M. P. Caraciolo (2009); AIMA, 4th global ed., 6.2.3",
)
_STATIC_CUTOFF = Card(
    title=_("Static cut-off"),
    summary=_("Minimax that stops at a position as soon as no better result is possible there."),
    plans_ahead=True,
    deterministic=True,
    source="L. A. Digiampietri (EACH-USP)",
)
_DEPTH_LIMITED = Card(
    title=_("Depth-limited"),
    summary=_("Alpha-beta that looks only a few plies ahead and uses a static evaluation there."),
    plans_ahead=True,
    deterministic=True,
    source="M. P. Caraciolo (2009)",
)

_EXPECTIMINIMAX = Card(
    title=_("Expectiminimax"),
    summary=_("Minimax for games of chance: it looks some plies ahead and plays the move that is best on average."),
    plans_ahead=True,
    deterministic=True,
    source="D. Michie (1966); AIMA, 4th global ed., 6.5",
)
_STAR2 = Card(
    title=_("Star2"),
    summary=_(
        "Plays the same move as expectiminimax, but skips moves and outcomes of chance that cannot change the decision."
    ),
    plans_ahead=True,
    deterministic=True,
    source="B. W. Ballard (1983)",
)
_MAX_N = Card(
    title=_("Max^n"),
    summary=_("Looks some plies ahead and expects each player to play for itself."),
    plans_ahead=True,
    deterministic=True,
    source="C. A. Luckhardt, K. B. Irani (1986); AIMA, 4th global ed., 6.2.1",
)
_PARANOID = Card(
    title=_("Paranoid"),
    summary=_("Looks some plies ahead by alpha-beta and expects all other players to play together against it."),
    plans_ahead=True,
    deterministic=True,
    source="N. R. Sturtevant, R. E. Korf (2000)",
)

BOTS.add("human", _maker("human", "Human"))
BOTS.add("random", _maker("uniform", "Uniform"), _SEED)
BOTS.add(
    "greedy",
    _maker("greedy", "Greedy"),
    _EVALUATION._replace(meaning=_("static evaluation, or none")), _TIES, _SEED,
)  # fmt: skip
BOTS.add("expert", _maker("expert", "published"))
BOTS.add("expert-complete", _maker("expert", "complete"))
BOTS.add(
    "minimax", _maker("searcher", "make", name="minimax", card=_MINIMAX), _DEPTH, _EVALUATION, _SCORES, _TIES, _SEED
)
BOTS.add(
    "alphabeta",
    _maker("searcher", "make", name="alphabeta", card=_ALPHABETA),
    _DEPTH, _EVALUATION, _OWN_SCORES, _TIES, _SEED, _CONVENTION,
)  # fmt: skip
BOTS.add(
    "static-cutoff",
    _maker("searcher", "make", name="static-cutoff", card=_STATIC_CUTOFF),
    _DEPTH, _EVALUATION, _SCORES, _TIES, _SEED,
)  # fmt: skip
BOTS.add(
    "depth-limited",
    _maker("searcher", "make", name="alphabeta", card=_DEPTH_LIMITED),
    _DEPTH._replace(default=3), _EVALUATION, _OWN_SCORES, _TIES, _SEED, _CONVENTION, _NOISE,
)  # fmt: skip
for _name, _card, _only_for in (
    ("expectiminimax", _EXPECTIMINIMAX, Demand.CHANCE),
    ("star2", _STAR2, Demand.CHANCE),
    ("max-n", _MAX_N, Demand.NOTHING),
    ("paranoid", _PARANOID, Demand.NOTHING),
):
    BOTS.add(
        _name,
        _maker("searcher", "make", name=_name, card=_card, only_for=_only_for),
        _DEPTH._replace(default=4), _EVALUATION, _SCORES, _TIES, _SEED,
        *((_NOISE, _WIDTH) if _only_for == Demand.CHANCE else ()),
    )  # fmt: skip
_ENGINE_LIMITS = (
    Option("seconds", float, None, _("seconds for a move (default without a limit: 1)"), least=0.01, most=3600),
    Option("nodes", int, None, _("positions visited for a move"), least=1),
    _DEPTH._replace(meaning=_("plies to look ahead")),
)
BOTS.add(
    "engine",
    _maker("engine_bot", "Engine"),
    *_ENGINE_LIMITS,
    Option("threads", int, 1, _("threads that search together"), least=1, most=64),
    Option("memory", int, 64, _("memory for the transposition table, in MB"), least=1, most=1024, earlier="megabytes"),
    _EVALUATION,
    Option("lines", int, 1, _("best moves whose values it tells, each with its line (multi-PV)"), least=1, most=64),
)
BOTS.add(
    "uct",
    _maker("monte_carlo", "MonteCarlo"),
    Option("playouts", int, None, _("random games for a move (default without a limit: 10,000)"), least=1),
    Option("seconds", float, None, _("seconds for a move"), least=0.01, most=3600),
    Option("exploration", float, None, _("how much rarely tried moves are favoured (default: 1.41)"), most=1000),
    Option(
        "rave",
        int,
        0,
        _("visits at which a move's own results count as much as those of games where it came later; 0: only its own"),
    ),
    _SEED,
)
BOTS.add(
    "puct",
    _maker("value_tree", "ValueTree"),
    Option(
        "leaves", int, None, _("positions whose moves are judged, for a move (default without a limit: 2,000)"), least=1
    ),
    Option("seconds", float, None, _("seconds for a move"), least=0.01, most=3600),
    Option(
        "exploration", float, None, _("how much the moves' priors count beside their means (default: 1)"), most=1000
    ),
    _EVALUATION,
)
BOTS.add(
    "dictionary",
    _maker("dictionary", "DictionaryBot"),
    Option("form", str, None, _("the form of the table (default: that of the file or the game)"), choices=DICTIONARY_FORMS),
    Option("file", str, None, _("a dictionary's file (default: build one in memory)")),
)  # fmt: skip
BOTS.add(
    "table",
    _maker("table_bot", "TableBot"),
    Option("file", str, None, _("a table's file (default: solve the game in memory)")),
)
BOTS.add(
    "level",
    _maker("level", "Level"),
    Option("number", int, 1, _("the level, from 1, the easiest"), least=1, most=MAX_LEVELS),
    Option("file", str, None, _("a file from plyground levels (default: the levels that come with plyground)")),
    _SEED,
)


def load_bot(text: str, game: Game) -> Bot:
    """Return the bot for a spec text or the file of a bot, ``my_bot.py``. Raise :class:`SpecError`,
    :class:`FileError`.

    The bot of a file is registered by the file's name. See :mod:`plyground.bots.bot_file`.
    """
    return bot(named(text), game)


WEIGHTS = re.compile(r"(?<=evaluation=)[^,]+\.weights(?=,|$)")
"""The file of weights in the spec text of a bot."""


def weights_of(text: str) -> str:
    """Return the path of the file of weights in the spec text of a bot; an empty text without one."""
    found = WEIGHTS.search(text)
    return found[0] if found else ""


def named(text: str) -> str:
    """Return the spec text of a bot; if the text names a bot's file or a file of weights, load it first.

    Raise :class:`FileError`.
    """
    from plyground.bots import bot_file  # imported here because the processes of bots are slow to import

    if bot_file.is_bot_file(text):
        return bot_file.load(text, BOTS)
    if not weights_of(text):
        return text
    from plyground.learning.weights_file import load_evaluation  # imported here because most bots need no file

    return WEIGHTS.sub(lambda found: load_evaluation(found[0]), text)
