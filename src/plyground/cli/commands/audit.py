"""``plyground audit``: a bot against every reply, in words or in JSON, and its moves as a table."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.audit import Audit, Choices
from plyground.arena.audit import audit as run
from plyground.arena.loop_audit import LoopAudit, audit_moves
from plyground.bots import load_bot
from plyground.bots.reasons import format_line, promise
from plyground.bots.table_bot import solution
from plyground.cli.json_records import LoopSideRecord, SideRecord
from plyground.cli.options.shared_options import AsJson, BotText, GameText, one_of
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.terminal import say, say_json, say_table
from plyground.core.files import write_text
from plyground.core.game import FIRST, SECOND
from plyground.core.spec import canonical
from plyground.errors import SpecError
from plyground.i18n import Number, _, _n
from plyground.presentation.json_moves import plain_line, plain_move
from plyground.searches import new_tally

SIDES = {"first": (FIRST,), "second": (SECOND,), "both": (FIRST, SECOND)}
MAX_SHOWN_LINES = 20
"""Losing lines that are shown to a person."""


def audit(
    game_text: GameText,
    bot_text: BotText,
    sides: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="SIDE",
            help=str(_("When the bot moves: first, second or both.")),
            autocompletion=one_of(SIDES),
        ),
    ] = "both",
    moves_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help=str(_("Write the bot's move in every position to this file.")))
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a bot against every reply and list the lines that it loses."""
    game = game_named(game_text)
    if canonical(sides) not in SIDES:
        raise SpecError(
            _("The option --as cannot be “{sides}”; choose one of: {names}.", sides=sides, names=", ".join(SIDES))
        )
    tally = new_tally()
    choices = Choices(game, load_bot(bot_text, game), tally)
    with progress(tally):
        if game.facts.loops:
            values = solution(game, tally)
            judged = [audit_moves(choices, side, values) for side in SIDES[canonical(sides)]]
            record: dict[str, SideRecord | LoopSideRecord] = {
                ("first", "second")[done.side]: _record_of_moves(done) for done in judged
            }
        else:
            audits = [run(choices, side) for side in SIDES[canonical(sides)]]
            record = {("first", "second")[done.side]: _record(done) for done in audits}
        moves = None if moves_file is None else choices.table()
    if as_json:
        say_json({"game": game.name, "bot": bot_text, **record})
    elif game.facts.loops:
        _show_moves(judged)
    else:
        _show(audits)
    if moves_file is not None and moves is not None:
        write_text(moves_file, moves)
        if not as_json:
            say()
            count = moves.count("\n")
            say(_n("{count} move written to {file}.", "{count} moves written to {file}.", count, file=moves_file))


def _record(done: Audit) -> SideRecord:
    game = done.choices.game
    return {
        "wins": done.total.wins,
        "draws": done.total.draws,
        "losses": done.total.losses,
        "losing_lines": [plain_line(game, game.start, line) for line in done.losing_lines()],
    }


def _record_of_moves(done: LoopAudit) -> LoopSideRecord:
    game = done.choices.game
    return {
        "positions": done.judged,
        "given_away": [
            {
                "position": game.notation.format(slip.position),
                "move": plain_move(game, slip.position, slip.move),
                "before": slip.before.utility,
                "after": slip.after.utility,
            }
            for slip in done.slips
        ],
        "complete": done.complete,
    }


def _show_moves(judged: list[LoopAudit]) -> None:
    game = judged[0].choices.game
    say(_("{bot} against every reply, in positions:", bot=judged[0].choices.bot.card.title))
    say()
    names = [_("first ({side})", side=game.sides[FIRST]), _("second ({side})", side=game.sides[SECOND])]
    say_table(
        [_("plays"), _("moves judged"), _("value given away")],
        [(names[done.side], Number(done.judged), Number(len(done.slips))) for done in judged],
    )
    if not all(done.complete for done in judged):
        say(_("There are more positions; these are nearest to the start."))
    for done in judged:
        for slip in done.slips[:MAX_SHOWN_LINES]:
            say(
                "  ",
                _(
                    "{position}: {move}. Before: {before}. After: {after}.",
                    position=game.notation.format(slip.position),
                    move=game.notation.format_move(slip.position, slip.move),
                    before=promise(slip.before.utility, slip.before.distance),
                    after=promise(slip.after.utility, slip.after.distance),
                ),
            )
        if len(done.slips) > MAX_SHOWN_LINES:
            rest = len(done.slips) - MAX_SHOWN_LINES
            say(_n("  and {count} more, which --json lists.", "  and {count} more, which --json lists.", rest))


def _show(audits: list[Audit]) -> None:
    game = audits[0].choices.game
    title = audits[0].choices.bot.card.title
    say(_("{bot} against every reply, in lines of play:", bot=title))
    say()
    names = [_("first ({side})", side=game.sides[FIRST]), _("second ({side})", side=game.sides[SECOND])]
    say_table(
        [_("plays"), _("wins"), _("draws"), _("losses")],
        [(names[done.side], *map(Number, done.total)) for done in audits],
    )
    for done in audits:
        losses = done.total.losses
        if not losses:
            continue
        say()
        side = game.sides[done.side]
        say(_n("The line that it loses as {side}:", "The {count} lines that it loses as {side}:", losses, side=side))
        for line in islice(done.losing_lines(), MAX_SHOWN_LINES):
            say("  ", format_line(game, game.start, line))
        if losses > MAX_SHOWN_LINES:
            say(
                _n(
                    "  and {count} more, which --json lists.",
                    "  and {count} more, which --json lists.",
                    losses - MAX_SHOWN_LINES,
                )
            )
