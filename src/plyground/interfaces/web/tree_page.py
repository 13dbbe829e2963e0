"""The page of trees: choose one, and step through the searches of it. The address says everything that is shown."""

from __future__ import annotations

import asyncio
import html
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from fastapi.responses import HTMLResponse, Response
from nicegui import Client, ui

from plyground.errors import PlygroundError
from plyground.games import GAMES, game
from plyground.interfaces.standalone import standalone
from plyground.interfaces.web import tree_jobs
from plyground.interfaces.web.elements import in_language, show, tag
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.tree_address import FIRST, Wanted
from plyground.interfaces.web.tree_films import WrongField, rule
from plyground.interfaces.web.visitors import Keeper
from plyground.interfaces.web.widget import Widget
from plyground.interfaces.web.workers import PATIENCE, Share, unwatched
from plyground.language import Sentence, _, capital, language
from plyground.lessons.gallery import gallery
from plyground.search.algorithms import ALGORITHMS
from plyground.search.convention import PRESETS
from plyground.trace.screening import MOST_FILMS

log = logging.getLogger(__name__)


class TreePage:
    """One visitor's page; each choice on it is a new address."""

    def __init__(self, frame: Frame, wanted: Wanted, workers: Share, keeper: Keeper) -> None:
        self.client = ui.context.client
        self.frame = frame
        self.keeper = keeper
        self.wanted = wanted
        self.workers = workers
        self.films = asyncio.create_task(self._find())  # while the browser still loads the page
        self.films.add_done_callback(lambda films: films.cancelled() or films.exception())  # it may be gone by then
        self.task: asyncio.Task[None] | None = None
        self.troubles: dict[str, Any] = {}  # by field
        self.details: dict[str, Any] = {}

    def build(self) -> None:
        """Put the page together; the films follow."""
        with self.frame.build(_("Trees"), _("This page needs JavaScript."), "tree.js"):
            tag("h1", _("Trees"))
            with tag("section", classes="panel choice", aria_label=str(_("The tree and its search"))):
                self._build_example()
                self._build_search()
                with tag("div", classes="sources"):
                    self._build_own()
                    self._build_random()
                    self._build_game()
            with tag("section", classes="panel show", aria_label=str(_("The search, step by step"))) as self.stage:
                self.notice = tag("p", classes="trouble", role="alert")
                self.waiting = tag("p", _("Searching …"), role="status")
                self.film = tag("div")
                self.save = tag("a", _("Save as one HTML file"), "button save", href=self._file(), download="")
        self.client.on_connect(in_language(self._arrived))
        self.client.on_delete(self._gone)

    def _build_search(self) -> None:
        """What searches the tree that is shown."""
        wanted = self.wanted
        first, *others = wanted.algorithms
        titles = [(known.name, capital(known.title)) for known in ALGORITHMS.values()]
        source = ("example", "tree", "random", "seed", "irregular", "game", "position", "depth")
        with self._form({name: getattr(wanted, name) for name in source}, "search"):
            _choice(_("Algorithm"), "algorithm", titles, first)
            for other in (*others, "")[: MOST_FILMS - 1]:  # each that is chosen makes room for one more
                _choice(_("Beside it"), "beside", [("", _("no other")), *titles], other)
            _choice(_("Convention"), "convention", [(name, name) for name in PRESETS], rule(wanted))
            if wanted.source in ("tree", "random"):
                roots = [("", _("as the tree says")), ("max", "MAX"), ("min", "MIN")]
                _choice(_("At the root"), "root", roots, wanted.root)
                _line(_("Who moves, level by level"), "levels", wanted.levels, placeholder="max,min,chance")
            orders = [("", _("as given")), ("best", _("the best first")), ("worst", _("the worst first"))]
            _choice(_("Children"), "order", orders, wanted.order)
            _line(_("Allied players"), "allies", wanted.allies, placeholder="0,2")
            tag("button", _("Show"), "primary", type="submit")
        self._trouble("algorithm", "convention")
        self._trouble("order", "allies")

    def _build_example(self) -> None:
        """The gallery, with the source of the example that is shown."""
        examples = gallery()
        shown = "" if self.wanted.source != "example" else self.wanted.example or FIRST
        options = [("", _("another tree")), *((name, one.title) for name, one in examples.items())]
        with self._form(self._search(), "search"):
            _choice(_("Example"), "example", options, shown)
            tag("button", _("Show this example"), type="submit")
        if shown in examples:
            tag("p", _("Source: {source}", source=examples[shown].source), "source")
        self._trouble("example")

    def _build_own(self) -> None:
        with self._details("tree"):
            tag("summary", _("Your own tree"))
            with self._form(self._search()):
                with tag("label", classes="field"):
                    tag("span", _("Nested lists, or JSON with names, chances and utilities"))
                    tag(
                        "textarea",
                        self._text(),
                        name_="tree",
                        rows=4,
                        spellcheck="false",
                        autocomplete="off",
                    )
                self._trouble("tree")
                tag("button", _("Show this tree"), type="submit")

    def _build_random(self) -> None:
        with self._details("random"):
            tag("summary", _("A tree by chance"))
            with self._form(self._search()):
                _line(_("Branching factor and depth"), "random", self.wanted.random or "3,3", pattern="[0-9]+,[0-9]+")
                _line(_("Seed"), "seed", self.wanted.seed or "1", type="number", min="0")
                with tag("label", classes="check"):
                    tag(
                        "input",
                        "",
                        "",
                        type="checkbox",
                        name_="irregular",
                        value="1",
                        checked=bool(self.wanted.irregular),
                    )
                    tag("span", _("irregular"))
                self._trouble("random")
                tag("button", _("Show such a tree"), type="submit")

    def _build_game(self) -> None:
        with self._details("game", "position"):
            tag("summary", _("A position of a game"))
            with self._form(self._search()):
                chosen = self.wanted.game or "tictactoe"
                titles: dict[str, object] = {known.name: game(known.name).title for known in GAMES}
                titles.setdefault(chosen, chosen)
                _choice(_("Game"), "game", titles.items(), chosen)
                _line(_("Position; empty for the start"), "position", self.wanted.position)
                _line(_("Depth in plies"), "depth", self.wanted.depth or "2", type="number", min="1")
                self._trouble("game", "position")
                tag("button", _("Show this position"), type="submit")

    def _search(self) -> dict[str, str]:
        """The choices of the search, which stay when another tree is chosen; an example has its own convention."""
        kept = {"algorithm": self.wanted.algorithm}
        return kept if self.wanted.source == "example" else kept | {"convention": self.wanted.convention}

    def _form(self, kept: Mapping[str, str], classes: str = "") -> Any:
        """A form that leads to a new address; it takes these fields along."""
        form = tag("form", "", f"form {classes}", action="/trees", method="get")
        with form:
            for name, text in kept.items():
                if text:
                    tag("input", "", "", type="hidden", name_=name, value=text)
        return form

    def _details(self, *fields: str) -> Any:
        """What is unfolded where one of these fields is wrong."""
        details = tag("details")
        self.details.update(dict.fromkeys(fields, details))
        return details

    def _text(self) -> str:
        """The tree that is shown, to be changed."""
        if self.wanted.source == "example":
            known = gallery().get(self.wanted.example or FIRST)
            return "" if known is None else known.tree.json()
        return self.wanted.tree

    def _file(self) -> str:
        return f"/trees/file?{self.wanted.format()}"

    def _trouble(self, *fields: str) -> None:
        element = tag("p", classes="trouble", role="alert")
        self.troubles.update(dict.fromkeys(fields, element))

    def _arrived(self, client: Client) -> None:
        if self.task is None:
            self.task = asyncio.create_task(self._show())

    def _gone(self) -> None:
        self.films.cancel()
        if self.task is not None:
            self.task.cancel()

    async def _find(self) -> tuple[dict[str, Any], str]:
        return await self.workers.run(tree_jobs.show_films, PATIENCE, unwatched, self.wanted, language(), False)

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
            if self.wanted.source in ("tree", "random"):  # what the page itself shows need not be kept
                self.keeper.page("trees", self.wanted.title, f"/trees?{self.wanted.format()}")

    def _say(self, field: str, sentence: Sentence) -> None:
        show(self.troubles[field], sentence)
        if field in self.details:
            self.details[field].props["open"] = True
            self.details[field].update()
        show(self.waiting, "")
        self.stage.set_visibility(False)

    def _heard(self, message: dict[str, Any]) -> None:
        """A long film asks for the words of more of its steps, a large tree for the film of the other cut rule."""
        if message.get("both") is True:
            self.wanted = self.wanted._replace(other="1")
            self.reading = asyncio.create_task(self._film_other())
        parts = str(message.get("reel")).split("-")
        if len(parts) == 3 and all(part.isdecimal() and len(part) < 6 for part in parts):
            scene, take, reel = map(int, parts)
            if scene < len(self.wanted.algorithms) and take < 2:
                self.reading = asyncio.create_task(self._read(scene, take, reel))

    async def _film_other(self) -> None:
        try:
            state, _wrong_step = await self._find()
        except PlygroundError as error:
            log.warning("The other cut rule could not be filmed: %s", error)
            return
        self.widget.patch({name: state[name] for name in ("scenes", "reels", "other", "step")})

    async def _read(self, scene: int, take: int, reel: int) -> None:
        try:
            words = await self.workers.run(
                tree_jobs.read_reel, PATIENCE, unwatched, self.wanted, language(), scene, take, reel
            )
        except PlygroundError as error:
            log.warning("The words of a film could not be read: %s", error)
            return
        self.widget.patch({"reels": {f"{scene}-{take}-{reel}": words}})

    def _saved(self, changes: dict[str, Any]) -> None:
        """The step is a part of the address."""
        step = changes.get("step", 0)
        if type(step) is int and 0 <= step < 10_000_000:
            other = "1" if changes.get("other") is True else ""
            self.wanted = self.wanted._replace(step=str(step + 1), other=other)
            show(self.notice, "")
            with self.client:
                ui.navigate.history.replace(f"/trees?{self.wanted.format()}")
                self.save.props["href"] = self._file()
                self.save.update()


async def saved_page(wanted: Wanted, workers: Share) -> Response:
    """The page as a file that works by itself."""
    try:
        state, _wrong_step = await workers.run(tree_jobs.show_films, PATIENCE, unwatched, wanted, language(), True)
    except (WrongField, PlygroundError) as wrong:
        return HTMLResponse(html.escape(str(wrong.sentence)), 400)
    page = standalone(state, str(_("Trees")))
    return HTMLResponse(page, headers={"Content-Disposition": 'attachment; filename="plyground-tree.html"'})


def _choice(label: object, name: str, options: Iterable[tuple[str, object]], chosen: str) -> None:
    with tag("label", classes="field"):
        tag("span", label)
        with tag("select", name_=name):
            for option, words in options:
                tag("option", words, "", value=option, selected=option == chosen)


def _line(label: object, name: str, value: str, **attributes: str) -> None:
    with tag("label", classes="field"):
        tag("span", label)
        tag("input", "", "", name_=name, value=value, autocomplete="off", **attributes)
