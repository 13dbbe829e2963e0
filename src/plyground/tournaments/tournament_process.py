"""A tournament that runs in its own process until it is done, stopped, or its parent ends.

``python -m plyground.tournaments.tournament_process`` reads one line of JSON, a :class:`Task`, and writes a line of
JSON whenever something has changed, a :class:`News`. It stops when its standard input ends, and so when the program
that started it ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import Any, NamedTuple

from plyground.errors import PlygroundError
from plyground.games.loading import Source, restore, sources
from plyground.games.remote.remote_rules import are_walled, run_rules_apart
from plyground.i18n import use
from plyground.searches.progress import unheard
from plyground.tournaments.game_play import Turn
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Progress, Tournament

BEAT_S = 0.5
"""Seconds between two reports of the games under way."""
NICENESS = 15
"""Niceness of the process: other programs, such as the page, come first."""


class Task(NamedTuple):
    """The tournament to play, and the number of games at once."""

    record: str  # path of the record
    jobs: int  # games at once
    language: str  # language of sentences about faults
    sources: tuple[tuple[Any, ...], ...] = ()  # sources of the games from files
    walled: bool = False  # True if these may run only behind the wall


class LiveGame(NamedTuple):
    """A game that is being played."""

    key: str
    seats: tuple[str, ...]
    opening: int  # number of the opening in the record
    words: tuple[str, ...]  # texts of its moves, as people write them


class News(NamedTuple):
    """The state of a running tournament."""

    played: int = 0
    planned: int = 0
    seconds_left: float | None = None
    games: tuple[LiveGame, ...] = ()
    fault: str = ""  # reason why the tournament ended too early; "" = none

    @classmethod
    def read(cls, line: str) -> News:
        """Read the news from a line of JSON."""
        values = json.loads(line)
        games = tuple(LiveGame(key, tuple(seats), opening, tuple(words)) for key, seats, opening, words in values.pop("games"))  # fmt: skip
        return cls(**values, games=games)


def task(record: str, jobs: int, spoken: str) -> str:
    """Return the line of JSON that gives the process its task."""
    given = tuple(tuple(source) for source in sources())
    return json.dumps(Task(record, jobs, spoken, given, are_walled())._asdict()) + "\n"


def main() -> None:
    """Play the tournament of the task that standard input gives."""
    told = Task(**json.loads(sys.stdin.readline()))
    use(told.language)
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    threading.Thread(target=_stop_at_end_of_input, daemon=True).start()
    if told.walled:
        run_rules_apart(unheard, walled=True)
    restore(tuple(Source(*source) for source in told.sources))
    teller = _Teller()
    try:
        with Record(told.record, write=True) as record:
            run = Tournament.resume(record)
            teller.watch(run)
            run.play(told.jobs, teller.hear)
    except PlygroundError as error:
        teller.tell(fault=str(error))
    except KeyboardInterrupt:
        pass


def _stop_at_end_of_input() -> None:
    while sys.stdin.readline():
        pass
    signal.raise_signal(signal.SIGINT) if os.name == "nt" else signal.pthread_kill(
        threading.main_thread().ident or 0, signal.SIGINT
    )


class _Teller:
    """Writer of the news to standard output."""

    def __init__(self) -> None:
        self._news = News()
        self._told = ""
        self._writing = threading.Lock()

    def hear(self, progress: Progress) -> None:
        self.tell(played=progress.played, planned=progress.planned, seconds_left=progress.seconds_left)

    def watch(self, run: Tournament) -> None:
        def beat() -> None:
            while True:
                self.tell(games=tuple(live_game(turn) for turn in run.turns))
                time.sleep(BEAT_S)

        threading.Thread(target=beat, daemon=True).start()

    def tell(self, **changes: Any) -> None:
        """Write the news if something has changed."""
        with self._writing:
            self._news = self._news._replace(**changes)
            line = json.dumps(self._news._asdict())
            if line != self._told:
                self._told = line
                with suppress(OSError):  # the reader may have closed the pipe
                    print(line, flush=True)


def live_game(turn: Turn) -> LiveGame:
    """Return a game under way, as the news tell it."""
    planned = turn.planned
    return LiveGame(planned.key, planned.seats, planned.opening, tuple(move.word for move in turn.moves))


if __name__ == "__main__":
    main()
