"""The searches by name, with one way to call them all."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from textwrap import dedent
from types import FunctionType
from typing import Any, TypeAlias

from plyground.core.authoring.marked_rules import titles
from plyground.core.evaluation import NoEvaluation
from plyground.core.position import Demand, MarkedPosition
from plyground.core.spec import canonical, nearest
from plyground.errors import SpecError
from plyground.i18n import Sentence, _
from plyground.searches.algorithms.alliance import Allies, allied
from plyground.searches.algorithms.alphabeta import alphabeta
from plyground.searches.algorithms.alphabeta_conventions import alphabeta_conventions
from plyground.searches.algorithms.book import alpha_beta_search, minimax_search
from plyground.searches.algorithms.expectiminimax import expectiminimax
from plyground.searches.algorithms.iterative_deepening import iterative_deepening
from plyground.searches.algorithms.max_n import max_n
from plyground.searches.algorithms.max_n_shallow import max_n_shallow
from plyground.searches.algorithms.minimax import minimax
from plyground.searches.algorithms.mtdf import mtdf, sss_star
from plyground.searches.algorithms.pvs import pvs
from plyground.searches.algorithms.quiescence import quiescence
from plyground.searches.algorithms.star1 import star1
from plyground.searches.algorithms.star2 import star2
from plyground.searches.algorithms.static_cutoff import static_cutoff
from plyground.searches.algorithms.transposition import transposition
from plyground.searches.conventions import Convention
from plyground.searches.demands import refuse_demands
from plyground.searches.engine_setting import Engine, engine
from plyground.searches.search_setting import Setting

MEGABYTES = 16
"""Megabytes of the default transposition table."""
ANY_TWO = Demand.TURNS | Demand.FRACTIONS
"""Demands that the common searches for two players support."""


@dataclass(frozen=True)
class Algorithm:
    """One search."""

    name: str
    title: Sentence
    text: Callable[..., Any]  # the search function: text(position, depth, [alpha, beta,] side, setting, trace)
    windowed: bool  # True if it has parameters alpha and beta, so that its result may be a bound
    by_convention: Callable[..., Any] | None = None  # True if it follows a Convention
    compiles: bool = True  # True if it calls only itself, as compiled code must
    in_floats: bool = False  # True if games of chance can run compiled, with floats instead of fractions
    masters: Demand = Demand.TURNS  # demands that it supports besides the common case
    remembers: bool = False  # True if its setting is an Engine, with a table and more
    for_each: bool = False  # True if its values are the utilities of all players
    alone: bool = False  # True if all other players are allied against the player to move at the root
    narrow: bool = False  # True if its last window is just below the value, so only a best root move is exact

    @classmethod
    def of(cls, text: Callable[..., Any]) -> Algorithm:
        """Return the algorithm of a user's search, and know it by its name from now on. Raise :class:`SpecError`.

        Its parameters are those of :func:`plyground.searches.algorithms.alphabeta.alphabeta`, or of ``minimax``, by
        their places. A search that never asks for ``position.turn`` supports no game in which a side may move twice.
        """
        name = getattr(text, "__name__", type(text).__name__)
        if not isinstance(text, FunctionType) or _places(text) not in (len(WITH_WINDOW), len(WITHOUT_WINDOW)):
            raise SpecError(
                _(
                    "{name} is not a search: its parameters must be ({form}), or the same without alpha and beta.",
                    name=name,
                    form=", ".join(WITH_WINDOW),
                )
            )
        if canonical(name) in (*ALGORITHMS, *GROWN):
            raise SpecError(_("There is a search {name} already: give yours another name.", name=name))
        masters = Demand.TURNS if _asks_for_turns(text) else Demand.NOTHING
        known = cls(
            canonical(name),
            Sentence("{name}", {"name": name}),
            text,
            windowed=_places(text) == len(WITH_WINDOW),
            masters=masters,
        )
        _own[known.name] = known
        return known

    @property
    def has_conventions(self) -> bool:
        """True if the search can follow other conventions than AIMA's."""
        return self.by_convention is not None

    @property
    def texts(self) -> tuple[Callable[..., Any], ...]:
        """The texts of the search: one, or one for AIMA's convention and one for all others."""
        return (self.text,) if self.by_convention is None else (self.text, self.by_convention)

    def text_under(self, convention: Convention) -> Callable[..., Any]:
        """Return the function that searches under a convention."""
        return self.text if self.by_convention is None or convention.cuts_as_aima else self.by_convention

    def with_text(self, text: Callable[..., Any]) -> Algorithm:
        """Return the algorithm with another text, such as its compiled twin, for the convention of one search."""
        return replace(self, text=text, by_convention=None)

    def compiles_for(self, position: MarkedPosition) -> bool:
        """Return True if the search can run compiled on the game of a position."""
        demands = position.demands()
        return Demand.FRACTIONS not in demands and (self.compiles or (self.in_floats and Demand.CHANCE in demands))

    def seen(self, position: Any) -> Any:
        """Return the position on which the text is run."""
        return allied(position) if self.alone else position

    def equipped(self, position: Any, setting: Setting | Engine) -> Setting | Engine:
        """Return the setting that the text needs: with a small empty memory, if it needs one and has none.

        For one player against all others, an evaluation is that player's.
        """
        if self.alone and not isinstance(setting.evaluation, (Allies, NoEvaluation)):
            return setting._replace(evaluation=Allies(setting.evaluation, setting.evaluation.win))
        if not self.remembers or isinstance(setting, Engine):
            return setting
        return engine(position, memory_mb=MEGABYTES)._replace(**setting._asdict())

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
        """Run the text. Return the value of ``position`` for its side to move, or the utility of each player."""
        window = (alpha, beta) if self.windowed else ()
        text = self.text_under(setting.convention)
        return text(self.seen(position), depth, *window, side, setting, trace)


