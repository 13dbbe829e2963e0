"""Kalah: sow the seeds of a pit one by one, also into your store; most seeds win (W. J. Champion, 1940s).

``kalah(pits, seeds, empty, early)`` makes the rules for the numbers of pits a side and seeds a pit. A last seed in the
store gives another turn. A last seed in an empty own pit goes to the store with the seeds of the opposite pit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Any, ClassVar, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import mix
from plyground.core.game import FIRST, SECOND, Facts, Game
from plyground.core.picture import MAX_COUNTED, counted
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import write
from plyground.errors import GameOver, MoveError, PositionError
from plyground.games.built_in import changed
from plyground.games.sized_rules import sized
from plyground.i18n import Sentence, _, _n

PIT_BITS = 7
"""Bits of the number of seeds in a pit or a store."""
PIT = (1 << PIT_BITS) - 1


class Pits(NamedTuple):
    """The fields of a position. A side is one word, ``PIT_BITS`` bits a pit, the store after the last."""

    own: int = 0  # pits and store of the side to move
    other: int = 0  # pits and store of its opponent
    second: int = 0  # 1 when the second side is to move


class Kalah(Pits):
    """A position of any numbers of pits and seeds (:func:`kalah`). Moves are the mover's pits, from 0, the farthest
    from its store.

    Seeds are sown into own pits, own store and the other side's pits, never into its store. When a side has no seeds in
    its pits, the game is over, and the remaining seeds belong to the other side.
    """

    __slots__ = ()
    pits: ClassVar[int]  # number of pits of a side
    empty: ClassVar[bool]  # a last seed in an empty pit goes to the store even if the pit opposite is empty
    store: ClassVar[int]  # first bit of the store
    row: ClassVar[int]  # all bits of the pits
    round_trip: ClassVar[int]  # pits and store that are sown before the first pit comes again
    all_seeds: ClassVar[int]  # number of seeds
    places: ClassVar[int]  # number of all pits and stores
    ways: ClassVar[tuple[tuple[int, ...], ...]]  # [places][seeds]: ways to distribute the seeds over the places
    new: ClassVar[staticmethod[[int, int, int], Kalah]]

    def moves(self) -> Iterator[Move]:
        if not self.is_over():
            for pit in range(self.pits):
                if self.own >> PIT_BITS * pit & PIT:
                    yield pit

    def play(self, move: Move) -> Kalah:
        hand = self.own >> PIT_BITS * move & PIT
        own, other = self.own & ~(PIT << PIT_BITS * move), self.other
        last = move
        while hand:
            last = last + 1 if last < self.round_trip - 1 else 0
            if last <= self.pits:
                own += 1 << PIT_BITS * last
            else:
                other += 1 << PIT_BITS * (last - self.pits - 1)
            hand -= 1
        if last == self.pits:
            return self.new(own, other, self.second)
        if last < self.pits and own >> PIT_BITS * last & PIT == 1:
            opposite = PIT_BITS * (self.pits - 1 - last)
            taken = other >> opposite & PIT
            if taken or self.empty:
                own = (own & ~(PIT << PIT_BITS * last)) + (taken + 1 << self.store)
                other &= ~(PIT << opposite)
        return self.new(other, own, 1 - self.second)

    def turn(self, child: Kalah) -> int:
        return 1 if child.second == self.second else -1

    def points(self) -> tuple[int, ...]:
        """Return the seeds in each player's store."""
        own, other = self.own >> self.store, self.other >> self.store
        return (other, own) if self.second else (own, other)

    def actions(self) -> int:
        return self.pits

    def is_over(self) -> bool:
        return self.own & self.row == 0 or self.other & self.row == 0

    def utility(self) -> int:
        """Return the seeds of the side to move minus those of the other, those left in pits included."""
        return (self.own >> self.store) + self.in_pits(self.own) - (self.other >> self.store) - self.in_pits(self.other)

    def utmost(self) -> int:
        return self.all_seeds

    def layer(self) -> int:
        return (self.own >> self.store) + (self.other >> self.store)

    def size(self) -> int:
        return 2 * self.ways[self.places][self.all_seeds]

    def rank(self) -> int:
        """Return the number of the position: that of its distribution of seeds in lexical order, and the side."""
        number, left = 0, self.all_seeds
        for place in range(self.places - 1):
            side = self.own if place <= self.pits else self.other
            seeds_here = side >> PIT_BITS * (place % (self.pits + 1)) & PIT
            number += self.ways[self.places - place][left] - self.ways[self.places - place][left - seeds_here]
            left -= seeds_here
        return 2 * number + self.second

    def unrank(self, rank: int) -> Kalah:
        own, other, number, left = 0, 0, rank >> 1, self.all_seeds
        for place in range(self.places - 1):
            seeds_here = 0
            while number >= self.ways[self.places - place - 1][left]:
                number -= self.ways[self.places - place - 1][left]
                seeds_here += 1
                left -= 1
            if place <= self.pits:
                own |= seeds_here << PIT_BITS * place
            else:
                other |= seeds_here << PIT_BITS * (place - self.pits - 1)
        return self.new(own, other | left << self.store, rank & 1)

    def valid(self) -> bool:
        return True

    def key(self) -> int:
        """Return the seeds as the key; the side to move does not matter, because both sides have the same moves."""
        return mix(mix(0, self.own), self.other)

    def promise(self, move: Move) -> int:
        """Return the rank of a move for move ordering: another turn first, then large captures, then pits near the
        store.
        """
        hand = self.own >> PIT_BITS * move & PIT
        last = (move + hand) % self.round_trip
        if last == self.pits:
            return self.pits * (self.all_seeds + 1) + move
        if (
            last < self.pits
            and hand <= self.round_trip
            and (hand == self.round_trip or self.own >> PIT_BITS * last & PIT == 0)
        ):
            taken = (self.other >> PIT_BITS * (self.pits - 1 - last) & PIT) + (1 if last <= move else 0)
            if taken or self.empty:
                return self.pits * (taken + 1) + move
        return move

    def prospects(self, alpha: int, beta: int) -> tuple[int, int]:
        """Return bounds on the score: no side can lose the seeds in its store."""
        if self.is_over():
            score = self.utility()
            return score, score
        mine, yours = self.own >> self.store, self.other >> self.store
        return 2 * mine - self.all_seeds, self.all_seeds - 2 * yours

    def settled(self) -> int:
        """Return the part of the score that no move changes: the difference of the stores."""
        return (self.own >> self.store) - (self.other >> self.store)

    def open_key(self) -> int:
        """Return the seeds in the pits as a key: they alone decide the rest of the score."""
        return mix(mix(0, self.own & self.row), self.other & self.row)

    def proof_nodes(self) -> int:
        """Return the nodes that a proof is expected to take, measured in games: 2,000 with 17 seeds in the pits,
        250,000 with 30.
        """
        return 1 << (7 * (self.in_pits(self.own) + self.in_pits(self.other)) // 12 + 1)

    # What evaluations ask

    def stored(self) -> int:
        """Return the seeds in the store of the side to move minus those in the other store."""
        return self.settled()

    def at_home(self) -> int:
        """Return the seeds in the pits of the side to move minus those in the other pits."""
        return self.in_pits(self.own) - self.in_pits(self.other)

    def in_pits(self, side: int) -> int:
        """Return the seeds in the pits of a side."""
        left, found = side & self.row, 0
        while left:
            found += left & PIT
            left >>= PIT_BITS
        return found


@cache
def kalah(pits: int, seeds: int, empty: bool, /) -> type[Kalah]:
    """Return the rules for these numbers of pits a side and seeds a pit.

    ``empty``: a last seed in an empty pit goes to the store even if the pit opposite is empty, as in Irving, Donkers &
    Uiterwijk (2000).
    """
    all_seeds = 2 * pits * seeds
    places = 2 * (pits + 1)
    store = PIT_BITS * pits
    filled = sum(seeds << PIT_BITS * pit for pit in range(pits))
    return sized(
        Kalah,
        f"Kalah_{pits}_{seeds}" + "_empty" * empty,
        start=(filled, filled, 0),
        pits=pits,
        empty=empty,
        store=store,
        row=(1 << store) - 1,
        round_trip=2 * pits + 1,
        all_seeds=all_seeds,
        places=places,
        ways=tuple(
            tuple(comb(left + rest - 1, rest - 1) if rest else 0 for left in range(all_seeds + 1))
            for rest in range(places + 1)
        ),
    )


@rules
class Seeds(NamedTuple):
    """Evaluation by seeds in the store and in the pits: the side to move minus its opponent."""

    by_stored: int
    by_home: int
    win: int = 10_000  # more than any board's sum

    def value(self, position: Any) -> int:
        points: int = self.by_stored * position.stored() + self.by_home * position.at_home()
        return points


class PitsNotation:
    """Moves are pits by their letters, ``a`` the farthest from its side's store; capitals are O's.

    A position is the seeds of each side's pits and store in the order in which they are sown, X's before O's, with
    ``-`` between numbers and ``/`` between sides, then a blank and the side to move.
    """

    def __init__(self, pits: int, seeds: int, empty: bool) -> None:
        self.rules = kalah(pits, seeds, empty)
        self.pits = pits
        self.total = 2 * pits * seeds

    def format(self, position: Any) -> str:
        """Return a text such as ``4-4-4-0/4-4-4-0 X``."""
        rows = ("-".join(map(str, side)) for side in self.sides(position))
        return f"{'/'.join(rows)} {'XO'[position.second]}"

    def sides(self, position: Any) -> tuple[list[int], list[int]]:
        """Return for each side the seeds of its pits and then of its store."""
        own, other = (
            [side >> PIT_BITS * pit & PIT for pit in range(self.pits + 1)] for side in (position.own, position.other)
        )
        return (other, own) if position.second else (own, other)

    def parse(self, text: str) -> Any:
        """Return the position that is written as ``text``. Raise :class:`PositionError` with every reason."""
        written, _blank, mover = text.strip().upper().partition(" ")
        sides = [side.split("-") for side in written.split("/")]
        reasons: list[Sentence] = []
        if [len(side) for side in sides] != [self.pits + 1] * 2 or not all(
            re.fullmatch(r"\d{1,3}", number, re.ASCII) for side in sides for number in side
        ):
            reasons.append(
                _("it needs {count} numbers of seeds for each side, the store's last, with - between them and / between the sides", count=self.pits + 1)
            )  # fmt: skip
        elif (found := sum(int(number) for side in sides for number in side)) != self.total:
            reasons.append(_("it has {found} seeds where the game has {total}", found=found, total=self.total))
        if mover.strip() not in ("X", "O"):
            reasons.append(_("after the seeds and a blank it needs the side to move, X or O"))
        if reasons:
            raise PositionError(text, reasons)
        first, second = (sum(int(number) << PIT_BITS * pit for pit, number in enumerate(side)) for side in sides)
        return self.rules(second, first, 1) if mover.strip() == "O" else self.rules(first, second, 0)

    def format_move(self, position: Any, move: Move) -> str:
        """Return the pit's letter."""
        return self.word(move, position.second)

    def word(self, pit: int, second: int) -> str:
        """Return the name of a pit: a letter, a capital for the second side."""
        return chr(ord("A" if second else "a") + pit)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the pit that ``text`` names. Raise :class:`MoveError`."""
        words = [self.word(pit, 0) for pit in range(self.pits)]
        word = text.strip().lower()
        if word not in words:
            raise MoveError(
                _("“{text}” is not a pit: they go from {first} to {last}.", text=text, first=words[0], last=words[-1])
            )
        if position.is_over():
            raise GameOver
        pit = words.index(word)
        if pit not in position.moves():
            raise MoveError(_("Pit {pit} is empty.", pit=self.format_move(position, pit)))
        return pit

    def side(self, position: Any) -> int:
        """Return the side to move."""
        return SECOND if position.second else FIRST


class PitsPicture:
    """Two rows of pits: O's above, from right to left, X's below; beside them the stores, O's on the left.

    If a store has more seeds than one mark can show, the rest is shown in the other row.
    """

    pieces, stones, material = False, False, "pits"
    side_names = _("South"), _("North")
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    def __init__(self, notation: PitsNotation) -> None:
        self._notation = notation
        self.width, self.height = notation.pits + 2, 2
        self.goals = f"O{'.' * notation.pits}X" * 2

    def marks(self, position: MarkedPosition) -> str:
        """Return the number of seeds of each pit and store."""
        first, second = self._notation.sides(position)
        above = [*reversed(second), max(0, first[-1] - MAX_COUNTED)]
        below = [max(0, second[-1] - MAX_COUNTED), *first]
        return "".join(counted(min(seeds, MAX_COUNTED)) for seeds in above + below)

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no cells."""
        return ()

    def cells(self, position: Any, move: Move) -> tuple[int]:
        """Return the pit whose seeds are sown."""
        return (self._notation.pits - move if position.second else self.width + move + 1,)

    def word(self, cell: int) -> str:
        """Return the pit's letter; a store has none."""
        row, column = divmod(cell, self.width)
        pit = column - 1 if row else self.width - 2 - column
        return self._notation.word(pit, 1 - row) if 0 <= pit < self._notation.pits else ""


def make(pits: int, seeds: int, capture: str) -> Game:
    """Return Kalah with these numbers of pits a side and seeds a pit."""
    notation = PitsNotation(pits, seeds, capture == "always")
    options = changed("kalah", pits=pits, seeds=seeds, capture=capture)
    return Game(
        name=write("kalah", options),
        title=_n("Kalah, {pits} × {count} seed", "Kalah, {pits} × {count} seeds", seeds, pits=pits)
        if options.keys() & {"pits", "seeds"}
        else _("Kalah"),
        summary=_(
            "A move sows the seeds of one of your pits one by one: into the next pits, your store, the other side's pits, and round again. A last seed in your store gives another turn. A last seed in your own empty pit goes to your store with the seeds of the pit opposite. When a side has no seeds in its pits, the rest belongs to the other side. The side with more seeds wins."
        ),
        start=notation.rules(),
        notation=notation,
        picture=PitsPicture(notation),
        endings=(_("more seeds"), _("equal seeds on both sides")),
        facts=Facts(source="W. J. Champion (1940s); G. Irving, J. Donkers, J. Uiterwijk (2000)"),
        evaluations={"seeds": Seeds(by_stored=2, by_home=1), "stored": Seeds(by_stored=1, by_home=0)},
    )
