"""Keep the evaluations that were learned on the page, and the run that learns one now.

They live as long as the server. A weights file saved from the page can be given to the next one (``--weights``).
"""

from __future__ import annotations

from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.i18n import Sentence, _, language
from plyground.learning.learn import LearningProgress, begin_learning, refuse_weaker
from plyground.learning.rules_digest import rules_digest
from plyground.learning.weights_file import add_evaluation, parsed, weights_name
from plyground.searches.tally import Tally
from plyground.web.workers.pool import JobStatus, VisitorWorkers, guarded
from plyground.web.workers.running_job import report_progress

FOLDER = "/evaluation/"
"""Start of the paths under which this process knows the evaluations; there are no such files."""
SECONDS = (10, 60, 300)
"""Choices of how long to learn."""
GRACE_S = 120
"""Seconds beyond these for compiling and for duels, before the run is stopped."""


class LearningRun:
    """One run for a game: its progress, and the weights."""

    def __init__(self, game: Game, seconds: float, content: bytes = b"") -> None:
        """Begin from the ``content`` of an earlier file if there is one."""
        self.game = game
        self.evaluation = weights_name(game.name)  # name of the evaluation
        self.seconds = seconds
        self.content = content  # file of weights
        self.reports: list[LearningProgress] = []
        self.looks = 0  # positions looked at
        self.is_running = True
        self.is_stopped = False
        self.trouble: Sentence | None = None

    def watch(self, status: JobStatus) -> bool:
        """Note the progress. Return True to stop."""
        self.looks = status.nodes
        if isinstance(status.news, LearningProgress):
            self.reports.append(status.news)
        return self.is_stopped

    def fail(self, sentence: Sentence) -> None:
        """Note why nothing was learned."""
        self.trouble = sentence


class LearningKeeper:
    """The last run of each game. One runs at a time."""

    def __init__(self) -> None:
        self._runs: dict[str, LearningRun] = {}

    @property
    def running(self) -> LearningRun | None:
        """The run that learns now, or None."""
        return next((run for run in self._runs.values() if run.is_running), None)

    def find(self, game: str) -> LearningRun | None:
        """Return the last run of a game, by its spec text, or None."""
        return self._runs.get(game)

    async def learn(self, game: Game, seconds: float, workers: VisitorWorkers) -> bool:
        """Learn in a worker. Return True if there is a new evaluation. Raise :class:`SpecError` during another run."""
        if (other := self.running) is not None:
            raise SpecError(_("{game} is being learned. Stop that first.", game=other.game.title))
        earlier = self._runs.get(game.name)
        run = self._runs[game.name] = LearningRun(game, seconds, earlier.content if earlier else b"")
        try:
            job = workers.run(learn_game, seconds + GRACE_S, run.watch, game.name, seconds, run.content, language())
            content = await guarded(job, run.fail)
            if content:
                run.content = content
                add_evaluation(FOLDER + run.evaluation, content)
        finally:
            run.is_running = False
        return bool(content)


def learn_game(tally: Tally, game_text: str, seconds: float, earlier: bytes, spoken: str) -> bytes:
    """Learn a game in a worker until the time is up or the tally says stop. Return the content of the weights file.

    Raise :class:`SearchError` for weights that are weaker than none.
    """
    from plyground.games import game as game_named
    from plyground.i18n import use

    use(spoken)
    game = game_named(game_text)
    known = parsed(game_text, earlier) if earlier else None
    if known is not None and known.rules != rules_digest(game.start):
        known = None  # the author has changed the rules
    learning = begin_learning(game, resume=known)
    learning.run(seconds, None, 1, report_progress, tally)
    weights = learning.weights()
    refuse_weaker(weights)
    return weights.content()
