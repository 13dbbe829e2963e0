"""The searches by the names that people choose them by, behind one way to call them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.errors import SpecError
from plyground.language import Sentence, _
from plyground.position import Demand, titles
from plyground.search.alliance import Allies, allied
from plyground.search.alphabeta import alphabeta
from plyground.search.book import alpha_beta_search, minimax_search
from plyground.search.demands import refuse_demands
from plyground.search.engine import Engine, engine
from plyground.search.expectiminimax import expectiminimax
from plyground.search.iterative_deepening import iterative_deepening
from plyground.search.max_n import max_n
from plyground.search.max_n_shallow import max_n_shallow
from plyground.search.minimax import minimax
from plyground.search.mtdf import mtdf, sss_star
from plyground.search.pvs import pvs
from plyground.search.quiescence import quiescence
from plyground.search.setting import Setting
from plyground.search.star1 import star1
from plyground.search.star2 import star2
from plyground.search.static_cutoff import static_cutoff
from plyground.search.transposition import transposition
from plyground.spec import canonical

MEGABYTES = 16
"""The table of one search that nothing is said about."""
ANY_TWO = Demand.TURNS | Demand.FRACTIONS
"""What a search masters that takes turns as they come and numbers of any kind."""


@dataclass(frozen=True)
class Algorithm:
    """One search."""

    name: str
    title: Sentence
    text: Callable[..., Any]  # the function itself: text(position, depth, [alpha, beta,] side, setting, trace)
    windowed: bool  # it takes alpha and beta and hands them down, so that what comes back may be a bound
    convention: bool = False  # the choices of a Convention mean something to it
    compiles: bool = True  # it calls only itself, as compiled code must
    masters: Demand = Demand.TURNS  # what it can search besides the common case
    remembers: bool = False  # its setting is an Engine, with a table and more
    for_each: bool = False  # its values are the utilities of all players
    alone: bool = False  # it takes all other players for allied against the one who is to move where it begins
    narrow: bool = False  # its last window is just below the value: of the moves of the root, only a best one is exact

    def seen(self, position: Any) -> Any:
        """The position that the text is run on."""
        return allied(position) if self.alone else position

    def equipped(self, position: Any, setting: Setting | Engine) -> Setting | Engine:
        """The setting as the text takes it: with an empty memory of a small engine, where it has none.

        The evaluation of a search of one against all is the one's.
        """
        if self.alone and not isinstance(setting.evaluation, Allies):
            return setting._replace(evaluation=Allies(setting.evaluation, setting.evaluation.win))
        if not self.remembers or isinstance(setting, Engine):
            return setting
        return engine(position, megabytes=MEGABYTES)._replace(**setting._asdict())

    def value(
        self,
        position: Any,
        depth: int,
        alpha: int,
        beta: int,
        side: int,
        setting: Setting | Engine,
        trace: Any,
    ) -> Any:
        """Run the text: the value of ``position`` for its side to move, or what each player gets."""
        window = (alpha, beta) if self.windowed else ()
        return self.text(self.seen(position), depth, *window, side, setting, trace)


ALGORITHMS = {
    known.name: known
    for known in (
        Algorithm("minimax", _("minimax"), minimax, windowed=False, masters=ANY_TWO),
        Algorithm("alphabeta", _("alpha-beta"), alphabeta, windowed=True, convention=True, masters=ANY_TWO),
        Algorithm(
            "transposition",
            _("alpha-beta with a transposition table"),
            transposition,
            windowed=True,
            remembers=True,
        ),
        Algorithm("quiescence", _("alpha-beta with quiescence"), quiescence, windowed=True),
        Algorithm("pvs", _("principal variation search"), pvs, windowed=True, remembers=True),
        Algorithm(
            "iterative-deepening",
            _("iterative deepening"),
            iterative_deepening,
            windowed=True,
            compiles=False,
            remembers=True,
        ),
        Algorithm("mtdf", _("MTD(f)"), mtdf, windowed=True, compiles=False, remembers=True, narrow=True),
        Algorithm("sss-star", _("SSS*"), sss_star, windowed=True, compiles=False, remembers=True, narrow=True),
        Algorithm("static-cutoff", _("static cut-off"), static_cutoff, windowed=False, masters=ANY_TWO),
        Algorithm(
            "book-minimax",
            _("minimax as in the book"),
            minimax_search,
            windowed=False,
            compiles=False,
            masters=Demand.FRACTIONS,
        ),
        Algorithm(
            "book-alphabeta",
            _("alpha-beta as in the book"),
            alpha_beta_search,
            windowed=True,
            compiles=False,
            masters=Demand.FRACTIONS,
        ),
        Algorithm(
            "expectiminimax",
            _("expectiminimax"),
            expectiminimax,
            windowed=False,
            compiles=False,
            masters=ANY_TWO | Demand.CHANCE,
        ),
        Algorithm("star1", _("Star1"), star1, windowed=True, compiles=False, masters=ANY_TWO | Demand.CHANCE),
        Algorithm("star2", _("Star2"), star2, windowed=True, compiles=False, masters=ANY_TWO | Demand.CHANCE),
        Algorithm(
            "max-n",
            _("max^n"),
            max_n,
            windowed=False,
            compiles=False,
            masters=ANY_TWO | Demand.PLAYERS,
            for_each=True,
        ),
        Algorithm(
            "max-n-shallow",
            _("max^n with shallow pruning"),
            max_n_shallow,
            windowed=True,
            compiles=False,
            masters=ANY_TWO | Demand.PLAYERS,
            for_each=True,
        ),
        Algorithm(
            "paranoid",
            _("paranoid alpha-beta"),
            alphabeta,
            windowed=True,
            convention=True,
            compiles=False,
            masters=ANY_TWO | Demand.PLAYERS,
            alone=True,
        ),
    )
}
titles.update((known.text, known.title) for known in ALGORITHMS.values() if not known.alone)


USUAL, DEEPENED = ("alphabeta", "expectiminimax", "max-n"), ("pvs", "star2", "paranoid")
"""The searches that go without saying, and those within a limit: of several that master a game, the first."""


def usual(position: Any, *, deepened: bool = False) -> Algorithm:
    """The first of the :data:`USUAL` searches, or of the :data:`DEEPENED` ones, that masters the game of ``position``.

    Raises the :class:`SearchError` of the first where none does.
    """
    first, *others = (ALGORITHMS[name] for name in (DEEPENED if deepened else USUAL))
    masters = (known for known in (first, *others) if not position.demands() & ~known.masters)
    known = next(masters, first)
    refuse_demands(position, known.masters, known.name)
    return known


def algorithm(name: str) -> Algorithm:
    """The algorithm of this name; raises :class:`SpecError`."""
    try:
        return ALGORITHMS[canonical(name)]
    except KeyError:
        raise SpecError(
            _("There is no algorithm “{name}”; the algorithms are: {names}.", name=name, names=", ".join(ALGORITHMS))
        ) from None
