"""A match as a JSON file, so that it can be taken along and opened again; the keys are those of ``docs/json.md``."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from plyground.arena.match import Match
from plyground.errors import SpecError
from plyground.game import Outcome
from plyground.interfaces.web import address
from plyground.interfaces.web.address import Seat
from plyground.language import _

KIND, VERSION = "plyground match", 1
LARGEST = 64 * 1024
"""Bytes of a file that is read."""
KEYS: dict[str, type | tuple[type, ...]] = {
    "kind": str,
    "version": int,
    "game": str,
    "seats": dict,
    "seed": int,
    "moves": list,
    "result": (dict, type(None)),
    "checksum": str,
}
"""What such a file has, and of which kind each is."""


def write(seats: tuple[Seat, ...], match: Match) -> str:
    """The match as it stands; moves that were taken back are left out."""
    record: dict[str, Any] = {
        "kind": KIND,
        "version": VERSION,
        "game": match.game.name,
        "seats": {side: taken.text for side, taken in zip(match.game.sides, seats, strict=True)},
        "seed": match.seed,
        "moves": list(match.words),
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
    text = json.dumps({key: record[key] for key in KEYS if key != "checksum"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(content: bytes) -> tuple[tuple[Seat, ...], Match]:
    """The match of a file, played again move by move; raises the :class:`PlygroundError` that says what is wrong with it."""
    try:
        record = json.loads(content)
    except (ValueError, RecursionError):
        raise SpecError(_("The file is no JSON: choose one that was saved here.")) from None
    if not isinstance(record, dict) or record.get("kind") != KIND:
        raise SpecError(_("The file holds no game: its “kind” would be “{kind}”.", kind=KIND))
    if record.get("version") != VERSION:
        raise SpecError(_("The file is of another version than {version}, the only one that is read.", version=VERSION))
    for key, kind in KEYS.items():
        if key not in record or not isinstance(record[key], kind):
            raise SpecError(_("“{key}” is missing in the file, or of the wrong kind.", key=key))
    for key, words in (("moves", record["moves"]), ("seats", record["seats"].values())):
        if not all(isinstance(word, str) for word in words):
            raise SpecError(_("“{key}” is missing in the file, or of the wrong kind.", key=key))
    if record["checksum"] != _checksum(record):
        raise SpecError(_("The file was changed after it was saved: its checksum is another."))
    parts = {side.lower(): text for side, text in record["seats"].items()}
    moves = "-".join(word.replace("-", "") for word in record["moves"])
    seats, match = address.parse(record["game"], {**parts, "seed": str(record["seed"]), "moves": moves})
    if _result(match, match.outcome) != record["result"]:
        raise SpecError(_("The result in the file is not that of its moves."))
    return seats, match


def opened(content: bytes) -> str:
    """Where the game of a file goes on: the address of its page; raises :class:`PlygroundError`."""
    return address.format(*read(content))
