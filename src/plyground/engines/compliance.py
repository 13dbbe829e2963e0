"""Check that a program keeps its protocol, question by question."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from plyground.core.game import REPETITIONS, Game
from plyground.core.position import MarkedPosition
from plyground.core.random_numbers import new_chance
from plyground.engines.client import Client, Info
from plyground.engines.config import EngineConfig
from plyground.engines.connecting import connect
from plyground.errors import EngineError, EngineTimeout
from plyground.i18n import Sentence, _, _n
from plyground.searches.chance_moves import SEED, drawn, first_turn
from plyground.searches.limit import Limit

MAX_PLIES = 400
"""Plies of the game that the program plays against itself."""
OTHER_MOVES = 6
"""Moves of the program against the other player."""
SHORT = Limit(seconds=0.05)
SHALLOW = Limit(depth=1)
"""Limit of a move for a program that cannot be told a time."""
LATE_S = 30.0
"""Seconds of delay up to which an answer counts as late; after them it counts as missing."""
UNLIMITED = Limit(seconds=3600)
STOP_AFTER_S = 0.2
"""Seconds that the program may think before it is told to stop."""
QUIT_PATIENCE_S = 10.0
"""Seconds after which a program counts as ignoring ``quit``: more than a working program needs on a busy machine."""


class Finding(NamedTuple):
    """One check of a program, and its result."""

    question: Sentence
    passed: bool
    detail: Sentence | str
    exchange: tuple[str, ...]  # lines of the exchange, each after "> " or "< "


def examine(config: EngineConfig, game: Game) -> Iterator[Finding]:
    """Yield the findings one by one. If the program does not start, no further finding follows.

    After a failed question the program is started again, so that the failure does not affect later questions.
    """
    lines: list[str] = []

    def log(direction: str, line: str) -> None:
        lines.append(f"{direction} {line}")

    client: Client

    def asked(question: Sentence, ask: Callable[[], Sentence | str]) -> Finding:
        lines.clear()
        try:
            return Finding(question, True, ask(), tuple(lines))
        except EngineTimeout as error:
            return Finding(question, False, _lateness(client, error), tuple(lines))
        except EngineError as error:
            return Finding(question, False, error.reason, tuple(lines))

    def start() -> str:
        nonlocal client
        client = connect(config, game, log)
        return client.title

    lines.clear()
    try:
        title = start()
    except EngineError as error:
        yield Finding(_("It starts, names itself and is ready."), False, error.reason, tuple(lines))
        return
    yield Finding(_("It starts, names itself and is ready."), True, title, tuple(lines))
    questions: list[tuple[Sentence, Callable[[], Sentence | str]]] = [
        (_("It plays a whole game against itself by the rules."), lambda: _whole_game(client, game)),
        (
            _("It plays against another player, and goes back to an earlier position."),
            lambda: _other_player(client, game),
        ),
        (_("It begins a new game."), lambda: _new_game(client, game)),
        (_("It moves when it is asked to stop."), lambda: _stopped(client, game)),
        (_("It ignores a command that it does not know."), lambda: _unknown_command(client, game)),
        (_("It ends when it is asked to."), lambda: _ended(client)),
    ]
    if not client.hears_stop:
        del questions[3]
    try:
        for question, ask in questions:
            finding = asked(question, ask)
            yield finding
            if not finding.passed:
                client.close()
                start()
    except EngineError as error:
        yield Finding(_("It starts again."), False, error.reason, tuple(lines))
    finally:
        client.program.close()


def _lateness(client: Client, error: EngineTimeout) -> Sentence:
    """Return the reason of a timeout and, if the answer still comes, the seconds by which it is late."""
    began = time.monotonic()
    try:
        client.wait_for(error.waiting_for, LATE_S)
    except EngineError:
        return error.reason
    late = max(1, round(time.monotonic() - began))
    return _n(
        "“{word}” came {count} second later: the program looks at its clock and its input too seldom",
        "“{word}” came {count} seconds later: the program looks at its clock and its input too seldom",
        late, word=error.waiting_for[:40],
    )  # fmt: skip


def _limit(client: Client) -> Limit:
    return SHORT if client.is_timed else SHALLOW


def _whole_game(client: Client, game: Game) -> Sentence:
    position, past, played = game.start, list[Any](), 0
    dice = new_chance(SEED)
    while not position.is_over() and not is_repeated(game, position, past) and len(past) < MAX_PLIES:
        if position.is_chance():
            move = drawn(position, dice)
        else:
            move = client.play(position, _limit(client), past).move
            played += 1
        past.append(position)
        position = position.play(move)
    return _n("{count} move", "{count} moves", played)


def _other_player(client: Client, game: Game) -> Sentence:
    """Play as the arena does: the other side moves by chance, then the game goes on from an earlier position."""
    chance, position, past, turns = new_chance(SEED), game.start, list[Any](), 0
    own: list[int] = []  # plies at which the program moved
    while not position.is_over() and len(own) < OTHER_MOVES:
        if position.is_chance():
            move = drawn(position, chance)
        elif turns % 2:
            legal = list(position.moves())
            move = legal[chance.below(len(legal))]
            turns += 1
        else:
            own.append(len(past))
            move = client.play(position, _limit(client), past).move
            turns += 1
        past.append(position)
        position = position.play(move)
    again = own[len(own) // 2]
    client.play(past[again], _limit(client), past[:again])
    return _n("{count} move", "{count} moves", len(own) + 1)


def is_repeated(game: Game, position: MarkedPosition, past: list[Any]) -> bool:
    """Return True if the game is drawn because its position has come for the third time; programs may stop there."""
    here = position.recurring()
    return game.facts.loops and [each.recurring() for each in past].count(here) == REPETITIONS - 1


def _first_move(client: Client, game: Game) -> str:
    position = first_turn(game.start)
    return game.notation.format_move(position, client.play(position, _limit(client)).move)


def _new_game(client: Client, game: Game) -> str:
    client.new_game()
    return _first_move(client, game)


def _stopped(client: Client, game: Game) -> Sentence:
    reports: list[Info] = []
    began = time.monotonic()
    client.play(
        first_turn(game.start),
        UNLIMITED,
        stopped=lambda: time.monotonic() - began > STOP_AFTER_S,
        report=reports.append,
    )
    late = time.monotonic() - began - STOP_AFTER_S
    return _("after {milliseconds} ms", milliseconds=max(0, round(1000 * late)))


def _unknown_command(client: Client, game: Game) -> str:
    client.send_unknown_command()
    return _first_move(client, game)


def _ended(client: Client) -> str:
    client.quit()
    if not client.program.ends(QUIT_PATIENCE_S):
        raise EngineError(client.program.name, _("it still runs ten seconds later"))
    return ""
