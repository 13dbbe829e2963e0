"""The room *Compare*: the costs of searches by depth, as a chart and a table that grow search by search."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable

from plyground.arena.chart import NARROW, PROJECTED, WIDE, Panel, chart, figure, look, names
from plyground.arena.compare import MEASURES, ORDERS, Contender, Row, branching, csv, means_of
from plyground.arena.presets import PRESETS
from plyground.drawing.legend import conventions_in_words
from plyground.errors import PlygroundError, SearchStopped
from plyground.games import game as game_named
from plyground.i18n import Number, Sentence, _, _n, capital
from plyground.searches.registry import ALGORITHMS
from plyground.teaching.gallery import gallery
from plyground.web.components.elements import button, fill, fixed, in_language, select, show, tag
from plyground.web.components.game_list import listed_games
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.templates import fragment
from plyground.web.components.themed_svg import picture
from plyground.web.connected.page_client import Client, current_client
from plyground.web.pages.compare import jobs as compare_jobs
from plyground.web.urls.compare_url import NODES, SECONDS, TREE, CompareQuery, Plan
from plyground.web.workers.pool import JobStatus, VisitorWorkers

TIMEOUT_S = 180
"""Seconds that one visitor's experiment may take."""
REDRAWN = 0.8
"""Seconds between two redraws of the chart, at least."""

log = logging.getLogger(__name__)


