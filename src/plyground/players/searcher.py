"""Players that search: minimax, alpha-beta, static cut-off, and the depth-limited player of the article."""

from __future__ import annotations

from typing import Any

from plyground.errors import SearchError, SpecError
from plyground.evaluation import Evaluation
from plyground.game import Game
from plyground.language import Sentence, _
from plyground.players.player import UNFOLLOWED, Card, Choice, Thought, only_move
from plyground.players.reasons import because, outcome
from plyground.position import Demand
from plyground.search import Result, Setting, search, setting
from plyground.search.algorithms import algorithm
from plyground.search.convention import convention as preset
from plyground.search.driver import refuse_what_cannot_be
from plyground.search.scores import LEVEL


class Searcher:
    """Plays the best move that a search finds."""

    def __init__(self, game: Game, name: str, chosen: Setting, ties: str, seed: int | None, card: Card) -> None:
        """Raises :class:`SearchError` for a game that the search does not master."""
        refuse_what_cannot_be(game.start, algorithm(name), chosen, ties, traced=False, native=False)
        self.game = game
        self.algorithm = name
        self.setting = chosen
        self.ties = ties
        self.seed = seed
        self.card = card._replace(deterministic=ties != "random" or seed is not None)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """The best move of the search; a single legal one is played without it."""
        forced = only_move(position)
        if forced:
            return forced
        found = search(position, self.algorithm, self.setting, ties=self.ties, seed=self.seed, tally=thought.tally)
        assert found.move is not None  # an unfinished position has a move
        value = found.score if self.setting.scores == LEVEL else found.value  # the slides show their level scores
        return Choice(found.move, self._reason(position, found), value, found)

    def _reason(self, position: Any, found: Result) -> Sentence:
        return because(self.game, position, outcome(self.game, found), found.line)


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
    only_for: Demand = Demand.NOTHING,
) -> Searcher:
    """A searching player from the words of its spec text; raises :class:`SpecError`, or :class:`SearchError` for the game.

    It is ``only_for`` games of chance where others decide alike in those without. Without ``scores`` a win counts by its distance, or, where a course's ``convention`` is named, plainly as
    that course counts it.
    """
    if only_for & ~game.demands:
        raise SearchError(_("{player} is for games with chance, and this one has none.", player=card.title))
    judge = evaluation_named(game, evaluation) if depth is not None else None
    chosen = setting(
        depth=depth,
        evaluation=judge,
        scores=scores or ("utility" if convention else "distance"),
        convention=preset(convention or "aima"),
    )
    return Searcher(game, algorithm(name).name, chosen, ties, seed, card)


def evaluation_named(game: Game, name: str) -> Evaluation | None:
    """The game's static evaluation of this name: ``best`` is its first, ``none`` is none."""
    known = evaluation_name(game, name)
    return None if known is None else game.evaluations[known]


def evaluation_name(game: Game, name: str) -> str | None:
    """The evaluation's own name, also where it is asked for as ``best``; raises :class:`SpecError`."""
    if name == "none":
        return None
    if name == "best":
        return next(iter(game.evaluations), None)
    if name not in game.evaluations:
        raise SpecError(
            _(
                "{game} has no evaluation “{name}”; choose one of: {names}.",
                game=game.name, name=name, names=", ".join([*game.evaluations, "none"]),
            )
        )  # fmt: skip
    return name
