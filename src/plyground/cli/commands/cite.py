"""``plyground cite``: the facts about a tournament that a paper needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.terminal import say
from plyground.i18n import _
from plyground.tournaments.record_citation import citation
from plyground.tournaments.tournament_record import Record


def cite(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=str(_("The results file that plyground tournament wrote.")))
    ],
) -> None:
    """Print what a paper tells about a tournament: versions, machine, rules, bots and results."""
    with Record(file) as record:
        for line in citation(record):
            say(line)