WITH_WINDOW = ("position", "depth", "alpha", "beta", "side", "setting", "trace")
"""The parameters of a search with a window."""
WITHOUT_WINDOW = ("position", "depth", "side", "setting", "trace")


def are_of_search(parameters: Sequence[str]) -> bool:
    """Return True if these parameters are a search's: there are as many, and the last two have the same names."""
    return len(parameters) in (len(WITH_WINDOW), len(WITHOUT_WINDOW)) and tuple(parameters[-2:]) == WITH_WINDOW[-2:]


def _places(text: FunctionType) -> int:
    """Return the number of arguments that a function takes by their places; 0 if it demands others, too."""
    parameters = inspect.signature(text).parameters.values()
    placed = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return len(placed) if len(placed) == len(parameters) else 0


def _asks_for_turns(text: FunctionType) -> bool:
    """Return True if a function reads ``turn`` of a position in its text."""
    try:
        tree = ast.parse(dedent(inspect.getsource(text)))
    except (OSError, SyntaxError):  # code typed at a prompt has no file
        return False
    return any(isinstance(node, ast.Attribute) and node.attr == "turn" for node in ast.walk(tree))


_own: dict[str, Algorithm] = {}
"""The searches of users that this process has been given, by name."""

ALGORITHMS = {
    known.name: known
    for known in (
        Algorithm("minimax", _("minimax"), minimax, windowed=False, masters=ANY_TWO),
        Algorithm(
            "alphabeta", _("alpha-beta"), alphabeta, windowed=True, by_convention=alphabeta_conventions, masters=ANY_TWO
        ),
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
            in_floats=True,
            masters=ANY_TWO | Demand.CHANCE,
        ),
        Algorithm(
            "star1", _("Star1"), star1, windowed=True, compiles=False, in_floats=True, masters=ANY_TWO | Demand.CHANCE
        ),
        Algorithm(
            "star2", _("Star2"), star2, windowed=True, compiles=False, in_floats=True, masters=ANY_TWO | Demand.CHANCE
        ),
        Algorithm(
            "max-n",
            _("max^n"),
            max_n,
            windowed=False,
            masters=ANY_TWO | Demand.PLAYERS,
            for_each=True,
        ),
        Algorithm(
            "max-n-shallow",
            _("max^n with shallow pruning"),
            max_n_shallow,
            windowed=True,
            masters=ANY_TWO | Demand.PLAYERS,
            for_each=True,
        ),
        Algorithm(
            "paranoid",
            _("paranoid alpha-beta"),
            alphabeta,
            windowed=True,
            by_convention=alphabeta_conventions,
            masters=ANY_TWO | Demand.PLAYERS,
            alone=True,
        ),
    )
}
titles.update((text, known.title) for known in ALGORITHMS.values() if not known.alone for text in known.texts)


USUAL, DEEPENED = ("alphabeta", "expectiminimax", "max-n"), ("pvs", "star2", "max-n")
"""The default searches without a limit and with one: the first that supports a game is used. Searches at the same place
of both lists give equal values.
"""


def usual(position: Any, *, deepened: bool = False) -> Algorithm:
    """Return the first of the :data:`USUAL` (or :data:`DEEPENED`) searches that supports the game of ``position``.

    Raise the :class:`SearchError` of the first search if none does.
    """
    first, *others = (ALGORITHMS[name] for name in (DEEPENED if deepened else USUAL))
    masters = (known for known in (first, *others) if not position.demands() & ~known.masters)
    known = next(masters, first)
    refuse_demands(position, known.masters, known.name)
    return known


AnySearch: TypeAlias = str | Algorithm | Callable[..., Any]
"""A search: its name, or a function of a user's."""

GROWN = {
    "uct": "uct",
    "mcts": "uct",
    "monte-carlo": "uct",
    "puct": "puct",
    "proof-number": "proof_number",
    "pns": "proof_number",
}
"""The public functions of the searches that are no functions of a window, by the names under which people look for them."""


def algorithm(name: AnySearch) -> Algorithm:
    """Return the algorithm of this name, or of a user's search. Raise :class:`SpecError`."""
    if isinstance(name, Algorithm):
        return name
    if not isinstance(name, str):
        return Algorithm.of(name)
    known = ALGORITHMS.get(canonical(name)) or _own.get(canonical(name))
    if known is not None:
        return known
    if function := GROWN.get(canonical(name)):
        raise SpecError(
            _("“{name}” grows a tree in memory: call plyground.{function}().", name=name, function=function)
        )
    if name.strip().endswith(".py"):
        raise SpecError(_("“{name}” names a file: name its function, too, such as my_search.py:my_search.", name=name))
    if near := nearest(canonical(name), (*ALGORITHMS, *_own)):
        raise SpecError(_("There is no algorithm “{name}”. Did you mean “{near}”?", name=name, near=near))
    raise SpecError(
        _("There is no algorithm “{name}”; the algorithms are: {names}.", name=name, names=", ".join(ALGORITHMS))
    )
