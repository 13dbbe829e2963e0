"""Bots that search: minimax, alpha-beta, static cut-off, and the depth-limited bot of the article."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from functools import partial
from typing import Any

from plyground.bots.bot_protocol import UNFOLLOWED, Card, Choice, Thought, only_move, warm_up_tally
from plyground.bots.decision_tree import from_search
from plyground.bots.noise import noise_size, noisy
from plyground.bots.reasons import because, outcome
from plyground.core.evaluation import Evaluation
from plyground.core.evaluation_registry import evaluation_name
from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition
from plyground.core.spec import canonical
from plyground.errors import SearchError, SearchStopped
from plyground.i18n import Sentence, _
from plyground.searches import Result, Setting, Tally, new_tally, search, setting
from plyground.searches.chance_moves import turns_of_a_game
from plyground.searches.child_order import BestByEvaluation
from plyground.searches.conventions import convention as preset
from plyground.searches.limit import OUT_OF_TIME, deadline
from plyground.searches.plain_or_native import MAX_PLAIN_NODES, Pace, within
from plyground.searches.registry import algorithm
from plyground.searches.run_search import refuse_what_cannot_be
from plyground.searches.scores import LEVEL, MAX_DEPTH, usual_scores
from plyground.searches.tally import STOP

WARM_UP_PLIES = 4
"""Least plies of the searches by which a search is compiled."""
PRUNED_VISIT_COST = 20
"""Usual number of children that are evaluated for a visited position when a width chooses its moves."""


class Searcher:
    """A bot that plays the best move of a search."""

    def __init__(
        self, game: Game, name: str, chosen: Setting, ties: str, seed: int | None, card: Card, noise: int = 0
    ) -> None:
        """Set up the bot. ``noise`` is added to its evaluation, in percent: see :mod:`plyground.bots.noise`.

        Raise :class:`SearchError` for a game that the search does not support.
        """
        refuse_what_cannot_be(game.start, algorithm(name), chosen, ties, traced=False, native=False)
        self.game = game
        self.algorithm = name
        self.setting = chosen
        self.ties = ties
        self.seed = seed
        self.noise = noise
        self._pace = Pace()
        is_random = ties == "random" or noise > 0
        self.card = card._replace(
            deterministic=not is_random or seed is not None, keeps_clock=chosen.depth <= MAX_DEPTH
        )

    def warm_up(self, thought: Thought = UNFOLLOWED) -> None:
        """Compile the search by short searches in the positions of a game."""

        def prepare(native: bool) -> None:
            for position in turns_of_a_game(self.game.start) if native else ():
                chosen = self._setting(position)
                deeper = chosen._replace(depth=max(chosen.depth, WARM_UP_PLIES))  # compile for more of the game
                with suppress(SearchStopped):
                    self._look(position, warm_up_tally(), deeper, native=True)

        if thought.native:
            self._pace.run(lambda: None, prepare, at_once=True)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the best move of the search; a single legal move is played without search."""
        forced = only_move(position)
        if forced:
            return forced
        chosen = self._setting(position)
        found = self._search(position, thought, chosen)
        assert found.move is not None  # an unfinished position has a move
        value = found.score if self.setting.scores == LEVEL else found.value  # level scores are shown as they are
        tree = None
        if thought.keeps_tree:
            tree = from_search(position, self.algorithm, chosen._replace(depth=found.depth or chosen.depth), found)
        return Choice(found.move, self._reason(position, found), value, found, tree=tree)

    def _search(self, position: Any, thought: Thought, chosen: Setting) -> Result:
        clock = thought.clock
        if clock is None or not self.card.keeps_clock:
            return self._paced(position, thought, chosen)
        tally = thought.tally or new_tally()
        thought = thought._replace(tally=tally)
        with deadline(clock.budget_s, tally.counts):
            try:
                found = self._paced(position, thought, chosen)
            except SearchStopped:
                if tally.counts[STOP] != OUT_OF_TIME:
                    raise
                tally.counts[STOP] = 0  # clear the stop: a late move is better than none
                found = self._paced(position, thought, chosen._replace(depth=1))
        if tally.counts[STOP] == OUT_OF_TIME:
            tally.counts[STOP] = 0
        return found

    def _paced(self, position: MarkedPosition, thought: Thought, chosen: Setting) -> Result:
        """Return the result of a search, plain or compiled. If the search is plain by request, or under a clock, return
        the result of the deepest finished search.
        """
        tally, depth = thought.tally or new_tally(), chosen.depth

        def look(native: bool, depth: int = depth) -> Result:
            return self._look(position, tally, chosen._replace(depth=depth), native=native)

        def look_deeper(native: bool) -> Result:
            return _deepest(depth, partial(look, native))

        is_limited = depth <= MAX_DEPTH
        if thought.native is False and is_limited:
            return look_deeper(False)
        searched = look_deeper if thought.clock is not None and is_limited else look
        if not thought.native:
            return searched(False)
        little = partial(within, plain_nodes(chosen), tally, partial(look, False))
        return self._pace.run(little, searched, at_once=thought.compiles_at_once)

    def _look(self, position: MarkedPosition, tally: Tally, chosen: Setting, *, native: bool) -> Result:
        native = native and algorithm(self.algorithm).compiles_for(position)
        if self.noise:
            chosen = deepcopy(chosen)  # the same noise in each search of a move
        return search(position, self.algorithm, chosen, ties=self.ties, seed=self.seed, tally=tally, native=native)

    def _setting(self, position: MarkedPosition) -> Setting:
        """Return the setting for one search, whose evaluation may be noisy."""
        if not self.noise:
            return self.setting
        size = noise_size(self.noise, self.game, self.setting.evaluation)  # computed here because it plays random games
        judge = noisy(self.setting.evaluation, size, position, self.seed)
        return self.setting._replace(evaluation=judge)

    def _reason(self, position: MarkedPosition, found: Result) -> Sentence:
        return because(self.game, position, outcome(self.game, found), found.line)


