"""``plyground cache``: the native twins and judgements that are kept on disk, and their removal."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

import typer

from plyground.cli.json_records import CacheRecord, ClearedCacheRecord, TwinRecord
from plyground.cli.options.shared_options import AsJson
from plyground.cli.terminal import say, say_json, say_table, shown
from plyground.games import GAMES, game
from plyground.i18n import Number, _, _n
from plyground.judge.kept_judgements import kept_judgements
from plyground.native.object_code.cache import Twin, cache_folder, clear, kept
from plyground.searches import ALGORITHMS

cache = typer.Typer()
"""The ``plyground cache`` commands."""


@cache.command("info", help=str(_("List the compiled searches in the cache, with their folder and sizes.")))
def info(as_json: AsJson = False) -> None:
    """Show the compiled code that is kept, by game and search."""
    twins = kept()
    folder = str(cache_folder())
    total = sum(twin.file.bytes for twin in twins)
    if as_json:
        records: list[TwinRecord] = [
            {"search": twin.search, "classes": list(twin.classes), "bytes": twin.file.bytes, "used": str(_day(twin))}
            for twin in twins
        ]
        record: CacheRecord = {"folder": folder, "bytes": total, "twins": records}
        say_json(record)
        return
    say(_("Compiled searches are kept in {folder}.", folder=folder))
    size = _kilobytes(total)
    say(_n("There is {count}, of {size} kB.", "There are {count}, of {size} kB together.", len(twins), size=size))
    if twins:
        say()
        say_table([_("game"), _("search"), _("number"), _("kB"), _("last used")], _rows(twins))


@cache.command(
    "clear", help=str(_("Remove every compiled search and kept judgement; each is made again when it is needed."))
)
def clear_command(as_json: AsJson = False) -> None:
    """Remove all compiled code and judgements that are kept."""
    count, freed = map(sum, zip(clear(), kept_judgements().remove(), strict=True))
    if as_json:
        record: ClearedCacheRecord = {"folder": str(cache_folder()), "removed": count, "bytes": freed}
        say_json(record)
    else:
        size = _kilobytes(freed)
        say(_n("{count} file removed, {size} kB freed.", "{count} files removed, {size} kB freed.", count, size=size))


def _rows(twins: list[Twin]) -> list[tuple[object, ...]]:
    """Return a row for each game and search: number of twins, their size, the day of the last use."""
    games = {type(known.start).__name__: known.title for known in (game(entry.name) for entry in GAMES)}
    searches = {
        text.__name__: known.title
        for known in ALGORITHMS.values()
        if known.compiles and not known.alone
        for text in known.texts
    }
    groups: dict[tuple[str, str], list[Twin]] = defaultdict(list)
    for twin in twins:
        groups[twin.classes[0] if twin.classes else "?", twin.search or "?"].append(twin)
    return [
        (
            games.get(cls) or shown(cls),
            searches.get(search) or shown(search),
            Number(len(group)),
            _kilobytes(sum(twin.file.bytes for twin in group)),
            _day(group[0]),
        )
        for (cls, search), group in groups.items()
    ]


def _day(twin: Twin) -> date:
    return date.fromtimestamp(twin.file.used)


def _kilobytes(size: int) -> Number:
    return Number(round(size / 1000))
