"""``plyground engines``: set up other programs as bots, and check their protocols."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Annotated

import typer

from plyground.bots import BOTS
from plyground.cli.options.shared_options import GAME, AsJson, complete_game, one_of
from plyground.cli.terminal import say, say_json, say_table
from plyground.core.game import Game
from plyground.core.spec import canonical
from plyground.engines.compliance import Finding, examine
from plyground.engines.config import (
    PROTOCOLS,
    EngineConfig,
    config_path,
    configured_engines,
    engine_named,
    remove_engine,
    save_engine,
)
from plyground.engines.connecting import connect, games_of, plays, speaks_of
from plyground.errors import EngineError, PlygroundError, SpecError
from plyground.games.loading import game as game_named
from plyground.i18n import _

engines = typer.Typer()
"""The ``plyground engines`` commands."""

GAMES_PATH = "/usr/games:/usr/local/games"
"""Folders in which Debian keeps games; they are not on every user's path."""

EngineName = Annotated[str, typer.Argument(metavar="NAME", help=str(_("The engine's name.")))]


@engines.command("add", help=str(_("Set up a program as a bot.")))
def add(
    name: EngineName,
    command: Annotated[
        str, typer.Option("--command", metavar="COMMAND", help=str(_("The command that starts the program, such as “stockfish”.")))
    ],
    protocol: Annotated[
        str,
        typer.Option(
            "--protocol", metavar="PROTOCOL",
            help=str(_("The protocol; one of: {names}.", names=", ".join(PROTOCOLS))),
            autocompletion=one_of(PROTOCOLS),
        ),
    ] = "uci",
    options: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help=str(_("An option of the program. Repeat it for more."))),
    ] = None,
    games: Annotated[
        list[str] | None,
        typer.Option(
            "--game", metavar="GAME", autocompletion=complete_game,
            help=str(_("A game that it plays (default: every game that its protocol supports).")),
        ),
    ] = None,
) -> None:  # fmt: skip
    """Start the program once for each game, and keep it if it answers."""
    if protocol not in PROTOCOLS:
        raise SpecError(_("There is no protocol “{name}”; choose one of: {names}.", name=protocol, names=", ".join(PROTOCOLS)))  # fmt: skip
    if name in BOTS and canonical(name) not in configured_engines():
        raise SpecError(_("There is a bot “{name}” already; choose another name.", name=name))
    words = tuple(shlex.split(command))
    program = shutil.which(words[0]) or shutil.which(words[0], path=GAMES_PATH) if words else None
    if program is None:
        raise SpecError(_("There is no program “{program}” on this computer.", program=command))
    config = EngineConfig(
        name, protocol, (str(Path(program).absolute()), *words[1:]), dict(map(_option, options or ()))
    )
    chosen = [game_named(each) for each in games or ()]
    if protocol == "ugi" and not chosen:
        raise SpecError(_("UGI does not tell which game a program plays: name it with --game."))
    title, known = _tried(config, chosen or _known_games(protocol), all_needed=bool(chosen))
    save_engine(config._replace(games=tuple(game.name for game in known)))
    say(
        _("{title} is set up as “{name}” for {games}, in {path}.", title=title, name=name, games=", ".join(str(game.title) for game in known), path=config_path())
    )  # fmt: skip
    say(_("Play against it: {command}", command=f"plyground console {known[0].name} --second {name}"))


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals and text.isprintable()):
        raise SpecError(_("An option is written NAME=VALUE, not “{text}”.", text=text))
    return name.strip(), value.strip()


def _known_games(protocol: str) -> list[Game]:
    return [game_named(name) for name in games_of(protocol)]


def _tried(config: EngineConfig, games: list[Game], *, all_needed: bool) -> tuple[str, list[Game]]:
    """Start the program for each game. Return its name and the games that it accepts."""
    title, accepted = config.name, list[Game]()
    failure: PlygroundError | None = None
    for game in games:
        if not speaks_of(config.protocol, game):
            failure = SpecError(_("{protocol} cannot write the moves of {game}.", protocol=config.protocol.upper(), game=game.title))  # fmt: skip
        else:
            try:
                with connect(config, game) as client:
                    title, is_sure = client.title, all_needed or client.claims_game()
                if is_sure:
                    accepted.append(game)
                    continue
                failure = SpecError(_("{title} does not tell which game it plays: name it with --game.", title=title))
            except EngineError as error:
                failure = error
        if all_needed:
            break
    if failure and (all_needed or not accepted):
        raise failure
    return title, accepted


@engines.command("list", help=str(_("List the programs that are set up.")))
def list_engines(as_json: AsJson = False) -> None:
    """Show name, protocol, games, command and options of each."""
    known = configured_engines()
    if as_json:
        say_json([config._asdict() for config in known.values()])
        return
    if not known:
        say(
            _(
                "No engine is set up. Set one up: {command}",
                command="plyground engines add fairy --command fairy-stockfish",
            )
        )
        return
    rows = [
        (name, config.protocol, ", ".join(config.games), shlex.join(config.command), ", ".join(f"{key}={value}" for key, value in config.options.items()))
        for name, config in known.items()
    ]  # fmt: skip
    say_table([_("name"), _("protocol"), _("games"), _("command"), _("options")], rows)


@engines.command("remove", help=str(_("Forget a program; it stays on the computer.")))
def remove(name: EngineName) -> None:
    """Remove a program from the file."""
    remove_engine(name)
    say(_("“{name}” is no longer set up.", name=name))


@engines.command("check", help=str(_("Check that a program follows its protocol.")))
def check(
    name: EngineName,
    game_text: Annotated[str | None, GAME] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help=str(_("Show every line that is sent and received.")))
    ] = False,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Ask question by question; leave with 1 if an answer breaks the protocol."""
    config = engine_named(name)
    game = game_named(game_text or (config.games or tuple(_known_names(config)))[0])
    if not plays(config, game):
        raise SpecError(_("{name} is not set up for {game}.", name=name, game=game.title))
    findings = []
    for finding in examine(config, game):
        findings.append(finding)
        if not as_json:
            _show(finding, verbose=verbose)
    if as_json:
        say_json(
            [
                {"question": str(each.question), "passed": each.passed, "detail": str(each.detail), "exchange": each.exchange}
                for each in findings
            ]
        )  # fmt: skip
    if not all(finding.passed for finding in findings):
        raise typer.Exit(1)


def _known_names(config: EngineConfig) -> list[str]:
    return [game.name for game in _known_games(config.protocol)]


def _show(finding: Finding, *, verbose: bool) -> None:
    sign, style = ("✓", "green") if finding.passed else ("✗", "bold red")
    detail = f" ({finding.detail})" if str(finding.detail) else ""
    say((sign, style), " ", finding.question, detail)
    if verbose:
        for line in finding.exchange:
            say(("    " + line, "dim"))
