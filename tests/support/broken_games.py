"""Games that are broken, each in one way."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat
from typing import Any, NamedTuple

from correct_games import Dice, Right, dice, heaps, sharing

from plyground import Facts, Game, rules
from plyground.core.authoring.marked_rules import ratio
from plyground.core.position import Demand
from plyground.errors import MoveError
from plyground.i18n import _


class Unmarked(NamedTuple):
    """No @rules above it."""

    left: int = 3

    def to_move(self) -> int:
        return 0


calls = [0]
"""A global counter, which rules should not have."""


def by_turns(self: Any) -> Iterator[int]:
    calls[0] += 1
    moves = list(Right.moves(self))
    yield from moves if calls[0] % 2 else moves[::-1]


def lucky(self: Any, move: int) -> Any:
    calls[0] += 1
    return Right.play(self, move)._replace(player=calls[0] % 2)


def all_moves(self: Any) -> Iterator[int]:
    yield from range(4)


def raising(self: Any, move: int) -> Any:
    if self.left == 1:
        raise KeyError("no such heap")
    return Right.play(self, move)


def misspelling(self: Any, move: int) -> Any:
    return Right.play(self, move)._replace(player=self.plaier)


def halving(self: Any, move: int) -> Any:
    after = Dice.play(self, move)
    return after._replace(left=after.left / 2)


def leaving(self: Any) -> bool:
    if self.left == 2:
        sys.exit("over and out")
    return Right.is_over(self)


def taking_nothing(self: Any) -> Any:
    return self


def swollen(self: Any) -> bool:
    if self.left == 2:
        raise MemoryError
    return Right.is_over(self)


def diving(self: Any) -> int:
    return diving(self) + 1


def stopping_short(self: Any) -> Iterator[int]:
    if self.left != 1:
        yield from Right.moves(self)


def repeated(self: Any) -> Iterator[int]:
    yield from Right.moves(self)
    if self.left == 1:
        yield 0


def swaying(self: Any, move: int) -> Any:
    """Stones can be put back."""
    return type(self)(self.left, (self.right + 1) % 3, 1 - self.player)


class Sure(NamedTuple):
    """An evaluation that is always sure."""

    win: int = 1

    def value(self, position: Any) -> int:
        return 1


class Numbers:
    """A notation: fields and moves as numbers."""

    def __init__(self, start: Any) -> None:
        self.rules = type(start)

    def format(self, position: Any) -> str:
        return " ".join(map(str, position))

    def parse(self, text: str) -> Any:
        return self.rules(*map(int, text.split()))

    def format_move(self, position: Any, move: int) -> str:
        return str(move)

    def parse_move(self, position: Any, text: str) -> int:
        return int(text)

    def side(self, position: Any) -> int:
        return int(position.to_move())


class Forgetful(Numbers):
    def parse(self, text: str) -> Any:
        return super().parse(text)._replace(player=0)


class Vague(Numbers):
    def format_move(self, position: Any, move: int) -> str:
        return "0"


class Refusing(Numbers):
    from plyground.i18n import _  # type: ignore[misc]

    reason = _("This is no move.")

    def parse_move(self, position: Any, text: str) -> int:
        raise MoveError(self.reason)


class Onesided(Numbers):
    def side(self, position: Any) -> int:
        return 0


class Cells:
    """A picture: a cell for each stone; a move presses the last stone that it leaves untouched, counted from the right."""

    width, height = 3, 2
    pieces, stones = False, True
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    goals = ""

    def marks(self, position: Any) -> str:
        return f"{'*' * position.left:.<3}{'*' * position.right:.<3}"

    def highlight(self, position: Any) -> tuple[int, ...]:
        return ()

    def cells(self, position: Any, move: int) -> tuple[int, ...]:
        return (move,)

    def word(self, cell: int) -> str:
        return str(cell)


class Short(Cells):
    def marks(self, position: Any) -> str:
        return "."


class Doubled(Cells):
    def cells(self, position: Any, move: int) -> tuple[int, ...]:
        return move, move


class Beyond(Cells):
    def cells(self, position: Any, move: int) -> tuple[int, ...]:
        return (6 + move,)


class Shifted(Cells):
    def cells(self, position: Any, move: int) -> tuple[int, ...]:
        return ((move + 1) % 4,)


class Lettered(Cells):
    def word(self, cell: int) -> str:
        return "abcdef"[cell]


class Deaf(Numbers):
    """Reads what it writes, and no letters of cells."""

    def parse_move(self, position: Any, text: str) -> int:
        if not text.isdecimal():
            raise MoveError(_("no number"))
        return int(text)


class Shared(Cells):
    def cells(self, position: Any, move: int) -> tuple[int, ...]:
        return (0,)


def around(**things: Any) -> Game:
    """Return the heap game with another notation or picture."""
    game = heaps()
    things = {name: thing(game.start) if name == "notation" else thing for name, thing in things.items()}
    return Game("heaps", game.start, **{"notation": Numbers(game.start)} | things)


def listed(**methods: Any) -> Game:
    """Return a game whose heap is a list of stones that play shortens in place."""

    class Listed(NamedTuple):
        stones: Any
        player: int = 0

    class Plain:
        def moves(self: Any) -> Iterator[int]:
            if self.stones:
                yield 0

        def play(self: Any, move: int) -> Any:
            return type(self)(self.stones[1:], 1 - self.player)

        def is_over(self: Any) -> bool:
            return not self.stones

        def utility(self: Any) -> int:
            return -1

    for name, method in {**vars(Plain), **methods}.items():
        if not name.startswith("__"):
            setattr(Listed, name, method)
    start = rules(Listed)([1, 2, 3])
    return Game("listed", start, notation=Numbers(start))


def popping(self: Any, move: int) -> Any:
    self.stones.pop()
    return type(self)(self.stones, 1 - self.player)


def popped(self: Any) -> Iterator[int]:
    if self.stones and self.stones.pop():
        yield 0


def colliding() -> Game:
    """Return a game whose rank ignores the side to move, so that unrank depends on the position it is called on."""
    return heaps(
        rank=lambda self: 4 * self.left + self.right,
        unrank=lambda self, rank: type(self)(rank // 4 % 4, rank % 4, self.player),
        size=lambda self: 16,
        period=lambda self: 16,
    )


def far_apart() -> Game:
    """Return a game in which positions with the same canonical() differ only many plies later."""

    class Path(NamedTuple):
        place: int = 0
        road: int = 0
        player: int = 0

        def moves(self) -> Iterator[int]:
            if not self.is_over():
                yield from (0, 1, 2)

        def play(self, move: int) -> Path:
            return Path(self.place + 1, move & 1 if self.place == 0 else self.road, 1 - self.player)

        def is_over(self) -> bool:
            return self.place == 12

        def utility(self) -> int:
            return self.road

        def to_move(self) -> int:
            return self.player

        def canonical(self) -> Path:
            return self if self.place > 2 else self._replace(road=0)

    return Game("path", rules(Path)())


BROKEN: list[tuple[str, str, Any]] = [
    ("not-marked", "Unmarked", lambda: Game("unmarked", Unmarked(), notation=Numbers(Unmarked()))),
    ("mutable-field", "stones", listed),
    ("position-changes", "play", lambda: listed(play=popping)),
    ("position-changes", "moves", lambda: listed(moves=popped)),
    ("over-at-start", "is_over", lambda: heaps(is_over=lambda self: True, moves=lambda self: iter(()), grundy=None, predecessors=None)),
    ("raises", "raising", lambda: heaps(play=raising)),
    ("raises", "leaving", lambda: heaps(is_over=leaving)),
    ("raises", "swollen", lambda: heaps(is_over=swollen)),
    ("raises", "game", lambda: heaps(moves=lambda self: 3 if self.left == 9 else Right.moves(self), rank=lambda self: None)),
    ("raises", "taking_nothing", lambda: heaps(play=taking_nothing)),
    ("raises", "utility", lambda: dice(utility=None)),
    ("unknown-name", "misspelling", lambda: heaps(play=misspelling)),
    ("fraction-in-field", "halving", lambda: dice(play=halving)),
    ("endless-recursion", "diving", lambda: heaps(utility=diving)),
    ("moves-not-numbers", "moves", lambda: heaps(moves=lambda self: map(float, Right.moves(self)))),
    ("moves-not-numbers", "moves", lambda: heaps(moves=lambda self: None)),
    ("no-return", "moves", lambda: heaps(moves=lambda self: repeat(1))),
    ("moves-differ", "moves", lambda: heaps(moves=by_turns)),
    ("moves-repeat", "moves", lambda: heaps(moves=repeated)),
    ("moves-after-end", "moves", lambda: heaps(moves=all_moves, play=lambda self, move: type(self)(0, 0, 1 - self.player))),
    ("no-moves", "moves", lambda: heaps(moves=stopping_short)),
    ("is-over-answer", "is_over", lambda: heaps(is_over=lambda self: int(Right.is_over(self)))),
    ("play-kind", "play", lambda: heaps(play=lambda self, move: tuple(Right.play(self, move)))),
    ("play-kind", "play", lambda: heaps(play=lambda self, move: None)),
    ("play-differs", "play", lambda: heaps(play=lucky)),
    ("turn", "turn", lambda: heaps(turn=lambda self, child: 0)),
    ("turn", "turn", lambda: heaps(turn=lambda self, child: 1)),
    ("to-move", "to_move", lambda: heaps(to_move=lambda self: 2 + self.player)),
    ("utility-kind", "utility", lambda: heaps(utility=lambda self: -0.5)),
    ("utility-kind", "utility", lambda: heaps(utility=lambda self: None)),
    ("utility-range", "utility", lambda: heaps(utility=lambda self: -10)),
    ("utility-range", "utility", lambda: dice(bounds=lambda self: (0, 1))),
    ("utility-range", "utilities", lambda: sharing(utmost=lambda self: 1)),
    ("not-zero-sum", "utilities", lambda: sharing(total=lambda self: 6, utmost=lambda self: 6, utilities=lambda self: self.taken)),
    ("not-zero-sum", "utilities", lambda: heaps(utilities=lambda self: (1, 1), players=lambda self: 2, demands=lambda self: Demand.NOTHING)),
    ("over-total", "total", lambda: sharing(total=lambda self: -1)),
    ("utilities", "utilities", lambda: sharing(utilities=lambda self: self.taken[:2])),
    ("utilities", "utilities", lambda: heaps(utilities=lambda self: (0, 0), players=lambda self: 2, demands=lambda self: Demand.NOTHING)),
    ("probabilities", "probability", lambda: dice(probability=lambda self, move: ratio(1, 3))),
    ("probabilities", "probability", lambda: dice(probability=lambda self, move: Fraction(move * 3 - 4))),
    ("facts", "Facts.players", lambda: sharing(facts=Facts())),
    ("facts", "Facts.deterministic", lambda: dice(facts=Facts())),
    ("comes-again", "Facts.loops", lambda: heaps(play=swaying, canonical=None, predecessors=None, grundy=None)),
    ("canonical-image", "canonical", lambda: heaps(canonical=lambda self: self._replace(left=self.right, right=self.left))),
    ("canonical-image", "canonical", lambda: heaps(canonical=lambda self: (self.left, self.right))),
    ("canonical-value", "canonical", lambda: heaps(canonical=lambda self: self._replace(left=0))),
    ("canonical-value", "canonical", lambda: far_apart()),
    ("period-value", "period", lambda: heaps(period=lambda self: 4)),
    ("period-value", "period", lambda: heaps(period=lambda self: 5)),
    ("rank-range", "rank", lambda: heaps(size=lambda self: 28, period=lambda self: 28)),
    ("rank-inverse", "unrank", lambda: heaps(unrank=lambda self, rank: type(self)(rank % 4, rank // 4 % 4, rank // 16))),
    ("rank-collides", "rank", lambda: colliding()),
    ("valid", "valid", lambda: heaps(valid=lambda self: self.left > 0)),
    ("predecessors", "predecessors", lambda: heaps(predecessors=lambda self: iter(()))),
    ("predecessors", "predecessors", lambda: heaps(predecessors=lambda self: (before for before in (*Right.predecessors(self), self)))),
    ("grundy", "grundy", lambda: heaps(grundy=lambda self: self.left ^ self.right)),
    ("notation-position", "Notation.parse", lambda: around(notation=Forgetful)),
    ("notation-move", "Notation.parse_move", lambda: around(notation=Vague)),
    ("notation-move", "Notation.parse_move", lambda: around(notation=Refusing)),
    ("notation-move", "Notation.parse_move", lambda: heaps(move_text=lambda self, move: "take")),
    ("notation-side", "Notation.side", lambda: around(notation=Onesided)),
    ("picture-marks", "Picture.marks", lambda: around(picture=Short())),
    ("picture-marks", "picture", lambda: heaps(picture=lambda self: "**" if self.left else "*")),
    ("picture-cells", "Picture.cells", lambda: around(picture=Doubled())),
    ("picture-cells", "Picture.cells", lambda: around(picture=Beyond())),
    ("picture-press", "Picture.word", lambda: around(picture=Shifted())),
    ("picture-press", "Picture.cells", lambda: around(picture=Shared())),
    ("picture-press", "Notation.parse_move", lambda: around(picture=Lettered(), notation=Deaf)),
    ("evaluation-range", "evaluations", lambda: around(evaluations={"sure": Sure()})),
]  # fmt: skip
"""The failure, where it is to be looked for, and the game."""
