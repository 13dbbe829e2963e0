"""The room *Compare*: what searches cost by depth, as a chart and a table, search by search as they come in."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from html import escape

from nicegui import Client, ui

from plyground.arena.chart import NARROW, PROJECTED, WIDE, Panel, chart, figure, look, names
from plyground.arena.compare import MEASURES, ORDERS, Contender, Row, branching, csv, means_of
from plyground.arena.presets import PRESETS
from plyground.errors import PlygroundError, SearchStopped
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.interfaces.web import compare_jobs
from plyground.interfaces.web.compare_address import NODES, SECONDS, TREE, Asked, Plan
from plyground.interfaces.web.elements import button, in_language, select, show, tag
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.pictures import picture
from plyground.interfaces.web.workers import Glance, Share
from plyground.language import Number, Sentence, _, _n, capital
from plyground.lessons.gallery import gallery
from plyground.search.algorithms import ALGORITHMS
from plyground.search.convention import PRESETS as CONVENTIONS

PATIENCE = 180
"""Seconds that one visitor's experiment may take."""
REDRAWN = 0.8
"""Seconds, at the least, from one drawing of the chart to the next."""

log = logging.getLogger(__name__)


class ComparePage:
    """One visitor's page; each choice on it is a new address."""

    def __init__(self, frame: Frame, asked: Asked, workers: Share) -> None:
        self.client = ui.context.client
        self.frame = frame
        self.asked = asked
        self.workers = workers
        self.plan: Plan | None = None
        self.rows: list[Row] = []
        self.running = True  # as long as more rows come in
        self.task: asyncio.Task[None] | None = None
        self.drawn = 0.0  # when the chart was drawn last

    def build(self) -> None:
        """Put the page together; the rows follow."""
        with self.frame.build(_("Compare"), _("This page needs JavaScript.")):
            tag("h1", _("Compare"))
            with tag("section", classes="panel choice", aria_label=str(_("What is compared"))):
                tag(
                    "p",
                    _(
                        "How many positions does a search visit, ply by ply? Choose a game, or put a comparison together."
                    ),
                )
                with tag("nav", classes="presets", aria_label=str(_("Ready comparisons"))):
                    for name in PRESETS:
                        chosen = (
                            {"aria_current": "true"}
                            if self.asked == Asked(game=name, measure=self.asked.measure)
                            else {}
                        )
                        tag("a", game_named(name).title, "button", href=f"/compare?game={name}", **chosen)
                self.trouble = tag("p", classes="trouble", role="alert")
                self.details = tag("details", open=not self.asked.game)
                with self.details:
                    tag("summary", _("Your own comparison"))
                    self._build_form()
            with tag(
                "section", classes="panel show compared", aria_label=str(_("What the searches cost"))
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
                self.drawing = ui.html("", sanitize=False, tag="figure")
                self.table = ui.html("", sanitize=False).classes("scroll")
                self.table.props["tabindex"], self.table.props["role"] = 0, "region"
                self.table.props["aria-label"] = str(_("The same as a table"))
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

    def _build_form(self) -> None:
        asked = self.asked
        with tag("form", classes="form comparing", action="/compare", method="get"):
            with tag("div", classes="form search"):
                self._build_subject()
                _line(_("Depths in plies, such as 1-6 or 2,4,8"), "depths", asked.plies)
                _line(
                    _("Positions at which a search is stopped"), "nodes", asked.nodes or str(NODES), inputmode="numeric"
                )
            with tag("details", open=bool(asked.positions or asked.random)):
                tag("summary", _("Other positions than the start"))
                with tag("div", classes="form"):
                    with tag("label", classes="field"):
                        tag("span", _("Positions, one a line"))
                        tag(
                            "textarea",
                            asked.positions,
                            name_="positions",
                            rows=3,
                            spellcheck="false",
                            autocomplete="off",
                        )
                    with tag("div", classes="form search"):
                        _line(_("Or so many random ones"), "random", asked.random, inputmode="numeric")
                        _line(_("after so many random moves"), "after", asked.after or "4", inputmode="numeric")
                        _line(_("Seed"), "seed", asked.seed or "0", inputmode="numeric")
            searches = [(name, known.title) for name, known in ALGORITHMS.items()]
            _choices(_("Algorithms"), "algorithm", searches, asked.listed("algorithm"))
            _choices(
                _("When alpha-beta cuts"),
                "convention",
                [(name, name) for name in CONVENTIONS],
                asked.listed("convention"),
            )
            _choices(_("How children are taken"), "order", ORDERS.items(), asked.listed("order"))
            tag("button", _("Compare"), "primary", type="submit")

    def _build_subject(self) -> None:
        """The games, and the trees of the gallery."""
        games: dict[str, Sentence | str] = {known.name: game_named(known.name).title for known in GAMES}
        if self.asked.game and not self.asked.game.startswith(TREE):
            games.setdefault(self.asked.game, self.asked.game)
        trees = {f"{TREE}{name}": one.title for name, one in gallery().items()}
        with tag("label", classes="field"):
            tag("span", _("Game or tree"))
            with tag("select", name_="game"):
                for title, group in ((_("Games"), games), (_("Trees"), trees)):
                    with tag("optgroup", label=str(title)):
                        for value, words in group.items():
                            tag("option", words, "", value=value, selected=value == self.asked.game)

    def _arrived(self, client: Client) -> None:
        if self.task is None:
            self.task = asyncio.create_task(self._go())

    def _leave(self) -> None:
        if self.task is not None:
            self.task.cancel()

    def _stop(self) -> None:
        self._leave()
        self._finish(_("Stopped. These are the searches that were complete by then."))

    async def _go(self) -> None:
        """Run the experiment, search by search."""
        try:
            self.plan = await self.workers.run(compare_jobs.plan_comparison, SECONDS, self._watch, self.asked)
            show(self.said, _("Searching; the chart grows as the searches come in."))
            self._finish(await self._search(self.plan))
        except PlygroundError as error:
            self._refuse(error.sentence)
        except Exception:
            log.exception("A comparison could not be made.")
            self._refuse(_("Something unexpected went wrong; the server's log has the details."))

    async def _search(self, plan: Plan) -> Sentence:
        """All searches, one after the other, and what is to be said then."""
        begun = time.monotonic()
        last: dict[tuple[str, Contender], Row] = {}
        for number, (position, contender, depth) in enumerate(plan.runs):
            before = last.get((position, contender))
            if before is not None and not before.complete:
                continue
            self._progress(number, contender, depth)
            if time.monotonic() - begun > PATIENCE:
                return _(
                    "Stopped after {seconds} s. These are the searches that were complete by then.", seconds=PATIENCE
                )
            try:
                row = await self.workers.run(compare_jobs.compare, 2 * SECONDS, self._watch, self.asked, number, before)
            except SearchStopped:
                return _("A search took too long. These are the searches that were complete by then.")
            last[position, contender] = row
            self.rows.append(row)
            if time.monotonic() - self.drawn > REDRAWN:
                self._draw()
        return _n("Done: {count} search.", "Done: {count} searches.", len(self.rows))

    def _progress(self, number: int, contender: Contender, depth: int) -> None:
        assert self.plan is not None
        self.bar.props["value"] = number
        self.bar.props["max"] = len(self.plan.runs)
        self.bar.update()
        words = {"number": number + 1, "count": len(self.plan.runs), "algorithm": contender.known.title, "depth": depth}
        self.doing = _("Search {number} of {count}: {algorithm}, depth {depth}", **words)
        show(self.now, self.doing)

    def _watch(self, glance: Glance) -> bool:
        if glance.news:  # it is compiled first
            show(self.now, glance.news)
        elif glance.visits and self.plan is not None:
            show(
                self.now,
                _n("{doing}: {count} position …", "{doing}: {count} positions …", glance.visits, doing=self.doing),
            )
        return False

    def _refuse(self, sentence: Sentence) -> None:
        """Say why there is nothing to compare, where it can be chosen otherwise."""
        show(self.trouble, sentence)
        self.details.props["open"] = True
        self.details.update()
        self.stage.set_visibility(False)

    def _finish(self, words: Sentence) -> None:
        self.running = False
        self.going.set_visibility(False)
        self._draw()
        show(self.said, words)

    def _draw(self) -> None:
        """The chart, the table and what is to be known of them."""
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
        self.drawing.set_content("".join(figures))
        self.table.set_content(table(self.rows, measure))
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
            yield _("A dash stands where a search was stopped at its limit, and was not tried deeper.")

    def _measure(self, name: str) -> None:
        """Show something else of the same searches."""
        if name in MEASURES:
            self.asked = self.asked._replace(measure=name)
            ui.navigate.history.replace(f"/compare?{self.asked.format()}")
            self._draw()

    def _save_csv(self) -> None:
        ui.download.content(csv(self.rows), "plyground-compare.csv", "text/csv")

    def _save_chart(self) -> None:
        if self.plan is not None:
            drawn = chart([self._panel(self.plan)], self.asked.shown)
            ui.download.content(drawn, "plyground-compare.svg", "image/svg+xml")


def table(rows: list[Row], measure: str) -> str:
    """What the chart shows, in numbers: a line for each depth and a column for each search."""
    called = names(row.contender for row in rows)
    means = means_of(rows, measure)
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in called.values())
    lines = []
    for depth in sorted({row.depth for row in rows}):
        cells = "".join(f"<td>{_written(means.get((contender, depth)))}</td>" for contender in called)
        lines.append(f'<tr><th scope="row">{depth}</th>{cells}</tr>')
    title = str(MEASURES[measure][0])
    corner = str(_("Depth"))
    return (
        f'<table class="costs"><caption>{escape(capital(title))}</caption>'
        f'<thead><tr><th scope="col">{escape(corner)}</th>{heads}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def _written(value: float | None) -> str:
    return "–" if value is None else str(figure(value))


def _line(label: object, name: str, value: str, **attributes: str) -> None:
    with tag("label", classes="field"):
        tag("span", label)
        tag("input", "", "", name_=name, value=value, autocomplete="off", **attributes)


def _choices(label: object, name: str, options: Iterable[tuple[str, object]], chosen: Iterable[str]) -> None:
    """Boxes to tick, all with the same name."""
    chosen = tuple(chosen)
    with tag("fieldset", classes="ticked"):
        tag("legend", label)
        with tag("div", classes="boxes"):
            for value, words in options:
                with tag("label", classes="check"):
                    tag("input", "", "", type="checkbox", name_=name, value=value, checked=value in chosen)
                    tag("span", words)
