"""``plyground learn``: an evaluation for any game, learned by self-play."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.options.shared_options import (
    GAMES_HELP,
    SEED,
    WORK_SECONDS_HELP,
    GameText,
    NewFile,
    Resume,
    Svg,
    Threads,
)
from plyground.cli.output_files import write_output
from plyground.cli.own_games import game_named
from plyground.cli.terminal import say, tell
from plyground.core.game import Game
from plyground.core.spec import canonical
from plyground.errors import FileError
from plyground.i18n import Number, Sentence, _
from plyground.learning.learn import LearningProgress, bot_text, gain_sentence
from plyground.learning.learn import learn as learn_game
from plyground.learning.weights_file import SUFFIX, read_weights, weights_name
from plyground.tournaments.ratings_chart import Bar, picture


def learn(
    game_text: GameText,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", min=0.1, max=1e6, help=WORK_SECONDS_HELP, show_default="60")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=10**9, help=GAMES_HELP)
    ] = None,
    output: NewFile = None,
    threads: Threads = None,
    seed: Annotated[int | None, SEED] = None,
    resume: Resume = False,
    tables: Annotated[
        str | None,
        typer.Option("--tables", metavar="KINDS", help=str(_("Kinds of tables, such as lines4+boxes2x3 (default: by the board)."))),
    ] = None,
    on_top: Annotated[
        str,
        typer.Option("--on-top", metavar="NAME", help=str(_("Evaluation whose value is one more input, or none (default: the game's best)."))),
    ] = "best",
    svg: Svg = None,
) -> None:  # fmt: skip
    """Learn an evaluation of a game by self-play, and write it to a file."""
    game = game_named(game_text)
    path = output or Path(weights_name(game.name))
    if path.suffix != SUFFIX:
        raise FileError(path, _("the name of a file of weights ends with .weights"))
    if path.exists() and not resume:
        raise FileError(path, _("this file already exists: add --resume to go on from it, or choose another name"))
    if not os.access(path.parent, os.W_OK):
        reason = os.strerror(errno.EACCES if path.parent.is_dir() else errno.ENOENT)
        raise FileError(path, _("it cannot be written ({reason}).", reason=reason))
    earlier = read_weights(path) if resume else None
    if threads is None:
        threads = 1 if seed is not None else os.cpu_count() or 1
    told: list[LearningProgress] = []

    def report(news: LearningProgress) -> None:
        told.append(news)
        tell(_told(news))

    try:
        learned = learn_game(
            game,
            seconds=seconds,
            games=games,
            threads=threads,
            seed=seed or 0,
            tables=tables,
            on_top=canonical(on_top),
            resume=earlier,
            on_progress=report,
        )
    finally:
        if told:
            write_output(svg, lambda: _chart(game, told))
    size = learned.write(path)
    say(_("{file} was written: {games} games, {tables} tables, {size} KB.", file=path, games=Number(learned.games), tables=Number(len(learned.layout.tables)), size=Number(-(-size // 1000))))  # fmt: skip
    say(gain_sentence(learned))
    say(
        _(
            "Play against it: plyground console {game} --second {bot}",
            game=game_text,
            bot=bot_text(game, str(path)),
        )
    )


def _told(news: LearningProgress) -> Sentence:
    last = news.duels[0] if news.kept else news.duels[-1]
    values = {
        "games": Number(news.games),
        "error": Number(news.error, 3),
        "elo": Number(last.elo.value),
        "low": Number(last.elo.low),
        "high": Number(last.elo.high),
    }
    if news.kept:
        return _("{games} games, error {error}; against the version before {elo} Elo (95 %: {low} to {high})", **values)
    return _(
        "{games} games, error {error}; weaker than an earlier version, which is kept: {elo} Elo (95 %: {low} to {high})",
        **values,
    )


def _chart(game: Game, told: list[LearningProgress]) -> str:
    """Return a picture of the versions' strength: the differences to the version before, added up."""
    bars = [Bar(str(_("the start")), 0.0, 0.0)]
    for news in told:
        if news.kept:
            gain = news.duels[0].elo
            label = _("after {games} games", games=Number(news.games))
            bars.append(Bar(str(label), bars[-1].value + gain.value, (gain.high - gain.low) / 2))
    return picture(str(_("{game}: what learning gains in Elo, version by version (95 %)", game=game.title)), bars)
