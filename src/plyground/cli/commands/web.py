"""``plyground web``: the page in the browser, and ``plyground export-site``: the page as static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from plyground.bots import named
from plyground.bots.bot_file import is_bot_file
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import GAME_ARGUMENT, PlaceText, Weights
from plyground.cli.server_links import print_links
from plyground.cli.terminal import say
from plyground.cluster.places import LOCAL
from plyground.errors import SpecError
from plyground.games.loading import game as game_named
from plyground.games.remote.remote_rules import run_rules_apart
from plyground.i18n import Number, _
from plyground.isolation.wall import lacking_parts
from plyground.learning.weights_file import load_evaluation
from plyground.puzzles.puzzle_file import read
from plyground.searches.progress import unheard
from plyground.web.server.serve import serve


class Address(NamedTuple):
    """Options of the address, and of those who may visit it."""

    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help=str(_("Address to listen on; the default is this computer only.")))
    ] = "127.0.0.1"
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help=str(_("Port to listen on; 0 takes any free one.")))
    ] = 8080
    class_code: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help=str(_("Let other computers in with this code. It is needed with another --host.")),
        ),
    ] = ""
    behind: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PROXY",
            help=str(
                _(
                    "The address, network or name of a proxy in front of plyground. Its forwarded headers tell clients apart. Repeat it for more."
                )
            ),
        ),
    ] = None
    public_url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help=str(
                _(
                    "The address by which visitors reach the page, such as https://play.example.org, for every link and QR code."
                )
            ),
        ),
    ] = ""
    embed: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SITE",
            help=str(_("A site that can show boards, puzzles, trees and exercises in its pages. Repeat it for more.")),
        ),
    ] = None


class Content(NamedTuple):
    """Options of the user's own files on the page."""

    lessons: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=str(_("A folder with your own lessons, which are shown beside the others."))
        ),
    ] = None
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot-file",
            metavar="FILE",
            help=str(_("The file of a bot of your own, which then plays on the page. Repeat it for more.")),
        ),
    ] = None
    weights: Weights = None
    puzzles: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help=str(
                _("A file of puzzles, made by plyground puzzles, to be shown with the others. Repeat it for more.")
            ),
        ),
    ] = None
    think_here: Annotated[
        Path | None,
        typer.Option(
            metavar="SITE",
            help=str(
                _(
                    "The folder of a site, made by plyground export-site: bots then think on the visitors' devices, and the server checks their moves."
                )
            ),
        ),
    ] = None
    trust_bots: Annotated[
        bool,
        typer.Option(
            "--trust-bots",
            help=str(_("Let visitors hand in bots even if this system cannot hold their code back.")),
        ),
    ] = False

    def check(self) -> None:
        """Read the files. Raise :class:`PlygroundError` if one is wrong."""
        for file in self.bots or ():
            if not is_bot_file(file):
                raise SpecError(_("“{file}” is not the file of a bot, such as my_bot.py.", file=file))
            named(file)
        for path in self.weights or ():
            load_evaluation(path)
        for file in self.puzzles or ():
            read(file)


@grouped
def web(
    game: Annotated[
        str | None,
        GAME_ARGUMENT,
    ] = None,
    *,
    address: Address,
    content: Content,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help=str(_("Open the page in the browser.")))
    ] = True,
    work: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help=str(
                _(
                    "The file that keeps games, trees and answers; it is created if it does not exist. Or a PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME."
                )
            ),
        ),
    ] = None,
    place: PlaceText = LOCAL,
) -> None:
    """Open the page in the browser, until it is quit."""
    run_rules_apart(unheard, walled=bool(address.class_code) and not lacking_parts())
    content.check()
    serve(
        address.host, address.port, browser, print_links, game=game_named(game).name if game else "",
        lessons=content.lessons, work=work, class_code=address.class_code, proxies=address.behind or (),
        bots=content.bots or (), puzzles=content.puzzles or (), embedders=address.embed or (), place=place,
        public_url=address.public_url, trusts_bots=content.trust_bots,
        site=content.think_here,
    )  # fmt: skip


def export_site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=str(_("The folder of the site.")))],
    game: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="GAME",
            help=str(_("The file of a game of your own, which the site offers, too. Repeat it for more.")),
        ),
    ] = None,
    weights: Weights = None,
    compiled: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help=str(_("The games whose searches are compiled, separated by commas (default: all)."))
        ),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help=str(_("The folder with Pyodide (default: node_modules/pyodide)."))),
    ] = None,
) -> None:
    """Write the whole page as static files for any web host: it runs in the visitors' browsers."""
    from plyground.static_site.export import export_site as exported  # the server needs none of it
    from plyground.static_site.export import pyodide_folder

    names = None if compiled is None else [name.strip() for name in compiled.split(",") if name.strip()]
    size = exported(folder, pyodide_folder(pyodide), game or (), weights or (), names)
    say(_("{folder} was written: {megabytes} MB.", folder=folder, megabytes=Number(size / 1e6, 1)))
    say(_("Put it on any web host, or look at it here: python -m http.server --directory {folder}", folder=folder))
