"""The why view: the value of every move, the bot's reason, and the cost of each search here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from plyground.arena.analysis import AHEAD, MoveValues, ahead, contestants
from plyground.arena.match import Match
from plyground.bots import Choice
from plyground.bots.reasons import format_line
from plyground.core.game import Game
from plyground.core.position import Demand, Move
from plyground.errors import PlygroundError, SearchError, SearchStopped
from plyground.i18n import Number, Sentence, _, _n
from plyground.presentation.engine_adviser import (
    ADVISER_TIMEOUT_S,
    adviser_spec,
    advisers,
    correction,
    exact_value,
    exact_values,
    opinion,
)
from plyground.presentation.game_session import GameSession
from plyground.presentation.move_values import Worths, exact_worths, searched_worths
from plyground.presentation.side_title import mover_title
from plyground.presentation.status_text import joined
from plyground.solvers.explore import Exploration
from plyground.solvers.forward import Value
from plyground.web.components.elements import button, show, tag
from plyground.web.components.move_value_chips import legend
from plyground.web.pages.game import jobs
from plyground.web.pages.game.background_analysis import PositionAnalysis
from plyground.web.pages.game.preparation import VALUES, Preparation
from plyground.web.urls.trees_url import stepped
from plyground.web.workers.pool import JobStatus, VisitorWorkers, Watch, ignore_status

WHY_TIMEOUT_S = 5
"""Seconds for the values of all moves, or to ask a bot again."""

MEASURE_TIMEOUT_S, HOPELESS_TIMEOUT_S = 20, 2
"""Seconds for a search to the end of the game, and seconds if the moves' values could not be found."""

log = logging.getLogger(__name__)


