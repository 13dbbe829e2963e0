"""The page of trees: choose a tree and step through its searches. The URL contains everything that is shown."""

from __future__ import annotations

import asyncio
import html
import logging
from typing import Any

from starlette.responses import HTMLResponse, Response

from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _, language
from plyground.stepping.standalone import standalone
from plyground.stepping.view import StepsState
from plyground.web.components.elements import fill, fixed, in_language, show, tag
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.widget import Widget
from plyground.web.connected.page_client import Client, current_client
from plyground.web.pages.trees import jobs as tree_jobs
from plyground.web.pages.trees.choice import choice
from plyground.web.pages.trees.films import WrongField
from plyground.web.urls.trees_url import TreeQuery
from plyground.web.work_keeper import WorkKeeper
from plyground.web.workers.pool import ROOM_TIMEOUT_S, VisitorWorkers, ignore_status

log = logging.getLogger(__name__)


class TreePage:
    """One visitor's page. Each choice on it is a new URL."""

    def __init__(self, frame: PageLayout, query: TreeQuery, workers: VisitorWorkers, keeper: WorkKeeper) -> None:
        self.client = current_client()
        self.frame = frame
        self.keeper = keeper
        self.query = query
        self.workers = workers
        self.films = asyncio.create_task(self._find())  # find the films while the browser still loads the page
        self.films.add_done_callback(lambda films: films.cancelled() or films.exception())  # read a late error
        self.task: asyncio.Task[None] | None = None

    def build(self) -> None:
        """Build the page; the films are added later."""
        with self.frame.build(_("Trees"), _("This page needs JavaScript."), "tree.js"):
            with tag("div", classes="bar"):
                tag("h1", _("Trees"))
                tag("a", _("Another tree or search"), "button quiet", href="#choice")
            with tag(
                "section", classes="panel show filmed", aria_label=str(_("The search, step by step"))
            ) as self.stage:
                self.notice = tag("p", classes="trouble", role="alert")
                self.waiting = tag("p", _("Searching …"), role="status")
                self.film = tag("div")
                self.save = tag("a", _("Save as one HTML file"), "button save", href=self._file(), download="")
            label = str(_("The tree and its search"))
            self.choice = fixed("section", choice(self.query), "panel choice", aria_label=label)
        self.client.on_connect(in_language(self._arrived))
        self.client.on_delete(self._gone)

    def _file(self) -> str:
        return f"/trees/file?{self.query.format()}"

    def _arrived(self, client: Client) -> None:
        if self.task is None:
            self.task = asyncio.create_task(self._show())

    def _gone(self) -> None:
        self.films.cancel()
        if self.task is not None:
            self.task.cancel()

    async def _find(self) -> tuple[StepsState, str]:
        return await self.workers.run(
            tree_jobs.show_films, ROOM_TIMEOUT_S, ignore_status, self.query, language(), False
        )

    async def _show(self) -> None:
        """Show the films."""
        try:
            state, wrong_step = await self.films
        except WrongField as wrong:
            self._say(wrong.field, wrong.sentence)
        except PlygroundError as error:
            self._say("algorithm", error.sentence)
        except Exception:
            log.exception("A tree could not be shown.")
            self._say("algorithm", _("Something unexpected went wrong; the server's log has the details."))
        else:
            with self.film:
                self.widget = Widget("tree.js", state, in_language(self._heard), in_language(self._saved))
            show(self.notice, wrong_step)
            self.waiting.set_visibility(False)
            if self.query.source in ("tree", "random"):  # the page's own examples need not be kept
                self.keeper.page("trees", self.query.title, f"/trees?{self.query.format()}")

    def _say(self, field: str, sentence: Sentence) -> None:
        fill(self.choice, choice(self.query, field, sentence))
        show(self.waiting, "")
        self.stage.set_visibility(False)

    def _heard(self, message: dict[str, Any]) -> None:
        """Send the texts of more steps of a long film, or, for a large tree, the film under the other cut rule."""
        if message.get("both") is True:
            self.query = self.query._replace(other="1")
            self.reading = asyncio.create_task(self._film_other())
        parts = str(message.get("reel")).split("-")
        if len(parts) == 3 and all(part.isdecimal() and len(part) < 6 for part in parts):
            scene, take, reel = map(int, parts)
            if scene < len(self.query.algorithms) and take < 2:
                self.reading = asyncio.create_task(self._read(scene, take, reel))

    async def _film_other(self) -> None:
        try:
            found, _wrong_step = await self._find()
        except PlygroundError as error:
            log.warning("The other cut rule could not be filmed: %s", error)
            return
        state = dict(found)
        self.widget.patch({name: state[name] for name in ("scenes", "reels", "other", "step")})

    async def _read(self, scene: int, take: int, reel: int) -> None:
        try:
            words = await self.workers.run(
                tree_jobs.read_reel, ROOM_TIMEOUT_S, ignore_status, self.query, language(), scene, take, reel
            )
        except PlygroundError as error:
            log.warning("The words of a film could not be read: %s", error)
            return
        self.widget.patch({"reels": {f"{scene}-{take}-{reel}": words}})

    def _saved(self, changes: dict[str, Any]) -> None:
        """Write the current step into the URL."""
        step = changes.get("step", 0)
        if type(step) is int and 0 <= step < 10_000_000:
            other = "1" if changes.get("other") is True else ""
            self.query = self.query._replace(step=str(step + 1), other=other)
            show(self.notice, "")
            self.client.call("replaceUrl", f"/trees?{self.query.format()}")
            self.save.props["href"] = self._file()


async def saved_page(wanted: TreeQuery, workers: VisitorWorkers) -> Response:
    """Return the page as a standalone file."""
    try:
        state, _wrong_step = await workers.run(
            tree_jobs.show_films, ROOM_TIMEOUT_S, ignore_status, wanted, language(), True
        )
    except (WrongField, PlygroundError) as wrong:
        return HTMLResponse(html.escape(str(wrong.sentence)), 400)
    page = standalone(state, str(_("Trees")))
    return HTMLResponse(page, headers={"Content-Disposition": 'attachment; filename="plyground-tree.html"'})