class ComparePage:
    """One visitor's page. Each choice on it is a new URL."""

    def __init__(self, frame: PageLayout, asked: CompareQuery, workers: VisitorWorkers) -> None:
        self.client = current_client()
        self.frame = frame
        self.asked = asked
        self.workers = workers
        self.plan: Plan | None = None
        self.rows: list[Row] = []
        self.running = True  # True while more rows come in
        self.task: asyncio.Task[None] | None = None
        self.drawn = 0.0  # time at which the chart was last drawn

    def build(self) -> None:
        """Build the page; rows are added later."""
        with self.frame.build(_("Compare"), _("This page needs JavaScript.")):
            tag("h1", _("Compare"))
            self.choice = fixed(
                "section", self._choice(), "panel choice", aria_label=str(_("Settings of the comparison"))
            )
            with tag(
                "section", classes="panel show compared", aria_label=str(_("Costs of the searches"))
            ) as self.stage:
                self.said = tag("p", _("Counting …"), role="status")
                with tag("div", classes="going") as self.going:
                    self.bar = tag("progress", aria_label=str(_("Searches done")), value=0, max=1)
                    self.now = tag("p", classes="source")
                    button(_("Stop"), self._stop)
                select(
                    _("Show"),
                    [(name, title) for name, (title, _value) in MEASURES.items()],
                    self.asked.shown,
                    self._measure,
                )
                self.drawing = fixed("figure", "")
                label = str(_("The same as a table"))
                self.table = fixed("div", "", "scroll", tabindex=0, role="region", aria_label=label)
                self.notes = tag("p", classes="source")
                with tag("div", classes="actions") as self.downloads:
                    button(_("All searches as CSV"), self._save_csv)
                    button(_("The chart as SVG"), self._save_chart)
        self.downloads.set_visibility(False)
        if self.asked.game:
            self.client.on_connect(in_language(self._arrived))
            self.client.on_delete(self._leave)
        else:
            self.stage.set_visibility(False)

    def _choice(self, error: Sentence | str = "") -> str:
        """Return the form for the comparison, open if nothing is chosen or there is an error."""
        asked = self.asked
        games: dict[str, object] = {name: known.title for name, known in listed_games()[0].items()}
        if asked.game and not asked.game.startswith(TREE):
            games.setdefault(asked.game, asked.game)
        trees = [(f"{TREE}{name}", one.title) for name, one in gallery().items()]
        return fragment(
            "compare_choice.html",
            query=asked,
            error=error,
            is_open=bool(error) or not asked.game,
            presets=[
                (name, game_named(name).title, asked == CompareQuery(game=name, measure=asked.measure))
                for name in PRESETS
            ],
            subjects=[(_("Games"), games.items()), (_("Trees"), trees)],
            max_nodes=NODES,
            algorithms=[(name, known.title) for name, known in ALGORITHMS.items()],
            conventions=conventions_in_words(),
            orders=ORDERS.items(),
        )

    def _arrived(self, client: Client) -> None:
        if self.task is None:
            self.task = asyncio.create_task(self._go())

    def _leave(self) -> None:
        if self.task is not None:
            self.task.cancel()

    def _stop(self) -> None:
        self._leave()
        self._finish(_("Stopped. These are the finished searches."))

    async def _go(self) -> None:
        """Run the experiment, search by search."""
        try:
            self.plan = await self.workers.run(compare_jobs.plan_comparison, SECONDS, self._watch, self.asked)
            show(self.said, _("Searching; the chart grows as the searches finish."))
            self._finish(await self._search(self.plan))
        except PlygroundError as error:
            self._refuse(error.sentence)
        except Exception:
            log.exception("A comparison could not be made.")
            self._refuse(_("Something unexpected went wrong; the server's log has the details."))

    async def _search(self, plan: Plan) -> Sentence:
        """Run all searches one after another. Return a sentence on the result."""
        begun = time.monotonic()
        last: dict[tuple[str, Contender], Row] = {}
        for number, (position, contender, depth) in enumerate(plan.runs):
            before = last.get((position, contender))
            if before is not None and not before.complete:
                continue
            self._progress(number, contender, depth)
            if time.monotonic() - begun > TIMEOUT_S:
                return _("Stopped after {seconds} s. These are the finished searches.", seconds=TIMEOUT_S)
            try:
                row = await self.workers.run(compare_jobs.compare, 2 * SECONDS, self._watch, self.asked, number, before)
            except SearchStopped:
                return _("A search took too long. These are the finished searches.")
            last[position, contender] = row
            self.rows.append(row)
            if time.monotonic() - self.drawn > REDRAWN:
                self._draw()
        return _n("Done: {count} search.", "Done: {count} searches.", len(self.rows))

    def _progress(self, number: int, contender: Contender, depth: int) -> None:
        assert self.plan is not None
        self.bar.props["value"] = number
        self.bar.props["max"] = len(self.plan.runs)
        words = {"number": number + 1, "count": len(self.plan.runs), "algorithm": contender.known.title, "depth": depth}
        self.doing = _("Search {number} of {count}: {algorithm}, depth {depth}", **words)
        show(self.now, self.doing)

    def _watch(self, glance: JobStatus) -> bool:
        if glance.news:  # a search that is compiled first
            show(self.now, glance.news)
        elif glance.nodes and self.plan is not None:
            show(
                self.now,
                _n("{doing}: {count} position …", "{doing}: {count} positions …", glance.nodes, doing=self.doing),
            )
        return False

    def _refuse(self, sentence: Sentence) -> None:
        """Show why nothing can be compared, beside the form."""
        fill(self.choice, self._choice(sentence))
        self.stage.set_visibility(False)

    def _finish(self, words: Sentence) -> None:
        self.running = False
        self.going.set_visibility(False)
        self._draw()
        show(self.said, words)

    def _draw(self) -> None:
        """Draw the chart and the table, with their notes."""
        self.drawn = time.monotonic()
        if self.plan is None or not self.rows:
            return
        panel, measure = self._panel(self.plan), self.asked.shown
        broad = PROJECTED if self.frame.preferences.type else WIDE
        alternative = _(
            "{game}: {measure} by depth; the table below says the same.", game=panel.title, measure=MEASURES[measure][0]
        )
        figures = (
            f'<div class="{name}">{picture(lambda theme: chart([panel], measure, look(theme), width), str(alternative))}</div>'  # noqa: B023
            for name, width in (("broad", broad), ("slim", NARROW))
        )
        fill(self.drawing, "".join(figures))
        fill(self.table, table(self.rows, measure))
        self.downloads.set_visibility(True)
        show(self.notes, " ".join(map(str, self._notes())))

    def _panel(self, plan: Plan) -> Panel:
        name = self.asked.game.removeprefix(TREE)
        title = plan.title if name == self.asked.game else gallery()[name].title
        depths = tuple({depth for _position, _contender, depth in plan.runs}) if self.running else ()
        return Panel(title, self.rows, plan.counted, depths)

    def _notes(self) -> Iterable[Sentence]:
        assert self.plan is not None
        known = branching(self.rows) or self.plan.counted
        if self.plan.positions > 1:
            yield _n("Mean of {count} position.", "Means of {count} positions.", self.plan.positions)
        if known is not None:
            yield _n(
                "b = {factor} is the branching factor of a uniform tree of {count} ply with as many positions as a search without cut-offs visits.",
                "b = {factor} is the branching factor of a uniform tree of {count} plies with as many positions as a search without cut-offs visits.",
                known.depth,
                factor=Number(known.factor, decimals=2),
            )
        if not all(row.complete for row in self.rows):
            yield _("A dash means that a search was stopped at its limit and not tried deeper.")

    def _measure(self, name: str) -> None:
        """Show another measure of the same searches."""
        if name in MEASURES:
            self.asked = self.asked._replace(measure=name)
            self.client.call("replaceUrl", f"/compare?{self.asked.format()}")
            self._draw()

    def _save_csv(self) -> None:
        self.client.call("download", csv(self.rows), "plyground-compare.csv", "text/csv")

    def _save_chart(self) -> None:
        if self.plan is not None:
            drawn = chart([self._panel(self.plan)], self.asked.shown)
            self.client.call("download", drawn, "plyground-compare.svg", "image/svg+xml")


def table(rows: list[Row], measure: str) -> str:
    """Return the numbers of the chart as HTML: a line for each depth and a column for each search."""
    called = names(row.contender for row in rows)
    means = means_of(rows, measure)
    return fragment(
        "costs_table.html",
        title=capital(str(MEASURES[measure][0])),
        searches=called.values(),
        lines=[
            (depth, [_written(means.get((contender, depth))) for contender in called])
            for depth in sorted({row.depth for row in rows})
        ],
    )


def _written(value: float | None) -> str:
    return "–" if value is None else str(figure(value))
