"""The judge's answers about one game: workers find them one after another, and they are kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.position import Move
from plyground.errors import GameOver, PlygroundError
from plyground.i18n import Sentence, _
from plyground.judge.judge import HIDDEN
from plyground.presentation.game_view import Findings
from plyground.web.pages.game import jobs
from plyground.web.pages.game.preparation import JUDGE, Preparation
from plyground.web.workers.pool import Job, JobStatus, VisitorWorkers

JUDGE_TIMEOUT_S = 120
"""Seconds for one answer. This protects the server: a judge stops by itself, after a fixed number of positions."""

log = logging.getLogger(__name__)

Kind: TypeAlias = Literal["judgement", "preview", "explanation", "review", "advice"]

JOBS: Mapping[Kind, Job[..., Any]] = {
    "judgement": jobs.judgement,
    "explanation": jobs.explanation,
    "review": jobs.reviewed_move,
    "advice": jobs.advice,
}


class Question(NamedTuple):
    """A question to the judge: about the position after ``moves``, or in a review about the last of them."""

    kind: Kind
    moves: tuple[Move, ...]


def question(kind: Kind, match: Match) -> Question:
    """Return a question about the position on the board of a match."""
    return Question(kind, match.moves[: match.ply])


class JudgedGame:
    """The answers of the judge. ``changed`` is called after each of them."""

    def __init__(
        self, game: Game, workers: VisitorWorkers, changed: Callable[[], None], preparation: Preparation
    ) -> None:
        self.doing: Sentence | None = None  # work before the present answer, in words
        self.can_judge = game.facts.observable
        self._game = game
        self._workers = workers
        self._changed = changed
        self._preparation = preparation
        self._answers: dict[Question, Any] = {}
        self._troubles: dict[Question, Sentence] = {}
        self._wanted: tuple[Question, ...] = ()
        self._work: asyncio.Task[None] | None = None

    def answer(self, kind: Kind, match: Match) -> Any:
        """Return the answer about the position on the board of a match; None if it is not known."""
        return self._answers.get(question(kind, match))

    def trouble(self, kind: Kind, match: Match) -> Sentence | None:
        """Return the reason why there is no answer; None if there is none."""
        return self._troubles.get(question(kind, match)) if self.can_judge else HIDDEN

    def want(self, questions: Iterable[Question]) -> None:
        """Find these answers, the first ones first, instead of those wanted before."""
        self._wanted = tuple(questions) if self.can_judge else ()
        if self._next() and self._work is None:
            self._preparation.begin_judge()
            self._work = asyncio.create_task(self._find())

    def leave(self) -> None:
        """Stop for good, because the page is closed."""
        self._wanted = ()
        if self._work:
            self._work.cancel()

    def findings(self, match: Match, shown: Match, *, reviews: bool) -> Findings:
        """Return everything that is known about the shown position and, with ``reviews``, about the game's moves."""
        explanation = self.answer("explanation", shown)
        judgement = self.answer("judgement", shown) or (explanation and explanation.judgement)
        preview = None if judgement else self.answer("preview", shown)
        moves = match.moves
        known = (
            [self._answers.get(Question("review", moves[:ply])) for ply in range(1, match.ply + 1)] if reviews else ()
        )
        return Findings(
            judgement or preview, preview is not None, explanation, tuple(known), self._work is not None, self.doing,
            self.trouble("explanation", shown) or self.trouble("judgement", shown),
        )  # fmt: skip

    def _next(self) -> Question | None:
        """Return the first wanted question without an answer, or the preview of its position while the judge compiles."""
        for each in self._wanted:
            if each not in self._answers and each not in self._troubles:
                preview = Question("preview", each.moves)
                if each.kind in ("review", "advice") or self._preparation.is_ready(JUDGE) or preview in self._answers or preview in self._troubles:  # fmt: skip
                    return each
                return preview
        return None

    async def _find(self) -> None:
        try:
            while asked := self._next():
                await self._ask(asked)
                self.doing = None
                self._changed()
        finally:
            self._work = None
        self._changed()

    async def _ask(self, asked: Question) -> None:
        try:
            if asked.kind == "preview":
                found = await self._run(jobs.judgement, asked, preview=True)
            else:
                await self._preparation.wait(JUDGE)  # compiling takes place once, in advance
                found = await self._run(JOBS[asked.kind], asked)
        except GameOver as error:
            self._troubles[asked] = error.sentence
        except PlygroundError as error:
            self._troubles[asked] = error.sentence
        except Exception:
            log.exception("A position could not be judged.")
            self._troubles[asked] = _("Something unexpected went wrong; the server's log has the details.")
        else:
            self._answers[asked] = found

    async def _run(self, job: Job[..., Any], asked: Question, **options: bool) -> Any:
        return await self._workers.run(job, JUDGE_TIMEOUT_S, self._watch, self._game.name, asked.moves, **options)

    def _watch(self, status: JobStatus) -> bool:
        if isinstance(status.news, Sentence) and status.news != self.doing:
            self.doing = status.news
            self._changed()
        return False
