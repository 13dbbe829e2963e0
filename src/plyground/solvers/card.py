"""The card of a game: a summary of its rules, of published values and of a short count of its lines of play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from plyground.core.csv_text import read_csv
from plyground.core.game import Game
from plyground.core.spec import Spec
from plyground.games import GAMES
from plyground.i18n import Number, Sentence, _, _n
from plyground.searches.tally import new_tally
from plyground.solvers.perft import perft

MAX_COUNTED_SEQUENCES = 20_000
"""Sequences of moves that are counted for a card, about a tenth of a second."""
MAX_DENOMINATOR = 100
"""Largest denominator of a value that is shown as a fraction."""


OWN_WORDS = {
    words.text: words
    for words in (
        _("solved here"),
        _("laboratory on games and minimax"),
        _("the second side takes over a winning stone and leaves a losing one"),
    )
}
"""Names of sources that are not publications. They are translated; publications keep their titles."""


class Known(NamedTuple):
    """A value of the game for the side that begins, and the value's source."""

    game: str  # spec text
    value: Fraction  # value; the average in a game of chance
    source: str

    @property
    def found_by(self) -> str:
        """The source for a reader: a publication by its own name, other sources translated."""
        return "; ".join(str(OWN_WORDS.get(part, part)) for part in self.source.split("; "))


class Size(NamedTuple):
    """The number of positions that can be reached from the start, and the number's source."""

    game: str  # spec text
    positions: str  # a whole number, or a power of ten such as ``1e28`` if nobody can count them
    source: str


class Card(NamedTuple):
    """The facts that a card shows besides the title, the summary and the board."""

    kind: str
    facts: list[tuple[Sentence, object]]
    values: list[Known]  # values of this game in any size
    sequences: list[int]  # numbers of sequences of 1, 2, ... moves


def card(game: Game) -> Card:
    """Return the card of ``game``. Counting its sequences of moves takes a tenth of a second."""
    return Card(kind(game), facts(game), known_values(game), sequences(game))


def kind(game: Game) -> str:
    """Return the classification in a few words (Russell & Norvig, AIMA 2.3)."""
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


def _sides(game: Game) -> Sentence:
    first, *others = game.sides
    if not others:
        return _("{side} plays alone", side=first)
    return _("{first} moves first, then {second}", first=first, second=", ".join(others))


def facts(game: Game) -> list[tuple[Sentence, object]]:
    """Return each fact about a game as (its name, its value)."""
    start: Any = game.start
    least, greatest = start.bounds()
    moves = [game.notation.format_move(start, move) for move in start.moves()]
    return [
        (_("name"), game.name),
        (_("sides"), _sides(game)),
        (_("kind"), kind(game)),
        (_("zero-sum"), _("yes") if game.facts.zero_sum else _("no")),
        (_("utility"), _("from {least} to {greatest}", least=Number(least), greatest=Number(greatest))),
        (_("evaluations"), ", ".join(game.evaluations) or _("none")),
        (_("start"), game.notation.format(start)),
        (_("first moves"), ", ".join(moves[:8]) + ", …" * (len(moves) > 8)),
        (_("source"), game.facts.source),
    ]


def known_values(game: Game) -> list[Known]:
    """Return the entries of ``games/values.csv`` for this game, for boards of any size."""
    name = Spec.parse(game.name).name
    rows = [Known(row["game"], Fraction(row["value"]), row["source"]) for row in _table("values")]
    return [row for row in rows if Spec.parse(row.game).name == name]


def known_size(game: Game) -> Size | None:
    """Return the entry of ``games/positions.csv`` for this game and board size; None if there is none."""
    return next((Size(**row) for row in _table("positions") if row["game"] == game.name), None)


@cache
def _table(name: str) -> list[dict[str, str]]:
    titles, *rows = read_csv((files("plyground") / "games" / f"{name}.csv").read_bytes())
    return [dict(zip(titles, row, strict=True)) for row in rows]


def traits(game: Game) -> list[Sentence]:
    """Return the traits of a game in a few words each: its players, kind, size and value."""
    facts, size = game.facts, known_size(game)
    told = [_n("{count} player", "{count} players", facts.players)]
    told.append(_("without chance") if facts.deterministic else _("with chance"))
    if not facts.observable:
        told.append(_("hidden information"))
    if not facts.zero_sum:
        told.append(_("each with its own aim"))
    if facts.loops:
        told.append(_("positions can repeat"))
    if _is_board(game):
        width, height = _extent(game)
        told.append(_("{width} × {height} cells", width=width, height=height))
    if size is not None:
        told.append(_positions(size))
    told += [_solved(known) for known in known_values(game) if known.game == game.name]
    return told


def highlights(game: Game) -> list[Sentence]:
    """Return the two most informative facts of a game: its board or kind, then its value, size or number of players."""
    facts, size = game.facts, known_size(game)
    players = _n("{count} player", "{count} players", facts.players)
    if not facts.observable:
        first = _("hidden information")
    elif not facts.deterministic:
        first = _("with chance")
    elif _is_board(game):
        width, height = _extent(game)
        first = _("{width} × {height}", width=width, height=height)
    else:
        first = players
    values = [_winner(known) for known in known_values(game) if known.game == game.name]
    sizes = [_positions(size)] if size else []
    others = [players] if first != players else []
    return [first, *([players] if facts.players > 2 else [*values, *sizes, *others])][:2]


def _winner(known: Known) -> Sentence:
    """Return the result of best play in two or three words."""
    if known.value == 0:
        return _("a draw")
    if known.value.denominator > 1:
        return _("nearly even")
    return _("first player wins") if known.value > 0 else _("second player wins")


def _is_board(game: Game) -> bool:
    """Return True if the game is played on a board of cells. Heaps, pits and the track of a race do not count as a
    board.
    """
    picture = game.picture
    marks = picture.marks(game.start) if game.facts.deterministic else ""
    return bool(marks) and all(mark == "." or mark.isalpha() for mark in marks)


def _extent(game: Game) -> tuple[object, object]:
    """Return the numbers of columns and rows, read from the options of the game. Its picture is not used, as it may
    show more than the board.
    """
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
        return _("solved: {value} on average for the first player", value=Number(float(known.value), decimals=2))
    return _("solved: {value} for the first player", value=said(known))


def said(known: Known) -> Sentence:
    """Return a known value in words, for the side that begins."""
    value = known.value
    if value == 0:
        return _("draw")
    if abs(value) == 1:
        return _("won") if value > 0 else _("lost")
    if value.denominator == 1:
        return _("won by {count}", count=int(value)) if value > 0 else _("lost by {count}", count=-int(value))
    is_short = value.denominator <= MAX_DENOMINATOR
    told = str(value).replace("-", "−") if is_short else Number(float(value), decimals=4)
    return _("{value} on average", value=told)


def sequences(game: Game) -> list[int]:
    """Return the numbers of sequences of 1, 2, ... moves, as long as each count is quick (``MAX_COUNTED_SEQUENCES``)."""
    found: list[int] = []
    position: Any = game.start
    while not found or 0 < found[-1] * max(found[0], 2) < MAX_COUNTED_SEQUENCES:
        found.append(perft(position, len(found) + 1, int(game.facts.ended_count), new_tally().counts))
    return found if found[-1] else found[:-1]
