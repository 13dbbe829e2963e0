"""``plyground check``: does a game keep its contract, which features work with it, and which do not?"""

from __future__ import annotations

from functools import partial
from shlex import quote
from typing import Annotated

import typer

from plyground.cli.json_records import CheckRecord, RandomGamesRecord
from plyground.cli.options.shared_options import GAMES_HELP, SEED, WORK_SECONDS_HELP, AsJson, GameText
from plyground.cli.progress_line import stages
from plyground.cli.terminal import say, say_json, say_table, shown
from plyground.conformance.check_report import Report
from plyground.conformance.events import AllPositions, NextPosition, RandomGames, Speed
from plyground.conformance.examination import COMPLETE, LONGEST_GAME, Line
from plyground.conformance.faults import Failure
from plyground.conformance.subprocess import watched
from plyground.errors import SpecError
from plyground.games.loading import game as game_named
from plyground.i18n import Number, Sentence, _, _n

FAILED = 1


def check(
    game_text: GameText,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help=GAMES_HELP)] = COMPLETE.games,
    seed: Annotated[int, SEED] = 0,
    seconds: Annotated[
        float,
        typer.Option(
            metavar="S", min=0.1, max=86_400, help=WORK_SECONDS_HELP
        ),
    ] = COMPLETE.seconds,
    plain: Annotated[
        bool,
        typer.Option("--plain", help=str(_("Check the game in plain Python only; numbers may have any length."))),
    ] = False,
    move_numbers: Annotated[
        str | None,
        typer.Option(
            metavar="LIST", help=str(_("Check only the position after these moves: the numbers of the rules, separated by commas."))
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Find where a game breaks its promises, and tell what it offers."""
    line = None if move_numbers is None else _moves(move_numbers)
    options = COMPLETE._replace(games=games, seed=seed, seconds=seconds, native=not plain)
    report = Report()
    with stages() as begin:
        begin(_("Loading"))
        for event in watched(partial(game_named, game_text), options, line):
            report.take(event)
            if isinstance(event, NextPosition):
                begin(event.doing)
    if as_json:
        say_json(_record(game_text, report))
    else:
        _show(game_text, report)
    if report.failures:
        raise typer.Exit(FAILED)


def _moves(text: str) -> Line:
    try:
        return tuple(int(word) for word in text.split(",") if word.strip())
    except ValueError:
        raise SpecError(_("The option --move-numbers takes numbers separated by commas, such as 4,0,8, not “{text}”.", text=text)) from None  # fmt: skip


def _again(name: str, failure: Failure) -> str:
    """Return the command that reproduces a failure, at a single position if possible."""
    if failure.fault == "rank-collides":
        return f"plyground check {quote(name)}"
    return f"plyground check {quote(name)} --move-numbers {','.join(map(str, failure.line)) or repr('')}"


# For people


def _show(name: str, report: Report) -> None:
    if report.card is not None:
        say((shown(str(report.card.title)), "bold"))
        say()
    for failure in report.failures:
        _show_failure(name, failure)
    if facts := facts_of(report):
        say_table([_("fact"), _("value")], facts)
        say()
    if report.features:
        say_table(
            [_("feature"), _("offered"), _("how, or what to add")],
            [(each.title, _("yes") if each.available else _("no"), str(each.how)) for each in report.features],
        )
        say()
    if report.failures:
        say((str(_n("{count} failure.", "{count} failures.", len(report.failures))), "bold red"))
    else:
        say((str(_("No failure.")), "bold green"))


def _show_failure(name: str, failure: Failure) -> None:
    say((failure.fault, "bold red"), f"  {shown(failure.method)}")
    say("  ", shown(str(failure.sentence)))
    if failure.line:
        moves = shown(" ".join(map(str, failure.line)))
        say("  ", _n("after {count} move: {moves}", "after {count} moves: {moves}", len(failure.line), moves=moves))
    say("  ", _("cure: {hint}", hint=failure.hint))
    say("  ", (_again(name, failure), "dim"))
    say("  ", (f"from plyground.conformance import replay; {failure.replayed(name)}", "dim"))
    say()


def facts_of(report: Report) -> list[tuple[Sentence, object]]:
    """Return the rows of a report's first table."""
    rows: list[tuple[Sentence, object]] = []
    if report.card is not None:
        rows += [(name, shown(fact)) for name, fact in report.card.facts]
        rows.append((_("rules"), shown(report.card.rules)))
        if report.card.demands:
            rows.append((_("demands"), ", ".join(report.card.demands)))
    if report.played is not None:
        rows += _played(report.played)
    if report.whole is not None:
        rows.append((_("positions"), _whole(report.whole)))
    if report.perft:
        rows.append(
            (_("sequences of 1, 2, ... moves"), "  ".join(str(Number(each.sequences)) for each in report.perft))
        )
    if report.speed is not None:
        rows += _speeds(report.speed)
    return rows


def _played(played: RandomGames) -> list[tuple[Sentence, object]]:
    count = {"games": Number(played.games), "wanted": Number(played.wanted)}
    if played.games < played.wanted:
        rows: list[tuple[Sentence, object]] = [(_("random games"), _("{games} of {wanted}, then the time was up (--seconds)", **count))]  # fmt: skip
    else:
        rows = [(_("random games"), _("{games} of {wanted}", **count))]
    if played.games and not played.ended:
        rows.append((_("length"), _n("no random game ended within {count} move", "no random game ended within {count} moves", LONGEST_GAME)))  # fmt: skip
    elif played.ended:
        mean = Number(played.plies / played.ended, 1)
        rows.append((_("length"), _("{mean} moves, from {least} to {most}", mean=mean, least=played.shortest, most=played.longest)))  # fmt: skip
        if played.ended < played.games:
            left = played.games - played.ended
            rows.append((_("without end"), _n("{count} game was left after {most} moves", "{count} games were left after {most} moves", left, most=LONGEST_GAME)))  # fmt: skip
    if played.choices:
        mean = Number(played.moves / played.choices, 1)
        rows.append((_("moves to choose from"), _("{mean}, {most} at most", mean=mean, most=Number(played.most_moves))))
    return rows


def _whole(whole: AllPositions) -> Sentence:
    if whole.complete:
        return _n("{count}: all that there are, each examined", "{count}: all that there are, each examined", whole.positions)  # fmt: skip
    if whole.late:
        return _("{count} examined, then the time was up (--seconds)", count=Number(whole.positions))
    return _("{count} examined; there are more than {limit}", count=Number(whole.positions), limit=Number(whole.limit))


def _speeds(speed: Speed) -> list[tuple[Sentence, object]]:
    rows: list[tuple[Sentence, object]] = [(_("positions a second, Python"), str(Number(round(speed.plain))))]
    if speed.compiled is not None:
        rows.append((_("positions a second, compiled"), _("{count} ({times} times)", count=Number(round(speed.compiled)), times=Number(round(speed.compiled / speed.plain)))))  # fmt: skip
    return rows


# For programs


def _record(name: str, report: Report) -> CheckRecord:
    card, played, whole, speed = report.card, report.played, report.whole, report.speed
    return {
        "game": name,
        "passed": not report.failures,
        "failures": [
            {
                "fault": failure.fault,
                "method": failure.method,
                "sentence": str(failure.sentence),
                "moves": list(failure.line),
                "hint": str(failure.hint),
                "command": _again(name, failure),
                "python": failure.replayed(name),
            }
            for failure in report.failures
        ],
        "title": None if card is None else str(card.title),
        "rules": None if card is None else card.rules,
        "demands": [] if card is None else list(card.demands),
        "random_games": None if played is None else _record_of_games(played),
        "positions": None if whole is None else whole.positions,
        "complete": whole is not None and whole.complete,
        "perft": [each.sequences for each in report.perft],
        "plain_speed": None if speed is None else round(speed.plain),
        "compiled_speed": None if speed is None or speed.compiled is None else round(speed.compiled),
        "features": [
            {
                "name": each.name,
                "available": each.available,
                "detail": str(each.detail),
                "add": list(each.add),
            }
            for each in report.features
        ],
    }


def _record_of_games(played: RandomGames) -> RandomGamesRecord:
    return {
        "wanted": played.wanted,
        "games": played.games,
        "ended": played.ended,
        "mean_length": round(played.plies / played.ended, 2) if played.ended else None,
        "shortest": played.shortest if played.ended else None,
        "longest": played.longest if played.ended else None,
        "mean_moves": round(played.moves / played.choices, 2) if played.choices else None,
        "most_moves": played.most_moves if played.choices else None,
    }
