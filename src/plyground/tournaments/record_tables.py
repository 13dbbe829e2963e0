"""The tables of a tournament's record."""

from __future__ import annotations

from sqlalchemy import JSON, Column, DateTime, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

APPLICATION_ID = 0x706C7972
"""Marks the file as a record, in the header of SQLite (``PRAGMA application_id``)."""
VERSION = 2
"""The version of these tables (``PRAGMA user_version``). Version 1 has no checksums and lacks :data:`ADDED`."""

ADDED = (("games", "transcript", "TEXT"), ("moves", "cpu_seconds", "FLOAT"))
"""The columns (table, name, type) that version 1 does not have."""

metadata = MetaData()

tournaments = Table(
    "tournament",
    metadata,
    Column("id", Integer, primary_key=True),  # always 1
    Column("game", Text, nullable=False),  # spec text
    Column("settings", JSON, nullable=False),  # fields of TournamentSettings, except the game and the players
    Column("program", String(40), nullable=False),  # version of plyground
    Column("machine", Text, nullable=False),
    Column("begun", DateTime, nullable=False),  # UTC
)
"""The one tournament of the file."""

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("bot", Text, nullable=False),  # spec text, or file with options
    Column("source", Text, nullable=False),  # text of the file; "" = a bot of plyground
)
"""The players in the order of their seeds."""

openings = Table(
    "openings",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("position", Text, nullable=False),  # position before the moves; "" = the game's start
    Column("moves", JSON, nullable=False),  # texts of the moves, as people write them
    Column("value", Integer),  # exact result for the first side; NULL if unknown
)
"""The openings that games began from."""

games = Table(
    "games",
    metadata,
    Column("key", Text, primary_key=True),
    Column("place", Integer, nullable=False),  # place in the order of play
    Column("round", Integer, nullable=False),
    Column("pair", Text, nullable=False),
    Column("opening", Integer, ForeignKey("openings.number"), nullable=False),
    Column("seats", JSON, nullable=False),  # names of players
    Column("seed", Integer, nullable=False),
    Column("dice", Integer, nullable=False),
    Column("scores", JSON(none_as_null=True)),  # score of each seat; NULL until the game is played
    Column("reason", String(20)),  # rules, an adjudication's rule, or a fault
    Column("culprit", Integer),  # the seat that lost by a fault
    Column("detail", Text),  # description of the fault
    Column("seconds", Float),
    Column("ended", DateTime),  # UTC
    Column("transcript", Text),  # last lines of an external program that lost by a fault
    Index("games_by_place", "place"),
)
"""The planned games and their results."""

moves = Table(
    "moves",
    metadata,
    Column("game", Text, ForeignKey("games.key"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # ply, from 1; those of the opening are included
    Column("move", Text, nullable=False),  # text of the move, as people write it
    Column("seat", Integer),  # seat that chose it; NULL for a move of the opening or of chance
    Column("seconds", Float),
    Column("value", Integer),  # bot's value of the position
    Column("depth", Integer),
    Column("visits", Integer, key="nodes"),  # the files keep the column's first name
    Column("cpu_seconds", Float),  # processor time; NULL for external programs
)
"""Every move of every game that was played."""

checksums = Table(
    "checksums",
    metadata,
    Column("kind", String(20), primary_key=True),  # table
    Column("key", Text, primary_key=True),  # row of the table, in the column of KEYS
    Column("sha256", String(64), nullable=False),
)
"""The checksum of each row of the tables in :data:`KEYS`; that of a game includes its moves."""

KEYS = {"tournament": "id", "players": "name", "openings": "number", "games": "key"}
"""The tables with checksums, and the column that names a row."""
