"""``plyground export-site``: the page as static files, which run without a server of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.terminal import say
from plyground.i18n import Number, _
from plyground.static_site.export import export_site as exported
from plyground.static_site.export import pyodide_folder


def export_site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=str(_("The folder of the site.")))],
    pyodide: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help=str(_("The folder with Pyodide (default: node_modules/pyodide)."))),
    ] = None,
) -> None:
    """Write lessons, exercises, trees and boards as static files for any web host."""
    size = exported(folder, pyodide_folder(pyodide))
    say(_("{folder} was written: {megabytes} MB.", folder=folder, megabytes=Number(size / 1e6, 1)))
    say(_("Put it on any web host, or look at it here: python -m http.server --directory {folder}", folder=folder))
