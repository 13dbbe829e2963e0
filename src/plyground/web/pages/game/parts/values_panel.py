"""All values: every move of the shown position with the judge's value, the best first, and the line of best play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from plyground.bots import Choice
from plyground.i18n import Sentence, _
from plyground.judge.judgement import Judgement
from plyground.presentation.coach_card import standing
from plyground.presentation.engine_adviser import (
    ADVISER_TIMEOUT_S,
    adviser_spec,
    advisers,
    correction,
    opinion,
    proven_values,
)
from plyground.presentation.game_view import GameView
from plyground.presentation.status_text import joined
from plyground.solvers.card import known_values, said
from plyground.web.components.elements import button, show, tag
from plyground.web.components.move_value_chips import chip, legend
from plyground.web.pages.game import jobs
from plyground.web.pages.game.explorer import Explorer
from plyground.web.workers.pool import VisitorWorkers, guarded, ignore_status


class ValuesPanel:
    """The panel with the values of the shown position; a press on a move shows the position after it."""

    def __init__(self, explorer: Explorer, workers: VisitorWorkers) -> None:
        self._explorer = explorer
        self._workers = workers
        self._listed: tuple[object, ...] = ()
        self._asking: asyncio.Task[None] | None = None  # task that asks a program for its opinion
        self._is_built = False

    def build(self) -> None:
        """Put the panel on the page, empty and hidden until it is opened."""
        self.panel = tag("section", classes="explorer", aria_label=str(_("All values")))
        self.panel.set_visibility(False)

    def _build_inside(self) -> None:
        self._is_built = True
        with self.panel:
            self.verdict = tag("p", classes="verdict", tabindex=-1)
            self.source = tag("p", classes="source")
            self.moves = tag("ol", classes="ranking", aria_label=str(_("Every move, the best first")))
            self.line_title = tag("p", _("Best play from here; press a move to see the position after it:"))
            self.line = tag("ol", classes="line", aria_label=str(_("Best play")))
            self.legend = tag("div")
            self.opinion = tag("p", role="status")
            with tag("div", classes="actions") as self.advisers:
                for name in advisers(self._explorer.shown):
                    button(_("What does {name} think here?", name=name), partial(self._ask, name))

    def leave(self) -> None:
        """Stop asking programs."""
        if self._asking:
            self._asking.cancel()
        self._asking = None

    def draw(self, view: GameView) -> None:
        """Show the values that are known now."""
        self.panel.set_visibility(view.shows_values)
        if not view.shows_values:
            return
        if not self._is_built:
            self._build_inside()
        found = view.findings.judgement
        show(self.verdict, _verdict(view))
        show(self.source, _source(view))
        key = view.shown.moves[: view.shown.ply], found
        if self._listed != key:
            if self._listed[:1] != key[:1]:
                self.leave()
                show(self.opinion, "")
            self._listed = key
            self._list(view, found)
        self.advisers.set_visibility(view.shown.outcome is None and not view.shown.is_chance)

    def _list(self, view: GameView, found: Judgement | None) -> None:
        explorer, match = self._explorer, view.shown
        game, position = match.game, match.position
        for each in (self.moves, self.line, self.legend):
            each.clear()
        worths = view.worths
        line = found.best.line if found and found.moves else ()
        self.line_title.set_visibility(bool(line))
        if worths is None:
            return
        with self.moves:
            for move, worth in worths.items():
                word = game.move_words(position, move)
                with tag("li"), button("", self._press(partial(explorer.try_move, move)), "row"):
                    chip(worth)
                    tag("span", word, "word")
                    tag("span", worth.words, "words")
                    if worth.best:
                        tag("span", _("best"), "note")
        with self.line:
            for place, move in enumerate(line, 1):
                with tag("li"):
                    button(
                        game.notation.format_move(position, move),
                        self._press(partial(explorer.follow_line, line, place)),
                    )
                position = position.play(move)
        with self.legend:
            legend(worths)
            if game.picture.pieces:
                tag("p", _("A piece shows the value of its best move. Pick it up to see all its moves."), "source")

    def _press(self, look: Callable[[], None]) -> Callable[[], None]:
        """Return the handler of a press that shows another position. It moves the keyboard focus to the verdict."""

        def pressed() -> None:
            look()
            self.verdict.call("focus")

        return pressed

    def _ask(self, name: str) -> None:
        """Ask an external program for its value of the position and its move."""
        self.leave()
        show(self.opinion, _("{name} is thinking …", name=name))
        self._asking = asyncio.create_task(self._tell_opinion(name))

    async def _tell_opinion(self, name: str) -> None:
        match = self._explorer.shown
        moves = match.moves[: match.ply]
        job: Any = self._workers.run(jobs.choose, ADVISER_TIMEOUT_S, ignore_status, match.game.name, moves, adviser_spec(name))  # fmt: skip
        choice: Choice | None = await guarded(job, partial(show, self.opinion))
        if choice is not None:
            known = self._listed[1] if len(self._listed) > 1 else None
            exact = proven_values(known).get(choice.move) if isinstance(known, Judgement) else None
            show(self.opinion, joined(opinion(match, name, choice), correction(match, choice, exact)))


def _verdict(view: GameView) -> Sentence | str:
    """Return the value of the shown position in words."""
    found, match, findings = view.findings.judgement, view.shown, view.findings
    if match.outcome:
        return _("The game is over: there is nothing left to choose.")
    if found is None:
        return findings.trouble or findings.doing or _("Looking at every move …")
    return standing(match, found)


def _source(view: GameView) -> Sentence | str:
    """Return the grey line below the verdict: the published value at the start, or the kind of the values."""
    found, match = view.findings.judgement, view.shown
    known = next((each for each in known_values(match.game) if each.game == match.game.name), None)
    if not match.ply and known:
        return _("Known: {value} for the first player. Source: {source}", value=said(known), source=known.found_by)
    if found is None or match.outcome:
        return ""
    if view.findings.is_preview:
        return _("A first look at few positions. The judge's values follow.")
    if found.proven and all(each.proven for each in found.moves):
        return _("These are exact values.")
    return _("Estimates are expected scores, from −100 (lost) to 100 (won).")
