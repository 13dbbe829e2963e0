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

from plyground.core.files import read_text
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.dictionary.building import Dictionary, Scope
from plyground.dictionary.codes import Form, form_of
from plyground.errors import FileError, MoveError, SpecError
from plyground.games import game as game_named
from plyground.i18n import _, _n
from plyground.solvers.forward import best_moves, solve

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
"""Names of the lines of a head, and the values that each may have."""
OPTIONAL = {"plies", "depth", "evaluation"}
MAX_SHOWN_CHARS = 40
"""Characters of a bad line that its error shows."""


class Reading(NamedTuple):
    """The content of a file and all its faults. A file without a fault is complete and correct."""

    dictionary: Dictionary
    form: Form
    faults: list[FileError]


def format_file(dictionary: Dictionary, form: Form) -> str:
    """Return the file of a dictionary."""
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
    """Return the dictionary in a file, to play from. Raise :class:`FileError` for the first fault.

    The quick checks come first. The game is solved only if all lines are readable and legal.
    """
    reading = read(path, game, stops=True)
    for fault in reading.faults:
        raise fault
    return reading


def read(path: str | Path, game: Game | None = None, *, stops: bool = False) -> Reading:
    """Return the dictionary in a file, with every fault: bad, wrong, repeated and missing entries, a wrong checksum.

    If it ``stops``, it reports only the faults of the first check that finds any.

    ``game`` is the expected game; None means the game that the head names, or tic-tac-toe without a head. The game is
    solved here and the moves are compared with the solution, unless a search of limited depth found them. Raise
    :class:`FileError` if the head contradicts the content, and :class:`SearchError` if the game is too large.
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
    faults: list[FileError] = []
    if said and int(said["entries"]) != len(body):
        number = list(said).index("entries") + 1
        faults.append(FileError(path, _n("there is {count} entry.", "there are {count} entries.", len(body)), number))
    if said and said["sha256"] != _checksum(line for line in lines if not line.startswith("# sha256: ")):
        number = list(said).index("sha256") + 1
        faults.append(FileError(path, _("the checksum is wrong: the file has been changed."), number))
    found, moves = _entries(path, body, game, form, scope, stops=stops, is_changed=bool(faults))
    return Reading(Dictionary(game, scope, moves), form, found + faults)


def _head(path: str | Path, lines: list[str]) -> dict[str, str]:
    """Return the fields of the head in their order; an empty dictionary for a file without a head. Raise
    :class:`FileError`.
    """
    said: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        name, _colon, value = line.removeprefix("# ").partition(": ")
        if name not in HEAD or name in said or not re.fullmatch(HEAD[name], value, re.ASCII):
            raise FileError(
                path, _("“{line}” is not allowed in the head of a dictionary of version {version}.", line=line[:MAX_SHOWN_CHARS], version=VERSION), number
            )  # fmt: skip
        said[name] = value
    missing = [name for name in HEAD if name not in said and name not in OPTIONAL]
    if said and missing:
        raise FileError(path, _("the head lacks “{name}”.", name=missing[0]), len(lines))
    return said


def _game(path: str | Path, said: Mapping[str, str], wanted: Game | None) -> Game:
    """Return the game that a file is for. Raise :class:`FileError` if it is not the ``wanted`` one."""
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
    """Return the form of a file without a head, from its first line: ``code`` for two numbers, else ``cells``."""
    return "code" if re.fullmatch(r"\d+ \d+", line, re.ASCII) else "cells"


def _entries(
    path: str | Path, body: Mapping[int, str], game: Game, form: Form, scope: Scope, *, stops: bool, is_changed: bool
) -> tuple[list[FileError], dict[Any, Move]]:
    """Return every fault of the entries, and the moves of the valid ones.

    First come lines that are no entry of this dictionary, by their number. Then come wrong and missing entries, the
    nearest to the start first.

    If it ``stops``, return only the faults of the first check that finds any. The game is not solved for a file that
    ``is_changed``.
    """
    faults: list[FileError] = []
    moves: dict[Any, Move] = {}
    read: dict[int, tuple[Any, str, str]] = {}
    for number, line in body.items():
        try:
            read[number] = _taken_apart(path, number, line, form)
        except FileError as fault:
            faults.append(fault)
    if stops and faults:
        return faults, moves
    positions = {form.key(position): position for position in scope.positions(game)}  # near positions come first
    placed: dict[Any, tuple[int, str]] = {}  # (line, word) by position
    for number, (key, text, word) in read.items():
        try:
            placed[_position(path, number, key, text, positions, placed)] = number, word
        except FileError as fault:
            faults.append(fault)
    faults.sort(key=lambda fault: fault.line or 0)
    legal: dict[Any, Move] = {}
    wrong: dict[Any, FileError] = {}
    for key, position in positions.items():
        try:
            legal[position] = _legal(path, key, placed.get(position), game, position)
        except FileError as fault:
            wrong[position] = fault
    if stops and (faults or wrong or is_changed):
        return [*faults, *wrong.values()], moves
    values = solve(game.start) if scope.depth is None else {}
    for position, move in legal.items():
        best = best_moves(values, position) if values else [move]
        if move in best:
            moves[position] = move
        else:
            number, word = placed[position]
            words = ", ".join(game.notation.format_move(position, other) for other in best)
            wrong[position] = FileError(path, _("{move} is not among the best moves there: {best}.", move=word, best=words), number)  # fmt: skip
    return faults + [wrong[position] for position in positions.values() if position in wrong], moves


def _taken_apart(path: str | Path, number: int, line: str, form: Form) -> tuple[Any, str, str]:
    """Return the key of an entry line, its text, and the text of its move. Raise :class:`FileError`."""
    text, blank, word = line.rpartition(" ")
    key = form.parse(text)
    if not blank or key is None:
        raise FileError(path, _("“{line}” must be a key, a blank and a move.", line=line[:MAX_SHOWN_CHARS]), number)
    return key, text, word


def _position(
    path: str | Path,
    number: int,
    key: Any,
    text: str,
    positions: Mapping[Any, Any],
    placed: Mapping[Any, tuple[int, str]],
) -> Any:
    """Return the position of a key. Raise :class:`FileError` if it has no position, or if an earlier line has the same
    key.
    """
    if key not in positions:
        raise FileError(
            path, _("“{key}” is not the key of a position in this dictionary.", key=text[:MAX_SHOWN_CHARS]), number
        )
    position = positions[key]
    if position in placed:
        raise FileError(path, _("line {line} has the same key.", line=placed[position][0]), number)
    return position


def _legal(path: str | Path, key: Any, entry: tuple[int, str] | None, game: Game, position: MarkedPosition) -> Move:
    """Return the move of a position's entry: its line and word.

    Raise :class:`FileError` if it is missing or illegal.
    """
    if entry is None:
        raise FileError(path, _("there is no entry for {position}, key “{key}”.", position=game.notation.format(position), key=key))  # fmt: skip
    number, word = entry
    try:
        return game.notation.parse_move(position, word)
    except MoveError as error:
        raise FileError(path, error.sentence, number) from None


def _checksum(lines: Iterable[str]) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
