"""The games of a tournament as text in the game's notation, as lines, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from plyground.arena.game_text import player_tags
from plyground.bots.bot_process import Fault
from plyground.core.game import Game
from plyground.core.game_notation import GameNotation, WrittenGame
from plyground.games.game_notations.mat_notation import MAT
from plyground.games.game_notations.sgf import Sgf
from plyground.tournaments.game_play import BY_RULES, PlayedMove
from plyground.tournaments.time_control import Clock, TimeControl
from plyground.tournaments.tournament_record import Record, RecordedGame

TERMINATIONS = {
    BY_RULES: "normal",
    Fault.RESIGNED.value: "normal",
    Fault.LATE.value: "time forfeit",
    Fault.ILLEGAL.value: "rules infraction",
    Fault.CRASH.value: "abandoned",
    Fault.LOADING.value: "abandoned",
    Fault.MEMORY.value: "abandoned",
}
"""Values of PGN's tag Termination by the reason of the end. All other games were adjudicated."""
SGF_ENDS = {Fault.RESIGNED.value: "R", Fault.LATE.value: "T"}
"""Ends of SGF's results by the reason, as in ``B+R``; another fault is a forfeit."""
SWISS_POINTS = ("2-0", "0-2", "1-1")
POINTS = ("1-0", "0-1", "1/2-1/2")


def games_text(record: Record) -> str:
    """Return a line for each game: its players, its scores, how it ended, and its moves."""
    lines = []
    for game, moves in record.played_with_moves:
        words = " ".join(move.word for move in moves)
        scores = " ".join(f"{score:g}" for score in game.scores)
        lines.append(f"{' – '.join(game.seats)}\t{scores}\t{game.reason}\t{words}\n")
    return "".join(lines)


def games_notation(record: Record, notation: GameNotation) -> str:
    """Return the games in a notation of their game, with players, results, values, times and clocks."""
    return "\n".join(notation.write(each) for each in written_games(record, notation))


def written_games(record: Record, notation: GameNotation) -> Iterator[WrittenGame]:
    """Yield each played game as it stands in a file of a notation."""
    usual, settings = record.game_and_settings()
    control = TimeControl.parse(settings["time"])
    played = record.played_with_moves  # read before the openings, because more games may be planned meanwhile
    begins = {each.number: each.position for each in record.openings}
    _program, _machine, begun = record.begun
    numbers: dict[str, int] = {}  # the number of each pair of games
    for game, moves in played:
        begin = usual.beginning(begins[game.opening]) if begins[game.opening] else usual
        number = numbers.setdefault(game.pair, len(numbers) + 1)
        tags = {"Event": f"plyground {usual.name}", "Site": "plyground", "Date": _date(begun), "Round": str(number)}
        tags |= player_tags(usual, game.seats)
        tags |= {"Result": _result(usual, game, notation)}
        if notation is not MAT:
            tags |= {"Termination": TERMINATIONS.get(game.reason, "adjudication")}
            if settings["time"] != "none":
                tags |= {"TimeControl": settings["time"]}
        comments = dict(_comments(usual, moves, control)) if notation.holds_comments else {}
        yield WrittenGame(begin, tuple(_moves(begin, moves)), tags, comments)


def _date(begun: datetime) -> str:
    return f"{begun:%Y.%m.%d}"


def _moves(game: Game, moves: Sequence[PlayedMove]) -> Iterator[int]:
    position: Any = game.start
    for each in moves:
        move = game.notation.parse_move(position, each.word)
        yield move
        position = position.play(move)


def _result(game: Game, played: RecordedGame, notation: GameNotation) -> str:
    """Return the result as the notation writes it; PGN's words are from White's side."""
    score = played.scores[0] if len(played.scores) == 2 else None
    colours = list(player_tags(game, ("", "")))  # colours of the first and the second side
    if isinstance(notation, Sgf) or notation.name == "sgf":
        if score not in (0, 1):
            return "0" if score is not None else "?"
        end = SGF_ENDS.get(played.reason, "F") if played.culprit is not None or played.reason in SGF_ENDS else ""
        return f"{colours[0 if score else 1][0]}+{end}"
    if score is None:
        return "*"
    white = score if colours[0] == "White" else 1 - score
    words = SWISS_POINTS if notation.name == "pdn" and game.name.startswith("international") else POINTS
    return words[0] if white == 1 else words[1] if white == 0 else words[2]


def _comments(game: Game, moves: Sequence[PlayedMove], control: TimeControl) -> Iterator[tuple[int, str]]:
    """Yield (number of the move, comment) with value, time and clock, in the form of PGN's commands.

    ``[%eval]`` is from the first side's view, in hundredths of the bot's unit: in chess, pawns. ``[%clk]`` is the time
    left after the move.
    """
    clocks: dict[int, Clock] = {}
    for number, each in enumerate(moves, 1):
        if each.seat is None or each.seconds is None:
            continue
        parts = []
        if each.value is not None:
            value = each.value if each.seat == 0 else -each.value
            depth = f",{each.depth}" if each.depth else ""
            parts.append(f"[%eval {value / 100:.2f}{depth}]")
        clock = clocks.setdefault(each.seat, Clock(control))
        clock.spend(each.seconds)
        if clock.left is not None:
            parts.append(f"[%clk {_hours(clock.left)}]")
        parts.append(f"[%emt {_hours(each.seconds)}]")
        yield number, " ".join(parts)


def _hours(seconds: float) -> str:
    """Return a time as PGN writes it, such as ``0:01:02.345``."""
    hours, rest = divmod(round(seconds, 3), 3600)
    minutes, left = divmod(rest, 60)
    return f"{int(hours)}:{int(minutes):02}:{left:06.3f}"


def games_data(record: Record) -> list[dict[str, Any]]:
    """Return the games as plain data, with clock, value and depth of every move."""
    ended = record.played_with_moves  # read before the openings, because more games may be planned meanwhile
    begins = {each.number: each for each in record.openings}
    return [
        game._asdict()
        | {
            "position": begins[game.opening].position,
            "opening_value": begins[game.opening].value,
            "moves": [move._asdict() for move in moves],
        }
        for game, moves in ended
    ]


def games_json(record: Record) -> str:
    """Return :func:`games_data` as JSON."""
    found = record.settings
    game = found[0] if found else ""
    return (
        json.dumps({"kind": "plyground games", "version": 1, "game": game, "games": games_data(record)}, indent=1)
        + "\n"
    )
