"""Players that search: minimax, alpha-beta, static cut-off, and the depth-limited player of the article."""

from __future__ import annotations

from typing import Any

from plyground.errors import SpecError
from plyground.evaluation import Evaluation
from plyground.game import Game
from plyground.language import Number, Sentence, _, _n
from plyground.players.player import Card, Choice, only_move
from plyground.search import Result, Setting, Tally, search, setting
from plyground.search.algorithms import algorithm
from plyground.search.convention import convention as preset
from plyground.search.scores import LEVEL


class Searcher:
    """Plays the best move that a search finds."""

    def __init__(self, game: Game, name: str, chosen: Setting, ties: str, seed: int | None, card: Card) -> None:
        self.game = game
        self.algorithm = name
        self.setting = chosen
        self.ties = ties
        self.seed = seed
        self.card = card._replace(deterministic=ties != "random" or seed is not None)

    def choose(self, position: Any, tally: Tally | None = None) -> Choice:
        """The best move of the search; a single legal one is played without it."""
        forced = only_move(position)
        if forced:
            return forced
        found = search(position, self.algorithm, self.setting, ties=self.ties, seed=self.seed, tally=tally)
        assert found.move is not None  # an unfinished position has a move
        value = found.score if self.setting.scores == LEVEL else found.value  # the slides show their level scores
        return Choice(found.move, self._reason(position, found), value, found)

    def _reason(self, position: Any, found: Result) -> Sentence:
        return _(
            "{outcome}; best line: {line}.",
            outcome=outcome(found, self.setting),
            line=format_line(self.game, position, found.line),
        )


def outcome(found: Result, chosen: Setting) -> Sentence:
    """What a result means for the side to move, in words."""
    best = next((root for root in found.moves if root.move == found.move), None)
    if found.proven or (best and best.proven and best.bound == "exact" and found.value > 0):  # a win, or better still
        return promise(found.value, found.distance)
    return judgement(found.value, chosen.horizon)


def judgement(value: int, plies: int) -> Sentence:
    """What a static evaluation some plies ahead says to the side to move, in words."""
    return _n(
        "Judged at {value} after {count} ply", "Judged at {value} after {count} plies", plies, value=Number(value)
    )


def promise(value: int, distance: int | None) -> Sentence:
    """A proven value for the side to move, in words; ``distance`` in plies, where known."""
    if value == 0:
        return _("A draw with best play")
    if distance is None:
        return _("A certain win") if value > 0 else _("Lost against best play")
    if value > 0:
        return _n("A certain win in {count} ply", "A certain win in {count} plies", distance)
    return _n("Lost in {count} ply against best play", "Lost in {count} plies against best play", distance)


def format_line(game: Game, position: Any, line: tuple[int, ...]) -> str:
    """The moves of a line, as people write them."""
    words = []
    for move in line:
        words.append(game.notation.format_move(position, move))
        position = position.play(move)
    return " ".join(words)


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
) -> Searcher:
    """A searching player from the words of its spec text; raises :class:`SpecError`.

    Without ``scores`` a win counts by its distance, or, where a course's ``convention`` is named, plainly as
    that course counts it.
    """
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
