"""The page of trees: choose a tree and step through its searches. The URL contains everything that is shown."""

from __future__ import annotations

import asyncio
import html
import logging

from starlette.responses import HTMLResponse, Response

from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _, language
from plyground.stepping.standalone import standalone
from plyground.stepping.view import StepsState
from plyground.web.components.elements import fill, fixed, in_language, show, tag
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.tree_steps import film_jobs
from plyground.web.components.tree_steps.films import WrongField
from plyground.web.components.tree_steps.steps_widget import TreeSteps
from plyground.web.connected.page_client import Client, current_client
from plyground.web.pages.trees.choice import choice
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
        self.steps: TreeSteps | None = None

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
        if self.steps is not None:
            self.steps.end()

    async def _find(self) -> tuple[StepsState, str]:
        return await self.workers.run(
            film_jobs.show_films, ROOM_TIMEOUT_S, ignore_status, self.query, language(), False
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
                self.steps = TreeSteps(self.query, state, self.workers, self._changed)
            show(self.notice, wrong_step)
            self.waiting.set_visibility(False)
            if self.query.source in ("tree", "random"):  # the page's own examples need not be kept
                self.keeper.page("trees", self.query.title, f"/trees?{self.query.format()}")

    def _say(self, field: str, sentence: Sentence) -> None:
        fill(self.choice, choice(self.query, field, sentence))
        show(self.waiting, "")
        self.stage.set_visibility(False)

    def _changed(self, query: TreeQuery) -> None:
        """Write the tree and the step into the URL."""
        self.query = query
        show(self.notice, "")
        self.client.call("replaceUrl", f"/trees?{self.query.format()}")
        self.save.props["href"] = self._file()


async def saved_page(wanted: TreeQuery, workers: VisitorWorkers) -> Response:
    """Return the page as a standalone file."""
    try:
        state, _wrong_step = await workers.run(
            film_jobs.show_films, ROOM_TIMEOUT_S, ignore_status, wanted, language(), True
        )
    except (WrongField, PlygroundError) as wrong:
        return HTMLResponse(html.escape(str(wrong.sentence)), 400)
    page = standalone(state, str(_("Trees")))
    return HTMLResponse(page, headers={"Content-Disposition": 'attachment; filename="plyground-tree.html"'})
