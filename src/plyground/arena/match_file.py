"""A match as a JSON file, so that it can be taken along and opened again; the keys are those of ``docs/json.md``."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from plyground.arena.match import Match, parse_seed
from plyground.errors import MoveError, SpecError
from plyground.game import Game, Outcome
from plyground.games import game as game_named
from plyground.language import _

KIND, VERSION = "plyground match", 2
LARGEST = 64 * 1024
"""Bytes of a file that is read."""
FIRST: dict[str, type | tuple[type, ...]] = {
    "kind": str,
    "version": int,
    "game": str,
    "seats": dict,
    "seed": int,
    "moves": list,
    "result": (dict, type(None)),
    "checksum": str,
}
KEYS = {1: FIRST, VERSION: {**FIRST, "comments": dict}}
"""What a file of each version has, and of which kind each is."""


class Saved(NamedTuple):
    """What such a file holds."""

    match: Match
    players: tuple[str, ...]  # who plays each side, as spec texts


def write(match: Match, players: tuple[str, ...]) -> str:
    """The match as it stands; moves that were taken back are left out, with their comments."""
    record: dict[str, Any] = {
        "kind": KIND,
        "version": VERSION,
        "game": match.game.name,
        "seats": dict(zip(match.game.sides, players, strict=True)),
        "seed": match.seed,
        "moves": list(match.words),
        "comments": {str(number): match.comment(number) for number in range(1, match.ply + 1) if match.comment(number)},
        "result": _result(match, match.outcome),
    }
    return json.dumps({**record, "checksum": _checksum(record)}, indent=1) + "\n"


def _result(match: Match, outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else match.game.sides[outcome.winner]
    return {"winner": winner, "utilities": [str(utility) for utility in outcome.utilities]}


def _checksum(record: dict[str, Any]) -> str:
    """SHA-256 of the other keys, as JSON in ASCII, sorted and without blanks."""
    keys = [key for key in KEYS[record["version"]] if key != "checksum"]
    text = json.dumps({key: record[key] for key in keys}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(content: bytes, find: Callable[[str], Game] = game_named) -> Saved:
    """The match of a file, played again move by move; raises the :class:`PlygroundError` that says what is wrong with it.

    ``find`` makes the game of a name: by default one that is built in, as a file may come from anybody.
    """
    record = _record(content)
    game = find(record["game"])
    match = _played(game, record["moves"], parse_seed(str(record["seed"])))
    for number, text in record.get("comments", {}).items():
        if not (number.isascii() and number.isdecimal() and len(number) < 5):
            _refuse("comments")
        match = match.commented(int(number), text)
    if _result(match, match.outcome) != record["result"]:
        raise SpecError(_("The result in the file is not that of its moves."))
    if set(record["seats"]) != set(game.sides):
        _refuse("seats")
    return Saved(match, tuple(record["seats"][side] for side in game.sides))


def _played(game: Game, words: list[str], seed: int) -> Match:
    """The match of these moves, each by its own word."""
    match = Match(game, seed=seed)
    for number, word in enumerate(words, 1):
        try:
            match = match.play(game.notation.parse_move(match.position, word))
        except MoveError as error:
            raise MoveError(_("Move {number}: {reason}", number=number, reason=error.sentence)) from None
    return match


def _record(content: bytes) -> dict[str, Any]:
    """What the JSON says, once everything is there and of the right kind."""
    if len(content) > LARGEST:
        raise SpecError(_("A file of a game has at most {bytes} bytes.", bytes=LARGEST))
    try:
        record = json.loads(content)
        json.dumps(record, ensure_ascii=False).encode()  # half a character, as from an escape, is no text
    except (ValueError, RecursionError):
        raise SpecError(_("The file is no JSON: choose one that was saved here.")) from None
    if not isinstance(record, dict) or record.get("kind") != KIND:
        raise SpecError(_("The file holds no game: its “kind” would be “{kind}”.", kind=KIND))
    version = record.get("version")
    if type(version) is not int or version not in KEYS:
        raise SpecError(_("The file is of another version than those that are read, up to {version}.", version=VERSION))
    for key, kind in KEYS[version].items():
        if key not in record or not isinstance(record[key], kind):
            _refuse(key)
    for key, words in (
        ("moves", record["moves"]),
        ("seats", record["seats"].values()),
        ("comments", record.get("comments", {}).values()),
    ):
        if not all(isinstance(word, str) for word in words):
            _refuse(key)
    if record["checksum"] != _checksum(record):
        raise SpecError(_("The file was changed after it was saved: its checksum is another."))
    return record


def _refuse(key: str) -> NoReturn:
    raise SpecError(_("“{key}” is missing in the file, or of the wrong kind.", key=key))
