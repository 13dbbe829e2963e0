"""The facts about a tournament that a paper needs."""

from __future__ import annotations

import hashlib
from dataclasses import fields

from plyground.i18n import Sentence, _
from plyground.tournaments.standings import standings
from plyground.tournaments.standings_text import facts
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import TournamentSettings

HASH_CHARS = 16
"""Characters of a hash that are shown."""


def citation(record: Record) -> list[Sentence | str]:
    """Return the lines: program, machine, time, rules, bots with the hashes of their files, and results.

    The last line is a hash of all games, which is equal on every machine for equal moves and results.
    """
    found = standings(record)
    settings = found.settings
    lines: list[Sentence | str] = [
        _(
            "plyground {version}; {machine}; begun {time}",
            version=found.program,
            machine=found.machine,
            time=found.begun,
        ),
        _("game: {game}", game=found.game),
    ]
    usual = TournamentSettings()
    rules = [(each.name, getattr(settings, each.name)) for each in fields(settings)]
    shown = ", ".join(f"{name}={value}" for name, value in rules if value != getattr(usual, name) or name in ("format", "games_per_pair", "openings", "time", "seed"))  # fmt: skip
    lines.append(_("rules: {rules}", rules=shown))
    for player in record.players:
        text = player.bot if not player.source else f"{player.bot} (sha256 {_hash(player.source)})"
        lines.append(_("bot {name}: {text}", name=player.name, text=text))
    for row in found.table:
        elo = "" if row.elo is None else f", {row.elo:+.0f} ± {row.error or 0:.0f} Elo"
        lines.append(f"{row.rank}. {row.player}: {row.points:g} / {row.games}{elo}")
    lines += facts(found)
    lines.append(_("games: sha256 {hash}", hash=games_hash(record)))
    return lines


def games_hash(record: Record) -> str:
    """Return a hash of the players, results and moves of all games, without their times."""
    parts = [
        "\t".join([*game.seats, *(f"{score:g}" for score in game.scores), game.reason, *(move.word for move in moves)])
        for game, moves in record.played_with_moves
    ]
    return _hash("\n".join(parts))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_CHARS]
