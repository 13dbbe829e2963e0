"""``plyground merge``: join the results files of the slices of a tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.terminal import say
from plyground.i18n import Number, _
from plyground.tournaments.slices import merge as merged


def merge(
    parts: Annotated[list[Path], typer.Argument(metavar="FILE...", help=str(_("The results files of all slices.")))],
    results: Annotated[
        Path, typer.Option("--results", "-o", metavar="FILE", help=str(_("The new results file with all games.")))
    ],
) -> None:
    """Join the results files of the slices of one tournament."""
    played, planned = merged(parts, results)
    say(_("{played} of {planned} games are in {file}.", played=Number(played), planned=Number(planned), file=results))