def plain_nodes(chosen: Setting) -> int:
    """Return the most positions that a search visits in plain Python before it is compiled."""
    return MAX_PLAIN_NODES // (PRUNED_VISIT_COST if isinstance(chosen.order, BestByEvaluation) else 1)


def _deepest(most: int, look: Callable[[int], Result]) -> Result:
    """Return the result of a search to depth ``most``; if that search is stopped, the result of the deepest finished
    search.

    Raise :class:`SearchStopped` if no search was finished.
    """
    found: Result | None = None
    for depth in range(1, most + 1):
        try:
            found = look(depth)
        except SearchStopped:
            if found is None:
                raise
            break
    assert found is not None  # a search to one ply always finishes
    return found


def make(
    game: Game,
    name: str,
    card: Card,
    *,
    depth: int | None,
    evaluation: str,
    scores: str | None,
    ties: str,
    seed: int | None,
    convention: str | None = None,
    noise: int = 0,
    width: int | None = None,
    only_for: Demand = Demand.NOTHING,
) -> Searcher:
    """Return a bot that searches, from the options of its spec text. Raise :class:`SpecError`, or
    :class:`SearchError` for the game.

    ``only_for`` is the demand without which the bot is refused, because simpler bots choose the same moves.
    Without ``scores``, a faster win is worth more, but all wins are equal if a course's ``convention`` is given and in
    games with chance or fractions. With ``width``, only so many moves of each position are searched, the best by the
    evaluation.
    """
    if only_for & ~game.demands:
        raise SearchError(_("{bot} is for games with chance, and this one has none.", bot=card.title))
    judge = evaluation_named(game, evaluation) if depth is not None else None
    chosen = setting(
        depth=depth,
        evaluation=judge,
        scores=scores or ("utility" if convention else usual_scores(game.demands)),
        convention=preset(convention or "aima"),
        width=width,
    )
    return Searcher(game, algorithm(name).name, chosen, ties, seed, card, noise)


def given_evaluation(text: str | None) -> str:
    """Return the name of the evaluation that a person asks for: a name, a file of weights, or ``best``.

    A file is read, and its name then stands for its evaluation. Raise :class:`FileError`.
    """
    from plyground.learning import weights_file  # imported here because most searches need no file

    if text is not None and weights_file.is_weights_file(text):
        return weights_file.load_evaluation(text)
    return canonical(text or "best")


def evaluation_named(game: Game, name: str) -> Evaluation | None:
    """Return the game's static evaluation of this name: ``best`` is its first, ``none`` gives None."""
    known = evaluation_name(game, name)
    return None if known is None else game.evaluations[known]
