"""Learning an evaluation of a game by self-play: the study of its rules, games by the thousand, duels, weights."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, NamedTuple

from plyground.core.checked_arguments import Count, checked, describe
from plyground.core.evaluation_registry import evaluation_name
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.core.random_numbers import new_chance
from plyground.errors import RulesError, SearchError
from plyground.games.loading import game as game_named
from plyground.i18n import Number, Sentence, _
from plyground.learning.calibration_fit import NODES as CALIBRATION_NODES
from plyground.learning.calibration_fit import calibration_record
from plyground.learning.cells import Study
from plyground.learning.duel import RESULTS, STRONGER, WEAKER, Duel, Gain, duel, measure_gain, play_pairs, play_seats
from plyground.learning.hands import Hands
from plyground.learning.learned import rounded, unrounded
from plyground.learning.learner import (
    MAX_PLIES,
    Learner,
    new_learner,
    self_play,
    self_play_each,
    version_of,
    with_own_memory,
)
from plyground.learning.on_top import OnTop, new_on_top, usual_size
from plyground.learning.rules_digest import rules_digest, sampled
from plyground.learning.study import study
from plyground.learning.tables import Layout, new_layout, usual_kinds
from plyground.learning.weights_file import Weights
from plyground.searches.demands import refuse_demands
from plyground.searches.plain_or_native import warn
from plyground.searches.progress import unheard
from plyground.searches.registry import usual
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.searches.twin import twin

MASTERS = Demand.TURNS | Demand.CHANCE | Demand.PLAYERS
"""Demands of a game that can be learned."""
USUAL_SECONDS = 60.0
Threads = Annotated[int, range(1, 257)]
STEP, LEAST_STEP = 0.3, 0.1
"""Step of a whole estimate, which all tables share, and the part of it at the end."""
EXPLORING, TRACE = 0.1, 0.7
"""Probability of a random move, and λ."""
OPENING_SHARE = 0.6
"""Longest random opening, as a share of the length of a random game."""
REPORTS = 6
"""Reports with duels while it learns."""
CHUNK_S, MAX_GROWTH = 0.25, 4
"""Seconds of games between two looks at the clock, and the greatest growth of their number."""
CHUNKS = 60
"""Chunks of games if their number is given."""
KEPT_VERSIONS = 3
"""Earlier versions that a new one must not lose to."""
DUEL_PART, LEAST_LOOKS = 10, 2_000
"""Part of the positions since the last report, as a divisor, that a duel may look at, and least number of these."""
GAIN_PART, LEAST_GAIN_LOOKS = 4, 20_000
"""The same for the last duel, against play without what was learned: a part of all positions. Most need far fewer."""
CALIBRATION_PART, LEAST_CALIBRATION_GAMES, MAX_CALIBRATION_GAMES = 4, 12, 48
"""Part of all positions, as a divisor, that the games of the calibration may look at, and their least and greatest number."""


class LearningProgress(NamedTuple):
    """The state of learning at a report."""

    games: int
    seconds: float
    error: float  # mean distance of estimates from what they learned
    duels: tuple[Duel, ...]  # against earlier versions, the latest first
    kept: bool  # True if no duel was lost, so that this version is kept


@checked
def learn(
    subject: Game | str,
    *,
    seconds: float | None = None,
    games: Count | None = None,
    threads: Threads = 1,
    seed: int = 0,
    tables: str | None = None,
    on_top: str = "best",
    resume: Weights | None = None,
    on_progress: Callable[[LearningProgress], object] | None = None,
) -> Weights:
    """Learn an evaluation of a game by self-play, from so many ``games`` or for ``seconds`` (default: 60).

    Ctrl-C ends it early and keeps what was learned. ``on_top`` names an evaluation of the game whose value is one more
    input: ``best`` is its first, if it has one, ``none`` starts from nothing. A game in which each player has a result
    of its own always starts from nothing. ``resume`` has weights to go on from;
    they keep their tables. ``on_progress`` is called at six points of the way, after duels with earlier versions. With
    one thread and a number of games, the same seed gives the same weights.

    Return the weights: their ``evaluation(game)`` is an evaluation for any search, ``write(path)`` makes a file, ``gain``
    is the result of a last duel against play without them. Raise :class:`SearchError` if they lose it, also
    for a game with hidden information, for weights of other rules, and for both limits at once. Raise :class:`SpecError`
    for unknown tables and evaluations.
    """
    game = game_named(subject)
    if seconds is not None and games is not None:
        raise SearchError(_("Give seconds or games, not both."))
    learning = begin_learning(game, tables=tables, on_top=on_top, seed=seed, resume=resume)
    learning.run(seconds or USUAL_SECONDS, games, threads, on_progress or unheard)
    weights = learning.weights()
    refuse_weaker(weights)
    return weights


def begin_learning(
    game: Game, *, tables: str | None = None, on_top: str = "best", seed: int = 0, resume: Weights | None = None
) -> Learning:
    """Study a game and return the run that learns it; arguments and errors as in :func:`learn`."""
    refuse_demands(game.start, MASTERS, "learn")
    if resume is not None and resume.rules != rules_digest(game.start):
        raise SearchError(_("The weights were learned with other rules of {game}. Learn again with plyground learn.", game=resume.game))  # fmt: skip
    below = _below(game, on_top)
    if resume is not None:
        below = None if resume.on_top is None else str(resume.on_top["evaluation"])
    return Learning(game, tables, below, seed, resume)


def _below(game: Game, on_top: str) -> str | None:
    """Return the name of the evaluation to learn on top of. Raise :class:`SearchError` if each player has a result."""
    if Demand.PLAYERS not in game.demands or on_top == "none":
        return evaluation_name(game, on_top)
    if on_top == "best":
        return None
    raise SearchError(_("In a game with a result for each player, plyground learns without another evaluation: use --on-top none."))  # fmt: skip


class Learning:
    """One run: the learner, its versions, and the record of both."""

    def __init__(self, game: Game, tables: str | None, below: str | None, seed: int, resume: Weights | None) -> None:
        """Study the game. ``below`` names the evaluation to learn on top of."""
        self.game = game
        self.seed = seed
        self.study: Study = resume.study if resume else study(game)
        self.kinds = resume.tables if resume else tables or usual_kinds(self.study)
        self.layout: Layout = new_layout(self.study, self.kinds)
        self.earlier = resume
        self.below = below
        self.learner = new_learner(self.study, self.layout, self._on_top())
        self.unlearned = version_of(self.learner)
        if resume:
            self.learner.weights[:] = unrounded(resume.weights, resume.scale)
            if resume.on_top:
                self.learner.on_top.shares[:] = array("d", resume.on_top["shares"])
        self.opening = max(2, round(OPENING_SHARE * self.study.plies))
        self.best = version_of(self.learner)
        self.versions = [self.best]
        self.games = 0
        self.looks = 0  # positions looked at since the last report
        self.all_looks = 0
        self.seconds = 0.0
        self.is_timed = True
        self.duels: list[dict[str, Any]] = []
        self.gain: Gain | None = None
        self.calibration: dict[str, Any] | None = None

    def _on_top(self) -> OnTop | None:
        if self.below is None:
            return None
        evaluation = self.game.evaluations[self.below]
        if self.earlier and self.earlier.on_top:
            usual = float(self.earlier.on_top["usual"])
        else:
            usual = usual_size(evaluation, [position for position, moves in sampled(self.game.start) if moves])
        return new_on_top(evaluation, usual, (1.0, 1.0), MAX_PLIES)

    @property
    def step(self) -> float:
        """The first step of one weight."""
        return STEP / len(self.layout.tables) / min(self.study.groups, 2)

    def run(
        self,
        seconds: float,
        games: int | None,
        threads: int,
        on_progress: Callable[[LearningProgress], object],
        tally: Tally | None = None,
    ) -> None:
        """Learn until the time is up or the games are played. Keep what was learned if Ctrl-C is pressed, or if
        ``tally`` asks to stop; it counts the positions looked at.
        """
        counts = (tally or new_tally()).counts
        start, chance = self.game.start, new_chance(self.seed)
        texts = (self_play_each, play_seats) if self.study.players else (self_play, play_pairs)
        play = _compiled(texts[0], start, self.learner, chance, 1, 0.1, 0.1, 0.1, 1)
        match = _compiled(texts[1], start, self.learner, self.best, chance, array("q", [0]), array("q", [0] * RESULTS), 1, 1, 1)  # fmt: skip
        hands = Hands(self.learner, threads, self.seed, _compiled)
        began = time.monotonic()
        self.is_timed = games is None
        reported = 0

        def chunk(thread: int, count: int, step: float) -> int:
            looks: int = play(
                start, hands.learners[thread], hands.chances[thread], count, step, EXPLORING, TRACE, self.opening
            )
            return looks

        try:
            with ThreadPoolExecutor(threads) as pool:
                for count, done in self._chunks(seconds, games, hands, began):
                    step = self.step * max(LEAST_STEP, 1 - done)
                    shares = [count // threads + (thread < count % threads) for thread in range(threads)]
                    looks = sum(pool.map(chunk, range(threads), shares, [step] * threads))
                    hands.put_together(pool)
                    self.looks += looks
                    self.all_looks += looks
                    counts[NODES] += looks
                    self.games += count
                    self.seconds = time.monotonic() - began
                    now = self.games / games if games else self.seconds / seconds
                    if min(REPORTS, int(now * REPORTS)) > reported:
                        reported = min(REPORTS, int(now * REPORTS))
                        on_progress(self._report(match, hands, pool))
                    if counts[STOP]:
                        self.best = version_of(self.learner)
                        break
        except KeyboardInterrupt:
            self.seconds = time.monotonic() - began
            self.best = version_of(self.learner)
        self.gain = self._measure_gain(match)
        if match is not texts[1]:
            self.calibration = self._calibrate()

    def _measure_gain(self, match: Callable[..., int]) -> Gain | None:
        """Let the weights that will be written play without them. If no version was kept, the last one plays.

        Return None if Ctrl-C is pressed.
        """
        if not any(self.best.weights):
            self.best = version_of(self.learner)
        written = self.best._replace(weights=unrounded(*rounded(self.best)))
        most = max(LEAST_GAIN_LOOKS, self.all_looks // GAIN_PART)
        try:
            return measure_gain(
                match, self.game.start, written, self.unlearned, self.seed + self.games, self.opening, most
            )
        except KeyboardInterrupt:
            return None

    def _calibrate(self) -> dict[str, Any] | None:
        """Let the engine play itself by what was learned, and fit the calibration to these games.

        Return None for weights that lost the last duel, if the learning was too short for enough games, if the engine
        does not support the game, if all games are decided at once, and if Ctrl-C is pressed.
        """
        if self.gain is not None and self.gain.verdict == WEAKER:
            return None
        most = self.all_looks // CALIBRATION_PART // (CALIBRATION_NODES * max(1, round(self.study.plies)))
        if most < LEAST_CALIBRATION_GAMES or self.game.demands & ~Demand.TURNS:
            return None
        count = min(most, MAX_CALIBRATION_GAMES)
        try:
            return calibration_record(self.game, self.weights().evaluation(self.game), count, self.seed)
        except KeyboardInterrupt:
            return None

    def _chunks(self, seconds: float, games: int | None, hands: Hands, began: float) -> Iterator[tuple[int, float]]:
        """Yield the number of games to play next, and the share of the work that is done."""
        threads = len(hands.learners)
        most = None if games is None else max(threads, games // CHUNKS)
        size = most if most and threads == 1 else threads  # one thread looks at no clock then, so a seed means the same
        done = 0.0
        while done < 1:
            began_chunk = time.monotonic()
            yield size if games is None else min(size, games - self.games), done
            now = time.monotonic()
            done = (now - began) / seconds if games is None else self.games / games
            if threads > 1 or most is None:
                wanted = CHUNK_S if threads == 1 else hands.round_s
                size = max(threads, min(MAX_GROWTH * size, int(size * wanted / max(now - began_chunk, 1e-4))))
                size = size if most is None else min(size, most)

    def _report(self, match: Callable[..., int], hands: Hands, pool: ThreadPoolExecutor) -> LearningProgress:
        """Let the present version play the earlier ones, one a thread; keep it unless it loses. Return the state."""
        version = version_of(self.learner)
        most = max(LEAST_LOOKS, self.looks // DUEL_PART)
        self.looks = 0
        seed = self.seed + self.games

        def against(place: int, old: Learner) -> Duel:
            new, old = with_own_memory(version), with_own_memory(old)
            return duel(match, self.game.start, new, old, seed + place, self.opening, most)

        duels: list[Duel] = []
        for found in pool.map(against, range(KEPT_VERSIONS), self.versions[::-1]):
            duels.append(found)
            if found.weaker:
                break
        kept = not any(each.weaker for each in duels)
        if kept:
            self.best = version
            self.versions.append(version)
            del self.versions[:-KEPT_VERSIONS]
        self.duels += [{"after": self.games, "games": each.games, "elo": [round(elo) for elo in each.elo], "weaker": each.weaker} for each in duels]  # fmt: skip
        return LearningProgress(self.games, self.seconds, hands.mean_error(), tuple(duels), kept)

    def weights(self) -> Weights:
        """Return the weights of the version that is kept. A run with a number of games has no time in its record."""
        from plyground import __version__

        weights, scale = rounded(self.best)
        on_top = None
        if self.below is not None:
            evaluation = self.game.evaluations[self.below]
            on_top = {
                "evaluation": self.below,
                "values": rules_digest(self.game.start, evaluation),
                "usual": self.best.on_top.usual,
                "shares": list(self.best.on_top.shares),
            }
        run: dict[str, Any] = {"games": self.games, "seed": self.seed, "step": STEP}
        if self.is_timed:
            run["seconds"] = round(self.seconds)
        return Weights(
            game=self.game.name,
            rules=rules_digest(self.game.start),
            plyground=__version__,
            tables=self.kinds,
            study=self.study,
            scale=scale,
            weights=weights,
            on_top=on_top,
            training=[*(self.earlier.training if self.earlier else []), run],
            duels=self.duels,
            gain=None if self.gain is None else {"games": self.gain.games, "elo": [round(elo) for elo in self.gain.elo], "verdict": self.gain.verdict},
            calibration=self.calibration,
        )  # fmt: skip


def gain_sentence(weights: Weights) -> Sentence:
    """Return what the duel against play without the weights has shown."""
    if weights.gain is None:
        return _("It was not compared with play without it.")
    value, low, high = map(Number, weights.gain["elo"])
    values = {"elo": value, "low": low, "high": high, "games": Number(weights.gain["games"])}
    if weights.gain["verdict"] == STRONGER:
        return _("It is stronger than play without it: {elo} Elo (95 %: {low} to {high}) in {games} games.", **values)
    if weights.gain["verdict"] == WEAKER:
        return _("What was learned is weaker than play without it, so it was not kept: {elo} Elo (95 %: {low} to {high}) in {games} games. Learn longer, or from other tables.", **values)  # fmt: skip
    return _("It is not certain that it helps: {elo} Elo (95 %: {low} to {high}) against play without it, in {games} games. Learn longer to find out.", **values)  # fmt: skip


def refuse_weaker(weights: Weights) -> None:
    """Raise :class:`SearchError` for weights that lost against play without them."""
    if weights.gain is not None and weights.gain["verdict"] == WEAKER:
        raise SearchError(gain_sentence(weights))


def bot_text(game: Game, evaluation: str) -> str:
    """Return the spec text of a bot that searches this game with an evaluation."""
    name = usual(game.start, deepened=True).name
    return f"{'engine' if name == 'pvs' else name}:evaluation={evaluation}"


def _compiled(text: Callable[..., int], *examples: Any) -> Callable[..., int]:
    """Return the compiled twin of a text; with a warning the text itself, if the rules cannot be compiled."""
    try:
        return twin(text, *examples)
    except RulesError as error:
        warn(_("{reason} So it learns in plain Python, many times slower.", reason=error.sentence))
        return text


describe(Weights, "learn(…)")
