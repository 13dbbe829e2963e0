"""A match as a JSON file, to save and open it; ``docs/json.md`` explains the keys."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, TypedDict

from plyground.arena.match import Match, misplaced, parse_seed
from plyground.core.game import Game, Outcome
from plyground.errors import MoveError, SpecError
from plyground.games import game as game_named
from plyground.i18n import _

KIND, VERSION = "plyground match", 2
MAX_FILE_BYTES = 64 * 1024
"""Most bytes of a file that is read."""
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
"""Keys of a file and the types of their values, by version of the format."""


class ResultRecord(TypedDict):
    """The end of the game."""

    winner: str | None  # the winning side; null if there is none
    utilities: list[str]  # one for each side if each has its own


class MatchRecord(TypedDict):
    """A file of a match.

    *Save or open a game* on the page and `plyground console --save` write and read this file of at most 65,536 bytes. Version 1
    has no `comments` and is still read.
    """

    kind: str  # `plyground match`
    version: int  # 2
    game: str  # the game with every option
    seats: dict[str, str]  # the player of each side, as a spec text
    seed: int  # the seed of chance
    moves: list[str]  # the moves that stand, those of chance included
    comments: dict[str, str]  # comments by the number of their move, from 1; at most 280 characters each
    result: ResultRecord | None  # the end; null if the game goes on
    checksum: str  # SHA-256 in hexadecimal of the other keys: JSON in ASCII with sorted keys and without blanks


class Saved(NamedTuple):
    """The content of a saved match."""

    match: Match
    players: tuple[str, ...]  # spec text of each side's player


def write(match: Match, players: tuple[str, ...]) -> str:
    """Return the JSON of a match; undone moves and their comments are left out."""
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


def _result(match: Match, outcome: Outcome | None) -> ResultRecord | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else match.game.sides[outcome.winner]
    return {"winner": winner, "utilities": [str(utility) for utility in outcome.utilities]}


def _checksum(record: dict[str, Any]) -> str:
    """Return the SHA-256 digest of the other keys, as JSON in ASCII, sorted and without blanks."""
    keys = [key for key in KEYS[record["version"]] if key != "checksum"]
    text = json.dumps({key: record[key] for key in keys}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(content: bytes, find: Callable[[str], Game] = game_named) -> Saved:
    """Return the match in a file, replayed move by move. Raise :class:`PlygroundError` with the reason if it is
    invalid.

    ``find`` makes the game of a name. By default it accepts only built-in games, because a file may come from anybody.
    """
    record = _record(content)
    game = find(record["game"])
    match = _played(game, record["moves"], parse_seed(str(record["seed"])))
    for number, text in record.get("comments", {}).items():
        if not (number.isascii() and number.isdecimal() and len(number) < 5):
            _refuse("comments")
        match = match.commented(int(number), text)
    if _result(match, match.outcome) != record["result"]:
        raise SpecError(_("The result in the file does not follow from its moves."))
    if set(record["seats"]) != set(game.sides):
        _refuse("seats")
    return Saved(match, tuple(record["seats"][side] for side in game.sides))


def _played(game: Game, words: list[str], seed: int) -> Match:
    """Return the match of these moves, given by their names."""
    match = Match(game, seed=seed)
    for number, word in enumerate(words, 1):
        try:
            match = match.play(game.notation.parse_move(match.position, word))
        except MoveError as error:
            raise misplaced(match, number, error) from None
    return match


def _record(content: bytes) -> dict[str, Any]:
    """Return the content of the JSON after checking that all keys are there with the right types."""
    if len(content) > MAX_FILE_BYTES:
        raise SpecError(_("A file of a game has at most {bytes} bytes.", bytes=MAX_FILE_BYTES))
    try:
        record = json.loads(content)
        json.dumps(record, ensure_ascii=False).encode()  # refuse lone surrogates, such as from an escape
    except (ValueError, RecursionError):
        raise SpecError(_("The file is not JSON: choose one that was saved here.")) from None
    if not isinstance(record, dict) or record.get("kind") != KIND:
        raise SpecError(_("The file does not hold a game: its “kind” must be “{kind}”.", kind=KIND))
    version = record.get("version")
    if type(version) is not int or version not in KEYS:
        raise SpecError(_("The version of the file is not supported: it must be at most {version}.", version=VERSION))
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
        raise SpecError(_("The file was changed after it was saved: its checksum is wrong."))
    return record


def _refuse(key: str) -> NoReturn:
    raise SpecError(_("“{key}” is missing in the file or has the wrong type.", key=key))
