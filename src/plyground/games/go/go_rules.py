"""The rules of Go: chains without a liberty are captured, and no board position may repeat.

``go(width, height, ...)`` makes the rules for one size and rule set. By default they are those of J. Tromp and W.
Taylor (1995):

1. A stone is put on an empty point. Chains of the opponent without an adjacent empty point (a liberty) are captured,
   then own chains without one (suicide).
2. A move must not recreate an earlier board (positional superko). A side may always pass.
3. Two passes in a row end the game. A side's score is its stones plus the empty points from which paths of empty
   points lead to its stones alone.

Players never agree that stones are dead: a dead stone must be captured, which costs nothing with area scoring. A game
also ends, and is scored, after :func:`past_length` stones, far more than games last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, ClassVar, NamedTuple

from plyground.core.authoring.marked_rules import helper
from plyground.core.bits import count, lowest, mix, mix_all
from plyground.core.past import came_before, remembered
from plyground.core.position import Move
from plyground.games.go.go_board import OnBoard, board, lines
from plyground.games.go.go_playouts import MAX_LIGHT_PLIES, LightGo
from plyground.games.sized_rules import sized

POSITIONAL, SITUATIONAL, SIMPLE = "positional", "situational", "simple"
"""Ko rules. A move may not repeat any earlier board; any earlier board with the same side to move; or only the board
before the last one.
"""
AREA, TERRITORY = "area", "territory"
SIMPLE_KO_BOARDS = 4
"""Boards that are stored for simple ko, which needs the last two."""
MIN_BOARDS, BOARDS_PER_POINT = 256, 3
PRIOR_GAMES = 10
"""Random games that each reason for a move, or against it, counts as before the move is tried."""


def past_length(width: int, height: int) -> int:
    """Return the number of stored boards after which a game ends. On the smallest boards no game has so many."""
    points = width * height
    return 3**points + 1 if points <= 5 else max(MIN_BOARDS, BOARDS_PER_POINT * points)


class GoFields(NamedTuple):
    """The fields of a position."""

    own: int = 0  # stones of the side to move
    other: int = 0  # stones of its opponent
    second: int = 0  # 1 when White is to move
    passes: int = 0  # passes in a row, up to now
    prisoners: int = 0  # prisoners and gifts of the side to move, less those of its opponent
    boards: int = 1  # boards so far, this one included
    crowded: int = 0  # the most stones that any of them had
    seen: int = 0  # word for the set of the boards; with simple ko: the last board
    past: tuple[int, ...] = ()  # keys of the earlier boards


class Go(OnBoard, GoFields):
    """A position on a board of any size (:func:`go`). A move is the bit index of a point, or the pass."""

    __slots__ = ()
    most_boards: ClassVar[int]  # stored boards after which a game ends
    kept: ClassVar[int]  # boards that a position stores
    blank: ClassVar[tuple[int, ...]]  # a past without a board
    most_score: ClassVar[int]  # more than any score
    is_situational: ClassVar[bool]  # a board may come again if the other side is to move
    is_simple: ClassVar[bool]  # only the board before the last one must not come again
    is_territory: ClassVar[bool]  # territory and prisoners count, not stones
    suicide: ClassVar[bool]  # a move may take own stones
    first_line: ClassVar[int]  # points on the edge
    third_line: ClassVar[int]  # points on the third line from the edge
    board_key: ClassVar[staticmethod[[int, int, int], int]]
    light: ClassVar[staticmethod[..., LightGo]]
    new: ClassVar[staticmethod[..., Go]]

    def moves(self) -> Iterator[Move]:
        if not self.is_over():
            left = self.full & ~(self.own | self.other)
            while left:
                if self.is_legal(left & -left):
                    yield lowest(left)
                left &= left - 1
            yield self.pass_move

    def is_legal(self, stone: int) -> bool:
        """Return True if a stone may be put on this empty point."""
        own, other = self.after(stone)
        if not self.suicide and own & stone == 0:
            return False
        if count(own | other) > self.crowded:
            return True  # no board had so many stones
        return not self.came(own, other)

    def after(self, stone: int) -> tuple[int, int]:
        """Return the stones of both sides after the side to move puts a stone on an empty point."""
        own = self.own | stone
        empty = self.full & ~(own | self.other)
        taken = self.captured(stone, self.other, empty)
        if taken == 0 and self.beside(stone) & empty == 0:
            stones = self.chain(own, stone)
            if self.beside(stones) & empty == 0:
                own &= ~stones
        return own, self.other & ~taken

    def came(self, own: int, other: int) -> bool:
        """Return True if the ko rule forbids this board as the result of a move."""
        key = self.key_after(own, other)
        if self.is_simple:
            return key == self.past[(self.boards - 1) % self.kept] or key == self.past[(self.boards - 2) % self.kept]
        return came_before(self.past, self.boards, key)

    def key_after(self, own: int, other: int) -> int:
        """Return the key of a board after a move of the side to move."""
        if self.second:
            return self.board_key(other, own, 0)
        return self.board_key(own, other, 1)

    def play(self, move: Move) -> Go:
        own, other = self.own, self.other
        passes, prisoners = self.passes + 1, self.prisoners
        if move != self.pass_move:
            own, other = self.after(1 << move)
            passes = 0
        if self.is_territory:
            prisoners += count(self.other) - count(other) - (1 + count(self.own) - count(own))
        if move == self.pass_move and not self.is_situational:
            return self.new(
                other, own, 1 - self.second, passes, -prisoners, self.boards, self.crowded, self.seen, self.past
            )
        key = self.key_after(own, other)
        seen = self.past[(self.boards - 1) % self.kept] if self.is_simple else self.seen ^ mix(0, key)
        past = remembered(self.past, self.boards, key)
        crowded = max(self.crowded, count(own | other))
        return self.new(other, own, 1 - self.second, passes, -prisoners, self.boards + 1, crowded, seen, past)

    def is_over(self) -> bool:
        return self.passes >= 2 or self.boards >= self.most_boards

    def utility(self) -> int:
        score = self.score()
        return 1 if score > 0 else -1 if score < 0 else 0

    def score(self) -> int:
        """Return the points of the side to move minus those of its opponent; twice that if komi has half points."""
        return self.half_points() if self.half_komi % 2 else self.half_points() // 2

    def half_points(self) -> int:
        """Return twice the points of the side to move minus those of its opponent, with komi."""
        return 2 * self.lead() - (-self.half_komi if self.second else self.half_komi)

    def lead(self) -> int:
        """Return the points of the side to move minus those of its opponent, without komi."""
        lead = self.area_lead(self.own, self.other)
        if self.is_territory:
            lead += self.prisoners - count(self.own) + count(self.other)
        return lead

    def is_alive(self) -> bool:
        """Return True if every chain has a liberty, as after every move."""
        near = self.beside(self.full & ~(self.own | self.other))
        return (
            self.chain(self.own, self.own & near) == self.own
            and self.chain(self.other, self.other & near) == self.other
        )

    def territory(self) -> tuple[int, int]:
        """Return the empty points that belong to the side to move, and those of its opponent."""
        empty = self.full & ~(self.own | self.other)
        mine, yours = self.chain(self.own | empty, self.own), self.chain(self.other | empty, self.other)
        return empty & mine & ~yours, empty & yours & ~mine

    def actions(self) -> int:
        return self.pass_move + 1

    def key(self) -> int:
        """Return a key of everything that the future depends on, including the set of former boards."""
        key = mix_all(mix_all(mix(0, 4 * self.passes + self.second), self.own), self.other)
        return mix(mix(key, self.prisoners), self.seen)

    def recurring(self) -> Go:
        """Return the position without its past, as if the game began here; a finished game gets two passes."""
        passes = 2 if self.is_over() else self.passes
        key = self.board_key(self.other, self.own, 1) if self.second else self.board_key(self.own, self.other, 0)
        stones = count(self.own | self.other)
        seen = 0 if self.is_simple else mix(0, key)
        return self.new(self.own, self.other, self.second, passes, 0, 1, stones, seen, remembered(self.blank, 0, key))

    def is_noisy(self, move: Move) -> bool:
        """Return True for a move that captures something."""
        return (
            move != self.pass_move
            and self.captured(1 << move, self.other, self.full & ~(self.own | self.other | 1 << move)) != 0
        )

    def promise(self, move: Move) -> int:
        """Return the rank of a move for move ordering: captures, then points away from the edge; a pass comes
        last.
        """
        if move == self.pass_move:
            return -900
        stone = 1 << move
        taken = self.captured(stone, self.other, self.full & ~(self.own | self.other | stone))
        return min(900, 20 * count(taken) + count(self.beside(self.beside(stone))))

    def prior(self, move: Move, last: Move) -> int:
        """Return more for answers to the last stone and for the third line; less for self-atari and the edge."""
        if move == self.pass_move:
            return 0
        stone, stones = 1 << move, self.own | self.other
        empty = self.full & ~stones
        before = 1 << last if 0 <= last < self.pass_move else empty & 0
        light = self.light(self.own, self.other, last=before)
        if not light.is_sound(stone):
            return -PRIOR_GAMES
        near, around = self.beside(before), self.beside(self.beside(stone))
        found = 0
        if stone & self.beside(near | before):
            found += PRIOR_GAMES
        elif stone & self.beside(self.beside(near)):
            found += PRIOR_GAMES // 2
        if stone & light.rescues(empty):
            found += 2 * PRIOR_GAMES
        elif stone & light.shapes(empty):
            found += PRIOR_GAMES
        if (around | self.beside(around)) & stones == 0:
            if stone & self.first_line:
                found -= PRIOR_GAMES
            elif stone & self.third_line:
                found += PRIOR_GAMES
        return found

    def prospects(self, alpha: int, beta: int) -> tuple[int, int]:
        if self.is_over():
            score = self.score()
            return score, score
        return -self.most_score, self.most_score

    def grown(self, points: int, barrier: int) -> int:
        """Return ``points`` and the points next to them that are not in ``barrier``."""
        return points | self.beside(points) & ~barrier

    def sketch(self) -> LightGo:
        """Return a position for random games, which knows the last ko but not the whole past."""
        return self.light(self.own, self.other, 0, self.passes, self.second, MAX_LIGHT_PLIES)


@cache
def key_of_boards(end: int, is_situational: bool, /) -> Callable[[int, int, int], int]:
    """Return the function ``board_key`` of boards whose last row ends before bit ``end``."""
    is_exact = 2 * end <= 62  # both sides' stones in one word, without a hash

    @helper
    def board_key(black: int, white: int, second: int) -> int:
        """Return the key of a board, and under situational ko of the side to move, in the past of a game."""
        key = black | white << end if is_exact else mix_all(mix_all(0, black), white)
        return mix(mix(0, key), second) if is_situational else key

    return board_key


@cache
def go(
    width: int,
    height: int,
    /,
    half_komi: int = 0,
    ko: str = POSITIONAL,
    suicide: bool = True,
    scoring: str = AREA,
) -> type[Go]:
    """Return the rules of one size.

    ``half_komi`` is twice the points that White gets for moving second. With territory scoring a side gets the empty
    points that only its stones surround, its captures, and one point for each pass of the opponent (as the American Go
    Association does, so that playing on costs nothing).
    """
    full, step, end, beside, chain, captured, eyes = board(width, height)
    shared: dict[str, Any] = {
        "full": full,
        "step": step,
        "pass_move": end,
        "outside": (1 << step * (height + 2) + 1) - 1 & ~(full << step + 1),
        "half_komi": half_komi,
        "beside": staticmethod(beside),
        "chain": staticmethod(chain),
        "captured": staticmethod(captured),
        "eyes": staticmethod(eyes),
    }
    name = f"Go_{width}x{height}_{half_komi}_{ko}_{scoring}".replace("-", "minus") + "_suicide" * suicide
    most_boards = past_length(width, height)
    kept = SIMPLE_KO_BOARDS if ko == SIMPLE else most_boards
    blank = (0,) * kept
    board_key = key_of_boards(end, ko == SITUATIONAL)
    empty = board_key(0, 0, 0)
    first_line, _second_line, third_line = lines(width, height)
    return sized(
        Go,
        name,
        start=(0, 0, 0, 0, 0, 1, 0, 0 if ko == SIMPLE else mix(0, empty), remembered(blank, 0, empty)),
        **shared,
        most_boards=most_boards,
        kept=kept,
        blank=blank,
        most_score=2 * (2 * width * height + most_boards) + abs(half_komi),
        is_situational=ko == SITUATIONAL,
        is_simple=ko == SIMPLE,
        is_territory=scoring == TERRITORY,
        suicide=suicide,
        first_line=first_line,
        third_line=third_line,
        board_key=staticmethod(board_key),
        light=staticmethod(sized(LightGo, name + "_light", **shared)),
    )
