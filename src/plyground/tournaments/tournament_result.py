"""``plyground.tournament``: play a tournament from Python, with results as plain data."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.cluster.places import Place
from plyground.core.checked_arguments import Count, CountFromZero, checked
from plyground.core.game import Game
from plyground.searches.progress import unheard

if TYPE_CHECKING:
    from plyground.tournaments.standings import Standings


@dataclass(frozen=True)
class TournamentResult:
    """The results of a tournament as plain data and as files."""

    standings: Standings
    games: list[dict[str, Any]]  # games with clock, value and depth of every move

    @property
    def ratings(self) -> dict[str, float | None]:
        """The Elo of each bot, the first of the table first; None in games for more than two players."""
        return {row.player: row.elo for row in self.standings.table}

    def __str__(self) -> str:
        """Return the table of ``plyground standings`` as plain text."""
        from plyground.tournaments.standings_text import main_table

        headings, rows = main_table(self.standings)
        lines = [[str(cell) for cell in row] for row in [headings, *rows]]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)

    def rows(self) -> list[dict[str, Any]]:
        """Return the table as a list of dictionaries, for ``pandas.DataFrame`` and ``polars.DataFrame``."""
        return self.standings.rows()

    def svg(self) -> str:
        """Return the chart of the ratings with their errors, or the bracket of a knockout."""
        from plyground.tournaments.standings_page import drawings

        return drawings(self.standings)[0](self.standings)

    _repr_svg_ = svg


@checked
def tournament(
    game: Game | str,
    bots: Sequence[str],
    *,
    format: str = "round-robin",
    rounds: CountFromZero = 0,
    games_per_pair: Count = 2,
    openings: str = "random:plies=2",
    time: str = "none",
    adjudicate: str = "none",
    sprt: str = "",
    seed: int = 0,
    memory_mb: CountFromZero = 0,
    jobs: Count | None = None,
    file: str | Path | None = None,
    place: Place | str = "local",
    judge_moves: bool = False,
    on_progress: Callable[[Any], object] = unheard,
) -> TournamentResult:
    """Let bots play each other and rate them, as ``plyground tournament`` does.

    ``bots`` are spec texts or files of bots, also with a name: ``"new=depth-limited:depth=4"``. With ``file`` the
    record is kept there, and a second call with the same file continues. ``place`` names the place where games are played:
    a text of ``--place``, or a place of :func:`plyground.place`. ``on_progress`` is called with the progress. Raise
    :class:`PlygroundError`.
    """
    from plyground.cluster.places import place as place_named
    from plyground.tournaments.interchange.games_export import games_data
    from plyground.tournaments.standings import standings
    from plyground.tournaments.tournament_record import Record
    from plyground.tournaments.tournament_run import Tournament, TournamentSettings

    settings = TournamentSettings(
        format, rounds, games_per_pair, openings, time, adjudicate, seed, sprt, memory_mb
    )  # fmt: skip
    where = place_named(place, jobs)
    with ExitStack() as stack:
        if file is None:
            file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "tournament.db"
        record = stack.enter_context(Record(file, write=True))
        run = Tournament.begin(record, game if isinstance(game, str) else game.name, bots, settings)
        run.play(jobs, on_progress, place=where)
        return TournamentResult(standings(record, judge_moves=judge_moves), games_data(record))
