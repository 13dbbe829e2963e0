"""Keep the page's tournaments: their records, the process of the running one, and the bots of a class.

Everything is in one folder. A tournament is a record ``NAME.db``, which the command line reads as well, and
``NAME.json`` with the page's own data. Each bot that was handed in has its own folder, because its code may read its
folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from plyground.core.files import write_text
from plyground.core.spec import is_name
from plyground.errors import PlygroundError, SpecError
from plyground.i18n import _, language
from plyground.isolation.wall import lacking_parts

if TYPE_CHECKING:
    from plyground.tournaments.standings import Standings
    from plyground.tournaments.tournament_process import News
    from plyground.tournaments.tournament_run import TournamentSettings

STOP_TIMEOUT_S = 10
"""Seconds that a tournament has to end after it was told to."""
MAX_BOT_CHARS = 100_000
"""Most characters of a bot's file."""
MAX_NAME_CHARS = 30
MAX_HANDED_IN = 200
"""Most bots that a class may hand in."""
RECORD = re.compile(r"[a-z0-9_-]+-\d+")
"""Pattern of the name of a tournament on the page, such as ``connect_four-3``."""


class KeptTournament(NamedTuple):
    """A tournament in the folder."""

    name: str
    game: str
    is_hidden: bool  # True if the names of the players are hidden


class HandedIn(NamedTuple):
    """A bot that a visitor has handed in."""

    name: str
    visitor: str  # hash of the visitor's token
    path: Path


