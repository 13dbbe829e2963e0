"""The page on which a game is written, checked and put in play."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from typing import NamedTuple
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool

from plyground.conformance.check_report import Report
from plyground.conformance.events import Feature
from plyground.conformance.examination import COMPLETE, Line, Options
from plyground.conformance.faults import Failure
from plyground.errors import FileError, PlygroundError, SearchError, SpecError
from plyground.i18n import Number, Sentence, _, capital
from plyground.native.targets.target import IN_BROWSER
from plyground.templates import TEMPLATES, written
from plyground.web.components.elements import (
    button,
    enable,
    entry,
    fill,
    fixed,
    select,
    show,
    tag,
    text_area,
)
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.templates import fragment
from plyground.web.connected.page_client import current_client
from plyground.web.own_game_keeper import OwnGameKeeper
from plyground.web.pages.own.jobs import RULES, check_game
from plyground.web.services import Services
from plyground.web.workers.pool import JobStatus, VisitorWorkers

CHECK_TIMEOUT_S = 600.0
"""Seconds that a check may take on a busy machine."""
SILENCE_S = 20.0
"""Seconds without news after which a check in a browser counts as endless: nothing there tells its running line."""
HARMLESS = frozenset({"not-compiled"})
"""Failures with which a game can be played: its searches run as plain Python."""


log = logging.getLogger(__name__)


class ShownFault(NamedTuple):
    """A mistake in a game, as the page shows it."""

    place: Sentence | str  # method, or line of the file
    sentence: Sentence
    number: int = 0  # line of the file; 0: unknown
    moves: Line = ()  # moves to the position with the mistake
    cure: Sentence | str = ""


class OwnGamePage:
    """The editor of one game: its text, the check, and the way to its board."""

    def __init__(
        self, frame: PageLayout, services: Services, workers: VisitorWorkers, name: str, template: str
    ) -> None:
        """Open the game of this name, or a new one that begins as ``template``. Raise :class:`SpecError`."""
        self.client = current_client()
        self.frame = frame
        self.services = services
        self.workers = workers
        self.keeper: OwnGameKeeper = services.own_games
        self.is_new = name not in self.keeper.names()
        self.name = name or self.keeper.free_name()
        self.template = template or "mark"
        self.text = written(self.template, self.name, f"{self.name}.py") if self.is_new else self.keeper.text(name)
        self.task: asyncio.Task[None] | None = None
        self.heard_at = math.inf  # time of the last news of the check; inf: its worker has not begun

    def build(self) -> None:
        """Put the page together."""
        title = _("Your own game")
        with (
            self.frame.build(title, _("This page needs JavaScript."), script="own_game.js"),
            tag("div", classes="own-game"),
        ):
            with tag("section", classes="panel", aria_label=str(title)):
                tag("h1", title if self.is_new else f"{self.name}.py")
                tag("p", _("A game is a small program in Python. Begin with one that works, change its rules, and play it against the bots."))  # fmt: skip
                if self.is_new:
                    with tag("div", classes="choices"):
                        templates = [(name, capital(str(words))) for name, words in TEMPLATES.items()]
                        select(_("Begin with"), templates, self.template, self._begin_with)
                        entry(_("Name of the game"), self.name, self._rename, spellcheck="false", autocomplete="off")
                text_area(_("The rules in Python"), self._write, self.text, 24, while_typing=True)
            with tag("div"):
                with tag("section", classes="panel", aria_label=str(_("Result of the check"))):
                    self._build_actions()
                    self.said = tag("p", _("The check finds broken rules and says what would be right."), role="status")
                    self.trouble = tag("p", classes="trouble", role="alert")
                    self.findings = fixed("div", "")
                fixed("section", self._others(), "panel", aria_label=str(_("Your games")))
        self.client.on_delete(self._leave)

    def _build_actions(self) -> None:
        with tag("div", classes="actions"):
            self.play = button(_("Play"), self._play, "primary")
            self.check = button(_("Check"), self._check)
            self.stop = button(_("Stop"), self._stop)
            button(_("Save as a file"), self._save, "quiet")
        self.stop.set_visibility(False)

    def _others(self) -> str:
        """Return the list of one's games, and the form that opens a file."""
        games = [(name, self.keeper.is_played(name)) for name in self.keeper.names()]
        return fragment("own_games.html", games=games, current="" if self.is_new else self.name)

    # Writing

    def _begin_with(self, template: str) -> None:
        if template in TEMPLATES:
            self.client.call("open", f"/own?template={template}&name={quote(self.name)}")

    def _rename(self, name: str) -> None:
        """Give a new game another name. A text that was not changed yet gets it, too."""
        name = name.strip()
        try:
            text = written(self.template, name, f"{name}.py")
        except PlygroundError as error:
            show(self.trouble, error.sentence)
            return
        if self.text == written(self.template, self.name, f"{self.name}.py"):
            self.client.call("open", f"/own?template={self.template}&name={quote(name)}")
            self.text = text
        self.name = name
        show(self.trouble, "")

    def _write(self, text: str) -> None:
        """Keep the text that was written."""
        self.text = text.replace("\r\n", "\n")
        self._keep()

    def _keep(self) -> bool:
        """Keep the text as a draft. Return False after saying why that is not possible."""
        try:
            self.keeper.keep(self.name, self.text)
        except PlygroundError as error:
            show(self.trouble, error.sentence)
            return False
        self.client.call("replaceUrl", f"/own/{self.name}")
        show(self.trouble, "")
        return True

    def _save(self) -> None:
        self.client.call("download", self.text, f"{self.name}.py", "text/x-python")

    # The check

    def _check(self) -> None:
        self._begin(COMPLETE, plays=False)

    def _play(self) -> None:
        self._begin(RULES, plays=True)

    def _begin(self, options: Options, *, plays: bool) -> None:
        if self.task is None and self._keep():
            fill(self.findings, "")
            self._tell(_("Checking …"))
            self.heard_at = math.inf
            self.task = asyncio.create_task(self._run(options, plays=plays))
            self._show_buttons()

    async def _run(self, options: Options, *, plays: bool) -> None:
        """Check the text and show the report; then open the board if it is to be played."""
        name, text = self.name, self.text
        try:
            report = await self._report(name, text, options)
            self._tell(_("The check found a mistake.") if report.failures else _("No failure."))
            self._show([_shown(each, text) for each in report.failures], report.features)
            if plays and all(failure.fault in HARMLESS for failure in report.failures):
                self._tell(_("The rules hold. The board is being set up …"))
                await run_in_threadpool(self.keeper.put_in_play, name, text)
                for workers in (self.services.bot_processes, self.services.room_processes, self.services.compiler_process):  # fmt: skip
                    workers.renew()
                self.client.call("open", f"/play/{name}")
            elif plays:
                self._tell(_("Correct this first; then the game can be played."))
        except FileError as error:
            self._tell(_("The check found a mistake."))
            place = f"{name}.py" if error.line is None else _("Line {line}", line=error.line)
            self._show([ShownFault(place, error.reason, error.line or 0)], [])
        except PlygroundError as error:
            self._tell(error.sentence)
        except Exception:
            log.exception("A game could not be checked.")
            self._tell(_("Something unexpected went wrong; the server's log has the details."))
        finally:
            self.task = None
            self._show_buttons()

    async def _report(self, name: str, text: str, options: Options) -> Report:
        path = self.keeper.path(name)
        try:
            return await self.workers.run(check_game, CHECK_TIMEOUT_S, self._watch, path, text, options)
        except SearchError:
            if not IN_BROWSER or time.monotonic() - self.heard_at < SILENCE_S:
                raise
            seconds = Number(round(SILENCE_S))
            sentence = _("there was no answer after {seconds} seconds", seconds=seconds)
            return Report([Failure("no-return", "game", sentence)])

    def _watch(self, status: JobStatus) -> bool:
        if status.news is not None:
            self.heard_at = time.monotonic()
            self._tell(_("{doing} …", doing=status.news))
        return IN_BROWSER and time.monotonic() - self.heard_at > SILENCE_S

    def _show(self, faults: list[ShownFault], features: list[Feature]) -> None:
        fill(self.findings, fragment("own_report.html", faults=faults, features=features))

    def _tell(self, words: Sentence | str) -> None:
        show(self.said, words)

    def _show_buttons(self) -> None:
        for each in (self.play, self.check):
            enable(each, self.task is None)
        self.stop.set_visibility(self.task is not None)

    def _stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self._tell(_("The check was stopped."))

    def _leave(self) -> None:
        if self.task is not None:
            self.task.cancel()


def _shown(failure: Failure, text: str) -> ShownFault:
    """Return a failure with the line on which its method begins in the text."""
    found = re.search(rf"^[ \t]*def {re.escape(failure.method.rpartition('.')[2])}\(", text, re.MULTILINE)
    number = text.count("\n", 0, found.start()) + 1 if found else 0
    return ShownFault(
        f"{failure.method}()" if found else failure.method, failure.sentence, number, failure.line, failure.hint
    )


def opened_file(keeper: OwnGameKeeper, file_name: str, content: bytes) -> str:
    """Keep the content of a file as a draft. Return the name of its game. Raise :class:`SpecError`."""
    name = file_name.removesuffix(".py")
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        text = ""
    if name == file_name or not text or "\0" in text:
        raise SpecError(_("“{file}” is not a game. Choose a file in Python, such as my_game.py.", file=file_name))
    keeper.keep(name, text)
    return name
