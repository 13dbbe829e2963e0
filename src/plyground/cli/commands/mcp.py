"""``plyground mcp``: a server of tools for language models, by the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.options.shared_options import SECONDS_HELP
from plyground.errors import FileError, SpecError
from plyground.i18n import _
from plyground.mcp_server.command_runner import TIMEOUT_S

MAX_SECONDS = 3600


def mcp(
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=str(_("The folder whose tournaments may be read; without it, no file is read."))
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(metavar="S", min=1, max=MAX_SECONDS, help=SECONDS_HELP),
    ] = TIMEOUT_S,
) -> None:
    """Answer on standard input and output until it is closed."""
    if folder is not None and not folder.is_dir():
        raise FileError(folder, _("it is no folder."))
    try:
        from plyground.mcp_server.server import mcp_server
    except ImportError:
        raise SpecError(
            _("This command needs the package mcp, which is not installed: pip install 'plyground[mcp]'.")
        ) from None
    mcp_server(folder, seconds).run("stdio")