class RunningTournament:
    """A tournament that runs in its own process."""

    def __init__(self, name: str, path: Path) -> None:
        from plyground.tournaments.tournament_process import News, task

        self.name = name
        self.news: News = News()
        command = [sys.executable, "-m", "plyground.tournaments.tournament_process"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            encoding="utf-8", start_new_session=True, env={**os.environ, "PYTHONUTF8": "1"},
        )  # fmt: skip
        assert self._process.stdin is not None
        with suppress(OSError):  # the process may have ended already; the page then shows that it is not played
            self._process.stdin.write(task(str(path), max(1, (os.cpu_count() or 1) - 1), language()))
            self._process.stdin.flush()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def is_alive(self) -> bool:
        """True while games are played."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop the running games. They start again if the tournament is continued."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _listen(self) -> None:
        from plyground.tournaments.tournament_process import News

        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.news = News.read(line)


class Playing(Protocol):
    """A tournament that is played by others than this thread."""

    name: str
    news: News

    @property
    def is_alive(self) -> bool:
        """True while games are played."""

    def stop(self) -> None:
        """Stop the running games. They start again if the tournament is continued."""


class TournamentKeeper:
    """The tournaments of one server. Threads may share it."""

    def __init__(
        self,
        folder: Path,
        own_bots: Sequence[str] = (),
        *,
        trusts_bots: bool = False,
        start: Callable[[str, Path], Playing] = RunningTournament,
    ) -> None:
        """Open the keeper; ``own_bots`` are the files of bots named on the command line. ``start`` plays the tournament
        with a name and a record.

        If it ``trusts_bots``, bots can be handed in even where the system has no wall around them.
        """
        self.folder = folder
        self.own_bots = tuple(own_bots)
        self.trusts_bots = trusts_bots
        self.takes_bots = False  # True if visitors may hand in bots
        self._start = start
        self._running: Playing | None = None
        self._lock = threading.Lock()
        self._standings: dict[str, tuple[tuple[int, int], Standings]] = {}

    # Tournaments

    def tournaments(self) -> list[KeptTournament]:
        """Return the tournaments, the newest first."""
        found = [path for path in self.folder.glob("*.json") if RECORD.fullmatch(path.stem)]
        found.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        return [kept for path in found if (kept := self.find(path.stem))]

    def find(self, name: str) -> KeptTournament | None:
        """Return the tournament of this name, or None."""
        if not RECORD.fullmatch(name) or not self.record_path(name).exists():
            return None
        try:
            about = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
            return KeptTournament(name, str(about["game"]), bool(about["hidden"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def record_path(self, name: str) -> Path:
        """Return the path of a tournament's record."""
        return self.folder / f"{name}.db"

    @property
    def running(self) -> Playing | None:
        """The tournament that is played now, or None."""
        running = self._running
        return running if running is not None and running.is_alive else None

    def fault(self, name: str) -> str:
        """Return the reason why a tournament ended too early; empty without one."""
        running = self._running
        return running.news.fault if running is not None and running.name == name else ""

    def begin(self, game: str, bots: Sequence[str], settings: TournamentSettings, *, is_hidden: bool) -> str:
        """Begin a tournament and return its name. Raise :class:`PlygroundError`."""
        from plyground.tournaments.tournament_record import Record
        from plyground.tournaments.tournament_run import Tournament

        with self._lock:
            self._refuse_second()
            self.folder.mkdir(parents=True, exist_ok=True)
            name = self._new_name(game)
            path = self.record_path(name)
            try:
                with Record(path, write=True) as record:
                    Tournament.begin(record, game, bots, settings)
            except PlygroundError:
                for left in self.folder.glob(f"{name}.db*"):
                    left.unlink(missing_ok=True)
                raise
            self._write(KeptTournament(name, game, is_hidden))
            self._running = self._start(name, path)
            return name

    def resume(self, name: str) -> None:
        """Continue a tournament. Raise :class:`PlygroundError` while another is running."""
        with self._lock:
            self._refuse_second()
            self._running = self._start(name, self.record_path(name))

    def stop(self, name: str) -> None:
        """Stop a tournament if it is played."""
        with self._lock:
            if self._running is not None and self._running.name == name:
                self._running.stop()

    def reveal(self, name: str) -> None:
        """Show the names of a tournament's players from now on."""
        kept = self.find(name)
        if kept is not None:
            self._write(kept._replace(is_hidden=False))

    def close(self) -> None:
        """Stop everything."""
        self.takes_bots = False
        if self._running is not None:
            self._running.stop()

    def standings(self, name: str) -> Standings:
        """Return the standings of a tournament, computed again after each new game. Raise :class:`PlygroundError`."""
        from plyground.tournaments.standings import standings
        from plyground.tournaments.tournament_record import Record

        with Record(self.record_path(name), compare=name not in self._standings) as record:
            state = (len(record.scores), record.planned)
            known = self._standings.get(name)
            if known is None or known[0] != state:
                known = self._standings[name] = (state, standings(record))
        return known[1]

    def shown_names(self, kept: KeptTournament, players: Sequence[str]) -> dict[str, str]:
        """Return the name under which each player is shown."""
        if not kept.is_hidden:
            from plyground.games import game as game_named  # imported here because games are slow to import
            from plyground.presentation.bot_titles import bot_title

            game = game_named(kept.game)
            return {name: bot_title(name, game) for name in players}
        mixed = sorted(players, key=lambda name: hashlib.sha256(f"{kept.name} {name}".encode()).digest())
        return {name: str(_("Bot {number}", number=number)) for number, name in enumerate(mixed, 1)}

    def _refuse_second(self) -> None:
        if self.running is not None:
            raise SpecError(_("Another tournament is being played. Stop it first."))

    def _new_name(self, game: str) -> str:
        stem = re.sub(r"[^a-z0-9]+", "_", game.lower()).strip("_")[:40] or "game"
        number = 1
        while self.record_path(f"{stem}-{number}").exists():
            number += 1
        return f"{stem}-{number}"

    def _write(self, kept: KeptTournament) -> None:
        about = {"kind": "plyground arena", "game": kept.game, "hidden": kept.is_hidden}
        write_text(self.folder / f"{kept.name}.json", json.dumps(about) + "\n")

    # Bots of a class

    def take_bots(self) -> None:
        """Let visitors hand in bots. Raise :class:`SpecError` if the system has no wall around them."""
        if (lacking := lacking_parts()) and not self.trusts_bots:
            raise SpecError(_("Bots cannot be handed in here: this system lacks {parts}, which would hold them back. If you trust everybody who can open this page, start the server with --trust-bots.", parts=", ".join(lacking)))  # fmt: skip
        self.takes_bots = True

    def handed_in(self) -> list[HandedIn]:
        """Return the bots that were handed in, by name."""
        found = []
        for about in sorted((self.folder / "bots").glob("*/visitor")):
            name = about.parent.name
            found.append(HandedIn(name, about.read_text(encoding="utf-8"), about.parent / f"{name}.py"))
        return found

    def hand_in(self, visitor: str, name: str, text: str) -> None:
        """Store a visitor's bot in place of an earlier one of the same name. Its code does not run.

        Raise :class:`PlygroundError` for a bot that cannot be accepted.
        """
        from plyground.bots import BOTS, bot_file

        name = name.strip().removesuffix(".py")
        if not (is_name(name) and name.isascii() and "-" not in name and len(name) <= MAX_NAME_CHARS):
            raise SpecError(
                _("A bot's name has up to {most} letters, digits and _, a letter first.", most=MAX_NAME_CHARS)
            )
        if len(text) > MAX_BOT_CHARS:
            raise SpecError(_("A bot's file has at most {most} characters.", most=MAX_BOT_CHARS))
        mark = hashlib.sha256(visitor.encode()).hexdigest()
        with self._lock:
            if not self.takes_bots:
                raise SpecError(_("The teacher accepts no bots at present."))
            others = {bot.name.lower(): bot for bot in self.handed_in()}
            known = others.get(name.lower())
            if name in BOTS or (known is not None and (known.visitor != mark or known.name != name)):
                raise SpecError(_("There is a bot “{name}” already. Choose another name.", name=name))
            if known is None and len(others) >= MAX_HANDED_IN:
                raise SpecError(_("The class has handed in {most} bots. No more are accepted.", most=MAX_HANDED_IN))
            bot_file.read(f"{name}.py", text)
            folder = self.folder / "bots" / name
            folder.mkdir(parents=True, exist_ok=True)
            write_text(folder / f"{name}.py", text)
            write_text(folder / "visitor", mark)

    def remove_bots(self) -> None:
        """Delete the bots that were handed in. Records keep the texts of bots that have played."""
        with self._lock:
            for bot in self.handed_in():
                for file in bot.path.parent.iterdir():
                    file.unlink()
                bot.path.parent.rmdir()


def renamed(of: Standings, names: Callable[[str], str]) -> Standings:
    """Return standings with other names for the players."""
    return replace(
        of,
        table=tuple(row._replace(player=names(row.player)) for row in of.table),
        cross=tuple(row._replace(player=names(row.player), opponent=names(row.opponent)) for row in of.cross),
        by_value=tuple(row._replace(player=names(row.player)) for row in of.by_value),
        groups=tuple(tuple(map(names, group)) for group in of.groups),
        regularised=tuple((names(one), names(other)) for one, other in of.regularised),
        pairings=tuple(
            each._replace(
                players=tuple(map(names, each.players)), winner=None if each.winner is None else names(each.winner)
            )
            for each in of.pairings
        ),
        winners=tuple(map(names, of.winners)),
    )
