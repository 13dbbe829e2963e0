"""A card for a game: what is known of it, gathered from its rules, from a table of values, and by counting a little."""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from plyground.game import Game
from plyground.games import GAMES
from plyground.language import Number, Sentence, _, _n
from plyground.search.tally import new_tally
from plyground.solve.perft import perft
from plyground.spec import Spec

COUNTED = 20_000
"""Sequences of moves, about, that are counted for a card: a tenth of a second."""


OWN_WORDS = {
    words.text: words
    for words in (
        _("solved here"),
        _("laboratory on games and minimax"),
        _("who may swap takes over what wins, and leaves what loses"),
    )
}
"""Sources that are no publications, or parts of them: who reads them reads them in their language."""


class Known(NamedTuple):
    """What best play makes of a game for who begins, and who found it."""

    game: str  # a spec text
    value: Fraction  # on average, where there is chance
    source: str

    @property
    def found_by(self) -> str:
        """The source for a reader: publications as they are called, the rest in the reader's language."""
        return "; ".join(str(OWN_WORDS.get(part, part)) for part in self.source.split("; "))


class Size(NamedTuple):
    """How many positions of a game play can lead to, and who counted them."""

    game: str  # a spec text
    positions: str  # a whole number, or a power of ten such as ``1e28`` where nobody can count them
    source: str


class Card(NamedTuple):
    """All that a card says besides the title, the summary and the board."""

    kind: str
    facts: list[tuple[Sentence, object]]
    values: list[Known]  # of this game in any size
    sequences: list[int]  # of 1, 2, ... moves


def card(game: Game) -> Card:
    """The card of ``game``. Counting its sequences of moves takes a tenth of a second."""
    return Card(kind(game), facts(game), known_values(game), sequences(game))


def kind(game: Game) -> str:
    """The classification in a few words (Russell & Norvig, AIMA 2.3)."""
    facts = game.facts
    return ", ".join(
        str(word)
        for word in (
            _("observable") if facts.observable else _("partially observable"),
            _("deterministic") if facts.deterministic else _("with chance"),
            _("sequential") if facts.sequential else _("episodic"),
            _("static") if facts.static else _("dynamic"),
            _("discrete") if facts.discrete else _("continuous"),
            _n("{count} agent", "{count} agents", facts.players),
        )
    )


def facts(game: Game) -> list[tuple[Sentence, object]]:
    """Each with its name."""
    start: Any = game.start
    least, greatest = start.bounds()
    moves = [game.notation.format_move(start, move) for move in start.moves()]
    return [
        (_("name"), game.name),
        (_("sides"), _("{first} moves first, then {second}", first=game.sides[0], second=", ".join(game.sides[1:]))),
        (_("kind"), kind(game)),
        (_("zero-sum"), _("yes") if game.facts.zero_sum else _("no")),
        (_("utility"), _("from {least} to {greatest}", least=Number(least), greatest=Number(greatest))),
        (_("evaluations"), ", ".join(game.evaluations) or _("none")),
        (_("start"), game.notation.format(start)),
        (_("first moves"), ", ".join(moves[:8]) + ", …" * (len(moves) > 8)),
        (_("source"), game.facts.source),
    ]


def known_values(game: Game) -> list[Known]:
    """The values of ``games/values.csv`` for this game, in any size."""
    name = Spec.parse(game.name).name
    rows = [Known(row["game"], Fraction(row["value"]), row["source"]) for row in _table("values")]
    return [row for row in rows if Spec.parse(row.game).name == name]


def known_size(game: Game) -> Size | None:
    """What ``games/positions.csv`` tells of this game, in this very size."""
    return next((Size(**row) for row in _table("positions") if row["game"] == game.name), None)


@cache
def _table(name: str) -> list[dict[str, str]]:
    text = (files("plyground") / "games" / f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def traits(game: Game) -> list[Sentence]:
    """What whoever chooses a game asks first, in a few words each: for how many it is, its kind, its size, its value."""
    facts, size = game.facts, known_size(game)
    told = [_n("{count} player", "{count} players", facts.players)]
    told.append(_("without chance") if facts.deterministic else _("with chance"))
    if not facts.observable:
        told.append(_("something hidden"))
    if not facts.zero_sum:
        told.append(_("each its own aim"))
    if facts.loops:
        told.append(_("positions come again"))
    if _is_board(game):
        width, height = _extent(game)
        told.append(_("{width} × {height} cells", width=width, height=height))
    if size is not None:
        told.append(_positions(size))
    told += [_solved(known) for known in known_values(game) if known.game == game.name]
    return told


def _is_board(game: Game) -> bool:
    """Whether its cells are free or hold a piece: heaps, pits and the track of a race are no board."""
    picture = game.picture
    marks = picture.marks(game.start) if game.facts.deterministic else ""
    return bool(marks) and all(mark == "." or mark.isalpha() for mark in marks)


def _extent(game: Game) -> tuple[object, object]:
    """Columns and rows as the game's options tell: a picture may show more than the board, such as where cars leave it."""
    spec = Spec.parse(game.name)
    options = {
        option.name: spec.options.get(option.name, option.default)
        for entry in GAMES if entry.name == spec.name for option in entry.options
    }  # fmt: skip
    size = options.get("size")
    return options.get("width", size) or game.picture.width, options.get("height", size) or game.picture.height


def _positions(size: Size) -> Sentence:
    if "e" in size.positions:
        power = size.positions.partition("e")[2].translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
        return _("about {count} positions", count=f"10{power}")
    return _n("{count} position", "{count} positions", int(size.positions))


def _solved(known: Known) -> Sentence:
    if known.value == 0:
        return _("solved: a draw")
    if known.value.denominator > 1:
        return _("solved: {value} on average for who begins", value=Number(float(known.value), decimals=2))
    return _("solved: {value} for who begins", value=said(known))


def said(known: Known) -> Sentence:
    """A value in words, for who begins."""
    value = known.value
    if value == 0:
        return _("draw")
    if abs(value) == 1:
        return _("won") if value > 0 else _("lost")
    if value.denominator == 1:
        return _("won by {count}", count=int(value)) if value > 0 else _("lost by {count}", count=-int(value))
    return _("{value} on average", value=str(value).replace("-", "−"))


def sequences(game: Game) -> list[int]:
    """How many sequences of 1, 2, ... moves there are, as far as that is soon counted."""
    found: list[int] = []
    position: Any = game.start
    while not found or 0 < found[-1] * max(found[0], 2) < COUNTED:
        found.append(perft(position, len(found) + 1, int(game.facts.ended_count), new_tally().counts))
    return found if found[-1] else found[:-1]
