"""The positions of a tournament's games as training data: Parquet shards, and a manifest with their checksums.

The same record gives the same bytes. The manifest is written last, so a folder with a manifest is complete.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from plyground import __version__
from plyground.adapters.optional_library import library
from plyground.core.files import read_text, write_bytes, write_text
from plyground.core.game import Game
from plyground.errors import FileError
from plyground.i18n import _
from plyground.tournaments.openings import Opening, from_position
from plyground.tournaments.tournament_record import Record, RecordedGame

MANIFEST = "_manifest.json"
KIND, VERSION = "plyground positions", 1
SHARD_POSITIONS = 1 << 18
"""Positions of a shard: some megabytes."""
EXTRA = "cluster"
"""The extra of plyground with the library that writes Parquet."""


class PositionRow(NamedTuple):
    """A position of a game, with the move that was played there."""

    game: str  # key of the game in the record
    ply: int  # plies before it, those of the opening included
    position: str  # position in the game's notation
    side: int  # side to move, from 0; −1 for chance
    player: str | None  # player who chose the move; None in the opening and for chance
    move: str
    value: int | None  # bot's value of the position
    depth: int | None
    nodes: int | None
    score: float | None  # final score of the side to move; None for chance
    plies_left: int


def write_positions(
    record: Record,
    folder: str | Path,
    *,
    shard_positions: int = SHARD_POSITIONS,
    on_progress: Callable[[int, int], object] = lambda done, count: None,
) -> dict[str, Any]:
    """Write all positions with a move of all games into a new or empty folder. Return the manifest.

    ``on_progress`` is called with the number of games that are written, and of all. Raise :class:`SearchError` if the
    library is missing, and :class:`FileError` if the folder is not empty or cannot be written.
    """
    arrow, parquet = library("pyarrow", EXTRA), library("pyarrow.parquet", EXTRA)
    game, _settings = record.game_and_settings()
    folder = Path(folder)
    _make_empty(folder)
    games = record.played
    shards: list[dict[str, Any]] = []
    waiting: list[PositionRow] = []

    def write_shard() -> None:
        columns = zip(*waiting, strict=True)
        table = arrow.table([arrow.array(list(column), _kind(arrow, name)) for name, column in zip(PositionRow._fields, columns, strict=True)], names=list(PositionRow._fields))  # fmt: skip
        sink = arrow.BufferOutputStream()
        parquet.write_table(table, sink, compression="zstd")
        content = sink.getvalue().to_pybytes()
        name = f"{len(shards):05}.parquet"
        write_bytes(folder / name, content)
        shards.append({"file": name, "positions": len(waiting), "bytes": len(content), "sha256": sha256(content).hexdigest()})  # fmt: skip
        waiting.clear()

    begins = {each.number: each.position for each in record.openings}
    for done, played in enumerate(games, 1):
        for row in _rows(record, from_position(game, Opening(position=begins[played.opening])), played):
            waiting.append(row)
            if len(waiting) == shard_positions:
                write_shard()
        on_progress(done, len(games))
    if waiting:
        write_shard()
    manifest = {
        "kind": KIND,
        "version": VERSION,
        "program": __version__,
        "game": game.name,
        "games": len(games),
        "positions": sum(shard["positions"] for shard in shards),
        "columns": list(PositionRow._fields),
        "shards": shards,
    }
    write_text(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    return manifest


def read_manifest(folder: str | Path) -> dict[str, Any]:
    """Return the manifest of a folder after comparing all shards with it. Raise :class:`FileError` for a difference."""
    folder = Path(folder)
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(read_text(path))
        is_ours = (manifest["kind"], manifest["version"]) == (KIND, VERSION)
        shards = [(str(shard["file"]), str(shard["sha256"])) for shard in manifest["shards"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        is_ours = False
    if not is_ours:
        raise FileError(path, _("this is not the manifest of positions, version 1."))
    for name, expected in shards:
        try:
            content = (folder / Path(name).name).read_bytes()
        except OSError as error:
            raise FileError(folder / name, _("it cannot be read ({reason}).", reason=error.strerror)) from None
        if sha256(content).hexdigest() != expected:
            raise FileError(folder / name, _("it is damaged: it does not have the checksum of the manifest."))
    return manifest


def _make_empty(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
    except OSError as error:
        raise FileError(folder, _("it cannot be written ({reason}).", reason=error.strerror)) from None
    if not is_empty:
        raise FileError(folder, _("it is not empty: name a new folder."))


def _rows(record: Record, game: Game, played: RecordedGame) -> Iterator[PositionRow]:
    notation = game.notation
    position: Any = game.start
    moves = record.moves(played.key)
    for ply, move in enumerate(moves):
        side = notation.side(position)
        score = played.scores[side] if side >= 0 else None
        player = None if move.seat is None else played.seats[move.seat]
        yield PositionRow(
            played.key, ply, game.position_text(position, ply), side, player, move.word, move.value, move.depth, move.nodes, score, len(moves) - ply,
        )  # fmt: skip
        position = position.play(notation.parse_move(position, move.word))


def _kind(arrow: Any, name: str) -> Any:
    kinds = {"ply": arrow.int32(), "side": arrow.int8(), "value": arrow.int64(), "depth": arrow.int32(), "nodes": arrow.int64(), "score": arrow.float64(), "plies_left": arrow.int32()}  # fmt: skip
    return kinds.get(name, arrow.string())
