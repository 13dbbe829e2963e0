"""Dictionaries as text files: a head of ``#`` lines, then a line ``key move`` for each entry.

A file of the form ``code`` begins so::

    # plyground dictionary: 1
    # game: tictactoe
    # form: code
    # entries: 4520
    # sha256: ...
    1637 0

The head of an opening dictionary says ``plies`` too; where the moves come from a search that did not see
the end, it says ``depth`` and ``evaluation``. The checksum is that of all other lines, each ended by a
line feed (``grep -v '^# sha256' FILE | sha256sum``). The original form, without a head, is read as well,
and lines may end in CR LF. A move stands after the last blank of its line: keys may hold blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from plyground.dictionary.build import Dictionary, Scope
from plyground.dictionary.codes import Form, form_of
from plyground.errors import FileError, MoveError, SpecError
from plyground.files import read_text
from plyground.game import Game
from plyground.games import game as game_named
from plyground.language import _, _n
from plyground.position import Move
from plyground.solve.forward import Value, best_moves, solve

VERSION = "1"
HEAD = {
    "plyground dictionary": VERSION,
    "game": r".+",
    "form": r"code|cells",
    "plies": r"[1-9]\d{0,5}",
    "depth": r"[1-9]\d{0,5}",
    "evaluation": r".+",
    "entries": r"\d{1,9}",
    "sha256": r"[0-9a-f]{64}",
}
"""What each line of a head is called, and what it may say."""
OPTIONAL = {"plies", "depth", "evaluation"}
SHOWN = 40
"""Characters of a bad line that its error shows."""


class Reading(NamedTuple):
    """What was read of a file, and every fault in it; without a fault the dictionary is whole and right."""

    dictionary: Dictionary
    form: Form
    faults: list[FileError]


def format_file(dictionary: Dictionary, form: Form) -> str:
    """The file of a dictionary."""
    write = dictionary.game.notation.format_move
    entries = dictionary.entries(form)
    plies, depth, evaluation = dictionary.scope
    said: dict[str, object] = {"plyground dictionary": VERSION, "game": dictionary.game.name, "form": form.name}
    if plies is not None:
        said["plies"] = plies
    if depth is not None:
        said |= {"depth": depth, "evaluation": evaluation}
    said["entries"] = len(entries)
    head = [f"# {name}: {value}" for name, value in said.items()]
    body = [f"{key} {write(position, move)}" for key, (position, move) in entries.items()]
    return "\n".join([*head, f"# sha256: {_checksum(head + body)}", *body, ""])


def load(path: str | Path, game: Game | None = None) -> Reading:
    """The dictionary in a file, to play from; raises :class:`FileError` for the first fault."""
    reading = read(path, game)
    for fault in reading.faults:
        raise fault
    return reading


def read(path: str | Path, game: Game | None = None) -> Reading:
    """The dictionary in a file, with every fault: bad, wrong, repeated and missing entries, a wrong checksum.

    ``game`` is the game that it must be for; without one it is the head's, or tic-tac-toe. Moves are
    compared with a solution of the game made here, unless they come from a search that did not see the end.
    Raises :class:`FileError` when the head does not say what the file holds, and :class:`SearchError` when
    the game is too large.
    """
    lines = [line.removesuffix("\r") for line in read_text(path).removesuffix("\n").split("\n")]
    if lines == [""]:
        raise FileError(path, _("it is empty."))
    length = next((place for place, line in enumerate(lines) if not line.startswith("#")), len(lines))
    body = dict(enumerate(lines, 1))
    said = _head(path, [body.pop(number) for number in range(1, length + 1)])
    game = _game(path, said, game)
    form = form_of(game, said.get("form") or _form_of_line(lines[0]))
    scope = Scope(
        plies=int(said["plies"]) if "plies" in said else None,
        depth=int(said["depth"]) if "depth" in said else None,
        evaluation=said.get("evaluation", "none"),
    )
    faults, moves = _entries(path, body, game, form, scope)
    if said and int(said["entries"]) != len(body):
        number = list(said).index("entries") + 1
        faults.append(FileError(path, _n("there is {count} entry.", "there are {count} entries.", len(body)), number))
    if said and said["sha256"] != _checksum(line for line in lines if not line.startswith("# sha256: ")):
        number = list(said).index("sha256") + 1
        faults.append(FileError(path, _("the checksum is wrong: the file has been changed."), number))
    return Reading(Dictionary(game, scope, moves), form, faults)


def _head(path: str | Path, lines: list[str]) -> dict[str, str]:
    """What the head says, in its order; nothing where there is none. Raises :class:`FileError`."""
    said: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        name, _colon, value = line.removeprefix("# ").partition(": ")
        if name not in HEAD or name in said or not re.fullmatch(HEAD[name], value, re.ASCII):
            raise FileError(
                path, _("“{line}” has no place in the head of a dictionary of version {version}.", line=line[:SHOWN], version=VERSION), number
            )  # fmt: skip
        said[name] = value
    missing = [name for name in HEAD if name not in said and name not in OPTIONAL]
    if said and missing:
        raise FileError(path, _("the head does not say “{name}”.", name=missing[0]), len(lines))
    return said


def _game(path: str | Path, said: Mapping[str, str], wanted: Game | None) -> Game:
    """The game that a file is for; raises :class:`FileError` when it is not the one that is wanted."""
    if "game" not in said:
        return wanted or game_named("tictactoe")
    line = list(said).index("game") + 1
    if wanted is not None:
        if said["game"] != wanted.name:
            raise FileError(
                path, _("this dictionary is for {game}, not for {wanted}.", game=said["game"], wanted=wanted.name), line
            )
        return wanted
    try:
        return game_named(said["game"])
    except SpecError as error:
        raise FileError(path, error.sentence, line) from None


def _form_of_line(line: str) -> str:
    """The form of a file without a head, by its first line: two numbers are a code and a move."""
    return "code" if re.fullmatch(r"\d+ \d+", line, re.ASCII) else "cells"


def _entries(
    path: str | Path, body: Mapping[int, str], game: Game, form: Form, scope: Scope
) -> tuple[list[FileError], dict[Any, Move]]:
    """Every fault of the lines of a body, by number, and the moves of the good ones."""
    positions = {form.key(position): position for position in scope.positions(game)}
    values = solve(game.start) if scope.depth is None else {}
    faults: list[FileError] = []
    moves: dict[Any, Move] = {}
    lines: dict[Any, int] = {}  # by position: where its entry is
    for number, line in body.items():
        try:
            position, word = _taken_apart(path, number, line, positions, form)
            if position in lines:
                raise FileError(path, _("line {line} has the same key.", line=lines[position]), number)
            lines[position] = number
            moves[position] = _move(path, number, word, game, position, values)
        except FileError as fault:
            faults.append(fault)
    faults += [
        FileError(path, _("there is no entry for {position}, key “{key}”.", position=game.notation.format(position), key=key))
        for key, position in sorted(positions.items())
        if position not in lines
    ]  # fmt: skip
    return faults, moves


def _taken_apart(path: str | Path, number: int, line: str, positions: Mapping[Any, Any], form: Form) -> tuple[Any, str]:
    """The position of a line and the word for its move; raises :class:`FileError`."""
    text, blank, word = line.rpartition(" ")
    key = form.parse(text)
    if not blank or key is None:
        raise FileError(path, _("“{line}” is not a key, a blank and a move.", line=line[:SHOWN]), number)
    if key not in positions:
        raise FileError(path, _("“{key}” is the key of no position that belongs here.", key=text[:SHOWN]), number)
    return positions[key], word


def _move(path: str | Path, number: int, word: str, game: Game, position: Any, values: dict[Any, Value]) -> Move:
    """The move that a word names, which must be legal and, where ``values`` tell, best; raises :class:`FileError`."""
    try:
        move = game.notation.parse_move(position, word)
    except MoveError as error:
        raise FileError(path, error.sentence, number) from None
    best = best_moves(values, position) if values else [move]
    if move not in best:
        words = ", ".join(game.notation.format_move(position, other) for other in best)
        raise FileError(path, _("{move} is not among the best moves there: {best}.", move=word, best=words), number)
    return move


def _checksum(lines: Iterable[str]) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