class WhyPanel:
    """The why view of the position on the board; ``changed`` is called when the board has more to show."""

    def __init__(
        self,
        session: GameSession,
        analysis: PositionAnalysis,
        workers: VisitorWorkers,
        preparation: Preparation,
        changed: Callable[[], None],
    ) -> None:
        self.is_open = False
        self.worths: Worths | None = None  # values of the moves on the board
        self._session = session
        self._analysis = analysis
        self._workers = workers
        self._preparation = preparation
        self._changed = changed
        self._studied: tuple[tuple[Move, ...], str] | None = None
        self._study: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None  # task that asks a program for its opinion
        self._exact_values: dict[Move, Value] = {}  # exact values of the moves on the board, if known
        self._claims: dict[Any, tuple[Sentence, Match, Choice]] = {}  # (sentence, match, choice) by its paragraph
        self.drawn = (
            session.game.picture.width > 0 and not session.game.demands & ~Demand.TURNS
        )  # True if the decision can be shown as a tree of boards

    def build(self, open_tree: Callable[[], None]) -> None:
        """Put the panel on the page, hidden, and empty until it is opened."""
        self.panel = tag("section", classes="why", aria_label=str(_("Why?")))
        self._open_tree = open_tree

    def _build_inside(self) -> None:
        with self.panel:
            self.reason = tag("p", classes="reason")
            self.worth = tag("p")
            self.line = tag("p")
            self.opinion = tag("p", role="status")
            with tag("div", classes="actions") as self.advisers:
                for name in advisers(self._session.match):
                    button(_("What does {name} think here?", name=name), partial(self._ask, name))
            self.advisers.set_visibility(False)  # hidden until a player is to move
            self.legend = tag("div")
            with tag("table", classes="costs") as self.costs:
                self.contestants = contestants(self._session.game)
                tag("caption", _costs(self._session.game))
                with tag("thead"), tag("tr"):
                    for heading in (_("Search"), _("Positions"), _("Cut-offs"), _("Seconds")):
                        tag("th", heading, scope="col")
                with tag("tbody"):
                    self.rows = [self._build_row(contestant.title) for contestant in self.contestants]
            self.note = tag("p", _("The times are those of plain Python."), "source")
            with tag("div", classes="actions"):
                self.opener = button(_("Open as a tree"), self._open_tree, "primary")
                self.opener.set_visibility(self.drawn)
                self.steps = tag("a", _("Step through a search"), "button primary")
                self.comparison = tag("a", _("Compare searches from here"), "button")

    def _build_row(self, title: Sentence) -> list[Any]:
        with tag("tr"):
            tag("th", title, scope="row")
            return [tag("td") for _column in range(3)]

    def set_open(self, is_open: bool) -> None:
        """Start or stop analysing the position on the board."""
        self.is_open = is_open
        if not self.panel.children:
            self._build_inside()
        self.follow()

    def follow(self) -> None:
        """Analyse the position on the board, if it has changed and no bot is thinking."""
        session = self._session
        ply = session.last_bot_ply
        bot = "" if ply is None else session.mover_at(ply).text
        studies = self.is_open and not session.thinking and not session.match.is_chance
        shown = (session.match.moves[: session.match.ply], bot) if studies else None
        if shown == self._studied:
            return
        self.leave()
        self._studied = shown
        self._clear()
        if shown is not None:
            self._study = asyncio.create_task(self._study_position(shown[0]))

    def leave(self) -> None:
        """Stop computing."""
        for task in (self._study, self._asking):
            if task:
                task.cancel()
        self._study = self._asking = None
        self.worths = None

    def _clear(self) -> None:
        over = self._session.match.outcome is not None
        self._claims.clear()
        self._exact_values = {}
        show(self.reason, "")
        if over:
            show(self.worth, _("The game is over: there is nothing left to choose."))
        elif self._session.thinking:
            show(self.worth, _("The bot is still thinking …"))
        else:
            show(self.worth, _("Looking at every move …"))
        show(self.line, "")
        show(self.opinion, "")
        self.advisers.set_visibility(not (over or self._session.thinking or self._session.match.is_chance))
        link = "" if over or self.drawn else stepped(self._session.game, self._session.match.position)
        self.steps.props["href"] = link
        self.steps.set_visibility(bool(link))
        for cell in (cell for row in self.rows for cell in row):
            show(cell, "")
        self.legend.clear()
        self.costs.set_visibility(not over and bool(self.contestants))
        self.note.set_visibility(not over and bool(self.contestants))
        game = self._session.game
        self.comparison.set_visibility(not over and game.facts.observable)
        if game.facts.observable:  # the page's address must not tell hidden information
            from plyground.web.urls.compare_url import CompareQuery  # imported here because it imports the experiments

            here = CompareQuery(game=game.name, positions=game.notation.format(self._session.match.position))
            self.comparison.props["href"] = f"/compare?{here.format()}"

    def _ask(self, name: str) -> None:
        """Ask an external program for its value of the position and its move."""
        if self._asking:
            self._asking.cancel()
        show(self.opinion, _("{name} is thinking …", name=name))
        self._asking = asyncio.create_task(self._tell_opinion(name))

    async def _tell_opinion(self, name: str) -> None:
        match = self._session.match
        moves = match.moves[: match.ply]
        try:
            choice = await self._workers.run(
                jobs.choose, ADVISER_TIMEOUT_S, ignore_status, match.game.name, moves, adviser_spec(name)
            )
        except PlygroundError as error:
            show(self.opinion, error)
        else:
            self._tell(self.opinion, opinion(match, name, choice), match, choice)

    def _tell(self, paragraph: Any, said: Sentence, match: Match, choice: Choice) -> None:
        """Show a sentence on a choice in the position of ``match``. Correct a program's own value if the position is
        solved.
        """
        self._claims[paragraph] = said, match, choice
        exact = exact_value(match, choice.move, self._session.match.position, self._exact_values)
        show(paragraph, joined(said, correction(match, choice, exact)))

    async def _study_position(self, moves: tuple[Move, ...]) -> None:
        try:
            await self._tell_last_reason()
            if self._session.match.outcome:
                return
            await self._value_moves(moves)
            for number, row in enumerate(self.rows):
                await self._measure(number, row, moves)
        except PlygroundError as error:
            show(self.worth, error)
        except Exception:
            log.exception("A position could not be studied.")
            show(self.worth, _("Something unexpected went wrong; the server's log has the details."))

    async def _tell_last_reason(self) -> None:
        """Show the last bot's reason for its move; if the move came with a link, ask the bot again."""
        session = self._session
        ply = session.last_bot_ply
        if ply is None:
            show(self.reason, _("No bot has moved yet."))
            return
        move, position = session.match.moves[ply], session.match.positions[ply]
        bot, made = session.mover_at(ply), session.played_at(ply)
        choice = made.choice if made else None
        if choice is None:
            try:
                choice = await self._workers.run(
                    jobs.choose, WHY_TIMEOUT_S, ignore_status, session.game.name, session.match.moves[:ply], bot.text
                )
            except SearchStopped:
                show(self.reason, _("The last move came with the link, so the reason for it is not known."))
                return
        words = {
            "side": mover_title(session.game, position),
            "player": bot.title,
            "move": session.game.notation.format_move(position, choice.move),
            "reason": choice.reason,
        }
        if made:
            said = _("{side} ({player}) played {move}. {reason}", **words)
        elif choice.move == move:
            said = _("{move} came with the link; {side} ({player}) would play it too. {reason}", **words)
        else:
            said = _("The last move came with the link. {side} ({player}) would have played {move}. {reason}", **words)
        self._tell(self.reason, said, session.match.undo(session.match.ply - ply), choice)

    async def _value_moves(self, moves: tuple[Move, ...]) -> None:
        def watch(glance: JobStatus) -> bool:
            looking = _("Looking at every move: {count} …", count=Number(glance.nodes))
            if self.worths is None:
                show(self.worth, glance.news or looking)  # news comes while the search is compiled first
            return False

        async for found in self._values(moves, watch):
            self._show_values(found)

    def _show_values(self, found: Exploration | MoveValues) -> None:
        session = self._session
        side = mover_title(session.game, session.match.position)
        if isinstance(found, Exploration) or found.proven:
            drawn = _("The board shows the value of each move for {side}.", side=side)
            listed = _("The value for {side} stands beside each move.", side=side)
            show(self.worth, drawn if session.game.picture.width else listed)
        else:
            known = _n(
                "The board shows the value of each move for {side}, by a search of {count} ply.",
                "The board shows the value of each move for {side}, by a search of {count} plies.",
                found.depth,
                side=side,
            )
            stopped = _n(
                "The search was stopped after {seconds} s and {count} position: this position is too large for it.",
                "The search was stopped after {seconds} s and {count} positions: this position is too large for it.",
                found.result.nodes,
                seconds=WHY_TIMEOUT_S,
            )
            show(self.worth, joined(known, stopped))
        best = found.line if isinstance(found, Exploration) else found.result.line
        self.worths = exact_worths(found) if isinstance(found, Exploration) else searched_worths(found)
        self._exact_values = exact_values(found)
        line = format_line(session.game, session.match.position, best)
        two = len(session.game.sides) == 2
        show(self.line, _("Best line for both sides: {line}", line=line) if two else _("Best line: {line}", line=line))
        self.legend.clear()
        with self.legend:
            legend(self.worths)
            if session.game.picture.pieces:
                tag("p", _("A piece shows the value of its best move. Pick it up to see all its moves."), "source")
        for paragraph, claim in list(self._claims.items()):
            self._tell(paragraph, *claim)
        self._changed()

    async def _values(self, moves: tuple[Move, ...], watch: Watch) -> AsyncIterator[Exploration | MoveValues]:
        """Yield estimated values if they are ready first, then exact values from the fastest source.

        Raise :class:`SearchError` if there are no values of either kind.
        """
        match, analysis = self._session.match, self._analysis
        if known := analysis.exploration(match.position):
            yield known
            return
        native = self._preparation.is_ready(VALUES)  # waiting for a compiler would take too long
        self._preparation.begin_studies()
        exact = asyncio.create_task(analysis.exact(match, WHY_TIMEOUT_S, watch))
        values = asyncio.create_task(
            self._workers.run(
                jobs.move_values, WHY_TIMEOUT_S, watch, match.game.name, moves, native=None if native else False
            )
        )
        try:
            await asyncio.wait({exact, values}, return_when=asyncio.FIRST_COMPLETED)
            if exact.done() and not exact.exception():
                yield exact.result()
                return
            yield await values
            if not values.result().proven:
                with suppress(SearchError):
                    yield await exact
        finally:
            for task in (exact, values):
                task.cancel()
                task.add_done_callback(_hear_of_its_end)

    async def _measure(self, number: int, row: list[Any], moves: tuple[Move, ...]) -> None:
        nodes, cutoffs, seconds = row
        seen = 0
        known = self.worths is not None and all(known.kind != "guess" for known in self.worths.values())
        patience = MEASURE_TIMEOUT_S if known else HOPELESS_TIMEOUT_S

        def watch(glance: JobStatus) -> bool:
            nonlocal seen
            seen = glance.nodes
            show(nodes, _("{count} …", count=Number(seen)))
            return False

        try:
            result = await self._workers.run(jobs.measure, patience, watch, self._session.game.name, moves, number)
        except SearchStopped:
            show(nodes, _("over {count}", count=Number(seen)))
            show(cutoffs, "–")
            show(seconds, _("stopped after {seconds} s: too large", seconds=patience))
            return
        show(nodes, Number(result.nodes))
        show(cutoffs, Number(result.alpha_cutoffs + result.beta_cutoffs))
        show(seconds, Number(result.seconds, decimals=4))


def _hear_of_its_end(task: asyncio.Task[Any]) -> None:
    """Mark a task's exception as handled, so that asyncio does not log it."""
    if not task.cancelled():
        task.exception()


def _costs(game: Game) -> Sentence:
    """Return the caption of the table of costs."""
    if ahead(game):
        return _n(
            "Cost of each search from this position, {count} ply ahead",
            "Cost of each search from this position, {count} plies ahead",
            AHEAD,
        )
    return _("Cost of each search from this position to the end of the game")
