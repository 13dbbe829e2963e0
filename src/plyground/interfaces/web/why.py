"""The why view: what every move is worth, why the bot moved, and what each search would cost here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from plyground.arena.analysis import AHEAD, MoveValues, ahead, contestants
from plyground.errors import PlygroundError, SearchStopped
from plyground.game import Game
from plyground.interfaces.web import jobs
from plyground.interfaces.web.elements import button, show, tag
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.tree_address import stepped
from plyground.interfaces.web.workers import Glance, Share, unwatched
from plyground.interfaces.web.worth import legend
from plyground.interfaces.worth import Worth, Worths, with_best
from plyground.language import Number, Sentence, _, _n
from plyground.players.reasons import format_line, worth
from plyground.position import Demand, Move

PATIENCE = 5
"""Seconds for the values of all moves, or for a bot that is asked again."""

MEASURED, HOPELESS = 20, 2
"""Seconds for a search to the end of the game: the second where the moves' values could not be found either."""

log = logging.getLogger(__name__)


class WhyPanel:
    """Studies the position on the board while it is open; ``changed`` hears when the board has more to show."""

    def __init__(self, table: Table, workers: Share, changed: Callable[[], None]) -> None:
        self.is_open = False
        self.worths: Worths | None = None  # of the moves of the position on the board
        self._table = table
        self._workers = workers
        self._changed = changed
        self._studied: tuple[tuple[Move, ...], str] | None = None
        self._study: asyncio.Task[None] | None = None
        self.drawn = table.game.picture.width > 0 and not table.game.demands & ~Demand.TURNS  # here as a tree of boards

    def build(self, open_tree: Callable[[], None]) -> None:
        """Put the panel on the page, hidden, and empty until it is opened."""
        self.panel = tag("section", classes="panel why", aria_label=str(_("Why?")))
        self.panel.set_visibility(False)
        self._open_tree = open_tree

    def _build_inside(self) -> None:
        with self.panel:
            tag("h2", _("Why?"))
            self.reason = tag("p", classes="reason")
            self.worth = tag("p")
            self.line = tag("p")
            self.legend = tag("div")
            with tag("table", classes="costs") as self.costs:
                self.contestants = contestants(self._table.game)
                tag("caption", _costs(self._table.game))
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

    def toggle(self) -> None:
        """Open or close the panel."""
        self.is_open = not self.is_open
        if not self.panel.default_slot.children:
            self._build_inside()
        self.panel.set_visibility(self.is_open)
        self.follow()
        self._changed()

    def follow(self) -> None:
        """Study the position on the board, if it is another than before and nobody is thinking about it."""
        table = self._table
        ply = table.last_bot_ply
        bot = "" if ply is None else table.mover_at(ply).text
        shown = (table.match.moves[: table.match.ply], bot) if self.is_open and not table.thinking else None
        if shown == self._studied:
            return
        self.leave()
        self._studied = shown
        self._clear()
        if shown is not None:
            self._study = asyncio.create_task(self._study_position(shown[0]))

    def leave(self) -> None:
        """Compute nothing more."""
        if self._study:
            self._study.cancel()
        self._study = None
        self.worths = None

    def _clear(self) -> None:
        over = self._table.match.outcome is not None
        show(self.reason, "")
        if over:
            show(self.worth, _("The game is over: there is nothing left to choose."))
        elif self._table.thinking:
            show(self.worth, _("The bot is still thinking …"))
        else:
            show(self.worth, _("Looking at every move …"))
        show(self.line, "")
        link = "" if over or self.drawn else stepped(self._table.game, self._table.match.position)
        self.steps.props["href"] = link
        self.steps.set_visibility(bool(link))
        self.steps.update()
        for cell in (cell for row in self.rows for cell in row):
            show(cell, "")
        self.legend.clear()
        self.costs.set_visibility(not over and bool(self.contestants))
        self.note.set_visibility(not over and bool(self.contestants))
        game = self._table.game
        self.comparison.set_visibility(not over and game.facts.observable)
        if game.facts.observable:  # the address of a position tells all of it
            from plyground.interfaces.web.compare_address import Asked  # late: brings the experiments

            here = Asked(game=game.name, positions=game.notation.format(self._table.match.position))
            self.comparison.props["href"] = f"/compare?{here.format()}"
            self.comparison.update()

    async def _study_position(self, moves: tuple[Move, ...]) -> None:
        try:
            show(self.reason, await self._last_reason())
            if self._table.match.outcome:
                return
            await self._value_moves(moves)
            for number, row in enumerate(self.rows):
                await self._measure(number, row, moves)
        except PlygroundError as error:
            show(self.worth, error)
        except Exception:
            log.exception("A position could not be studied.")
            show(self.worth, _("Something unexpected went wrong; the server's log has the details."))

    async def _last_reason(self) -> Sentence:
        """Why the last bot moved as it did; for a move that came with a link, the bot is asked again."""
        table = self._table
        ply = table.last_bot_ply
        if ply is None:
            return _("No bot has moved yet.")
        move, position = table.match.moves[ply], table.match.positions[ply]
        bot, made = table.mover_at(ply), table.made_at(ply)
        choice = made.choice if made else None
        if choice is None:
            try:
                choice = await self._workers.run(
                    jobs.choose, PATIENCE, unwatched, table.game.name, table.match.moves[:ply], bot.text
                )
            except SearchStopped:
                return _("The last move came with the link, so the reason for it is not known.")
        words = {
            "side": table.game.mover(position),
            "player": bot.player.card.title,
            "move": table.game.notation.format_move(position, choice.move),
            "reason": choice.reason,
        }
        if made:
            return _("{side} ({player}) played {move}. {reason}", **words)
        if choice.move == move:
            return _("{move} came with the link; {side} ({player}) would play it too. {reason}", **words)
        return _("The last move came with the link. {side} ({player}) would have played {move}. {reason}", **words)

    async def _value_moves(self, moves: tuple[Move, ...]) -> None:
        table = self._table

        def watch(glance: Glance) -> bool:
            looking = _("Looking at every move: {count} …", count=Number(glance.visits))
            show(self.worth, glance.news or looking)  # there is news where it is compiled first
            return False

        values = await self._workers.run(jobs.move_values, PATIENCE, watch, table.game.name, moves)
        self.worths = _worths(values)
        side = table.match.mover
        if values.proven:
            drawn = _("What each move is worth to {side} is on the board.", side=side)
            listed = _("What each move is worth to {side} stands beside it.", side=side)
            show(self.worth, drawn if table.game.picture.width else listed)
        else:
            known = _n(
                "What each move is worth to {side} is on the board, as far as {count} ply shows.",
                "What each move is worth to {side} is on the board, as far as {count} plies show.",
                values.depth,
                side=side,
            )
            stopped = _n(
                "The search was stopped after {seconds} s and {count} position: this position is too large for it.",
                "The search was stopped after {seconds} s and {count} positions: this position is too large for it.",
                values.result.visits,
                seconds=PATIENCE,
            )
            show(self.worth, f"{known} {stopped}")
        line = format_line(table.game, table.match.position, values.result.line)
        two = len(table.game.sides) == 2
        show(self.line, _("Best line for both sides: {line}", line=line) if two else _("Best line: {line}", line=line))
        with self.legend:
            legend(self.worths)
            if table.game.picture.pieces:
                tag("p", _("A piece shows what its best move is worth; picked up, it shows all of them."), "source")
        self._changed()

    async def _measure(self, number: int, row: list[Any], moves: tuple[Move, ...]) -> None:
        visits, cutoffs, seconds = row
        seen = 0
        known = self.worths is not None and all(known.kind != "guess" for known in self.worths.values())
        patience = MEASURED if known else HOPELESS

        def watch(glance: Glance) -> bool:
            nonlocal seen
            seen = glance.visits
            show(visits, _("{count} …", count=Number(seen)))
            return False

        try:
            result = await self._workers.run(jobs.measure, patience, watch, self._table.game.name, moves, number)
        except SearchStopped:
            show(visits, _("over {count}", count=Number(seen)))
            show(cutoffs, "–")
            show(seconds, _("stopped after {seconds} s: too large", seconds=patience))
            return
        show(visits, Number(result.visits))
        show(cutoffs, Number(result.alpha_cutoffs + result.beta_cutoffs))
        show(seconds, Number(result.seconds, decimals=4))


def _costs(game: Game) -> Sentence:
    """What the table of costs is about."""
    if ahead(game):
        return _n(
            "What each search costs from this position, {count} ply ahead",
            "What each search costs from this position, {count} plies ahead",
            AHEAD,
        )
    return _("What each search costs from this position to the end of the game")


def _worths(values: MoveValues) -> Worths:
    """What the search for the value of every move says of each."""
    found = values.result
    worths = {}
    for root in sorted(found.moves, key=lambda root: root.score or 0, reverse=True):
        value = root.value or 0
        if root.proven:
            worths[root.move] = Worth.proven(value, root.distance, worth(found, value, root.distance))
        else:
            worths[root.move] = Worth.guessed(value, values.depth)
    return with_best(worths, [root.move for root in found.moves if root.score == found.score])
